// What Is Wrong of Get Many: problems as items, also when the tables cannot be read at all.
import type { INodeParameters } from 'n8n-workflow';

import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';

async function wrong(tables: () => Promise<Tables>, options: INodeParameters = {}) {
  const run = await runNode({
    credential: sandbox().credential,
    register: async () => ({ tables: await tables(), isNew: false }),
    items: [{}],
    parameters: {
      resource: 'register',
      operation: 'getFromRegister',
      register: 'Screening register',
      records: 'problems',
      options: { workflowsToWatch: 'Test', ...options },
    },
  });
  return { items: jsons(run), hints: run.hints, error: run.error };
}

test('a night after which no company has a verdict is a problem, although it ended', async () => {
  const tables = new MemoryTables('sqlite');
  const patch = { status: 'Pending', totalHits: 0, details: [] };
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch } }]);
  await runNode({
    credential: { ...sandbox().credential, environment: 'production' },
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [{ company: HIT }, { company: 'Honest Bakery' }],
    parameters: { keepInRegister: true },
  });
  const { items } = await wrong(() => Promise.resolve(tables), { controlExpected: false });
  expect(items).toMatchObject([
    { problem: 'noVerdicts', explanation: expect.stringContaining('2 on its list. Look at') as string },
  ]);
});
