// Dates as services write them: which moment a text or a number means.

// From September 2001 on, in seconds; a number of milliseconds has three digits more.
const MIN_SECONDS = 1e9;
const MAX_SECONDS = 1e11;
const MAX_MS = 1e14;
const JSON_DATE = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
const DIGITS = /^\d{10,14}(?:\.\d+)?$/;

/** Epoch milliseconds of an ISO date, of a number of seconds or milliseconds, or of `/Date(ms)/`. Undefined if it is none of them. */
export function readDate(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, inJson] = JSON_DATE.exec(text) ?? [];
  if (inJson !== undefined) return Number(inJson);
  if (DIGITS.test(text)) return epochMs(Number(text));
  // Date.parse finds a date in nearly every text, even in "7"; one that can be meant has a year.
  const parsed = /\d{4}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function epochMs(value: number): number | undefined {
  if (value >= MIN_SECONDS && value < MAX_SECONDS) return value * 1000;
  return value >= MAX_SECONDS && value < MAX_MS ? value : undefined;
}
