// Attacks on what was paid for: n8n repeats the node with every item, and nothing is sent a second time.
import { jsons, screening, wordsOf } from './attacks';
import type { RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const NAMES = ['Failing Ltd', 'Honest Bakery', 'Quiet Mill'];
const sent = async () => (await sandbox().stats()).operations.screening.requests;

describe.each<[string, Pick<RunSetup, 'mode' | 'retryOnFail'>, RegExp]>([
  ["n8n's Retry", { mode: 'retry' }, /n8n's Retry started this run/],
  ['Retry On Fail', { retryOnFail: true }, /Retry On Fail is on/],
])('%s', (_what, setup, message) => {
  test.each(['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const)(
    'sends nothing (%s)',
    async (onError) => {
      const { error, ...run } = await screening(sandbox(), NAMES, { ...setup, onError });

      expect(await sent()).toBe(0);
      expect(error?.message ?? wordsOf(jsons({ error, ...run })[0])).toMatch(message);
    },
  );

  test('sends everything if the option says so', async () => {
    const parameters = { options: { payAgainOnRetry: true } };
    await screening(sandbox(), ['Honest Bakery', 'Quiet Mill'], { ...setup, parameters });

    expect(await sent()).toBe(2);
  });
});
