// What people read, where a run was killed before it wrote their rows, is taken for dead, or is slower than another one.
import type {
  CompanyResult,
  ListedCompany,
  RunSettings,
} from '../../../nodes/CompanyScreening/register/messages';
import { beginRun, TIMES, type RegisterPorts } from '../../../nodes/CompanyScreening/register/register';
import { equal, type Statement, type Tables } from '../../../nodes/CompanyScreening/register/tables';
import { aCompany, hit } from './anAnswer';
import { cleared, portsOn, wanted } from './aList';
import { MemoryTables } from './memoryTables';

const settings: RunSettings = { batchSize: 1, due: null, startedBy: 'a test', times: TIMES, node: 'node' };
const dueAgain: RunSettings = {
  ...settings,
  due: { again: { is: 'age', ms: 0 }, dateOf: String },
};
const [x, y, z] = [wanted(aCompany('X')), wanted(aCompany('Y')), wanted(aCompany('Z'))];
const oneId = (one: ListedCompany): CompanyResult => ({ ...cleared(one), screeningId: 'one id' });
const withHit = (one: ListedCompany): CompanyResult => ({ ...cleared(one), outcome: 'hit', hits: [hit] });
const clockLater = (ms: number): RegisterPorts['clock'] => ({
  now: () => performance.now(),
  wallClock: () => Date.now() + ms,
});

/** A run, batch after batch. Gives what goes on with it. */
function play(
  tables: Tables,
  companies: readonly ListedCompany[],
  { more = {}, by = settings }: { more?: Partial<RegisterPorts>; by?: RunSettings } = {},
) {
  const begun = beginRun(portsOn(tables, more), by, companies);
  let batches = 0;
  let sent: readonly ListedCompany[] = [];
  let turn: Awaited<ReturnType<Awaited<typeof begun>['first']>> | undefined;
  /** Until so many batches are under way, or were. */
  const goOn = async (answer: (one: ListedCompany) => CompanyResult, atMost = Infinity) => {
    const run = await begun;
    turn ??= await run.first();
    for (;;) {
      if (turn.is === 'over') return;
      if (turn.is === 'send') {
        sent = turn.companies;
        batches += 1;
        if (batches === atMost) {
          turn = { ...turn, is: 'wait' };
          return;
        }
        turn = await run.next(null);
      } else turn = await run.next({ results: sent.map(answer), tookMs: 0 });
    }
  };
  return { begun, goOn };
}

async function read(tables: Tables): Promise<string[]> {
  const [rows = []] = await tables.run([{ do: 'read', table: 'companies', where: [], match: 'all' }]);
  return rows.map((row) => [row['companyKey'], row['outcome'], row['reason']].join(' ').trim()).sort();
}

async function takeForDead(tables: Tables): Promise<void> {
  const where = [equal('state', 'going')];
  await tables.run([{ do: 'update', table: 'runs', where, match: 'all', set: { state: 'presumedDead' } }]);
}

const isInsertOf = (table: string) => (one: Statement) => one.do === 'insert' && one.table === table;

/** Each call fails at such a statement, so often. */
function failing(tables: Tables, isMet: (one: Statement) => boolean, times = Infinity): Tables {
  let left = times;
  return {
    run: async (statements) => {
      const at = left > 0 ? statements.findIndex(isMet) : -1;
      if (at === -1) return await tables.run(statements);
      left -= 1;
      await tables.run(statements.slice(0, at));
      throw new Error('The database is locked.');
    },
    runWithoutWaiting: () => undefined,
  };
}

test('a row whose call failed is written, although the row of another company of the same claim is there', async () => {
  const tables = new MemoryTables('sqlite');
  const by = { ...settings, batchSize: 2 };
  await play(failing(tables, isInsertOf('companies')), [x, y], { by }).goOn(cleared);
  const [[claim] = []] = await tables.run([{ do: 'read', table: 'claims', where: [], match: 'all' }]);
  // Somebody deleted the other row, or a run with another list wrote this one.
  const row = { answer: `${claim?.['mark']}.0`, mark: claim?.['mark'] ?? '', company: x.hash };
  const ofX = { ...row, companyKey: 'X', outcome: 'clear', reason: '' };
  await tables.run([{ do: 'insert', table: 'companies', rows: [ofX] }]);
  const failsOnce = failing(tables, isInsertOf('companies'), 1);
  const more = { clock: clockLater(48 * 60 * 60 * 1000) };
  await play(failsOnce, [x, y], { more }).goOn(cleared);
  expect(await read(tables)).toEqual(['X clear', 'Y clear']);
});

