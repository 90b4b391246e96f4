// The option Summary Item where answers are kept in the register: what is new, what has no verdict, and why.
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { summaryOf } from '../../nodes/CompanyScreening/output/summaryItem';
import type { ItemState, RunResult } from '../../nodes/CompanyScreening/run/state/itemState';
import { onlyOne } from './builders';
import { done, failed, notSent, registerFacts, resultOf, runOf } from './itemStates';

const hitOf = (companyName: string, change: 'changed' | 'gone' | 'known' | 'listedAgain' | 'new') => ({
  companyName,
  fingerprint: `${change} one`,
  name: `${change} one`,
  sourceType: 'PEP',
  change,
});
const register = registerFacts({
  ...{ companiesBefore: 2, reportId: 'report-1', deskAddress: 'https://n8n.example.com/desk' },
});
const onlySummary = (...given: Parameters<typeof summaryOf>) => onlyOne(summaryOf(...given));
const summaryIn = (items: ItemState[], more: Partial<RunResult> = { register }) =>
  onlySummary(
    screenCompany,
    runOf(items, { control: { name: 'Listed Ltd', result: 'failed' }, environment: 'sandbox', ...more }),
    undefined,
  );

test('each kind of change is counted, and those of a company that failed after it was found too', () => {
  const changedHits = () =>
    (['new', 'changed', 'changed', 'listedAgain', 'gone', 'gone', 'known'] as const).map((change) =>
      hitOf('Alder', change),
    );
  const partialResult = resultOf({ outcome: 'hit', hits: 1, changedHits: () => [hitOf('Birch', 'new')] });
  const summary = summaryIn([
    done('Alder', { outcome: 'hit', hits: 5, changedHits }),
    done('Cedar'),
    { ...failed('Birch', new InvalidItem('It broke.', '')), partialResult },
  ]);
  expect(summary).toMatchObject({
    ...{ companies: 3, companiesWithHits: 2, hits: 6, companiesWithHitsToReview: 1, clear: 1, errors: 0 },
    ...{ newHits: 2, changedHits: 2, hitsListedAgain: 1, goneHits: 2, withoutVerdict: 0 },
  });
  for (const said of ['Alder: new one', 'Birch: new one', 'Birch: It broke.'])
    expect(summary.message).toContain(`• ${said}`);
});

test('each count of a register is under its own name', () => {
  const left = { outcome: 'review', reason: 'noAnswer', remembered: true, id: '' } as const;
  const items = [
    ...['A', 'B', 'C'].map((name) => done(name, { remembered: true })),
    ...['D', 'E'].map((name) => done(name)),
    ...['F', 'G', 'H', 'I'].map((name) => done(name, left)),
    failed('J'),
  ];
  const waitingCases = { count: 7, oldestMs: null };
  const summary = summaryIn(items, { register: { ...register, waitingCases } });
  expect(summary).toMatchObject({
    ...{ screenedNow: 2, remembered: 3, unanswered: 5, withoutVerdict: 5, openCases: 7 },
    ...{ control: 'failed', controlName: 'Listed Ltd', register: 'Customers', problem: null },
  });
});

test.each([
  ['report-1', ['report-1 1/3', 'report-1 2/3', 'report-1 3/3'], 'They come out again in the next run.'],
  [null, [null, null, null], 'Get Many has them.'],
])(
  'each of several messages of the report %s has an id of its own, and says where the rest is',
  (reportId, ids, said) => {
    const items = Array.from({ length: 300 }, (_, number) => {
      const hit = { ...hitOf(`${number} ${'<'.repeat(95)}`, 'new'), name: `${number} ${'&'.repeat(95)}` };
      return done(hit.companyName, { outcome: 'hit', hits: 1, changedHits: () => [hit] });
    });
    const run = runOf(items, { register: { ...register, reportId } });
    const summaries = summaryOf(screenCompany, run, undefined);
    expect(summaries.map((summary) => summary.reportId)).toEqual(ids);
    expect(summaries.at(-1)?.message).toContain(said);
  },
);

const NAMELESS: ItemState = { state: 'notSent', subject: undefined };

test.each<[string, ItemState, string | null]>([
  ['was not processed', notSent('Alder'), 'Alder: not processed'],
  ['has no name, and was not processed', NAMELESS, 'a row without a company: not processed'],
  ['failed', failed('Alder', new Error('It broke.')), 'Alder: It broke.'],
  ['failed without a name', failed(null, new Error('It broke.')), 'a row without a company: It broke.'],
  ['failed for no reason that anybody gave', failed('Alder', 'oops'), 'Alder: failed'],
  ['got no answer', done('Alder', { outcome: 'review', reason: 'noAnswer' }), 'Alder: no answer'],
  [
    'has hits, and a reason to look at it',
    done('Alder', { outcome: 'hit', hits: 1, reason: 'hitCountMismatch' }),
    'Alder: hit count mismatch',
  ],
  ['is clear', done('Alder'), null],
])(
  'a company that %s is told with the reason for which it has no verdict, if it has none',
  (_, item, said) => {
    const { withoutVerdict, companiesWithHitsToReview, message } = summaryIn([item, done('Birch')]);
    expect((withoutVerdict ?? 0) + companiesWithHitsToReview).toBe(said === null ? 0 : 1);
    if (said === null) expect(message).not.toContain('Alder');
    else expect(message?.split('\n')).toContain(`• ${said}`);
  },
);

test('what the run says of itself is in the summary and in its messages', () => {
  const summary = summaryIn([done('Alder'), NAMELESS]);
  expect(summary).toMatchObject({
    companiesBefore: 2,
    control: 'failed',
    reportId: 'report-1',
    subject: 'Sandbox, not real: Company screening: control not found, 1 without a verdict',
  });
  expect(summary.message?.split('\n')).toEqual([
    "The Control Name was not found, so no company that this run screened is clear; 1 company that was screened earlier stays clear as of then. Check that the name is still listed, then ask the service's support.",
    '2 companies on the list in the sandbox, not real results: 1 screened now, 0 from the register, 1 without an answer.',
    '0 with hits, 1 clear, 1 without a verdict.',
    'The list is as long as in the run before.',
    '',
    'Without a verdict (1):',
    '• a row without a company: not processed',
    '',
    'Decide here: https://n8n.example.com/desk',
  ]);
});

test('what failed and what was not processed are its errors', () => {
  const items = [failed('Alder'), notSent('Birch'), done('Cedar')];
  expect(summaryIn(items)).toMatchObject({ companies: 3, clear: 1, review: 0, errors: 2 });
});

test('without a register there are the counts only', () => {
  expect(Object.keys(summaryIn([done('Alder')], {}))).not.toContain('message');
});

test('a run that ended before it opened its register says so in its messages, and why', () => {
  const error = { error: 'The Control Name <b> cannot be screened.', description: 'Correct it.' };
  const stopped = runOf([NAMELESS, NAMELESS], { environment: null });
  const said = 'Nothing was screened: the run stopped before its first company.';
  expect(onlySummary(screenCompany, stopped, error)).toMatchObject({
    subject: 'Company screening: nothing was screened, the run stopped',
    message: `${said}\nThe Control Name <b> cannot be screened. Correct it.`,
    slackMessage: `${said}\nThe Control Name &lt;b&gt; cannot be screened. Correct it.`,
    htmlMessage: `<p>${said}</p>\n<p>The Control Name &#60;b&#62; cannot be screened. Correct it.</p>`,
  });
});
