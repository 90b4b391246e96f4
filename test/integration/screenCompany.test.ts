import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

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
