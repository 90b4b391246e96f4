// The table `archive`: rows that have left `answers`. They are only ever added: packs of repeats, for each closing an index of their ids,
// and a removal for what was deleted on purpose. Only a removal lets rows go.
import * as z from 'zod/v4';

import { earliest, latest } from '../../names/plainText';
import { equal, inParts, type ReadStatement, type StoredRow, type TableRow } from '../port/tables';
import { count, hash, jsonText, mark, readable, SealedTable, text, time } from './cells';
import { hashOf } from './identity';
import { packRepeats, REPEATS_IN_A_PACK, unpackRepeats, type PackedRepeat } from './packs';
import {
  mayHaveId,
  mergeIds,
  packIds,
  removedDataSchema,
  removedText,
  unpackIds,
  type IdIndex,
  type RemovedData,
  type RemovedFacts,
} from './removedData';

const archiveCells = {
  mark,
  /** `forgotten` and `pruned` are removals. */
  kind: z.enum(['forgotten', 'index', 'pack', 'pruned']),
  /** Pack: the mark of its index row. Empty for an index row itself. */
  closing: text,
  /** Removal: its mark. */
  run: mark,
  at: time,
  /** Removal: the id and the address of the person who had it done, and why. */
  removedBy: text,
  removedByAddress: text,
  reason: text,
  /** Times of the first and the last screening among its repeats. */
  oldest: time,
  newest: time,
  /** The number of its repeats. */
  screenings: count,
  /** Characters in `data`; an index row counts those of its packs as well. */
  size: count,
  /** Index row: approximate bytes of the other tables, as the run knew them; 0 if it did not. */
  otherBytes: count,
  /** Index row: originals from before it in the table of answers, if the run knew them all; else 0. */
  originals: count,
  /** Index row: the batches that its repeats came with, by the hashes of their marks, in short. */
  batches: text,
  /** Index row: the seals of its packs. */
  packs: jsonText(z.array(hash)),
  /** Index row and removal: the seals of the newest of both that were known. */
  previousSeals: jsonText(z.array(hash)),
  data: z.string(),
};
const archive = new SealedTable('archive', archiveCells);
export const ARCHIVE_COLUMNS = archive.columns;

const archiveSchema = z
  .object({ ...archiveCells, id: z.number(), seal: hash })
  .transform(({ run: runId, ...cells }) => ({ runId, ...cells }));
type ArchiveCells = Omit<z.infer<typeof archiveSchema>, 'batches' | 'closing' | 'data' | 'kind'>;
export type ArchiveRow =
  | (ArchiveCells & { kind: 'index'; ids: IdIndex; batches: IdIndex })
  | (ArchiveCells & { kind: 'pack'; closing: string; data: string })
  | (ArchiveCells & { kind: 'forgotten' | 'pruned'; removed: RemovedData });
export type IndexRow = Extract<ArchiveRow, { kind: 'index' }>;
export type PackRow = Extract<ArchiveRow, { kind: 'pack' }>;
/** A deletion on purpose: by whom, when (`at`), why, and from which time its rows were. */
export type Removal = Extract<ArchiveRow, { kind: 'forgotten' | 'pruned' }>;

/** Undefined for a row that was changed or cannot be read. */
export function readArchive(row: StoredRow): ArchiveRow | undefined {
  const read = archive.isIntact(row) ? archiveSchema.safeParse(row).data : undefined;
  if (!read) return undefined;
  const { kind, closing, data, batches: batchIds, ...cells } = read;
  if (kind === 'pack') return { ...cells, kind, closing, data };
  if (kind === 'index') {
    const [ids, batches] = [data, batchIds].map(unpackIds);
    return ids && batches && { ...cells, kind, ids, batches };
  }
  const removed = jsonText(removedDataSchema).safeParse(data).data;
  return removed && { ...cells, kind, removed };
}

export const REMOVAL_QUERY: ReadStatement = {
  do: 'read',
  table: 'archive',
  where: [equal('kind', 'forgotten'), equal('kind', 'pruned')],
  match: 'any',
};

/** The removals among rows of the archive, the oldest first. One that cannot be read explains nothing. */
export function removalsAmong(rows: readonly StoredRow[]): Removal[] {
  const read = rows.map(readArchive);
  return read.filter(isRemoval).sort((one, other) => (one.at < other.at ? -1 : 1));
}

