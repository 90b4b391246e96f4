// What a run knows of the archive: which screening ids answers had that have left the table. The same id again is that of another
// screening.
import { screeningHash } from '../identity';
import { readArchive, repeatsIn, type IndexRow, type PackRow } from '../rows/archiveRows';
import { equal, type ReadStatement, type StoredRow } from '../tables';
import { mayHaveId, mergeIds, type IdIndex } from './idIndex';

export interface ArchivedIds {
  rows: readonly IndexRow[];
  /** The ids of all rows together. */
  ids: IdIndex;
  /** Of each closing whose packs have been read, the hashes of all its ids; null if a pack is missing or was changed. */
  packed: ReadonlyMap<string, ReadonlySet<string> | null>;
}

/** Always after the answers: one that leaves the table in between is in both. */
export const READING_INDEX: ReadStatement = {
  do: 'read',
  table: 'archive',
  where: [equal('kind', 'index')],
  match: 'all',
};

export function readingPacks(closings: readonly string[]): ReadStatement {
  return {
    do: 'read',
    table: 'archive',
    where: closings.map((closing) => equal('closing', closing)),
    match: 'any',
  };
}

/** @param found a read of all index rows. @returns the place of a row that cannot be read */
export function archivedIds(found: readonly StoredRow[]): ArchivedIds | number {
  const read = found.map(readArchive);
  const unreadable = read.indexOf(undefined);
  if (unreadable >= 0) return unreadable;
  const rows = read.filter((row) => row?.kind === 'index');
  return { rows, ids: mergeIds(rows.map(({ ids }) => ids)), packed: new Map() };
}

/** With what a read of the packs of these closings has found. */
export function withPacks(
  archived: ArchivedIds,
  closings: readonly string[],
  found: readonly StoredRow[],
): ArchivedIds {
  const packs = found.map(readArchive).filter((row) => row?.kind === 'pack');
  const packed = closings.map((closing) => {
    const seals = archived.rows.find(({ mark }) => mark === closing)?.packs ?? [];
    return [closing, idsInPacks(seals, packs)] as const;
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
 * Whether an answer that has left the table has this screening id.
 *
 * @param id a hash
 * @returns also true where only its pack could tell, and that has not been read or cannot be
 */
export function isArchived({ rows, ids: all, packed }: ArchivedIds, id: string): boolean {
  if (!mayHaveId(all, id)) return false;
  return rows.some(({ mark, ids }) => mayHaveId(ids, id) && (packed.get(mark)?.has(id) ?? true));
}

function idsInPacks(seals: readonly string[], packs: readonly PackRow[]): ReadonlySet<string> | null {
  const bySeal = new Map(packs.map((pack) => [pack.seal, pack]));
  const ids = new Set<string>();
  for (const seal of seals) {
    const pack = bySeal.get(seal);
    const repeats = pack && repeatsIn(pack);
    if (!repeats) return null;
    for (const { service, screeningIds } of repeats)
      for (const id of screeningIds) ids.add(screeningHash({ ...service, option: 'Both' }, id));
  }
  return ids;
}
