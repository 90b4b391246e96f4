// Other Names, over HTTP: one company screened under several names. What is sent and paid for, and what comes out.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { z } from 'zod/v4';

import { MemoryTables } from '../unit/register/memoryTables';
import { jsons, listedIn, sentTo, wordsOf } from './attacks';
import { runNode, startNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const HIT = 'Gloomharbour Shipping Ltd';
const OTHER_HIT = 'Zorblax Arms Export';
const idsIn = (value: unknown) => z.string().parse(value).split('; ');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type More = Partial<RunSetup> & { options?: INodeParameters; output?: INodeParameters; names?: unknown };
const setup = (
  companies: readonly (IDataObject | string)[],
  { options = {}, output = {}, parameters, names = '={{ $json.others }}', ...more }: More = {},
): RunSetup => ({
  credential: sandbox().credential,
  onError: 'continueRegularOutput',
  items: companies.map((company) => (typeof company === 'string' ? { company } : company)),
  ...more,
  parameters: { additionalFields: { otherNames: names as string }, output, options, ...parameters },
});
const screen = (companies: readonly (IDataObject | string)[], more: More = {}) =>
  runNode(setup(companies, more));
const outcomesOf = (run: NodeRun) => jsons(run).map(({ outcome, reason }) => reason ?? outcome);
const paidFor = async () => screeningsByCompany(await sandbox().stats());
const requests = async () => (await sandbox().stats()).operations.screening.requests;
const record = (match: string, patch: Record<string, unknown>, times?: number) => ({
  on: 'screening' as const,
  match,
  ...(times === undefined ? {} : { times }),
  fault: { kind: 'record' as const, patch },
});

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

test('a company that is one item has all hits and ids', async () => {
  const [item, ...none] = jsons(await screen([MIXED], { parameters: { output: { itemsPer: 'company' } } }));
  const sent = await sentTo(sandbox());

  expect(none).toEqual([]);
  expect(item).toMatchObject({ outcome: 'hit', screenedNames: `${HIT}; ${OTHER_HIT}`, totalHits: 2 });
  expect(item?.['referenceId']).toBe(sent.map(({ referenceId }) => referenceId).join('; '));
  expect(idsIn(item?.['screeningId'])).toHaveLength(4);
});

test('a raw item has each screening as received', async () => {
  const [item] = jsons(
    await screen([MIXED], { parameters: { output: { itemsPer: 'company', content: 'raw' } } }),
  );

  expect(item).toMatchObject({
    otherNames: [HIT, 'Old Mill Ltd', OTHER_HIT],
    screenedNames: [HIT, OTHER_HIT],
    screenings: ['Quiet Mill', HIT, 'Old Mill Ltd', OTHER_HIT].map((screenedName) => ({
      screenedName,
      referenceId: expect.stringMatching(UUID) as string,
      screening: { id: expect.stringMatching(/\S/) as string, status: 'Completed' },
    })),
  });
});

test('every item of a run has the same fields, whatever its outcome and however many names it has', async () => {
  await sandbox().faults([record('Slow', { status: 'Pending' })]);
  const companies = [MIXED, MILL, { company: HIT, others: '' }, { company: 'Slow Yard', others: null }];
  for (const itemsPer of ['hit', 'company']) {
    const items = jsons(await screen(companies, { parameters: { output: { itemsPer } } }));
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['hit', 'clear', 'review']));
    expect(new Set(items.map((item) => Object.keys(item).join())).size).toBe(1);
  }
});

