// "What Is Wrong" of Get Many: an item for each problem, none when all is well. Tables that cannot be read are a problem too.
import { ONE_HOUR_MS } from '../../flowControl/time';
import { betweenCommas, plainText, quantity, safeText } from '../../names/plainText';
import { deskCasesOf } from '../../register/companies/deskCases';
import type { EveryCompany } from '../../register/companies/everyCompany';
import { archivedIds, ARCHIVE_INDEX_QUERY } from '../../register/facts/archivedIds';
import { damagedRow, RegisterFailure, type StoredRow, type Tables } from '../../register/port/tables';
import { readReport, type ReportRow } from '../../register/rows/reportRows';
import { readRunWithCounts } from '../../register/rows/runRows';
import { isTest, readTest } from '../../register/rows/testRows';
import { lossesIn, type Loss } from '../../register/watch/losses';
import { problemsOf } from '../../register/watch/problems';
import { problemsOfTests } from '../../register/watch/testProblems';
import { problemSentence } from '../desk/decisionWords';
import { entriesOf } from '../desk/openCaseItems';
import { daysSince, shortened, type OpenEntry } from '../desk/openCases';
import { requiredReaders } from '../shared/keepInRegister';
import type { LocalResult, ReadParameter } from '../shared/operation';
import { readItemOptions } from '../shared/options';
import { readRegister, type RegisterReading } from '../shared/registerReading';
import { problemOptions } from './getFromRegisterFields';

/** @param findRegister may fail, which then is the problem */
export async function problemsIn(
  findRegister: () => Promise<Tables>,
  register: string,
  parameter: ReadParameter,
  nowMs: number,
): Promise<LocalResult> {
  const expected = readExpected(parameter, nowMs);
  const problems = await findRegister()
    .then(async (tables) =>
      findProblems({ tables, rows: await tables.run([RUNS_QUERY, REPORTS_QUERY]) }, register, expected, () =>
        readRegister(tables, register, nowMs),
      ),
    )
    .catch((error: unknown) => [unreadableRegister(error)]);
  // Each item has all of them: an alarm may look at the first one only.
  const message = problems.map(({ explanation }) => explanation).join('\n\n');
  const messages = { message, slackMessage: safeText(message, 'slack') };
  return {
    items: problems.map(({ problem, explanation }) => ({
      outcome: 'problem',
      json: { outcome: 'problem', register, problem, explanation, ...messages },
    })),
    counts: [problems.length === 0 ? 'all is well' : quantity(problems.length, 'problem', 'problems')],
  };
}

/**
 * Uses the default expectations of Get Many.
 *
 * @param every the register as it was read
 * @param isOfAll whether another company may be named
 */
export async function problemSentences(
  tables: Tables,
  register: string,
  every: RegisterReading,
  { nowMs, isOfAll }: { nowMs: number; isOfAll: boolean },
): Promise<string[]> {
  const expected = { ...readExpected(() => ({}), nowMs), ...(isOfAll ? {} : { openCaseDays: 0 }) };
  const [runs = []] = every.found;
  const rows = [runs, ...(await tables.run([REPORTS_QUERY]))];
  const found = await findProblems({ tables, rows }, register, expected, () => Promise.resolve(every));
  return found.map(({ explanation }) => explanation);
}

interface ProblemSource {
  tables: Tables;
  /** Rows of runs, and rows of reports. */
  rows: readonly (readonly StoredRow[])[];
}

/** @param read may fail: that hides no other problem */
async function findProblems(
  { tables, rows: [runRows = [], reportRows = []] }: ProblemSource,
  register: string,
  expected: ReturnType<typeof readExpected>,
  read: () => Promise<RegisterReading>,
): Promise<ProblemText[]> {
  // A test of the screening is no run of a list.
  const runs = runRows.filter((row) => !isTest(row)).map(readRunWithCounts);
  const tests = runRows.filter(isTest).map(readTest);
  const damaged = [...runs, ...tests].filter((one) => one === undefined).length;
  const reports = reportRows.flatMap((row) => readReport(row) ?? []);
  const intact = runs.filter((run) => run !== undefined);
  return [
    ...(damaged > 0 ? [damagedRows(damaged)] : []),
    ...problemsOf(intact, reports, expected),
    ...problemsOfTests(
      tests.filter((test) => test !== undefined),
      intact,
      expected,
    ),
    // A run that cannot be read is told already, and nobody can tell whom it holds.
    ...(damaged > 0 ? [] : await problemsOfCompanies(tables, register, read, { reports, expected })),
  ];
}

