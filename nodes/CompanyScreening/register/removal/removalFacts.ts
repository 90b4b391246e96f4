// What Prune and Forget Company know of a register before they delete anything.
import { READING_EVERYTHING, wholeRegister, type WholeRegister } from '../companies/everyCompany';
import { archivedIds, READING_INDEX } from '../facts/archivedIds';
import type { DamagedRow } from '../facts/knowledge';
import type { Statement, StoredRow } from '../port/tables';
import type { IndexRow, Removal } from '../rows/archiveRows';

export interface RemovalFacts {
  register: WholeRegister;
  rows: Record<'answers' | 'decisions' | 'reports' | 'runs', readonly StoredRow[]>;
  closings: readonly IndexRow[];
  removals: readonly Removal[];
}

export const READING_FACTS: readonly Statement[] = [
  ...READING_EVERYTHING,
  { do: 'read', table: 'reports', where: [], match: 'all' },
  READING_INDEX,
];

/**
 * Pure.
 *
 * @param found the rows of each statement of `READING_FACTS`
 * @returns a row that cannot be read, on which others depend
 */
export function removalFacts(
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): DamagedRow | RemovalFacts {
  const register = wholeRegister(found, nowMs);
  if (!('known' in register)) return register;
  const [runs = [], , answers = [], decisions = []] = found;
  const [reports = [], index = []] = found.slice(READING_EVERYTHING.length);
  const archived = archivedIds(index);
  if (typeof archived === 'number') return { table: 'archive', id: index[archived]?.id ?? 0 };
  const rows = { answers, decisions, reports, runs };
  return { register, rows, closings: archived.rows, removals: archived.removals };
}

/** What a prune has read. */
export interface PruneFacts {
  register: WholeRegister;
  runs: readonly StoredRow[];
  reports: readonly StoredRow[];
  closings: readonly IndexRow[];
  removals: readonly Removal[];
  /** What repeats repeat that are older than the date and stay, because their pack has younger ones. */
  repeated: ReadonlySet<string>;
}
