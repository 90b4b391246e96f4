// The bench's figures and verdicts as tables: for the terminal, and for RESULTS.md.
import { cpus, totalmem } from 'node:os';
import type { Figures } from './measure';
import type { Contender, Plan } from './plan';
import { conditions, counterpart, shareOfRate, verdictsOn, type Verdict } from './targets';

/** What was measured, and on what. */
export interface Versions {
  n8n: string;
  /** The Node that ran n8n. */
  node: string;
  package: string;
  /** Processes that wanted to run when the bench began, on average over a minute. */
  load: number;
}

/** The whole report in Markdown. */
export function markdown(all: Figures[], { skipped }: Plan, versions: Versions, quick: boolean): string {
  const verdicts = verdictsOn(all);
  const missed = verdicts.filter(({ reached }) => !reached);
  return `# Results of the bench

Made by \`npm run bench${quick ? ' -- --quick' : ''}\` on ${new Date().toISOString().slice(0, 10)}.

${table([
  ['what', 'version'],
  ['n8n', versions.n8n],
  ['Node.js that runs n8n and the axios loop', versions.node],
  ['n8n-nodes-company-screening', versions.package],
  ['machine', machine()],
  ['load of the machine when the bench began', versions.load.toFixed(1)],
])}

${method}

## Figures

${table([columns, ...all.map((figures) => cells(figures, all))])}

${legend}
${skipped.map(({ what, why }) => `\nSkipped: ${conditions(what)}: ${why}.\n`).join('')}
## Targets

${verdicts.length - missed.length} of ${verdicts.length} reached.

${table([
  ['target', 'where', 'wanted', 'measured', ''],
  ...verdicts.map(({ target, where, wanted, measured, reached }) => [
    target,
    where,
    wanted,
    measured,
    reached ? 'reached' : '**not reached**',
  ]),
])}
`;
}

/** One case in a line, for whoever waits. */
export function line(figures: Figures): string {
  const { measured, msPerCompany, cpuMsPerCompany, peakMb, startMb, maxInFlight, tokenExchanges } = figures;
  return [
    `${names[measured.contender]}, ${conditions(measured)}: ${msPerCompany.toFixed(2)} ms a company`,
    `${cpuMsPerCompany.toFixed(2)} ms of processor time`,
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
  axios: 'bare axios',
};

const columns = [
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
  'memory at start, MB',
  'peak, MB',
  'most in flight',
  'connections',
  'token exchanges',
];

const method = `How it was measured:

- The sandbox service, n8n and the axios loop are processes of their own on one machine, on loopback. All three use
  its processors, so that at 0 ms the service takes its share of the time.
- Every figure comes from an n8n that was started anew and warmed up with 300 companies. The companies are pinned on
  the manual trigger; one in ten has four hits, one in ten has one.
- Time is what n8n itself notes as the execution time of the node that sends. Processor time and peak memory are those
  of the n8n process from the start of the workflow until n8n has stored its data.
- Both workflows run in the same way: started by hand over n8n's REST interface without an open editor, so that
  nothing is pushed to one; progress is not saved (n8n's default), the finished execution is (also its default).
- The HTTP Request node does the same job with n8n's generic OAuth2 credential (client credentials), the key as a
  header, a JSON body of fields, an If that keeps the clear companies, and Split Out for the hits. It leaves out the
  reference id that this node makes, and its items lack the company's name, which the reply does not hold. No code node
  is needed.
- Its batching is set to the concurrency and an interval of the service's latency. It does not wait for replies: at an
  interval of 0, everything is started at once, whatever the batch size.
- The axios loop keeps its connections alive and does nothing with the replies but count.`;

const legend = `The ratios compare the node that sends with its counterparts in the same row group. "Of the possible rate" is the share of
concurrency / latency companies a second. "With the nodes behind" adds If and Split Out. The row with a token life of
5 s is the one for token exchanges; all others have 300 s, as the interface's sample.`;

function cells(figures: Figures, all: Figures[]): string[] {
  const { measured } = figures;
  const { latencyMs, companies, concurrency, contender, tokenLifeSeconds } = measured;
  const of = (other: Contender): string => {
    const otherFigures = other === contender ? undefined : counterpart(all, figures, { contender: other });
    return otherFigures ? (figures.msPerCompany / otherFigures.msPerCompany).toFixed(2) : '';
  };
  return [
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
    figures.startMb.toFixed(0),
    figures.peakMb.toFixed(0),
    String(figures.maxInFlight),
    String(figures.connections),
    String(figures.tokenExchanges),
  ];
}

function table([head = [], ...rows]: string[][]): string {
  const row = (texts: string[]): string => `| ${texts.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

function machine(): string {
  const processors = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}`;
}
