// Get Many of the register: what it gives is what Screen Company gives from the register, and never more favourable.
import type { IDataObject } from 'n8n-workflow';

import type { Statement } from '../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const register = () => Promise.resolve({ tables, isNew: false });
const screen = (companies: readonly string[], more: Partial<RunSetup> = {}) =>
  runNode({
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register,
    items: companies.map((company) => ({ company })),
    ...more,
    parameters: { keepInRegister: true, ...more.parameters },
  });
const get = (parameters: IDataObject, more: Partial<RunSetup> = {}) =>
  runNode({
    credential: sandbox().credential,
    register,
    items: [{}],
    ...more,
    parameters: {
      resource: 'register',
      operation: 'getFromRegister',
      register: 'Screening register',
      ...(parameters as RunSetup['parameters']),
    },
  });

const HIT = 'Gloomharbour Shipping Ltd';
const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];
const edit = (statement: Statement) => tables.run([statement]);
const namesOf = (items: IDataObject[]) => items.map(({ companyName }) => companyName);

/** They say under which name a hit was found. */
const OTHER_NAMES = { additionalFields: { otherNames: '' } };

test('companies come out as Screen Company gives them from the register', async () => {
  await screen(LIST);
  const own = { output: { itemsPer: 'company' }, ...OTHER_NAMES };
  const remembered = jsons(await screen(LIST, { parameters: own }));
  const run = await get({});

  expect(jsons(run)).toEqual(remembered.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    '1 register: 3 companies, 1 with hits, 2 clear, 0 to review, 0 failed, 3 of them from the sandbox, not real results.',
  ]);
});

test('hits come out as Screen Company gives them from the register', async () => {
  await screen(LIST);
  const hits = jsons(await screen(LIST, { parameters: OTHER_NAMES })).filter(
    ({ outcome }) => outcome === 'hit',
  );
  const run = await get({ records: 'hits' });

  expect(hits.length).toBeGreaterThan(0);
  expect(jsons(run)).toEqual(hits.map((one) => ({ ...one, calledNow: null })));
  expect(run.hints).toEqual([
    `1 register: ${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}, ${hits.length} of them from the sandbox, not real results.`,
  ]);
});

test('runs come out with their counts, the newest first', async () => {
  await screen([HIT]);
  await screen(LIST);
  const runs = jsons(await get({ records: 'runs' }));

  expect(runs).toMatchObject([
    { outcome: 'run', state: 'ended', companies: 3, screenedNow: 2, remembered: 1, withHits: 1, reviews: 0 },
    { outcome: 'run', state: 'ended', companies: 1, screenedNow: 1, remembered: 0, withHits: 1, errors: 0 },
  ]);
});

test('filters leave out what has another key, another outcome or another time', async () => {
  await screen(LIST);
  const filtered = async (filters: IDataObject) => namesOf(jsons(await get({ filters })));

  expect(await filtered({ companyKey: ' Honest Bakery ' })).toEqual(['Honest Bakery']);
  expect(await filtered({ outcome: ['hit', 'review'] })).toEqual([HIT]);
  expect(await filtered({ before: '2020-01-01' })).toEqual([]);
  expect(await filtered({ from: '2020-01-01' })).toEqual(LIST);
  expect(jsons(await get({ records: 'runs', filters: { before: '2020-01-01' } }))).toEqual([]);
});

test.each([
  ['From', { from: 'yesterday' }],
  ['Before', { before: '2026-31-01' }],
  ['Outcome', { outcome: ['gone'] }],
])('the filter %s that cannot be used is named, and nothing comes out', async (name, filters) => {
  await screen([HIT]);
  const { error, outputs } = await get({ filters });
  expect(error?.message).toBe(`The filter ${name} has an invalid value.`);
  expect(outputs.flat()).toEqual([]);
});

test('a company without an answer is to review, with its name where the register knows it', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'resetAfter' } }]);
  await screen(LIST);
  const [, , quiet] = jsons(await get({}));
  expect(quiet).toMatchObject({ companyName: 'Quiet Mill', outcome: 'review', reason: 'noAnswer' });
  expect(jsons(await get({ records: 'hits' })).every(({ outcome }) => outcome === 'hit')).toBe(true);
});

test.each([
  ['is pending', { kind: 'record', patch: { status: 'Pending', totalHits: 0, details: [] } }, 'review'],
  [
    'failed',
    { kind: 'record', patch: { status: 'Failed', isError: true, totalHits: 0, details: [] } },
    'error',
  ],
  ['is missing', { kind: 'resetAfter' }, 'review'],
] as const)('while a screening %s, the hits of the one before are there', async (_, fault, outcome) => {
  await screen([HIT]);
  const [before] = jsons(await get({ records: 'hits' }));
  await sandbox().faults([{ on: 'screening', match: 'Gloom', fault }]);
  await screen([HIT], { parameters: { registerSettings: { screenAgainAfterDays: 1e-9 } } });

  expect(jsons(await get({}))).toMatchObject([
    { outcome, screenedAt: expect.not.stringMatching('^$') as string },
  ]);
  const run = await get({ records: 'hits' });
  expect(jsons(run)).toMatchObject([
    { outcome: 'hit', change: 'known', screenedAt: before?.['screenedAt'], name: before?.['name'] },
  ]);
  expect(run.hints[0]).toContain(
    outcome === 'error' ? '1 hit, 1 company failed' : '1 hit, 1 company to review',
  );
});

