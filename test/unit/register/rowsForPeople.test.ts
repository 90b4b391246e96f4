// What people read, where the rows of answers are written later than the answers: by a run that was taken for dead, or by another one.
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

const settings: RunSettings = { batchSize: 1, due: null, startedBy: 'a test', times: TIMES };
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
  const DAYS = 48 * 60 * 60 * 1000;
  await play(tables, [x], { more: { clock: clockLater(DAYS) } }).goOn(cleared);
  expect(await read(tables)).toEqual(['X clear']);
  const failsOnce = failing(tables, isInsertOf('companies'), 1);
  await play(failsOnce, [x, y], { more: { clock: clockLater(2 * DAYS) } }).goOn(cleared);
  expect(await read(tables)).toEqual(['X clear', 'Y clear']);
});
