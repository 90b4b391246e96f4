// The switch Keep in Register, over HTTP, with the register's tables in memory: what the service gets, and what comes out.
import type { IDataObject } from 'n8n-workflow';

import {
  RegisterFailure,
  type Statement,
  type Tables,
} from '../../nodes/CompanyScreening/register/port/tables';
import { MemoryTables } from '../unit/register/memoryTables';
import { drawSeed, randomNumbers } from '../support/random';
import { SlowTables } from '../unit/register/slowTables';
import { jsons, listedIn, sentTo, wordsOf } from './attacks';
import { runNode, startNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

const setup = (companies: readonly (IDataObject | string)[], more: Partial<RunSetup> = {}): RunSetup => ({
  credential: sandbox().credential,
  onError: 'continueRegularOutput',
  register: () => Promise.resolve({ tables, isNew: false }),
  items: companies.map((company) => (typeof company === 'string' ? { company } : company)),
  ...more,
  parameters: { keepInRegister: true, ...more.parameters },
});
const keep = (companies: readonly (IDataObject | string)[], more: Partial<RunSetup> = {}) =>
  runNode(setup(companies, more));
const outcomesOf = (run: NodeRun) => jsons(run).map(({ outcome, reason }) => reason ?? outcome);
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
  const [plain] = jsons(await runNode({ ...setup([HIT]), parameters: {} }));

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

test('the line above the output says what came from the register, what was screened, and what needs a person', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Quiet', fault: { kind: 'record', patch: { status: 'Pending' } } },
  ]);
  await keep([HIT]);
  const { hints } = await keep(LIST);

  expect(hints.map((line) => line.replace(/, at \d{4}-\d\d-\d\d \d\d:\d\d,/, ', at …,'))).toEqual([
    '3 companies in the sandbox, not real results: 2 screened now, 1 from the register (screened less than a minute ago, at …, America/New_York); 1 with hits (1 hit), 1 clear, 1 to review.',
  ]);
});

test('a list of several batches, with the same company twice, sends each company once and gives an item for each', async () => {
  const names = Array.from({ length: 35 }, (_, number) => `Company ${number % 30}`);
  const run = await keep(names, { parameters: { registerSettings: { batchSize: 10 } } });

  expect(jsons(run).map(({ companyName }) => companyName)).toEqual(names);
  expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(names.map((__, item) => ({ item })));
  expect(new Set(outcomesOf(run))).toEqual(new Set(['clear']));
  expect(await requests()).toBe(30);
});

test('one key with two names is two companies, and the line above the output says so', async () => {
  const companies = [
    { company: 'Honest Bakery', key: 'P-1' },
    { company: 'Honest Bakery & Sons', key: 'P-1' },
  ];
  const run = await keep(companies, { parameters: { companyKey: '={{ $json.key }}' } });

  expect(await requests()).toBe(2);
  expect(jsons(run).map(({ companyKey }) => companyKey)).toEqual(['P-1', 'P-1']);
  expect(run.hints[0]).toContain('The Company Key "P-1" stands for several companies');
});

test('another option, another service and another name under the same key are other companies', async () => {
  await keep(['Honest Bakery']);
  await keep(['Honest Bakery'], { parameters: { screeningOption: 'Pep' } });
  const elsewhere = { ...sandbox().credential, baseUrl: sandbox().url.replace('127.0.0.1', 'localhost') };
  const run = await keep(['Honest Bakery'], { credential: elsewhere });

  expect(jsons(run)).toMatchObject([{ remembered: false, outcome: 'clear' }]);
  expect(await requests()).toBe(3);
});

test('the requester may change: the answer is still one to the request that was made', async () => {
  const asked = (requesterId: string) => ({ parameters: { additionalFields: { requesterId } } });
  await keep(['Honest Bakery'], asked('team-1'));
  const run = await keep(['Honest Bakery'], asked('team-2'));

  expect(jsons(run)).toMatchObject([{ outcome: 'clear', remembered: true, requesterId: 'team-1' }]);
});

test('a reply that never came is the error that happened, then a review with its reference id, and is never sent again', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'resetAfter' } }]);
  const [, , error] = jsons(await keep(LIST));
  const [, , review] = jsons(await keep(LIST));
  const reference = (await sentTo(sandbox())).find(({ companyName }) => companyName === 'Quiet Mill');

  expect(error).toMatchObject({ outcome: 'error', mayBeCharged: true, companyKey: 'Quiet Mill' });
  expect(review).toMatchObject({
    outcome: 'review',
    reason: 'noAnswer',
    companyName: 'Quiet Mill',
    totalHits: null,
    screeningId: null,
    referenceId: reference?.referenceId,
    remembered: true,
  });
  expect(review?.['screenedAt']).toEqual(aTime);
  expect(await paidFor()).toEqual(ONCE);
});

