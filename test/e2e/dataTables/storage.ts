// What the register's tables say when n8n's database takes nothing: a full disk, a database that is held, or that may only be read.
import type { Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import type { SmallDisk } from '../../support/n8n/smallDisk';
import { until } from '../../support/waiting';
import type { DrivenN8n } from './drivenN8n';

const longTestMs = 10 * 60_000;
const insert = (mark: string): Statement => ({
  do: 'insert',
  table: 'claims',
  rows: Array.from({ length: 500 }, () => ({ mark, text: 'x'.repeat(2_000) })),
});
const firstMark: Statement = { do: 'read', table: 'claims', where: [], match: 'all', limit: 1 };

/** The test on SQLite, whose database is on this disk. */
export function smallDiskTest(driven: () => DrivenN8n, disk: () => SmallDisk): void {
  test(
    'a disk that is full and a database that is held are said to be so, and what was stored is there',
    async () => {
      await expectSaid(driven(), 'diskFull', async () => {
        await disk().fill();
        return disk().free;
      });
      await expectSaid(driven(), 'busy', disk().lock);
    },
    longTestMs,
  );
}

/** The test on Postgres. */
export function readOnlyTest(driven: () => DrivenN8n): void {
  test(
    'a database that may only be read is said to be so, and what was stored is there',
    async () => {
      const set = async (to: string) => {
        await driven().postgres?.run(`ALTER SYSTEM ${to}`);
        await driven().postgres?.run('SELECT pg_reload_conf()');
      };
      await expectSaid(driven(), 'readOnly', async () => {
        await set('SET default_transaction_read_only = on');
        return () => set('RESET default_transaction_read_only');
      });
    },
    longTestMs,
  );
}

/** Stores a row, has something happen to the database until the problem is named, and stores another row afterwards. */
async function expectSaid(
  driven: DrivenN8n,
  problem: string,
  happen: () => Promise<() => Promise<void>>,
): Promise<void> {
  const saved = await driven.save([
    { do: 'open', register: `Register ${problem}` },
    { do: 'run', statements: [insert('before')] },
    { do: 'runUntil', comes: 'failure', statements: [insert('meanwhile')] },
    { do: 'runUntil', comes: 'answer', statements: [insert('after'), firstMark] },
  ]);
  const loggedBefore = (await driven.log()).length;
  const isLogged = (text: string) => async () => (await driven.log()).slice(loggedBefore).includes(text);
  await driven.n8n().rest.start(saved.workflowId, 'Start');
  await until('the first rows are stored', isLogged('{"reads":[]}'));
  const end = await happen();
  await until('the problem is named', isLogged(`"problem":"${problem}"`), { withinMs: 120_000 });
  await end();
  await until('the rows are read', isLogged('{"reads":[[{"id":1,"mark":"before"'), { withinMs: 120_000 });
}
