// The pace of a run: a start rate, pauses for the whole run, and a slower pace after them.

export interface PaceOptions {
  /** Starts per second; 0 for no limit. Any other rate is kept, however low; below 0.01 a run would seem to hang. */
  startsPerSecond: number;
  sleep: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock: a pause must not grow when the time of day is corrected. */
  now: () => number;
}

export interface Pace {
  /** Resolves when the caller may start. Rejects when `sleep` does. */
  turn(): Promise<void>;
  /** Starts nothing for this many milliseconds, and later starts are slower: the other side has refused a request as one too many. */
  pauseAndSlow(ms: number): void;
  /** Starts nothing for this many milliseconds; later starts are as before. */
  pauseOnly(ms: number): void;
}

// Requests that were in progress together are refused together, which counts as one refusal.
const ONE_REFUSAL_MS = 1000;
const RATE_OVER_MS = 1000;

/** Hands out turns to start, evenly spaced and in the order asked for. */
export function createPace({ startsPerSecond, sleep, now }: PaceOptions): Pace {
  const maxRate = startsPerSecond > 0 ? startsPerSecond : Infinity;
  let allowance: Allowance = FREE;
  let refusedAt = -Infinity;
  let pausedUntil = -Infinity;
  let slowedFrom = -Infinity;
  let lastStartAt = -Infinity;
  let lastTurn = Promise.resolve();
  // Starts of the last second. After the first refusal, the allowance says the rate.
  const starts: number[] = [];

  const rate = () => Math.min(maxRate, rateOf(allowance, Math.max(0, now() - slowedFrom)));
  const forgetBefore = (time: number) => {
    while ((starts[0] ?? Infinity) < time) starts.shift();
  };
  const rateInUse = () => {
    if (allowance.kind !== 'free') return rate();
    forgetBefore(now() - RATE_OVER_MS);
    return (starts.length * 1000) / RATE_OVER_MS;
  };

  const waitForStart = async (askedAt: number) => {
    for (;;) {
      // Rate and pause may change while this one waits.
      const startAt = Math.max(askedAt, pausedUntil, lastStartAt + 1000 / rate());
      if (startAt <= now()) {
        lastStartAt = startAt;
        if (allowance.kind === 'free') {
          forgetBefore(startAt - RATE_OVER_MS);
          starts.push(startAt);
        }
        return;
      }
      // Timers know whole milliseconds only.
      await sleep(Math.ceil(startAt - now()));
    }
  };

  return {
    async turn() {
      const askedAt = now();
      const turnBefore = lastTurn;
      let pass: () => void = () => undefined;
      lastTurn = new Promise((resolve) => (pass = resolve));
      try {
        await turnBefore;
        await waitForStart(askedAt);
      } finally {
        pass();
      }
    },
    pauseAndSlow(ms) {
      if (now() >= Math.max(pausedUntil, refusedAt + ONE_REFUSAL_MS)) {
        allowance = afterRefusal(allowance, rateInUse());
        refusedAt = now();
      }
      pausedUntil = Math.max(pausedUntil, now() + ms);
      slowedFrom = pausedUntil;
    },
    pauseOnly(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
  };
}

export type Allowance =
  /** Nothing was refused: no limit. */
  | { kind: 'free' }
  /** One refusal: starts slowly, at this rate, and doubles until it is refused again. */
  | { kind: 'search'; firstRate: number }
  /** Several refusals, the latest at this rate: back near it quickly, past it slowly, then faster the longer nothing is refused. */
  | { kind: 'recover'; refusedRate: number };

export const FREE: Allowance = { kind: 'free' };

/** Share of the rate in use with which a search begins: a run alone is soon back, many runs together stay few. */
const SLOW_START_SHARE = 0.2;
const MIN_SLOW_START_PER_SECOND = 1;
const DOUBLES_AFTER_MS = 3000;
const KEPT_SHARE = 0.7;
const RECOVERS_AFTER_MS = 20_000;
// A run below this rate would seem to hang.
const MIN_PER_SECOND = 0.25;

/** Gives the allowance after a refusal at this rate of starts. */
export function afterRefusal(allowance: Allowance, rate: number): Allowance {
  return allowance.kind === 'free'
    ? { kind: 'search', firstRate: Math.max(MIN_SLOW_START_PER_SECOND, SLOW_START_SHARE * rate) }
    : { kind: 'recover', refusedRate: rate };
}

/** Gives the starts per second, this long after the pause that followed the refusal. */
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
