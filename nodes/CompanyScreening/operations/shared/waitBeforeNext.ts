// When to ask again for what the service has not finished.
import type { InquiryHistory } from './requestTask';

const MAX_INTERVAL_SECONDS = 60;
const GROWTH = 1.5;

/**
 * How long to wait before asking again, in milliseconds; undefined when the time to wait is up, or will be before the service wants to be
 * asked again.
 *
 * @param askedMs how long the service asks to wait at least
 */
export function waitBeforeNext(
  { maxWaitSeconds, pollIntervalSeconds }: Record<'maxWaitSeconds' | 'pollIntervalSeconds', number>,
  { times, sinceMs }: Pick<InquiryHistory, 'sinceMs' | 'times'>,
  askedMs = 0,
): number | undefined {
  const leftMs = maxWaitSeconds * 1000 - sinceMs;
  if (leftMs <= 0 || askedMs > leftMs) return undefined;
  const longest = Math.max(pollIntervalSeconds, MAX_INTERVAL_SECONDS);
  const intervalMs = Math.min(longest, pollIntervalSeconds * GROWTH ** (times - 1)) * 1000;
  return Math.min(leftMs, Math.max(intervalMs, askedMs));
}
