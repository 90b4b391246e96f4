// What decisions say together: kinds, the share of false positives, and how long people took.
import fc from 'fast-check';

import { decisionChain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import {
  countedDecisions,
  decisionFigures,
  type CountedDecision,
} from '../../../../nodes/CompanyScreening/register/cases/decisionFigures';
import { companyHash } from '../../../../nodes/CompanyScreening/register/rows/identity';
import type { StoredAnswer } from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';
import { aCompany, aDamaged, anAnswer, hit } from '../anAnswer';
import { added, dismissed, person, soundOf } from './aDecision';

const gloom = aCompany('Gloom', 'P-1');
const about = { company: companyHash(gloom), claimId: 'm1', hitFingerprint: hit.fingerprint };
const found = anAnswer(gloom, 'm1', { outcome: 'hit', screenedAt: '2026-03-01T00:00:00.000Z' });
const timeOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const at = (day: number) => ({ decidedAt: timeOf(day) });
const figuresOf = (rows: readonly StoredRow[], answers: readonly StoredAnswer[] = [found]) =>
  decisionFigures(countedDecisions(decisionChain(rows), answers));

const rows = dismissed(about, [timeOf(2), timeOf(4)]);
const again = added(rows, 'trueMatch', { ...about, ...at(20) });
const another = added(again, 'trueMatch', { ...about, hitFingerprint: '1'.repeat(64), ...at(6) });
const confirmedAlone = added(added([], 'falsePositive', about), 'confirm', about);
const late = { ...found, screenedAt: '2026-03-30T00:00:00.000Z' };
const NOBODY_KNOWS = { decidedHits: 1, falsePositiveShare: 1, medianDays: null, ninetyPercentDays: null };
test.each<[string, StoredRow[], StoredAnswer[], Partial<ReturnType<typeof figuresOf>>]>([
  [
    'a hit is not decided when somebody proposes',
    rows.slice(0, 1),
    [found],
    { decidedHits: 0, falsePositiveShare: null, medianDays: null, maximumDays: null },
  ],
  [
    'a hit is decided when a second person confirms',
    rows,
    [found],
    {
      ...{ proposed: 1, confirmed: 1, trueMatches: 0, decidedHits: 1, falsePositiveShare: 1 },
      ...{ medianDays: 3, ninetyPercentDays: 3, maximumDays: 3 },
    },
  ],
  [
    'the first word about a hit counts',
    again,
    [found],
    { decidedHits: 1, falsePositiveShare: 1, maximumDays: 3 },
  ],
  [
    'a word about another hit counts as well',
    another,
    [found],
    { trueMatches: 2, decidedHits: 2, falsePositiveShare: 0.5, medianDays: 4, maximumDays: 5 },
  ],
  ['what has no effect is not counted', confirmedAlone, [found], { confirmed: 0, decidedHits: 0 }],
  ['where nobody knows when a hit was found, nothing is said of its days', rows, [], NOBODY_KNOWS],
  ['nor where its answer was changed', rows, [aDamaged(found)], NOBODY_KNOWS],
  ['a decision before its hit, by a clock that was wrong, took no time', rows, [late], { maximumDays: 0 }],
])('%s', (_, decisions, answers, figures) => {
  expect(figuresOf(decisions, answers)).toMatchObject(figures);
});

test('a remark is counted as one, and as nothing else', () => {
  const previous = [soundOf(rows.at(-1) as StoredRow).decision];
  const checked = added(rows, 'checked', { ...about, ...person('eve'), previous });
  expect(figuresOf(checked)).toEqual({ ...figuresOf(rows), checked: 1 });
});

test('half of the hits took at most the median, nine of ten at most the next, and none more than the maximum', () => {
  const decision = soundOf(rows[0] as StoredRow);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 400 }), { minLength: 1 }), (all) => {
      const counted = all.map((days): CountedDecision => ({
        decision,
        first: { isFalsePositive: true, days },
      }));
      const { medianDays, ninetyPercentDays, maximumDays } = decisionFigures(counted);
      const atMost = (limit: number | null) => all.filter((days) => days <= (limit ?? -1)).length;
      expect(atMost(medianDays)).toBeGreaterThanOrEqual(all.length / 2);
      expect(all.filter((days) => days >= (medianDays ?? Infinity)).length).toBeGreaterThanOrEqual(
        all.length / 2,
      );
      expect(atMost(ninetyPercentDays)).toBeGreaterThanOrEqual(all.length * 0.9);
      expect(all.filter((days) => days < (ninetyPercentDays ?? Infinity)).length).toBeLessThan(
        all.length * 0.9,
      );
      expect(maximumDays).toBe(Math.max(...all));
    }),
    { verbose: true },
  );
});
