// The runs of a register as items.
import { quantity } from '../../names/plainText';
import { damagedRow, type StoredRow, type Tables } from '../../register/port/tables';
import { readRunForPeople } from '../../register/rows/runRows';
import { isTest, readTest } from '../../register/rows/testRows';
import type { OutputItem } from '../shared/answer';
import type { LocalResult } from '../shared/operation';
import type { Filters } from '../shared/registerReading';

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
    const run = readRunForPeople(row);
    const figures = readTest(row)?.figures;
    if (!run || (isTest(row) && !figures)) throw damagedRow(register, { table: 'runs', id: row.id });
    return { ...run, figures };
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
