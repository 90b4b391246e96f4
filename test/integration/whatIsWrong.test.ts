// What Is Wrong of Get Many: problems as items, also when the tables cannot be read at all.
import type { INodeParameters } from 'n8n-workflow';

import { RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
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

test('a night in production that was told has no problem; before it was told, that is one', async () => {
  const tables = new MemoryTables('sqlite');
  const run = await runNode({
    credential: { ...sandbox().credential, environment: 'production' },
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [{ company: HIT }, { company: 'Honest Bakery' }],
    parameters: {
      keepInRegister: true,
      registerSettings: { companiesToReturn: 'notReported', reportedTo: 'Slack' },
      output: { summaryItem: true },
      options: { controlName: HIT },
    },
  });
  const readersToBeTold = 'Slack';
  const before = await wrong(() => Promise.resolve(tables), { readersToBeTold });
  expect(before.items).toMatchObject([
    { outcome: 'problem', problem: 'notTold', register: 'Screening register' },
  ]);

  await runNode({
    credential: sandbox().credential,
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [jsons(run).at(-1) ?? {}],
    parameters: {
      resource: 'register',
      operation: 'markAsReported',
      register: 'Screening register',
      reportId: '={{ $json.reportId }}',
      reportedTo: 'Slack',
    },
  });
  const after = await wrong(() => Promise.resolve(tables), { readersToBeTold });
  expect(after.items).toEqual([]);
  expect(after.hints[0]).toContain('all is well');
});

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

test('a list of which nothing can be screened is a problem at once', async () => {
  const tables = new MemoryTables('sqlite');
  const screen = (company: string) =>
    runNode({
      credential: { ...sandbox().credential, environment: 'production' },
      register: () => Promise.resolve({ tables, isNew: false }),
      onError: 'continueRegularOutput',
      items: [{ company }],
      parameters: { keepInRegister: true, output: { summaryItem: true } },
    });
  await screen('Honest Bakery');
  const summary = jsons(await screen('#REF!')).at(-1);
  expect(summary?.['message']).toContain(
    'Check the list: 1 row names no company that can be screened.\nCheck the list: it has 1 fewer than',
  );
  const { items } = await wrong(() => Promise.resolve(tables), { controlExpected: false });
  expect(items.map(({ problem }) => problem)).toEqual(['nothingListed', 'listShrank']);
  expect(items[1]?.['explanation']).toContain('had 0 companies, and 1 in the run before');
});

test('tables that are not there, or cannot be read, are a problem and no error', async () => {
  const gone = new RegisterFailure('notThere', 'There is no register.', 'Correct it.');
  expect((await wrong(() => Promise.reject(gone))).items).toMatchObject([
    { problem: 'unreadable', explanation: 'There is no register. Correct it.' },
  ]);
  expect((await wrong(() => Promise.reject(new Error('secret of the database')))).items).toMatchObject([
    { problem: 'unreadable', explanation: expect.not.stringContaining('secret') as string },
  ]);
});

test('a row of a run that cannot be read is a problem', async () => {
  const tables = new MemoryTables('sqlite');
  await tables.run([{ do: 'insert', table: 'runs', rows: [{ run: 'x', state: 'nonsense' }] }]);
  const { items } = await wrong(() => Promise.resolve(tables));
  expect(items.map(({ problem }) => problem)).toEqual(['damagedRow', 'noRunInTime']);
});

test('a wrong value stops it, so that nobody relies on a watch that does not watch', async () => {
  const run = await wrong(() => Promise.resolve(new MemoryTables('sqlite')), {
    expectedWithinHours: 0,
  });
  expect(run.error?.message).toContain('Expected Within (Hours)');
});
