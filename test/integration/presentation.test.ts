// Items for people: the summary item, the same columns, and the fields for alerts.

import { runNode, type NodeRun } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const companies = ['Quillhaven Group', 'Willowbrook Bakery Ltd', 'Pending Partners', ''];
const screen = async (
  output: Record<string, boolean | string>,
  outputs = 'byOutcome',
  options: Record<string, number> = {},
): Promise<NodeRun> =>
  await runNode({
    credential: sandbox().credential,
    items: companies.map((company, index) => ({ company, Firm: company, row: index + 2 })),
    parameters: { output: { outputs, ...output }, options },
    onError: 'continueRegularOutput',
  });

// n8n takes the = from an expression where the editor lets nobody enter one.
test.each([
  ['Outputs', '={{ "byOutcome" }}', {}],
  ['Summary Item', 'byOutcome', { summaryItem: '={{ true }}' }],
])('an expression in %s stops the run before anything is sent', async (name, outputs, output) => {
  const run = await screen(output, outputs);
  expect(run.outputs.flat().map(({ json }) => json['error'])).toEqual(
    companies.map(() => `${name} has an invalid value: it cannot be an expression.`),
  );
  expect((await sandbox().stats()).screenings).toEqual([]);
});
