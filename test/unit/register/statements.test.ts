// How the register's statements become nodes of n8n's, and what those give rows again.
import fc from 'fast-check';
import {
  nodesFor,
  piecesOf,
  rowsOfPieces,
  statementsOfCalls,
  type TableIds,
} from '../../../nodes/CompanyScreening/register/dataTables/statements';
import {
  RegisterFailure,
  type Condition,
  type ReadStatement,
  type Statement,
} from '../../../nodes/CompanyScreening/register/port/tables';
import { COLUMNS } from '../../../nodes/CompanyScreening/register/rows/columns';

const ids: TableIds = { answers: 'A', archive: 'X', claims: 'C', decisions: 'D', reports: 'P', runs: 'R' };

const marked = (value: string): Condition => ({ column: 'mark', is: 'equal', value });
const read: ReadStatement = { do: 'read', table: 'claims', where: [marked('a')], match: 'all' };
const update = (state: string) => ({ ...read, do: 'update', set: { state } }) as const;
const plan = (...statements: Statement[]) =>
  nodesFor(
    statements.flatMap((statement) => piecesOf(statement, COLUMNS)),
    ids,
  );

test('nothing that people or the service wrote stands in a node', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'binary' }), (text) => {
      const written = `=${text}`;
      const { rows } = plan(update(written), { do: 'insert', table: 'answers', rows: [{ data: written }] });
      expect(JSON.stringify(rows)).not.toContain(JSON.stringify(written).slice(1, -1));
    }),
  );
});

test.each(['={{ 40 + 2 }}', '=1', '', ' ', 'a b', 'a=b', '%', 'a\n', 'ä'])(
  'a condition on %p is refused before anything is done',
  (value) => {
    for (const statement of [read, update('x'), { ...read, do: 'delete' } as const])
      expect(() => piecesOf({ ...statement, where: [marked(value)] }, COLUMNS)).toThrow('is not a mark');
  },
);

test('a condition on a column that the table does not have is refused', () => {
  const where: Condition[] = [{ column: 'createdAt', is: 'equal', value: 'a' }];
  expect(() => piecesOf({ ...read, where }, COLUMNS)).toThrow('The table claims has no column createdAt.');
});

test('each table is named by its id, and each statement has a row of nodes', () => {
  const { rows } = plan(read, { do: 'insert', table: 'answers', rows: [{ mark: 'a' }] });
  const tables = rows.map(
    (row) => row.find(({ type }) => type.endsWith('dataTable'))?.parameters['dataTableId'],
  );
  expect(tables).toEqual([
    { __rl: true, mode: 'id', value: 'C' },
    { __rl: true, mode: 'id', value: 'A' },
  ]);
});

test('more than 500 conditions become several statements', () => {
  const where = Array.from({ length: 1_001 }, (_, index) => marked(`m${String(index)}`));
  const pieces = piecesOf({ ...read, where, match: 'any' }, COLUMNS);
  expect(pieces.map((piece) => ('where' in piece ? piece.where.length : 0))).toEqual([500, 500, 1]);
});

test('a change waits for all pages of a read of its table before it, and everything else goes in one call', () => {
  const insert: Statement = { do: 'insert', table: 'claims', rows: [{ mark: 'b' }] };
  const ofOthers = { ...insert, table: 'runs' } as const;
  expect(statementsOfCalls([insert, read, ofOthers, read])).toEqual([[insert, read, ofOthers, read]]);
  expect(statementsOfCalls([read, insert, read, insert])).toEqual([[read], [insert, read], [insert]]);
  expect(statementsOfCalls([{ ...read, limit: 1_000 }, insert])).toHaveLength(1);
  expect(statementsOfCalls([{ ...read, limit: 1_001 }, insert])).toHaveLength(2);
});

test('a statement that would do nothing is left out', () => {
  expect(piecesOf({ do: 'insert', table: 'claims', rows: [] }, COLUMNS)).toEqual([]);
  expect(piecesOf({ ...read, where: [], match: 'any' }, COLUMNS)).toEqual([]);
});

test('text is stored as both databases can keep it', () => {
  const rows = [{ requests: 'a\0b\ud800c\u{1f600}', mark: 'm' }];
  const { input } = plan({ do: 'insert', table: 'claims', rows });
  expect(input).toEqual({ rows0: [{ requests: 'a\ufffdb\ufffdc\u{1f600}', mark: 'm' }] });
});

describe('what n8n gives', () => {
  const pieces = piecesOf(read, COLUMNS);
  const rowsOf = (rows: unknown) => rowsOfPieces(pieces, [{ json: { rows } }])[0];

  test('is rows without the clock of the database', () => {
    const clock = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    expect(rowsOf([{ id: 7, mark: 'a', flag: null, ...clock }])).toEqual([{ id: 7, mark: 'a', flag: null }]);
  });

  test('is no row where there is one empty item', () => {
    expect(rowsOf([{}])).toEqual([]);
  });

  test.each([
    ['no list', undefined],
    ['an empty item beside others', [{}, { id: 1 }]],
    ['a row without an id', [{ mark: 'a' }]],
    ['a cell that is no value', [{ id: 1, text: { deep: true } }]],
  ])('is refused with %s', (_, rows) => {
    expect(() => rowsOf(rows)).toThrow(RegisterFailure);
  });

  test('is refused with fewer results than statements, or fewer rows than were to be stored', () => {
    expect(() => rowsOfPieces(pieces, [])).toThrow('0 results came for 1 statements');
    const insert = piecesOf({ do: 'insert', table: 'claims', rows: [{ mark: 'a' }, { mark: 'b' }] }, COLUMNS);
    expect(() => rowsOfPieces(insert, [{ json: { success: true, insertedRows: 1 } }])).toThrow(
      'it did not say that 2 rows were stored',
    );
    expect(rowsOfPieces(insert, [{ json: { success: true, insertedRows: 2 } }])).toEqual([[]]);
  });
});
