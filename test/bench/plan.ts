// Which measurements a run of the bench makes, and which it leaves out because they would take too long.

/**
 * Who screens the companies: this node, n8n's HTTP Request node, or a bare axios loop outside of n8n, which keeps its
 * connections alive or opens one for each request, as n8n does.
 */
export type Contender = 'node' | 'httpRequest' | 'axios' | 'axiosNewConnections';

/** One measurement: what is run, and under which conditions. */
export interface Case {
  contender: Contender;
  /** The service speaks https. */
  tls: boolean;
  latencyMs: number;
  companies: number;
  concurrency: number;
  /** Life of the tokens that the sandbox issues. */
  tokenLifeSeconds: number;
  /** The option Evidence File of this node is on. */
  evidence?: boolean;
  /** Keep in Register of this node is on. */
  kept?: Kept;
  /** One small item a company: more than 500 MB of items are more than n8n can store with an execution. */
  small?: boolean;
}

export interface Kept {
  batchSize: number;
  /** The same list was screened before, so that everything comes from the register. */
  again: boolean;
}

/** A case that is not run, and why. */
interface Skipped {
  what: Omit<Case, 'contender' | 'tokenLifeSeconds'>;
  why: string;
}

export interface Plan {
  cases: Case[];
  skipped: Skipped[];
  estimateSeconds: number;
}

/** What the interface's sample shows. */
export const usualTokenLifeSeconds = 300;
const shortTokenLifeSeconds = 5;
const mostSecondsEach = 360;
const startSeconds = 18;
const fewCompanies = 200;
const contenders = ['node', 'httpRequest', 'axios', 'axiosNewConnections'] as const;

/** The whole matrix of the bench, or the few cases of a quick run. Real services speak https, so that it leads. */
export function planFor(quick: boolean): Plan {
  const widths = [1, 5, 10, 50];
  const cases: Case[] = [];
  const skipped: Skipped[] = [];
  for (const tls of [true, false])
    for (const latencyMs of [0, 100])
      for (const size of quick ? [latencyMs === 0 ? 3_000 : 1_000] : [1_000, 10_000])
        for (const concurrency of quick && !tls ? [10] : widths) {
          // One after the other, only the rate matters.
          const companies = concurrency === 1 && latencyMs > 0 && size === 1_000 ? fewCompanies : size;
          const what = { tls, latencyMs, companies, concurrency };
          const seconds = Math.round(secondsOf({ ...what, contender: 'node' }));
          if (seconds > mostSecondsEach) skipped.push({ what, why: `it would take ${seconds} s` });
          else
            for (const contender of contenders)
              cases.push({ contender, ...what, tokenLifeSeconds: usualTokenLifeSeconds });
        }
  cases.push({
    contender: 'node',
    tls: true,
    latencyMs: 100,
    companies: 1_000,
    concurrency: 10,
    tokenLifeSeconds: shortTokenLifeSeconds,
  });
  const estimateSeconds = cases.reduce((sum, one) => sum + secondsOf(one) + startSecondsOf(one), 0);
  return { cases, skipped, estimateSeconds };
}

const startSecondsOf = ({ contender }: Case) =>
  contender === 'node' || contender === 'httpRequest' ? startSeconds : 1;

// Milliseconds of processor time for each company, roughly: what a case costs beyond the service's latency.
const workMs: Record<Contender, number> = { node: 2.5, httpRequest: 7, axios: 0.7, axiosNewConnections: 2 };

function secondsOf({ contender, latencyMs, companies, concurrency }: Omit<Case, 'tokenLifeSeconds'>): number {
  return (companies * Math.max(latencyMs / concurrency, workMs[contender])) / 1_000;
}
