// The replies of the service, with everything that the interface leaves open.
import * as z from 'zod/v4';

import * as contract from '../../nodes/CompanyScreening/service/contract';
import {
  annualReturnsReplySchema,
  errorBodySchema,
  FIELD_NAMES,
  RECORD_FIELDS,
  hitSchema,
  jsonValueSchema,
  reportedErrorSchema,
  requestStateSchema,
  screeningOptionSchema,
  screeningRecordSchema,
  tokenReplySchema,
} from '../../nodes/CompanyScreening/service/contract';
import { aHit, aRecord } from './builders';

const HIT_FIELDS = Object.keys(aHit());
const LIST_FIELDS = [
  ...'aliasNames aliasGivenNames links address addressRemarks'.split(' '),
  ...'companyNumber jurisdiction nameRemarks sanctionDetails otherInformation'.split(' '),
];
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

describe('a hit', () => {
  test.each(HIT_FIELDS)('may have %s null, or not at all', (field) => {
    expect(hitSchema.parse({ ...aHit(), [field]: null })).toHaveProperty(field, null);
    expect(hitSchema.parse(without(aHit(), field))).not.toHaveProperty(field);
  });

  test.each(LIST_FIELDS)('may have an entry of %s null', (field) => {
    expect(hitSchema.parse({ [field]: [null, 'x'] })).toEqual({ [field]: [null, 'x'] });
  });

  test('keeps fields that the interface does not know', () => {
    const hit = { name: 'A', score: 0.9, nested: { any: ['thing', null] } };
    expect(hitSchema.parse(hit)).toEqual(hit);
  });
});

describe('each field of a hit', () => {
  test.each([
    ['aliasNames', ['text']],
    ['aliasGivenNames', ['text']],
    ['links', ['text']],
    ['sourceType', 'text'],
    ['address', ['text']],
    ['addressRemarks', ['text']],
    ['companyNumber', ['text']],
    ['jurisdiction', ['text']],
    ['entityType', 'text'],
    ['pepType', 'text'],
    ['name', 'text'],
    ['nameRemarks', ['text']],
    ['sourceId', 'text'],
    ['sanctionDetails', ['text']],
    ['otherInformation', ['text']],
    ['tlName', 'text'],
  ])('%s is as the interface shows it, and nothing else: %j', (field, value) => {
    expect(hitSchema.parse({ [field]: value })).toEqual({ [field]: value });
    const other = Array.isArray(value) ? 'text' : ['text'];
    for (const odd of [other, 7, true, {}, [7]])
      expect(hitSchema.safeParse({ [field]: odd }).success).toBe(false);
  });
});

describe('a screening option', () => {
  test.each(['Aml', 'Both', 'Pep'])('may be %s', (option) => {
    expect(screeningOptionSchema.parse(option)).toBe(option);
  });

  test.each(['aml', 'BOTH', '', 'Sanctions', null])('is nothing else: %j', (option) => {
    expect(screeningOptionSchema.safeParse(option).success).toBe(false);
  });
});

describe('an error that the service reports', () => {
  test.each(['code', 'message', 'description', 'type'])(
    'may have %s as text, null, or not at all',
    (field) => {
      for (const value of ['text', null])
        expect(reportedErrorSchema.parse({ [field]: value })).toEqual({ [field]: value });
      expect(reportedErrorSchema.parse({})).toEqual({});
      expect(reportedErrorSchema.safeParse({ [field]: 7 }).success).toBe(false);
    },
  );

  test('may have suggestions as a list, as one text, or not at all', () => {
    for (const suggestion of [['text', null], 'text', null])
      expect(reportedErrorSchema.parse({ suggestion })).toEqual({ suggestion });
    expect(reportedErrorSchema.safeParse({ suggestion: 7 }).success).toBe(false);
    expect(reportedErrorSchema.safeParse({ suggestion: [7] }).success).toBe(false);
  });

  test('keeps fields that the interface does not know', () => {
    expect(reportedErrorSchema.parse({ trace: 7 })).toEqual({ trace: 7 });
  });
});