const others = Array.from({ length: 500 }, (_, n) => wanted(aCompany(`Other ${n}`)));
test.each([
  // A short list knows nothing of companies that are not in it.
  ['short', [x], ['X hit']],
  ['long', [x, ...others], ['X hit', 'Y hit']],
])(
  'of a company that has left the list since, people read what a killed run has found (%s list)',
  async (_, later, rows) => {
    const tables = new MemoryTables('sqlite');
    const by = { ...settings, batchSize: 2 };
    const batches = { more: { clock: clockLater(0) }, by: { ...dueAgain, batchSize: 2 } };
    await play(tables, [x, y], { by }).goOn(cleared);
    await play(failing(tables, isInsertOf('companies')), [x, y], batches).goOn(withHit);
    const more = { clock: clockLater(48 * 60 * 60 * 1000) };
    await play(tables, later, { more, by: { ...settings, batchSize: 100 } }).goOn(cleared);
    const said = (await read(tables)).filter((row) => !row.startsWith('Other'));
    expect(said).toEqual(rows);
    const [claims] = await tables.run([{ do: 'read', table: 'claims', where: [], match: 'all' }]);
    expect(claims).toEqual([]);
  },
);

test('a run that is taken for dead while it writes for a killed one begins again, whatever that one had in its list', async () => {
  const tables = new MemoryTables('sqlite');
  const batches = { more: { clock: clockLater(0) }, by: { ...settings, batchSize: 4 } };
  await play(failing(tables, isInsertOf('companies')), [x, y], batches).goOn(withHit);
  let isTaken = false;
  const takenForDead: Tables = {
    run: async (statements) => {
      if (!isTaken && statements.some(isInsertOf('companies'))) {
        isTaken = true;
        await takeForDead(tables);
      }
      return await tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  const more = { clock: clockLater(48 * 60 * 60 * 1000) };
  await play(takenForDead, [x, y], { more }).goOn(cleared);
  expect(await read(tables)).toEqual(['X hit', 'Y hit']);
});

test('a run that was taken for dead learns that another company got the id of one whose row it writes late', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(oneId, 2);
  await takeForDead(tables);
  await play(tables, [z, x]).goOn(oneId);
  await first.goOn(cleared);
  const said = new Set(await read(tables));
  expect(said).toEqual(new Set(['X review otherRequest', 'Y clear', 'Z review staleAnswer']));
});

test('it leaves no row of a company that another run has screened again since', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(cleared, 2);
  await takeForDead(tables);
  await play(tables, [x], { by: dueAgain }).goOn(withHit);
  await first.goOn(cleared);
  expect(await read(tables)).toEqual(['X hit', 'Y clear']);
});

test('nor does a run that is slower than another one which writes for the same killed run', async () => {
  const tables = new MemoryTables('sqlite');
  await play(failing(tables, isInsertOf('companies')), [x]).goOn(cleared);
  const more = { clock: clockLater(48 * 60 * 60 * 1000) };
  const slow = play(tables, [x], { by: dueAgain, more });
  await slow.begun;
  await play(tables, [x], { by: dueAgain, more }).goOn(withHit);
  await slow.goOn(withHit);
  expect(new Set(await read(tables))).toEqual(new Set(['X hit']));
});

test('who waits for a company takes its answer, although the run that got it is busy with others', async () => {
  const tables = new MemoryTables('sqlite');
  const first = play(tables, [x, y]);
  await first.goOn(cleared, 1);
  let waitedMs = 0;
  const clock = { now: () => waitedMs, wallClock: () => Date.now() };
  const waits = () => {
    // The service takes its time for the second company, and meanwhile the run shows that it lives.
    if (waitedMs === 0) void first.goOn(cleared, 2);
    waitedMs += TIMES.poll;
    const set = { beat: String(waitedMs) };
    void tables.run([{ do: 'update', table: 'runs', where: [equal('state', 'going')], match: 'all', set }]);
  };
  const second = await beginRun(portsOn(tables, { clock, waits }), settings, [x]);
  const { settled } = await second.first();
  expect(settled.map((one) => (one.is === 'answer' ? one.answer.outcome : one.is))).toEqual(['clear']);
  expect(waitedMs).toBeLessThan(60_000);
  // A run that nobody ends shows for ever that it lives.
  await first.goOn(cleared);
});

test('a run that writes for another one learns that the control of that one has failed meanwhile', async () => {
  const tables = new MemoryTables('sqlite');
  let holds = true;
  const first = play(tables, [x, y], { more: { controlHolds: () => holds } });
  await first.goOn(cleared, 2);
  const second = play(tables, [x, z], { more: { clock: clockLater(40_000) } });
  await second.begun;
  holds = false;
  await first.goOn(cleared);
  await second.goOn(cleared);
  const ofX = (await read(tables)).filter((row) => row.startsWith('X'));
  expect(new Set(ofX)).toEqual(new Set(['X review controlFailed']));
});
