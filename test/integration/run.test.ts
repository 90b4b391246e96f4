// What n8n-core and HTTP show of a run over several items.
import { jsons, screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const NAMES = Array.from({ length: 28 }, (_, index) => `Company ${index}`);

test('no more requests are in progress than Concurrency allows, and the order of the items is kept', async () => {
  // Long enough for the seven to be there together, however slow the machine is.
  await sandbox().settings({ latencyMs: 200 });
  const run = await screening(sandbox(), NAMES, { parameters: { options: { concurrency: 7 } } });

  expect(jsons(run).map(({ companyName }) => companyName)).toEqual(NAMES);
  expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(NAMES.map((_, item) => ({ item })));
  expect((await sandbox().stats()).operations.screening.maxInFlight).toBe(7);
});

test('an expression that fails is an error of its own item', async () => {
  const companyName = '={{ $itemIndex === 0 ? $json.missing.name : $json.company }}';
  const run = await screening(sandbox(), NAMES.slice(0, 2), { parameters: { companyName } });

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['error', 'clear']);
});
