// One token for a run, however many requests it has, and whatever the authorization server does meanwhile.
import { jsons, outcomesOf, screening } from './attacks';
import type { RunSetup } from './nodeInN8nCore';
import { screeningsByCompany, useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();

const time = useTime();
const companies = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index}`);
const eachOnce = (count: number) => Object.fromEntries(companies(count).map((company) => [company, 1]));
const screen = (count: number, concurrency = 5, credential: RunSetup['credential'] = sandbox().credential) =>
  screening({ credential }, companies(count), { time, parameters: { options: { concurrency } } });

test('one exchange serves a whole run, whatever the concurrency', async () => {
  const run = await screen(200, 50);

  const { tokens, operations } = await sandbox().stats();
  expect(tokens.issued).toBe(1);
  expect(operations.screening.requests).toBe(200);
  expect(jsons(run)).toHaveLength(200);
});

test('a token that the service no longer takes is renewed once for all, and each request repeated once', async () => {
  const { stored } = await screen(1);
  await sandbox().reset();
  await sandbox().settings({ revokeTokens: true, latencyMs: 20 });

  const run = await screen(100, 20, stored);

  const stats = await sandbox().stats();
  expect(stats.tokens.issued).toBe(1);
  expect(screeningsByCompany(stats)).toEqual(eachOnce(100));
  expect(stats.operations.screening.requests).toBe(120);
  expect(new Set(outcomesOf(run))).toEqual(new Set(['clear']));
});

test('the token that n8n stored is used by a later run while it lives', async () => {
  const { stored } = await screen(1);
  await sandbox().reset();
  time.later(60);
  await screen(3, 5, stored);
  expect((await sandbox().stats()).tokens.issued).toBe(0);

  // 300 s of life less 30 s of margin.
  time.later(211);
  await screen(3, 5, stored);
  expect((await sandbox().stats()).tokens.issued).toBe(1);
});

test.each([
  ['503', { kind: 'status', status: 503 }],
  ['500', { kind: 'status', status: 500 }],
  ["a gateway's page", { kind: 'html' }],
  ['429', { kind: 'status', status: 429, headers: { 'Retry-After': '2' } }],
  ['a reset', { kind: 'resetBefore' }],
  ['a reset after the token was made', { kind: 'resetAfter' }],
] as const)('%s of the authorization server once costs nothing but a moment', async (_, fault) => {
  await sandbox().faults([{ on: 'token', times: 1, fault }]);
  const run = await screen(20);

  const stats = await sandbox().stats();
  expect(outcomesOf(run)).toEqual(companies(20).map(() => 'clear'));
  expect(stats.operations.token.requests).toBe(2);
  expect(screeningsByCompany(stats)).toEqual(eachOnce(20));
});