async function problemsOfCompanies(
  tables: Tables,
  register: string,
  read: () => Promise<RegisterReading>,
  { reports, expected }: { reports: readonly ReportRow[]; expected: ReturnType<typeof readExpected> },
): Promise<ProblemText[]> {
  const { openCaseDays, nowMs } = expected;
  try {
    const every = await read();
    const [index = []] = await tables.run([ARCHIVE_INDEX_QUERY]);
    const archived = archivedIds(index);
    if (typeof archived === 'number')
      throw damagedRow(register, { table: 'archive', id: index[archived]?.id ?? 0 });
    const losses = lossesIn(every.whole, archived.rows, reports);
    return [
      ...(losses.length > 0 ? [rowsGone(losses, register)] : []),
      ...every.chain.problems.map((one) => ({
        problem: 'decisionsChanged',
        explanation: problemSentence(one, register),
      })),
      ...every.unreadable.map((id) => ({
        problem: 'damagedRow',
        explanation: `The row ${id} of the data table "${register} answers" cannot be read: nobody can tell which company it is.`,
      })),
      ...(openCaseDays === 0 ? [] : problemsOfWaitingCases(every, openCaseDays, nowMs)),
    ];
  } catch (error) {
    return [unreadableRegister(error)];
  }
}

function problemsOfWaitingCases(every: EveryCompany, openCaseDays: number, nowMs: number): ProblemText[] {
  const late = deskCasesOf(every).filter(
    ({ since }) => (daysSince(since, nowMs) ?? Infinity) >= openCaseDays,
  );
  const [oldest] = entriesOf(every);
  return oldest && late.length > 0 ? [casesWait(oldest, late.length, openCaseDays, nowMs)] : [];
}

function rowsGone(losses: readonly Loss[], register: string): ProblemText {
  const words = losses.map((loss) => {
    switch (loss.is) {
      case 'answersGone':
        return `${quantity(loss.answers, 'answer is', 'answers are')} neither in "${register} answers" nor in "${register} archive".`;
      case 'closingsGone':
        return `${quantity(loss.closings, 'part', 'parts')} of "${register} archive" ${loss.closings === 1 ? 'is' : 'are'} missing.`;
      case 'originalsGone':
        return `"${register} answers" has ${quantity(loss.answers, 'answer', 'answers')} fewer than on ${loss.countedAt}.`;
    }
  });
  return {
    problem: 'rowsGone',
    explanation: `${words.join(' ')} Somebody deleted rows by hand, or restored tables from different times. Find out who, and restore all tables from one backup. To delete rows on purpose, use Prune or Forget Company.`,
  };
}

function casesWait(oldest: OpenEntry, count: number, days: number, nowMs: number): ProblemText {
  const since = daysSince(oldest.since, nowMs);
  const age = since === null ? 'for a time that is not known' : `for ${quantity(since, 'day', 'days')}`;
  return {
    problem: 'casesWait',
    explanation: `${quantity(count, 'case has', 'cases have')} been open for ${quantity(days, 'day', 'days')} or longer. The oldest has waited ${age}: ${shortened(oldest.title, 150)}. Decide about them at the review desk, or with Record Decision.`,
  };
}

const RUNS_QUERY = { do: 'read', table: 'runs', where: [], match: 'all' } as const;
const REPORTS_QUERY = { do: 'read', table: 'reports', where: [], match: 'all' } as const;

function damagedRows(count: number): ProblemText {
  return {
    problem: 'damagedRow',
    explanation: `${quantity(count, 'row', 'rows')} of the table of runs cannot be read. Find out who changed the tables of the register, and restore them from a backup.`,
  };
}

function unreadableRegister(error: unknown): ProblemText {
  const words =
    error instanceof RegisterFailure
      ? `${error.message} ${error.description}`
      : "n8n's data tables could not be read. Make sure that n8n can reach its database.";
  return { problem: 'unreadable', explanation: words };
}

interface ProblemText {
  problem: string;
  explanation: string;
}

function readExpected(parameter: ReadParameter, nowMs: number) {
  const expected = readItemOptions(problemOptions, parameter('options'));
  const names = expected.readersToBeTold;
  return {
    withinMs: expected.expectedWithinHours * ONE_HOUR_MS,
    control: expected.controlExpected,
    openCaseDays: expected.openCasesOlderThanDays,
    testWithinDays: expected.testExpectedWithinDays,
    readers: names === '' ? [] : requiredReaders(names),
    watched: betweenCommas(plainText(expected.workflowsToWatch)),
    nowMs,
  };
}
