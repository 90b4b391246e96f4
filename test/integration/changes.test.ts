// What has changed since the last successful screening, over HTTP: as fields of the items, and as items of what is gone.
import type { IDataObject } from 'n8n-workflow';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const HIT = 'Gloomharbour Shipping Ltd';
const CLEAR = { status: 'Completed', isError: false, totalHits: 0, details: [] };

/** Screens the company under the key P-1 once more, whatever the register has of it. */
async function night(company: string, more: Partial<RunSetup> = {}) {
  const setup: RunSetup = {
    credential: sandbox().credential,
    onError: 'continueRegularOutput',
    register: () => Promise.resolve({ tables, isNew: false }),
    items: [{ company }],
    ...more,
    parameters: {
      keepInRegister: true,
      companyKey: 'P-1',
      registerSettings: { screenAgainAfterDays: 1e-9 },
      ...more.parameters,
    },
  };
  return await runNode(setup);
}
const told = (run: NodeRun) =>
  jsons(run).map(({ outcome, companyName, change, previousOutcome }) => [
    outcome,
    companyName,
    change,
    previousOutcome,
  ]);
const itemsOf = async (company: string, more: Partial<RunSetup> = {}) => told(await night(company, more));
const delist = () =>
  sandbox().faults([{ on: 'screening', match: 'Gloom', fault: { kind: 'record', patch: CLEAR } }]);

test('a hit is new, then known, then gone, then listed again', async () => {
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'new', null]]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'known', 'hit']]);
  await delist();
  expect(await itemsOf(HIT)).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
  await sandbox().faults([]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'listedAgain', 'clear']]);
});

test('what is remembered says what it said when it was screened', async () => {
  await night(HIT);
  await delist();
  await night(HIT);
  expect(await itemsOf(HIT, { parameters: { registerSettings: { screenAgainAfterDays: 0 } } })).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
});

test('an item of what is gone says what was listed and by which screening, and goes to Review', async () => {
  const [listed = {}] = jsons(await night(HIT));
  await delist();
  const run = await night(HIT, { parameters: { output: { outputs: 'byOutcome' } } });
  const [hits, clear, review] = run.outputs.map((items) => items.map(({ json }): IDataObject => json));
  expect([hits, clear]).toMatchObject([[], [{ outcome: 'clear' }]]);
  const [gone = {}] = review ?? [];
  const same = ['name', 'sourceType', 'sourceId', 'address', 'hitFingerprint', 'screeningId', 'referenceId'];
  for (const key of same) expect(gone[key]).toBe(listed[key]);
  expect(gone).toMatchObject({
    outcome: 'gone',
    reason: null,
    hitNumber: null,
    totalHits: null,
    status: null,
  });
  expect(gone['explanation']).toContain('makes no company clear');
  expect(Object.keys(gone)).toEqual(Object.keys(listed));
});

test.each(['simplified', 'raw'] as const)(
  'one item per company says what is most notable of it, and what is gone is part of it: %s',
  async (output) => {
    const parameters = { output: { itemsPer: 'company', content: output } };
    expect(await itemsOf(HIT, { parameters })).toEqual([['hit', HIT, 'new', null]]);
    await delist();
    expect(await itemsOf(HIT, { parameters })).toEqual([['clear', HIT, 'gone', 'hit']]);
    await sandbox().faults([]);
    expect(await itemsOf(HIT, { parameters })).toEqual([['hit', HIT, 'listedAgain', 'clear']]);
  },
);

test('with When There Are No Hits set to Return Nothing, what is gone comes out all the same', async () => {
  const nothing = { output: { noHits: 'returnNothing' } };
  await night(HIT);
  await delist();
  expect(await itemsOf(HIT, { parameters: nothing })).toEqual([['gone', HIT, 'gone', 'hit']]);
  expect(await itemsOf(HIT, { parameters: nothing })).toEqual([]);
});

test('a company that was renamed has nothing of the verdict of its old name', async () => {
  await night('Harmless Bakery');
  await sandbox().faults([{ on: 'screening', match: 'Evil', fault: { kind: 'resetAfter' } }]);
  const [first = {}] = jsons(await night('Evil Corp'));
  const [later = {}] = jsons(await night('Evil Corp'));
  for (const json of [first, later]) {
    expect(['error', 'review']).toContain(json['outcome']);
    expect(JSON.stringify(json)).not.toMatch(/Harmless|"clear"/);
  }
  expect(later).toMatchObject({ reason: 'noAnswer', change: null, previousOutcome: null });
});

test('another name begins anew, nothing of the old one is gone, and a name that comes back has what it had', async () => {
  await night(HIT);
  await sandbox().faults([
    { on: 'screening', match: 'Quiet', fault: { kind: 'record', patch: { status: 'Pending' } } },
  ]);
  expect(await itemsOf('Quiet Mill')).toEqual([['review', 'Quiet Mill', null, null]]);
  await sandbox().faults([]);
  expect(await itemsOf('Quiet Mill')).toEqual([['clear', 'Quiet Mill', null, null]]);
  expect(await itemsOf(HIT)).toEqual([['hit', HIT, 'known', 'hit']]);
  await delist();
  expect(await itemsOf(HIT)).toEqual([
    ['clear', HIT, null, 'hit'],
    ['gone', HIT, 'gone', 'hit'],
  ]);
});

test('two names of one key in one list are two companies', async () => {
  await night(HIT);
  const key = 'P-1';
  const items = [
    { company: 'Quiet Mill', key },
    { company: HIT, key },
  ];
  const run = await night('', { items, parameters: { companyKey: '={{ $json.key }}' } });
  expect(told(run)).toEqual([
    ['clear', 'Quiet Mill', null, null],
    ['hit', HIT, 'known', 'hit'],
  ]);
});
