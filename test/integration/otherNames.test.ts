// Other Names, over HTTP: one company screened under several names. What is sent and paid for, and what comes out.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { z } from 'zod/v4';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, outcomesOf, screening, screeningOf, sentTo, wordsOf, type Screening } from './attacks';
import { startNode } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';
const OTHER_HIT = 'Zorblax Arms Export';
const idsIn = (value: unknown) => z.string().parse(value).split('; ');

type More = Screening & { output?: INodeParameters };
const withNames = ({ output = {}, parameters, ...more }: More = {}): Screening => ({
  ...more,
  parameters: { additionalFields: { otherNames: '={{ $json.others }}' }, output, ...parameters },
});
const screen = (companies: readonly unknown[], more: More = {}) =>
  screening(sandbox(), companies, withNames(more));
const paidFor = async () => screeningsByCompany(await sandbox().stats());
const requests = async () => (await sandbox().stats()).operations.screening.requests;

const MILL = { company: 'Quiet Mill', others: 'Honest Bakery; Old Mill Ltd' };
const MIXED = { company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd; ${OTHER_HIT}` };

test('a company is clear if it is clear under each of its names, all of which are screened', async () => {
  const run = await screen([MILL]);

  expect(jsons(run)).toMatchObject([
    {
      outcome: 'clear',
      companyName: 'Quiet Mill',
      otherNames: 'Honest Bakery; Old Mill Ltd',
      screenedName: null,
      totalHits: 0,
      status: 'Completed',
    },
  ]);
  expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1, 'Old Mill Ltd': 1 });
  expect(run.hints).toEqual([
    '1 company in the sandbox, not real results: 3 screenings, since each name is one, 0 with hits (0 hits), 1 clear, 0 to review.',
  ]);
});

test('a hit under any name is a hit of the company, and says under which', async () => {
  const [first, second, ...none] = jsons(await screen([MIXED]));

  expect(none).toEqual([]);
  expect(first).toMatchObject({ outcome: 'hit', companyName: 'Quiet Mill', screenedName: HIT, name: HIT });
  expect(second).toMatchObject({ outcome: 'hit', companyName: 'Quiet Mill', screenedName: OTHER_HIT });
  expect(first?.['screeningId']).not.toBe(second?.['screeningId']);
  expect(await requests()).toBe(4);
});

test('a name is tried again with its own reference id, and the others are not', async () => {
  await sandbox().faults([
    { on: 'screening', match: 'Honest', times: 2, fault: { kind: 'status', status: 503 } },
  ]);
  const run = await screen([MILL]);
  const sent = await sentTo(sandbox());

  expect(outcomesOf(run)).toEqual(['clear']);
  expect(sent.map(({ companyName }) => companyName)).toEqual([
    'Quiet Mill',
    'Honest Bakery',
    'Honest Bakery',
    'Honest Bakery',
    'Old Mill Ltd',
  ]);
  expect(new Set(sent.slice(1, 4).map(({ referenceId }) => referenceId)).size).toBe(1);
  expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1, 'Old Mill Ltd': 1 });
});

describe('when a name fails after others', () => {
  const lost = { on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } } as const;
  const refused = { on: 'screening', match: 'Old Mill', fault: { kind: 'status', status: 400 } } as const;

  test.each([
    ['may have been charged', lost],
    ['was refused', refused],
  ])(
    'that %s, the hits so far come out, the rest is an error, and no further name is sent',
    async (_, fault) => {
      await sandbox().faults([fault]);
      const run = await screen([MIXED]);
      const [hit, error] = jsons(run);

      expect(outcomesOf(run)).toEqual(['hit', 'error']);
      expect(hit).toMatchObject({ companyName: 'Quiet Mill', screenedName: HIT });
      expect(error).toMatchObject({ companyName: 'Quiet Mill', mayBeCharged: true });
      expect(wordsOf(error)).toContain('This happened with the name "Old Mill Ltd".');
      expect(wordsOf(error)).toContain('Screened and paid for before that: "Quiet Mill" (id ');
      expect(await requests()).toBe(3);
    },
  );
});

test('Stop between two names: none is sent after it, and what was paid for is told', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Honest', fault: { kind: 'hang' } }]);
  const { finished, cancel } = startNode(screeningOf(sandbox(), [MILL], withNames()));
  while ((await requests()) < 2) await new Promise((resolve) => setImmediate(resolve));
  cancel();
  await finished;
  expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1 });
});

describe('with Keep in Register', () => {
  let tables: MemoryTables;
  beforeEach(() => {
    tables = new MemoryTables('sqlite');
  });
  const keep = (companies: readonly (IDataObject | string)[], more: More = {}) =>
    screen(companies, {
      register: tables,
      ...more,
      parameters: { keepInRegister: true, ...more.parameters },
    });
  const without = (json: IDataObject) => ({ ...json, remembered: null });
  const inRegister = async (records: string) =>
    jsons(await keep([{}], { parameters: { resource: 'register', operation: 'getFromRegister', records } }));
  /** A person has the company that has no answer sent again. */
  const sendAgain = async () => {
    const open = (await inRegister('openCases')).find(({ kind }) => kind === 'noAnswer');
    const parameters = {
      resource: 'register',
      operation: 'recordDecision',
      caseId: z.string().parse(open?.['caseId']),
      decision: 'sendAgain',
      reason: 'They say that it was lost',
      decidedBy: 'ann',
      decidedByAddress: 'ann@company.example',
    };
    expect(jsons(await keep([{}], { parameters }))).toMatchObject([{ outcome: 'decision' }]);
  };

  test.each([
    ['one item per hit', {}],
    ['one item per company', { output: { itemsPer: 'company' } }],
    ['raw', { output: { content: 'raw' } }],
    ['raw, one item per company', { output: { content: 'raw', itemsPer: 'company' } }],
  ])(
    'a company comes out again as it was, and none of its names is sent again: %s',
    async (_, parameters) => {
      const list = [MIXED, MILL, { company: HIT, others: '' }];
      const first = await keep(list, { parameters });
      const again = await keep(list, { parameters });

      expect(jsons(again).map(without)).toEqual(jsons(first).map(without));
      expect(new Set(jsons(again).map(({ remembered }) => remembered))).toEqual(new Set([true]));
      expect(await requests()).toBe(8);
      expect(again.hints[0]).not.toContain('screenings');
    },
  );

  test.each([
    ['may have been charged', { kind: 'resetAfter' }],
    ['was refused', { kind: 'status', status: 400 }],
    ['failed at the service', { kind: 'record', patch: { status: 'Failed', isError: true } }],
  ] as const)(
    'a company of which a later name %s has no answer, on any day, and no name is sent again',
    async (_, fault) => {
      await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault }]);
      const list = [MIXED, 'Later Ltd'];
      const first = await keep(list);
      const sent = await requests();
      await sandbox().faults([]);
      const again = await keep(list);

      expect(outcomesOf(first)).toEqual(['hit', 'error', 'clear']);
      expect(jsons(first)[0]).toMatchObject({ screenedName: HIT, remembered: false });
      // The hits that were found are there on any day.
      expect(outcomesOf(again)).toEqual(['hit', 'noAnswer', 'clear']);
      expect(jsons(again)[0]).toMatchObject({ screenedName: HIT, name: HIT, remembered: true });
      expect(await requests()).toBe(sent);
      const ofMill = (await sentTo(sandbox())).filter(({ companyName }) => companyName !== 'Later Ltd');
      expect(idsIn(jsons(again)[1]?.['referenceId'])).toEqual(
        expect.arrayContaining(ofMill.map(({ referenceId }) => referenceId)),
      );
    },
  );

  test('hits that were found before a later name failed stay for people until it was screened again', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } }]);
    await keep([MIXED]);
    await sandbox().faults([]);
    expect(await inRegister('hits')).toMatchObject([{ outcome: 'hit', name: HIT }]);
    expect(await inRegister('companies')).toMatchObject([{ outcome: 'hit', reason: 'noAnswer' }]);
    const open = await inRegister('openCases');
    expect(new Set(open.map(({ kind }) => kind))).toEqual(new Set(['hit', 'noAnswer']));
    const caseOf = (wanted: string) => open.find(({ kind }) => kind === wanted);
    expect(caseOf('hit')).toMatchObject({
      name: HIT,
      screenedName: HIT,
      nameMatch: 'same',
      numberMatch: 'unknown',
    });
    const company = { parameters: { output: { itemsPer: 'company' } } };
    expect(jsons(await keep([MIXED], company))).toMatchObject([
      { outcome: 'hit', reason: 'noAnswer', screenedNames: HIT, remembered: true },
    ]);

    await sendAgain();
    expect(outcomesOf(await keep([MIXED]))).toEqual(['hit', 'hit']);
    // Each name once more, as a person said.
    expect(await paidFor()).toEqual({ 'Quiet Mill': 2, [HIT]: 2, 'Old Mill Ltd': 2, [OTHER_HIT]: 1 });
    expect((await inRegister('openCases')).map(({ kind }) => kind)).toEqual(['hit', 'hit']);
  });

  test('a crash between two names: the company is never clear, and none of its names is sent again', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Honest', fault: { kind: 'hang' } }]);
    // The run is killed: nothing that it would write reaches the tables any more.
    let isKilled = false;
    const killed = {
      run: (statements: Parameters<MemoryTables['run']>[0]) =>
        isKilled ? new Promise<never>(() => undefined) : tables.run(statements),
      runWithoutWaiting: () => undefined,
    };
    const { cancel } = startNode(screeningOf(sandbox(), [MILL], withNames({ register: killed })));
    while ((await requests()) < 2) await new Promise((resolve) => setImmediate(resolve));
    isKilled = true;
    cancel();
    await tables.run([
      { do: 'update', table: 'runs', where: [], match: 'all', set: { state: 'presumedDead' } },
    ]);
    await sandbox().faults([]);

    expect(outcomesOf(await keep([MILL]))).toEqual(['noAnswer']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['noAnswer']);
    expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1 });
  });
});
