// What is said of the company as a whole, from all that its record says, and how the companies of a run are counted.
import { IdOwners, type ItemResult } from '../../nodes/CompanyScreening/operations/shared/requestTask';
import { screeningSummary } from '../../nodes/CompanyScreening/operations/screening/screeningOutput';
import {
  verdictAfterHits,
  reasonOf,
  explanationOfGone,
  verdictFields,
  verdictOver,
  type Reason,
} from '../../nodes/CompanyScreening/operations/screening/verdict';
import type { Outcome, Verdict } from '../../nodes/CompanyScreening/service/outcome';
import { aHit, aRecord, countsFor } from './builders';
import { resultOf } from './itemStates';

describe('a company that was screened under several names', () => {
  type OfName = Verdict<Outcome, Reason>;
  const clear: OfName = { outcome: 'clear', reason: null };
  const hit: OfName = { outcome: 'hit', reason: null };
  const pendingHit: OfName = { outcome: 'hit', reason: 'pending' };
  const review: OfName = { outcome: 'review', reason: 'pending' };
  const noControl: OfName = { outcome: 'review', reason: 'controlFailed' };
  const failed: OfName = { outcome: 'error', reason: 'errorsReported' };
  const withoutReason: OfName = { outcome: 'error', reason: null };
  const notScreened: OfName = { outcome: 'review', reason: 'nameNotScreened' };

  test.each<[string, OfName[], boolean, object]>([
    ['clear, as its only name is', [clear], true, { outcome: 'clear', reason: null }],
    ['to review, and says why', [review], true, { outcome: 'review', reason: 'pending' }],
    ['clear under every name', [clear, clear], true, { outcome: 'clear', reason: null }],
    ['clear, but not screened under one name', [clear], false, notScreened],
    ['not screened at all', [], false, notScreened],
    ['without any name', [], true, notScreened],
    ['with a name to review', [clear, review], true, { outcome: 'review', reason: 'pending' }],
    ['with one to review, and one not screened', [review], false, { outcome: 'review', reason: 'pending' }],
    ['with a hit under one name', [clear, hit], true, { outcome: 'hit', reason: null }],
    ['with a hit under every name', [hit, hit], true, { outcome: 'hit', reason: null }],
    ['with a hit, and a name not screened', [hit], false, { outcome: 'hit', reason: 'nameNotScreened' }],
    ['with a hit, and a name to review', [review, hit], true, { outcome: 'hit', reason: 'pending' }],
    ['with a hit that is to review', [pendingHit], true, { outcome: 'hit', reason: 'pending' }],
    ['with a failed control', [clear, noControl], true, { outcome: 'review', reason: 'controlFailed' }],
    [
      'with a failed control, and a reason of its own',
      [noControl, review],
      true,
      { outcome: 'review', reason: 'pending' },
    ],
    ['with a failed control, and a name not screened', [noControl], false, notScreened],
    ['with an error', [clear, failed], true, { outcome: 'review', reason: 'errorsReported' }],
    ['with an error that has no reason', [clear, withoutReason], true, notScreened],
  ])('%s', (_, verdicts, isComplete, verdict) => {
    expect(verdictOver(verdicts, isComplete)).toEqual(verdict);
  });
});

test('hits are followed by the reason, or by clear if there is none', () => {
  const pending = [{ outcome: 'review', reason: 'pending' }];
  expect(verdictAfterHits({ outcome: 'hit', reason: 'pending' })).toEqual(pending);
  expect(verdictAfterHits({ outcome: 'review', reason: 'pending' })).toEqual(pending);
  expect(verdictAfterHits({ outcome: 'clear', reason: null })).toEqual([{ outcome: 'clear' }]);
  expect(verdictAfterHits({ outcome: 'hit', reason: null })).toEqual([]);
});

test('only a review has a reason', () => {
  expect(reasonOf({ outcome: 'review', reason: 'pending' })).toBe('pending');
  expect(reasonOf({ outcome: 'hit', hit: aHit(), hitNumber: 1 })).toBeNull();
  expect(reasonOf({ outcome: 'clear' })).toBeNull();
});