describe('a company without an answer', () => {
  beforeEach(async () => {
    await sandbox().faults([{ on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'resetAfter' } }]);
    await keep(LIST);
  });
  const [, , QUIET] = LIST;

  test('says what can be done; another Company Key has it screened too, and keeps the answer', async () => {
    const parameters = { companyKey: "={{ $json.company === 'Quiet Mill' ? 'again' : '' }}" };
    const [, , review] = jsons(await keep(LIST));
    expect(review?.['explanation']).toMatch(/quote the reference id.*record the decision sendAgain/);
    for (const remembered of [false, true])
      expect(jsons(await keep(LIST, { parameters }))[2]).toMatchObject({ outcome: 'clear', remembered });
    expect(outcomesOf(await keep(LIST))).toEqual(['hit', 'clear', 'noAnswer']);
    expect(await paidFor()).toEqual({ ...ONCE, [QUIET ?? '']: 2 });
  });

  test('is screened where the switch is off', async () => {
    const run = await keep([QUIET ?? ''], { parameters: { keepInRegister: false } });
    expect(outcomesOf(run)).toEqual(['clear']);
  });
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
  const [answers = []] = await tables.run([{ do: 'read', table: 'answers', where: [], match: 'all' }]);
  expect(answers.map(({ outcome, reason, screening }) => [outcome, reason, screening])).toEqual([
    ['error', '', ''],
    ['error', '', ''],
  ]);
});

test('what the service refused was not paid for, and is sent by the next run', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 400 } },
  ]);
  expect(outcomesOf(await keep(LIST))).toEqual(['hit', 'clear', 'error']);
  expect(outcomesOf(await keep(LIST))).toEqual(['hit', 'clear', 'clear']);
  expect(await paidFor()).toEqual(ONCE);
});

test('a screening that failed at the service is the same error on every day, and does not stop the next run', async () => {
  const failed = { status: 'Failed', isError: true, details: [], totalHits: 0 };
  await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'record', patch: failed } }]);
  const first = jsons(await keep(LIST));
  const { outputs, error } = await keep(LIST, { onError: 'stopWorkflow' });

  expect(error).toBeUndefined();
  expect(outputs[0]?.[2]?.json).toEqual(first[2]);
  expect(await requests()).toBe(3);
});

test.each(['retry', 'manual'] as const)('a run that stopped is simply run again (%s)', async (mode) => {
  await sandbox().faults([
    { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 400 } },
  ]);
  const parameters = { options: { concurrency: 1 } };
  const { error } = await keep(LIST, { onError: 'stopWorkflow', parameters });
  expect(listedIn(error).map(({ list }) => list)).toEqual(['screened', 'screened', 'failed']);
  expect(error).toHaveProperty('description', expect.stringContaining('answers are in the register'));

  const again = await keep(LIST, { onError: 'stopWorkflow', mode, retryOnFail: true, parameters });
  expect(jsons(again).map(({ outcome, remembered }) => [outcome, remembered])).toEqual([
    ['hit', true],
    ['clear', true],
    ['clear', false],
  ]);
  expect(await paidFor()).toEqual(ONCE);
});

test('a name that cannot be screened stops the run before anything is sent', async () => {
  const { error } = await keep([...LIST, ''], { onError: 'stopWorkflow' });
  expect(error?.message).toBe('Company Name is empty.');
  expect(await requests()).toBe(0);
});

test('with Continue, it is an error item, and the others are screened', async () => {
  const run = await keep(['', ...LIST]);
  expect(outcomesOf(run)).toEqual(['error', 'hit', 'clear', 'clear']);
});

test('Max Companies counts what would be sent', async () => {
  const parameters = { options: { maxCompanies: 2 } };
  const tooMany = await keep(LIST, { parameters });
  expect(wordsOf(jsons(tooMany)[0])).toContain('3 companies that would be sent');
  expect(await requests()).toBe(0);
  await keep([HIT]);
  expect(outcomesOf(await keep(LIST, { parameters }))).toEqual(['hit', 'clear', 'clear']);
});

