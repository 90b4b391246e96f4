// What is made of each reply that is no result: every fact and every word, and nothing else.
import { screeningRecordSchema } from '../../nodes/CompanyScreening/service/contract';
import {
  ANNUAL_RETURNS_ERRORS,
  INVALID_CREDENTIALS_CODE,
  reportedFailure,
  SCREENING_ERRORS,
} from '../../nodes/CompanyScreening/service/reportedError';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import {
  showsRequestWasTaken,
  readReply,
  replyText,
  statusAdvice,
  type ServiceReply,
} from '../../nodes/CompanyScreening/service/reply';
import { aRecord, aReply } from './builders';

const SCREENING = { operation: 'Screen Company', catalog: SCREENING_ERRORS };

function failureFor(reply: ServiceReply): FailureDetails {
  try {
    readReply(reply, screeningRecordSchema, SCREENING);
  } catch (error) {
    if (error instanceof OperationFailure) return error.details;
    throw error;
  }
  throw new Error('It was expected to fail.');
}

const SUPPORT = "If the problem persists, contact the service's support.";

test.each<[string, ServiceReply, FailureDetails]>([
  [
    'a code of the catalog',
    aReply({ code: 'S0002' }, 400),
    {
      state: 'refused',
      httpStatus: 400,
      errorCode: 'S0002',
      errorName: 'INVALID_LICENCE_NUMBER',
      errorType: 'Data',
      suggestion: 'Check the licence number and try again.',
      failsEveryItem: false,
      message: 'Screen Company: the licence number is invalid. (S0002 INVALID_LICENCE_NUMBER)',
      advice: 'Check the licence number and try again. The HTTP status was 400.',
    },
  ],
  [
    'a code of no catalog, with what came with it',
    { ...aReply({ code: 'X1', message: 'The The' }, 401), retryAfterMs: 7000 },
    {
      state: 'refused',
      httpStatus: 401,
      retryAfterMs: 7000,
      errorCode: 'X1',
      errorName: 'The The',
      failsEveryItem: true,
      message: 'Screen Company: the service reported the error X1 The The.',
      advice: 'The HTTP status was 401.',
    },
  ],
  [
    'a status without a code',
    aReply('', 404),
    {
      state: 'refused',
      isForeign: true,
      httpStatus: 404,
      message: 'Screen Company: the service found nothing at this address (HTTP status 404).',
      advice: 'Check the Environment and the Base URL in the credential, and the values of this item.',
    },
  ],
  [
    'a success that cannot be read of a request that only asks, which costs nothing',
    aReply('', 200, 'GET'),
    {
      state: 'refused',
      isForeign: true,
      httpStatus: 200,
      message: "Screen Company: the service's reply cannot be understood (HTTP status 200).",
      explanation: 'The reply is empty. This item has no result.',
    },
  ],
])('a reply has the words for %s, and nothing more', (_, reply, details) => {
  expect(failureFor(reply)).toStrictEqual(details);
});

describe('a reply with a code', () => {
  test.each([
    ['S0001', 'staysUncertain'],
    ['X1', 'staysUncertain'],
    ['S0002', 'refused'],
    ['S0003', 'refused'],
  ])('under a status of success may have been charged, unless it blames the request: %s', (code, state) => {
    expect(failureFor(aReply({ code }, 200)).state).toBe(state);
    expect(failureFor(aReply({ code }, 200, 'GET')).state).toBe('refused');
    expect(failureFor(aReply({ code }, 400)).state).toBe('refused');
  });

  test('and an id may be of a request that was done', () => {
    expect(failureFor(aReply({ code: 'X1', id: ' s-1 ' }, 524))).toMatchObject({
      state: 'staysUncertain',
      receiptId: 's-1',
    });
    expect(failureFor(aReply({ code: 'X1', id: ' s-1 ' }, 503))).not.toHaveProperty('receiptId');
  });
});

