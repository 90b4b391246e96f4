// The register on n8n's data tables, which are replaced: what is read of many rows, and which tables are found, made or missed.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { plainText } from '../../../nodes/CompanyScreening/names/plainText';
import {
  findRegister,
  lookForRegister,
  openRegister,
} from '../../../nodes/CompanyScreening/register/dataTables/openRegister';
import {
  equal,
  TABLE_NAMES,
  type Condition,
  type ReadStatement,
} from '../../../nodes/CompanyScreening/register/port/tables';
import { COLUMNS } from '../../../nodes/CompanyScreening/register/rows/columns';

interface DataTable {
  id: string;
  name: string;
  columns: { name: string; type: string }[];
  rows: IDataObject[];
}
const nodeSchema = z.looseObject({
  resource: z.string().optional(),
  operation: z.string().optional(),
  tableName: z.string().default(''),
  columns: z
    .looseObject({ column: z.array(z.object({ name: z.string(), type: z.string() })).default([]) })
    .optional(),
  dataTableId: z.object({ value: z.string() }).optional(),
  matchType: z.string().optional(),
  filters: z
    .object({
      conditions: z.array(
        z.object({ keyName: z.string(), condition: z.string(), keyValue: z.union([z.string(), z.number()]) }),
      ),
    })
    .default({ conditions: [] }),
  limit: z.number().optional(),
  fieldToSplitOut: z.string().default(''),
});
type Node = z.infer<typeof nodeSchema>;

/** Runs the rows of nodes that the register makes, as n8n does. */
class FakeN8n {
  readonly tables: DataTable[] = [];
  private readonly memory: IDataObject = {};
  private ids = 0;

  getWorkflowStaticData = () => this.memory;

  executeWorkflow: IExecuteFunctions['executeWorkflow'] = ({ code }, items = []) => {
    const rows = new Map<string, IDataObject[]>();
    for (const { name, type, parameters } of code?.nodes ?? []) {
      const row = /^Row \d+/.exec(name)?.[0];
      if (row === undefined) continue;
      const before = rows.get(row) ?? items.map(({ json }) => json);
      rows.set(row, this.given(type, nodeSchema.parse(parameters), before));
    }
    const json = [...rows.values()].flat();
    return Promise.resolve({ executionId: '1', data: [json.map((one) => ({ json: one }))] });
  };

  private given(type: string, node: Node, items: IDataObject[]): IDataObject[] {
    if (type.endsWith('.aggregate')) return [{ rows: items }];
    if (type.endsWith('.splitOut'))
      return z.array(z.looseObject({})).parse(items[0]?.[node.fieldToSplitOut]) as IDataObject[];
    const found = this.carriedOut(node, items);
    return found.length === 0 ? [{}] : found.map((row) => ({ ...row }));
  }

  private carriedOut({ operation, ...node }: Node, items: IDataObject[]): IDataObject[] {
    if (operation === 'list') return this.tables.map(({ id, name, columns }) => ({ id, name, columns }));
    if (operation === 'create') {
      const field = /\$json\.(\w+)/.exec(node.tableName)?.[1] ?? '';
      const name = plainText(items[0]?.[field]);
      this.tables.push({ id: `t${this.tables.length}`, name, columns: node.columns?.column ?? [], rows: [] });
      return [{ name }];
    }
    const table = this.tables.find(({ id }) => id === node.dataTableId?.value);
    if (!table) throw new Error('could not find the data table');
    if (operation === 'insert') {
      table.rows.push(...items.map((row) => ({ ...row, id: (this.ids += 1) })));
      return [{ success: true, insertedRows: items.length }];
    }
    const meets = (row: IDataObject) => {
      const all = node.filters.conditions.map(({ keyName, condition, keyValue }) => {
        const cell = row[keyName];
        if (condition === 'eq') return cell === keyValue;
        if (condition === 'like') return plainText(cell).includes(plainText(keyValue).slice(1, -1));
        const [number, limit] = [Number(cell), Number(keyValue)];
        if (condition === 'lte') return number <= limit;
        return condition === 'gt' ? number > limit : number < limit;
      });
      return node.matchType === 'anyCondition' ? all.some(Boolean) : all.every(Boolean);
    };
    const matching = table.rows.filter(meets);
    if (operation === 'update') for (const row of matching) Object.assign(row, items[0]);
    if (operation === 'deleteRows') table.rows = table.rows.filter((row) => !matching.includes(row));
    return operation === 'get' ? matching.slice(0, node.limit) : matching;
  }

  /** The tables, without some or with others in their place. */
  change(change: (table: DataTable) => DataTable[]): void {
    this.tables.splice(0, Infinity, ...this.tables.flatMap(change));
  }
}

const open = (n8n: FakeN8n, name = 'Mine') => openRegister(n8n, name, COLUMNS);
const named =
  (word: string) =>
  ({ name }: DataTable) =>
    name === `Mine ${word}`;

