import { until } from '../support/waiting';
import { runNode, startNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

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

test('an expression that fails is an error of its own item', async () => {
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: companies(2),
    parameters: { companyName: '={{ $itemIndex === 0 ? $json.missing.name : $json.company }}' },
    onError: 'continueRegularOutput',
  });

  expect(outputs[0]?.map(({ json }) => json['outcome'])).toEqual(['error', 'clear']);
});
