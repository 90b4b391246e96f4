// The header Retry-After (RFC 9110, section 10.2.3): a number of seconds, or a date.

/** What the header asks to wait from `now` (epoch ms), in milliseconds; undefined where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A date in a header ends so; Date.parse alone would find one in "soon 10" as well.
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
