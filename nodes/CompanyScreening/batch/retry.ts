// When to try again: exponential backoff with full jitter, within a quota for the whole run.

/** What a failed attempt allows. */
export interface RetryAdvice {
  retry: boolean;
  /** The other side asked to wait so long, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The other side is overloaded: the whole run waits, not only this task. */
  slowsAll?: boolean;
  /** The run ended before this attempt could start. */
  interrupted?: boolean;
}

export interface RetryOptions {
  /** Attempts after the first one. */
  maxRetries: number;
  quota: RetryQuota;
  advise: (error: unknown) => RetryAdvice;
  sleep: (ms: number) => Promise<void>;
  /** Told how long everything has to wait, in milliseconds. */
  slowAll: (ms: number) => void;
  /** From 0 to 1; Math.random outside of tests. */
  random?: () => number;
}

const FIRST_BACKOFF_MS = 500;
const MOST_BACKOFF_MS = 20_000;
/** A longer wait than this is not sat out: the failure is reported instead. */
export const MOST_RETRY_AFTER_MS = 120_000;

/**
 * A budget of retries for a whole run, so that an outage costs little more than one attempt a task. What a task
 * took is given back when it succeeds after all.
 */
export class RetryQuota {
  constructor(private left: number) {}

  take(): boolean {
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  giveBack(count: number): void {
    this.left += count;
  }
}

/**
 * Runs the attempt until it succeeds or may not be repeated.
 *
 * @throws what the last attempt threw that really started
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  let lastFailure: Promise<T> | undefined;
  for (let retries = 0; ; retries++) {
    const running = attempt();
    const [settled] = await Promise.allSettled([running]);
    if (settled.status === 'fulfilled') {
      options.quota.giveBack(retries);
      return settled.value;
    }
    const advice = options.advise(settled.reason);
    if (advice.interrupted) return await (lastFailure ?? running);
    const askedMs = advice.retryAfterMs ?? 0;
    const waitMs = Math.max(askedMs, backoffMs(retries, options.random ?? Math.random));
    // Also where this task gives up: the others are not to run into the same.
    if (advice.slowsAll) options.slowAll(Math.min(waitMs, MOST_RETRY_AFTER_MS));
    const mayRetry = advice.retry && retries < options.maxRetries && askedMs <= MOST_RETRY_AFTER_MS;
    if (!mayRetry || !options.quota.take()) return await running;

    lastFailure = running;
    // A wait that is cut short ends in the failure that it followed.
    await options.sleep(waitMs).catch(() => running);
  }
}

function backoffMs(retries: number, random: () => number): number {
  return random() * Math.min(MOST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries);
}
