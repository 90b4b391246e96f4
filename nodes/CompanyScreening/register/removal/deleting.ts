// register/removal/: what is deleted on purpose, by whom and why, and what that must not touch. What may only move into the archive is
// decided in register/archive/.
//
// The deletion of rows on purpose, in this order: no run goes on, the removal says what goes, no run has begun meanwhile, and only then the
// rows go. A run stores its own row before it reads anything, so either it is seen here, or it sees the removal.
import { ofOneCall } from '../archive/pastScreenings';
import { isSilentForADay, presumingDead, TIMES } from '../facts/liveness';
import {
  deletingRows,
  equal,
  insertRows,
  MAX_CONDITIONS,
  RegisterFailure,
  type Statement,
  type StoredRow,
  type TableName,
  type Tables,
} from '../port/tables';
import { removalRow, type IndexRow, type NewRemoval, type Removal } from '../rows/archiveRows';
import { removedOf } from '../rows/removedData';
import { readRunWithCounts, type RunWithCounts } from '../rows/runRows';

const GOING_RUNS_QUERY = {
  do: 'read',
  table: 'runs',
  where: [equal('state', 'going')],
  match: 'all',
} as const satisfies Statement;

/** Nothing was deleted. */
interface RunIsGoing {
  is: 'runGoing';
  run: RunWithCounts;
  /** The removal is stored, and says already what goes. */
  isSaid: boolean;
}

/** Nothing was deleted: n8n takes no row any more, not even the removal. */
interface TablesFull {
  is: 'tablesFull';
  /** The words of n8n. */
  said: string;
}

export type NotRemoved = TablesFull | RunIsGoing;

export interface RemovalPorts {
  uuid: () => string;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Rejects if nobody wants to wait any more. */
  sleep: (ms: number) => Promise<void>;
}

/**
 * Says what goes; only then may anything be deleted. A run that is taken for dead is told so in its own row. If it lives, it reads the
 * removal before it claims another company, and takes back what it has stored of a forgotten one.
 *
 * @param runs as they were read together with what goes
 * @param removal null if no row of the archive has to say anything
 * @returns why nothing may be deleted
 * @throws RegisterFailure if nobody can tell whether it was stored
 */
export async function announce(
  tables: Tables,
  runs: readonly StoredRow[],
  removal: NewRemoval | null,
  ports: Omit<RemovalPorts, 'uuid'>,
): Promise<NotRemoved | undefined> {
  const first = goingIn(runs);
  const living = await livingAmong(tables, first, ports);
  if (living) return { is: 'runGoing', run: living, isSaid: false };
  const full = removal && (await storeRemoval(tables, removal));
  if (full) return full;
  const silent = first.map(({ runId, beat }) => presumingDead(runId, beat));
  const [after = []] = await tables.run([...silent, GOING_RUNS_QUERY]);
  const [run] = goingIn(after);
  return run && { is: 'runGoing', run, isSaid: removal !== null };
}

export const goingIn = (rows: readonly StoredRow[]): RunWithCounts[] =>
  rows.flatMap((row) => readRunWithCounts(row) ?? []).filter(({ state }) => state === 'going');

/** A run shows every ten seconds that it lives. */
const WATCH_EVERY_MS = 15_000;

/**
 * A run that shows that it lives before it would be taken for dead, whatever its list is. Its row proves nothing: that of a killed run says
 * for ever that it goes on.
 */
async function livingAmong(
  tables: Tables,
  first: readonly RunWithCounts[],
  { nowMs, sleep }: Omit<RemovalPorts, 'uuid'>,
): Promise<RunWithCounts | undefined> {
  if (first.every((run) => isSilentForADay(run, nowMs))) return undefined;
  const seen = new Set(first.map(beatOf));
  for (let waitedMs = 0; waitedMs < TIMES.silence; waitedMs += WATCH_EVERY_MS) {
    await sleep(WATCH_EVERY_MS);
    const [rows = []] = await tables.run([GOING_RUNS_QUERY]);
    const living = goingIn(rows).find((run) => !seen.has(beatOf(run)));
    if (living) return living;
  }
  return undefined;
}

const beatOf = ({ runId, beat }: RunWithCounts): string => JSON.stringify([runId, beat]);

async function storeRemoval(tables: Tables, removal: NewRemoval): Promise<TablesFull | null> {
  const error = await insertRows(tables, 'archive', [removalRow(removal)], 'mark');
  if (error === undefined) return null;
  if (!(error instanceof RegisterFailure) || error.problem !== 'full') throw error;
  return { is: 'tablesFull', said: error.message };
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

/** Deletes the packs of closings; their index rows stay. */
export function deletingPacks(closings: readonly IndexRow[]): Statement[] {
  const marks = ofOneCall(closings).map((some) => some.map(({ mark }) => mark));
  return marks.flatMap((some) => deletingRows('archive', 'closing', some));
}

interface ClosingsByPacks {
  withPacks: IndexRow[];
  /** Closings whose packs a prune has said to delete. It may have been killed before it did. */
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

/** Makes one call after the other: n8n gives back the rows that it deletes. */
export async function inCalls(tables: Tables, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await tables.run([statement]);
}
