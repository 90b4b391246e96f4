// The bench's figures and verdicts as tables.
import { cpus, totalmem } from 'node:os';
import type { Figures } from './measure';
import { usualTokenLifeSeconds, type Contender, type Plan } from './plan';
import { table } from './markdownTable';
import { speedTables } from './speedGuide';
import { conditions, counterpart, inWords, shareOfRate, verdictsOn, type Verdict } from './targets';

/** What was measured, and on what. */
export interface Versions {
  n8n: string;
  /** The Node that ran n8n. */
  node: string;
  package: string;
  /** Processes that wanted to run when the bench began, on average over a minute. */
  load: number;
}

/** The tables of docs/running.md. */
export const guide = speedTables;

const made = (quick: boolean) =>
  `Made by \`npm run bench${quick ? ' -- --quick' : ''}\` on ${new Date().toISOString().slice(0, 10)}.`;

/** The whole report in Markdown. */
export function markdown(all: Figures[], { skipped }: Plan, versions: Versions, quick: boolean): string {
  const verdicts = verdictsOn(all);
  const missed = verdicts.filter(({ reached }) => !reached);
  return `# Speed: all figures

${made(quick)}${quick ? ` ${shortForm}` : ''}

${atAGlance(all)}

${table([
  ['what', 'version'],
  ['n8n', versions.n8n],
  ['Node.js that runs n8n and the axios loop', versions.node],
  ['n8n-nodes-company-screening', versions.package],
  ['machine', machine()],
  ['load of the machine when the bench began', versions.load.toFixed(1)],
])}

## Where the time goes

${limit(all)}

## How it was measured

${method}

## Comparing two builds

Pack the other build in its own checkout (\`npm ci && npm run build && npm pack\`), then run
\`npm run bench -- --compare <the .tgz>\` here. Both run in turns, three times each, with 10,000 companies at 0 ms.

## All figures

${table([columns, ...all.map((figures) => cells(figures, all))])}

${legend}
${skipped.map(({ what, why }) => `\nSkipped: ${conditions(what)}: ${why}.\n`).join('')}
## Targets

${verdicts.length - missed.length} of ${verdicts.length} reached. "A loop that only sends" is axios outside of n8n, with a connection for each request: no node can be
better than that as long as n8n's helper makes one.

${table([
  ['target', 'where', 'wanted', 'measured', 'a loop that only sends', ''],
  ...verdicts.map(({ target, where, wanted, measured, sendingOnly = '', reached }) => [
    target,
    where,
    wanted,
    measured,
    sendingOnly,
    inWords(reached),
  ]),
])}
`;
}

/** One case in a line, for whoever waits. */
export function line(figures: Figures): string {
  const { measured, msPerCompany, cpuMsPerCompany, peakMb, startMb, maxInFlight, tokenExchanges } = figures;
  return [
    `${names[measured.contender]}, ${conditions(measured)}: ${msPerCompany.toFixed(2)} ms a company`,
    `${cpuMsPerCompany.toFixed(2)} ms of processor time (the service: ${figures.serviceCpuMsPerCompany.toFixed(2)})`,
    `peak ${peakMb.toFixed(0)} MB (from ${startMb.toFixed(0)})`,
    `${maxInFlight} in flight`,
    `${figures.connections} connections`,
    `${tokenExchanges} token exchanges`,
  ].join(', ');
}

/** The verdicts for a terminal: those that were not reached, and how many were. */
export function summary(verdicts: Verdict[]): string {
  const missed = verdicts.filter(({ reached }) => !reached);
  return [
    `${verdicts.length - missed.length} of ${verdicts.length} targets reached.`,
    ...missed.map(
      ({ target, where, wanted, measured }) =>
        `  not reached: ${target} (${where}): ${measured}, wanted ${wanted}`,
    ),
  ].join('\n');
}

const names: Record<Contender, string> = {
  node: 'Company Screening',
  httpRequest: 'HTTP Request',
  axios: 'axios, keep-alive',
  axiosNewConnections: 'axios, a connection a request',
};

const columns = [
  'service',
  'latency',
  'companies',
  'concurrency',
  'who',
  'ms a company',
  'of HTTP Request',
  'of axios',
  'of the possible rate',
  'with the nodes behind, ms',
  'CPU ms a company',
  'CPU ms of the service',
  'memory at start, MB',
  'peak, MB',
  'most in flight',
  'connections',
  'token exchanges',
];

const shortForm =
  'It is the short form: 3,000 companies at 0 ms and 1,000 at 100 ms, where the full one has up to 10,000, and without TLS concurrency 10 only.';

const method = `- The sandbox service, n8n and the axios loop are processes of their own on one machine, on loopback. All three use
  its processors, so that at 0 ms the service takes its share of the time.
- Every figure comes from an n8n that was started again and warmed up with 300 companies. The companies are pinned on
  the manual trigger; one in ten has four hits, one in ten has one.
- Time is what n8n itself notes as the execution time of the node that sends. Processor time and peak memory are those
  of the n8n process from the start of the workflow until n8n has stored its data.
- Both workflows are started by hand over n8n's REST interface, without an open editor. n8n saves the finished execution and no progress, which
  are its defaults.
- The HTTP Request node does the same job with n8n's generic OAuth2 credential and the key as a header. An If keeps the clear companies, and
  Split Out makes an item of each hit. It sends no reference id, and its items lack the company's name. No code node is needed.
- Its batching is set to the concurrency and an interval of the service's latency. It does not wait for replies: at an
  interval of 0, everything is started at once, whatever the batch size.
- The axios loops do nothing with the replies but count. One keeps its connections alive; the other opens one for each
  request, with an agent of its own, as n8n's helper does.
- TLS is that of Node.js on both sides: TLS 1.3 and a certificate with a key on the curve P-256, of a certificate
  authority made for the run. A session is not resumed, as n8n does not.`;

