// The switches by which items are given out: n8n takes the = from an expression where the editor lets nobody enter one.
import { jsons, screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const COMPANIES = ['Quillhaven Group', 'Willowbrook Bakery Ltd', 'Pending Partners', ''];

test.each([
  ['Outputs', { outputs: '={{ "byOutcome" }}' }],
  ['Summary Item', { outputs: 'byOutcome', summaryItem: '={{ true }}' }],
])('an expression in %s stops the run before anything is sent', async (name, output) => {
  const run = await screening(sandbox(), COMPANIES, { parameters: { output } });
  expect(jsons(run).map(({ error }) => error)).toEqual(
    COMPANIES.map(() => `${name} has an invalid value: it cannot be an expression.`),
  );
  expect((await sandbox().stats()).screenings).toEqual([]);
});
