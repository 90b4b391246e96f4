// What goes to the service: addresses, bodies, authentication; and how long it asks to wait.
import {
  annualReturnsEndpoint,
  requestUriEndpoint,
  screeningEndpoint,
  tokenUrl,
} from '../../nodes/CompanyScreening/service/endpoints';
import { isSuccess, isWhole, repliedAt, retryAfterMs } from '../../nodes/CompanyScreening/service/http';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { aCredential, complaintOf } from './builders';

const settings = (changes: Record<string, unknown> = {}) => readSettings(aCredential(changes));
const body = {
  companyName: 'شركة & Söhne',
  option: 'Both',
  referenceId: 'ref-1',
  requesterId: 'me',
} as const;

describe('a screening request', () => {
  test.each([
    ['sandbox', 'https://api.example.com/aml-pep/screening/company/aml?v=2.0'],
    ['production', 'https://api.example.com/screenings/company?v=2.0'],
  ])('goes to the path of %s, version 2.0', (environment, url) => {
    expect(screeningEndpoint(settings({ environment }), body)).toEqual({
      method: 'POST',
      url,
      body,
    });
  });

  test('keeps the path of the Base URL', () => {
    const request = screeningEndpoint(settings({ baseUrl: 'https://api.example.com/gate/' }), body);
    expect(request.url).toBe('https://api.example.com/gate/aml-pep/screening/company/aml?v=2.0');
  });
});

describe('an annual returns request', () => {
  test.each(['sandbox', 'production'])('has the same path in %s, version 3.0, and no body', (environment) => {
    expect(annualReturnsEndpoint(settings({ environment }), '01234567890123')).toEqual({
      method: 'POST',
      url: 'https://api.example.com/verify-business/api/business/file/pdf/01234567890123?v=3.0',
    });
  });

  test('cannot leave its path', () => {
    expect(annualReturnsEndpoint(settings(), '../x?y').url).toContain('/pdf/..%2Fx%3Fy');
  });
});

test('the token endpoint is that of the realm', () => {
  expect(tokenUrl(settings({ realm: 'my realm/x', authUrl: 'https://login.example.com/auth/' }))).toBe(
    'https://login.example.com/auth/realms/my%20realm%2Fx/protocol/openid-connect/token',
  );
});

