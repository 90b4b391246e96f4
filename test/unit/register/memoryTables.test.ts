// The tables in memory, which the register's model stands on, do what n8n's databases do.
import { MemoryTables, type Kind } from './memoryTables';
import type { Statement } from '../../../nodes/CompanyScreening/register/port/tables';

const claim = (mark: string): Statement => ({ do: 'insert', table: 'claims', rows: [{ mark }] });
const removed = (mark: string): Statement => ({
  do: 'delete',
  table: 'claims',
  where: [{ column: 'mark', is: 'equal', value: mark }],
  match: 'all',
});
const everything: Statement = { do: 'read', table: 'claims', where: [], match: 'all' };

async function readAfter(kind: Kind, ...statements: Statement[]) {
  return (await new MemoryTables(kind).run([...statements, everything])).flat();
}

test.each([
  ['SQLite gives a deleted highest id again', 'sqlite', 2],
  ['Postgres gives no id twice', 'postgres', 3],
] as const)('%s', async (_, kind, id) => {
  expect(await readAfter(kind, claim('a'), claim('b'), removed('b'), claim('c'))).toEqual([
    { id: 1, mark: 'a' },
    { id, mark: 'c' },
  ]);
});

test('an update changes what matches and nothing else', async () => {
  const update: Statement = {
    do: 'update',
    table: 'claims',
    where: [{ column: 'mark', is: 'equal', value: 'a' }],
    match: 'all',
    set: { mark: 'changed' },
  };
  expect(await readAfter('sqlite', claim('a'), claim('b'), update)).toEqual([
    { id: 1, mark: 'changed' },
    { id: 2, mark: 'b' },
  ]);
});

test('a cell for which the table has no column is refused', () => {
  expect(() =>
    new MemoryTables('sqlite').run([{ do: 'insert', table: 'claims', rows: [{ size: 1 }] }]),
  ).toThrow('The table claims has no column size.');
});
