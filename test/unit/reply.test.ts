// A reply is either what the contract says, or a failure in plain words that says whether it may be sent again.
import {
  annualReturnsReplySchema,
  screeningRecordSchema,
} from '../../nodes/CompanyScreening/service/contract';
import {
  ANNUAL_RETURNS_ERRORS,
  describeReportedError,
  SCREENING_ERRORS,
  type ErrorCatalog,
} from '../../nodes/CompanyScreening/service/reportedError';
import { mayBeCharged, receiptIdOf } from '../../nodes/CompanyScreening/service/failure';
import { readReply } from '../../nodes/CompanyScreening/service/reply';
import { aHit, aRecord, aReply, failureOf } from './builders';

const SCREENING = { operation: 'Screen Company', catalog: SCREENING_ERRORS };
const ANNUAL_RETURNS = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

const screeningFailure = (body: unknown, status: number) =>
  failureOf(() => readReply(aReply(body, status), screeningRecordSchema, SCREENING));
const annualReturnsFailure = (body: unknown, status: number) =>
  failureOf(() => readReply(aReply(body, status), annualReturnsReplySchema, ANNUAL_RETURNS));

describe('a reply that keeps the contract', () => {
  test.each([200, 201, 202, 299])('is returned unchanged under HTTP status %i', (status) => {
    const record = aRecord({ details: [aHit()], totalHits: 1, unknownField: [1, null] });
    expect(readReply(aReply(record, status), screeningRecordSchema, SCREENING)).toEqual(record);
  });

  test.each([100, 300, 304, 400, 500])('is no result under HTTP status %i', (status) => {
    expect(screeningFailure(aRecord(), status)).toMatchObject({ httpStatus: status });
  });
});

describe('an error body', () => {
  test.each([400, 401, 403, 404, 500])(
    '{code, message} under HTTP status %i is named by its catalog',
    (status) => {
      expect(annualReturnsFailure({ code: 'S0002', message: 'INVALID' }, status)).toMatchObject({
        message: expect.stringContaining('Request Annual Returns: ') as unknown,
        errorCode: 'S0002',
        errorName: 'INVALID_BUSINESS_REGISTRATION_NUMBER',
        errorType: 'Data',
        httpStatus: status,
      });
    },
  );

  test('{code: null, message} quotes the message', () => {
    const failure = annualReturnsFailure({ code: null, message: 'Try tomorrow' }, 400);
    expect(failure.description).toContain('The service says: Try tomorrow.');
    expect(failure.errorCode).toBeUndefined();
  });

  test("a gateway's problem details are quoted", () => {
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'The body has a script' };
    expect(screeningFailure(problem, 403).description).toContain(
      'The service says: Forbidden: The body has a script.',
    );
  });

  test.each(['', '<html>Forbidden</html>', { message: 'Forbidden' }])(
    'a 403 that is not of the interface may be the word of a firewall about this one item: %j',
    (body) => {
      const { message, description, endsRun } = screeningFailure(body, 403);
      expect(message).toContain('a firewall on the way');
      expect(description).toContain('If only this item is refused');
      expect(endsRun).toBeFalsy();
    },
  );

  test('a 403 of the interface asks about the subscription', () => {
    const { description } = annualReturnsFailure({ code: null, message: null }, 403);
    expect(description).toContain('whether your subscription includes this operation');
  });

  test('{code: null, message: null} is described by its HTTP status', () => {
    const failure = annualReturnsFailure({ code: null, message: null }, 404);
    expect(failure.message).toContain('HTTP status 404');
    expect(failure.description).not.toContain('The service says');
  });

  test.each([
    [{ statusCode: 400 }, 400],
    [{ statusCode: 401 }, 401],
    ['', 500],
    ['<html><body>Bad gateway</body></html>', 502],
    ['{"code":"S00', 500],
    ['[]', 400],
    ['null', 400],
    ['"S0001"', 400],
  ])('%j under HTTP status %i names the operation and the status', (body, status) => {
    const failure = screeningFailure(body, status);
    expect(failure.message).toMatch(/^Screen Company: /);
    expect(failure.message).toContain(`HTTP status ${status}`);
    expect(failure.httpStatus).toBe(status);
    expect(failure.description).not.toBe('');
  });

  test('a code counts under HTTP status 200, too', () => {
    expect(screeningFailure({ code: 'S0005', message: 'UNKNOWN_ERROR' }, 200)).toMatchObject({
      errorCode: 'S0005',
      errorName: 'UNKNOWN_ERROR',
    });
  });

  test('{statusCode} under HTTP status 200 is no result', () => {
    expect(screeningFailure({ statusCode: 400 }, 200).message).toContain('cannot be understood');
  });

  test.each([301, 302, 307, 308])('a redirect (%i) is not followed, and says so', (status) => {
    const failure = screeningFailure('', status);
    expect(failure.message).toContain('another address');
    expect(failure.message).toContain('not followed');
    expect(failure.description).toContain('Base URL');
  });

  test('a refused subscription key ends the run, whatever the operation', () => {
    expect(screeningFailure({ code: 'S0003' }, 400).endsRun).toBe(true);
    expect(annualReturnsFailure({ code: 'S0003' }, 403).endsRun).toBe(true);
    expect(screeningFailure({ statusCode: 401 }, 401).endsRun).toBe(true);
  });

  test.each([400, 403, 404, 429, 500, 503])(
    'HTTP status %i without a code does not end the run',
    (status) => {
      expect(screeningFailure('', status).endsRun).toBeFalsy();
    },
  );

  test('what Retry-After asked for is passed on', () => {
    const failure = failureOf(() =>
      readReply({ ...aReply('', 429), retryAfterMs: 7000 }, screeningRecordSchema, SCREENING),
    );
    expect(failure.retryAfterMs).toBe(7000);
    expect(failure.description).toContain('It asks to wait 7 s.');
  });
});