describe('a reply without a code', () => {
  test('has words for a status that every item would meet', () => {
    expect(failureFor(aReply('', 401))).toMatchObject({ failsEveryItem: true });
  });

  test.each([
    ['in white space', 'Try\n\t tomorrow', 'Try tomorrow.'],
    ['with an end', 'Try tomorrow!', 'Try tomorrow!'],
    ['with a question', 'Try tomorrow?', 'Try tomorrow?'],
    ['with a full stop', 'Try tomorrow.', 'Try tomorrow.'],
    ['with signs in the middle', 'No. Try tomorrow', 'No. Try tomorrow.'],
    ['without an end', 'a'.repeat(501), `${'a'.repeat(499)}…`],
  ])('quotes what the service says: %s', (_, message, said) => {
    expect(failureFor(aReply({ message }, 400)).explanation).toBe(`The service says: ${said}`);
  });
});

describe('a success that cannot be read', () => {
  test.each<[string, unknown, string]>([
    ['nothing', ' ', 'The reply is empty.'],
    [
      'a page',
      ' <html>',
      'A web page came back instead of data, perhaps from a gateway on the way. Check the Base URL in the credential.',
    ],
    [
      'half of it',
      '{',
      'The reply is not complete JSON, names a field twice, or has a number that cannot be read.',
    ],
    ['a text', '"<html>"', 'The reply is not an object.'],
    [
      'a record without a field',
      { ...aRecord(), status: 7 },
      'The field "status" is missing or not of the expected type.',
    ],
  ])('says what came instead: %s', (_, body, what) => {
    const id = typeof body === 'object' ? aRecord().id : null;
    expect(failureFor(aReply(body, 200))).toStrictEqual({
      state: 'staysUncertain',
      receiptId: id,
      isForeign: true,
      httpStatus: 200,
      message: "Screen Company: the service's reply cannot be understood (HTTP status 200).",
      explanation: `${what} This item has no result.`,
    });
  });
});

describe('a result under a status of failure', () => {
  test('was done if the request may be paid for, and is only refused if it asks', () => {
    expect(failureFor(aReply(aRecord(), 403))).toMatchObject({
      state: 'staysUncertain',
      receiptId: aRecord().id,
    });
    expect(failureFor(aReply(aRecord(), 403, 'GET'))).toMatchObject({ state: 'refused' });
  });

  test.each([
    [true, aReply(aRecord(), 401)],
    [true, aReply({ id: 'paid-1', status: 'Completed', totalHits: '0' }, 401)],
    [false, aReply({ statusCode: 401 }, 401)],
    [true, aReply({ id: 'paid-1', requestUri: '/r/1', status: null }, 401)],
    [false, aReply(aRecord(), 401, 'GET')],
  ])('is known by its id and its status, whatever else is odd: %s', (isTaken, reply) => {
    expect(showsRequestWasTaken(reply)).toBe(isTaken);
  });

  test.each([
    ['in another object', { data: { items: [aRecord()] } }],
    ['in a list', [aRecord()]],
    ['in a text', { body: JSON.stringify(aRecord()) }],
    ['in a text within a text', JSON.stringify(JSON.stringify(aRecord()))],
    ['with a field twice', '{"id":"1","status":"Completed","totalHits":0,"totalHits":2}'],
    ['before another one', `${JSON.stringify(aRecord())}\n{}`],
    ['cut off', '{"id" : "1", "status" : "Comp'],
    ['with names in capitals', { Id: '1', Status: 'Completed' }],
    ['by the address of annual returns alone', { requestUri: '/r/1' }],
    ['with an id that is a number, and no status', { id: 7, totalHits: 0 }],
    ['perhaps, in a text that is withheld', '***'],
  ])('is found %s', (_, body) => {
    expect(failureFor(aReply(body, 503)).state).toBe('staysUncertain');
  });

  test.each([
    ['an id only', { id: 'error-1', message: 'Too many requests' }],
    ['a status only', { status: 'UNAVAILABLE' }],
    ['an id that is empty', { id: null, status: 'Pending' }],
    ['another id', { requestId: '1', status: 'error' }],
    ['a status of HTTP', { id: 'error-1', status: 429 }],
    ['a status of HTTP as text', { errors: [{ id: 'error-1', status: '429' }] }],
    ['a word of a gateway', { error: { id: 'error-1', status: 'RESOURCE_EXHAUSTED' } }],
    ['a page', ' <script>{"id":"1","status":"Completed"}</script>'],
  ])('is not %s', (_, body) => {
    expect(failureFor(aReply(body, 429)).state).toBe('safe');
  });

  test.each([
    ['a status that says to try again later', 503, {}],
    ['a status that says there are too many', 429, {}],
    ['a refusal', 400, {}],
    ['a success, beside an error code', 200, { code: 'S0005' }],
  ])('is not to be sent again, and its id is kept, with %s', (_, status, fields) => {
    const body = { id: 'paid-1', status: 'Completed', totalHits: '0', ...fields };
    expect(failureFor(aReply(body, status))).toMatchObject({ state: 'staysUncertain', receiptId: 'paid-1' });
  });
});

