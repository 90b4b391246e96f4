// A text from outside holds none of the credential's secrets, in whatever spelling the service repeats them.
import * as fc from 'fast-check';

import { createMask, type Secrets } from '../../nodes/CompanyScreening/service/masking';

const masked = (text: string, secrets: Partial<Secrets> = {}) =>
  createMask({ clientId: 'officer', clientSecret: '', subscriptionKey: '', accessTokens: [], ...secrets })(
    text,
  );

const CHARACTERS = Array.from('abcXYZ019 -_.~+/=&%?#\\"\'<>;:,!$@éü密钥مفتاح\u{1F511}');
const secretOf = (minLength: number) =>
  fc
    .array(fc.constantFrom(...CHARACTERS), { minLength, maxLength: 40 })
    .map((characters) => characters.join(''))
    // There is nothing to recognise in such a one.
    .filter((secret) => /[a-zA-Z0-9]{3}/.test(secret));

const html = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const dotNetJson = (text: string) =>
  text.replace(
    /[^a-zA-Z0-9 _.,:;!?/=()-]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
const SPELLINGS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'URL-encoded': encodeURIComponent,
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'form-encoded': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON inside of JSON': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  'JSON as .NET writes it': dotNetJson,
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  HTML: html,
  Base64: (text) => Buffer.from(text).toString('base64'),
  'lower case': (text) => text.toLowerCase(),
};

describe.each(Object.entries(SPELLINGS))('spelled as %s', (_, spell) => {
  test.each(['clientSecret', 'subscriptionKey'] as const)('the %s is masked', (field) => {
    fc.assert(
      fc.property(secretOf(8), (secret) => {
        const spelled = spell(secret);
        expect(masked(`before ${spelled} after`, { [field]: secret })).toBe('before *** after');
      }),
    );
  });
});

describe('a token', () => {
  const token = `eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.${'a-B_9'.repeat(80)}.${'c0'.repeat(100)}`;

  test('is masked as a whole', () => {
    expect(masked(`Bearer ${token}, refused`, { accessTokens: [token] })).toBe('Bearer ***, refused');
  });

  test('is masked if it is cut off', () => {
    expect(masked(`"Bearer ${token.slice(0, 60)}…"`, { accessTokens: [token] })).toBe('"Bearer ***…"');
  });

  test('of before the renewal is masked too', () => {
    const accessTokens = ['first-token-0123456789', 'second-token-012345678'];
    expect(masked('first-token-0123456789 second-token-012345678', { accessTokens })).toBe('*** ***');
  });
});

test('id and secret as HTTP Basic has them are masked', () => {
  const basic = Buffer.from('officer:demo-client-secret').toString('base64');
  expect(masked(`Basic ${basic}`, { clientSecret: 'demo-client-secret' })).not.toContain(basic.slice(0, 30));
});

describe('a secret of one to three characters', () => {
  test.each(['1', 'ab', 'a+c'])('does not turn every text to stars: %s', (subscriptionKey) => {
    const text = '{"totalHits":1,"companyName":"Cabs and a+cabs Ltd 111"}';
    expect(masked(text, { subscriptionKey })).toBe(text);
  });

  test.each([
    ['subscription-key=ab&v=2.0', 'subscription-key=***&v=2.0'],
    ['Ocp-Apim-Subscription-Key: ab', 'Ocp-Apim-Subscription-Key: ***'],
    ['"subscriptionKey":"ab"', '"subscriptionKey":"***"'],
    ['subscription-key=abc', 'subscription-key=abc'],
  ])('is masked after its name: %s', (text, expected) => {
    expect(masked(text, { subscriptionKey: 'ab' })).toBe(expected);
  });

  test('of the client is masked after its name', () => {
    expect(masked('client_secret=s&grant', { clientSecret: 's' })).toBe('client_secret=***&grant');
  });
});

test('a text without secrets is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const secrets = { clientSecret: 'unlikely-secret-7f', subscriptionKey: 'unlikely-key-7f' };
      expect(masked(text, secrets)).toBe(text);
    }),
  );
});

test('JSON with a secret in one of its texts stays JSON', () => {
  fc.assert(
    fc.property(secretOf(4), fc.string(), (secret, name) => {
      const text = JSON.stringify({ name, error: `refused: ${secret}`, totalHits: 0 });
      const read: unknown = JSON.parse(masked(text, { subscriptionKey: secret }));
      expect(read).toMatchObject({ totalHits: 0 });
      expect(JSON.stringify(read)).not.toContain(JSON.stringify(secret).slice(1, -1));
    }),
  );
});

test('does without secrets', () => {
  expect(masked('as it is')).toBe('as it is');
});
