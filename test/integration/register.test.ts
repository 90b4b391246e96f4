// The switch Keep in Register, over HTTP, with the register's tables in memory: what the service gets, and what comes out.
import type { IDataObject } from 'n8n-workflow';

import { MemoryTables, rowsOf } from '../unit/register/memoryTables';
import { jsons, outcomesOf, screening, screeningOf, type Screening } from './attacks';
import { startNode } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const keep = (companies: readonly unknown[], more: Screening = {}) =>
  screening(sandbox(), companies, { register: tables, ...more });
const paidFor = async () => screeningsByCompany(await sandbox().stats());
const requests = async () => (await sandbox().stats()).operations.screening.requests;

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
const ONCE = Object.fromEntries(LIST.map((name) => [name, 1]));

/** What the register adds, and nothing else, tells an item of the first day from one of a later day. */
const withoutRegister = (json: IDataObject) => ({ ...json, remembered: null });

test.each([
  ['one item per hit', {}],
  ['one item per company', { output: { itemsPer: 'company' } }],
  ['raw', { output: { content: 'raw' } }],
  ['raw, one item per company', { output: { content: 'raw', itemsPer: 'company' } }],
])(
  'a company that was screened comes out again as it was, and is not sent again: %s',
  async (_, parameters) => {
    const first = await keep(LIST, { parameters });
    const again = await keep(LIST, { parameters });

    expect(await paidFor()).toEqual(ONCE);
    expect(outcomesOf(first)).toEqual(['hit', 'clear', 'clear']);
    expect(jsons(again).map(withoutRegister)).toEqual(jsons(first).map(withoutRegister));
    expect(jsons(first).map(({ remembered }) => remembered)).toEqual([false, false, false]);
    expect(jsons(again).map(({ remembered }) => remembered)).toEqual([true, true, true]);
    for (const { companyKey, companyName, screenedAt } of jsons(first)) {
      expect(companyKey).toBe(companyName);
      expect(screenedAt).toEqual(aTime);
    }
  },
);

test('an item says what one of a run that keeps nothing says, and ten fields more', async () => {
  const [kept] = jsons(await keep([HIT]));
  const [plain] = jsons(await screening(sandbox(), [HIT]));

  const keys = Object.keys(plain ?? {}).join(' ');
  expect(Object.keys(kept ?? {}).join(' ')).toBe(
    `companyKey ${keys}`
      .replace(' outcome ', ' outcome change decision ')
      .replace(' createdAt ', ' screenedAt remembered createdAt ')
      .replace(' environment ', ' previousOutcome decidedBy decidedAt caseId reportId environment '),
  );
  const ids = ['screeningId', 'referenceId', 'createdAt', 'processedAt'];
  const comparable = (json: IDataObject | undefined) =>
    Object.entries(json ?? {}).filter(([key]) => !ids.includes(key));
  expect(comparable(kept)).toEqual(expect.arrayContaining(comparable(plain)));
});

test('companies that failed without a screening id have nothing in common', async () => {
  const failed = { status: 'Failed', isError: true, details: [], totalHits: 0, id: '' };
  await sandbox().faults([{ on: 'screening', match: 'i', fault: { kind: 'record', patch: failed } }]);
  await keep(['Honest Mill']);
  const first = jsons(await keep(['Honest Mill', 'Quiet Mill']));
  const again = jsons(await keep(['Honest Mill', 'Quiet Mill']));
  expect(first.map(({ outcome, reason }) => [outcome, reason ?? null])).toEqual([
    ['error', null],
    ['error', null],
  ]);
  expect(again).toEqual(first);
  const answers = await rowsOf(tables, 'answers');
  expect(answers.map(({ outcome, reason, screening }) => [outcome, reason, screening])).toEqual([
    ['error', '', ''],
    ['error', '', ''],
  ]);
});

const failing = { options: { controlName: 'Nobody Knows Ltd' } };

const DOUBTED = ['hit', 'controlFailed', 'controlFailed'];

test('a control that fails leaves no company clear, and pays for none again as long as it fails', async () => {
  for (const remembered of [false, true]) {
    const run = await keep(LIST, { parameters: failing });
    expect(outcomesOf(run)).toEqual(DOUBTED);
    expect(jsons(run).map((json) => json['remembered'])).toEqual([remembered, remembered, remembered]);
  }
  expect(await paidFor()).toEqual({ ...ONCE, 'Nobody Knows Ltd': 2 });
});

test.each([
  ['a formula', '=40 + 2'],
  ['a pattern', '%'],
  ['another pattern', '_'],
  ['a word of databases', 'NULL'],
  ['a statement', "'; DROP TABLE x; --"],
  ['a text with NUL', 'a\0b'],
  ['a text with half of a pair', 'x\uD800y'],
  ['a text of 1,000 characters', 'z'.repeat(1_000)],
])('a Company Key that is %s reaches no other company, and its answer is not lost', async (_, key) => {
  const companies = [
    { company: HIT, key },
    { company: 'Honest Bakery', key: '42' },
    { company: 'Quiet Mill', key: '' },
  ];
  const parameters = { companyKey: '={{ $json.key }}' };
  const first = jsons(await keep(companies, { parameters }));
  const again = jsons(await keep(companies.toReversed(), { parameters }));

  // Control characters are left out of a key, as they are of a name.
  expect(first[0]).toMatchObject({ outcome: 'hit', companyKey: key.replaceAll('\0', '') });
  expect(again.toReversed().map(withoutRegister)).toEqual(first.map(withoutRegister));
  expect(await requests()).toBe(3);
});

test('Stop stores what came, and gives back what was not sent', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `Company ${number}`);
  await sandbox().faults([{ on: 'screening', after: 3, fault: { kind: 'hang' } }]);
  const { finished, cancel } = startNode(
    screeningOf(sandbox(), names, { register: tables, parameters: { options: { concurrency: 3 } } }),
  );
  await untilRequests(6);
  cancel();
  await finished;
  await sandbox().faults([]);
  const again = outcomesOf(await keep(names));

  expect(again.filter((outcome) => outcome === 'noAnswer').length).toBeLessThanOrEqual(3);
  expect(new Set(again)).toEqual(new Set(['clear', 'noAnswer']));
  expect(new Set(Object.values(await paidFor()))).toEqual(new Set([1]));
});

async function untilRequests(count: number): Promise<void> {
  while ((await requests()) < count) await new Promise((resolve) => setImmediate(resolve));
}