describe('the names', () => {
  test.each([
    ['a text', 'Honest Bakery; Old Mill Ltd;'],
    ['a list', ['Honest Bakery', 'Old Mill Ltd', null, '']],
    [
      'with the name of the company and with repetitions',
      'Honest Bakery;Quiet Mill; Old  Mill Ltd;Honest Bakery',
    ],
    ['on several lines', 'Honest Bakery\nOld Mill Ltd'],
    ['with the semicolons of other scripts', 'Honest Bakery；Old Mill Ltd؛'],
  ])('are the same as %s', async (_, others) => {
    await screen([{ company: 'Quiet Mill', others }]);
    expect((await sentTo(sandbox())).map(({ companyName }) => companyName)).toEqual([
      'Quiet Mill',
      'Honest Bakery',
      'Old Mill Ltd',
    ]);
  });

  test.each([
    ['a name that cannot be screened', 'Honest Bakery; #REF!', 'Other Names "#REF!" is a spreadsheet error'],
    ['no name', 'Honest Bakery; -', 'Other Names "-" contains no letter or digit.'],
    ['something else', { a: 1 }, 'Other Names is neither text nor a list of texts.'],
    ['a list of something else', ['A', ['B']], 'Other Names is neither text nor a list of texts.'],
    ['too many', Array.from({ length: 101 }, (_, n) => `Name ${n}`), '100 is the maximum'],
  ])('with %s are an error of the item, and nothing of it is sent', async (_, others, said) => {
    const run = await screen([{ company: 'Quiet Mill', others }, MILL]);
    expect(outcomesOf(run)).toEqual(['error', 'clear']);
    expect(wordsOf(jsons(run)[0])).toContain(said);
    expect(await requests()).toBe(3);
  });

  test('have a reference id each, which is the same whenever the company has the same one', async () => {
    const named = { additionalFields: { otherNames: '={{ $json.others }}', referenceId: 'CASE4711' } };
    await screen([MILL], { parameters: named });
    await screen([MILL], { parameters: named });
    const ids = (await sentTo(sandbox())).map(({ referenceId }) => referenceId);

    expect(ids.slice(0, 3)).toEqual(ids.slice(3));
    expect(ids[0]).toBe('CASE4711');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids.slice(1, 3)) expect(id).toMatch(UUID);
  });
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

test.each([
  ['first', 'Quiet'],
  ['second', 'Honest'],
  ['last', 'Old Mill'],
])('a doubt about the %s name is one about the company', async (_, match) => {
  await sandbox().faults([record(match, { status: 'Pending' })]);
  expect(outcomesOf(await screen([MILL]))).toEqual(['pending']);
});

test('hits stay hits beside a doubt about another name', async () => {
  await sandbox().faults([record('Old Mill', { status: 'Pending' })]);
  expect(outcomesOf(await screen([MIXED]))).toEqual(['hit', 'hit', 'pending']);
  const perCompany = { parameters: { output: { itemsPer: 'company' } } };
  expect(jsons(await screen([MIXED], perCompany))).toMatchObject([{ outcome: 'hit', reason: 'pending' }]);
});

test('the same screening id for two names of one company is another request’s', async () => {
  await sandbox().faults([record('', { id: 'the-same' })]);
  expect(outcomesOf(await screen([MILL]))).toEqual(['otherRequest']);
});

test('a control that fails leaves no company clear', async () => {
  const options = { controlName: 'Nobody Knows Ltd' };
  expect(outcomesOf(await screen([MILL, MIXED], { options }))).toEqual([
    'controlFailed',
    'hit',
    'hit',
    'controlFailed',
  ]);
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

  test('what came before it is not clear', async () => {
    await sandbox().faults([lost]);
    for (const itemsPer of ['hit', 'company'])
      expect(outcomesOf(await screen([MILL], { parameters: { output: { itemsPer } } }))).toEqual(['error']);
  });

  test('the error quotes the reference id of the name that may have been charged', async () => {
    await sandbox().faults([lost]);
    const error = jsons(await screen([MIXED]))[1];
    const [, , sent] = await sentTo(sandbox());
    expect(wordsOf(error)).toContain(`quote the reference id ${sent?.referenceId}`);
  });

  test('a run that stops lists every name: what was screened, and what may have been', async () => {
    await sandbox().faults([lost]);
    const { error } = await screen([MIXED], { onError: 'stopWorkflow' });
    expect(listedIn(error).map(({ list, entry }) => [list, entry['companyName'], entry['outcome']])).toEqual([
      ['screened', 'Quiet Mill', 'clear'],
      ['screened', HIT, 'hit'],
      ['unknown', 'Old Mill Ltd', 'unknown'],
    ]);
  });

  test('the hits go to the output of hits, and the error to that of errors', async () => {
    await sandbox().faults([lost]);
    const { outputs } = await screen([MIXED], { parameters: { output: { outputs: 'byOutcome' } } });
    expect(outputs.map((items) => items.map(({ json }) => json['outcome']))).toEqual([
      ['hit'],
      [],
      ['error'],
    ]);
  });

  test('another company’s error says nothing of it', async () => {
    await sandbox().faults([
      { on: 'screening', match: 'Old Mill', fault: { kind: 'status', status: 401, body: { code: 'S0003' } } },
    ]);
    const run = await screen([MILL, 'Later Ltd'], { options: { concurrency: 1 } });
    const [first, later] = jsons(run);
    expect(first).toMatchObject({ outcome: 'error', scope: 'run', mayBeCharged: true });
    expect(later).toMatchObject({ outcome: 'error', scope: 'run', mayBeCharged: false });
    expect(wordsOf(later)).not.toContain('Old Mill');
  });
});

test('Stop between two names: none is sent after it, and what was paid for is told', async () => {
  await sandbox().faults([{ on: 'screening', match: 'Honest', fault: { kind: 'hang' } }]);
  const { finished, cancel } = startNode(setup([MILL]));
  while ((await requests()) < 2) await new Promise((resolve) => setImmediate(resolve));
  cancel();
  await finished;
  expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1 });
});

