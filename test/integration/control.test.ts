// Control Name: unless a name that is known to be listed is a hit, nothing of the run is clear.
import { jsons, screening, sentTo, type Screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const LISTED = 'Gloomharbour Shipping Ltd';
const CONTROL = 'Zorblax Arms Export';

const controlled = (names: unknown[], options = {}, setup: Screening = {}) =>
  screening(sandbox(), names, {
    ...setup,
    parameters: { ...setup.parameters, options: { controlName: CONTROL, ...options } },
  });
const verdicts = (run: Awaited<ReturnType<typeof controlled>>) =>
  jsons(run).map(({ outcome, reason }) => [outcome, reason]);

test('it is screened first, once, and has no item of its own; the run says what came of it', async () => {
  const run = await controlled(['Honest Bakery', LISTED, 'Quiet Mill'], { maxCompanies: 3 });

  expect(verdicts(run)).toEqual([
    ['clear', null],
    ['hit', null],
    ['clear', null],
  ]);
  const sent = await sentTo(sandbox());
  expect(sent[0]?.companyName).toBe(CONTROL);
  expect(sent).toHaveLength(4);
  expect(run.hints[0]).toMatch(/^3 companies.*The Control Name "Zorblax Arms Export" is a hit/);
});

test('a refused key ends the run at the control, before any company is sent', async () => {
  await sandbox().settings({ rejectSubscriptionKey: true });
  const run = await controlled(['Honest Bakery', LISTED]);

  expect(jsons(run).map(({ outcome, mayBeCharged }) => [outcome, mayBeCharged])).toEqual([
    ['error', false],
    ['error', false],
  ]);
  expect((await sandbox().stats()).screenings).toEqual([]);
});
