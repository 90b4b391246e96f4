// Counts of a run from the register: when companies were screened and are due again, what waits for a person, what changed.
import { earliest } from '../../names/plainText';
import type { Case } from '../../register/cases/cases';
import type { CompanyResult } from '../../register/companies/companyResult';
import { deskCasesOf, unansweredRunsOf } from '../../register/companies/deskCases';
import { dueFrom, type DueRule } from '../../register/facts/dueness';
import type { IntactAnswer } from '../../register/rows/answerRows';
import type { Claim } from '../../register/rows/claimRows';
import type { AnswerTimes, WaitingCases } from '../state/itemState';
import type { CasesInRow, ChangeCounts } from '../state/runCounts';
import type { Calendar } from '../state/runContext';

export class RememberedAnswers {
  private oldest: string | undefined;
  /** The earliest date, and the earliest moment. */
  private readonly due: { date?: string; moment?: string } = {};

  constructor(
    private readonly calendar: Calendar,
    private readonly rule: DueRule | null,
  ) {}

  add(answer: IntactAnswer): void {
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
      dueFrom: earliest(times) || null,
    };
  }
}

/**
 * @param cases of the companies of the list
 * @param unanswered open claims of runs that are over
 * @param nowMs epoch milliseconds
 */
export function waitingCases(
  cases: readonly Case[],
  unanswered: readonly Claim[],
  nowMs: number,
): WaitingCases {
  const companies = [{ cases }];
  const open = deskCasesOf({ companies, unansweredRuns: unansweredRunsOf(companies, unanswered, []) });
  const oldest = earliest(open.map(({ since }) => since).filter(Boolean));
  return { count: open.length, oldestMs: oldest === '' ? null : Math.max(0, nowMs - Date.parse(oldest)) };
}

export const casesInRow = ({ count, oldestMs }: WaitingCases, nowMs: number): CasesInRow => ({
  openCases: count,
  oldestCaseAt: oldestMs === null ? '' : new Date(nowMs - oldestMs).toISOString(),
});

export const NO_CHANGE: ChangeCounts = { newHits: 0, changedHits: 0, hitsListedAgain: 0, goneHits: 0 };

/** Each hit of a company counts once. */
export function withChangesOf(before: ChangeCounts, result: CompanyResult): ChangeCounts {
  if (result.is !== 'answer' || result.remembered) return before;
  const { hits, gone } = result.changes;
  const having = (wanted: string) => [...hits.values()].filter((change) => change === wanted).length;
  return {
    newHits: before.newHits + having('new'),
    changedHits: before.changedHits + having('changed'),
    hitsListedAgain: before.hitsListedAgain + having('listedAgain'),
    goneHits: before.goneHits + gone.length,
  };
}
