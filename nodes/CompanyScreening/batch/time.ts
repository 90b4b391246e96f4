// Clocks, waits and chance, as a run uses them. They come from outside, so that no test has to wait.

export interface Clock {
  /** The time of day, in epoch milliseconds. */
  epochMs: () => number;
  /** Milliseconds of a clock that is never corrected. Only differences mean something. */
  monotonicMs: () => number;
  /** A signal that is aborted after so many milliseconds. */
  timeout: (ms: number) => AbortSignal;
}

/** Resolves after so many milliseconds. It may reject when the signal is aborted, or ignore it. */
export type Timer = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Time extends Clock {
  sleep: Timer;
  /** From 0 to 1. */
  random: () => number;
}

export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  timeout: (ms) => AbortSignal.timeout(ms),
};

export const ONE_HOUR_MS = 60 * 60 * 1000;
export const ONE_DAY_MS = 24 * ONE_HOUR_MS;
