// What follows from the rows of one company: never a verdict that they do not give, in whatever order they are read.
import fc from 'fast-check';

import {
  REGISTER_EXPLANATIONS,
  verdictOfAnswer,
} from '../../../nodes/CompanyScreening/register/companies/companyResult';
import {
  hasVerdict,
  companyStateOf,
  type CompanyKnowledge,
} from '../../../nodes/CompanyScreening/register/facts/companyState';
import { withDoubts, NO_LATE_DOUBTS } from '../../../nodes/CompanyScreening/register/facts/lateDoubts';
import {
  answerRow,
  readAnswers,
  type StoredAnswer,
  type IntactAnswer,
} from '../../../nodes/CompanyScreening/register/rows/answerRows';
import type { DueLimit } from '../../../nodes/CompanyScreening/register/facts/dueness';
import { REVIEW_EXPLANATIONS } from '../../../nodes/CompanyScreening/service/outcome';
import { aCompany, aDamaged, anAnswer, hit } from './anAnswer';

const company = aCompany('First Ltd', 'P1');

const answer = (mark: string, by: Partial<IntactAnswer> = {}) => anAnswer(company, mark, by);

const none = (mark: string, previousAnswers: string[] = []) =>
  answer(mark, { kind: 'unanswered', outcome: 'error', reason: 'noAnswer', previousAnswers });

const NOTHING = { claimsLeftOpen: [], claimsToSendAgain: new Set<string>(), sharesId: () => false };
const standing = (answers: StoredAnswer[], more: Partial<CompanyKnowledge> = {}) =>
  companyStateOf({ ...NOTHING, answers, ...more }, null, true);

const nowMs = Date.parse('2026-01-10T00:00:00.000Z');
const dueAfter = (ms: number): DueLimit => ({
  again: { is: 'age', ms },
  begunAtMs: nowMs,
  nowMs,
  dateOf: String,
});
const due = (answers: StoredAnswer[]) =>
  companyStateOf({ ...NOTHING, answers }, dueAfter(86_400_000), true).is;

test('once the control of its run has failed, a hit of several names is to be looked at, and one of one name stays', () => {
  const known = { doubtedRuns: new Set(['run']), lateDoubts: NO_LATE_DOUBTS };
  const hitOf = (...names: [string, ...string[]]) =>
    withDoubts(anAnswer({ ...company, names }, 'a', { outcome: 'hit' }), known);
  expect(hitOf('Alder')).toMatchObject({ outcome: 'hit', reason: '' });
  expect(hitOf('Alder', 'Birch')).toMatchObject({ outcome: 'hit', reason: 'controlFailed' });
});

test('an answer that a later reply of its run showed to be old is never clear, whatever is known of the run', () => {
  const old = answer('a');
  const lateDoubts = { ...NO_LATE_DOUBTS, oldAnswers: new Set([old.answerId]) };
  for (const doubtedRuns of [new Set<string>(), new Set(['run'])]) {
    expect(withDoubts(old, { doubtedRuns, lateDoubts })).toMatchObject({
      outcome: 'review',
      reason: 'staleAnswer',
    });
    expect(withDoubts(answer('b'), { doubtedRuns: new Set(), lateDoubts })).toMatchObject({
      outcome: 'clear',
    });
  }
});

test('an answer is remembered until it is due', () => {
  expect(standing([answer('a')])).toMatchObject({ is: 'remembered', doubt: null });
  expect(due([answer('a')])).toBe('toSend');
  expect(due([answer('a', { screenedAt: '2026-01-09T12:00:00.000Z' })])).toBe('remembered');
});

