// Attacks on the verdict: a company is never clear unless the service said so about that very company.
import { jsons, screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const verdicts = (run: Awaited<ReturnType<typeof screening>>) =>
  jsons(run).map(({ outcome, reason }) => [outcome, reason]);

test('the same id for different companies leaves none of them clear, including those answered before', async () => {
  const patch = { id: '11111111-1111-4111-8111-111111111111' };
  await sandbox().faults([{ on: 'screening', match: 'Copied', fault: { kind: 'record', patch } }]);
  const run = await screening(sandbox(), ['Copied A Ltd', 'Honest Bakery', 'Copied B Ltd', 'Copied C Ltd'], {
    parameters: { options: { concurrency: 1 } },
  });

  expect(verdicts(run)).toEqual([
    ['review', 'otherRequest'],
    ['clear', null],
    ['review', 'otherRequest'],
    ['review', 'otherRequest'],
  ]);
});
