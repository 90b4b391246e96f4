// When an answer is due again, so that its company is screened again.
import { ONE_DAY_MS, ONE_HOUR_MS } from '../../batch/time';

/** What decides when an answer is due: when it came (ISO 8601), and when the run began that asked for it. */
export interface DatedAnswer {
  screenedAt: string;
  data: { begunAt: string };
}

/** What the user asks for; null: never. */
export type ScreenAgain =
  /** Once the answer is so old. */
  | { is: 'age'; ms: number }
  /** In a run that begins so many calendar dates, or nearly so many days, after the run that got the answer. */
  | { is: 'dates'; dates: number }
  | null;

/** What holds for a run. */
export interface DueRule {
  again: NonNullable<ScreenAgain>;
  /** The calendar date of an instant (epoch milliseconds) in the time zone of the workflow, as 2026-03-01. */
  dateOf: (epochMs: number) => string;
}

/** The moment at which it asks. */
export interface DueLimit extends DueRule {
  /** When the run that asks began, in epoch milliseconds: what is due does not change while it goes on. */
  begunAtMs: number;
  nowMs: number;
}

/**
 * Pure. Dates are compared: a night that is late, or a run by hand on the day before, costs no night. Nor does a night that began, or was
 * finished, after midnight, if the next one begins before midnight again: then nearly a day is enough. What was answered a moment ago is
 * not due because midnight has passed. What lies in the future was dated by a clock that was wrong.
 */
export function isDue(answer: DatedAnswer, { again, begunAtMs, nowMs, dateOf }: DueLimit): boolean {
  const { screenedAt } = answer;
  const screenedAtMs = Date.parse(screenedAt);
  if (screenedAtMs > nowMs + ONE_HOUR_MS) return true;
  const ageMs = begunAtMs - screenedAtMs;
  if (again.is === 'age') return ageMs >= again.ms;
  const answeredIn = runBegunAtMs(answer);
  const dates = dayNumber(dateOf(begunAtMs)) - dayNumber(dateOf(answeredIn));
  const isLater = dates >= again.dates || begunAtMs >= nearlyDays(answeredIn, again.dates);
  return ageMs >= SHORTEST_MS && isLater;
}

/** Pure. The first date on which a run finds such an answer due, or the moment (ISO 8601) if that is not the beginning of a date. */
export function dueFrom(answer: DatedAnswer, { again, dateOf }: DueRule): string {
  const screenedAtMs = Date.parse(answer.screenedAt);
  if (again.is === 'age') return new Date(screenedAtMs + again.ms).toISOString();
  const answeredIn = runBegunAtMs(answer);
  const date = dateOfDay(dayNumber(dateOf(answeredIn)) + again.dates);
  const nearly = nearlyDays(answeredIn, again.dates);
  const shortest = screenedAtMs + SHORTEST_MS;
  if (dateOf(nearly) < date) return new Date(Math.max(nearly, shortest)).toISOString();
  return dateOf(shortest) < date ? date : new Date(shortest).toISOString();
}

/** No run begins after its answers. If the row says so, a clock was put right in between, and the answer has the later, right time. */
function runBegunAtMs({ screenedAt, data: { begunAt } }: DatedAnswer): number {
  return Math.min(Date.parse(begunAt), Date.parse(screenedAt));
}

/** So many days later, less an hour: a schedule begins at the same time, but for a few minutes. */
const nearlyDays = (sinceMs: number, days: number): number => sinceMs + days * ONE_DAY_MS - ONE_HOUR_MS;

const SHORTEST_MS = 3 * ONE_HOUR_MS;

const dayNumber = (date: string): number => Date.parse(date) / ONE_DAY_MS;
const dateOfDay = (day: number): string => new Date(day * ONE_DAY_MS).toISOString().slice(0, 10);
