// What a killed run left is decided about once, and each company of it is then sent once more.
import * as z from 'zod/v4';

import { RegisterFailure, type Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { isInsert, tablesOf } from '../unit/register/memoryTables';
import { jsons, opening } from './attacks';
import { useRegister } from './registerRuns';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
const NAMES = ['Gloomharbour Shipping Ltd', 'Honest Bakery', 'Quiet Mill'];
const screen = async (on: Tables = register.tables()) =>
  (await register.keep(NAMES, {}, { register: opening(on) })).map(({ outcome, reason }) => reason ?? outcome);
const requests = async () => (await sandbox().stats()).operations.screening.requests;

/** No pause makes it pass, so that nothing waits for it. */
const DEAD = new RegisterFailure('full', 'It is dead.', 'Nothing helps.');

/** Nothing of what it does after its companies were sent is stored. */
async function killedWhileSending(): Promise<void> {
  let isKilled = false;
  const on = tablesOf(async (statements) => {
    isKilled ||= isInsert(statements, 'answers');
    return isKilled ? await Promise.reject(DEAD) : await register.tables().run(statements);
  });
  await screen(on);
  await register.tables().change('runs', { state: 'presumedDead' });
}

test('one decision has all that a killed run left sent again, once', async () => {
  await killedWhileSending();
  expect(await requests()).toBe(3);
  expect(await screen()).toEqual(NAMES.map(() => 'noAnswer'));
  const [open, another] = await register.get('openCases');
  expect(another).toBeUndefined();
  expect(open).toMatchObject({ kind: 'unansweredRun', companies: 3, maximumScreenings: 3 });
  expect(await requests()).toBe(3);

  const decision = {
    ...{ caseId: z.string().parse(open?.['caseId']), decision: 'sendAgain', reason: 'The night was killed' },
    ...{ decidedBy: 'ann', decidedByAddress: 'ann@company.example' },
  };
  const [recorded] = jsons(await register.inRegister('recordDecision', decision));
  expect(recorded).toMatchObject({ decided: 'sendAgain', companies: 3, decisions: 3 });
  expect(await register.get('openCases')).toEqual([]);

  expect(await screen()).toEqual(['hit', 'clear', 'clear']);
  expect(await requests()).toBe(6);
  // It is used up.
  expect(await screen()).toEqual(['hit', 'clear', 'clear']);
  expect(await requests()).toBe(6);
  const [again] = jsons(await register.inRegister('recordDecision', decision));
  expect(again).toMatchObject({ outcome: 'error' });
});