describe('the state of an annual returns request', () => {
  test.each([
    [{ id: '1', status: 'Pending' }],
    [{ code: 'S0001', status: 'Failed' }],
    [{ code: null }],
    [{ code: '' }],
    [{}],
    [[1]],
    ['text'],
    [7],
    [null],
    [false],
  ])('may be any JSON: %j', (reply) => {
    expect(requestStateSchema.parse(reply)).toEqual(reply);
  });

  test.each([[{ code: 'S0001' }], [{ code: 'S0001', message: 'M' }], [{ code: 'S0001', status: 7 }]])(
    'is no error body: %j',
    (reply) => {
      expect(requestStateSchema.safeParse(reply).success).toBe(false);
    },
  );
});

test('JSON is any of its values, and nothing else', () => {
  for (const value of ['a', 1, true, null, [undefined], { constructor: 1 }])
    expect(jsonValueSchema.safeParse(value).success).toBe(true);
  for (const value of [undefined, 1n, Symbol('a'), () => 1])
    expect(jsonValueSchema.safeParse(value).success).toBe(false);
});

describe('a screening record', () => {
  test('is kept as received', () => {
    const record = aRecord({ details: [aHit()], totalHits: 1, extra: { a: [1] } });
    expect(screeningRecordSchema.parse(record)).toEqual(record);
  });

  test.each(['requesterId', 'processedAt', 'details', 'errors', 'createdAt', 'option'])(
    'may have %s null, or not at all',
    (field) => {
      expect(screeningRecordSchema.parse({ ...aRecord(), [field]: null })).toHaveProperty(field, null);
      expect(screeningRecordSchema.parse(without(aRecord(), field))).not.toHaveProperty(field);
    },
  );

  test.each(['id', 'status', 'totalHits', 'isError'])('is not understood without %s', (field) => {
    expect(screeningRecordSchema.safeParse(without(aRecord(), field)).success).toBe(false);
    expect(screeningRecordSchema.safeParse({ ...aRecord(), [field]: null }).success).toBe(false);
  });

  test.each(['Pending', 'Completed', 'Failed', 'Successful', 'Archived', ''])(
    'may have the status "%s"',
    (status) => {
      expect(screeningRecordSchema.parse(aRecord({ status })).status).toBe(status);
    },
  );

  test.each([
    ['totalHits as text', { totalHits: '0' }],
    ['totalHits with a fraction', { totalHits: 0.5 }],
    ['isError as text', { isError: 'false' }],
    ['details as an object', { details: {} }],
    ['errors as text', { errors: 'none' }],
  ])('is not understood with %s', (_, changes) => {
    expect(screeningRecordSchema.safeParse({ ...aRecord(), ...changes }).success).toBe(false);
  });

  test.each([
    ['null', null],
    ['text', 'Gloomharbour'],
    ['a hit with a field of another type', { name: 7, companyNumber: [123] }],
  ])('stays readable if an entry of its details is %s', (_, entry) => {
    const record = aRecord({ details: [entry], totalHits: 1 });
    expect(screeningRecordSchema.parse(record)).toEqual(record);
  });

  test.each(['createdAt', 'requesterId', 'option', 'processedAt'])(
    'stays readable if %s is of another type',
    (field) => {
      expect(screeningRecordSchema.parse({ ...aRecord(), [field]: { odd: [1] } })).toHaveProperty(field, {
        odd: [1],
      });
    },
  );

  test.each([
    ['as the interface shows it', { code: 'S0001', suggestion: ['Do this', 'Or that'] }],
    ['with one suggestion as text', { suggestion: 'Do this' }],
    ['with nothing but a field nobody knows', { trace: 'abc' }],
    ['with everything null', { code: null, message: null, description: null, suggestion: null, type: null }],
  ])('may list an error %s', (_, error) => {
    expect(screeningRecordSchema.parse({ ...aRecord(), errors: [error] }).errors).toEqual([error]);
  });
});

