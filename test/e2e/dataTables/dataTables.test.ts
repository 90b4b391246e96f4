// The register's tables in a real n8n, on both of its databases: what only n8n can show.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import type {
  Condition,
  TableRow,
  Statement,
  TableName,
} from '../../../nodes/CompanyScreening/register/port/tables';
import { addTable, readTable, renameTable } from '../../support/n8n/dataTables';
import { driverColumns } from '../../support/registerDriver/script';
import { mountSmallDisk, type SmallDisk } from '../../support/n8n/smallDisk';
import { until } from '../../support/waiting';
import { startDrivenN8n, type DatabaseKind, type DrivenN8n, type Script } from './drivenN8n';
import { readOnlyTest, smallDiskTest } from './storage';

const marked = (mark: string): Condition => ({ column: 'mark', is: 'equal', value: mark });
const insert = (rows: TableRow[], table: TableName = 'claims'): Statement => ({ do: 'insert', table, rows });
const read = (...where: Condition[]): Statement => ({ do: 'read', table: 'claims', where, match: 'all' });
const readAny = (where: Condition[]): Statement => ({ do: 'read', table: 'claims', where, match: 'any' });
const run = (...statements: Statement[]): Script => ({ do: 'run', statements });
const runUntil = (comes: 'failure' | 'answer', ...statements: Statement[]): Script => ({
  do: 'runUntil',
  comes,
  statements,
});
const everything = { do: 'read', table: 'claims', where: [], match: 'all' } as const;
const listSchema = z.object({ data: z.array(z.object({ name: z.string() })) });

