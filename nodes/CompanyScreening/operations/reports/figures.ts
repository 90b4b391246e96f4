// "Figures" of Get Many: the register by months, for the people who answer for the screening.
import { tryToParseDateTime, type IDataObject } from 'n8n-workflow';

import { ONE_DAY_MS, ONE_HOUR_MS } from '../../flowControl/time';
import { compact, quantity, sentences } from '../../names/plainText';
import {
  countedDecisions,
  decisionFigures,
  type DecisionFigures,
} from '../../register/cases/decisionFigures';
import { deskCasesOf } from '../../register/companies/deskCases';
import type { Tables } from '../../register/port/tables';
import { readAnswers } from '../../register/rows/answerRows';
import type { Removal } from '../../register/rows/archiveRows';
import { readRunWithCounts, type RunWithCounts } from '../../register/rows/runRows';
import { isTest, readTest, type StoredTest } from '../../register/rows/testRows';
import { lateNights, runFigures, type RunFigures } from '../../register/watch/runFigures';
import { problemSentence } from '../desk/decisionWords';
import type { OutputItem } from '../shared/requestTask';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { readItemOptions } from '../shared/options';
import { readRegister, type RegisterReading, type Filters } from '../shared/registerReading';
import { removalSentence } from '../upkeep/deletingWords';
import { problemOptions } from './getFromRegisterFields';

export interface MonthFigures {
  month: Month;
  runs: RunFigures;
  decisions: DecisionFigures;
  open: OpenAtEnd;
  tests: readonly StoredTest[];
  environments: readonly string[];
}

/** Open cases behind the last run of each node in a month, and those of now for the present month. */
interface OpenAtEnd {
  /** Null if no run of the month has counted them. */
  count: number | null;
  /** Times since which the oldest ones waited, as far as they are known. */
  since: readonly string[];
}

/** Milliseconds within which a night has to end after the one before. @throws InvalidItem for a number that cannot be used */
export function readNightsWithin(parameter: ReadParameter): number {
  return readItemOptions(problemOptions, parameter('options')).expectedWithinHours * ONE_HOUR_MS;
}

interface FiguresAsked {
  withinMs: number;
  timezone: string;
  nowMs: number;
  /** The most months, the newest ones. */
  last?: number;
}

/**
 * The oldest month first. Empty months are there as well, since people have to see them.
 *
 * @throws RegisterFailure if a row on which the others depend cannot be read
 */
export async function figuresIn(
  tables: Tables,
  register: string,
  filters: Filters,
  asked: FiguresAsked,
): Promise<LocalResult> {
  const every = await readRegister(tables, register, asked.nowMs);
  const problem = every.chain.problems.map((one) => problemSentence(one, register)).join(' ');
  const months = monthlyFigures(every, filters, asked);
  const problemOf = ({ month }: MonthFigures) => sentences(removedFrom(month, every.removals), problem);
  return {
    items: months.map((one) => figuresItem(one, problemOf(one))),
    counts: [quantity(months.length, 'month', 'months'), ...(problem === '' ? [] : [problem])],
  };
}

export function monthlyFigures(
  { found, ...every }: RegisterReading,
  { mayBeInTime }: Pick<Filters, 'mayBeInTime'>,
  { withinMs, timezone, nowMs, last = Infinity }: FiguresAsked,
): MonthFigures[] {
  const [runRows = [], , answerRows = []] = found;
  const runs = runRows.filter((row) => !isTest(row)).flatMap((row) => readRunWithCounts(row) ?? []);
  const tests = runRows.flatMap((row) => readTest(row) ?? []);
  const marks = new Set<unknown>(every.chain.decisions.map(({ claimId }) => claimId));
  const decided = answerRows.filter(({ mark }) => marks.has(mark)).flatMap(readAnswers);
  const counted = countedDecisions(every.chain, decided);
  const late = lateNights(runs, withinMs);
  const openNow = deskCasesOf(every);
  const first = [...runs, ...tests].map(({ startedAt }) => Date.parse(startedAt));
  const times = [...first, ...counted.map(({ decision }) => Date.parse(decision.decidedAt))];
  if (times.length === 0) return [];
  const firstMs = times.reduce((one, other) => Math.min(one, other));
  return monthsSince(firstMs, nowMs, timezone)
    .slice(-last)
    .filter(({ startMs, endMs }) => mayBeInTime(isoOf(startMs), isoOf(endMs - 1)))
    .map((month): MonthFigures => {
      // A time in the future, by a wrong clock, belongs to now.
      const isIn = (time: string) => {
        const ms = Math.min(Date.parse(time), nowMs - 1);
        return ms >= month.startMs && ms < month.endMs;
      };
      const ofMonth = runs.filter(({ startedAt }) => isIn(startedAt));
      const tested = tests.filter(({ startedAt }) => isIn(startedAt));
      return {
        month,
        runs: runFigures(ofMonth, { late, nowMs }),
        decisions: decisionFigures(counted.filter(({ decision }) => isIn(decision.decidedAt))),
        open: month.isFinished
          ? openAfter(ofMonth)
          : { count: openNow.length, since: openNow.map(({ since }) => since) },
        tests: tested,
        environments: [...new Set([...ofMonth, ...tested].map(({ environment }) => environment))]
          .filter(Boolean)
          .sort(),
      };
    });
}