describe('a company of which there is only a damaged row', () => {
  const damagedAt = (screenedAt: string) =>
    readAnswers({ ...answerRow(answer('a', { screenedAt })), outcome: 'hit', id: 1 });

  test('a company of which only a damaged row is left is in doubt, and is sent when that answer would be due', () => {
    const fresh = damagedAt('2026-01-09T12:00:00.000Z');
    expect([due(fresh), standing(fresh)]).toMatchObject(['withoutVerdict', { doubt: 'damagedRow' }]);
    expect(due(damagedAt('2026-01-08T12:00:00.000Z'))).toBe('toSend');
  });

  test('a company of which only a damaged row is left is sent at once if a person decides so, and for no other claim', () => {
    const fresh = damagedAt('2026-01-09T12:00:00.000Z');
    expect(standing(fresh, { claimsToSendAgain: new Set(['a']) })).toMatchObject({ is: 'toSend' });
    expect(standing(fresh, { claimsToSendAgain: new Set(['b']) })).toMatchObject({ doubt: 'damagedRow' });
    const withIntact = [answer('b'), ...fresh];
    expect(standing(withIntact, { claimsToSendAgain: new Set(['a']) })).toMatchObject({ is: 'toSend' });
  });

  test('is sent at once if its row does not say when it came, where anything is due at all', () => {
    const undated = damagedAt('yesterday');
    expect([due(undated), standing(undated).is]).toEqual(['toSend', 'withoutVerdict']);
    expect(due([...undated, ...damagedAt('2026-01-09T12:00:00.000Z')])).toBe('withoutVerdict');
  });

  test('a company with a damaged row waits for the later of two: an older intact answer does not make it due', () => {
    const older = answer('b', { screenedAt: '2026-01-01T00:00:00.000Z' });
    expect(due([older, ...damagedAt('2026-01-09T12:00:00.000Z')])).toBe('withoutVerdict');
  });
});

const sharesId = ({ claimId }: IntactAnswer) => claimId === 'b';
const shared = answer('b');
const other = { ...hit, fingerprint: '1'.repeat(64) };
const withHits = (mark: string, ...hits: (typeof hit)[]) => {
  const found = answer(mark, { outcome: hits.length > 0 ? 'hit' : 'clear' });
  return { ...found, data: { ...found.data, hits } };
};
const found = { ...none('a'), data: withHits('a', hit).data };
const pending = answer('a', { outcome: 'review', reason: 'pending', replacesClaims: ['a'] });
const inSpite = answer('b', { replacesClaims: ['a'] });
const doubted = answer('a', { outcome: 'review', reason: 'controlFailed' });
const inCircle = [answer('a', { previousAnswers: ['b.0'] }), withHits('b', hit)].map((one) =>
  one.claimId === 'b' ? { ...one, previousAnswers: ['a.0'] } : one,
);
const requested = anAnswer({ ...company, option: 'AnnualReturns' }, 'a', { outcome: 'requested' });
const decided = (...claims: string[]) => ({ claimsToSendAgain: new Set(claims) });

test.each<[string, StoredAnswer[], Partial<CompanyKnowledge>, object]>([
  [
    'an unanswered claim is never sent again by itself',
    [answer('a')],
    { claimsLeftOpen: ['b'] },
    { is: 'withoutVerdict', doubt: 'noAnswer', claimId: 'b' },
  ],
  [
    'a claim whose answer came after all is answered',
    [answer('a')],
    { claimsLeftOpen: ['a'] },
    { is: 'remembered', doubt: null },
  ],
  [
    'a decision about an unanswered claim sends what has an older answer, too',
    [answer('a')],
    { claimsLeftOpen: ['b'], ...decided('b') },
    { is: 'toSend', previousAnswers: ['a.0'], replacesClaims: ['b'] },
  ],
  [
    'a request without an answer is not forgotten because it follows the one that was sent in spite of it',
    [inSpite, none('a', ['b.0'])],
    {},
    { is: 'withoutVerdict', doubt: 'noAnswer', claimId: 'a' },
  ],
  [
    'an answer that names its own claim has carried out no decision about it',
    [pending],
    decided('a'),
    { is: 'toSend' },
  ],
  [
    'a decision about a claim sends it again',
    [],
    { claimsLeftOpen: ['b'], ...decided('b') },
    { is: 'toSend', replacesClaims: ['b'] },
  ],
  [
    'and does so once',
    [answer('c', { replacesClaims: ['b'] })],
    { claimsLeftOpen: ['b'], ...decided('b') },
    { is: 'remembered' },
  ],
  [
    'and not another claim without an answer',
    [none('c')],
    { claimsLeftOpen: ['b', 'c'], ...decided('b') },
    { doubt: 'noAnswer', claimId: 'c' },
  ],
  [
    'a screening id that another company has leaves no verdict',
    [shared],
    { sharesId },
    { is: 'remembered', answer: shared, doubt: 'otherRequest' },
  ],
  ['also that of one of several answers', [answer('a'), shared], { sharesId }, { doubt: 'otherRequest' }],
  ['unless somebody says that it is sent again', [shared], { sharesId, ...decided('b') }, { is: 'toSend' }],
  [
    'answers contradict each other where their hits are not the same',
    [withHits('a', hit), withHits('b', other)],
    {},
    { doubt: 'contradiction' },
  ],
  [
    'the same hits in another order contradict nothing',
    [withHits('a', hit, other), withHits('b', other, hit)],
    {},
    { is: 'remembered', doubt: null },
  ],
  [
    'answers that follow each other in a circle are no verdict',
    inCircle,
    {},
    { is: 'withoutVerdict', doubt: 'contradiction', claimId: 'b' },
  ],
  [
    'nobody waits for what came without an answer after another one was asked for in spite of it',
    [none('a'), inSpite],
    {},
    { is: 'remembered', answer: { claimId: 'b' } },
  ],
  [
    'nothing is asked for in spite of itself',
    [{ ...none('a'), replacesClaims: ['a'] }],
    {},
    { is: 'withoutVerdict', claimId: 'a' },
  ],
  [
    'a hit that came before the answer was missing counts against one that was asked for in spite of it',
    [found, inSpite],
    {},
    { is: 'withoutVerdict', doubt: 'contradiction' },
  ],
  ['a request of annual returns needs no look', [requested], decided('a'), { is: 'remembered' }],
  [
    'what the control of its run left in doubt is asked for again',
    [doubted],
    {},
    { is: 'toSend', previousAnswers: ['a.0'], replacesClaims: [] },
  ],
  [
    'and only once',
    [doubted, answer('b', { previousAnswers: ['a.0'] })],
    {},
    { is: 'remembered', answer: { claimId: 'b' } },
  ],
])('%s', (_, answers, more, state) => {
  expect(standing(answers, more)).toMatchObject(state);
});