test('a run for which n8n would have no room in its tables is not begun', async () => {
  const names = Array.from({ length: 1_000 }, (_, number) => `Company ${String(number)}`);
  const run = await keep(names, { parameters: { registerSettings: { dataTablesLimitMb: 1 } } });
  expect(wordsOf(jsons(run)[0])).toMatch(
    /would add about \d+ MB, and n8n allows 1 MB for all data tables together/,
  );
  expect(await requests()).toBe(0);
});

test('an answer that is old enough is asked for again', async () => {
  await keep(LIST);
  const days = 0.000_000_01;
  const again = await keep(LIST, { parameters: { registerSettings: { screenAgainAfterDays: days } } });
  const later = await keep(LIST, { parameters: { registerSettings: { screenAgainAfterDays: 1 } } });

  expect(jsons(again).map(({ remembered }) => remembered)).toEqual([false, false, false]);
  expect(jsons(later).map(({ remembered }) => remembered)).toEqual([true, true, true]);
  expect(await requests()).toBe(6);
});

describe('Only Those of This Run', () => {
  const parameters = { registerSettings: { companiesToReturn: 'thisRun' } };

  test('leaves out what had its verdict before', async () => {
    await keep([HIT, 'Honest Bakery']);
    expect(jsons(await keep(LIST, { parameters })).map(({ companyName }) => companyName)).toEqual([
      'Quiet Mill',
    ]);
  });

  test('that stopped tells how to get what it leaves out next time', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Quiet', fault: { kind: 'status', status: 400 } }]);
    const sequential = { ...parameters, options: { concurrency: 1 } };
    const { error } = await keep(LIST, { onError: 'stopWorkflow', parameters: sequential });
    expect(error).toHaveProperty(
      'description',
      expect.stringContaining('Companies to Return to All Companies'),
    );
  });

  test('gives out what has no verdict', async () => {
    await sandbox().faults([
      { on: 'screening', match: 'Quiet', fault: { kind: 'resetAfter' } },
      { on: 'screening', match: 'Honest', fault: { kind: 'record', patch: { status: 'Pending' } } },
    ]);
    await keep(LIST);
    expect(outcomesOf(await keep(LIST, { parameters }))).toEqual(['pending', 'noAnswer']);
  });
});

describe('Control Name', () => {
  const parameters = { options: { controlName: 'Zorblax Arms Export' } };
  const failing = { options: { controlName: 'Nobody Knows Ltd' } };

  test('is not kept, and is only screened if something is to be sent', async () => {
    const first = await keep(LIST, { parameters });
    const again = await keep(LIST, { parameters });
    expect(outcomesOf(first)).toEqual(outcomesOf(again));
    expect(first.hints[0]).toContain('is a hit, as it should be');
    expect(again.hints[0]).toMatch(
      /^Nothing was screened in this run: .* The Control Name was not screened either\./,
    );
    expect(await paidFor()).toEqual({ ...ONCE, 'Zorblax Arms Export': 1 });
  });

  test('whose screening id comes again in a later batch leaves nothing of the run clear', async () => {
    const patch = { id: 'the-same' };
    await sandbox().faults(
      ['Zorblax', 'Last'].map((match) => ({ on: 'screening', match, fault: { kind: 'record', patch } })),
    );
    const names = [...Array.from({ length: 10 }, (_, number) => `Company ${number}`), 'Last Mill'];
    const batches = { registerSettings: { batchSize: 10 } };
    const run = await keep(names, { parameters: { ...parameters, ...batches } });
    expect(new Set(outcomesOf(run))).toEqual(new Set(['controlFailed', 'otherRequest']));
    expect(run.hints[0]).toContain('no company of this run is clear');

    // What it had stored before that is clear for nobody else either.
    expect(new Set(outcomesOf(await keep(names, { parameters: failing })))).toEqual(
      new Set(['controlFailed', 'otherRequest']),
    );
    const later = await keep(names);
    expect(outcomesOf(later)).toEqual([...names.slice(1).map(() => 'clear'), 'otherRequest']);
    expect(await paidFor()).toMatchObject({ 'Company 0': 2, 'Last Mill': 1 });
  });

  const DOUBTED = ['hit', 'controlFailed', 'controlFailed'];

  test('that fails leaves no company clear, and pays for none again as long as it fails', async () => {
    for (const remembered of [false, true]) {
      const run = await keep(LIST, { parameters: failing });
      expect(outcomesOf(run)).toEqual(DOUBTED);
      expect(jsons(run).map((json) => json['remembered'])).toEqual([remembered, remembered, remembered]);
    }
    expect(await paidFor()).toEqual({ ...ONCE, 'Nobody Knows Ltd': 2 });
  });

  test.each([
    ['one that holds', parameters],
    ['none', {}],
  ])('that failed is followed by %s: what it left in doubt is screened again, once', async (_, later) => {
    await keep(LIST, { parameters: failing });
    const run = await keep(LIST, { parameters: later });
    expect(jsons(run).map(({ outcome, remembered }) => [outcome, remembered])).toEqual([
      ['hit', true],
      ['clear', false],
      ['clear', false],
    ]);
    expect(outcomesOf(await keep(LIST, { parameters: failing }))).toEqual(['hit', 'clear', 'clear']);
    const { [HIT]: hit, 'Honest Bakery': bakery, 'Quiet Mill': mill } = await paidFor();
    expect([hit, bakery, mill]).toEqual([1, 2, 2]);
  });
});

