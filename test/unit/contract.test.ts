// The replies of the service, with everything that the interface leaves open.
import * as z from 'zod/v4';

import * as contract from '../../nodes/CompanyScreening/service/contract';
import {
  annualReturnsReplySchema,
  comparedId,
  errorBodySchema,
  FIELD_NAMES,
  RECORD_FIELDS,
  hitSchema,
  jsonValueSchema,
  plainErrorSchema,
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
const TEXT_FIELDS = HIT_FIELDS.filter((field) => !LIST_FIELDS.includes(field));
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
/** An object for each of these fields and values. */
const having = (fields: readonly string[], ...values: unknown[]) =>
  fields.flatMap((field) => values.map((value) => ({ [field]: value })));
const aRecordWith = (...changes: object[]) => changes.map((some) => ({ ...aRecord(), ...some }));
const MAY_BE_NULL = 'requesterId processedAt details errors createdAt option'.split(' ');
const NEEDED = 'id status totalHits isError'.split(' ');
const ERROR_TEXTS = 'code message description type'.split(' ');
const ofTokens = (...changes: object[]) =>
  changes.map((some) => ({ access_token: 't', expires_in: 300, token_type: null, ...some }));
const UNKNOWN_HIT = { name: 'A', score: 0.9, nested: { any: ['thing', null] } };

test.each<[what: string, schema: z.ZodType, values: unknown[]]>([
  ['a hit with any field null', hitSchema, having(HIT_FIELDS, null)],
  ['a hit without any of its fields', hitSchema, HIT_FIELDS.map((field) => without(aHit(), field))],
  ['a hit with texts', hitSchema, having(TEXT_FIELDS, 'text')],
  ['a hit with lists of texts, some of them null', hitSchema, having(LIST_FIELDS, ['text'], [null, 'x'])],
  ['a hit with fields that the interface does not know', hitSchema, [UNKNOWN_HIT]],
  ['each screening option', screeningOptionSchema, ['Aml', 'Both', 'Pep']],
  [
    'an error with any text, null, or nothing',
    reportedErrorSchema,
    [...having(ERROR_TEXTS, 'text', null), {}],
  ],
  [
    'suggestions as a list, as one text, or null',
    reportedErrorSchema,
    having(['suggestion'], ['a', null], 'a', null),
  ],
  ['an error with a field that the interface does not know', reportedErrorSchema, [{ trace: 7 }]],
  [
    'any JSON as the state of a request',
    requestStateSchema,
    [
      ...[{ id: '1', status: 'Pending' }, { code: 'S0001', status: 'Failed' }, { code: null }, { code: '' }],
      ...[{}, [1], 'text', 7, null, false],
    ],
  ],
  ['each value of JSON', jsonValueSchema, ['a', 1, true, null, [undefined], { constructor: 1 }]],
  [
    'an error of the gateway',
    plainErrorSchema,
    [...having(['statusCode'], 400, 401), { code: 'S0001', message: null }, { code: null, message: 'M' }],
  ],
  [
    'a record as it was received',
    screeningRecordSchema,
    [aRecord({ details: [aHit()], totalHits: 1, extra: { a: [1] } })],
  ],
  ['a record with null', screeningRecordSchema, aRecordWith(...having(MAY_BE_NULL, null))],
  [
    'a record without what may be null',
    screeningRecordSchema,
    MAY_BE_NULL.map((field) => without(aRecord(), field)),
  ],
  [
    'a record of any status',
    screeningRecordSchema,
    aRecordWith(...having(['status'], 'Pending', 'Completed', 'Failed', 'Successful', 'Archived', '')),
  ],
  [
    'a record with odd entries of its details',
    screeningRecordSchema,
    aRecordWith(...having(['details'], [null], ['Gloomharbour'], [{ name: 7, companyNumber: [123] }])),
  ],
  [
    'a record with odd facts beside its verdict',
    screeningRecordSchema,
    aRecordWith(...having(['createdAt', 'requesterId', 'option', 'processedAt'], { odd: [1] })),
  ],
  [
    'a record with any kind of error',
    screeningRecordSchema,
    aRecordWith(
      ...having(
        ['errors'],
        [{ code: 'S0001', suggestion: ['Do this', 'Or that'] }],
        [{ suggestion: 'Do this' }],
        [{ trace: 'abc' }],
        [{ code: null, message: null, description: null, suggestion: null, type: null }],
      ),
    ),
  ],
  [
    'the reply to a request by its id or by its address, however odd the rest is',
    annualReturnsReplySchema,
    [
      ...[
        { id: 'r-1', requestUri: null, status: 'Pending', queue: 4 },
        { id: 'r-1', status: 'Pending' },
      ],
      ...[{ id: 'r-1', status: 7 }, { requestUri: '/r/1' }, { id: 7, requestUri: '/r/1' }],
    ],
  ],
  [
    'a token of any sign of ASCII',
    tokenReplySchema,
    ofTokens({ access_token: 'aZ09-._~+/=!#$%&()*,:;<>?@[]^`{|}"' }),
  ],
])('%s is read as it is', (_, schema, values) => {
  for (const value of values) expect(schema.parse(value)).toEqual(value);
});

test.each<[what: string, schema: z.ZodType, values: unknown[]]>([
  ['a hit with something else for a list', hitSchema, having(LIST_FIELDS, 'text', 7, true, {}, [7])],
  ['a hit with something else for a text', hitSchema, having(TEXT_FIELDS, ['text'], 7, true, {}, [7])],
  ['another screening option', screeningOptionSchema, ['aml', 'BOTH', '', 'Sanctions', null]],
  ['an error with something else for a text', reportedErrorSchema, having(ERROR_TEXTS, 7)],
  ['suggestions that are no texts', reportedErrorSchema, having(['suggestion'], 7, [7])],
  [
    'an error body as the state of a request',
    requestStateSchema,
    [{ code: 'S0001' }, { code: 'S0001', message: 'M' }, { code: 'S0001', status: 7 }],
  ],
  ['what is no JSON', jsonValueSchema, [undefined, 1n, Symbol('a'), () => 1]],
  [
    'an error of something else',
    plainErrorSchema,
    [{}, { code: 'x' }, { message: 'M' }, ...having(['statusCode'], 200, 399, 402, 403, 500, '400')],
  ],
  [
    'a record without what it needs',
    screeningRecordSchema,
    [...NEEDED.map((field) => without(aRecord(), field)), ...aRecordWith(...having(NEEDED, null))],
  ],
  [
    'a record with a field of another type',
    screeningRecordSchema,
    aRecordWith(
      ...[{ totalHits: '0' }, { totalHits: 0.5 }, { isError: 'false' }, { details: {} }, { errors: 'none' }],
    ),
  ],
  [
    'the reply to a request without id and address',
    annualReturnsReplySchema,
    [{ status: 'Pending' }, { id: ' ', requestUri: null }, { id: 7 }, [], null],
  ],
  [
    'a token with an odd life',
    tokenReplySchema,
    ofTokens(...having(['expires_in'], 0, -1, 'soon', '', '  ', true, [300], {}, 'Infinity')),
  ],
  [
    'a token that is empty, or that a header cannot hold',
    tokenReplySchema,
    ofTokens(
      ...having(
        ['access_token'],
        ...['', 'two\r\nlines', 'a token', 'token\n', 'tok\u00e9n', '\u200btoken', 'tok\0en'],
      ),
    ),
  ],
])('%s is not understood', (_, schema, values) => {
  expect(values.filter((value) => schema.safeParse(value).success)).toEqual([]);
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

test.each([
  [300, 300],
  ['300', 300],
  [0.5, 0.5],
  [null, 300],
  [undefined, 300],
])('the reply of the token endpoint may give expires_in as %j', (given, seconds) => {
  expect(tokenReplySchema.parse({ access_token: 't', expires_in: given }).expires_in).toBe(seconds);
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

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each([
  ['in capitals', UUID.toUpperCase()],
  ['in braces', `{${UUID}}`],
  ['without hyphens', UUID.replaceAll('-', '')],
  ['as a URN', `urn:uuid:${UUID}`],
  ['with white space, and something invisible', ` \u200b${UUID} `],
])('an id that is a UUID is the same one %s', (_, written) => {
  expect(comparedId(written)).toBe(comparedId(UUID));
});

test.each([`a${UUID}`, `${UUID}a`, `z-${UUID}`, `${UUID}-z`, UUID.replace('0f8', '1f8')])(
  'an id that only holds a UUID is another one: %s',
  (other) => {
    expect(comparedId(other)).not.toBe(comparedId(UUID));
  },
);