test('every item says for whom, what came out, why and where', () => {
  const facts = {
    environment: 'production',
    companyName: 'Alder Ltd',
    screeningOption: 'Both',
    referenceId: 'case-1',
    requesterId: '',
  } as const;
  expect(Object.entries(verdictFields('clear', null, facts, null))).toEqual([
    ['companyName', 'Alder Ltd'],
    ['outcome', 'clear'],
    ['reason', null],
    ['explanation', null],
    ['environment', 'production'],
  ]);
  expect(verdictFields('hit', 'pending', facts, null)).toMatchObject({
    outcome: 'hit',
    reason: 'pending',
    explanation: expect.stringContaining('has not finished this screening') as string,
  });
  expect(verdictFields('review', 'nameNotScreened', facts, null).explanation).toMatch(
    /not screened under all of its names, so hits may be missing/,
  );
  const asReceived = { ...aRecord(), createdAt: 'gestern\n', processedAt: 1740000000 };
  expect(verdictFields('review', 'staleAnswer', facts, asReceived).explanation).toMatch(
    /Its dates as received: "gestern ", "1740000000"\.$/,
  );
  expect(explanationOfGone('')).toMatch(/That alone does not make the company clear/);
});

describe('an id of the service', () => {
  test('belongs to the company that had it first', () => {
    const ids = new IdOwners();
    expect(ids.add('1', 'Alder')).toBe(true);
    expect(ids.add('1', 'Alder')).toBe(true);
    expect(ids.add('2', 'Birch')).toBe(true);
    expect([ids.isShared('1'), ids.isShared('2'), ids.isShared('3')]).toEqual([false, false, false]);
  });

  test('that came for two companies is shared, whichever comes again', () => {
    const ids = new IdOwners();
    ids.add('1', 'Alder');
    expect(ids.add('1', 'Birch')).toBe(false);
    expect(ids.isShared('1')).toBe(true);
    expect(ids.add('1', 'Birch')).toBe(false);
    expect(ids.add('1', 'Alder')).toBe(true);
    expect(ids.isShared('1')).toBe(true);
  });
});

describe('the companies of a run', () => {
  const result = (outcome: Outcome, hits = 0, reason: string | null = null) =>
    resultOf({ outcome, reason, hits });
  const all = [
    result('hit', 2),
    result('hit', 1, 'pending'),
    result('clear'),
    result('clear'),
    result('clear'),
    result('review', 0, 'mixedScripts'),
    result('review', 0, 'unknownStatus'),
  ];

  test('are counted once each, in words', () => {
    expect(screeningSummary(all, countsFor(all))).toEqual({
      counts: ['2 with hits (3 hits; 1 of these companies to review as well)', '3 clear', '2 to review'],
      next: [],
    });
    expect(screeningSummary([], countsFor([result('hit', 1)])).counts).toEqual([
      '1 with hits (1 hit)',
      '0 clear',
      '0 to review',
    ]);
    expect(screeningSummary([], countsFor([])).counts[0]).toBe('0 with hits (0 hits)');
  });

  test('that failed after hits were found count for their hits, and are to review as well', () => {
    const found = [result('hit', 2), result('clear'), result('review', 0, 'pending')];
    expect(screeningSummary([], countsFor([result('hit', 1)], found)).counts[0]).toBe(
      '2 with hits (3 hits; 1 of these companies to review as well)',
    );
  });

  test('with Other Names, are several screenings, each counted once although items share it', () => {
    const part = (id: string) => ({ name: 'A', referenceId: 'r', id, outcome: 'clear' }) as const;
    const last = (results: ItemResult[]) => screeningSummary(results, countsFor(results)).counts.at(-4);
    const two = resultOf({ id: '1', parts: [part('1'), part('2')] });
    expect(last([two, two, resultOf({ id: '3' })])).toBe('3 screenings, since each name is one');
    // What was not sent by this run is none.
    expect(last([two, resultOf({ id: '' }), resultOf({ id: '9', remembered: true })])).toBe(
      '2 screenings, since each name is one',
    );
    expect(last([resultOf({ id: '3' })])).toBeUndefined();
    expect(last([resultOf({ id: '', parts: [part('1')] })])).toBeUndefined();
    const before = resultOf({ id: '1', parts: [part('1'), part('2')], remembered: true });
    expect(last([before, resultOf({ id: '3' })])).toBeUndefined();
  });
});
