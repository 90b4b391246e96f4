// The figures of docs/running.md: when a list will be finished, computed from what the bench measured.
import { runOptions } from '../../nodes/CompanyScreening/operations/shared/options';
import type { Figures } from './measure';
import { usualTokenLifeSeconds, type Contender } from './plan';
import { table } from './markdownTable';

/** The latency at which a request's own cost was measured; what is said of other latencies is computed from it. */
const MEASURED_LATENCY_MS = 100;
const LATENCIES_MS = [100, 1_000, 3_000];
const LIST = 10_000;
/** Of the lists that the bench screens at this latency. */
const COMPARED = 1_000;

/** The table and the sentence below it, in Markdown. */
export function speedTables(all: Figures[]): string {
  const measured = overTls(all, 'node');
  const { concurrency: usual } = runOptions.parse({});
  const widths = measured.map(({ measured: { concurrency } }) => concurrency);
  const times = table([
    [
      'a screening takes',
      ...widths.map((width) => `Concurrency ${width}${width === usual ? ', the default' : ''}`),
    ],
    ...LATENCIES_MS.map((latencyMs) => [
      inSeconds(latencyMs),
      ...measured.map((figures) => spoken((LIST * msAt(figures, latencyMs)) / 1_000)),
    ]),
  ]);
  const comparison = measured.flatMap((figures) => beside(figures, all)).join(', ');
  return `How long ${LIST.toLocaleString('en')} companies take:\n\n${times}\n
${COMPARED.toLocaleString('en')} companies, over TLS, with a service that takes ${MEASURED_LATENCY_MS} ms
(in n8n's HTTP Request node): ${comparison}`;
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

function beside(figures: Figures, all: Figures[]): string[] {
  const { concurrency } = figures.measured;
  const other = overTls(all, 'httpRequest').find(({ measured }) => measured.concurrency === concurrency);
  if (other === undefined) return [];
  return [`${secondsOf(figures)} s with ${concurrency} (${secondsOf(other)} s)`];
}

const secondsOf = ({ msPerCompany }: Figures) => Math.round((msPerCompany * COMPARED) / 1_000);

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
