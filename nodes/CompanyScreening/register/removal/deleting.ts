// How rows are deleted on purpose: first the removal that says so, then a look whether a run has begun meanwhile, then the rows. A run
// stores its own row before it reads anything, so either it is seen here, or it sees the removal.
import { inParts } from '../archive/pastScreenings';
import { removedOf } from '../knowledge';
import { isSilentForADay } from '../liveness';
import { removalRow, type IndexRow, type NewRemoval, type Removal } from '../rows/archiveRows';
import { readRunForPeople, type RunForPeople } from '../rows/runRows';
import {
  equal,
  MAX_CONDITIONS,
  type Statement,
  type StoredRow,
  type TableName,
  type Tables,
} from '../tables';

const READING_GOING = {
  do: 'read',
  table: 'runs',
  where: [equal('state', 'going')],
  match: 'all',
} as const satisfies Statement;

/** Nothing was deleted. */
export interface RunIsGoing {
  is: 'runGoing';
  run: RunForPeople;
  /** It began a moment ago: the removal is stored, and says already what goes. */
  isSaid: boolean;
}

/** A run that goes on, whatever its list is; undefined if there is none. @param nowMs epoch milliseconds */
export function runGoing(runs: readonly StoredRow[], nowMs: number): RunForPeople | undefined {
  return runs
    .flatMap((row) => readRunForPeople(row) ?? [])
    .find((run) => run.state === 'going' && !isSilentForADay(run, nowMs));
}

/**
 * Stores the removal; only then may anything be deleted.
 *
 * @returns a run that has begun meanwhile: then nothing may be deleted yet
 * @throws RegisterFailure if nobody can tell whether it was stored
 */
export async function storeRemoval(
  tables: Tables,
  removal: NewRemoval,
  nowMs: number,
): Promise<RunForPeople | undefined> {
  const inserting = tables.run([{ do: 'insert', table: 'archive', rows: [removalRow(removal)] }]);
  const isStored = await inserting.then(
    () => true,
    () => isThere(tables, removal.mark),
  );
  if (!isStored) await inserting;
  const [runs = []] = await tables.run([READING_GOING]);
  return runGoing(runs, nowMs);
}

async function isThere(tables: Tables, mark: string): Promise<boolean> {
  const where = [equal('mark', mark)];
  const [stored = []] = await tables.run([{ do: 'read', table: 'archive', where, match: 'all' }]);
  return stored.length > 0;
}

/** Deletes the rows with these values; those of one group go with one statement. */
export function deletingGroups(
  table: TableName,
  column: string,
  groups: readonly (readonly string[])[],
): Statement[] {
  const parts: string[][] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= MAX_CONDITIONS) last.push(...group);
    else if (group.length > 0) parts.push([...group]);
  }
  return parts.map((values) => ({
    do: 'delete',
    table,
    where: values.map((value) => equal(column, value)),
    match: 'any',
  }));
}

/** Deletes the rows with these values. */
export function deletingEach(table: TableName, column: string, values: readonly string[]): Statement[] {
  return deletingGroups(
    table,
    column,
    values.map((value) => [value]),
  );
}

/** Deletes the packs of closings; their index rows stay. */
export function deletingPacks(closings: readonly IndexRow[]): Statement[] {
  return inParts(closings).flatMap((some) =>
    deletingEach(
      'archive',
      'closing',
      some.map(({ mark }) => mark),
    ),
  );
}

interface ClosingsByPacks {
  withPacks: IndexRow[];
  /** A prune has said to delete their packs. It may have been killed before it did. */
  pruned: IndexRow[];
}

export function closingsByPacks(
  closings: readonly IndexRow[],
  removals: readonly Removal[],
): ClosingsByPacks {
  const marks = removedOf(removals).closings;
  return {
    withPacks: closings.filter(({ mark }) => !marks.has(mark)),
    pruned: closings.filter(({ mark }) => marks.has(mark)),
  };
}

/** One call after the other: n8n gives back the rows that it deletes. */
export async function inCalls(tables: Tables, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await tables.run([statement]);
}
