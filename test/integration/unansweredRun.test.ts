// What a killed run left is decided about once, and each company of it is then sent once more.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

import { RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const NAMES = ['Gloomharbour Shipping Ltd', 'Honest Bakery', 'Quiet Mill'];
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

async function run(parameters: INodeParameters, items: IDataObject[] = [{}], on: Tables = tables) {
  return await runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register: () => Promise.resolve({ tables: on, isNew: false }),
    items,
    parameters,
  });
}
const screen = async (on: Tables = tables) =>
  jsons(
    await run(
      { keepInRegister: true },
      NAMES.map((company) => ({ company })),
      on,
    ),
  ).map(({ outcome, reason }) => reason ?? outcome);
const inRegister = (operation: string, more: INodeParameters) =>
  run({ resource: 'register', operation, register: 'Screening register', ...more });
const requests = async () => (await sandbox().stats()).operations.screening.requests;

/** No pause makes it pass, so that nothing waits for it. */
const DEAD = new RegisterFailure('full', 'It is dead.', 'Nothing helps.');

/** Nothing of what it does after its companies were sent is stored. */
async function killedWhileSending(): Promise<void> {
  let isKilled = false;
  const on: Tables = {
    run: async (statements) => {
      isKilled ||= statements.some((one) => one.do === 'insert' && one.table === 'answers');
      return isKilled ? await Promise.reject(DEAD) : await tables.run(statements);
    },
    runWithoutWaiting: () => undefined,
  };
  await screen(on);
  const set = { state: 'presumedDead' };
  await tables.run([{ do: 'update', table: 'runs', where: [], match: 'all', set }]);
}

test('one decision has all that a killed run left sent again, once', async () => {
  await killedWhileSending();
  expect(await requests()).toBe(3);
  expect(await screen()).toEqual(NAMES.map(() => 'noAnswer'));
  const [open, another] = jsons(await inRegister('getFromRegister', { records: 'openCases' }));
  expect(another).toBeUndefined();
  expect(open).toMatchObject({ kind: 'unansweredRun', companies: 3, maximumScreenings: 3 });
  expect(await requests()).toBe(3);

  const decision = {
    ...{ caseId: z.string().parse(open?.['caseId']), decision: 'sendAgain', reason: 'The night was killed' },
    ...{ decidedBy: 'ann', decidedByAddress: 'ann@company.example' },
  };
  const [recorded] = jsons(await inRegister('recordDecision', decision));
  expect(recorded).toMatchObject({ decided: 'sendAgain', companies: 3, decisions: 3 });
  expect(jsons(await inRegister('getFromRegister', { records: 'openCases' }))).toEqual([]);

  expect(await screen()).toEqual(['hit', 'clear', 'clear']);
  expect(await requests()).toBe(6);
  // It is used up.
  expect(await screen()).toEqual(['hit', 'clear', 'clear']);
  expect(await requests()).toBe(6);
  const [again] = jsons(await inRegister('recordDecision', decision));
  expect(again).toMatchObject({ outcome: 'error' });
});
