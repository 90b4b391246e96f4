import { runNode } from './nodeInN8nCore';
import { requestsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const run = (companies: unknown[], parameters = {}) =>
  runNode({
    credential: sandbox().credential,
    parameters,
    items: companies.map((company) => ({ company: company as string })),
    onError: 'continueRegularOutput',
  });

test('each hit is an item of its own, linked to its company, and a clear company says so', async () => {
  const { outputs, hints } = await run(['Gloomharbour Shipping Ltd', 'Nobody Knows Ltd']);

  const [hit, clear] = outputs[0] ?? [];
  expect(outputs[0]).toHaveLength(2);
  expect(hit).toMatchObject({
    pairedItem: { item: 0 },
    json: {
      outcome: 'hit',
      reason: null,
      companyName: 'Gloomharbour Shipping Ltd',
      name: 'Gloomharbour Shipping Ltd',
      sourceType: 'Sanction',
      jurisdiction: 'Velmoria; Isle of Fret',
      hitNumber: 1,
      totalHits: 1,
      screeningOption: 'Both',
      status: 'Completed',
    },
  });
  expect(clear).toMatchObject({
    pairedItem: { item: 1 },
    json: { outcome: 'clear', companyName: 'Nobody Knows Ltd', name: null, hitNumber: null, totalHits: 0 },
  });
  expect(Object.keys(clear?.json ?? {})).toEqual(Object.keys(hit?.json ?? {}));
  expect(hints).toEqual([
    '2 companies in the sandbox, not real results: 1 with hits (1 hit), 1 clear, 0 to review.',
  ]);
});

test.each([
  ['Pending Harbour Ltd', 'review', 'pending'],
  ['Unknown Status Ltd', 'review', 'unknownStatus'],
  ['Null Details Ltd', 'clear', null],
  ['Successful Trading Ltd', 'clear', null],
])('%s comes out as %s (%s)', async (company, outcome, reason) => {
  const { outputs } = await run([company]);

  expect(outputs[0]?.map(({ json }) => [json['outcome'], json['reason']])).toEqual([[outcome, reason]]);
});

test.each([
  ['Miscounted Gloomharbour Shipping Ltd', 'hitCountMismatch'],
  ['Partial Gloomharbour Shipping Ltd', 'errorsReported'],
])('%s keeps its hits and adds a word for a person (%s)', async (company, reason) => {
  const { outputs } = await run([company]);

  expect(outputs[0]?.map(({ json }) => [json['outcome'], json['reason']])).toEqual([
    ['hit', null],
    ['review', reason],
  ]);
});

test('a failed screening is an error in the words of the screening catalog', async () => {
  const { outputs } = await run(['Failing Ltd']);

  const [item] = outputs[0] ?? [];
  expect(item?.json).toMatchObject({
    outcome: 'error',
    companyName: 'Failing Ltd',
    errorCode: 'S0005',
    errorName: 'UNKNOWN_ERROR',
    errorType: 'Fatal',
  });
  expect(item?.json['error']).toContain('An unknown error occurred at the service');
});

test('an empty name is an error before any request', async () => {
  const { outputs } = await run(['', '   ', null, 'Nobody Knows Ltd']);

  expect(outputs[0]?.map(({ json }) => json['outcome'])).toEqual(['error', 'error', 'error', 'clear']);
  expect(outputs[0]?.[0]?.json['error']).toBe('Company Name is empty.');
  expect(requestsByCompany(await sandbox().stats())).toEqual({ 'Nobody Knows Ltd': 1 });
});

test('with three outputs the items go to Hits, Clear and Review, errors to Review', async () => {
  const { outputs } = await run(['Gloomharbour Shipping Ltd', 'Nobody Knows Ltd', 'Pending Ltd', ''], {
    output: { outputs: 'byOutcome' },
  });

  expect(outputs.map((items) => items.map(({ json }) => json['outcome']))).toEqual([
    ['hit'],
    ['clear'],
    ['review', 'error'],
  ]);
});

test('not simplified, the hit and the screening are returned as received', async () => {
  await sandbox().faults([
    { on: 'screening', fault: { kind: 'record', patch: { newField: { kept: true } } } },
  ]);
  const { outputs } = await run(['Gloomharbour Shipping Ltd'], { output: { content: 'raw' } });

  const json = outputs[0]?.[0]?.json ?? {};
  expect(Object.keys(json)).toEqual([
    'companyName',
    'outcome',
    'reason',
    'explanation',
    'environment',
    'referenceId',
    'hitFingerprint',
    'hitNumber',
    'hit',
    'screening',
  ]);
  expect(json['hit']).toMatchObject({ jurisdiction: ['Velmoria', 'Isle of Fret'], pepType: null });
  expect(json['screening']).toMatchObject({ status: 'Completed', newField: { kept: true } });
  expect(json['screening']).not.toHaveProperty('details');
});

test.each([
  ['sandbox', 'header', '/aml-pep/screening/company/aml'],
  ['production', 'query', '/screenings/company'],
] as const)(
  'the %s environment with the key in the %s uses its own path',
  async (environment, place, path) => {
    await runNode({
      credential: { ...sandbox().credential, environment, subscriptionKeyIn: place },
      parameters: { additionalFields: { referenceId: 'REF1', requesterId: 'officer-7' } },
      items: [{ company: ' Nobody Knows Ltd ' }],
    });

    const { recent } = (await sandbox().stats()).operations.screening;
    expect(recent).toMatchObject([
      {
        path,
        query: { v: '2.0' },
        subscriptionKeyIn: place,
        body: {
          referenceId: 'REF1',
          requesterId: 'officer-7',
          companyName: 'Nobody Knows Ltd',
          option: 'Both',
        },
      },
    ]);
  },
);

test('the screening option goes to the service', async () => {
  await run(['Nobody Knows Ltd'], { screeningOption: 'Pep' });

  const { recent } = (await sandbox().stats()).operations.screening;
  expect(recent[0]?.body).toMatchObject({ option: 'Pep' });
});

test('companies without hits leave no item if the user wants none', async () => {
  const { outputs } = await run(['Nobody Knows Ltd', 'Gloomharbour Shipping Ltd'], {
    output: { noHits: 'returnNothing' },
  });

  expect(outputs[0]?.map(({ json }) => json['companyName'])).toEqual(['Gloomharbour Shipping Ltd']);
});
