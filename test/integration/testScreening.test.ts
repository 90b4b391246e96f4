// Test Screening in the node: what is found, missed or not answered, what is paid for, and what the register keeps of it.
import type { IDataObject } from 'n8n-workflow';

import { jsons } from './attacks';
import type { NodeRun, RunSetup } from './nodeInN8nCore';
import { useRegister } from './registerRuns';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const register = useRegister(sandbox);

const MADE_UP = 'Zqyvantrel Oxmiprudel Kwefthundra';
const GLOOM: IDataObject = { name: 'Gloomharbour Shipping Ltd', list: 'Velmoria', id: 'VELM-SAN-01' };
const ZORBLAX: IDataObject = { name: 'Zorblax Arms Export', list: 'Zorblaxia', id: '' };

const run = (items: IDataObject[], spellings: string[] = [], more: Partial<RunSetup> = {}) =>
  register.run(
    {
      ...{ resource: 'company', operation: 'testScreening', knownName: '={{ $json.name }}' },
      additionalFields: { list: '={{ $json.list }}', expectedId: '={{ $json.id }}', spellings },
      ...{ keepTest: true, register: 'Screening register' },
    },
    items,
    more,
  );
const summary = (ran: NodeRun) => jsons(ran).at(-1);

test('nothing of a test is ever called clear, and no company of the register is read or written', async () => {
  const ran = await run([GLOOM], ['letterLeftOut']);

  expect(JSON.stringify(jsons(ran))).not.toContain('clear');
  expect(await register.get('companies')).toEqual([]);
  expect(await register.get('hits')).toEqual([]);
});

test('a made-up name that is found is told before everything else', async () => {
  const patch = { totalHits: 1, details: [{ name: 'Anybody' }] };
  await sandbox().faults([{ on: 'screening', times: 100, fault: { kind: 'record', patch } }]);
  const ran = await run([GLOOM]);

  const [first] = jsons(ran);
  expect(first).toMatchObject({ outcome: 'problem', reason: 'madeUpFound', screenedName: MADE_UP });
  expect(ran.hints[0]).toMatch(/^1 known name in the sandbox, not real results: the made-up name was found/);
  expect(summary(ran)).toMatchObject({
    madeUpFound: true,
    problem: expect.stringMatching(/^The made-up name/) as string,
  });
});

test("n8n's Retry is refused before anything is paid for", async () => {
  const { error } = await run([GLOOM], [], { mode: 'retry', onError: 'stopWorkflow' });

  expect(error?.message).toMatch(/n8n's Retry started this run/);
  expect(screeningsByCompany(await sandbox().stats())).toEqual({});
});

test('the next test is compared with what earlier ones had found', async () => {
  await run([GLOOM, ZORBLAX]);
  await sandbox().watchlist({ remove: ['Gloomharbour Shipping Ltd'] });
  const second = await run([GLOOM, ZORBLAX]);
  const third = await run([GLOOM, ZORBLAX]);

  expect(jsons(second)).toMatchObject([
    { outcome: 'missed', lastTest: 'found', lastFoundAt: expect.stringMatching(/^\d{4}-/) as string },
    { outcome: 'found', lastTest: 'found' },
    { noLongerFound: 1, lastTestAt: expect.stringMatching(/^\d{4}-/) as string },
  ]);
  expect(second.hints[0]).toContain('1 spelling was missed that an earlier test had found.');
  // It stays wrong until the name is found again, or taken off the list of known names.
  expect(jsons(third)).toMatchObject([{ outcome: 'missed', lastTest: 'missed' }, {}, { noLongerFound: 1 }]);
  expect(await register.get('runs')).toMatchObject([
    { kind: 'test', companies: 0, answered: 3, missed: 1, noLongerFound: 1, environment: 'sandbox' },
    { kind: 'test' },
    { kind: 'test' },
  ]);
});