test('an unanswered claim is not sent again because it is old, nor what a control left in doubt while that of this run fails', () => {
  expect(due([none('a')])).toBe('withoutVerdict');
  const knowledge = { answers: [doubted], claimsLeftOpen: [], ...decided(), sharesId: () => false };
  expect(companyStateOf(knowledge, null, false)).toMatchObject({
    ...{ is: 'remembered', answer: { reason: 'controlFailed' } },
  });
});

describe('what is stored late, when a decision has already led to an answer', () => {
  const inBothOrders = (late: StoredAnswer, more: Partial<CompanyKnowledge> = {}) => [
    standing([inSpite, late], { ...decided('a'), ...more }),
    standing([late, inSpite], { ...decided('a'), ...more }),
  ];

  test('an answer that says something else leaves no verdict, and nothing is sent without another decision', () => {
    const late = answer('a', { outcome: 'hit', screenedAt: '2026-01-02T00:00:00.000Z' });
    for (const one of inBothOrders(late))
      expect(one).toMatchObject({ is: 'withoutVerdict', doubt: 'contradiction', claimId: 'b' });
    for (const one of inBothOrders(late, decided('a', 'b'))) expect(one.is).toBe('toSend');
  });

  test('the second request is still missing if it has no answer either', () => {
    const second = { ...none('b'), replacesClaims: ['a'] };
    for (const answers of [
      [second, none('a')],
      [none('a'), second],
    ])
      expect(standing(answers, decided('a'))).toMatchObject({ doubt: 'noAnswer', claimId: 'b' });
  });
});

test.each([
  ['clear', '', true],
  ['hit', '', true],
  ['hit', 'pending', false],
  ['review', '', false],
  ['error', '', false],
] as const)('%s with the reason "%s" is a verdict: %s', (outcome, reason, verdict) => {
  expect(hasVerdict({ outcome, reason })).toBe(verdict);
});

test.each([
  ['the outcome', { outcome: 'clear' }],
  ['the reason', { reason: '' }],
  ['the time', { screenedAt: '2026-02-02T00:00:00.000Z' }],
  ['what it follows', { previousAnswers: '["x"]' }],
  ['the data', { data: '{}' }],
  ['its kind', { kind: 'answer ' }],
])('a row of which somebody changed %s is no verdict', (_, by) => {
  const row = { ...answerRow(answer('a', { outcome: 'review', reason: 'pending' })), ...by, id: 1 };
  const damaged = readAnswers(row);
  expect(damaged).toMatchObject([{ kind: 'damaged', claimId: 'a' }]);
  expect(standing(damaged)).toMatchObject({ is: 'withoutVerdict', doubt: 'damagedRow' });
});

