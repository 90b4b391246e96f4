import { until } from '../support/waiting';
import { runNode, startNode } from './nodeInN8nCore';
import { requestsByCompany, screeningsByCompany, useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();

const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ company: `Company ${index}` }));
const names = (outputs: Awaited<ReturnType<typeof runNode>>['outputs']) =>
  (outputs[0] ?? []).map(({ json }) => json['companyName'] ?? json['company']);

test('no more requests are in progress than Concurrency allows, and the order of the items is kept', async () => {
  // Long enough for the seven to be there together, however slow the machine is.
  await sandbox().settings({ latencyMs: 200 });
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: companies(28),
    parameters: { options: { concurrency: 7 } },
  });

  expect(names(outputs)).toEqual(companies(28).map(({ company }) => company));
  expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(companies(28).map((_, item) => ({ item })));
  expect((await sandbox().stats()).operations.screening.maxInFlight).toBe(7);
});

test('a wait that the service asks for, but that is too long, is reported instead', async () => {
  await sandbox().faults([
    { on: 'screening', fault: { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } } },
  ]);
  const { error } = await runNode({ credential: sandbox().credential, items: companies(1) });

  expect(error?.message).toContain('HTTP status 429');
  expect(error && 'description' in error ? error.description : '').toContain('wait 60 minutes');
});

test('an outage costs little more than one request a company', async () => {
  await sandbox().faults([
    { on: 'screening', fault: { kind: 'status', status: 503, headers: { 'Retry-After': '0' } } },
  ]);
  const { outputs } = await runNode({
    time,
    credential: sandbox().credential,
    items: companies(100),
    parameters: { options: { concurrency: 10 } },
    onError: 'continueRegularOutput',
  });

  expect(outputs[0]?.every(({ json }) => json['outcome'] === 'error')).toBe(true);
  expect((await sandbox().stats()).operations.screening.requests).toBeLessThanOrEqual(120);
});

test('an uncertain failure is sent again only if the user asks for it', async () => {
  await sandbox().faults([{ on: 'screening', times: 1, fault: { kind: 'resetAfter' } }]);
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: [{ company: 'Alder Ltd' }],
    parameters: { options: { retryUncertain: true } },
  });

  const { recent } = (await sandbox().stats()).operations.screening;
  expect(outputs[0]).toHaveLength(1);
  expect(screeningsByCompany(await sandbox().stats())).toEqual({ 'Alder Ltd': 2 });
  // The service can tell by it that both are the same screening.
  expect(recent[0]?.body).toEqual(recent[1]?.body);
});

test('equal companies are sent once if the user asks for it, and each item gets the result', async () => {
  const items = [
    'Alder Ltd',
    'Gloomharbour Shipping Ltd',
    ' Alder Ltd',
    'Gloomharbour Shipping Ltd',
    'Alder Ltd',
  ];
  const run = (options: object) =>
    runNode({
      credential: sandbox().credential,
      items: items.map((company) => ({ company })),
      parameters: { options: { ...options } },
    });

  const once = await run({ screenDuplicatesOnce: true });
  expect(
    once.outputs[0]?.map(({ json, pairedItem }) => [json['companyName'], json['outcome'], pairedItem]),
  ).toEqual(
    items.map((company, item) => [company.trim(), company.includes('Gloom') ? 'hit' : 'clear', { item }]),
  );
  expect(new Set(once.outputs[0]?.map(({ json }) => json['screeningId'])).size).toBe(2);
  expect(new Set(once.outputs[0]?.map(({ json }) => json['referenceId'])).size).toBe(2);
  expect(requestsByCompany(await sandbox().stats())).toEqual({
    'Alder Ltd': 1,
    'Gloomharbour Shipping Ltd': 1,
  });

  await sandbox().reset();
  await run({});
  expect(requestsByCompany(await sandbox().stats())).toEqual({
    'Alder Ltd': 3,
    'Gloomharbour Shipping Ltd': 2,
  });
});

test('items with a reference id of their own are always sent', async () => {
  await runNode({
    credential: sandbox().credential,
    items: [
      { company: 'Alder Ltd', ref: 'A1' },
      { company: 'Alder Ltd', ref: 'A2' },
    ],
    parameters: {
      additionalFields: { referenceId: '={{ $json.ref }}' },
      options: { screenDuplicatesOnce: true },
    },
  });

  expect((await sandbox().stats()).screenings).toEqual([
    { companyName: 'Alder Ltd', times: 2, referenceIds: ['A1', 'A2'] },
  ]);
});

test('stopping the execution ends a wait at once, and nothing is sent after it', async () => {
  await sandbox().faults([
    { on: 'screening', fault: { kind: 'status', status: 503, headers: { 'Retry-After': '60' } } },
  ]);
  const run = startNode({ credential: sandbox().credential, items: companies(5) });
  await until('the first is sent', async () => (await sandbox().summary()).operations.screening.requests > 0);
  run.cancel();
  await run.finished.catch(() => undefined);

  const { requests } = (await sandbox().stats()).operations.screening;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await sandbox().stats()).operations.screening.requests).toBe(requests);
});

test('an option with an invalid value is named, and nothing is sent', async () => {
  const { error } = await runNode({
    credential: sandbox().credential,
    items: companies(1),
    parameters: { options: { concurrency: 0 } },
  });

  expect(error?.message).toBe('Concurrency has an invalid value.');
  expect((await sandbox().stats()).operations.screening.requests).toBe(0);
});

test('an expression that fails is an error of its own item', async () => {
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: companies(2),
    parameters: { companyName: '={{ $itemIndex === 0 ? $json.missing.name : $json.company }}' },
    onError: 'continueRegularOutput',
  });

  expect(outputs[0]?.map(({ json }) => json['outcome'])).toEqual(['error', 'clear']);
});
