import { inspect } from 'node:util';

import type { SandboxSettings } from '../sandbox/client';
import { until } from '../support/waiting';
import { useTime } from './useTime';
import { runNode, startNode } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();

const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ company: `Company ${index}` }));
const eachOnce = (count: number) => Object.fromEntries(companies(count).map(({ company }) => [company, 1]));
const outcomes = ({ outputs }: Awaited<ReturnType<typeof runNode>>) =>
  (outputs[0] ?? []).map(({ json }) => json['outcome']);

const time = useTime();

test('one exchange serves a whole run, whatever the concurrency', async () => {
  const run = await runNode({
    time,
    credential: sandbox().credential,
    items: companies(200),
    parameters: { options: { concurrency: 50 } },
  });

  const { tokens, operations } = await sandbox().stats();
  expect(tokens.issued).toBe(1);
  expect(operations.screening.requests).toBe(200);
  expect(outcomes(run)).toHaveLength(200);
});

test('a token that the service no longer takes is renewed once for all, and each request repeated once', async () => {
  const { stored } = await runNode({ time, credential: sandbox().credential, items: companies(1) });
  await sandbox().reset();
  await sandbox().settings({ revokeTokens: true, latencyMs: 20 });

  const run = await runNode({
    time,
    credential: stored,
    items: companies(100),
    parameters: { options: { concurrency: 20 } },
  });

  const stats = await sandbox().stats();
  expect(stats.tokens.issued).toBe(1);
  expect(screeningsByCompany(stats)).toEqual(eachOnce(100));
  expect(stats.operations.screening.requests).toBe(120);
  expect(new Set(outcomes(run))).toEqual(new Set(['clear']));
});

test('the token that n8n stored is used by a later run while it lives', async () => {
  const { stored } = await runNode({ time, credential: sandbox().credential, items: companies(1) });
  await sandbox().reset();
  time.later(60);
  await runNode({ time, credential: stored, items: companies(3) });
  expect((await sandbox().stats()).tokens.issued).toBe(0);

  // 300 s of life less 30 s of margin.
  time.later(211);
  await runNode({ time, credential: stored, items: companies(3) });
  expect((await sandbox().stats()).tokens.issued).toBe(1);
});

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
  'a key that is rejected in mid-run stops the sending at once (%s)',
  async (onError) => {
    await sandbox().settings({ latencyMs: 20 });
    const running = startNode({
      time,
      credential: sandbox().credential,
      items: companies(200),
      parameters: { options: { concurrency: 4 } },
      onError,
    });
    await until('20 were screened', async () => (await sandbox().summary()).screeningsDone >= 20);
    await sandbox().settings({ rejectSubscriptionKey: true });
    const { outputs, error } = await running.finished;

    const stats = await sandbox().stats();
    const done = stats.screeningsDone;
    expect(done).toBeLessThan(200);
    // Those in progress, each with its one repetition.
    expect(stats.operations.screening.requests).toBeLessThanOrEqual(done + 8);
    if (onError === 'stopWorkflow') {
      expect(error?.message).toContain(
        'did not accept the credential, most likely its Subscription Key (HTTP status 401)',
      );
      expect(inspect(error)).toContain(`the service had already processed ${done} companies`);
      return;
    }
    const items = outputs.flat();
    expect(items).toHaveLength(200);
    expect(items.filter(({ json }) => json['outcome'] === 'clear')).toHaveLength(done);
    expect(
      new Set(items.flatMap(({ json }) => (json['error'] === undefined ? [] : [json['error']]))).size,
    ).toBe(1);
  },
);

test.each<[string, object, SandboxSettings]>([
  ['a wrong secret', { clientSecret: 'wrong-secret-7f' }, {}],
  ['a wrong key', { subscriptionKey: 'wrong-key-7f' }, {}],
  ['a refused token', {}, { revokeTokens: true, clockSkewSeconds: 100_000 }],
])('neither secret, key nor token is in what n8n gets to see of %s', async (_name, wrong, settings) => {
  await sandbox().settings(settings);
  const credential = { ...sandbox().credential, ...wrong };
  const stopped = await runNode({ time, credential, items: companies(2) });
  const continued = await runNode({ time, credential, items: companies(2), onError: 'continueErrorOutput' });

  const seen = inspect([stopped.error, stopped.outputs, continued.outputs], {
    depth: null,
    showHidden: true,
  });
  expect(stopped.error).toBeDefined();
  for (const secret of [
    credential.clientSecret,
    encodeURIComponent(credential.clientSecret),
    credential.subscriptionKey,
    'Bearer ',
    'eyJ',
  ]) {
    expect(seen).not.toContain(secret);
  }
});
