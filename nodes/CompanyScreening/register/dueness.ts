// When an answer is due again, so that its company is screened again.
import { ONE_DAY_MS } from '../batch/time';
import type { SoundAnswer } from './rows/answerRows';

/** What the user asks for; null: never. */
export type ScreenAgain =
  /** Once the answer is so old. */
  | { is: 'age'; ms: number }
  /** In a run that begins so many calendar dates after the run that got the answer. */
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
 * Pure. Dates are compared, never hours: a night that is late, or a run by hand on the day before, costs no night. What was answered a
 * moment ago is not due because midnight has passed. What lies in the future was dated by a clock that was wrong.
 */
export function isDue(
  answer: Pick<SoundAnswer, 'data' | 'screenedAt'>,
  { again, begunAtMs, nowMs, dateOf }: DueLimit,
): boolean {
  const { screenedAt } = answer;
  const screenedAtMs = Date.parse(screenedAt);
  if (screenedAtMs > nowMs + HOUR_MS) return true;
  const ageMs = begunAtMs - screenedAtMs;
  if (again.is === 'age') return ageMs >= again.ms;
  const dates = dayNumber(dateOf(begunAtMs)) - dayNumber(dateOf(runBegunAtMs(answer)));
  return ageMs >= SHORTEST_MS && dates >= again.dates;
}

/** Pure. The first date on which a run finds such an answer due, or the moment (ISO 8601) if that is a matter of its age. */
export function dueFrom(
  answer: Pick<SoundAnswer, 'data' | 'screenedAt'>,
  { again, dateOf }: DueRule,
): string {
  if (again.is === 'age') return new Date(Date.parse(answer.screenedAt) + again.ms).toISOString();
  return dateOfDay(dayNumber(dateOf(runBegunAtMs(answer))) + again.dates);
}

/** No run begins after its answers. If the row says so, a clock was put right in between, and the answer has the later, right time. */
function runBegunAtMs({ screenedAt, data: { begunAt } }: Pick<SoundAnswer, 'data' | 'screenedAt'>): number {
  return Math.min(Date.parse(begunAt), Date.parse(screenedAt));
}

const HOUR_MS = 3_600_000;
const SHORTEST_MS = 3 * HOUR_MS;

const dayNumber = (date: string): number => Date.parse(date) / ONE_DAY_MS;
const dateOfDay = (day: number): string => new Date(day * ONE_DAY_MS).toISOString().slice(0, 10);
