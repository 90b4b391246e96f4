// The months of a register in the time zone of the workflow.
import { tryToParseDateTime } from 'n8n-workflow';

export interface Month {
  /** 2026-03 */
  name: string;
  /** Epoch milliseconds. */
  startMs: number;
  /** Of the month that goes on, now. */
  endMs: number;
  isFinished: boolean;
}

/** Twenty years: a row with a wrong date does not make thousands of them. */
const MAX_MONTHS = 240;

/** Pure. When the month of this instant began, in epoch milliseconds. */
export const monthStart = (nowMs: number, timezone: string): number =>
  startOfMonth(nowMs, timezone).toMillis();

const startOfMonth = (nowMs: number, timezone: string) =>
  tryToParseDateTime(new Date(nowMs), timezone).startOf('month');

/** Pure. Every month from that of the first instant to that of now, the oldest first. @param timezone such as Europe/Berlin */
export function monthsSince(firstMs: number, nowMs: number, timezone: string): Month[] {
  const months: Month[] = [];
  let start = startOfMonth(nowMs, timezone);
  for (
    let endMs = nowMs;
    months.length < MAX_MONTHS;
    endMs = start.toMillis(), start = start.minus({ months: 1 })
  ) {
    const isFinished = months.length > 0;
    months.unshift({ name: start.toFormat('yyyy-MM'), startMs: start.toMillis(), endMs, isFinished });
    if (start.toMillis() <= firstMs) break;
  }
  return months;
}
