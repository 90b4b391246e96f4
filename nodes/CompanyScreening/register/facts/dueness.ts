// The rule by which an answer is due again: its company is then screened, and paid for, again.
import { ONE_DAY_MS, ONE_HOUR_MS } from '../../flowControl/time';

/** An answer by the facts that make it due: when it came (ISO 8601), and when the run began that asked for it. */
export interface DatedAnswer {
  screenedAt: string;
  data: { begunAt: string };
}

/** The user's choice; null: never. */
export type ScreenAgain =
  /** Due once the answer is so old. */
  | { is: 'age'; ms: number }
  /** Due in a run that begins so many calendar dates, or nearly so many days, after the run that got the answer. */
  | { is: 'dates'; dates: number }
  | null;

export interface DueRule {
  again: NonNullable<ScreenAgain>;
  /** The calendar date of an instant (epoch milliseconds) in the time zone of the workflow, as 2026-03-01. */
  dateOf: (epochMs: number) => string;
}

/** The rule at the moment at which it is applied. */
export interface DueLimit extends DueRule {
  /** The beginning of the run that asks, in epoch milliseconds: dueness does not change while it goes on. */
  begunAtMs: number;
  nowMs: number;
}

/**
 * Compares dates: a night that is late, or a run by hand on the day before, costs no night. If a night began or ended after midnight, and
 * the next one begins before midnight again, nearly a day is enough. An answer of a moment ago is not due because midnight has passed. An
 * answer from the future was dated by a wrong clock.
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

/** The first date on which a run finds such an answer due, or the moment (ISO 8601) if that is not the beginning of a date. */
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

/**
 * The beginning of its run, but never after the answer. If the row says so, a clock was put right in between, and the answer has the later,
 * right time.
 */
function runBegunAtMs({ screenedAt, data: { begunAt } }: DatedAnswer): number {
  return Math.min(Date.parse(begunAt), Date.parse(screenedAt));
}

/** Leaves an hour's room: a schedule begins within a few minutes of the same time. */
const nearlyDays = (sinceMs: number, days: number): number => sinceMs + days * ONE_DAY_MS - ONE_HOUR_MS;

const SHORTEST_MS = 3 * ONE_HOUR_MS;

const dayNumber = (date: string): number => Date.parse(date) / ONE_DAY_MS;
const dateOfDay = (day: number): string => new Date(day * ONE_DAY_MS).toISOString().slice(0, 10);
