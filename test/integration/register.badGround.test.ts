// Keep in Register on bad ground, over HTTP, with the register's tables in memory: nothing is clear that should not be.
import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { isInsert, MemoryTables, tablesOf } from '../unit/register/memoryTables';
import { outcomesOf, screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const BATCH = 10;
const NAMES = Array.from({ length: 3 * BATCH }, (_, number) => `Company ${number}`);

/** Does this when the answers of the first batch have been stored, a half is under way, and another one is claimed. */
function inMidRun(tables: Tables, edit: () => Promise<unknown>): Tables {
  let claims = 0;
  return tablesOf(async (statements) => {
    const rows = await tables.run(statements);
    if (isInsert(statements, 'claims') && (claims += 1) === 3) await edit();
    return rows;
  });
}

test('a run whose stored answers are changed ends as it would have, and no later run says clear because of them', async () => {
  // Longer than tables in memory take, so that after the first batch two halves are under way at the same time.
  await sandbox().settings({ latencyMs: 20 });
  const tables = new MemoryTables('sqlite');
  const parameters = { registerSettings: { batchSize: BATCH } };
  const outcomesOn = async (register: Tables) =>
    outcomesOf(await screening(sandbox(), NAMES, { register, parameters })).sort();

  const edited = inMidRun(tables, () => tables.change('answers', { outcome: 'clear', reason: 'x' }));
  expect(await outcomesOn(edited)).toEqual(NAMES.map(() => 'clear'));
  expect(await outcomesOn(tables)).toEqual(NAMES.map((_, at) => (at < 2 * BATCH ? 'clear' : 'damagedRow')));
  expect((await sandbox().stats()).operations.screening.requests).toBe(30);
});
