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
const pairsOf = (text: string) => Buffer.from(text).toString('hex').match(/../g) ?? [];
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
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'capital hexadecimal digits': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hexadecimal bytes with colons': (text) => pairsOf(text).join(':'),
  'hexadecimal bytes with spaces': (text) => pairsOf(text).join(' '),
  'hexadecimal bytes with %': (text) => `x${pairsOf(text).join('\\x')}`.slice(1),
  'hexadecimal numbers': (text) => pairsOf(text).join(', 0x'),
};

test.each(Object.entries(SPELLINGS))('a secret and a key are masked, spelled as %s', (_, spell) => {
  fc.assert(
    fc.property(secretOf(8), fc.constantFrom('clientSecret', 'subscriptionKey'), (secret, field) => {
      const spelled = spell(secret);
      expect(masked(`before ${spelled} after`, { [field]: secret })).toBe('before *** after');
    }),
    { numRuns: 25 },
  );
});

describe('a secret in disguise', () => {
  const secretOfLetters = fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/);
  const SEPARATORS = [
    ' ',
    '-',
    '.',
    '\u200b',
    '\u00ad',
    '\u2060',
    '&#8203;',
    '&shy;',
    '\\u200b',
    '%E2%80%8B',
    '中',
  ];

  test.each(SEPARATORS)('is masked if %j is between its letters', (separator) => {
    fc.assert(
      fc.property(secretOfLetters, (secret) => {
        const text = Array.from(secret).join(separator);
        expect(masked(`key: ${text}!`, { subscriptionKey: secret })).toBe('key: ***!');
      }),
      { numRuns: 20 },
    );
  });

  test('is masked with its signs, if spaces are between all of it', () => {
    expect(masked('k e y - 0 1 2 3 - s e c r e t', { subscriptionKey: 'key-0123-secret' })).toBe('***');
  });

  test.each(['base64', 'base64url'] as const)(
    'is masked wherever it stands in a longer text in %s',
    (encoding) => {
      fc.assert(
        fc.property(
          secretOf(10),
          fc.string({ unit: 'binary-ascii' }),
          fc.string({ minLength: 1 }),
          (secret, before, after) => {
            const encoded = (text: string) => Buffer.from(text).toString(encoding);
            const text = masked(encoded(before + secret + after), { clientSecret: secret });
            expect(text).toContain('***');
            // At most a third of a character at either end is still there.
            const left = text
              .split('***')
              .map((part) => part.length)
              .reduce((sum, length) => sum + length, 0);
            expect(left).toBeLessThanOrEqual(encoded(before).length + encoded(after).length + 4);
          },
        ),
      );
    },
  );

  test.each([
    ['a name in which its letters stand apart', 'ab cd', 'a b c d Ltd'],
    ['a name that holds only the beginning', 'abcdefgh12', 'a b c d e f g h Ltd'],
  ])('leaves %s as it is', (_, secret, text) => {
    expect(masked(text, { subscriptionKey: secret })).toBe(text);
  });

  // If the time grew with the square of the length, these would take hours.
  test.each(['\\', '&', '%', '0x', 'k ', 'a', '6b', '&#107;'])(
    'is looked for in a long text at once: %j',
    (part) => {
      const text = part.repeat(1e6);
      expect(masked(text, { subscriptionKey: 'key-0123-secret' })).toBe(text);
    },
  );
});

describe('a token', () => {
  const token = `eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.${'a-B_9'.repeat(80)}.${'c0'.repeat(100)}`;

  test('is masked as a whole', () => {
    expect(masked(`Bearer ${token}, refused`, { accessTokens: [token] })).toBe('Bearer ***, refused');
  });

  test('is masked if it is cut off', () => {
    expect(masked(`"Bearer ${token.slice(0, 60)}…"`, { accessTokens: [token] })).toBe('"Bearer ***…"');
  });

  test.each([16, 17, 20, 39])('is masked if only its first %i characters are quoted', (length) => {
    expect(masked(`token ${token.slice(0, length)} is not valid`, { accessTokens: [token] })).toBe(
      'token *** is not valid',
    );
  });

  test('is masked with every character that a token may have behind its beginning', () => {
    expect(masked('eyJhbGciOiJSUzI1NiIs.a~b+c/d=e%f-g_h, refused', { accessTokens: [token] })).toBe(
      '***, refused',
    );
  });

  test('of four characters is masked, and a shorter one is not looked for', () => {
    expect(masked('bad token abcd', { accessTokens: ['abcd'] })).toBe('bad token ***');
    expect(masked('bad token abc', { accessTokens: ['abc'] })).toBe('bad token abc');
  });

  test('of before the renewal is masked too', () => {
    const accessTokens = ['first-token-0123456789', 'second-token-012345678'];
    expect(masked('first-token-0123456789 second-token-012345678', { accessTokens })).toBe('*** ***');
  });
});

describe('in HTML, each sign by its name and by its number', () => {
  test.each([
    ['&', 'se&amp;cret', 'se&#38;cret', 'se&#x26;cret'],
    ['<', 'se&lt;cret', 'se&#60;cret', 'se&#x3c;cret'],
    ['>', 'se&gt;cret', 'se&#62;cret', 'se&#x3E;cret'],
    ['"', 'se&quot;cret', 'se&#34;cret', 'se&#0034;cret'],
    ["'", 'se&apos;cret', 'se&#39;cret', 'se&#x0027;cret'],
    ['\\', 'se&#92;cret', 'se&#092;cret', 'se&#x5c;cret'],
    ['é', 'se&#233;cret', 'se&#xe9;cret', 'se&#x00E9;cret'],
  ])('%s', (sign, ...spelled) => {
    for (const text of spelled)
      expect(masked(`<b>${text}</b>`, { clientSecret: `se${sign}cret` })).toBe('<b>***</b>');
  });
});

describe('the bounds of a mask', () => {
  test('a secret of four characters is masked wherever it stands', () => {
    expect(masked('refused: a-b+', { clientSecret: 'a-b+' })).toBe('refused: ***');
  });

  test.each([
    ['client_secret', 'clientSecret'],
    ['Subscription-Key', 'subscriptionKey'],
    ['subscription_key', 'subscriptionKey'],
    ['subscription key', 'subscriptionKey'],
    ['subscriptionkey', 'subscriptionKey'],
  ] as const)('one of two characters is masked behind %s, whatever stands between', (name, field) => {
    for (const between of ['=', ':', ' = ', '": "', '\\":\\"', "' : '"])
      expect(masked(`${name}${between}x7, more`, { [field]: 'x7' })).toBe(`${name}${between}***, more`);
    expect(masked(`${name}=x77`, { [field]: 'x7' })).toBe(`${name}=x77`);
    expect(masked('another=x7', { [field]: 'x7' })).toBe('another=x7');
  });

  test.each([
    ['one backslash doubled sixteen times', '\\'.repeat(16)],
    ['a Unicode escape with sixteen backslashes', `${'\\'.repeat(16)}u005c`],
    ['a URL escape of five levels', '%252525255c'],
  ])('a backslash in a secret is found as %s', (_, spelled) => {
    expect(masked(`my${spelled}secret`, { clientSecret: 'my\\secret' })).toBe('***');
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
