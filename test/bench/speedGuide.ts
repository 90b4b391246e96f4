// docs/speed.md: when a list will be finished, computed from what the bench measured.
import { runOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import type { Figures } from './measure';
import { usualTokenLifeSeconds, type Contender } from './plan';
import { table } from './markdownTable';

/** The latency at which a request's own cost was measured; what is said of other latencies is computed from it. */
const MEASURED_LATENCY_MS = 100;
const LATENCIES_MS = [100, 300, 1_000, 3_000];
const RATES = [1, 5, 10, 20, 50];
const LIST = 10_000;
const LISTS = [1_000, LIST, 100_000];
/** Of the lists that the bench screens at this latency. */
const COMPARED = 1_000;

/** The guide in Markdown; `made` says how and when the figures were. */
export function speedGuide(all: Figures[], made: string): string {
  const measured = overTls(all, 'node');
  const { concurrency: usual } = runOptions.parse({});
  const widths = measured.map(({ measured: { concurrency } }) => concurrency);
  const screened = [...new Set(measured.map(({ measured: { companies } }) => companies))]
    .toSorted((one, other) => one - other)
    .map((companies) => companies.toLocaleString('en'))
    .join(' and ');
  return `# When will my list be finished?

After this page you can say when a list will be finished. The service nearly always sets the pace, so ask the provider two things:
how long a screening takes, and how many requests a second you may send.

## By the service's answer time

How long a list of ${LIST.toLocaleString('en')} companies takes, for each value of the option **Concurrency**. A list of half that length takes half as long.

${table([
  [
    'a screening takes',
    ...widths.map((width) => `Concurrency ${width}${width === usual ? ', the default' : ''}`),
  ],
  ...LATENCIES_MS.map((latencyMs) => [
    inSeconds(latencyMs),
    ...measured.map((figures) => spoken((LIST * msAt(figures, latencyMs)) / 1_000)),
  ]),
])}

The first row was measured over TLS, with lists of ${screened} companies, and scaled. The others are computed from it: the answer time plus what the
node and n8n add to each request.

## By the service's limit

If the service allows only so many requests a second, no list is faster than this. Your list takes the longer of the two times.

${table([
  ['requests a second', ...LISTS.map((companies) => `${companies.toLocaleString('en')} companies`)],
  ...RATES.map((rate) => [String(rate), ...LISTS.map((companies) => spoken(companies / rate))]),
])}

If you know the limit, enter it as **Requests per Second**. If you do not, the node finds it: it slows down when the service refuses requests.

## Beside n8n's HTTP Request node

${COMPARED.toLocaleString('en')} companies, over TLS, with a service that takes ${MEASURED_LATENCY_MS} ms:

${table([
  ['requests at once', 'Company Screening', 'HTTP Request', 'share of its time'],
  ...measured.flatMap((figures) => beside(figures, all, usual)),
])}

The HTTP Request node was set to send as many at once by its own batching. One at once is what a **Loop Over Items** with one item does;
the loop's own time comes on top, and was not measured. The HTTP Request node retries nothing by itself, and does not judge the answers.

## To make it faster

1. Raise **Concurrency**, up to what the provider allows. A service that is far away adds three round trips to each request, since n8n opens
   a new connection for each. More requests at once make up for that.
2. With [Keep in Register](register-in-the-node.md), only new companies are sent. A list of which all answers are known takes a fraction of
   a millisecond for each company.
3. Several n8n processes help only if n8n has other work to do: see [queue mode](queue-mode.md).

${made} [All figures, and how they were measured](speed/figures.md)
`;
}

function overTls(all: Figures[], contender: Contender): Figures[] {
  const candidates = all.filter(
    ({ measured }) =>
      measured.contender === contender &&
      measured.tls &&
      measured.latencyMs === MEASURED_LATENCY_MS &&
      measured.tokenLifeSeconds === usualTokenLifeSeconds,
  );
  const widths = [...new Set(candidates.map(({ measured }) => measured.concurrency))];
  // The shortest list of each, since the bench has longer ones only where they do not take too long.
  return widths.flatMap((width) =>
    candidates
      .filter(({ measured }) => measured.concurrency === width)
      .toSorted((one, other) => one.measured.companies - other.measured.companies)
      .slice(0, 1),
  );
}

function beside(figures: Figures, all: Figures[], usual: number): string[][] {
  const { concurrency } = figures.measured;
  const other = overTls(all, 'httpRequest').find(({ measured }) => measured.concurrency === concurrency);
  if (other === undefined) return [];
  return [
    [
      `${concurrency}${concurrency === usual ? ', the default' : ''}`,
      `${Math.round((figures.msPerCompany * COMPARED) / 1_000)} s`,
      `${Math.round((other.msPerCompany * COMPARED) / 1_000)} s`,
      (figures.msPerCompany / other.msPerCompany).toFixed(2),
    ],
  ];
}

/** What the node, n8n and the connection add to the answer time stays the same for each request. */
function msAt({ measured: { concurrency }, msPerCompany }: Figures, latencyMs: number): number {
  const added = msPerCompany * concurrency - MEASURED_LATENCY_MS;
  return (latencyMs + added) / concurrency;
}

const inSeconds = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);

function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}