test('the same screening id for two companies leaves neither clear, whichever run asked', async () => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id: 'the-same' } } }]);
  await keep(['Honest Bakery']);
  expect(outcomesOf(await keep(['Honest Bakery', 'Quiet Mill']))).toEqual(['otherRequest', 'otherRequest']);
});

test('the same screening id for two companies, asked for by two runs side by side, is clear for one of them at most', async () => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id: 'the-same' } } }]);
  const random = randomNumbers(drawSeed('REGISTER_SEED'));
  for (let tries = 0; tries < 20; tries++) {
    tables = new MemoryTables('sqlite');
    const slow = new SlowTables(tables, random);
    const register = () => Promise.resolve({ tables: slow, isNew: false });
    const runs = await Promise.all([
      keep(['Honest Bakery'], { register }),
      keep(['Quiet Mill'], { register }),
    ]);
    expect(runs.flatMap(outcomesOf).filter((said) => said === 'clear').length).toBeLessThan(2);
    const later = outcomesOf(await keep(['Honest Bakery', 'Quiet Mill']));
    expect(later.every((said) => said === 'otherRequest' || said === 'staleAnswer')).toBe(true);
  }
});

test('one name under two keys is two companies: the same screening id for both leaves neither clear, on any day', async () => {
  await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id: 'the-same' } } }]);
  const companies = ['P-1', 'P-2'].map((key) => ({ company: 'Honest Bakery', key }));
  const parameters = { companyKey: '={{ $json.key }}' };
  for (const remembered of [false, true]) {
    const run = await keep(companies, { parameters });
    expect(outcomesOf(run)).toEqual(['otherRequest', 'otherRequest']);
    expect(jsons(run)[0]).toHaveProperty('remembered', remembered);
  }
});

