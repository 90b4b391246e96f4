// What people read in the table of companies, when a company comes to be in doubt after its answer was stored.
import type {
  CompanyResult,
  ListedCompany,
  RunSettings,
} from '../../../nodes/CompanyScreening/register/messages';
import { beginRun, TIMES } from '../../../nodes/CompanyScreening/register/register';
import { equal, type Tables } from '../../../nodes/CompanyScreening/register/tables';
import { aCompany, hit } from './anAnswer';
import { cleared, portsOn, wanted } from './aList';
import { MemoryTables } from './memoryTables';

const settings: RunSettings = { batchSize: 10, due: null, startedBy: 'a test', times: TIMES };
const x = wanted(aCompany('X'));
const y = wanted(aCompany('Y'));
const z = wanted(aCompany('Z'));
const oneId = (one: ListedCompany): CompanyResult => ({ ...cleared(one), screeningId: 'one id' });

async function screen(
  tables: Tables,
  companies: readonly ListedCompany[],
  answer: (one: ListedCompany) => CompanyResult = cleared,
): Promise<void> {
  const run = await beginRun(portsOn(tables), settings, companies);
  let sent: readonly ListedCompany[] = [];
  for (let turn = await run.first(); turn.is !== 'over';) {
    if (turn.is === 'send') sent = turn.companies;
    turn = await run.next(turn.is === 'send' ? null : { results: sent.map(answer), tookMs: 0 });
  }
}

/** By the key: what its row says. */
async function read(tables: Tables): Promise<Map<string, string>> {
  const [rows = []] = await tables.run([{ do: 'read', table: 'companies', where: [], match: 'all' }]);
  return new Map(rows.map((row) => [String(row['companyKey']), [row['outcome'], row['reason']].join(' ')]));
}

const BOTH = { X: 'review otherRequest', Z: 'review staleAnswer' };
test.each([
  ['has the id of one that another run asks for', [z], BOTH],
  ['is in the list of that run as well', [x, z], BOTH],
])('a company that %s is written again in the table that people read', async (_, later, rows) => {
  const tables = new MemoryTables('sqlite');
  await screen(tables, [x], oneId);
  await screen(tables, [y]);
  await screen(tables, later, oneId);
  expect(Object.fromEntries(await read(tables))).toEqual({ Y: 'clear ', ...rows });
});

test('a hit stays one in that table, and an answer that was changed is no verdict there', async () => {
  const tables = new MemoryTables('sqlite');
  await screen(tables, [x, y], (one) =>
    one === x ? { ...cleared(one), screeningId: 'one id', outcome: 'hit', hits: [hit] } : cleared(one),
  );
  await screen(tables, [z], oneId);
  expect(Object.fromEntries(await read(tables))).toEqual({
    X: 'hit otherRequest',
    Y: 'clear ',
    Z: 'review staleAnswer',
  });

  const where = [equal('company', y.hash)];
  await tables.run([{ do: 'update', table: 'answers', where, match: 'all', set: { outcome: 'hit' } }]);
  await screen(tables, [y]);
  expect(Object.fromEntries(await read(tables))).toMatchObject({
    X: 'hit otherRequest',
    Y: 'review damagedRow',
  });
});
