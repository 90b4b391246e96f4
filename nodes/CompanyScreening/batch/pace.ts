// When the next request of the run may start: a start rate, and pauses for the whole run.

export interface PaceOptions {
  /** 0 means no limit. */
  startsPerSecond: number;
  sleep: (ms: number) => Promise<void>;
  /** Epoch milliseconds; Date.now outside of tests. */
  now?: () => number;
}

export interface Pace {
  /** Resolves when the caller's turn to start has come. Rejects when `sleep` does. */
  turn(): Promise<void>;
  /** Nothing starts for so many milliseconds from now. */
  pause(ms: number): void;
}

/** Hands out turns to start, evenly spaced and in the order asked for. */
export function createPace({ startsPerSecond, sleep, now = Date.now }: PaceOptions): Pace {
  const intervalMs = startsPerSecond > 0 ? 1000 / startsPerSecond : 0;
  let pausedUntil = 0;
  let nextStartAt = 0;

  return {
    async turn() {
      // A pause may begin, or be prolonged, while this one waits: it then asks for a new turn.
      do {
        const startAt = Math.max(now(), nextStartAt, pausedUntil);
        nextStartAt = startAt + intervalMs;
        if (startAt > now()) await sleep(startAt - now());
      } while (pausedUntil > now());
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
  };
}
