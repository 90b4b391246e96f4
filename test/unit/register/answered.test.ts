// Claims whose answers are stored: several are closed at once, and what people read of their companies is written with that.
import type {
  CompanyResult,
  ListedCompany,
  RunSettings,
} from '../../../nodes/CompanyScreening/register/messages';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { beginRun, TIMES } from '../../../nodes/CompanyScreening/register/register';
import type { Statement, Tables } from '../../../nodes/CompanyScreening/register/tables';
import { aCompany } from './anAnswer';
import { cleared, portsOn, wanted } from './aList';
import { MemoryTables } from './memoryTables';

const settings: RunSettings = { batchSize: 0, due: null, startedBy: 'a test', times: TIMES };
const listOf = (length: number) => Array.from({ length }, (_, n) => wanted(aCompany(`Company ${n}`)));

interface Played {
  batchSize?: number;
  answer?: (one: ListedCompany, batch: number) => CompanyResult;
  controlHolds?: (batches: number) => boolean;
}

/** A service that answers at once: batch follows batch. Gives the statements of each call that change something. */
async function played(tables: Tables, companies: readonly ListedCompany[], by: Played = {}) {
  const { answer = cleared, batchSize = 2, controlHolds = () => true } = by;
  const calls: Statement[][] = [];
  const watched: Tables = {
    run: async (statements) => {
      calls.push(statements.filter((one) => one.do !== 'read'));
      return await tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  let batches = 0;
  const ports = portsOn(watched, { controlHolds: () => controlHolds(batches) });
  const run = await beginRun(ports, { ...settings, batchSize }, companies);
  let sent: readonly ListedCompany[] = [];
  for (let turn = await run.first(); turn.is !== 'over';) {
    if (turn.is === 'send') {
      sent = turn.companies;
      batches += 1;
    }
    const results = sent.map((one) => answer(one, batches));
    turn = await run.next(turn.is === 'send' ? null : { results, tookMs: 0 });
  }
  return calls;
}

const closedIn = (call: readonly Statement[]): number =>
  call
    .filter((one) => one.do === 'update' && one.table === 'claims' && one.set['state'] === 'done')
    .reduce((sum, one) => sum + (one.do === 'update' ? one.where.length : 0), 0);
const writtenIn = (call: readonly Statement[]): number =>
  call.reduce(
    (sum, one) => sum + (one.do === 'insert' && one.table === 'companies' ? one.rows.length : 0),
    0,
  );
const some = (numbers: readonly number[]) => numbers.filter((one) => one > 0);

test('five are closed at once, and the rest when nothing more is to be sent', async () => {
  const calls = await played(new MemoryTables('sqlite'), listOf(24));
  expect(some(calls.map(closedIn))).toEqual([5, 5, 2]);
  expect(some(calls.map(writtenIn))).toEqual([10, 10, 4]);
  for (const call of calls.filter((one) => closedIn(one) > 0)) {
    const order = call.map((one) => `${one.do} ${one.table}`);
    expect(order.indexOf('insert answers')).toBeLessThan(order.indexOf('insert companies'));
    expect(order.indexOf('insert companies')).toBeLessThan(order.lastIndexOf('update claims'));
  }
});

test('large batches are closed one by one', async () => {
  const calls = await played(new MemoryTables('sqlite'), listOf(1_200), { batchSize: 500 });
  expect(some(calls.map(writtenIn))).toEqual([500, 500, 200]);
});

test('a claim of which something was not sent is closed at once: it says of all its companies that they may have been', async () => {
  const calls = await played(new MemoryTables('sqlite'), listOf(12), {
    answer: (one, batch) =>
      batch === 2 && one.company.key === 'Company 2' ? { is: 'notSent', company: one.hash } : cleared(one),
  });
  expect(some(calls.map(closedIn))[0]).toBe(2);
});

test('they are closed after ten seconds at the latest, since others wait for their companies', () => {
  const claim = (atMs: number) => ({ mark: 'm', answers: [], atMs });
  const areToBeClosed = (count: number, nowMs: number) =>
    RULES.areToBeClosed(
      Array.from({ length: count }, (_, index) => claim(1_000 + index)),
      nowMs,
    );
  expect([areToBeClosed(0, 99_000), areToBeClosed(4, 10_999), areToBeClosed(1, 11_000)]).toEqual([
    false,
    false,
    true,
  ]);
  expect([areToBeClosed(4, 1_004), areToBeClosed(5, 1_004)]).toEqual([false, true]);
});

test('a control that fails late is in the rows of companies that were not written by then', async () => {
  const tables = new MemoryTables('sqlite');
  await played(tables, listOf(8), { controlHolds: (batches) => batches < 3 });
  const [rows = []] = await tables.run([{ do: 'read', table: 'companies', where: [], match: 'all' }]);
  const said = rows.map(({ outcome, reason }) => [outcome, reason].join(' '));
  expect(said).toHaveLength(8);
  // Later answers come with the doubt.
  expect(said.slice(0, 4)).toEqual(said.slice(0, 4).map(() => 'review controlFailed'));
});

test('so is a doubt that comes up before they are written', async () => {
  const tables = new MemoryTables('sqlite');
  const [first, ...others] = listOf(6);
  if (!first) throw new Error('The list is empty.');
  // The fifth company gets the id of the first one, whose claim is not closed yet.
  const shared = others[3];
  await played(tables, [first, ...others], {
    answer: (one) =>
      one === first || one === shared ? { ...cleared(one), screeningId: 'one id' } : cleared(one),
  });
  const [rows = []] = await tables.run([{ do: 'read', table: 'companies', where: [], match: 'all' }]);
  const inDoubt = rows.flatMap((row) => (row['outcome'] === 'review' ? [row['companyKey']] : []));
  expect(inDoubt.sort()).toEqual([first.company.key, shared?.company.key].sort());
});
