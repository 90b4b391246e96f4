// An authorization server that fails for a while. The waits of the run are over at once here.
import { runNode, type RunSetup } from './nodeInN8nCore';
import { useTime } from './useTime';
import { screeningsByCompany, useSandbox } from './sandbox';

const sandbox = useSandbox();
const time = useTime();

const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ company: `Company ${index}` }));
const run = async (count: number, onError: RunSetup['onError'] = 'continueRegularOutput') =>
  await runNode({ time, credential: sandbox().credential, items: companies(count), onError });

test.each([
  ['503', { kind: 'status', status: 503 }],
  ['500', { kind: 'status', status: 500 }],
  ["a gateway's page", { kind: 'html' }],
  ['429', { kind: 'status', status: 429, headers: { 'Retry-After': '2' } }],
  ['a reset', { kind: 'resetBefore' }],
  ['a reset after the token was made', { kind: 'resetAfter' }],
] as const)('%s once costs nothing but a moment', async (_, fault) => {
  await sandbox().faults([{ on: 'token', times: 1, fault }]);
  const { outputs } = await run(20, 'stopWorkflow');

  const stats = await sandbox().stats();
  expect(outputs[0]?.map(({ json }) => json['outcome'])).toEqual(companies(20).map(() => 'clear'));
  expect(stats.operations.token.requests).toBe(2);
  expect(Object.values(screeningsByCompany(stats))).toEqual(companies(20).map(() => 1));
});

test('an outage that lasts costs a bounded number of exchanges under Continue', async () => {
  await sandbox().faults([{ on: 'token', fault: { kind: 'status', status: 503 } }]);
  const { outputs } = await run(500);

  const { operations } = await sandbox().stats();
  expect(operations.token.requests).toBeLessThanOrEqual(12);
  expect(operations.screening.requests).toBe(0);
  expect(outputs[0]).toHaveLength(500);
  for (const { json } of outputs[0] ?? []) {
    expect(json['error']).toMatch(
      /^The authorization server is not available at the moment \(HTTP status 503\)(\.|; no answer has come since .* of 500 companies, 0 were sent, 0 of these may have been charged, and 500 were not sent and cost nothing)/,
    );
    expect(json).toMatchObject({ mayBeCharged: false });
    expect(json['description']).toMatch(/^Nothing was sent/);
  }
});
