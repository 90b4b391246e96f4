// Attacks on what was paid for: n8n repeats the node with every item, and nothing is sent a second time.
import { jsons, screening, wordsOf } from './attacks';
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const NAMES = ['Failing Ltd', 'Honest Bakery', 'Quiet Mill'];
const sent = async () => {
  const { operations } = await sandbox().stats();
  return operations.screening.requests + operations.annualReturns.requests;
};

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

  test('sends no annual returns request', async () => {
    await runNode({
      ...setup,
      credential: sandbox().credential,
      parameters: { operation: 'requestAnnualReturns', registrationNumber: '12345678901234' },
      items: [{}],
    });

    expect(await sent()).toBe(0);
  });

  test('sends everything if the option says so', async () => {
    const run = await screening(sandbox(), ['Honest Bakery', 'Quiet Mill'], {
      ...setup,
      parameters: { options: { payAgainOnRetry: true } },
    });

    expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['clear', 'clear']);
    expect(await sent()).toBe(2);
  });

  test('asks at a request URI, which is not paid for', async () => {
    await runNode({
      ...setup,
      credential: sandbox().credential,
      parameters: {
        operation: 'getAnnualReturnsRequest',
        requestUri: '/verify-business/api/business/requests/1',
        options: { maxRetries: 0 },
      },
      items: [{}],
    });

    expect((await sandbox().stats()).operations.requestState.requests).toBeGreaterThan(0);
  });
});

test.each(['manual', 'trigger', 'webhook', 'integrated'] as const)('%s is no repetition', async (mode) => {
  const run = await screening(sandbox(), ['Honest Bakery'], { mode });

  expect(jsons(run).map(({ outcome }) => outcome)).toEqual(['clear']);
});
