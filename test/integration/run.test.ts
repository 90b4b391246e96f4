import { runNode } from './nodeInN8nCore';
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

test('an expression that fails is an error of its own item', async () => {
  const { outputs } = await runNode({
    credential: sandbox().credential,
    items: companies(2),
    parameters: { companyName: '={{ $itemIndex === 0 ? $json.missing.name : $json.company }}' },
    onError: 'continueRegularOutput',
  });

  expect(outputs[0]?.map(({ json }) => json['outcome'])).toEqual(['error', 'clear']);
});
