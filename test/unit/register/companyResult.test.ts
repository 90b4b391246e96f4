// How a company comes out of what the register knows of it: with what it was asked for, what changed, and what a person may decide.
import { companyHash } from '../../../nodes/CompanyScreening/register/rows/identity';
import type { Knowledge } from '../../../nodes/CompanyScreening/register/facts/knowledge';
import type { IntactAnswer } from '../../../nodes/CompanyScreening/register/rows/answerRows';
import {
  companyResultOf,
  resultOfAnswer,
  type SettledState,
} from '../../../nodes/CompanyScreening/register/companies/companyResult';
import { aCompany, anAnswer } from './anAnswer';
import { knowing as knowingAnswers } from './night';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const AROUND = { nowMs: NOW, readers: [] };
const alder = aCompany('Alder', 'P-1');
const hash = companyHash(alder);
const without = (doubt: 'contradiction' | 'noAnswer', mark: string, ...answers: IntactAnswer[]) =>
  ({ is: 'withoutVerdict', doubt, claimId: mark, answers }) satisfies SettledState;

/** With two claims of it that are open. */
function knowing(...answers: IntactAnswer[]): Knowledge {
  const known = knowingAnswers(...answers);
  known.claims = ['m8', 'm9'].map((claimId, id) => ({
    id,
    claimId,
    runId: 'run',
    state: 'open',
    companies: [hash],
    referenceIds: { [hash]: `ref-${claimId}` },
    claimedAt: `2026-02-0${String(id + 1)}T00:00:00.000Z`,
    requests: {},
    screenings: {},
    keptFor: null,
  }));
  return known;
}

const hit = anAnswer(alder, 'm1', { outcome: 'hit' });
const clearAgain = anAnswer(alder, 'm2', {
  previousAnswers: ['m1.0'],
  screenedAt: '2026-02-01T00:00:00.000Z',
});

test('an answer that is remembered is stored, and says what has changed since the one before', () => {
  const known = knowing(hit, clearAgain);
  const settled = companyResultOf(known, hash, { is: 'remembered', answer: clearAgain, doubt: null }, AROUND);
  expect(settled).toMatchObject({
    is: 'answer',
    company: hash,
    answer: clearAgain,
    remembered: true,
    stored: true,
    doubt: null,
    changes: { previousOutcome: 'hit', gone: [{ hit: { name: 'Somebody' } }] },
    cases: [],
  });
});

test('without an answer, the claim that was asked for it says when and by which reference id', () => {
  expect(companyResultOf(knowing(), hash, without('noAnswer', 'm9'), AROUND)).toMatchObject({
    is: 'withoutVerdict',
    doubt: 'noAnswer',
    claimId: 'm9',
    referenceId: 'ref-m9',
    askedAt: '2026-02-02T00:00:00.000Z',
    cases: [{ about: 'company', claimId: 'm9', fingerprint: '', since: '2026-02-02T00:00:00.000Z' }],
  });
});

test('a row that says that no answer came is believed before the claim', () => {
  const none = anAnswer(alder, 'm9', {
    kind: 'none',
    outcome: 'error',
    screenedAt: '2026-02-03T00:00:00.000Z',
  });
  const other = anAnswer(alder, 'm8', { screenedAt: '2026-02-04T00:00:00.000Z' });
  const standing = without('noAnswer', 'm9', other, none);
  expect(companyResultOf(knowing(other, none), hash, standing, AROUND)).toMatchObject({
    referenceId: 'r',
    askedAt: '2026-02-03T00:00:00.000Z',
  });
});

test('a mark that nobody knows any more leaves both empty', () => {
  const standing = without('noAnswer', 'gone');
  expect(companyResultOf(knowing(), hash, standing, AROUND)).toMatchObject({ referenceId: '', askedAt: '' });
});

test('while an answer is missing, the last verdict is the previous one; where two contradict each other, the one before them', () => {
  const follower = { previousAnswers: ['m1.0'], screenedAt: '2026-02-05T00:00:00.000Z' };
  const two = [clearAgain, anAnswer(alder, 'm3', { ...follower, outcome: 'review', reason: 'pending' })];
  const known = knowing(hit, ...two);
  const missing = without('noAnswer', 'm9', clearAgain);
  expect(companyResultOf(known, hash, missing, AROUND).changes.previousOutcome).toBe('clear');
  const contradicting = without('contradiction', 'm3', ...two);
  expect(companyResultOf(known, hash, contradicting, AROUND).changes.previousOutcome).toBe('hit');
});

describe('what a person may decide about', () => {
  const about = (answer: IntactAnswer, doubt: 'otherRequest' | null, ...others: IntactAnswer[]) =>
    resultOfAnswer(knowing(...others, answer), { answer, doubt, remembered: true }, AROUND).cases.map(
      (one) => [one.about, one.claimId, one.since],
    );
  const since = '2026-01-01T00:00:00.000Z';

  test('is nothing of a clear company, and the hits of another one since they are listed', () => {
    expect(about(anAnswer(alder, 'm1'), null)).toEqual([]);
    expect(about(hit, null)).toEqual([['hit', 'm1', since]]);
    const later = anAnswer(alder, 'm2', {
      outcome: 'hit',
      previousAnswers: ['m1.0'],
      screenedAt: '2026-02-01T00:00:00.000Z',
    });
    expect(about(later, null, hit)).toEqual([['hit', 'm1', since]]);
  });

  test('is the missing verdict of a review, and of an answer in doubt', () => {
    const review = anAnswer(alder, 'm1', { outcome: 'review', reason: 'pending' });
    expect(about(review, null)).toEqual([['company', 'm1', since]]);
    expect(about(anAnswer(alder, 'm1'), 'otherRequest')).toEqual([['company', 'm1', since]]);
  });
});
