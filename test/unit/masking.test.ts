// A text from outside holds none of the credential's secrets: what is quoted is replaced, and a text with one in disguise is withheld.
import * as fc from 'fast-check';

import { createMask, type Secrets } from '../../nodes/CompanyScreening/service/masking';

const masked = (text: string, secrets: Partial<Secrets> = {}) =>
  createMask({ clientId: 'officer', clientSecret: '', subscriptionKey: '', accessTokens: [], ...secrets })(
    text,
  );
const base64 = (text: Buffer | string) => Buffer.from(text).toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const pairsOf = (text: string) => Buffer.from(text).toString('hex').match(/../g) ?? [];
/** With the number of each UTF-16 unit, or of each character. */
const eachUnit = (spell: (code: string) => string) => (text: string) =>
  text
    .split('')
    .map((unit) => spell(unit.charCodeAt(0).toString(16).padStart(4, '0')))
    .join('');
const eachSign = (spell: (code: string) => string) => (text: string) =>
  Array.from(text, (sign) => spell((sign.codePointAt(0) ?? 0).toString(16))).join('');

const SECRET = `k3Y"p\\q/r é&<>'_-~`;
const FIELDS = ['clientSecret', 'subscriptionKey'] as const;

/** How services quote what they were sent. */
const QUOTED: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in JSON': json,
  'in JSON inside of JSON': (text) => json(json(text)),
  'in an address': encodeURIComponent,
  'in an address, in small letters': (text) => encodeURIComponent(text).toLowerCase(),
  'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'in HTML': (text) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in Base64': base64,
  'in Base64 without its padding': (text) => base64(text).replace(/=+$/, ''),
  'in Base64 behind the client, as HTTP Basic has it': (text) => base64(`officer:${text}`),
};

const NAMES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Whatever else programs make of a text. */
const DISGUISED: Record<string, (text: string) => string> = {
  'in JSON that escapes slashes': (text) => json(text).replaceAll('/', '\\/'),
  'in JSON that escapes every sign': eachUnit((code) => `\\u${code}`),
  'in an address inside of an address': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in HTML with names': (text) => text.replaceAll(/[&<>"']/g, (sign) => NAMES[sign] ?? ''),
  'in HTML with hexadecimal numbers': eachSign((code) => `&#x${code};`),
  'in HTML without semicolons': eachSign((code) => `&#${Number.parseInt(code, 16)}`),
  'in hexadecimal digits': (text) => pairsOf(text).join(''),
  'in bytes with colons': (text) => pairsOf(text).join(':').toUpperCase(),
  'in bytes with 0x': (text) =>
    pairsOf(text)
      .map((pair) => `0x${pair}`)
      .join(', '),
  'in bytes with \\x': (text) =>
    pairsOf(text)
      .map((pair) => `\\x${pair}`)
      .join(''),
  'in a longer Base64 text': (text) => base64(`{"key":"${text}"}`),
  'in a longer Base64 text in lines': (text) => base64(`x${text}x`).replaceAll(/.{8}/g, '$&\r\n'),
  'in a longer Base64 text of addresses': (text) => Buffer.from(`xy${text}xy`).toString('base64url'),
};

test.each(Object.entries(QUOTED))('a secret that is quoted is replaced: %s', (_, spell) => {
  for (const field of FIELDS)
    expect(masked(`before ${spell(SECRET)} after`, { [field]: SECRET })).toBe('before *** after');
});

test.each(Object.entries(DISGUISED))('a text with a secret in disguise is withheld: %s', (_, spell) => {
  for (const field of FIELDS)
    expect(masked(`before ${spell(SECRET)}, after`, { [field]: SECRET })).toBe('***');
});

test.each(Object.entries({ ...QUOTED, ...DISGUISED }))('no secret of any kind is left: %s', (_, spell) => {
  const signs = Array.from('abcXYZ019 -_.~+/=&%?#\\"\'<>;:,!$@éü密钥مفتاح\u{1F511}');
  const secretOf = fc
    .array(fc.constantFrom(...signs), { minLength: 12, maxLength: 40 })
    .map((all) => `k3Y-0${all.join('')}9`)
    .filter((secret) => secret.replaceAll(/[^a-z\d]/gi, '').length >= 8);
  fc.assert(
    fc.property(secretOf, (clientSecret) => {
      expect(masked(`before ${spell(clientSecret)}, after`, { clientSecret })).toMatch(
        /^(?:before \*\*\*, after|\*\*\*)$/,
      );
    }),
    { numRuns: 25 },
  );
});

