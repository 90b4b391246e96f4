// Clocks, waits and deadlines of a run. They come from outside, so that no test has to wait.

export interface Clock {
  /** The time of day, in epoch milliseconds. */
  epochMs: () => number;
  /** Milliseconds of a clock that is never corrected. Only differences mean something. */
  monotonicMs: () => number;
  /** Gives a signal that is aborted after so many milliseconds. */
  timeout: (ms: number) => AbortSignal;
}

/** Resolves after so many milliseconds. It may reject when the signal is aborted, or ignore it. */
export type Timer = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Time extends Clock {
  sleep: Timer;
  /** Gives a number from 0 to 1. */
  random: () => number;
}

export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  timeout: (ms) => AbortSignal.timeout(ms),
};

export const ONE_HOUR_MS = 60 * 60 * 1000;
export const ONE_DAY_MS = 24 * ONE_HOUR_MS;

/** The longest timer: Node.js ends a longer one at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Tells any number of listeners that a signal was aborted. An AbortSignal warns of a leak from eleven listeners on, and a run has thousands
 * of waits.
 */
export class Cancellation {
  private readonly listeners = new Set<() => void>();

  constructor(private readonly signal: AbortSignal | undefined) {
    signal?.addEventListener('abort', () => {
      for (const listener of this.listeners) listener();
    });
  }

  get isCancelled(): boolean {
    return this.signal?.aborted ?? false;
  }

  /** The reason why it ended. */
  get reason(): unknown {
    const reason: unknown = this.signal?.reason;
    return reason;
  }

  /** @throws the reason, once it has ended */
  throwIfCancelled(): void {
    this.signal?.throwIfAborted();
  }

  /** Calls the listener at the end, at once if it has ended. Returns the function that removes the listener. */
  listen(listener: () => void): () => void {
    if (this.isCancelled) listener();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A sleep of any length that rejects with the reason as soon as the run ends. */
export function createSleep(cancellation: Cancellation, timer: Timer): (ms: number) => Promise<void> {
  return async (ms) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= MAX_TIMER_MS) {
      await untilCancelled(cancellation, (signal) => timer(Math.min(leftMs, MAX_TIMER_MS), signal));
    }
    cancellation.throwIfCancelled();
  };
}

/** The time ran out. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/**
 * Returns a function that starts a deadline within the run, and gives the earlier end of the two. Deadlines that start within a hundredth
 * of it of each other share a timer, since thousands of timers cost processor time. None ends early; it may end a hundredth late.
 */
export function createDeadline(timeoutMs: number, run: Cancellation, clock: Clock): () => Cancellation {
  const sharedMs = timeoutMs / 100;
  const begin = () => {
    const controller = new AbortController();
    const stopListening = run.listen(() => {
      controller.abort(run.reason);
    });
    const timer = clock.timeout(Math.min(Math.ceil(timeoutMs + sharedMs), MAX_TIMER_MS));
    timer.addEventListener('abort', () => {
      stopListening();
      controller.abort(new DeadlineExceeded());
    });
    return new Cancellation(controller.signal);
  };
  let latest: { beganAt: number; deadline: Cancellation } | undefined;
  return () => {
    const now = clock.monotonicMs();
    if (!latest || now - latest.beganAt > sharedMs) latest = { beganAt: now, deadline: begin() };
    return latest.deadline;
  };
}

/**
 * Runs the action until the end. Then aborts its signal, and waits for it no longer.
 *
 * @throws why it ended, or what the action throws
 */
export async function untilCancelled<T>(
  cancellation: Cancellation,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  cancellation.throwIfCancelled();
  const controller = new AbortController();
  let stopListening = () => undefined as unknown;
  try {
    return await new Promise<T>((resolve, reject) => {
      stopListening = cancellation.listen(() => {
        const { reason } = cancellation;
        reject(reason instanceof Error ? reason : new Error(String(reason)));
        controller.abort(reason);
      });
      action(controller.signal).then(resolve, reject);
    });
  } finally {
    stopListening();
  }
}
