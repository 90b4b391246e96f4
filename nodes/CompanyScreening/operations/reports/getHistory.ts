// Get Many of the past: every screening of a company, or of a period, whether it is still in the table or in the archive; and the runs and tests.
import { InvalidItem } from '../../names/invalidItem';
import { PAST_KEY } from '../../names/itemKeys';
import { quantity } from '../../names/plainText';
import { historyOf, type HistoryProblem, type PastScreening } from '../../register/archive/pastScreenings';
import { type Tables, damagedRow, type StoredRow } from '../../register/port/tables';
import { readRunWithCounts } from '../../register/rows/runRows';
import { isTest, readTest } from '../../register/rows/testRows';
import { EXPLANATIONS, isReason } from '../screening/verdict';
import type { OutputItem } from '../shared/requestTask';
import type { LocalResult } from '../shared/operation';
import type { Filters } from '../shared/registerReading';
import { removalSentence } from '../upkeep/deletingWords';

export const HISTORY_KEYS = [
  'outcome',
  'reason',
  'explanation',
  'environment',
  'companyName',
  'totalHits',
  'hitNames',
  'hitFingerprints',
  'screeningOption',
  'screeningId',
  'referenceId',
  'companyKey',
  'screenedAt',
  'run',
  PAST_KEY,
] as const;

/** The oldest first; unreadable ones come last, whatever the filters say. @throws InvalidItem as `screeningsIn` */
export async function historyIn(tables: Tables, register: string, filters: Filters): Promise<LocalResult> {
  const { items, problems, removals } = await screeningsIn(tables, register, filters);
  const unreadable = problems.map(problemItem);
  const having = (wanted: string) => items.filter(({ outcome }) => outcome === wanted).length;
  return {
    items: [...items, ...unreadable],
    counts: [
      quantity(items.length, 'screening', 'screenings'),
      `${having('hit')} with hits`,
      `${having('review')} to review`,
      ...(unreadable.length > 0 ? [quantity(unreadable.length, 'problem', 'problems')] : []),
    ],
    ...(removals.length > 0 ? { note: removals.join(' ') } : {}),
  };
}

/**
 * The screenings, the oldest first; then those that cannot be read, and deletions on purpose, in a sentence each.
 *
 * @throws InvalidItem without a company and without a period: a register may have millions of screenings
 */
export async function screeningsIn(tables: Tables, register: string, filters: Filters) {
  if (filters.inWords === '') {
    throw new InvalidItem(
      'History needs a filter: a register may have millions of screenings.',
      'Add the filter Company Key, or From and Before.',
    );
  }
  const { screenings, removals, problems } = await historyOf(tables, {
    isWanted: ({ data, screenedAt }) =>
      data.company.option !== 'AnnualReturns' &&
      filters.isWanted({ key: data.company.key, time: screenedAt }),
    mayBeWanted: filters.mayBeInTime,
  });
  return {
    items: screenings.map(historyItem),
    problems: problems.map((problem) => `${problemWords(problem, register)} ${RESTORE}`),
    removals: removals.map(removalSentence),
  };
}

function historyItem({ answer, inArchive }: PastScreening): OutputItem {
  const { data, kind } = answer;
  const { company, hits } = data;
  // Nobody knows the outcome of a request without an answer.
  const outcome = kind === 'unanswered' ? 'review' : answer.outcome;
  const reason = answer.reason || null;
  const json = {
    ...{
      outcome,
      reason,
      explanation: isReason(reason) ? EXPLANATIONS[reason] : null,
      environment: company.environment,
    },
    ...{ companyName: company.names.join('; '), totalHits: hits.length },
    hitNames: hits.map(({ name }) => name).join('; '),
    hitFingerprints: hits.map(({ fingerprint }) => fingerprint).join('; '),
    screeningOption: company.option,
    screeningId: [data.screeningId, ...(data.otherScreeningIds ?? [])].filter(Boolean).join('; ') || null,
    referenceId: data.referenceId || null,
    ...{ companyKey: company.key, screenedAt: answer.screenedAt, run: answer.runId, [PAST_KEY]: inArchive },
  };
  return { outcome, json };
}

/** Clears nobody, and says what cannot be read. */
function problemItem(explanation: string): OutputItem {
  const empty = Object.fromEntries(HISTORY_KEYS.map((key) => [key, null]));
  const words = { outcome: 'review', reason: 'damagedRow', explanation };
  return { outcome: 'review', json: { ...empty, ...words } };
}

const RESTORE = 'Find out who changed the tables of the register, and restore them from a backup.';

function problemWords(problem: HistoryProblem, register: string): string {
  switch (problem.is) {
    case 'changed':
      return `The row ${problem.id} of the data table "${register} ${problem.table}" was changed, so it proves nothing.`;
    case 'packGone':
      return `${quantity(problem.screenings, 'screening', 'screenings')} from ${problem.oldest} to ${problem.newest} cannot be read: rows of the data table "${register} archive" are missing or were changed.`;
    case 'closingGone':
      return `Rows of the data table "${register} archive" from before ${problem.at} are missing.`;
    case 'originalGone':
      return `What ${quantity(problem.screenings, 'screening', 'screenings')} from ${problem.oldest} on found cannot be read: the row of "${register} answers" that says it is missing or was changed.`;
    case 'screeningGone':
      return `A screening from before ${problem.before} is neither in "${register} answers" nor in "${register} archive".`;
  }
}

export const RUN_KEYS = [
  'run',
  'kind',
  'state',
  'startedAt',
  'endedAt',
  'startedBy',
  'companies',
  'unusable',
  'screenedNow',
  'remembered',
  'sentNow',
  'verdictsNow',
  'withVerdict',
  'withHits',
  'clear',
  'reviews',
  'errors',
  'notProcessed',
  'screeningsPaid',
  'newHits',
  'changedHits',
  'hitsListedAgain',
  'goneHits',
  'decisions',
  'newestDecisions',
  'companiesBefore',
  'environment',
  'control',
  'reportId',
] as const;
/** Figures of a test of the screening; null for a run that screens companies. */
export const TEST_FIGURE_KEYS = [
  'names',
  'answered',
  'found',
  'missed',
  'noAnswer',
  'noLongerFound',
  'madeUpFound',
] as const;

/** @throws RegisterFailure if a run cannot be read */
export async function runsIn(tables: Tables, register: string, filters: Filters): Promise<LocalResult> {
  const [rows = []] = await tables.run([{ do: 'read', table: 'runs', where: [], match: 'all' }]);
  const items = itemsOfRuns(rows, register, filters);
  return { items, counts: [quantity(items.length, 'run', 'runs')] };
}

/** The newest first. @throws RegisterFailure if a row is none */
export function itemsOfRuns(
  rows: readonly StoredRow[],
  register: string,
  { isInTime }: Filters,
): OutputItem[] {
  const runs = rows.map((row) => {
    const run = readRunWithCounts(row);
    const figures = readTest(row)?.figures;
    if (!run || (isTest(row) && !figures)) throw damagedRow(register, { table: 'runs', id: row.id });
    return { ...run, run: run.runId, figures };
  });
  const wanted = runs
    .filter(({ startedAt }) => isInTime(startedAt))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
  return wanted.map(({ figures, ...run }): OutputItem => {
    const tested = TEST_FIGURE_KEYS.map((key) => [key, figures?.[key] ?? null] as const);
    const fields = RUN_KEYS.map((key): [string, number | string | null] => [
      key,
      run[key] === '' ? null : run[key],
    ]);
    return {
      outcome: 'run',
      json: { outcome: 'run', ...Object.fromEntries(fields), ...Object.fromEntries(tested) },
    };
  });
}
