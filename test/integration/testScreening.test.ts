// Test Screening in the node: what is found, missed or not answered, what is paid for, and what the register keeps of it.
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const MADE_UP = 'Zqyvantrel Oxmiprudel Kwefthundra';
const GLOOM: IDataObject = { name: 'Gloomharbour Shipping Ltd', list: 'Velmoria', id: 'VELM-SAN-01' };
const ZORBLAX: IDataObject = { name: 'Zorblax Arms Export', list: 'Zorblaxia', id: '' };

const run = (
  items: IDataObject[],
  { spellings = [], ...parameters }: RunSetup['parameters'] = {},
  setup: Partial<RunSetup> = {},
) =>
  runNode({
    credential: sandbox().credential,
    register: () => Promise.resolve({ tables, isNew: false }),
    items,
    parameters: {
      resource: 'company',
      operation: 'testScreening',
      knownName: '={{ $json.name }}',
      additionalFields: {
        list: '={{ $json.list }}',
        expectedId: '={{ $json.id }}',
        otherSpellings: '={{ $json.spellings }}',
        spellings,
      },
      keepTest: true,
      register: 'Screening register',
      ...parameters,
    },
    ...setup,
  });
const outcomes = (ran: NodeRun) =>
  jsons(ran).flatMap(({ outcome, screenedName }) =>
    screenedName === undefined ? [] : [[screenedName, outcome]],
  );
const summary = (ran: NodeRun) => jsons(ran).at(-1);
const paidFor = async () => screeningsByCompany(await sandbox().stats());
const get = async (records: string, parameters: RunSetup['parameters'] = {}) => {
  const got = await run([{}], { resource: 'register', operation: 'getFromRegister', records, ...parameters });
  expect(got.error).toBeUndefined();
  return jsons(got);
};

test('each name comes out as it is and in each spelling, and each text is paid for once', async () => {
  const ran = await run([GLOOM, { ...ZORBLAX, spellings: 'ZAX; Zorblaks Arms' }], {
    spellings: ['capitals', 'letterLeftOut', 'withoutDiacritics'],
  });

  expect(ran.error).toBeUndefined();
  expect(outcomes(ran)).toEqual([
    ['Gloomharbour Shipping Ltd', 'found'],
    ['GLOOMHARBOUR SHIPPING LTD', 'found'],
    ['Gloomharbour Shippig Ltd', 'missed'],
    ['Zorblax Arms Export', 'found'],
    ['ZORBLAX ARMS EXPORT', 'found'],
    ['Zorblax Arms Expot', 'missed'],
    ['ZAX', 'found'],
    ['Zorblaks Arms', 'missed'],
  ]);
  const texts = [MADE_UP, ...outcomes(ran).map(([name]) => plainText(name))];
  const once: Record<string, number> = Object.fromEntries(texts.map((name) => [name, 1]));
  expect(await paidFor()).toEqual(once);
  expect(ran.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
    ...[{ item: 0 }, { item: 0 }, { item: 0 }],
    ...[{ item: 1 }, { item: 1 }, { item: 1 }, { item: 1 }, { item: 1 }],
    [{ item: 0 }, { item: 1 }],
  ]);
});

test('nothing of a test is ever called clear, and no company of the register is read or written', async () => {
  const ran = await run([GLOOM], { spellings: ['letterLeftOut'] });

  expect(JSON.stringify(jsons(ran))).not.toContain('clear');
  expect(await get('companies')).toEqual([]);
  expect(await get('hits')).toEqual([]);
});

test('a made-up name that is found is told before everything else', async () => {
  await sandbox().faults([
    {
      on: 'screening',
      times: 100,
      fault: { kind: 'record', patch: { totalHits: 1, details: [{ name: 'Anybody' }] } },
    },
  ]);
  const ran = await run([GLOOM]);

  const [first] = jsons(ran);
  expect(first).toMatchObject({ outcome: 'problem', reason: 'madeUpFound', screenedName: MADE_UP });
  expect(ran.hints[0]).toMatch(/^1 known name in the sandbox, not real results: the made-up name was found/);
  expect(summary(ran)).toMatchObject({
    madeUpFound: true,
    problem: expect.stringMatching(/^The made-up name/) as string,
  });
});

describe('bad input is refused before anything is paid for', () => {
  test.each<[string, IDataObject[], RunSetup['parameters'], RegExp]>([
    ['an empty list', [{}], {}, /^Known Name is empty\./],
    [
      'a name that cannot be screened',
      [GLOOM, { name: '#REF!' }],
      {},
      /^Known Name "#REF!" is a spreadsheet error/,
    ],
    ['a damaged spelling', [{ ...GLOOM, spellings: 'Gl\uFFFDm' }], {}, /^Other Spellings .* is damaged/],
    [
      'a made-up name that is known',
      [{ name: MADE_UP }],
      {},
      /^The Made-Up Name .* is one of the known names/,
    ],
    [
      'too many screenings',
      [GLOOM, ZORBLAX],
      { options: { maxScreenings: 2 } },
      /^The test would be 3 screenings/,
    ],
    ['no such spelling', [GLOOM], { spellings: ['shouting'] }, /^Spellings is not a list of/],
    ['an option that is none', [GLOOM], { screeningOption: 'All' }, /^Screening Option is not one of/],
  ])('%s', async (_, items, parameters, message) => {
    const { error } = await run(items, parameters);

    expect(error?.message).toMatch(message);
    expect(await paidFor()).toEqual({});
  });

  test("n8n's Retry", async () => {
    const { error } = await run([GLOOM], {}, { mode: 'retry' });

    expect(error?.message).toMatch(/n8n's Retry started this run/);
    expect(await paidFor()).toEqual({});
  });
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
  expect(await get('runs')).toMatchObject([
    { kind: 'test', companies: 0, answered: 3, missed: 1, noLongerFound: 1, environment: 'sandbox' },
    { kind: 'test' },
    { kind: 'test' },
  ]);
});
