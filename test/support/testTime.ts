// A time for tests: nobody waits in it, and it moves on at will.
import type { Time } from '../../nodes/CompanyScreening/flowControl/time';

export interface TestTime extends Time {
  /** Milliseconds that each wait would have taken. */
  slept: number[];
  /** Moves all clocks on. */
  later: (seconds: number) => void;
  /** The deadlines in the order in which they began, with their lengths in milliseconds. */
  deadlines: { ms: number; pass: () => void }[];
}

/**
 * Begins with the present. A wait moves the clocks on and takes a few milliseconds. A deadline passes when the test says so, and never by itself.
 * Real time moves the time of day only, so a busy machine makes no difference to a wait.
 */
export function testTime(): TestTime {
  let movedMs = 0;
  let onlyMonotonicMs = 0;
  const beganAtMs = performance.now();
  const slept: number[] = [];
  const deadlines: TestTime['deadlines'] = [];
  return {
    slept,
    deadlines,
    later: (seconds) => {
      movedMs += seconds * 1000;
    },
    epochMs: () => Date.now() + movedMs,
    monotonicMs: () => beganAtMs + movedMs + onlyMonotonicMs,
    async sleep(ms, signal) {
      slept.push(ms);
      movedMs += ms;
      // A run's beats pass beside a real request: were they over at once, days would pass until its reply comes.
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms / 1000, 20)));
      signal.throwIfAborted();
    },
    timeout(ms) {
      const controller = new AbortController();
      // Requests that begin together share a deadline; here each has its own, which can pass alone.
      onlyMonotonicMs += ms / 50;
      deadlines.push({
        ms,
        pass: () => {
          controller.abort();
        },
      });
      return controller.signal;
    },
    // The longest backoff: the waits cost nothing.
    random: () => 1,
  };
}