describe('of many rows', () => {
  /** The ids of 5,000 rows; some lie far behind the others, as after many were deleted. */
  async function read(statement: Partial<ReadStatement>, gapAt = Infinity) {
    const n8n = new FakeN8n();
    const { tables } = await open(n8n);
    const marks = Array.from({ length: 5_000 }, (_, number) => ({
      mark: `m${number % 2}`,
      run: `r${number % 3}`,
    }));
    await tables.run([{ do: 'insert', table: 'claims', rows: marks }]);
    const claims = n8n.tables.find(named('claims'));
    for (const row of claims?.rows ?? [])
      if (Number(row['id']) > gapAt) row['id'] = Number(row['id']) + 12_345;
    const where = { where: [], match: 'all', ...statement } as const;
    const wanted = (claims?.rows ?? []).map(({ id }) => Number(id));
    const rest = { do: 'delete', table: 'claims', where: [], match: 'all' } as const;
    // What is deleted in the same breath is read before.
    const [rows = []] = await tables.run([{ do: 'read', table: 'claims', ...where }, rest]);
    return { ids: rows.map(({ id }) => id), wanted, left: claims?.rows.length };
  }
  const either: Condition[] = [equal('mark', 'm0'), equal('run', 'r1'), equal('run', 'r2')];

  test.each<[string, Partial<ReadStatement>, number | undefined, (id: number) => boolean]>([
    ['all', {}, undefined, () => true],
    ['all, behind a gap', {}, 1_500, () => true],
    ['all, with a gap behind a full page', {}, 1_000, () => true],
    ['those of one mark', { where: [equal('mark', 'm1')] }, undefined, (id) => id % 2 === 0],
    [
      'those of several conditions, each once',
      { where: either, match: 'any' },
      undefined,
      (id) => id % 2 === 1 || id % 3 !== 1,
    ],
    ['the first 1,500', { limit: 1_500 }, undefined, (id) => id <= 1_500],
    ['the first ten', { limit: 10 }, undefined, (id) => id <= 10],
  ])(
    'a read gives %s, in their order, before the next statement deletes them',
    async (_, statement, gapAt, isWanted) => {
      const { ids, wanted, left } = await read(statement, gapAt);
      expect(ids).toEqual(wanted.filter((_id, index) => isWanted(index + 1)));
      expect(left).toBe(0);
    },
  );
});

describe('the tables of a register', () => {
  let n8n: FakeN8n;
  beforeEach(async () => {
    n8n = new FakeN8n();
    expect(await open(n8n, ' Mine ')).toMatchObject({ isNew: true });
  });
  const withRow = async () => {
    const { tables } = await open(n8n);
    await tables.run([{ do: 'insert', table: 'runs', rows: [{ run: 'r' }] }]);
  };
  /** Another workflow, which has had no register yet. */
  const elsewhere = () => ({ executeWorkflow: n8n.executeWorkflow, getWorkflowStaticData: () => ({}) });

  test('are made once, and found again with what they hold', async () => {
    await withRow();
    const { tables, isNew } = await open(n8n);
    expect([isNew, n8n.tables.map(({ name }) => name)]).toEqual([
      false,
      TABLE_NAMES.map((one) => `Mine ${one}`),
    ]);
    const everyRun = { do: 'read', table: 'runs', where: [], match: 'all' } as const;
    for (const found of [
      tables,
      await findRegister(n8n, 'Mine', COLUMNS),
      await lookForRegister(n8n, 'Mine', COLUMNS),
    ])
      expect(await found?.run([everyRun])).toMatchObject([[{ run: 'r' }]]);
  });

  test.each<[string, (table: DataTable) => DataTable[], boolean, string]>([
    ['one is gone', (table) => (named('claims')(table) ? [] : [table]), false, 'lost'],
    ['all are gone', () => [], false, 'lost'],
    [
      'one was renamed, and others have rows',
      (table) => [named('claims')(table) ? { ...table, name: 'x' } : table],
      true,
      'incomplete',
    ],
    ['a column is gone', (table) => [{ ...table, columns: table.columns.slice(1) }], true, 'foreign'],
    [
      'a column has another type',
      (table) => [{ ...table, columns: table.columns.map((one) => ({ ...one, type: 'date' })) }],
      true,
      'foreign',
    ],
  ])('are not begun anew where %s', async (_, change, isElsewhere, problem) => {
    await withRow();
    // A workflow remembers each of its registers.
    await open(n8n, 'Another');
    n8n.change(change);
    const asking = isElsewhere ? elsewhere() : n8n;
    await expect(openRegister(asking, 'Mine', COLUMNS)).rejects.toMatchObject({ problem });
    await expect(lookForRegister(asking, 'Mine', COLUMNS)).rejects.toMatchObject({ problem });
  });

  test('are completed where those that are there have no row, and a column that people added is theirs', async () => {
    n8n.change((table) =>
      named('claims')(table)
        ? []
        : [{ ...table, columns: [...table.columns, { name: 'note', type: 'string' }] }],
    );
    const asking = elsewhere();
    expect(await lookForRegister(asking, 'Mine', COLUMNS)).toBeUndefined();
    expect((await openRegister(asking, 'Mine', COLUMNS)).isNew).toBe(true);
    expect(n8n.tables).toHaveLength(TABLE_NAMES.length);
  });

  test.each([
    ['Nothing', 'notThere'],
    [' ', 'name'],
    ['x'.repeat(101), 'name'],
    ['a\nb', 'name'],
  ])('%j cannot be read: %s', async (name, problem) => {
    await expect(findRegister(n8n, name, COLUMNS)).rejects.toMatchObject({ problem });
  });

  test('cannot be read where one is missing beside rows', async () => {
    await withRow();
    n8n.change((table) => (named('claims')(table) ? [] : [table]));
    await expect(findRegister(n8n, 'Mine', COLUMNS)).rejects.toMatchObject({ problem: 'incomplete' });
  });
});