describe.each<DatabaseKind>(['sqlite', 'postgres'])('on %s', (kind) => {
  let driven: DrivenN8n;
  let disk: SmallDisk | undefined;
  beforeAll(async () => {
    disk = kind === 'sqlite' ? await mountSmallDisk() : undefined;
    driven = await startDrivenN8n(kind, disk?.env);
  }, 300_000);
  afterAll(async () => {
    await driven.stop();
    await disk?.remove();
  });
  const smallDisk = (): SmallDisk => {
    if (!disk) throw new Error('No disk has been mounted.');
    return disk;
  };

  const newRegister = () => `Register ${randomUUID()}`;
  const open = (register = newRegister()): Script => ({ do: 'open', register });
  /** The rows that each read of the last step gave. */
  const readsOf = async (...script: Script[]) => {
    const outcomes = await driven.drive(open(), ...script);
    expect(outcomes.map(({ failure }) => failure)).toEqual(outcomes.map(() => undefined));
    return outcomes.at(-1)?.reads ?? [];
  };
  const columns = Object.keys(driverColumns.claims);
  const tableNames = async () =>
    (await driven.n8n().rest.send('list tables', 'get', '/data-tables-global?take=250', listSchema)).data;

  // First: later, the database has room in its own file, from which rows were deleted.
  if (kind === 'sqlite') smallDiskTest(() => driven, smallDisk);

  test('what people write comes back as it was written', async () => {
    const texts = [
      '={{ 40 + 2 }}',
      '=42',
      '%',
      '_',
      'NULL',
      'null',
      '',
      ' ',
      "'; --",
      '$&',
      '{{ $json }}',
    ].concat([
      '42',
      '1e3',
      'true',
      '2026-01-01',
      '[1]',
      '{"a":1}',
      '\\u0000',
      'ΑΒ شركة 公司 😀',
      'a\r\nb\tc',
      'x'.repeat(10_000),
    ]);
    const rows = texts.map((text, index) => ({ mark: `m${String(index)}`, text, number: index, flag: true }));

    const [stored] = await readsOf(run(insert(rows), everything));

    expect(stored).toEqual(rows.map((row, index) => ({ ...row, id: index + 1 })));
  });

  test.each<[string, TableRow[], TableRow[]]>([
    [
      'NUL and half of a pair lose neither their row nor its neighbours',
      [
        { mark: 'a', text: 'before\0after' },
        { mark: 'b', text: 'before\ud83dafter' },
        { mark: 'c', text: 'whole \u{1f600}' },
      ],
      [{ text: 'before\ufffdafter' }, { text: 'before\ufffdafter' }, { text: 'whole \u{1f600}' }],
    ],
    [
      'numbers, switches and what is missing come back as such',
      [
        { mark: 'a', number: 0, flag: false, text: null },
        { mark: 'b', number: Number.MAX_SAFE_INTEGER, flag: true },
        { mark: 'c', number: -1.5 },
      ],
      [
        { number: 0, flag: false, text: null },
        { number: Number.MAX_SAFE_INTEGER, flag: true, text: null },
        { number: -1.5, flag: null, text: null },
      ],
    ],
  ])('%s', async (_, rows, stored) => {
    expect(await readsOf(run(insert(rows), everything))).toMatchObject([stored]);
  });

  test('an update stores what it is given, and changes no other row', async () => {
    const set = { text: '={{ 40 + 2 }}', number: null, flag: true };
    const update: Statement = { do: 'update', table: 'claims', where: [marked('a')], match: 'all', set };
    const rows = ['a', 'b', 'a'].map((mark) => ({ mark, text: mark, number: 1, flag: false }));

    const [stored] = await readsOf(run(insert(rows), update, everything));

    expect(stored?.map(({ text, number, flag }) => [text, number, flag])).toEqual([
      ['={{ 40 + 2 }}', null, true],
      ['b', 1, false],
      ['={{ 40 + 2 }}', null, true],
    ]);
  });

  test('statements are carried out one after the other, and each read sees what was stored before it', async () => {
    const reads = await readsOf(
      run(
        everything,
        insert([{ mark: 'a' }, { mark: 'b' }]),
        everything,
        { do: 'delete', table: 'claims', where: [marked('a')], match: 'all' },
        read(marked('a')),
        insert([{ mark: 'c' }]),
        everything,
        insert([{ mark: 'elsewhere' }], 'answers'),
      ),
    );
    expect(reads.map((rows) => rows.map(({ mark }) => mark))).toEqual([[], ['a', 'b'], [], ['b', 'c']]);
  });

  test('a text within a cell is found as it is written, wherever it stands', async () => {
    const marks = ['otherScreenings', 'x-otherScreenings-y', 'OTHERSCREENINGS', 'other.Screenings', ''];
    const [found] = await readsOf(
      run(insert(marks.map((mark) => ({ mark })))),
      run(read({ column: 'mark', is: 'contains', value: 'otherScreenings' })),
    );
    expect(found?.map(({ mark }) => mark)).toEqual(marks.slice(0, 2));
  });

  test('more conditions and more rows than n8n takes at once are read, changed and removed in pieces', async () => {
    const marks = Array.from({ length: 1_201 }, (_, index) => `m${String(index)}`);
    const rows = [...marks, ...marks, 'other'].map((mark) => ({ mark }));
    const where = marks.map(marked);

    const [any, all, first, range] = await readsOf(
      run(insert(rows)),
      run(
        readAny(where),
        everything,
        { ...everything, limit: 1_500 },
        read({ column: 'id', is: 'above', value: 1_000 }, { column: 'id', is: 'atMost', value: 2_100 }),
      ),
    );
    expect(any?.map(({ mark }) => mark)).toEqual([...marks, ...marks]);
    expect(all?.map(({ mark }) => mark)).toEqual([...marks, ...marks, 'other']);
    expect(first).toEqual(all?.slice(0, 1_500));
    expect(range?.map(({ id }) => id)).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1_001));

    const [flagged, left] = await readsOf(
      run(insert(rows)),
      run({ do: 'update', table: 'claims', where, match: 'any', set: { flag: true } }),
      run(everything, { do: 'delete', table: 'claims', where, match: 'any' }, everything),
    );
    expect(flagged?.filter(({ flag }) => flag === true)).toHaveLength(2_402);
    expect(left?.map(({ mark }) => mark)).toEqual(['other']);
  });

  test('no condition means every row with "all", and none with "any"', async () => {
    const remove = (match: 'all' | 'any') => ({ do: 'delete', table: 'claims', where: [], match }) as const;
    const steps = [readAny([]), remove('any'), everything, remove('all'), everything];
    const script = run(insert([{ mark: 'a' }, { mark: 'b' }]), ...steps);
    const [none, after, emptied] = await readsOf(script);
    expect([none, after?.length, emptied]).toEqual([[], 2, []]);
  });

  test('an insert that fails stores none of its rows, and leaves what was done before it', async () => {
    const odd = [{ mark: 'b' }, { mark: 'c', number: 'not a number' }];
    const inserts = run(insert([{ mark: 'a' }]), insert(odd));
    const [, failed, after] = await driven.drive(open(), inserts, run(everything));
    expect(failed?.failure?.problem).toBe('foreign');
    expect(after?.reads?.[0]?.map(({ mark }) => mark)).toEqual(['a']);
  });

  test('runs that begin at the same time make one register', async () => {
    const register = newRegister();
    const [opened] = await driven.drive({ do: 'openAtOnce', register, times: 5 });
    expect(opened).toEqual({ isNew: true });
    const names = (await tableNames()).map(({ name }) => name).filter((name) => name.startsWith(register));
    expect(names.sort()).toEqual(
      ['answers', 'archive', 'claims', 'decisions', 'reports', 'runs'].map((table) => `${register} ${table}`),
    );
    expect(await driven.drive(open(register))).toEqual([{ isNew: false }]);
  });

  test.each([
    ['an expression', '={{ 40 + 2 }}'],
    ['a pattern', '%'],
    ['letters beyond ASCII', 'ÄÖÜ Ελλάς 公司'],
    ['a backslash and quotation marks', `a\\b "c" 'd'`],
  ])('a register may be named with %s', async (_, part) => {
    const register = `${part} ${randomUUID()}`;
    const made = await driven.drive(open(register), run(insert([{ mark: 'a' }])));
    expect(made).toEqual([{ isNew: true }, { reads: [] }]);
    const found = await driven.drive(open(register), run(everything));
    expect(found).toMatchObject([{ isNew: false }, { reads: [[{ mark: 'a' }]] }]);
    expect((await tableNames()).map(({ name }) => name)).toContain(`${register} claims`);
  });

  // What follows from the port and from n8n is shown on one of them.
  if (kind === 'sqlite') {
    test('a gap in the ids is not taken for the end of the table', async () => {
      const rows = Array.from({ length: 13_500 }, (_, index) => ({ mark: `m${String(index % 2)}` }));
      const middle: Condition[] = [
        { column: 'id', is: 'above', value: 1_200 },
        { column: 'id', is: 'atMost', value: 13_300 },
      ];
      const gap: Statement = { do: 'delete', table: 'claims', where: middle, match: 'all' };

      const [all, odd] = await readsOf(run(insert(rows), gap), run(everything, read(marked('m1'))));

      const ids = rows.map((_, index) => index + 1).filter((id) => id <= 1_200 || id > 13_300);
      expect(all?.map(({ id }) => id)).toEqual(ids);
      expect(odd?.map(({ id }) => id)).toEqual(ids.filter((id) => id % 2 === 0));
    });

    test('tables whose names only look alike are left alone', async () => {
      const register = newRegister();
      const { rest } = driven.n8n();
      const registers = [register.toUpperCase(), `My ${register}`, `${register}  `];
      const lookAlikes = registers.map((name) => `${name} claims`);
      for (const name of [...lookAlikes, `${register} claims 2`]) await addTable(rest, name, columns);

      const outcomes = await driven.drive(open(register), run(insert([{ mark: 'a' }]), everything));

      expect(outcomes).toMatchObject([{ isNew: true }, { reads: [[{ mark: 'a' }]] }]);
      for (const name of lookAlikes) expect(await readTable(rest, name)).toEqual([]);
      expect(await readTable(rest, `${register} claims`)).toHaveLength(1);
    });

    test("somebody else's table of that name stops the run, and stays as it is", async () => {
      const register = newRegister();
      const { rest } = driven.n8n();
      await addTable(rest, `${register} reports`, ['title', 'mark']);
      const [{ failure } = {}] = await driven.drive(open(register));
      expect(failure).toMatchObject({
        problem: 'foreign',
        message: `The data table "${register} reports" does not belong to this register, or was changed: it has no column "text".`,
      });
      expect((await tableNames()).filter(({ name }) => name.startsWith(register))).toHaveLength(1);
    });

    test('a register that was half made is completed while it is empty, and not once it has rows', async () => {
      const { rest } = driven.n8n();
      const empty = newRegister();
      await driven.drive(open(empty));
      await renameTable(rest, `${empty} runs`, `Old ${empty}`);
      expect(await driven.drive(open(empty))).toEqual([{ isNew: true }]);

      const filled = newRegister();
      await driven.drive(open(filled), run(insert([{ mark: 'a' }])));
      await renameTable(rest, `${filled} answers`, `Old ${filled}`);
      const [{ failure } = {}] = await driven.drive(open(filled));
      expect(failure).toMatchObject({
        problem: 'incomplete',
        message: `There is no data table "${filled} answers", although "${filled} claims" has rows.`,
      });
      await renameTable(rest, `Old ${filled}`, `${filled} answers`);
      expect(await driven.drive(open(filled))).toEqual([{ isNew: false }]);
    });

    test('a published workflow that does not find its register makes no new one, even by hand', async () => {
      const register = newRegister();
      const { rest } = driven.n8n();
      const saved = await driven.save([open(register)]);
      await rest.activateWorkflow(saved.workflowId);
      expect(await saved.byWebhook()).toEqual([{ isNew: true }]);
      expect(await saved.byWebhook()).toEqual([{ isNew: false }]);
      for (const { name } of await tableNames())
        if (name.startsWith(register)) await renameTable(rest, name, `Old ${name}`);

      for (const way of [saved.byWebhook, saved.byHand]) {
        const [{ failure } = {}] = await way();
        expect(failure?.problem).toBe('lost');
        expect(failure?.message).toContain(`"${register} answers"`);
      }
      expect((await tableNames()).filter(({ name }) => name.startsWith(register))).toEqual([]);
    });

    test('once the time of the workflow is over, calls are refused, and what is only started is still stored', async () => {
      const register = newRegister();
      const script: Script[] = [
        open(register),
        runUntil('failure', everything),
        { do: 'runWithoutWaiting', statements: [insert([{ mark: 'late' }])] },
      ];
      // Nothing of it can be seen in the execution itself.
      // Long enough to open the register on a busy machine.
      const saved = await driven.save(script, { executionTimeout: 15 });
      const id = await driven.n8n().rest.start(saved.workflowId, 'Start');
      await driven.n8n().rest.untilEnded(id);
      await until('the row is there', async () => {
        const rows = await readTable(driven.n8n().rest, `${register} claims`);
        return rows.some(({ mark }) => mark === 'late');
      });
      expect(await driven.log()).toContain('"problem":"stopped"');
    });
  }

  // SQLite lies in a file of n8n's own: it cannot go away while n8n runs.
  if (kind === 'postgres') {
    readOnlyTest(() => driven);

    test('a database that goes away in mid-run is said to be away, and what was stored is there', async () => {
      const saved = await driven.save([
        open(),
        run(insert([{ mark: 'a' }])),
        runUntil('failure', everything),
        run(insert([{ mark: 'b' }])),
        runUntil('answer', everything),
      ]);
      const loggedBefore = (await driven.log()).length;
      const newInLog = async () => (await driven.log()).slice(loggedBefore);
      const { rest } = driven.n8n();
      const id = await rest.start(saved.workflowId, 'Start');
      await until('the row is stored', async () => (await newInLog()).includes('{"reads":[]}'));
      await driven.postgres?.kill();
      // It goes on trying to read, so there may be more. A pool that waits for a connection in vain says that it is busy.
      const failures = async () => (await newInLog()).match(/"problem":"(busy|unreachable)"/g) ?? [];
      const haveBothFailed = async () => (await failures()).length >= 2 || `It logged: ${await newInLog()}`;
      await until('the driver has tried to read and to write', haveBothFailed, { withinMs: 180_000 });
      expect(await failures()).toContain('"problem":"unreachable"');
      await driven.postgres?.start();
      const areRead = async () => (await newInLog()).includes('{"reads":[[{');
      await until('the rows are read', areRead, { withinMs: 180_000 });
      expect(await newInLog()).toContain('{"reads":[[{"id":1,"mark":"a"');
      await rest.untilEnded(id);
    });
  }
});

