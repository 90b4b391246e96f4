// "Save Counts with the Execution", in n8n-core.
import { runNode, type NodeRun } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const withCounts = { options: { countsInExecution: true, concurrency: 1 } };

const screen = (
  companies: string[],
  more: Partial<Parameters<typeof runNode>[0]> = { parameters: withCounts },
): Promise<NodeRun> =>
  runNode({
    credential: sandbox().credential,
    items: companies.map((company) => ({ company })),
    ...more,
  });

test('the execution has the counts of what came out, and no name', async () => {
  const { customData } = await screen(
    ['Gloomharbour Shipping Ltd', 'Willowbrook Bakery Ltd', 'Pending Partners', '#N/A'],
    { parameters: withCounts, onError: 'continueRegularOutput' },
  );
  expect(customData).toEqual({
    screening_hits: '1',
    screening_clear: '1',
    screening_review: '1',
    screening_errors: '1',
  });
});

test('the execution of a run that stopped has them too', async () => {
  const { customData, error } = await screen(['Gloomharbour Shipping Ltd', '#N/A', 'Willowbrook Bakery Ltd']);
  expect(error?.message).toContain('#N/A');
  expect(customData).toEqual({ screening_hits: '1', screening_errors: '2' });
});

test('without the option there are none', async () => {
  const { customData } = await screen(['Gloomharbour Shipping Ltd'], {});
  expect(customData).toEqual({});
});
