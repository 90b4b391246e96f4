// The table `archive`: what has left `answers`. Rows are only ever added: packs of repeats, and for each closing an index of their ids.
import * as z from 'zod/v4';

import { packIds, unpackIds, type IdIndex } from '../archive/idIndex';
import { packRepeats, REPEATS_IN_A_PACK, unpackRepeats, type PackedRepeat } from '../archive/packs';
import type { StoredRow, TableRow } from '../tables';
import { count, hash, jsonText, mark, SealedTable, text, time } from './cells';

const archiveCells = {
  mark,
  kind: z.enum(['index', 'pack']),
  /** Of a pack, the mark of its index row. Empty for an index row itself. */
  closing: text,
  run: mark,
  at: time,
  /** When the first and the last of its repeats were screened. */
  oldest: time,
  newest: time,
  /** How many repeats it has. */
  screenings: count,
  /** How many characters it has in `data`; an index row counts those of its packs as well. */
  size: count,
  /** Of an index row: about how many bytes the other tables had, as the run knew them; 0 if it did not. */
  beside: count,
  /** Of an index row: the seals of its packs. */
  packs: jsonText(z.array(hash)),
  /** Of an index row: the seals of the newest index rows that were known. */
  follows: jsonText(z.array(hash)),
  data: z.string(),
};
const archive = new SealedTable('archive', archiveCells);
export const ARCHIVE_COLUMNS = archive.columns;

const archiveSchema = z.object({ ...archiveCells, id: z.number(), seal: hash });
type ArchiveCells = Omit<z.infer<typeof archiveSchema>, 'closing' | 'data' | 'kind'>;
export type ArchiveRow =
  | (ArchiveCells & { kind: 'index'; ids: IdIndex })
  | (ArchiveCells & { kind: 'pack'; closing: string; data: string });
export type IndexRow = Extract<ArchiveRow, { kind: 'index' }>;
export type PackRow = Extract<ArchiveRow, { kind: 'pack' }>;

/** Undefined for a row that was changed or cannot be read. */
export function readArchive(row: StoredRow): ArchiveRow | undefined {
  const read = archive.isSound(row) ? archiveSchema.safeParse(row).data : undefined;
  if (!read) return undefined;
  const { kind, closing, data, ...cells } = read;
  if (kind === 'pack') return { ...cells, kind, closing, data };
  const ids = unpackIds(data);
  return ids && { ...cells, kind, ids };
}

/** Undefined where it holds other repeats than it says. */
export function repeatsIn({ data, screenings }: PackRow): PackedRepeat[] | undefined {
  const found = unpackRepeats(data);
  return found?.length === screenings ? found : undefined;
}

/** A closing that is about to be stored. */
export interface NewClosing {
  run: string;
  at: string;
  /** The seals of the newest index rows. */
  follows: readonly string[];
  /** Answers of one batch stand beside each other. */
  repeats: readonly PackedRepeat[];
  /** The hashes of all their screening ids. */
  ids: readonly string[];
  /** About how many bytes the other tables have; 0 if nobody knows. */
  beside: number;
}

/** The rows of a closing: its packs, and its index row at the end. */
export function closingRows(
  { run, at, follows, repeats, ids, beside }: NewClosing,
  uuid: () => string,
): TableRow[] {
  const closing = uuid();
  const parts = Math.ceil(repeats.length / REPEATS_IN_A_PACK);
  const packs = Array.from({ length: parts }, (_, part) => {
    const some = repeats.slice(part * REPEATS_IN_A_PACK, (part + 1) * REPEATS_IN_A_PACK);
    const data = packRepeats(some);
    const cells = { mark: uuid(), kind: 'pack', closing, run, at, ...spanOf(some) };
    return archive.rowOf({ ...cells, size: data.length, beside: 0, packs: [], follows: [], data });
  });
  const data = packIds(ids);
  const index = archive.rowOf({
    ...{ mark: closing, kind: 'index', closing: '', run, at, ...spanOf(repeats) },
    size: packs.reduce((sum, row) => sum + Number(row['size']), data.length),
    beside,
    packs: packs.map((row) => row['seal'] ?? ''),
    follows,
    data,
  });
  return [...packs, index];
}

function spanOf(repeats: readonly PackedRepeat[]): Pick<ArchiveCells, 'newest' | 'oldest' | 'screenings'> {
  const times = repeats.map(({ screenedAt }) => screenedAt).sort();
  return { oldest: times[0] ?? '', newest: times.at(-1) ?? '', screenings: repeats.length };
}