describe('the reply to an annual returns request', () => {
  test('may have requestUri null, or not at all, and keeps unknown fields', () => {
    const reply = { id: 'r-1', requestUri: null, status: 'Pending', queue: 4 };
    expect(annualReturnsReplySchema.parse(reply)).toEqual(reply);
    expect(annualReturnsReplySchema.parse(without(reply, 'requestUri'))).not.toHaveProperty('requestUri');
  });

  test('is understood by its id or by its address, however odd the rest is, and not without either', () => {
    for (const reply of [{ id: 'r-1', status: 7 }, { requestUri: '/r/1' }, { id: 7, requestUri: '/r/1' }])
      expect(annualReturnsReplySchema.parse(reply)).toEqual(reply);
    for (const reply of [{ status: 'Pending' }, { id: ' ', requestUri: null }, { id: 7 }, [], null])
      expect(annualReturnsReplySchema.safeParse(reply).success).toBe(false);
  });
});

describe('an error body', () => {
  test.each([
    [{ code: 'S0001', message: 'M' }],
    [{ code: null, message: null }],
    [{ error: 'invalid_client' }],
  ])('is read: %j', (body) => {
    expect(errorBodySchema.parse(body)).toMatchObject(body);
  });

  test.each([[undefined], [null], [[]], ['text'], [7]])('that is no object reads as empty: %j', (body) => {
    expect(Object.values(errorBodySchema.parse(body)).filter(Boolean)).toEqual([]);
  });

  test('loses only the field that has a wrong type', () => {
    expect(errorBodySchema.parse({ code: 7, message: 'M' })).toMatchObject({ code: null, message: 'M' });
  });
});

describe('the reply of the token endpoint', () => {
  test.each([
    [300, 300],
    ['300', 300],
    [0.5, 0.5],
    [null, 300],
    [undefined, 300],
  ])('may give expires_in as %j', (given, seconds) => {
    expect(tokenReplySchema.parse({ access_token: 't', expires_in: given }).expires_in).toBe(seconds);
  });

  test.each([[0], [-1], ['soon'], [''], ['  '], [true], [[300]], [{}], ['Infinity']])(
    'is not understood with expires_in %j',
    (given) => {
      expect(tokenReplySchema.safeParse({ access_token: 't', expires_in: given }).success).toBe(false);
    },
  );

  test('is not understood with an empty token', () => {
    expect(tokenReplySchema.safeParse({ access_token: '', expires_in: 300 }).success).toBe(false);
  });

  test.each(['two\r\nlines', 'a token', 'token\n', 'tok\u00e9n', '\u200btoken', 'tok\0en'])(
    'is no token that a header cannot hold: %j',
    (token) => {
      expect(tokenReplySchema.safeParse({ access_token: token, expires_in: 300 }).success).toBe(false);
    },
  );

  test('is a token of any sign of ASCII', () => {
    const token = 'aZ09-._~+/=!#$%&()*,:;<>?@[]^`{|}"';
    expect(tokenReplySchema.parse({ access_token: token, expires_in: 300 }).access_token).toBe(token);
  });
});

test('no field of a reply can be mistaken for a secret: the names of all are known', () => {
  const replies = Object.values(contract).filter((schema) => schema instanceof z.ZodObject);
  expect(replies.length).toBeGreaterThan(4);
  for (const reply of replies) {
    // The token endpoint's reply is read by nobody but the token exchange.
    if (reply === tokenReplySchema) continue;
    expect([...FIELD_NAMES]).toEqual(expect.arrayContaining(Object.keys(reply.shape)));
  }
});

const OF_A_RECORD =
  'id createdAt requesterId status totalHits option processedAt details isError errors'.split(' ');

test('the names of all fields are these, and no others', () => {
  const others = 'code message description suggestion type requestUri error statusCode'.split(' ');
  expect([...FIELD_NAMES].sort()).toEqual([...OF_A_RECORD, ...HIT_FIELDS, ...others].sort());
});

test('the fields of a screening record are its own, whatever other replies have', () => {
  expect([...RECORD_FIELDS].sort()).toEqual([...OF_A_RECORD].sort());
});