function openAfter(runs: readonly RunWithCounts[]): OpenAtEnd {
  const counted = runs.filter((run) => run.openCases !== null);
  const inOrder = counted.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const last = new Map(inOrder.map((run) => [JSON.stringify([run.workflow, run.node]), run]));
  const ends = [...last.values()];
  return {
    count: ends.length === 0 ? null : ends.reduce((sum, run) => sum + (run.openCases ?? 0), 0),
    since: ends.map((run) => run.oldestCaseAt),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function figuresItem(figures: MonthFigures, problem: string): OutputItem {
  const { month, runs, decisions, open, tests, environments } = figures;
  const { falsePositiveShare, medianDays, ninetyPercentDays, maximumDays } = decisions;
  const sumOf = (key: 'answered' | 'missed' | 'noLongerFound') =>
    tests.reduce((sum, test) => sum + test.figures[key], 0);
  const problems = sentences(...problemsOfMonth(figures), problem);
  const json: IDataObject = {
    outcome: 'figures',
    month: month.name,
    finished: month.isFinished,
    from: isoOf(month.startMs),
    until: isoOf(month.endMs),
    explanation: figuresSentence(figures),
    environment: environments.join('; ') || null,
    ...runs,
    screeningsPaid: runs.screeningsPaid + sumOf('answered'),
    ...decisions,
    falsePositiveShare: falsePositiveShare === null ? null : Math.round(falsePositiveShare * 1000) / 1000,
    medianDays: inDays(medianDays),
    ninetyPercentDays: inDays(ninetyPercentDays),
    maximumDays: inDays(maximumDays),
    openAtEnd: open.count,
    oldestOpenDays: inDays(oldestDays(figures)),
    tests: tests.length,
    spellingsMissed: tests.reduce((sum, { results }) => sum + results.missed.length, 0),
    spellingsNoLongerFound: sumOf('noLongerFound'),
    problem: problems || null,
  };
  return { outcome: 'figures', json };
}

/** Rounds to one decimal. */
export const inDays = (days: number | null): number | null =>
  days === null ? null : Math.round(days * 10) / 10;

/** Days that the oldest open case had waited; null if there is none, or nobody knows since when. */
function oldestDays({ open, month }: Pick<MonthFigures, 'month' | 'open'>): number | null {
  const since = open.since.map((one) => Date.parse(one)).filter((ms) => !Number.isNaN(ms));
  if (since.length === 0) return null;
  return Math.max(0, (month.endMs - since.reduce((one, other) => Math.min(one, other))) / ONE_DAY_MS);
}

function figuresSentence(figures: MonthFigures): string {
  const { month, runs, decisions, open } = figures;
  const { decidedHits, falsePositiveShare, medianDays } = decisions;
  const late = runs.lateNights === 0 ? '' : `, ${runs.lateNights} of them late`;
  const share =
    falsePositiveShare === null ? '' : ` (${Math.round(falsePositiveShare * 100)} % false positives)`;
  const days = inDays(medianDays);
  const within = days === null ? '' : `, half of them within ${quantity(days, 'day', 'days')}`;
  const oldest = inDays(oldestDays(figures));
  const since = oldest === null ? '' : `, the oldest for ${quantity(oldest, 'day', 'days')}`;
  return [
    `${month.name}${month.isFinished ? '' : ' so far'}: ${quantity(runs.nights, 'night', 'nights')}${late},`,
    `${quantity(runs.companiesScreened, 'company', 'companies')} screened,`,
    `${quantity(runs.newHits, 'new hit', 'new hits')}.`,
    `${quantity(decidedHits, 'hit', 'hits')} decided${share}${within};`,
    open.count === null ? 'nobody counted the open ones.' : `${open.count} open at the end${since}.`,
  ].join(' ');
}

/** Sentences on deletions of rows of this month; empty if there were none. */
function removedFrom({ startMs, endMs }: Month, removals: readonly Removal[]): string {
  const ofMonth = removals.filter(({ kind, removed, oldest, at }) => {
    const [firstMs, lastMs] =
      kind === 'pruned' ? [-Infinity, Date.parse(removed.before)] : [Date.parse(oldest), Date.parse(at)];
    return endMs > firstMs && startMs < lastMs;
  });
  if (ofMonth.length === 0) return '';
  return `${ofMonth.map(removalSentence).join(' ')} So these figures differ from those that were read before.`;
}

/** Sentences on why these figures are less than they seem. */
function problemsOfMonth({ runs, environments }: MonthFigures): string[] {
  return compact(
    runs.runsNotEnded > 0 &&
      `${quantity(runs.runsNotEnded, 'run', 'runs')} did not end: what was screened and paid for in it is not counted. Get Many with Get set to History has it.`,
    environments.includes('sandbox') &&
      `${environments.length === 1 ? 'All' : 'Some'} of these runs are from the sandbox: not real results.`,
  );
}

export interface Month {
  /** The year and the month, as 2026-03. */
  name: string;
  /** Epoch milliseconds. */
  startMs: number;
  /** The present time for a month that goes on. */
  endMs: number;
  isFinished: boolean;
}

/** Twenty years: a row with a wrong date does not make thousands of months. */
const MAX_MONTHS = 240;

/** The beginning of the month of this instant, in epoch milliseconds. */
export const monthStart = (nowMs: number, timezone: string): number =>
  startOfMonth(nowMs, timezone).toMillis();

const startOfMonth = (nowMs: number, timezone: string) =>
  tryToParseDateTime(new Date(nowMs), timezone).startOf('month');

/** Every month from that of the first instant to that of now, the oldest first. @param timezone such as Europe/Berlin */
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