test('a newer answer that was changed is not forgotten, even if it got the id of an older one', () => {
  const older = answer('a');
  const newer = answerRow(answer('b', { previousAnswers: ['a.0'] }));
  const newest = answerRow(answer('c', { outcome: 'hit', previousAnswers: ['b.0'] }));
  for (const changes of [{ answer: 'a.0' }, { answer: '' }, { answer: 'c.00', mark: 'b' }]) {
    const later = [newer, { ...newest, ...changes }].flatMap((row, at) =>
      readAnswers({ ...row, id: 2 + at }),
    );
    expect(standing([older, ...later])).toMatchObject({ doubt: 'damagedRow' });
  }
});

const marks = ['a', 'b', 'c', 'd'];
const someMarks = fc.subarray(marks);
const someAnswers = fc.subarray(marks).chain((some) =>
  fc.tuple(
    ...some.map((mark) =>
      fc
        .tuple(fc.constantFrom('clear', 'hit', 'unanswered', 'damaged'), someMarks, someMarks)
        .map(([kind, previousAnswers, replacesClaims]): StoredAnswer => {
          const links = { previousAnswers: previousAnswers.map((one) => `${one}.0`), replacesClaims };
          if (kind === 'unanswered') return { ...none(mark), ...links };
          if (kind === 'damaged') return aDamaged(answer(mark));
          return answer(mark, { outcome: kind === 'hit' ? 'hit' : 'clear', ...links });
        }),
    ),
  ),
);

test('whatever the rows are: a remembered verdict is that of a stored answer, and nothing latest contradicts it', () => {
  fc.assert(
    fc.property(someAnswers, someMarks, someMarks, (answers, claimsLeftOpen, decided) => {
      const found = standing(answers, { claimsLeftOpen, claimsToSendAgain: new Set(decided) });
      if (found.is !== 'remembered') return;
      expect(answers).toContain(found.answer);
      expect(found.answer.kind).toBe('answer');
      const followed = answers.flatMap((one) => (one.kind === 'damaged' ? [] : one.previousAnswers));
      const isLate = ({ kind, claimId }: StoredAnswer) =>
        kind === 'unanswered' &&
        answers.some(
          (one) => one.kind === 'answer' && one.claimId !== claimId && one.replacesClaims.includes(claimId),
        );
      const latest = answers.filter((one) => !followed.includes(one.answerId) && !isLate(one));
      for (const one of latest) expect(one).toMatchObject({ kind: 'answer', outcome: found.answer.outcome });
    }),
  );
});

test('whatever the rows are: the order in which they are read makes no difference', () => {
  fc.assert(
    fc.property(someAnswers, someMarks, (answers, claimsLeftOpen) => {
      const one = standing(answers, { claimsLeftOpen });
      const other = standing([...answers].reverse(), { claimsLeftOpen });
      expect(other.is).toBe(one.is);
      if (one.is === 'remembered' && other.is === 'remembered') expect(other.answer).toBe(one.answer);
    }),
  );
});

test('a company is clear only if its stored answer and the service both say so, and nothing is in doubt', () => {
  const outcomes = fc.constantFrom('clear', 'error', 'hit', 'review');
  const doubts = fc.constantFrom(null, 'contradiction', 'damagedRow', 'noAnswer', 'otherRequest');
  fc.assert(
    fc.property(outcomes, outcomes, doubts, fc.boolean(), (kept, said, doubt, stored) => {
      const settled = { answer: answer('a', { outcome: kept }), doubt, stored };
      const { outcome } = verdictOfAnswer(settled, { outcome: said, reason: null });
      expect(outcome === 'clear').toBe(kept === 'clear' && said === 'clear' && doubt === null && stored);
    }),
  );
});

test('a reason has one sentence, whoever found it', () => {
  const reasons = [...Object.keys(REVIEW_EXPLANATIONS), ...Object.keys(REGISTER_EXPLANATIONS)];
  expect(new Set(reasons).size).toBe(reasons.length);
  for (const reason of ['noAnswer', 'beingScreened', 'otherRequest', 'staleAnswer'])
    expect(reasons).toContain(reason);
});