test('a file has no text', () => {
  const file = { bytes: Buffer.from('x'), contentType: 'a/b', name: undefined };
  const about = { method: 'GET', status: 200, isWhole: true, repliedAt: 0 } as const;
  expect(replyText({ kind: 'file', file, ...about })).toBe('');
  expect(replyText(aReply('x'))).toBe('x');
});

const ASK = "Contact the service's support.";
const CREDENTIALS = [
  'S0003',
  'INVALID_CREDENTIALS',
  'The connection credentials are invalid.',
  'Check the Subscription Key in the credential.',
  'Authentication',
];

describe('each status in words', () => {
  const redirected = {
    what: 'the service redirects to another address, which is not followed so that the token goes nowhere else',
    todo: 'Check the Base URL in the credential.',
  };
  const refused = { what: 'the service refused the request', todo: SUPPORT };
  const failed = { what: 'the service failed', todo: SUPPORT };

  test.each([
    [299, refused],
    [300, redirected],
    [399, redirected],
    [400, { what: 'the service refused the request as invalid', todo: 'Check the values of this item.' }],
    [
      401,
      {
        what: 'the service did not accept the credential, most likely its Subscription Key',
        todo: 'The authorization server issued a token, so check the Subscription Key, the Environment and the Base URL in the credential.',
        failsEveryItem: true,
      },
    ],
    [402, refused],
    [
      403,
      {
        what: 'the service does not allow this request',
        todo: "Ask the service's provider whether your subscription includes this operation.",
      },
    ],
    [
      404,
      {
        what: 'the service found nothing at this address',
        todo: 'Check the Environment and the Base URL in the credential, and the values of this item.',
      },
    ],
    [
      408,
      {
        what: 'the service, or a gateway on the way, gave up waiting for the request',
        todo: 'Try again later.',
      },
    ],
    [
      429,
      {
        what: 'the service asks for fewer requests',
        todo: 'Lower Concurrency or set Requests per Second in the options, and run these items again later.',
      },
    ],
    [499, refused],
    [500, failed],
    [503, { what: 'the service is not available at the moment', todo: 'Try again later.' }],
    [599, failed],
  ])('%i', (status, words) => {
    expect(statusAdvice(status)).toStrictEqual(words);
  });
});