test.each([
  ' ',
  ' - ',
  '.',
  '\n',
  '\u200b',
  '\\n',
  '\\b\\f',
  '\\u200b',
  '&shy;',
  '&#8203;',
  '%E2%80%8B',
  '中',
])('a text is withheld if %j is between the letters of a secret', (between) => {
  expect(masked(`<${Array.from('abcdef12').join(between)}>`, { subscriptionKey: 'abcdef12' })).toBe('***');
});

test.each([
  ['other letters between its own', 'aXbXcXdXeXfX1X2', 'abcdef12'],
  ['only its beginning', 'a b c d e f Ltd', 'abcdef12'],
  ['seven letters and digits apart', 'a b c d e f 1 -', 'abcdef1-'],
  ['three bytes of hexadecimal digits', 'is 616231', 'ab1'],
  ['a secret of three characters', 'abc and more', 'abc'],
  ['no secret', 'as it is', ''],
])('a text with %s is left as it is', (_, text, clientSecret) => {
  expect(masked(text, { clientSecret })).toBe(text);
});

test('a text without secrets is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(masked(text, { clientSecret: 'unlikely-secret-7f', subscriptionKey: 'unlikely-key-7f' })).toBe(
        text,
      );
    }),
  );
});

test('half a surrogate pair in a secret is what Unicode puts in its place', () => {
  const clientSecret = 'half-\ud83d-pair';
  expect(masked('half-%EF%BF%BD-pair and half-\ud83d-pair', { clientSecret })).toBe('*** and ***');
});

test('of two secrets that begin alike, the longer one is replaced as a whole', () => {
  expect(masked('abcdef', { clientSecret: 'abcd', subscriptionKey: 'abcdef' })).toBe('***');
});

test.each([
  ['five escapes inside of each other', 'a%252525252Db1', '***'],
  ['more than anybody writes', 'a%25252525252525252Db1', 'a%25252525252525252Db1'],
  ['a number that is no character', 'a-b2 &#1114112;', 'a-b2 &#1114112;'],
  ['sixteen backslashes', `a${'\\\\'.repeat(4)}u002db1`, '***'],
])('a text has %s', (_, text, expected) => {
  expect(masked(text, { clientSecret: 'a-b1' })).toBe(expected);
});

test('a secret of four characters is replaced, in escapes and in bytes too', () => {
  expect(masked('is a-b1.', { subscriptionKey: 'a-b1' })).toBe('is ***.');
  expect(masked('is a%2Db1.', { subscriptionKey: 'a-b1' })).toBe('***');
  expect(masked('is 61:2d:62:31.', { subscriptionKey: 'a-b1' })).toBe('***');
});

describe('a token', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0';

  test.each([
    ['as a whole', `Bearer ${token}, refused`, 'Bearer ***, refused'],
    ['cut off', `"${token.slice(0, 30)}…"`, '"***…"'],
    ['its first sixteen characters', `token ${token.slice(0, 16)} is bad`, 'token *** is bad'],
    ['without its first part', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0', '***'],
    ['only its signature', 'at c2lnbmF0dXJlLW9mLWl0: wrong', 'at ***: wrong'],
    [
      'with other characters behind its beginning',
      `${token.slice(0, 16)}.a~b+c/d=e%f-g_h, refused`,
      '***, refused',
    ],
  ])('is replaced: %s', (_, text, expected) => {
    expect(masked(text, { accessTokens: [token] })).toBe(expected);
  });

  test('is left in its first fifteen characters, and in parts of fifteen', () => {
    const text = 'eyJhbGciOiJSUzI version-number1';
    expect(masked(text, { accessTokens: ['eyJhbGciOiJSUzI1NiJ9.version-number1.x'] })).toBe(text);
  });

  test('of four characters is replaced, and a shorter one is not looked for', () => {
    expect(masked('bad token abcd', { accessTokens: ['abcd', ''] })).toBe('bad token ***');
    expect(masked('bad token abc', { accessTokens: ['abc'] })).toBe('bad token abc');
  });

  test('of before the renewal is replaced too', () => {
    const accessTokens = ['first-token-0123456789', 'second/token+012345678'];
    expect(masked('first-token-0123456789 second/token+012345678', { accessTokens })).toBe('*** ***');
    expect(masked('second%2Ftoken%2B012345678', { accessTokens })).toBe('***');
    expect(masked('second\\/token\\u002b012345678.', { accessTokens })).toBe('***');
  });
});

// If the time grew with the square of the length, these would take minutes.
test.each(['\\', '&', '%', '0x', 'k ', 'a', '6b', '&#107;', '\\u005c', '%25'])(
  'a secret is looked for in a long text at once: %j',
  (part) => {
    const text = part.repeat(1e5);
    expect(masked(text, { subscriptionKey: 'key-0123-secret', clientSecret: 'a\\\\"/%' })).toBe(text);
  },
);