export function isRemoval(row: ArchiveRow | undefined): row is Removal {
  return row?.kind === 'forgotten' || row?.kind === 'pruned';
}

/** Undefined where it holds other repeats than it says. */
export function repeatsIn({
  data,
  screenings,
}: Pick<PackRow, 'data' | 'screenings'>): PackedRepeat[] | undefined {
  const found = unpackRepeats(data);
  return found?.length === screenings ? found : undefined;
}

/** A closing that is about to be stored. */
export interface NewClosing {
  runId: string;
  at: string;
  /** The seals of the newest index rows. */
  previousSeals: readonly string[];
  /** Repeats of one batch stand beside each other. */
  repeats: readonly PackedRepeat[];
  /** The hashes of all their screening ids. */
  ids: readonly string[];
  /** Approximate bytes of the other tables, and the originals from before it; 0 if nobody knows. */
  otherBytes: number;
  originals: number;
}

/** A removal that is about to be stored. */
export interface NewRemoval extends Omit<
  Removal,
  'id' | 'otherBytes' | 'originals' | 'packs' | 'removed' | 'runId' | 'seal' | 'size'
> {
  removed: RemovedFacts;
}

/** The person who has something deleted, and why. */
export type RemovalOrder = Pick<NewRemoval, 'reason' | 'removedBy' | 'removedByAddress'>;

export function removalRow({ removed, mark: id, reason, ...cells }: NewRemoval): TableRow {
  const data = removedText(removed);
  return archive.rowOf({
    ...cells,
    ...NO_COUNTS,
    mark: id,
    run: id,
    closing: '',
    packs: [],
    size: data.length,
    data,
    reason: readable(reason),
    removedBy: readable(cells.removedBy),
    removedByAddress: readable(cells.removedByAddress),
  });
}

/** Tells of the mark of a batch whether one of these closings has a repeat of it: one of 281 trillion other marks looks the same. */
export function batchesIn(closings: readonly IndexRow[]): (batch: string) => boolean {
  const all = mergeIds(closings.map(({ batches }) => batches));
  return (batch) => mayHaveId(all, batchHash(batch));
}

const batchHash = (batch: string): string => hashOf(['batch', 1, batch]);
/** The mark of an answer's batch: an id is that mark and a place in the batch. */
export const batchOf = (answerId: string): string => answerId.slice(0, answerId.lastIndexOf('.'));

/** Cells that only an index row counts. */
const NO_COUNTS = { otherBytes: 0, originals: 0, batches: '' };
const NOBODY = { removedBy: '', removedByAddress: '', reason: '' };

/** The rows of a closing: its packs, and its index row at the end. */
export function closingRows(
  { runId, at, previousSeals, repeats, ids, otherBytes, originals }: NewClosing,
  uuid: () => string,
): TableRow[] {
  const closing = uuid();
  const packs = inParts(repeats, REPEATS_IN_A_PACK).map((some) => {
    const data = packRepeats(some);
    const cells = { mark: uuid(), kind: 'pack', closing, run: runId, at, size: data.length, data };
    return archive.rowOf({
      ...cells,
      ...spanOf(some),
      ...NOBODY,
      ...NO_COUNTS,
      packs: [],
      previousSeals: [],
    });
  });
  const data = packIds(ids);
  const index = archive.rowOf({
    ...{ mark: closing, kind: 'index', closing: '', run: runId, at, ...NOBODY, ...spanOf(repeats) },
    size: packs.reduce((sum, row) => sum + Number(row['size']), data.length),
    otherBytes,
    originals,
    batches: packIds(repeats.map(({ answerId }) => batchHash(batchOf(answerId)))),
    packs: packs.map((row) => row['seal'] ?? ''),
    previousSeals,
    data,
  });
  return [...packs, index];
}

function spanOf(repeats: readonly PackedRepeat[]): Pick<ArchiveCells, 'newest' | 'oldest' | 'screenings'> {
  const times = repeats.map(({ screenedAt }) => screenedAt);
  return { oldest: earliest(times), newest: latest(times), screenings: repeats.length };
}
