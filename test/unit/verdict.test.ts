// What is said of the company as a whole, from all that its record says, and how the companies of a run are counted.
import { IdOwners } from '../../nodes/CompanyScreening/operations/screenCompany/idOwners';
import {
  screeningCounts,
  screeningSummary,
} from '../../nodes/CompanyScreening/operations/screenCompany/screeningCounts';
import {
  companyVerdict,
  reasonOf,
  verdictFields,
} from '../../nodes/CompanyScreening/operations/screenCompany/verdict';
import type { Result } from '../../nodes/CompanyScreening/operations/operation';
import type { Finding } from '../../nodes/CompanyScreening/service/outcome';
import { aHit } from './builders';

const first: Finding = { outcome: 'hit', hit: aHit({ name: 'First' }), hitNumber: 1 };
const second: Finding = { outcome: 'hit', hit: aHit({ name: 'Second' }), hitNumber: 2 };
const pending: Finding = { outcome: 'review', reason: 'pending' };

describe('a company', () => {
  test.each<[string, Finding[], object]>([
    ['clear', [{ outcome: 'clear' }], { outcome: 'clear', reason: null, hits: [] }],
    ['an error', [{ outcome: 'error' }], { outcome: 'error', reason: null, hits: [] }],
    ['to review, and says why', [pending], { outcome: 'review', reason: 'pending', hits: [] }],
    [
      'a hit, with all of them',
      [first, second],
      { outcome: 'hit', reason: null, hits: [aHit({ name: 'First' }), aHit({ name: 'Second' })] },
    ],
    [
      'a hit that a person has to look at as well',
      [first, pending],
      { outcome: 'hit', reason: 'pending', hits: [aHit({ name: 'First' })] },
    ],
    ['to review if nothing is known of it', [], { outcome: 'review', reason: null, hits: [] }],
  ])('is %s', (_, findings, verdict) => {
    expect(companyVerdict(findings)).toEqual(verdict);
  });
});

test('only a review has a reason', () => {
  expect(reasonOf(pending)).toBe('pending');
  expect(reasonOf(first)).toBeNull();
  expect(reasonOf({ outcome: 'clear' })).toBeNull();
});

test('every item begins with what came out, why, where and for whom', () => {
  const facts = {
    environment: 'production',
    companyName: 'Alder Ltd',
    screeningOption: 'Both',
    referenceId: 'case-1',
    requesterId: '',
  } as const;
  expect(Object.entries(verdictFields('clear', null, facts))).toEqual([
    ['outcome', 'clear'],
    ['reason', null],
    ['explanation', null],
    ['environment', 'production'],
    ['companyName', 'Alder Ltd'],
  ]);
  expect(verdictFields('hit', 'pending', facts)).toMatchObject({
    outcome: 'hit',
    reason: 'pending',
    explanation: expect.stringContaining('has not finished this screening') as string,
  });
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
  const result = (outcome: string, hits = 0, reason: string | null = null): Result => ({
    items: [],
    receipt: { id: '1', outcome, reason, hits },
  });
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
    expect(screeningSummary(all, [])).toEqual({
      counts: ['2 with hits (3 hits; 1 of them to review as well)', '3 clear', '2 to review'],
      next: [],
    });
    expect(screeningSummary([result('hit', 1)], []).counts).toEqual([
      '1 with hits (1 hit)',
      '0 clear',
      '0 to review',
    ]);
    expect(screeningSummary([], []).counts[0]).toBe('0 with hits (0 hits)');
  });

  test('are counted for the search, each that a person has to look at as a review', () => {
    expect(screeningCounts(all, 4, [])).toEqual({
      screening_hits: 3,
      screening_clear: 3,
      screening_review: 3,
      screening_errors: 4,
    });
  });
});