test('a screening that failed at the service is an error, with what the service said and its id', async () => {
  await sandbox().faults([
    {
      on: 'screening',
      match: 'Quiet',
      fault: { kind: 'record', patch: { status: 'Failed', isError: true } },
    },
  ]);
  await screen(['Quiet Mill']);
  const [item] = jsons(await get({}));
  expect(item).toMatchObject({ companyName: 'Quiet Mill', outcome: 'error', reason: null });
  expect(item?.['explanation']).toMatch(/the screening failed/);
  expect(item?.['screeningId']).toMatch(/^[0-9a-f-]{36}$/);
});

test('an answer that was edited is no verdict', async () => {
  await screen([HIT]);
  await edit({
    do: 'update',
    table: 'answers',
    where: [],
    match: 'all',
    set: { outcome: 'clear' },
  });
  expect(jsons(await get({}))).toMatchObject([{ outcome: 'review', reason: 'damagedRow' }]);
});

test('a row that cannot be read at all is an item to review, and never left out', async () => {
  await screen(['Honest Bakery']);
  const set = { company: 'x', data: '{' };
  await edit({ do: 'update', table: 'answers', where: [], match: 'all', set });
  expect(jsons(await get({}))).toMatchObject([
    { outcome: 'review', reason: 'damagedRow', companyName: null, companyKey: null },
  ]);
});

test('a row whose company was changed leaves neither an older answer of the company nor the other one clear', async () => {
  await screen(LIST);
  await screen(LIST, { parameters: { registerSettings: { screenAgainAfterDays: 0.000_000_01 } } });
  const [answers = []] = await tables.run([{ do: 'read', table: 'answers', where: [], match: 'all' }]);
  const [company, other] = [answers[4], answers[5]].map((row) => String(row?.['company']));
  for (const changed of ['', other ?? '']) {
    const where = [{ column: 'answer', is: 'equal', value: String(answers[4]?.['answer']) }] as const;
    await edit({ do: 'update', table: 'answers', where, match: 'all', set: { company: changed } });
    expect(jsons(await get({ filters: { outcome: ['clear'] } }))).toHaveLength(changed === other ? 0 : 1);
    await edit({ do: 'update', table: 'answers', where, match: 'all', set: { company: company ?? '' } });
  }
  expect(jsons(await get({ filters: { outcome: ['clear'] } }))).toHaveLength(2);
});

test('where the register has been changed so that nobody can tell who was sent, it says so', async () => {
  await screen(['Honest Bakery']);
  await edit({ do: 'insert', table: 'claims', rows: [{ mark: 'nobody' }] });
  for (const records of ['companies', 'hits']) {
    const { error } = await get({ records });
    expect(error?.message).toMatch(
      /^A row of the data table "Screening register claims" cannot be read \(id \d+\)/,
    );
  }
});

test('a company whose key is not known is not left out by a key, and is told of where only hits are wanted', async () => {
  await screen(LIST);
  await edit({ do: 'update', table: 'answers', where: [], match: 'all', set: { outcome: 'clear' } });
  const byKey = await get({ filters: { companyKey: HIT } });
  expect(jsons(byKey).map(({ reason }) => reason)).toContain('damagedRow');
  const hits = await get({ records: 'hits' });
  expect(jsons(hits)).toEqual([]);
  expect(hits.hints).toEqual(['1 register: 0 hits, 1 company to review.']);
});

test('texts can be made safe for a spreadsheet', async () => {
  await screen(['=Formula Ltd'], { parameters: { companyName: '={{ $json.company }}' } });
  const [plain] = jsons(await get({}));
  const [safe] = jsons(await get({ output: { readIn: 'spreadsheet' } }));
  expect(plain?.['companyName']).toBe('=Formula Ltd');
  expect(safe?.['companyName']).toBe("'=Formula Ltd");
});

test('a company whose name was shown turned around is never clear, in the run or from the register', async () => {
  const items = [{ company: '\u202EdtL emcA' }, { company: 'Quiet Mill', others: '\u202EdtL emcA' }];
  const additionalFields = { otherNames: '={{ $json.others }}' };
  const said = (run: Awaited<ReturnType<typeof get>>) =>
    jsons(run).map(({ outcome, reason }) => [outcome, reason]);
  const doubtful = items.map(() => ['review', 'mixedScripts']);

  expect(said(await screen([], { items, parameters: { additionalFields } }))).toEqual(doubtful);
  expect(said(await screen([], { items, parameters: { additionalFields } }))).toEqual(doubtful);
  expect(said(await get({}))).toEqual(doubtful);
});