const legend = `The ratios compare the node that sends with its counterparts in the same row group. "Of the possible rate" is the share of
concurrency / latency companies a second. "With the nodes behind" adds If and Split Out. The row with a token life of
5 s is the one for token exchanges; all others have 300 s, as the interface's sample.`;

// The figures that a user asks for first: those over TLS, of the largest list that was measured.
function atAGlance(all: Figures[]): string {
  const nodes = all.filter(
    ({ measured: { contender, tls, tokenLifeSeconds } }) =>
      contender === 'node' && tls && tokenLifeSeconds === usualTokenLifeSeconds,
  );
  const most = Math.max(...nodes.map(({ measured }) => measured.companies));
  const rows = nodes
    .filter(({ measured }) => measured.companies === most || measured.concurrency === 1)
    .map((figures) => [
      `${figures.measured.latencyMs} ms`,
      String(figures.measured.concurrency),
      figures.msPerCompany.toFixed(2),
      shareOf(all, figures, 'httpRequest'),
      shareOf(all, figures, 'axiosNewConnections'),
      shareOf(all, figures, 'axios'),
      figures.measured.latencyMs === 0 ? '' : shareOfRate(figures).toFixed(2),
    ]);
  return table([
    [
      'latency of the service, over TLS',
      'concurrency',
      'ms a company',
      'of the HTTP Request node',
      'of axios with a connection a request',
      'of axios with keep-alive',
      'of the possible rate',
    ],
    ...rows,
  ]);
}

/** What n8n's way to send costs, from the figures of the two axios loops. */
function limit(all: Figures[]): string {
  const at10 = (contender: Contender) =>
    all.find(
      ({ measured }) =>
        measured.tls &&
        measured.latencyMs === 0 &&
        measured.concurrency === 10 &&
        measured.contender === contender,
    );
  const [node, connecting, kept] = [at10('node'), at10('axiosNewConnections'), at10('axios')];
  if (!node || !connecting || !kept) return '';
  const handshakeMs = connecting.msPerCompany - kept.msPerCompany;
  return `n8n's helper opens a new connection, with a full TLS handshake, for each request. A node cannot change that, and it is what
takes the time. With TLS, 0 ms and concurrency 10, an axios loop that does nothing but send takes ${kept.msPerCompany.toFixed(2)} ms a company if it keeps
its connections, and ${connecting.msPerCompany.toFixed(2)} ms if it opens one for each request. So ${handshakeMs.toFixed(2)} ms of this node's ${node.msPerCompany.toFixed(2)} ms are connections and
handshakes, on both sides.

The service runs on the same processors here. It takes ${node.serviceCpuMsPerCompany.toFixed(2)} ms of processor time for each company, and ${kept.serviceCpuMsPerCompany.toFixed(2)} ms if connections are
kept. A remote service does that work itself, but adds three round trips to each request (TCP, TLS, the request). Raise Concurrency.

A profile of n8n's process (\`--profile\`; TLS, 10,000 companies) also shows these costs: a security context that Node.js makes for each
connection, the check of the certificate, and garbage collection. Outside of n8n, a request with a connection of its own took 1.5 to 1.6 ms of
processor time. With one security context for all requests it took 1.2 to 1.3 ms, and with a resumed session 0.8 ms.

A node can have neither. A verified node may not import \`node:tls\`, which makes a security context, and n8n's helper does not give access to
the session of a connection. What this package does itself, from the item to the parsed reply, is about a tenth of the time.`;
}

function shareOf(all: Figures[], figures: Figures, contender: Contender): string {
  const other = counterpart(all, figures, { contender });
  return other ? (figures.msPerCompany / other.msPerCompany).toFixed(2) : '';
}

function cells(figures: Figures, all: Figures[]): string[] {
  const { measured } = figures;
  const { tls, latencyMs, companies, concurrency, contender, tokenLifeSeconds } = measured;
  const of = (other: Contender): string => {
    return other === contender ? '' : shareOf(all, figures, other);
  };
  return [
    tls ? 'TLS' : 'plain',
    `${latencyMs} ms`,
    companies.toLocaleString('en'),
    String(concurrency),
    names[contender] + (tokenLifeSeconds < 300 ? ` (token life ${tokenLifeSeconds} s)` : ''),
    figures.msPerCompany.toFixed(2),
    of('httpRequest'),
    of('axios'),
    latencyMs === 0 ? '' : shareOfRate(figures).toFixed(2),
    contender === 'httpRequest' ? figures.msPerCompanyInAll.toFixed(2) : '',
    figures.cpuMsPerCompany.toFixed(2),
    figures.serviceCpuMsPerCompany.toFixed(2),
    figures.startMb.toFixed(0),
    figures.peakMb.toFixed(0),
    String(figures.maxInFlight),
    String(figures.connections),
    String(figures.tokenExchanges),
  ];
}

function machine(): string {
  const processors = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}`;
}
