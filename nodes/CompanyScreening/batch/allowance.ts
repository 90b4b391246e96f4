// How many requests a run may start per second after some were refused as too many. The limit is unknown, and runs on other
// workers may share it, so each run finds its share by itself, as TCP does (slow start, then CUBIC, RFC 9438).

export type Allowance =
  /** Nothing was refused: no limit. */
  | { kind: 'free' }
  /** Refused once: starts slowly, at this rate, and doubles until it is refused again. */
  | { kind: 'search'; firstRate: number }
  /** Refused at this rate: back near it quickly, past it slowly, then faster the longer nothing is refused. */
  | { kind: 'recover'; refusedRate: number };

export const FREE: Allowance = { kind: 'free' };

/** The share of the rate in use that a search begins with: a run alone is soon back, many runs together stay few. */
const SLOW_START_SHARE = 0.2;
const MIN_SLOW_START_PER_SECOND = 1;
const DOUBLES_AFTER_MS = 3000;
/** The share of a rate that is kept when it is refused. */
const KEPT_SHARE = 0.7;
const RECOVERS_AFTER_MS = 20_000;
// Below this, a run would seem to hang.
const MIN_PER_SECOND = 0.25;

/** The allowance after a refusal at this rate of starts. */
export function afterRefusal(allowance: Allowance, rate: number): Allowance {
  return allowance.kind === 'free'
    ? { kind: 'search', firstRate: Math.max(MIN_SLOW_START_PER_SECOND, SLOW_START_SHARE * rate) }
    : { kind: 'recover', refusedRate: rate };
}

/** Starts per second, this long after the pause that followed the refusal. */
export function rateOf(allowance: Allowance, elapsedMs: number): number {
  switch (allowance.kind) {
    case 'free':
      return Infinity;
    case 'search':
      return allowance.firstRate * 2 ** (elapsedMs / DOUBLES_AFTER_MS);
    case 'recover': {
      const left = 1 - elapsedMs / RECOVERS_AFTER_MS;
      return Math.max(MIN_PER_SECOND, allowance.refusedRate * (1 - (1 - KEPT_SHARE) * left ** 3));
    }
  }
}
