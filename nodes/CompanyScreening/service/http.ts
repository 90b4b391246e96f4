// Meanings of the status and the headers of a reply.

/** Headers that are read here, as they came. */
export interface AgeHeaders {
  age?: string | undefined;
  'content-range'?: string | undefined;
  date?: string | undefined;
  'retry-after'?: string | undefined;
}

/** True for any success: which status the service uses is not documented. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

// A year. A longer wait means for ever, and "Infinity hours" is no help to anybody.
const LONGEST_WAIT_MS = 365 * 24 * 3_600_000;

/**
 * Milliseconds that the header Retry-After asks to wait (RFC 9110, section 10.2.3), as a number of seconds or as a date. Undefined if it
 * says neither. @param now this machine's time (epoch ms), which counts only if the reply has no date
 */
export function retryAfterMs(
  headers: Pick<AgeHeaders, 'age' | 'date' | 'retry-after'>,
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const date = httpDate(value);
  const askedMs = /^\d+$/.test(value) ? Number(value) * 1000 : date && date - (repliedAt(headers) ?? now);
  return askedMs === undefined ? undefined : Math.min(Math.max(0, askedMs), LONGEST_WAIT_MS);
}

// Dates in a header have a time and end like this; Date.parse alone would also find one in "soon 10". That of asctime names no zone.
const DATE = /^[^:]{1,30}:\d\d:\d\d (?:GMT|UTC|[+-]0000)$/i;
const ASCTIME = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/** The moment of a date in one of the three forms that a recipient has to accept (RFC 9110, section 5.6.7). */
export function httpDate(value: string): number | undefined {
  if (DATE.test(value)) return msOf(value);
  return ASCTIME.test(value) ? msOf(`${value} GMT`) : undefined;
}

function msOf(date: string): number | undefined {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The moment of the reply by the clock of whoever gave it, in epoch milliseconds: the header Date, and the Age that a cache on the way adds
 * (RFC 9110, section 6.6.1; RFC 9111, section 5.1). Undefined without a date.
 */
export function repliedAt(headers: Pick<AgeHeaders, 'age' | 'date'>): number | undefined {
  const givenAt = httpDate(headers.date?.trim() ?? '');
  return givenAt === undefined ? undefined : givenAt + cachedForMs(headers);
}

// Thirty years: a larger Age makes a reply no older, and a date with it stays one.
const MAX_AGE_S = 1e9;

/** Milliseconds for which a cache has held the reply, by its header Age; the first of several values counts. 0 if it says none. */
export function cachedForMs({ age }: Pick<AgeHeaders, 'age'>): number {
  const [seconds] = /^\d+/.exec(age?.trim() ?? '') ?? [];
  return Math.min(Number(seconds ?? 0), MAX_AGE_S) * 1000;
}

// Statuses of a whole body. 203 was changed on its way; 206, 207, 208 and 226 are parts of something, or differences to something older.
const WHOLE = new Set([200, 201, 202]);

/** True if nothing about the reply says that its body is a part, or not what the service gave (RFC 9110, section 15.3). */
export function isWhole(status: number, headers: Pick<AgeHeaders, 'content-range'>): boolean {
  return WHOLE.has(status) && headers['content-range'] === undefined;
}