test('the evidence file belongs to the run that asked', async () => {
  const parameters = { output: { evidence: true } };
  const [first] = (await keep(['Honest Bakery'], { parameters })).outputs[0] ?? [];
  const [again] = (await keep(['Honest Bakery'], { parameters })).outputs[0] ?? [];
  expect(first?.binary).toHaveProperty('evidence');
  expect(again?.binary).toBeUndefined();
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

test.each(['={{ 40 + 2 }}', '{{ $json }}'])('the Company Key %s is an error of that item', async (key) => {
  const companies = [
    { company: HIT, key },
    { company: 'Honest Bakery', key: '42' },
  ];
  const items = jsons(await keep(companies, { parameters: { companyKey: '={{ $json.key }}' } }));
  expect(items.map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
  expect(wordsOf(items[0])).toContain('an expression, or a placeholder, that was not replaced by a value');
  expect(await requests()).toBe(1);
});

test('a Company Key of 10,000 characters is an error of that item, and nothing is sent for it', async () => {
  const companies = [
    { company: HIT, key: 'z'.repeat(10_000) },
    { company: 'Honest Bakery', key: '42' },
  ];
  const items = jsons(await keep(companies, { parameters: { companyKey: '={{ $json.key }}' } }));
  expect(items.map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
  expect(await requests()).toBe(1);
});

test('a Company Key that is no text is an error of that item', async () => {
  const run = await keep([{ company: 'Honest Bakery', key: { id: 1 } }], {
    parameters: { companyKey: '={{ $json.key }}' },
  });
  expect(wordsOf(jsons(run)[0])).toContain('Company Key is neither text nor a number.');
  expect(await requests()).toBe(0);
});

test('two runs at the same time on one list pay for each company once, and both have everything', async () => {
  const names = Array.from({ length: 60 }, (_, number) => `Company ${number}`);
  const more = { parameters: { registerSettings: { batchSize: 10 } } };
  await sandbox().faults([{ on: 'screening', fault: { kind: 'latency', ms: 5 } }]);
  const runs = await Promise.all([keep(names, more), keep(names.toReversed(), more)]);

  for (const run of runs) expect(outcomesOf(run)).toEqual(names.map(() => 'clear'));
  expect(new Set(Object.values(await paidFor()))).toEqual(new Set([1]));
});

describe('a register that cannot be used', () => {
  const broken = (run: Tables['run']) => ({
    register: () => Promise.resolve({ tables: { run, runWithoutWaiting: lastResort }, isNew: false }),
  });
  // It tells of the end of the run, and stores nothing.
  const lastResort = (statements: readonly Statement[]) => {
    void tables.run(statements.filter((one) => one.do === 'update' && one.table === 'runs'));
  };
  const full = new RegisterFailure('full', "n8n's data tables are full: limit.", 'Remove rows.');
  const isAnswers = (one: Statement) => one.do === 'insert' && one.table === 'answers';

  test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
    'sends nothing and says why (%s)',
    async (onError) => {
      const lost = new RegisterFailure('lost', 'The register is lost.', 'Put it back.');
      const { error, ...run } = await keep(LIST, { onError, register: () => Promise.reject(lost) });

      expect(await requests()).toBe(0);
      expect(error?.message ?? wordsOf(jsons({ error, ...run })[0])).toContain('The register is lost.');
      if (!error)
        expect(jsons({ error, ...run })).toMatchObject(LIST.map(() => ({ outcome: 'error', scope: 'run' })));
    },
  );

  test('in which nothing can be written sends nothing', async () => {
    const run = await keep(
      LIST,
      broken(() => Promise.reject(full)),
    );
    expect(await requests()).toBe(0);
    expect(wordsOf(jsons(run)[0])).toContain("n8n's data tables are full");
  });

  test('in which an answer cannot be stored sends no more, and gives out what was paid for as a review', async () => {
    const run = await keep(['A', 'B', ...Array.from({ length: 10 }, (_, n) => `C${n}`)].reverse(), {
      ...broken((statements) => (statements.some(isAnswers) ? Promise.reject(full) : tables.run(statements))),
      parameters: { registerSettings: { batchSize: 10 } },
    });
    const outcomes = outcomesOf(run);
    const sent = outcomes.filter((outcome) => outcome === 'notStored').length;
    expect(outcomes.filter((outcome) => outcome === 'error')).toHaveLength(12 - sent);
    expect(await requests()).toBe(sent);
    // The first half of the batch, and what of the second one was under way.
    expect(sent).toBeGreaterThanOrEqual(5);
    expect(sent).toBeLessThanOrEqual(10);
    for (const json of jsons(run)) {
      expect(json['screeningId']).toEqual(json['reason'] === 'notStored' ? expect.any(String) : null);
    }

    // It may have been paid for, so nobody sends it again without a person's word.
    const again = await keep(['A', 'B', 'C0']);
    expect(outcomesOf(again)).toEqual(['clear', 'clear', 'noAnswer']);
  });

  test('that stops the workflow lists what was paid for in the details of the error', async () => {
    const { error } = await keep(LIST, {
      ...broken((statements) => (statements.some(isAnswers) ? Promise.reject(full) : tables.run(statements))),
      onError: 'stopWorkflow',
    });
    expect(error?.message).toContain("n8n's data tables are full");
    expect(listedIn(error).filter(({ list }) => list === 'screened')).toHaveLength(3);
    expect(error).toHaveProperty('description', expect.not.stringContaining('answers are in the register "'));
  });
});

describe('a row of the register that was changed', () => {
  const change = (set: Record<string, string>) =>
    tables.run([{ do: 'update', table: 'answers', where: [], match: 'all', set }]);

  test.each([
    ['the outcome', { outcome: 'clear' }],
    ['the company', { company: '0'.repeat(64) }],
    ['the reply', { data: '{}' }],
  ])('%s: nobody is clear for it', async (_, set) => {
    await keep([HIT]);
    await change(set);
    for (const json of jsons(await keep([HIT])))
      expect(json).toMatchObject({ companyName: HIT, outcome: expect.not.stringMatching('clear') as string });
  });
});

test('Stop stores what came, and gives back what was not sent', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `Company ${number}`);
  await sandbox().faults([{ on: 'screening', after: 3, fault: { kind: 'hang' } }]);
  const { finished, cancel } = startNode(setup(names, { parameters: { options: { concurrency: 3 } } }));
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
