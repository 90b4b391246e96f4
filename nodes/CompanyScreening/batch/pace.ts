// When the next request of the run may start: a start rate, and pauses for the whole run.

export interface PaceOptions {
  /** 0 means no limit. Any other rate is kept, however low; below 0.01 a run would seem to hang. */
  startsPerSecond: number;
  sleep: (ms: number) => Promise<void>;
  /** Milliseconds of a clock that nobody sets: a pause is not to grow with a correction of the time of day. */
  now?: () => number;
}

export interface Pace {
  /** Resolves when the caller's turn to start has come. Rejects when `sleep` does. */
  turn(): Promise<void>;
  /** Nothing starts for so many milliseconds from now. */
  pause(ms: number): void;
}

/** Hands out turns to start, evenly spaced and in the order asked for. */
export function createPace({ startsPerSecond, sleep, now = () => performance.now() }: PaceOptions): Pace {
  const intervalMs = startsPerSecond > 0 ? 1000 / startsPerSecond : 0;
  let pausedUntil = -Infinity;
  let nextStartAt = -Infinity;

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
