// What Prune and Forget Company say where n8n takes no row any more.
import {
  RegisterFailure,
  TABLE_NAMES,
  type Statement,
  type Tables,
} from '../../../../nodes/CompanyScreening/register/port/tables';
import { refusingInserts, type MemoryTables } from '../memoryTables';
import { complaintOf } from '../perform';

const EVERYTHING = TABLE_NAMES.map((table): Statement => ({ do: 'read', table, where: [], match: 'all' }));

/** @param perform over tables into which nothing can be inserted */
export async function expectNoRoom(
  tables: MemoryTables,
  perform: (full: Tables) => Promise<unknown>,
): Promise<void> {
  const full = new RegisterFailure(
    'full',
    "n8n's data tables are full: Data table size limit exceeded: 200.4MB used, limit is 200MB",
    'Raise it.',
  );
  const before = await tables.run(EVERYTHING);
  const [said, advice] = await complaintOf(perform(refusingInserts(tables, full)));
  expect(said).toBe(
    "Nothing was deleted: a row must first say what is deleted, and there is no room for it. n8n's data tables are full: Data table size limit exceeded: 200.4MB used, limit is 200MB",
  );
  expect(advice).toContain('(N8N_DATA_TABLES_MAX_SIZE_BYTES) to 211812352 (202 MB) or more, run this again');
  expect(await tables.run(EVERYTHING)).toEqual(before);
}
