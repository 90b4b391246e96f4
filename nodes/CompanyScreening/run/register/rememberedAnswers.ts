// What of a run comes from the register: when it was screened, and when it is due again, as people read it.
import { dueFrom, type DueRule } from '../../register/facts/dueness';
import type { SoundAnswer } from '../../register/rows/answerRows';
import type { Calendar } from '../../batch/calendar';

/** In the time zone of the workflow. */
export interface AnswerTimes {
  timeZone: string;
  /** The oldest answer from the register: when, as 2026-03-01 17:02, and how old it is. Null if there is none. */
  oldest: { at: string; ageMs: number } | null;
  /** From when on some of them are due: a date, or a time, as 2026-03-01 17:02. Null: never. */
  dueFrom: string | null;
}

export class RememberedAnswers {
  private oldest: string | undefined;
  /** The earliest date, and the earliest moment. */
  private readonly due: { date?: string; moment?: string } = {};

  constructor(
    private readonly calendar: Calendar,
    private readonly rule: DueRule | null,
  ) {}

  add(answer: SoundAnswer): void {
    const { screenedAt } = answer;
    this.oldest = this.oldest === undefined || screenedAt < this.oldest ? screenedAt : this.oldest;
    const due = this.rule && dueFrom(answer, this.rule);
    if (due === null) return;
    const kind = due.includes('T') ? 'moment' : 'date';
    const earliest = this.due[kind];
    if (earliest === undefined || due < earliest) this.due[kind] = due;
  }

  times(nowMs: number): AnswerTimes {
    const { timeZone, timeOf } = this.calendar;
    const { oldest } = this;
    const { date, moment } = this.due;
    const times = [date, moment && timeOf(Date.parse(moment))].filter((one) => one !== undefined);
    const oldestMs = oldest === undefined ? null : Date.parse(oldest);
    return {
      timeZone,
      oldest: oldestMs === null ? null : { at: timeOf(oldestMs), ageMs: Math.max(0, nowMs - oldestMs) },
      dueFrom: times.toSorted()[0] ?? null,
    };
  }
}
