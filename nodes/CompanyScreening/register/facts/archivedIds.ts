// A run's knowledge of the archive: the screening ids of answers that have left the table. The same id again is that of another screening.
import { equal, type ReadStatement, type StoredRow } from '../port/tables';
import {
  isRemoval,
  readArchive,
  repeatsIn,
  type IndexRow,
  type PackRow,
  type Removal,
} from '../rows/archiveRows';
import { screeningHash } from '../rows/identity';
import type { PackedRepeat } from '../rows/packs';
import { mayHaveId, mergeIds, removedOf, type IdIndex } from '../rows/removedData';

export interface ArchivedIds {
  rows: readonly IndexRow[];
  removals: readonly Removal[];
  /** The ids of all rows together. */
  ids: IdIndex;
  /** Hashes of all ids of each closing whose packs have been read; null if a pack is missing or was changed. */
  packed: ReadonlyMap<string, ReadonlySet<string> | null>;
}

/** The ids of closings, and the removals. Always read after the answers: one that leaves the table in between is in both. */
export const ARCHIVE_INDEX_QUERY: ReadStatement = {
  do: 'read',
  table: 'archive',
  where: [equal('kind', 'index'), equal('kind', 'forgotten'), equal('kind', 'pruned')],
  match: 'any',
};

export function packQuery(closings: readonly string[]): ReadStatement {
  return {
    do: 'read',
    table: 'archive',
    where: closings.map((closing) => equal('closing', closing)),
    match: 'any',
  };
}

/**
 * @param found a read of all index rows and removals
 * @param before what an earlier read has found: a short list reads them with each batch, and an archive may have millions of ids
 * @returns the place of a row that cannot be read
 */
export function archivedIds(
  found: readonly StoredRow[],
  before: ArchivedIds | null = null,
): ArchivedIds | number {
  const known = [...(before?.rows ?? []), ...(before?.removals ?? [])];
  const bySeal = new Map(known.map((row) => [row.seal, row]));
  const read = found.map((row) => bySeal.get(String(row['seal'])) ?? readArchive(row));
  const unreadable = read.indexOf(undefined);
  if (unreadable >= 0) return unreadable;
  if (before && read.length === known.length && read.every((row) => bySeal.get(row?.seal ?? '') === row))
    return before;
  const rows = read.filter((row) => row?.kind === 'index');
  const removals = read.filter(isRemoval);
  const ids = mergeIds([...rows.map((one) => one.ids), ...removals.map(({ removed }) => removed.screenings)]);
  return { rows, removals, ids, packed: before?.packed ?? new Map() };
}

/** Seals that the next row of the chain follows: those of closings and removals that none follows yet. */
export function newestSeals({ rows, removals }: Pick<ArchivedIds, 'removals' | 'rows'>): string[] {
  const all = [...rows, ...removals];
  const followed = new Set(all.flatMap(({ previousSeals }) => previousSeals));
  return all.map(({ seal }) => seal).filter((seal) => !followed.has(seal));
}

/** Seals that a row of the chain follows and no row has, with the time of a row that follows each. Deletions on purpose are none. */
export function missingSeals({
  rows,
  removals,
}: Pick<ArchivedIds, 'removals' | 'rows'>): ReadonlyMap<string, string> {
  const all = [...rows, ...removals];
  const seals = new Set([...removedOf(removals).seals, ...all.map(({ seal }) => seal)]);
  const followed = all.flatMap(({ previousSeals, at }) => previousSeals.map((seal) => [seal, at] as const));
  return new Map(followed.filter(([seal]) => !seals.has(seal)));
}

export function withPacks(
  archived: ArchivedIds,
  closings: readonly string[],
  found: readonly StoredRow[],
): ArchivedIds {
  const packs = packRows(found);
  const packed = closings.map((closing) => {
    const repeats = repeatsOfClosing(archived.rows.find(({ mark }) => mark === closing)?.packs ?? [], packs);
    return [closing, repeats ? new Set(repeats.flatMap(idsOfRepeat)) : null] as const;
  });
  return { ...archived, packed: new Map([...archived.packed, ...packed]) };
}

/** The closings whose packs have to be read to tell whether they have one of these ids. @param ids hashes */
export function closingsToRead({ rows, ids: all, packed }: ArchivedIds, ids: readonly string[]): string[] {
  const likely = ids.filter((id) => mayHaveId(all, id));
  return rows
    .filter(({ mark, ids: index }) => !packed.has(mark) && likely.some((id) => mayHaveId(index, id)))
    .map(({ mark }) => mark);
}

/**
 * True if an answer that has left the table, or was deleted on purpose, has this screening id.
 *
 * @param id a hash
 * @returns also true where only its pack could tell, and that has not been read, cannot be or is gone
 */
export function isArchived({ rows, removals, ids: all, packed }: ArchivedIds, id: string): boolean {
  if (!mayHaveId(all, id)) return false;
  if (removals.some(({ removed }) => mayHaveId(removed.screenings, id))) return true;
  return rows.some(({ mark, ids }) => mayHaveId(ids, id) && (packed.get(mark)?.has(id) ?? true));
}

/** The packs among rows of the archive that are as they were written. */
export const packRows = (found: readonly StoredRow[]): PackRow[] =>
  found.map(readArchive).filter((row) => row?.kind === 'pack');

/** Undefined where one of its packs is missing or cannot be read. @param seals of the packs of a closing */
export function repeatsOfClosing(
  seals: readonly string[],
  packs: readonly PackRow[],
): PackedRepeat[] | undefined {
  const all: PackedRepeat[] = [];
  for (const seal of seals) {
    const pack = packs.find((one) => one.seal === seal);
    const repeats = pack && repeatsIn(pack);
    if (!repeats) return undefined;
    all.push(...repeats);
  }
  return all;
}

/** Hashes of its screening ids. */
export function idsOfRepeat({ service, screeningIds }: PackedRepeat): string[] {
  return screeningIds
    .filter((id) => id.trim() !== '')
    .map((id) => screeningHash({ ...service, option: 'Both' }, id));
}
