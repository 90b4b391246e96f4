// The header Retry-After (RFC 9110, section 10.2.3): a number of seconds, or a date.

/** What the header asks to wait from `now` (epoch ms), in milliseconds; undefined where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A date always holds letters; Date.parse alone would take "1.5" for one.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