test('an evidence file has every request and reply of the company', async () => {
  const { outputs } = await screen([MIXED], { output: { evidence: true } });
  const files = (outputs[0] ?? []).map(({ binary }) => binary?.['evidence']?.data ?? '');
  const evidence = JSON.parse(Buffer.from(files[0] ?? '', 'base64').toString()) as {
    screenings: { request: { body: { companyName: string } }; reply: string; replySha256: string }[];
    outcome: string;
  };

  expect(new Set(files).size).toBe(1);
  expect(evidence.outcome).toBe('hit');
  expect(evidence.screenings.map(({ request }) => request.body.companyName)).toEqual([
    'Quiet Mill',
    HIT,
    'Old Mill Ltd',
    OTHER_HIT,
  ]);
  for (const { reply, replySha256 } of evidence.screenings) {
    expect(JSON.parse(reply)).toHaveProperty('totalHits');
    expect(replySha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('Max Companies counts every name', async () => {
  const run = await screen([MILL, 'Later Ltd'], { options: { maxCompanies: 3 } });
  expect(wordsOf(jsons(run)[0])).toContain('4 screenings (each name is one)');
  expect(await requests()).toBe(0);
  expect(outcomesOf(await screen([MILL, 'Later Ltd'], { options: { maxCompanies: 4 } }))).toEqual([
    'clear',
    'clear',
  ]);
});

test('with Screen Duplicates Once, a company with the same names is sent once', async () => {
  const options = { screenDuplicatesOnce: true };
  const run = await screen([MIXED, MIXED, { ...MIXED, others: HIT }], { options });
  expect(outcomesOf(run)).toEqual(['hit', 'hit', 'hit', 'hit', 'hit']);
  expect(await requests()).toBe(6);
});

test('the same names in another order are one company, each item of which says its own', async () => {
  const options = { screenDuplicatesOnce: true };
  const list = [
    { company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd` },
    { company: 'Quiet Mill', others: `Old Mill Ltd; ${HIT}` },
    { company: HIT, others: 'Old Mill Ltd; Quiet Mill' },
  ];
  const items = jsons(await screen(list, { options }));
  expect(
    items.map(({ companyName, otherNames, screenedName }) => [companyName, otherNames, screenedName]),
  ).toEqual(list.map(({ company, others }) => [company, others, HIT]));
  expect(new Set(items.map(({ screeningId }) => screeningId)).size).toBe(1);
  expect(await paidFor()).toEqual({ 'Quiet Mill': 1, [HIT]: 1, 'Old Mill Ltd': 1 });

  await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } }]);
  const failed = jsons(await screen(list, { options })).filter(({ outcome }) => outcome === 'error');
  expect(failed.map(({ companyName }) => companyName)).toEqual(list.map(({ company }) => company));
});

test('a hit is compared with each name of the company', async () => {
  const additionalFields = { otherNames: '={{ $json.others }}', compareWith: {} };
  const items = jsons(await screen([MIXED], { parameters: { additionalFields } }));
  expect(items.map(({ nameMatch }) => nameMatch)).toEqual(['same', 'same']);
});

describe('with Keep in Register', () => {
  let tables: MemoryTables;
  beforeEach(() => {
    tables = new MemoryTables('sqlite');
  });
  const keep = (companies: readonly (IDataObject | string)[], more: More = {}) =>
    screen(companies, {
      register: () => Promise.resolve({ tables, isNew: false }),
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

  test('its items say what they say without it', async () => {
    const plain = jsons(await screen([MIXED, MILL]));
    const kept = jsons(await keep([MIXED, MILL]));
    const IDS = ['screeningId', 'referenceId', 'createdAt', 'processedAt'];
    const comparable = (json: IDataObject) => Object.entries(json).filter(([key]) => !IDS.includes(key));
    kept.forEach((json, index) => {
      expect(comparable(json)).toEqual(expect.arrayContaining(comparable(plain[index] ?? {})));
    });
  });

  test('the order of the names makes no other company, one name more does', async () => {
    const keyed = { parameters: { companyKey: 'P-1' } };
    await keep([{ company: 'Quiet Mill', others: HIT }], keyed);
    const turned = jsons(await keep([{ company: HIT, others: 'Quiet Mill' }], keyed));
    expect(turned).toMatchObject([{ outcome: 'hit', remembered: true, companyName: HIT, screenedName: HIT }]);
    expect(await requests()).toBe(2);
    await keep([{ company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd` }], keyed);
    expect(await requests()).toBe(5);
  });

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

  test('hits that were known stay open cases while the next answer is missing', async () => {
    const parameters = { registerSettings: { screenAgainAfterDays: 1e-9 } };
    const one = { company: 'Quiet Mill', others: HIT };
    await keep([one], { parameters });
    await sandbox().faults([{ on: 'screening', match: 'Gloom', fault: { kind: 'resetAfter' } }]);
    await keep([one], { parameters });
    expect(outcomesOf(await keep([one], { parameters }))).toEqual(['noAnswer']);
    expect(await inRegister('openCases')).toMatchObject([
      { kind: 'hit', standing: 'open', companyName: `Quiet Mill; ${HIT}`, name: HIT },
      { kind: 'noAnswer', standing: 'open' },
    ]);
  });

  test('hits that were found before a later name failed are told and counted, beside the failure', async () => {
    await sandbox().faults([{ on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } }]);
    const run = await keep([{ company: 'Quiet Mill', others: `${HIT}; Old Mill Ltd` }], {
      parameters: { registerSettings: { companiesToReturn: 'notReported' } },
      output: { summaryItem: true },
    });
    const summary = jsons(run).at(-1);

    expect(outcomesOf(run)).toEqual(['hit', 'error', 'summary']);
    expect(jsons(run)[0]).toMatchObject({ screenedName: HIT, change: 'new' });
    expect(summary).toMatchObject({
      companiesWithHits: 1,
      hits: 1,
      newHits: 1,
      clear: 0,
      errors: 0,
      withoutVerdict: 0,
      companiesWithHitsToReview: 1,
    });
    for (const key of ['message', 'slackMessage', 'htmlMessage']) {
      const text = z.string().parse(summary?.[key]);
      expect(text).toContain(
        '1 with hits, 0 clear, 0 without a verdict. 1 of the 1 with hits to review as well.',
      );
      expect(text).toMatch(
        /New hits \(1\):[^]*Quiet Mill: Gloomharbour[^]*With hits, and to review as well \(1\):[^]*Quiet Mill: /,
      );
    }
    expect(run.hints[0]).toContain(
      '0 screened now, 0 from the register, 1 without an answer; 1 with hits (1 hit; 1 of them to review as well), 0 clear, 0 to review.',
    );
  });

  test('a company whose first name was refused was not paid for, and is sent by the next run', async () => {
    await sandbox().faults([
      { on: 'screening', match: 'Quiet', times: 1, fault: { kind: 'status', status: 400 } },
    ]);
    expect(outcomesOf(await keep([MILL]))).toEqual(['error']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['clear']);
    expect(await paidFor()).toEqual({ 'Quiet Mill': 1, 'Honest Bakery': 1, 'Old Mill Ltd': 1 });
  });

  test('a company whose first name failed at the service has no answer, and is not sent again', async () => {
    await sandbox().faults([record('Quiet', { status: 'Failed', isError: true }, 1)]);
    expect(outcomesOf(await keep([MILL]))).toEqual(['error']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['noAnswer']);
    expect(await requests()).toBe(1);
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
    const { cancel } = startNode(
      setup([MILL], {
        register: () => Promise.resolve({ tables: killed, isNew: false }),
        parameters: { keepInRegister: true },
      }),
    );
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

  test('Max Companies counts every name that would be sent', async () => {
    const options = { maxCompanies: 3 };
    const tooMany = await keep([MILL, 'Later Ltd'], { options });
    expect(wordsOf(jsons(tooMany)[0])).toContain('4 screenings that would be sent (each name is one)');
    await keep(['Later Ltd'], { options });
    expect(outcomesOf(await keep([MILL, 'Later Ltd'], { options }))).toEqual(['clear', 'clear']);
  });

  test('an id that another company of the register has is none of any of its names', async () => {
    await sandbox().faults([record('Old', { id: 'the-same' })]);
    await keep(['Older Yard']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['staleAnswer']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['staleAnswer']);
  });

  test('an id that any of its names had before makes its next answer no clear one', async () => {
    const parameters = { registerSettings: { screenAgainAfterDays: 1e-9 } };
    const ids = idsIn(jsons(await keep([MILL], { parameters }))[0]?.['screeningId']);
    expect(ids).toHaveLength(3);
    await sandbox().faults([record('Old', { id: ids[2] })]);
    expect(outcomesOf(await keep([MILL], { parameters }))).toEqual(['staleAnswer']);
  });

  test.each([
    ['with hits', { company: HIT, others: 'Old Mill Ltd' }],
    ['without hits', { company: 'Quiet Mill', others: 'Old Mill Ltd' }],
  ])(
    'an id from before a later name failed (%s) is none of the answer that is asked for again',
    async (_, one) => {
      const first = one.company;
      await sandbox().faults([
        record(first, { id: 'the-same' }),
        { on: 'screening', match: 'Old Mill', fault: { kind: 'resetAfter' } },
      ]);
      await keep([one]);
      await sendAgain();
      await sandbox().faults([record(first, { id: 'the-same', totalHits: 0, details: [] })]);
      expect(outcomesOf(await keep([one]))).toEqual(['staleAnswer']);
    },
  );

  test('an id that another company of the register had under a later name leaves neither clear', async () => {
    const ids = idsIn(jsons(await keep([MILL]))[0]?.['screeningId']);
    await sandbox().faults([record('Later', { id: ids[1] })]);
    expect(outcomesOf(await keep([MILL, 'Later Ltd']))).toEqual(['otherRequest', 'otherRequest']);
    expect(outcomesOf(await keep([MILL]))).toEqual(['otherRequest']);
  });

  test('an id that a company which is not in the list had under a later name is no clear answer', async () => {
    const ids = idsIn(jsons(await keep([MILL]))[0]?.['screeningId']);
    await sandbox().faults([record('Gloom', { id: ids[2], totalHits: 0, details: [] })]);
    expect(outcomesOf(await keep([HIT]))).toEqual(['staleAnswer']);
    await sandbox().faults([]);
    expect(outcomesOf(await keep([HIT]))).toEqual(['staleAnswer']);
  });

  test('a row that somebody edited guards its ids all the same', async () => {
    const ids = idsIn(jsons(await keep([MILL]))[0]?.['screeningId']);
    await tables.run([
      { do: 'update', table: 'answers', where: [], match: 'all', set: { reason: 'checked by Ann' } },
    ]);
    for (const [index, id] of ids.entries()) {
      await sandbox().faults([record(`Later ${index}`, { id })]);
      expect(outcomesOf(await keep([`Later ${index}`]))).toEqual(['staleAnswer']);
    }
  });

  test('a control that failed leaves it in doubt until it is screened again under all its names', async () => {
    expect(outcomesOf(await keep([MILL], { options: { controlName: 'Nobody Knows Ltd' } }))).toEqual([
      'controlFailed',
    ]);
    expect(outcomesOf(await keep([MILL]))).toEqual(['clear']);
    expect(await paidFor()).toMatchObject({ 'Quiet Mill': 2, 'Honest Bakery': 2, 'Old Mill Ltd': 2 });
  });

  test.each([
    ['a reply is missing', (data: string) => data.replace(/,\{"method".*?\}(?=\])/, '')],
    ['a name is missing', (data: string) => data.replace(',"Honest Bakery"', '')],
  ])('a row in which %s proves nothing', async (_, change) => {
    await keep([MILL]);
    const [rows = []] = await tables.run([{ do: 'read', table: 'answers', where: [], match: 'all' }]);
    const data = String(rows[0]?.['data']);
    expect(change(data)).not.toBe(data);
    await tables.run([
      { do: 'update', table: 'answers', where: [], match: 'all', set: { data: change(data) } },
    ]);
    expect(outcomesOf(await keep([MILL]))).toEqual(['damagedRow']);
  });
});
