// The numbers that workbooks keep for dates and times → texts.

/** The day from which a workbook counts. */
export type DateSystem = '1900' | '1904';

const DAY = 86_400_000;

/** @returns `2023-06-26` or `2023-06-26T18:00:00`; the number itself where no such date exists */
export function dateOf(days: number, system: DateSystem): number | string {
  const milliseconds = Math.round(days * DAY);
  // Where it counts from 1900, there is a 29th of February 1900, and before it every day has the number of the next.
  const isBefore = system === '1900' && days < 61;
  if (days < (system === '1900' ? 1 : 0) || (isBefore && days >= 60)) return days;
  const first = system === '1904' ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, isBefore ? 31 : 30);
  const date = new Date(first + milliseconds);
  return date.getTime() < Date.UTC(10_000, 0) ? isoDate(date.toISOString()) : days;
}

/** @param days less than one, unless it is a length of time @returns `18:30:00` */
export function timeOf(days: number): number | string {
  if (days < 0) return days;
  const milliseconds = Math.round(days * DAY);
  const rest = new Date(milliseconds % 3_600_000).toISOString().slice(13, 23);
  return withoutZeros(String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0') + rest);
}

/** An ISO date without what says nothing: its time, if that is midnight, and its milliseconds. */
export const isoDate = (iso: string): string =>
  withoutZeros(iso.replace(/Z$/, '')).replace(/T00:00(?::00)?$/, '');

/** @param duration such as `PT18H30M00S` @returns `18:30:00` */
export const isoTime = (duration: string): string =>
  withoutZeros(duration.replace(/^PT(\d+)H(\d\d)M(\d\d(?:\.\d+)?)S$/, '$1:$2:$3'));

const withoutZeros = (time: string) => time.replace(/(:\d\d)\.0+$/, '$1');