describe('a success that cannot be read', () => {
  test.each([
    ['nothing', '', 'The reply is empty.'],
    ['white space', ' \n', 'The reply is empty.'],
    ['a gateway page', ' <!doctype html><p>Hello', 'A web page came back instead'],
    ['truncated JSON', '{"id":"x","status":"Comp', 'not complete JSON'],
    [
      'a record whose number of hits is read as 0, and is not',
      JSON.stringify(aRecord()).replace('"totalHits":0', '"totalHits":1e-400'),
      'a number that cannot be read',
    ],
    ['a list', '[]', 'not an object'],
    ['null', 'null', 'not an object'],
  ])('says what came instead: %s', (_, body, expected) => {
    expect(screeningFailure(body, 200).description).toContain(expected);
  });

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

  test('warns that the service may have done the work, and is not sent again by itself', () => {
    const failure = screeningFailure('<html>', 200);
    expect(failure.state).toBe('unresolved');
    expect(mayBeCharged(failure)).toBe(true);
  });

  test('names the id of the service if the reply gives one', () => {
    expect(receiptIdOf(screeningFailure({ ...aRecord({ id: ' s-1 ' }), totalHits: 'three' }, 200))).toBe(
      's-1',
    );
    expect(receiptIdOf(screeningFailure({ ...aRecord({ id: ' ' }), totalHits: 'three' }, 200))).toBeNull();
    expect(receiptIdOf(screeningFailure('<html>', 200))).toBeNull();
  });

  test('costs nothing if the request only asks', () => {
    const reply = aReply('<html>', 200, 'GET');
    const failure = failureOf(() => readReply(reply, screeningRecordSchema, SCREENING));
    expect(failure.state).toBe('refused');
    expect(mayBeCharged(failure)).toBe(false);
  });
});

describe('a record whose verdict can be read', () => {
  test('is not thrown away for a hit with a field of an odd type: its id is paid for', () => {
    const record = aRecord({ totalHits: 2, details: [aHit(), { name: 7, companyNumber: [123] }] });
    expect(readReply(aReply(record), screeningRecordSchema, SCREENING)).toEqual(record);
  });
});

describe('whether it may be sent again', () => {
  test.each([429, 503])('HTTP status %i: safely, since the service has not done the work', (status) => {
    const failure = screeningFailure('', status);
    expect(failure.state).toBe('safe');
    expect(mayBeCharged(failure)).toBe(false);
  });

  test.each([500, 502, 504])('HTTP status %i: uncertain, and it says that the work may be done', (status) => {
    const failure = screeningFailure('', status);
    expect(failure.state).toBe('uncertain');
    expect(mayBeCharged(failure)).toBe(true);
  });

  test.each([301, 400, 401, 403, 404, 405, 409, 410, 413, 422])(
    'HTTP status %i: never, and nothing was paid for',
    (status) => {
      const failure = screeningFailure('', status);
      expect(failure.state).toBe('refused');
      expect(mayBeCharged(failure)).toBe(false);
    },
  );

  test.each([408, 499, 501, 505, 507, 520, 522, 524])(
    'HTTP status %i: never, and it says that the work may be done',
    (status) => {
      const failure = screeningFailure('', status);
      expect(failure.state).toBe('unresolved');
      expect(mayBeCharged(failure)).toBe(true);
    },
  );

  test('an unresolved status keeps the id that its body gives', () => {
    expect(receiptIdOf(screeningFailure({ id: 's-1' }, 524))).toBe('s-1');
  });

  test('a code of the catalog changes nothing about that', () => {
    expect(annualReturnsFailure({ code: 'S0004' }, 500).state).toBe('uncertain');
    expect(annualReturnsFailure({ code: 'S0004' }, 503).state).toBe('safe');
    expect(annualReturnsFailure({ code: 'S0002' }, 400).state).toBe('refused');
  });
});

