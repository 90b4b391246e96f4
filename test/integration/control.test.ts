// Control Name: unless a name that is known to be listed is a hit, nothing of the run is clear.
import type { Fault } from '../sandbox/client';
import { jsons, listedIn, screenCompanies, sentTo, wordsOf } from './attacks';
import type { RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const LISTED = 'Gloomharbour Shipping Ltd';
const CONTROL = 'Zorblax Arms Export';

const controlled = (names: unknown[], options = {}, setup: Partial<RunSetup> = {}) =>
  screenCompanies(sandbox(), names, {
    ...setup,
    parameters: { ...setup.parameters, options: { controlName: CONTROL, ...options } },
  });
const lie = (fault: Fault['fault'], match = CONTROL) => sandbox().faults([{ on: 'screening', match, fault }]);
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

test.each<[string, Fault['fault']]>([
  ['finds nothing', { kind: 'record', patch: { totalHits: 0, details: [] } }],
  ['is pending', { kind: 'record', patch: { status: 'Pending', totalHits: 0, details: [] } }],
  ['failed', { kind: 'record', patch: { status: 'Failed', isError: true, totalHits: 0, details: [] } }],
  ['is an old answer', { kind: 'record', patch: { createdAt: '2020-01-01T00:00:00Z' } }],
  ['reports errors with its hits', { kind: 'record', patch: { isError: true } }],
  ['answers another option', { kind: 'record', patch: { option: 'Pep' } }],
  ['has no reply', { kind: 'resetAfter' }],
  ['is refused', { kind: 'status', status: 400 }],
  ['cannot be read', { kind: 'html', status: 200 }],
])('if the control %s, nothing is clear, and hits are hits', async (_what, fault) => {
  await lie(fault);
  for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
    const run = await controlled(['Honest Bakery', LISTED], { maxRetries: 0 }, { onError });

    expect(verdicts(run)).toEqual([
      ['review', 'controlFailed'],
      ['hit', null],
    ]);
    expect(jsons(run)[0]?.['explanation']).toMatch(/control/);
    expect(run.hints[0]).toMatch(/no company of this run is clear/);
  }
});

test('a control whose answer another company got as well has failed', async () => {
  await lie({ kind: 'record', patch: { id: '11111111-1111-4111-8111-111111111111' } }, '');
  const run = await controlled(['Honest Bakery']);

  expect(verdicts(run)).toEqual([['review', 'otherRequest']]);
  expect(run.hints[0]).toMatch(/is not simply a hit/);
});

test('Return Nothing hides no company of a run whose control has failed', async () => {
  await lie({ kind: 'record', patch: { totalHits: 0, details: [] } });

  expect(
    verdicts(
      await controlled(['Honest Bakery'], {}, { parameters: { output: { noHits: 'returnNothing' } } }),
    ),
  ).toEqual([['review', 'controlFailed']]);
});

test('the evidence of a company says that the control has failed', async () => {
  await lie({ kind: 'record', patch: { totalHits: 0, details: [] } });
  const run = await controlled(['Honest Bakery'], {}, { parameters: { output: { evidence: true } } });
  const { data = '' } = run.outputs[0]?.[0]?.binary?.['evidence'] ?? {};

  expect(JSON.parse(Buffer.from(data, 'base64').toString())).toMatchObject({
    outcome: 'review',
    reason: 'controlFailed',
  });
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

test('the error of a run that stops lists the control, which was paid for', async () => {
  const { error } = await controlled(['Failing Ltd'], {}, { onError: 'stopWorkflow' });

  expect(listedIn(error)).toMatchObject([
    { list: 'screened', entry: { companyName: CONTROL, outcome: 'hit' } },
    { list: 'failed', entry: { companyName: 'Failing Ltd' } },
  ]);
});

test.each([
  ['empty', ''],
  ['an expression that gives nothing', '={{ $json.nothing }}'],
  ['no name', '#N/A'],
])('a control that is %s stops the run before anything is sent', async (_what, controlName) => {
  const run = await controlled(['Honest Bakery'], { controlName });

  expect(jsons(run)).toMatchObject([{ outcome: 'error', mayBeCharged: false }]);
  expect(wordsOf(jsons(run)[0])).toMatch(/Control Name cannot be screened.*Nothing was sent/);
  expect((await sandbox().stats()).operations.screening.requests).toBe(0);
});
