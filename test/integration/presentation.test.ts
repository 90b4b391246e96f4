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
const jsonsOf = ({ outputs }: NodeRun, output = 0) => (outputs[output] ?? []).map(({ json }) => json);
const summary = {
  outcome: 'summary',
  environment: 'sandbox',
  companies: 4,
  companiesWithHits: 1,
  hits: 4,
  clear: 1,
  review: 1,
  errors: 1,
};

test('with three outputs the summary has a fourth of its own, and the others have companies only', async () => {
  const run = await screen({ summaryItem: true });
  expect(run.outputs).toHaveLength(4);
  expect(jsonsOf(run, 3)).toMatchObject([summary]);
  expect(jsonsOf(run, 3)[0]?.['explanation']).toContain(
    '4 companies in the sandbox, not real results: 1 with hits (4 hits), 1 clear, 1 to review, 1 failed.',
  );
  expect(jsonsOf(run, 3)[0]).not.toHaveProperty('companyName');
  const others = [0, 1, 2].flatMap((output) => jsonsOf(run, output));
  expect(others.map(({ outcome }) => outcome)).toEqual([
    'hit',
    'hit',
    'hit',
    'hit',
    'clear',
    'review',
    'error',
  ]);
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
