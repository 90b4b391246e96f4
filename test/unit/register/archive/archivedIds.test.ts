// The ids of the archive as a short list reads them, batch after batch.
import {
  archivedIds,
  closingsToRead,
  isArchived,
  withPacks,
  type ArchivedIds,
} from '../../../../nodes/CompanyScreening/register/facts/archivedIds';
import { screeningHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import { closingRows } from '../../../../nodes/CompanyScreening/register/rows/archiveRows';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';

const service = { environment: 'production', baseUrl: 'https://service.example' } as const;
const at = '2026-01-01T02:00:00.000Z';
const hashOf = (id: string) => screeningHash({ ...service, option: 'Both' }, id);

/** A closing of one screening with this id: its pack, and its index row. */
function closingOf(id: string, rowId: number): { pack: StoredRow; index: StoredRow } {
  const repeat = { answerId: `${id}.0`, originalId: 'first.0', runId: 'run', screenedAt: at, service };
  const repeats = [{ ...repeat, screeningIds: [id], referenceId: null }];
  let uuids = 0;
  const [pack, index] = closingRows(
    { runId: 'run', at, previousSeals: [], repeats, ids: [hashOf(id)], otherBytes: 0, originals: 0 },
    () => `${id}-${(uuids += 1)}`,
  );
  return { pack: { ...pack, id: rowId }, index: { ...index, id: rowId + 1 } };
}

const read = (rows: readonly StoredRow[], before?: ArchivedIds): ArchivedIds => {
  const found = archivedIds(rows, before);
  if (typeof found === 'number') throw new Error(`The row ${found} cannot be read.`);
  return found;
};
const [first, second] = [closingOf('first', 1), closingOf('second', 3)];
const markOf = ({ mark }: StoredRow) => String(mark);

test('the same rows, read again, are not computed again', () => {
  const before = read([first.index, second.index]);
  expect(read([second.index, first.index], before)).toBe(before);
});

test('what was archived meanwhile is known, and packs that have been read are not read again', () => {
  const before = withPacks(read([first.index]), [markOf(first.index)], [first.pack]);
  expect(isArchived(before, hashOf('first'))).toBe(true);
  const after = read([first.index, second.index], before);
  expect(['first', 'second', 'third'].map((id) => isArchived(after, hashOf(id)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(closingsToRead(after, [hashOf('first'), hashOf('second')])).toEqual([markOf(second.index)]);
});

test('a closing that was written again, so that there are as many rows as before, is known as it is now', () => {
  expect(isArchived(read([second.index], read([first.index])), hashOf('second'))).toBe(true);
});

test('a row that is gone is known no more, and one that was changed stops the run', () => {
  const before = read([first.index]);
  expect(isArchived(read([], before), hashOf('first'))).toBe(false);
  expect(archivedIds([first.index, { ...second.index, data: first.index['data'] ?? '' }], before)).toBe(1);
});
