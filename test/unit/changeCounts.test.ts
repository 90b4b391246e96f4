// What a run says that its own answers changed.
import type { AnswerChanges, Change } from '../../nodes/CompanyScreening/register/facts/history';
import type { CompanyResult } from '../../nodes/CompanyScreening/register/companies/companyResult';
import { NO_CHANGE, withChangesOf } from '../../nodes/CompanyScreening/run/register/registerCounts';
import { aCompany, anAnswer, hit } from './register/anAnswer';

const answer = anAnswer(aCompany('Gloom'), 'm1', { outcome: 'hit' });
const changesOf = (changes: readonly Change[], gone = 0): AnswerChanges => ({
  hits: new Map(changes.map((change, index) => [`${index}`, change])),
  gone: Array.from({ length: gone }, () => ({ hit, answer })),
  previousOutcome: null,
});
const settled = (changes: AnswerChanges, remembered = false): CompanyResult => ({
  ...{ is: 'answer', company: answer.company, answer, remembered, stored: true, doubt: null },
  ...{ changes, news: { is: 'nothing' }, cases: [] },
});

test('each hit of its own answers counts under its change, and what is known under none', () => {
  const one = withChangesOf(NO_CHANGE, settled(changesOf(['new', 'new', 'known', 'listedAgain'], 2)));
  expect(one).toEqual({ newHits: 2, changedHits: 0, hitsListedAgain: 1, goneHits: 2 });
  expect(withChangesOf(one, settled(changesOf(['changed', 'new'], 1)))).toEqual({
    ...{ newHits: 3, changedHits: 1, hitsListedAgain: 1, goneHits: 3 },
  });
});

test('what was there before the run, or has no answer, was counted elsewhere', () => {
  expect(withChangesOf(NO_CHANGE, settled(changesOf(['new'], 1), true))).toEqual(NO_CHANGE);
  expect(withChangesOf(NO_CHANGE, { is: 'notCharged', company: answer.company })).toEqual(NO_CHANGE);
  const withoutVerdict: CompanyResult = {
    ...{ is: 'withoutVerdict', company: answer.company, doubt: 'noAnswer', claimId: 'm1', referenceId: '' },
    ...{ stored: true, askedAt: '', answers: [answer], cases: [], changes: changesOf(['new']) },
  };
  expect(withChangesOf(NO_CHANGE, withoutVerdict)).toEqual(NO_CHANGE);
});
