// What the bench must reach, held against what it measured.
import type { Case, Contender } from './plan';
import type { Figures } from './measure';

/** One target with the figure that was measured for it. */
export interface Verdict {
  target: string;
  /** The conditions of the measurement. */
  where: string;
  wanted: string;
  measured: string;
  /** What a loop reached that does nothing but send, with a connection for each request as n8n's helper makes one. */
  sendingOnly?: string;
  reached: boolean;
}

/** A figure against the highest that was wanted. */
export function atMost(
  limit: number,
  figure: number,
  digits = 2,
): Pick<Verdict, 'wanted' | 'measured' | 'reached'> {
  return { wanted: `≤ ${limit.toFixed(digits)}`, measured: figure.toFixed(digits), reached: figure <= limit };
}

/** A figure against the lowest that was wanted. */
export function atLeast(limit: number, figure: number): Pick<Verdict, 'wanted' | 'measured' | 'reached'> {
  return { wanted: `≥ ${limit.toFixed(2)}`, measured: figure.toFixed(2), reached: figure >= limit };
}

/** Whether a target was reached, as the tables of all benches say it. */
export function inWords(reached: boolean): string {
  return reached ? 'reached' : '**not reached**';
}

/** All verdicts that the figures allow; a case that was not run has none. */
export function verdictsOn(all: Figures[]): Verdict[] {
  const nodes = all.filter(({ measured }) => measured.contender === 'node');
  return [
    ...nodes.flatMap((figures) => againstOthers(figures, all)),
    ...nodes.flatMap((figures) => shareOfPossibleRate(figures, all)),
    ...nodes.flatMap((figures) => growth(figures, all)),
    ...nodes.flatMap(bounds),
  ];
}

/** The figures of another contender, or another size, under otherwise equal conditions. */
export function counterpart(
  all: Figures[],
  { measured }: Figures,
  change: Partial<Case> & { contender?: Contender },
): Figures | undefined {
  const wanted: Case = { ...measured, ...change };
  return all.find(({ measured: other }) => keys.every((key) => other[key] === wanted[key]));
}

/** The share of the rate that the latency alone would allow at this concurrency. */
export function shareOfRate({ measured, msPerCompany }: Figures): number {
  return measured.latencyMs / measured.concurrency / msPerCompany;
}

/** The conditions of a measurement in words. */
export function conditions({
  tls,
  latencyMs,
  companies,
  concurrency,
}: Omit<Case, 'contender' | 'tokenLifeSeconds'>): string {
  return `${tls ? 'TLS' : 'plain'}, ${latencyMs} ms, ${companies.toLocaleString('en')} companies, concurrency ${concurrency}`;
}

const keys = ['contender', 'tls', 'latencyMs', 'companies', 'concurrency', 'tokenLifeSeconds'] as const;

function againstOthers(figures: Figures, all: Figures[]): Verdict[] {
  if (figures.measured.latencyMs !== 0) return [];
  const httpRequest = counterpart(all, figures, { contender: 'httpRequest' });
  const loop = counterpart(all, figures, { contender: 'axiosNewConnections' });
  return [
    ratio(
      "time per company, of the HTTP Request node's",
      figures,
      httpRequest,
      figures.measured.tls ? 0.25 : 0.4,
    ).map((verdict) => ({
      ...verdict,
      ...(httpRequest && loop
        ? { sendingOnly: (loop.msPerCompany / httpRequest.msPerCompany).toFixed(2) }
        : {}),
    })),
    // Over TLS, what n8n leaves a node is a handshake a request: see "Where the time goes".
    figures.measured.tls
      ? []
      : ratio(
          'time per company, of bare axios',
          figures,
          counterpart(all, figures, { contender: 'axios' }),
          3,
        ),
  ].flat();
}

function growth(figures: Figures, all: Figures[]): Verdict[] {
  if (figures.measured.companies !== 10_000) return [];
  const smaller = counterpart(all, figures, { companies: 1_000 });
  if (!smaller) return [];
  const grown = (figures.peakMb - figures.startMb) / (smaller.peakMb - smaller.startMb);
  return [
    ...ratio('time per company, of that at 1,000', figures, smaller, 1.5),
    {
      target: 'growth of memory, of that at 1,000 (linear: 10)',
      where: conditions(figures.measured),
      ...atMost(10, grown, 1),
    },
  ];
}

function ratio(target: string, figures: Figures, other: Figures | undefined, most: number): Verdict[] {
  if (!other) return [];
  const share = figures.msPerCompany / other.msPerCompany;
  return [{ target, where: conditions(figures.measured), ...atMost(most, share) }];
}

function shareOfPossibleRate(figures: Figures, all: Figures[]): Verdict[] {
  const { latencyMs, concurrency } = figures.measured;
  if (latencyMs === 0) return [];
  const least = figures.measured.tls ? leastShareOverTls(concurrency) : concurrency <= 10 ? 0.9 : 0.75;
  const share = shareOfRate(figures);
  const loop = counterpart(all, figures, { contender: 'axiosNewConnections' });
  return [
    {
      target: 'share of the rate that the latency allows',
      where: conditions(figures.measured),
      ...atLeast(least, share),
      ...(loop ? { sendingOnly: shareOfRate(loop).toFixed(2) } : {}),
    },
  ];
}

function leastShareOverTls(concurrency: number): number {
  if (concurrency <= 5) return 0.93;
  return concurrency <= 10 ? 0.88 : 0.7;
}

function bounds({ measured, maxInFlight, tokenExchanges, totalMs }: Figures): Verdict[] {
  const mostExchanges = totalMs / (measured.tokenLifeSeconds * 1_000) + 1;
  return [
    {
      target: 'requests in flight, at most the concurrency',
      where: conditions(measured),
      ...atMost(measured.concurrency, maxInFlight, 0),
    },
    {
      target: `token exchanges, at most run time / token life (${measured.tokenLifeSeconds} s) + 1`,
      where: conditions(measured),
      wanted: `≤ ${mostExchanges.toFixed(2)}`,
      measured: String(tokenExchanges),
      reached: tokenExchanges <= mostExchanges,
    },
  ];
}