describe('Retry-After', () => {
  const now = Date.UTC(2025, 2, 1, 12, 0, 0);

  test.each([
    ['5', 5000],
    [' 5 ', 5000],
    [' Sat, 01 Mar 2025 12:00:30 GMT ', 30_000],
    ['0', 0],
    ['Sat, 01 Mar 2025 12:00:30 GMT', 30_000],
    ['Sat, 01 Mar 2025 11:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 365 * 24 * 3_600_000],
  ])('"%s" asks to wait %i ms', (header, waitMs) => {
    expect(retryAfterMs({ 'retry-after': header }, now)).toBe(waitMs);
  });

  test('a date counts from that of its reply, whatever the clock of this machine says', () => {
    const headers = { date: 'Sun, 22 Nov 2026 07:00:00 GMT', age: '5' };
    const after = (header: string) => retryAfterMs({ ...headers, 'retry-after': header }, now);
    expect(after('Sun, 22 Nov 2026 07:00:30 GMT')).toBe(25_000);
    expect(after('30')).toBe(30_000);
  });

  test.each([[undefined], [''], ['-5'], ['1.5'], ['5s'], ['soon'], ['1e3'], ['NaN']])(
    '"%s" asks for nothing',
    (header) => {
      expect(retryAfterMs({ 'retry-after': header }, now)).toBeUndefined();
    },
  );

  test('rubbish that begins like a sentence asks for nothing', () => {
    expect(retryAfterMs({ 'retry-after': 'soon 10' }, now)).toBeUndefined();
  });

  test('more than a year counts as a year: a number that is too large would not be a number any more', () => {
    expect(retryAfterMs({ 'retry-after': '9'.repeat(400) }, now)).toBe(365 * 24 * 3600 * 1000);
  });
});

describe('when a reply was given', () => {
  const date = 'Sun, 22 Nov 2026 08:00:00 GMT';
  const at = Date.parse('2026-11-22T08:00:00Z');

  test.each([
    ['its date', { date }, at],
    ['its date, whatever its case', { date: date.replace('GMT', 'gmt') }, at],
    ['its date by another name of the zone', { date: date.replace('GMT', 'UTC') }, at],
    ['its date with an offset', { date: date.replace('GMT', '+0000') }, at],
    ['a date of RFC 850', { date: 'Sunday, 22-Nov-26 08:00:00 GMT' }, at],
    ['a date of asctime, which is in GMT', { date: 'Sun Nov 22 08:00:00 2026' }, at],
    ['its date, and how long a cache has had it', { date, age: '90061' }, at + 90_061_000],
    ['its date, where the age is no number', { date, age: '-5' }, at],
    ['its date, with white space around it', { date: ` ${date} `, age: ' 5 ' }, at + 5000],
    ['its date, and an age of thirty years at most', { date, age: '9'.repeat(13) }, at + 1e12],
    ['its date, and the first of several ages', { date, age: '5, 9' }, at + 5000],
    ['its date, and an age that something follows', { date, age: '5 s' }, at + 5000],
    ['nothing without a date', { age: '5' }, undefined],
    ['nothing in a date that is none', { date: 'today GMT' }, undefined],
    ['nothing in a date without a time', { date: 'Sun, 22 Nov 2026 GMT' }, undefined],
    ['nothing in a date of another form', { date: '2026-11-22' }, undefined],
  ])('is said by %s', (_, headers, expected) => {
    expect(repliedAt(headers)).toBe(expected);
  });
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('whether status %i is a success: %s', (status, success) => {
  expect(isSuccess(status)).toBe(success);
});

describe('the request at a Request URI', () => {
  const at = (requestUri: string, changes: Record<string, unknown> = {}) =>
    requestUriEndpoint(settings(changes), requestUri, { maxFileMb: 7, mask: (text) => text });

  test.each(['null', 'undefined', '[object Object]', 'NaN', 'https://', 'http://[x]'])(
    'is no request if it is no address: %s',
    (requestUri) => {
      expect(complaintOf(() => at(requestUri))).toEqual({
        message: 'Request URI is not a web address.',
        description:
          'Nothing was sent for this item. Use the value of requestUri from "Request Annual Returns" unchanged. If it is null, the service gave no address for this request.',
      });
    },
  );

  test.each([
    'https://officer@api.example.com/r',
    'https://:secret@api.example.com/r',
    'http://api.example.com/r',
    'blob:https://api.example.com/r',
  ])('is no request if the address is not plain: %s', (requestUri) => {
    expect(complaintOf(() => at(requestUri))).toEqual({
      message:
        'Request URI must be a plain address with the same protocol as the Base URL and without a user name.',
      description: 'Nothing was sent for this item. Check where the value comes from.',
    });
  });

  test.each(['https://evil.example/r', '//evil.example/r', 'https://api.example.com:8443/r'])(
    'is no request if it is another host: %s',
    (requestUri) => {
      const { message, description } = complaintOf(() => at(requestUri));
      expect(message).toMatch(
        /^Request URI points to (evil|api)\S+, which is not the host of the Base URL in the credential\.$/,
      );
      expect(description).toBe(
        'Nothing was sent for this item. Your access token and key must not reach another host. Check where the value comes from, and that the credential is for the same environment.',
      );
    },
  );
});

test.each([200, 201, 202])('a reply of status %i is whole, unless it names a range', (status) => {
  expect(isWhole(status, {})).toBe(true);
  expect(isWhole(status, { 'content-range': 'bytes 0-99/200' })).toBe(false);
});

test.each([203, 204, 205, 206, 207, 208, 226, 299])('a reply of status %i is not whole', (status) => {
  expect(isWhole(status, {})).toBe(false);
});
