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

const none = anAnswer(alder, 'm9', {
  ...{ kind: 'none', outcome: 'error', screenedAt: '2026-02-03T00:00:00.000Z' },
});
const other = anAnswer(alder, 'm8', { screenedAt: '2026-02-04T00:00:00.000Z' });
const follower = { previousAnswers: ['m1.0'], screenedAt: '2026-02-05T00:00:00.000Z' };
const pending = anAnswer(alder, 'm3', { ...follower, outcome: 'review', reason: 'pending' });
test.each<[string, IntactAnswer[], SettledState, object]>([
  [
    'the claim that was asked for it says when and by which reference id',
    [],
    without('noAnswer', 'm9'),
    {
      ...{ is: 'withoutVerdict', doubt: 'noAnswer', claimId: 'm9', referenceId: 'ref-m9' },
      askedAt: '2026-02-02T00:00:00.000Z',
      cases: [{ about: 'company', claimId: 'm9', fingerprint: '', since: '2026-02-02T00:00:00.000Z' }],
    },
  ],
  [
    'a row that says that no answer came is believed before the claim',
    [other, none],
    without('noAnswer', 'm9', other, none),
    { referenceId: 'r', askedAt: '2026-02-03T00:00:00.000Z' },
  ],
  [
    'a mark that nobody knows any more leaves both empty',
    [],
    without('noAnswer', 'gone'),
    { referenceId: '', askedAt: '' },
  ],
  [
    'the last verdict is the previous one',
    [hit, clearAgain, pending],
    without('noAnswer', 'm9', clearAgain),
    { changes: { previousOutcome: 'clear' } },
  ],
  [
    'where two contradict each other, the verdict before them is the previous one',
    [hit, clearAgain, pending],
    without('contradiction', 'm3', clearAgain, pending),
    { changes: { previousOutcome: 'hit' } },
  ],
])('without an answer, %s', (_, answers, state, result) => {
  expect(companyResultOf(knowing(...answers), hash, state, AROUND)).toMatchObject(result);
});

const since = '2026-01-01T00:00:00.000Z';
const clear = anAnswer(alder, 'm1');
const hitAgain = anAnswer(alder, 'm2', { ...follower, outcome: 'hit' });
const review = anAnswer(alder, 'm1', { outcome: 'review', reason: 'pending' });
test.each<[string, IntactAnswer[], IntactAnswer, 'otherRequest' | null, string[][]]>([
  ['nothing of a clear company', [], clear, null, []],
  ['the hits of another one', [], hit, null, [['hit', 'm1', since]]],
  ['hits since they are listed', [hit], hitAgain, null, [['hit', 'm1', since]]],
  ['the missing verdict of a review', [], review, null, [['company', 'm1', since]]],
  ['the missing verdict of an answer in doubt', [], clear, 'otherRequest', [['company', 'm1', since]]],
])('a person may decide about %s', (_, others, answer, doubt, cases) => {
  const { cases: found } = resultOfAnswer(
    knowing(...others, answer),
    { answer, doubt, remembered: true },
    AROUND,
  );
  expect(found.map((one) => [one.about, one.claimId, one.since])).toEqual(cases);
});