test.each<[string, typeof SCREENING_ERRORS, string[][]]>([
  [
    'annual returns',
    ANNUAL_RETURNS_ERRORS,
    [
      ['S0001', 'FAILED_TO_VERIFY_BUSINESS', 'The service failed to verify the business.', ASK, 'Fatal'],
      [
        ...['S0002', 'INVALID_BUSINESS_REGISTRATION_NUMBER'],
        'The registration number is invalid; it must have 14 digits.',
        ...['Check the registration number and try again.', 'Data'],
      ],
      CREDENTIALS,
      [
        ...['S0004', 'UNKNOWN_ERROR', 'An unknown error occurred at the service.'],
        "Try again later. If the problem persists, contact the service's support with details of what you did.",
        'Fatal',
      ],
    ],
  ],
  [
    'screening',
    SCREENING_ERRORS,
    [
      [
        ...['S0001', 'FAILED_TO_VERIFY_LICENCE_NUMBER'],
        ...['The service failed to verify the licence number.', ASK, 'Fatal'],
      ],
      [
        ...['S0002', 'INVALID_LICENCE_NUMBER', 'The licence number is invalid.'],
        ...['Check the licence number and try again.', 'Data'],
      ],
      CREDENTIALS,
      ['S0004', 'LICENCE_NUMBER_NOT_FOUND', 'The licence number was not found.', ASK, 'Data'],
      [
        ...['S0005', 'UNKNOWN_ERROR', 'An unknown error occurred at the service.'],
        ...[`Try again later. ${SUPPORT}`, 'Fatal'],
      ],
    ],
  ],
])('each entry of the catalog of the %s', (_, catalog, rows) => {
  expect(INVALID_CREDENTIALS_CODE).toBe('S0003');
  const entries = rows.map(([code = '', name, description, suggestion, type]) => [
    code,
    { name, description, suggestion, type },
  ]);
  expect(catalog).toStrictEqual(Object.fromEntries(entries));
});

describe('a request that the service took, and reports as failed', () => {
  const taken = { what: 'it failed.', id: 's-1', idName: 'screening ID', errors: [], httpStatus: 200 };
  const DO = ['Do this.', null, 'Do that.'];
  const detailsOf = (changes: Partial<Parameters<typeof reportedFailure>[1]>) =>
    reportedFailure(SCREENING, { ...taken, ...changes }).details;

  test.each<[string, Parameters<typeof detailsOf>[0], FailureDetails]>([
    [
      'without a reason says where to ask',
      {},
      {
        state: 'failedAtService',
        receiptId: 's-1',
        httpStatus: 200,
        failsEveryItem: false,
        message: 'Screen Company: it failed. The service gave no reason.',
        advice: `Try again later. ${SUPPORT} The service knows the request by the screening ID s-1.`,
      },
    ],
    [
      'with several reasons has the words of the first, and names the others',
      { errors: [{ code: 'X1' }, 7, { code: 'S0003' }, { message: 'Odd', suggestion: DO }] },
      {
        state: 'failedAtService',
        receiptId: 's-1',
        httpStatus: 200,
        errorCode: 'X1',
        failsEveryItem: true,
        message: 'Screen Company: it failed. The service reported the error X1.',
        advice: `Try again later. ${SUPPORT} Also: The service reported an error without a code. Also: The connection credentials are invalid. (S0003 INVALID_CREDENTIALS) Also: The service reported the error Odd. The service knows the request by the screening ID s-1.`,
      },
    ],
    [
      'has the description and the suggestions of the service',
      { errors: [{ description: 'Why.', suggestion: DO, type: 'Odd' }], id: null },
      {
        state: 'failedAtService',
        receiptId: null,
        httpStatus: 200,
        errorType: 'Odd',
        suggestion: 'Do this. Do that.',
        failsEveryItem: false,
        message: 'Screen Company: it failed. The service reported an error without a code.',
        advice: 'Why. Do this. Do that.',
      },
    ],
  ])('%s', (_, changes, details) => {
    expect(detailsOf(changes)).toStrictEqual(details);
  });

  test('has the words of a failure at the service first, and no ID where there is none', () => {
    const errors = [{ code: 'S0002' }, { code: 'S0005' }, { code: 'S0001' }];
    expect(detailsOf({ errors })).toMatchObject({ errorCode: 'S0005', errorType: 'Fatal' });
    expect(detailsOf({ id: null })).toMatchObject({ receiptId: null, advice: `Try again later. ${SUPPORT}` });
  });
});
