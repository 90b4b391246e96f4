// The calendar of a run: a moment as the day and time of the workflow's time zone.
import { tryToParseDateTime, type IExecuteFunctions } from 'n8n-workflow';

export interface Calendar {
  timeZone: string;
  /** The date of an instant (epoch milliseconds), as 2026-03-01. */
  dateOf: (epochMs: number) => string;
  /** The date with the time, as 2026-03-01 17:02. */
  timeOf: (epochMs: number) => string;
}

export function calendarOf(context: Pick<IExecuteFunctions, 'getTimezone'>): Calendar {
  const timeZone = context.getTimezone();
  const inZone = (epochMs: number, format: string) =>
    tryToParseDateTime(new Date(epochMs), timeZone).toFormat(format);
  // The answers of one night share the moment at which it began.
  const dates = new Map<number, string>();
  return {
    timeZone,
    dateOf(epochMs) {
      const date = dates.get(epochMs) ?? inZone(epochMs, 'yyyy-MM-dd');
      dates.set(epochMs, date);
      return date;
    },
    timeOf: (epochMs) => inZone(epochMs, 'yyyy-MM-dd HH:mm'),
  };
}