test('tables that are full take nothing more, and are read all the same', async () => {
  const driven = await startDrivenN8n('sqlite', { N8N_DATA_TABLES_MAX_SIZE_BYTES: '300000' });
  try {
    const rows = Array.from({ length: 100 }, () => ({ mark: 'a', text: 'x'.repeat(4_000) }));
    const register: Script = { do: 'open', register: 'Full' };

    const [, crossing, refused, closed, kept] = await driven.drive(
      register,
      run(insert(rows)),
      run(insert([{ mark: 'b' }])),
      run({ do: 'update', table: 'claims', where: [marked('a')], match: 'all', set: { flag: true } }),
      run(everything),
    );

    // n8n lets the insert through that crosses the limit.
    expect(crossing).toEqual({ reads: [] });
    expect(refused?.failure?.problem).toBe('full');
    expect(refused?.failure?.message).toMatch(/^n8n's data tables are full: .*limit is 0MB$/);
    expect(closed?.failure?.problem).toBe('full');
    expect(kept?.reads?.[0]?.map(({ mark, flag }) => [mark, flag])).toEqual(rows.map(() => ['a', null]));

    await driven.restart({ N8N_DISABLED_MODULES: 'mcp-registry,data-table' });
    const [{ failure } = {}] = await driven.drive(register);
    expect(failure?.problem).toBe('notAvailable');
  } finally {
    await driven.stop();
  }
}, 300_000);
