// Retries with exponential backoff and full jitter.

/** The reason why an attempt failed, as far as the next one depends on it; `mayRepeat` says whether there may be one. */
export type RetryAdvice =
  /** The run ended before it could start. */
  | { reason: 'interrupted' }
  /** The others need not wait. */
  | { reason: 'failed'; mayRepeat: boolean }
  /** The other side asked to wait so many milliseconds: the whole run waits. */
  | { reason: 'unavailable'; mayRepeat: boolean; askedMs: number }
  /** The other side refused it as one too many: the whole run waits, and is slower after that. */
  | { reason: 'tooMany'; mayRepeat: boolean; askedMs: number };

/** The reason why the whole run waits. */
export type SlowReason = Extract<RetryAdvice, { askedMs: number }>['reason'];

export interface RetryOptions {
  /** Attempts after the first one. */
  maxRetries: number;
  advise: (error: unknown) => RetryAdvice;
  sleep: (ms: number) => Promise<void>;
  /** Takes the milliseconds that everything has to wait. */
  slowAll: (ms: number, reason: SlowReason) => void;
  /** Gives a number from 0 to 1. */
  random: () => number;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 20_000;
/** The longest wait: a request for which the other side asks for more is not repeated. */
export const MAX_RETRY_AFTER_MS = 120_000;

/**
 * Runs the attempt until it succeeds or may not be repeated.
 *
 * @throws the error of the last attempt that really started
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  let lastFailure: Promise<T> | undefined;
  for (let retries = 0; ; retries++) {
    const running = attempt();
    try {
      return await running;
    } catch (error) {
      const advice = options.advise(error);
      if (advice.reason === 'interrupted') return await (lastFailure ?? running);
      const askedMs = advice.reason === 'failed' ? 0 : advice.askedMs;
      const waitMs = Math.max(
        askedMs,
        options.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries),
      );
      // The pause holds even if this task gives up: the others should not run into the same.
      if (advice.reason !== 'failed') options.slowAll(Math.min(waitMs, MAX_RETRY_AFTER_MS), advice.reason);
      const mayRetry = advice.mayRepeat && retries < options.maxRetries && askedMs <= MAX_RETRY_AFTER_MS;
      if (!mayRetry) return await running;

      lastFailure = running;
      // The failure before the wait is what happened, if the run ends during the wait.
      await options.sleep(waitMs).catch(() => running);
    }
  }
}
