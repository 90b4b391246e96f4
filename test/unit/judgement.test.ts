// What the answer to a known name proves: found, missed, or nothing; never that it is clear.
import * as fc from 'fast-check';

import { isMadeUpFound, judgeKnownName } from '../../nodes/CompanyScreening/operations/testScreening/results';
import { hitFingerprint } from '../../nodes/CompanyScreening/service/hitFingerprint';
import {
  hitsAndVerdict,
  REVIEW_EXPLANATIONS,
  type HitsAndVerdict,
  type ReviewReason,
} from '../../nodes/CompanyScreening/service/outcome';
import type { Hit } from '../../nodes/CompanyScreening/service/contract';
import { aHit, aQuestion, aRecord, aRecordWithHits } from './builders';

const found = (hit: unknown, reason: ReviewReason | null = null): HitsAndVerdict => ({
  ...{ outcome: 'hit', reason, hits: [hit] },
});
const hit = found(aHit());
const hitAnd = (reason: ReviewReason) => found(aHit(), reason);
const review = (reason: ReviewReason): HitsAndVerdict => ({ outcome: 'review', reason, hits: [] });
const clear: HitsAndVerdict = { outcome: 'clear', reason: null, hits: [] };
const failed: HitsAndVerdict = { outcome: 'error', reason: 'errorsReported', hits: [] };
const KNOWN = 'gloomharbour  SHIPPING';
const REASONS = Object.keys(REVIEW_EXPLANATIONS) as ReviewReason[];

describe('a known name', () => {
  test.each<[string, HitsAndVerdict, string, string, string | null]>([
    ['any hit, where any will do', hit, '', 'found', null],
    ['the source id', hit, 'LIST-7', 'found', null],
    ['a company number', hit, 'v-200', 'found', null],
    ['an ID that was copied with a sign that nobody sees', hit, '\u200Blist-7\uFEFF', 'found', null],
    ['the fingerprint', hit, hitFingerprint(aHit()), 'found', null],
    ['hits without the ID', hit, 'list-8', 'missed', 'otherHits'],
    ['a part of the ID', hit, 'list', 'missed', 'otherHits'],
    ['nothing', clear, '', 'missed', 'nothingFound'],
    ['a failed screening', failed, '', 'noAnswer', 'errorsReported'],
    ['the hit in an answer that is not whole', hitAnd('partialAnswer'), 'list-7', 'found', 'partialAnswer'],
    [
      'other hits in an answer that is not whole',
      hitAnd('hitCountMismatch'),
      'list-8',
      'noAnswer',
      'hitCountMismatch',
    ],
    ['the hit in an answer to another request', hitAnd('otherRequest'), 'list-7', 'noAnswer', 'otherRequest'],
    ['the hit in an old answer', hitAnd('staleAnswer'), '', 'noAnswer', 'staleAnswer'],
  ])('%s', (_, verdict, expectedId, outcome, reason) => {
    expect(judgeKnownName(verdict, { name: KNOWN, expectedId })).toMatchObject({ outcome, reason });
  });

  test.each(REASONS)('without hits and with %s, nothing is proven, and the sentence says why', (reason) => {
    const judgement = judgeKnownName(review(reason), { name: KNOWN, expectedId: '' });
    expect(judgement).toEqual({
      outcome: 'noAnswer',
      reason,
      explanation: REVIEW_EXPLANATIONS[reason],
      hits: [],
    });
  });

  test.each<[string, Partial<Hit>, string, string | null]>([
    ['its name', {}, 'found', null],
    ['an alias', { name: 'Other', aliasNames: ['x', 'Gloomharbour Shipping'] }, 'found', null],
    [
      'its name in Latin letters',
      { name: 'غلوم', aliasNames: null, tlName: 'Gloomharbour Shipping' },
      'found',
      null,
    ],
    ['another name', { name: 'Other Ltd', aliasNames: [], tlName: null }, 'missed', 'otherHits'],
    ['a name in another script', { name: 'غلوم', aliasNames: [] }, 'found', 'byItsListOnly'],
    ['no name at all', { name: null, aliasNames: [] }, 'found', 'byItsListOnly'],
  ])('a hit of the wanted list with %s', (_, changes, outcome, reason) => {
    expect(judgeKnownName(found(aHit(changes)), { name: KNOWN, expectedId: 'LIST-7' })).toMatchObject({
      outcome,
      reason,
    });
  });

  test('a hit with fields of odd types has the IDs that can be read', () => {
    const odd = found({ sourceId: 7, companyNumber: ' A-1 ' });
    expect(judgeKnownName(odd, { name: KNOWN, expectedId: 'a-1' }).outcome).toBe('found');
    expect(judgeKnownName(odd, { name: KNOWN, expectedId: '7' }).outcome).toBe('missed');
    expect(judgeKnownName(found('text'), { name: KNOWN, expectedId: 'text' }).outcome).toBe('missed');
  });

  test('whatever the record says, a name is missed only if the service said that there is nothing, or other hits and no doubt', () => {
    const records = fc.record({
      hits: fc.array(fc.constantFrom(aHit(), aHit({ sourceId: 'list-8' })), { maxLength: 2 }),
      status: fc.constantFrom('Completed', 'Successful', 'Pending', 'Failed', 'OnHold'),
      isError: fc.boolean(),
      more: fc.integer({ min: -1, max: 1 }),
      id: fc.constantFrom('', 'id-1'),
    });
    fc.assert(
      fc.property(records, fc.constantFrom('', 'list-7'), ({ hits, more, ...changes }, expectedId) => {
        const record = aRecordWithHits(hits, { ...changes, totalHits: hits.length + more });
        const verdict = hitsAndVerdict(record, aQuestion());
        const { outcome } = judgeKnownName(verdict, { name: KNOWN, expectedId });
        const isDoubted = verdict.reason !== null;
        const isThere = hits.some(({ sourceId }) => expectedId === '' || sourceId === expectedId);
        if (outcome === 'missed') expect([isDoubted, isThere]).toEqual([false, false]);
        if (outcome === 'found') expect(isThere).toBe(true);
        if (outcome === 'noAnswer') expect(isDoubted).toBe(true);
      }),
    );
  });
});

describe('a made-up name', () => {
  test.each<[string, HitsAndVerdict | undefined, boolean | null]>([
    ['any hit is one too many', hit, true],
    ['a hit in doubt as well', hitAnd('otherRequest'), true],
    ['the service says that there is nothing', clear, false],
    ['there was no answer', undefined, null],
    ['the answer is in doubt', review('pending'), null],
  ])('%s', (_, verdict, isFound) => {
    expect(isMadeUpFound(verdict)).toBe(isFound);
  });

  test('a clear record says that it was not found', () => {
    expect(isMadeUpFound(hitsAndVerdict(aRecord(), aQuestion()))).toBe(false);
  });
});
