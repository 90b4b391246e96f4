// What a record says about a company: a test for each line of the outcomes table, and properties over all records.
import * as fc from 'fast-check';

import type { ScreeningRecord } from '../../nodes/CompanyScreening/service/contract';
import { findingsOf } from '../../nodes/CompanyScreening/service/outcome';
import { aHit, aRecord, aRecordWithHits } from './builders';

const anError = { code: 'S0005', message: 'UNKNOWN_ERROR' };
const twoHits = [aHit({ name: 'First' }), aHit({ name: 'Second' })];

/** The findings in short: the outcome, and after a colon its reason or the number of the hit. */
function inShort(record: ScreeningRecord): string[] {
  return findingsOf(record).map(
    ({ outcome, reason, hitNumber }) =>
      `${outcome}${reason ? `:${reason}` : ''}${hitNumber ? `:${hitNumber}` : ''}`,
  );
}

describe('hit', () => {
  test('every entry of details is a hit of its own, numbered from 1', () => {
    expect(inShort(aRecordWithHits(twoHits))).toEqual(['hit:1', 'hit:2']);
  });

  test('a hit carries the very entry of details, without a reason', () => {
    const [first, second] = findingsOf(aRecordWithHits(twoHits));
    expect(first).toMatchObject({ hit: twoHits[0], reason: null });
    expect(second).toMatchObject({ hit: twoHits[1], reason: null });
  });

  test('a hit is a hit under the status Successful, too', () => {
    expect(inShort(aRecordWithHits(twoHits, { status: 'Successful' }))).toEqual(['hit:1', 'hit:2']);
  });
});

describe('clear', () => {
  test.each([
    ['Completed with an empty details', aRecord()],
    ['Successful, which the interface shows in a sample', aRecord({ status: 'Successful' })],
    ['details null', aRecord({ details: null })],
    ['errors null', aRecord({ errors: null })],
  ])('a finished record without hits and errors is clear: %s', (_, record) => {
    expect(inShort(record)).toEqual(['clear']);
  });

  test('a finished record without details and errors altogether is clear', () => {
    const record = aRecord();
    delete record.details;
    delete record.errors;
    expect(inShort(record)).toEqual(['clear']);
  });

  test('a clear finding is about no hit', () => {
    expect(findingsOf(aRecord())).toEqual([{ outcome: 'clear', reason: null, hit: null, hitNumber: null }]);
  });
});

describe('review', () => {
  test.each([
    ['a Pending record is never clear', aRecord({ status: 'Pending' }), ['review:pending']],
    [
      'a Pending record shows the hits it has so far',
      aRecordWithHits(twoHits, { status: 'Pending' }),
      ['hit:1', 'hit:2', 'review:pending'],
    ],
    [
      'a status nobody has heard of is for a person',
      aRecord({ status: 'Archived' }),
      ['review:unknownStatus'],
    ],
    [
      'a known status in another spelling is unknown',
      aRecord({ status: 'completed' }),
      ['review:unknownStatus'],
    ],
    ['an empty status is unknown', aRecord({ status: '' }), ['review:unknownStatus']],
    [
      'the hits under an unknown status come out',
      aRecordWithHits(twoHits, { status: 'Archived' }),
      ['hit:1', 'hit:2', 'review:unknownStatus'],
    ],
    [
      'hits that were counted but not listed are not clear',
      aRecord({ totalHits: 2 }),
      ['review:hitCountMismatch'],
    ],
    ['a negative count is not clear', aRecord({ totalHits: -1 }), ['review:hitCountMismatch']],
    [
      'fewer hits listed than counted: those listed come out',
      aRecord({ totalHits: 3, details: twoHits }),
      ['hit:1', 'hit:2', 'review:hitCountMismatch'],
    ],
    [
      'hits listed although none were counted come out',
      aRecord({ totalHits: 0, details: twoHits }),
      ['hit:1', 'hit:2', 'review:hitCountMismatch'],
    ],
    [
      'hits together with isError come out, and ask for a person',
      aRecordWithHits(twoHits, { isError: true, errors: [anError] }),
      ['hit:1', 'hit:2', 'review:errorsReported'],
    ],
    [
      'hits of a Failed record come out, and ask for a person',
      aRecordWithHits(twoHits, { status: 'Failed' }),
      ['hit:1', 'hit:2', 'review:errorsReported'],
    ],
    [
      'a record that lists errors is not clear, even where isError is false',
      aRecord({ errors: [anError] }),
      ['review:errorsReported'],
    ],
  ])('%s', (_, record, expected) => {
    expect(inShort(record)).toEqual(expected);
  });
});

describe('error', () => {
  test.each([
    ['status Failed', aRecord({ status: 'Failed' })],
    ['status Failed and details null', aRecord({ status: 'Failed', details: null })],
    ['isError under a finished status', aRecord({ isError: true, errors: [anError] })],
    ['isError without a word of why', aRecord({ isError: true })],
    ['isError under Pending', aRecord({ status: 'Pending', isError: true })],
    ['isError although hits were counted', aRecord({ isError: true, totalHits: 2 })],
  ])('a record that failed without details is an error: %s', (_, record) => {
    expect(inShort(record)).toEqual(['error']);
  });
});

describe('whatever the record', () => {
  // Weighted towards the values that matter, so that every outcome comes up often.
  const records: fc.Arbitrary<ScreeningRecord> = fc.record(
    {
      id: fc.uuid(),
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('Completed', 'Successful') },
        {
          weight: 2,
          arbitrary: fc.constantFrom('Pending', 'Failed', 'completed', 'Completed ', 'SUCCESSFUL', ''),
        },
        { weight: 1, arbitrary: fc.string() },
      ),
      totalHits: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 4 })),
      isError: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.boolean()),
      details: fc.option(
        fc.array(
          fc.string().map((name) => aHit({ name })),
          { maxLength: 4 },
        ),
      ),
      errors: fc.option(fc.array(fc.constant(anError), { maxLength: 2 })),
    },
    { requiredKeys: ['id', 'status', 'totalHits', 'isError'] },
  );

  const mayBeClear = ({ status, isError, errors, totalHits, details }: ScreeningRecord) =>
    (status === 'Completed' || status === 'Successful') &&
    !isError &&
    (errors ?? []).length === 0 &&
    totalHits === 0 &&
    (details ?? []).length === 0;

  test('none but a finished, error-free, empty one is ever clear, and such a one always is', () => {
    fc.assert(
      fc.property(records, (record) => {
        const clear = findingsOf(record).some(({ outcome }) => outcome === 'clear');
        expect(clear).toBe(mayBeClear(record));
      }),
      { numRuns: 2000 },
    );
  });

  test('no detail is ever dropped: hits keep their order, their numbers and their contents', () => {
    fc.assert(
      fc.property(records, (record) => {
        const hits = findingsOf(record).filter(({ outcome }) => outcome === 'hit');
        expect(hits.map(({ hit }) => hit)).toEqual(record.details ?? []);
        expect(hits.map(({ hitNumber }) => hitNumber)).toEqual(hits.map((_, index) => index + 1));
      }),
      { numRuns: 2000 },
    );
  });

  test('something is always said, and only a review has a reason', () => {
    fc.assert(
      fc.property(records, (record) => {
        const findings = findingsOf(record);
        expect(findings.length).toBeGreaterThan(0);
        for (const { outcome, reason } of findings) expect(reason !== null).toBe(outcome === 'review');
      }),
    );
  });
});