describe('the catalogs', () => {
  const lines: Array<[string, ErrorCatalog, string, string, RegExp, string, RegExp]> = [
    [
      'annual returns',
      ANNUAL_RETURNS_ERRORS,
      'S0001',
      'FAILED_TO_VERIFY_BUSINESS',
      /failed to verify the business/,
      'Fatal',
      /support/,
    ],
    [
      'annual returns',
      ANNUAL_RETURNS_ERRORS,
      'S0002',
      'INVALID_BUSINESS_REGISTRATION_NUMBER',
      /14 digits/,
      'Data',
      /registration number/,
    ],
    [
      'annual returns',
      ANNUAL_RETURNS_ERRORS,
      'S0003',
      'INVALID_CREDENTIALS',
      /credentials are invalid/,
      'Authentication',
      /Subscription Key/,
    ],
    [
      'annual returns',
      ANNUAL_RETURNS_ERRORS,
      'S0004',
      'UNKNOWN_ERROR',
      /unknown error/,
      'Fatal',
      /later.*support/,
    ],
    [
      'screening',
      SCREENING_ERRORS,
      'S0001',
      'FAILED_TO_VERIFY_LICENCE_NUMBER',
      /failed to verify the licence number/,
      'Fatal',
      /support/,
    ],
    [
      'screening',
      SCREENING_ERRORS,
      'S0002',
      'INVALID_LICENCE_NUMBER',
      /licence number is invalid/,
      'Data',
      /[Cc]heck/,
    ],
    [
      'screening',
      SCREENING_ERRORS,
      'S0003',
      'INVALID_CREDENTIALS',
      /credentials are invalid/,
      'Authentication',
      /Subscription Key/,
    ],
    [
      'screening',
      SCREENING_ERRORS,
      'S0004',
      'LICENCE_NUMBER_NOT_FOUND',
      /licence number was not found/,
      'Data',
      /support/,
    ],
    ['screening', SCREENING_ERRORS, 'S0005', 'UNKNOWN_ERROR', /unknown error/, 'Fatal', /later.*support/],
  ];

  test.each(lines)('%s: a code has its own name, words and type (%#)', (...line) => {
    const [, catalog, code, name, description, type, suggestion] = line;
    const words = describeReportedError({ code }, catalog);
    expect(words).toMatchObject({ errorCode: code, errorName: name, errorType: type });
    expect(words.message).toMatch(description);
    expect(words.message).toContain(code);
    expect(words.suggestion).toMatch(suggestion);
  });

  test('neither catalog has a line that the interface does not show', () => {
    expect(Object.keys(ANNUAL_RETURNS_ERRORS)).toEqual(['S0001', 'S0002', 'S0003', 'S0004']);
    expect(Object.keys(SCREENING_ERRORS)).toEqual(['S0001', 'S0002', 'S0003', 'S0004', 'S0005']);
  });

  test('only the refused key ends a run', () => {
    for (const [, catalog, code] of lines) {
      expect(describeReportedError({ code }, catalog).endsRun).toBe(code === 'S0003');
    }
  });
});

describe('a code that no catalog knows', () => {
  test('is shown as received, with all that came with it', () => {
    const received = {
      code: 'X9',
      message: 'STRANGE_ERROR',
      description: 'Something strange.',
      suggestion: ['Do this.', null, 'Then that.'],
      type: 'Odd',
    };
    expect(describeReportedError(received, SCREENING_ERRORS)).toEqual({
      message: 'The service reported the error X9 STRANGE_ERROR.',
      advice: 'Something strange. Do this. Then that.',
      errorCode: 'X9',
      errorName: 'STRANGE_ERROR',
      errorType: 'Odd',
      suggestion: 'Do this. Then that.',
      endsRun: false,
    });
  });

  test('S0005 is unknown to annual returns, though screening knows it', () => {
    expect(annualReturnsFailure({ code: 'S0005', message: 'SEEN' }, 400).message).toContain('S0005 SEEN');
  });

  test.each(['constructor', '__proto__', 'toString', 's0001', ' S0001'])(
    'such as "%s" finds no words of ours',
    (code) => {
      const words = describeReportedError({ code }, SCREENING_ERRORS);
      expect(words).toMatchObject({ errorCode: code });
      expect(words.errorName).toBeUndefined();
      expect(words.endsRun).toBeFalsy();
    },
  );

  test('and an error without a code or a message is still an error', () => {
    expect(describeReportedError({}, SCREENING_ERRORS).message).toContain('without a code');
  });
});

test.each([400, 403, 429, 503])(
  'a record under HTTP status %i was paid for: its id is reported',
  (status) => {
    const failure = screeningFailure(aRecord(), status);

    expect(receiptIdOf(failure)).toBe(aRecord().id);
    expect(mayBeCharged(failure)).toBe(true);
  },
);
