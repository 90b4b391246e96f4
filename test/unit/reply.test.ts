// A reply is either what the contract says, or a failure in plain words that says whether it may be sent again.
import { screeningRecordSchema } from '../../nodes/CompanyScreening/service/contract';
import { SCREENING_ERRORS } from '../../nodes/CompanyScreening/service/reportedError';
import { receiptIdOf } from '../../nodes/CompanyScreening/service/failure';
import { readReply } from '../../nodes/CompanyScreening/service/reply';
import { aHit, aRecord, aReply, failureOf } from './builders';

const SCREENING = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

const screeningFailure = (body: unknown, status: number) =>
  failureOf(() => readReply(aReply(body, status), screeningRecordSchema, SCREENING));

describe('an error body', () => {
  test("a gateway's problem details are quoted", () => {
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'The body has a script' };
    expect(screeningFailure(problem, 403).description).toContain(
      'The service says: Forbidden: The body has a script.',
    );
  });

  test.each(['', '<html>Forbidden</html>', { message: 'Forbidden' }])(
    'a 403 that is not of the interface may be the word of a firewall about this one item: %j',
    (body) => {
      const { message, description, failsEveryItem } = screeningFailure(body, 403);
      expect(message).toContain('a firewall on the way');
      expect(description).toContain('If only this item is refused');
      expect(failsEveryItem).toBeFalsy();
    },
  );
});

describe('a success that cannot be read', () => {
  test.each([
    ['totalHits', aRecord({ details: null }), { totalHits: 'three' }],
    ['isError', aRecord(), { isError: undefined }],
    ['details', aRecord(), { details: { 0: aHit() } }],
    ['id', aRecord(), { id: null, totalHits: null }],
  ])('names the first offending field: %s', (field, record, changes) => {
    const failure = screeningFailure({ ...record, ...changes }, 200);
    expect(failure.message).toContain('Screen Company');
    expect(failure.message).toContain('HTTP status 200');
    expect(failure.description).toContain(`"${field}"`);
  });

  test('names the id of the service if the reply gives one', () => {
    expect(receiptIdOf(screeningFailure({ ...aRecord({ id: ' s-1 ' }), totalHits: 'three' }, 200))).toBe(
      's-1',
    );
    expect(receiptIdOf(screeningFailure({ ...aRecord({ id: ' ' }), totalHits: 'three' }, 200))).toBeNull();
    expect(receiptIdOf(screeningFailure('<html>', 200))).toBeNull();
  });
});

test('a record whose verdict can be read is not thrown away for a hit with a field of an odd type: its id is paid for', () => {
  const record = aRecord({ totalHits: 2, details: [aHit(), { name: 7, companyNumber: [123] }] });
  expect(readReply(aReply(record), screeningRecordSchema, SCREENING)).toEqual(record);
});
