// Other Names, over HTTP: one company screened under several names. What is sent and paid for, and what comes out.
import { z } from 'zod/v4';
import type { INodeParameters } from 'n8n-workflow';

import { jsons, outcomesOf } from './attacks';
import { useRegister } from './registerRuns';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);
const HIT = 'Gloomharbour Shipping Ltd';
const OTHER_HIT = 'Zorblax Arms Export';

const MIXED = { company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd; ${OTHER_HIT}` };
const screen = (output: INodeParameters = {}) =>
  register.run({ keepInRegister: true, additionalFields: { otherNames: '={{ $json.others }}' }, output }, [
    MIXED,
  ]);

test('hits that were found before a later name failed stay for people until it was screened again', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } }]);
  await screen();
  await sandbox().faults([]);
  expect(await register.get('hits')).toMatchObject([{ outcome: 'hit', name: HIT }]);
  expect(await register.get('companies')).toMatchObject([{ outcome: 'hit', reason: 'noAnswer' }]);
  const open = await register.get('openCases');
  expect(new Set(open.map(({ kind }) => kind))).toEqual(new Set(['hit', 'noAnswer']));
  const caseOf = (wanted: string) => open.find(({ kind }) => kind === wanted);
  expect(caseOf('hit')).toMatchObject({
    name: HIT,
    screenedName: HIT,
    nameMatch: 'same',
    numberMatch: 'unknown',
  });
  expect(jsons(await screen({ itemsPer: 'company' }))).toMatchObject([
    { outcome: 'hit', reason: 'noAnswer', screenedNames: HIT, remembered: true },
  ]);

  const missing = await register.inRegister('recordDecision', {
    ...{
      caseId: z.string().parse(caseOf('noAnswer')?.['caseId']),
      decision: 'sendAgain',
      reason: 'It was lost',
    },
    ...{ decidedBy: 'ann', decidedByAddress: 'ann@company.example' },
  });
  expect(jsons(missing)).toMatchObject([{ outcome: 'decision' }]);
  expect(outcomesOf(await screen())).toEqual(['hit', 'hit']);
  // Each name once more, as a person said.
  expect(screeningsByCompany(await sandbox().stats())).toEqual({
    'Quiet Mill': 2,
    [HIT]: 2,
    'Old Mill Ltd': 2,
    [OTHER_HIT]: 1,
  });
  expect((await register.get('openCases')).map(({ kind }) => kind)).toEqual(['hit', 'hit']);
});
