// Each spelling and each disguise of a secret, written out once by hand. `masking.test.ts` tries random secrets.
import { createMask, type Secrets } from '../../nodes/CompanyScreening/service/masking';

const masked = (text: string, secrets: Partial<Secrets>) =>
  createMask({ clientId: 'officer', clientSecret: '', subscriptionKey: '', accessTokens: [], ...secrets })(
    text,
  );
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

const FIELDS = ['clientSecret', 'subscriptionKey'] as const;

describe.each(FIELDS)('the %s is masked', (field) => {
  const secret = `k3Y"p\\q/r é&<>'_-~`;

  test.each([
    ['plain', `k3Y"p\\q/r é&<>'_-~`],
    ['in capitals', `K3Y"P\\Q/R É&<>'_-~`],
    ['in JSON', `k3Y\\"p\\\\q/r é&<>'_-~`],
    ['in JSON that escapes slashes', `k3Y\\"p\\\\q\\/r é&<>'_-~`],
    ['in JSON inside of JSON', `k3Y\\\\\\"p\\\\\\\\q\\\\/r é&<>'_-~`],
    ['in JSON as .NET writes it', `k3Y\\u0022p\\\\q/r \\u00E9\\u0026\\u003C\\u003E\\u0027_-~`],
    [
      'in JSON that escapes every sign',
      `k3Y\\u0022p\\u005cq\\u002fr\\u0020\\u00e9\\u0026\\u003c\\u003e\\u0027_\\u002d\\u007e`,
    ],
    [
      'in such JSON inside of JSON',
      `k3Y\\\\u0022p\\\\u005cq\\\\u002fr\\\\u0020\\\\u00e9\\\\u0026\\\\u003c\\\\u003e\\\\u0027_-~`,
    ],
    ['in an address', `k3Y%22p%5Cq%2Fr%20%C3%A9%26%3C%3E%27_-~`],
    ['in an address, in small letters', `k3y%22p%5cq%2fr%20%c3%a9%26%3c%3e%27_%2d%7e`],
    ['in an address inside of an address', `k3Y%2522p%255Cq%252Fr%2520%25C3%25A9%2526%253C%253E%2527_-~`],
    ['in a form', `k3Y%22p%5Cq%2Fr+%C3%A9%26%3C%3E%27_-%7E`],
    ['in HTML with names', `k3Y&quot;p\\q/r é&amp;&lt;&gt;&apos;_-~`],
    ['in HTML with numbers', `k3Y&#34;p&#92;q&#47;r&#32;&#233;&#38;&#60;&#62;&#39;_&#45;&#126;`],
    [
      'in HTML with hexadecimal numbers',
      `k3Y&#x22;p&#x5c;q&#x2F;r&#x20;&#xE9;&#x26;&#x3C;&#x3e;&#x27;_&#x2d;&#x7E;`,
    ],
    [
      'in HTML with zeros and without semicolons',
      `k3Y&#0034p&#x005cq&#047r&#x0020&#0233&#38&#x003c&#62&#39_-~`,
    ],
    ['in a mixture of them', `k3Y&quot;p%5Cq\\/r+\\u00e9%2526&lt;&#62;\\u0027_-~`],
    ['in Base64', base64(`k3Y"p\\q/r é&<>'_-~`)],
    ['in Base64 behind the client, as HTTP Basic has it', base64(`officer:k3Y"p\\q/r é&<>'_-~`)],
    ['in hexadecimal digits', '6b335922705c712f7220c3a9263c3e275f2d7e'],
    ['in capital hexadecimal digits', '6B335922705C712F7220C3A9263C3E275F2D7E'],
    ['in hexadecimal digits with colons', '6b:33:59:22:70:5c:71:2f:72:20:c3:a9:26:3c:3e:27:5f:2d:7e'],
    [
      'in hexadecimal numbers',
      '6b 0x33 0x59 0x22 0x70 0x5c 0x71 0x2f 0x72 0x20 0xc3 0xa9 0x26 0x3c 0x3e 0x27 0x5f 0x2d 0x7e',
    ],
    [
      'in escapes of bytes',
      '6b\\x33\\x59\\x22\\x70\\x5c\\x71\\x2f\\x72\\x20\\xc3\\xa9\\x26\\x3c\\x3e\\x27\\x5f\\x2d\\x7e',
    ],
  ])('%s', (_, spelled) => {
    expect(masked(`before ${spelled} after`, { [field]: secret })).toBe('before *** after');
  });
});

describe('Base64', () => {
  test.each([
    ['with its padding', '=='],
    ['without', ''],
    ['with its padding in an address', '%3D%3D'],
    ['with its padding in JSON', '\\u003d\\u003d'],
  ])('is masked %s', (_, padding) => {
    const digits = base64('s3cretKey!').replace(/=+$/, '');
    expect(masked(`"${digits}${padding}"`, { clientSecret: 's3cretKey!' })).toBe('"***"');
  });

  // Each of the three places of a group of bytes in which a secret may begin.
  test.each(['', 'x', 'xy', 'xyz', '{"key":"'])('of a longer text is masked behind %j', (before) => {
    const text = masked(base64(`${before}s3cretKey-0123${before}`), { subscriptionKey: 's3cretKey-0123' });
    expect(text).toContain('***');
    expect(text.length).toBeLessThan(base64(before + before).length + 12);
  });

  const signs = '~þþ\u007f?~þ?þ';
  test.each([
    ['as they are', (text: string) => text],
    ['in the alphabet of addresses', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['in an address', (text: string) => text.replaceAll('+', '%2B').replaceAll('/', '%2f')],
    ['in JSON', (text: string) => text.replaceAll('/', '\\/')],
    ['in lines', (text: string) => text.replaceAll(/.{8}/g, '$&\r\n')],
  ])('with the signs of its alphabet is masked: %s', (_, spell) => {
    const encoded = base64(`ab${signs}Longer/Key${signs}cd`);
    expect(encoded).toMatch(/\+.*\/|\/.*\+/);
    const left = masked(spell(encoded), { clientSecret: `${signs}Longer/Key${signs}` });
    expect(left).toMatch(/^.{0,5}\*\*\*[^*]{0,8}$/s);
  });
});

describe('a secret with something between its letters', () => {
  test.each([
    ['one space', 'a b c d e f 1 2'],
    ['signs', 'a-b.c_d/e:f+1=2'],
    ['three of them', 'a - b - c - d - e - f - 1 - 2'],
    ['an invisible character', 'a\u200bb\u200bc\u200bd\u200be\u200bf\u200b1\u200b2'],
    ['JSON for it', 'a\\u200bb\\u200Bc\\u200bd\\u200be\\u200bf\\u200b1\\u200b2'],
    ['JSON inside of JSON for it', 'a\\\\u200bb\\\\u200bc\\\\u200bd\\\\u200be\\\\u200bf\\\\u200b1\\\\u200b2'],
    ['JSON for a new line', 'a\\nb\\nc\\r\\nd\\te\\nf\\n1\\n2'],
    ['JSON inside of JSON for a new line', 'a\\\\nb\\\\nc\\\\nd\\\\ne\\\\nf\\\\n1\\\\n2'],
    ['HTML for it', 'a&shy;b&#8203;c&#x200B;d&shy;e&shy;f&shy;1&shy;2'],
    ['an address for it', 'a%E2%80%8Bb%e2%80%8bc%20d%20e%20f%201%202'],
    ['letters of another script', 'a中b中c中d中e中f中1中2'],
    ['nothing, in capitals', 'ABCDEF12'],
    ['something only here and there', 'abc def12'],
  ])('is masked: %s', (_, text) => {
    for (const field of FIELDS) expect(masked(`<${text}>`, { [field]: 'abcdef12' })).toBe('<***>');
  });

  test('is masked if signs of its own are among its letters, or left out', () => {
    const subscriptionKey = 'ab$cd_ef%12';
    expect(masked('a b $ c d _ e f % 1 2', { subscriptionKey })).toBe('***');
    expect(masked('abcdef12', { subscriptionKey })).toBe('***');
  });

  test('is left if there are other letters or digits between, or more than three characters', () => {
    expect(masked('aXbXcXdXeXfX1X2', { clientSecret: 'abcdef12' })).toBe('aXbXcXdXeXfX1X2');
    expect(masked('a    b c d e f 1 2', { clientSecret: 'abcdef12' })).toBe('a    b c d e f 1 2');
  });

  test.each([
    ['eight letters and digits', 'abcdef12', true],
    ['seven of them and a sign', 'abcdef1-', false],
  ])('needs eight letters and digits: %s', (_, clientSecret, isMasked) => {
    const text = Array.from(clientSecret).join(' ');
    expect(masked(text, { clientSecret })).toBe(isMasked ? '***' : text);
  });
});

describe('hexadecimal digits', () => {
  test('of four bytes are masked, and of three they are not', () => {
    expect(masked('is 61623132', { clientSecret: 'ab12' })).toBe('is ***');
    expect(masked('is 616231', { clientSecret: 'ab1' })).toBe('is 616231');
  });

  test.each([
    ['with 0x in front of each', '0x61 0x62 0x31 0x32', '0x***'],
    ['with 0X', '0X61,0X62,0X31,0X32', '0X***'],
    ['with \\x', '\\x61\\x62\\x31\\x32', '\\x***'],
    ['with \\x in JSON', '\\\\x61\\\\x62\\\\x31\\\\x32', '\\\\x***'],
    ['of a byte below sixteen', '0a0162636431', '***'],
  ])('are masked %s', (_, text, expected) => {
    const clientSecret = text.startsWith('0a') ? '\n\u0001bcd1' : 'ab12';
    expect(masked(text, { clientSecret })).toBe(expected);
  });
});

describe('a token', () => {
  test('is masked in JSON, in an address and in HTML', () => {
    const accessTokens = ['eyJ.a/b+c~d=0123456789'];
    for (const text of [
      'eyJ.a\\/b\\u002bc~d=0123456789',
      'eyJ.a%2Fb%2Bc~d%3D0123456789',
      'eyJ&#46;a&#47;b&#43;c~d=0123456789',
    ])
      expect(masked(`[${text}]`, { accessTokens })).toBe('[***]');
  });

  test('is masked as often as it comes, and so is each of several', () => {
    const accessTokens = ['first-token-0123456789', 'other-token-0123456789', 'first-token-0123456789'];
    expect(
      masked('first-token-0123456789, first-token-01234567, other-token-0123456789', { accessTokens }),
    ).toBe('***, ***, ***');
  });

  test.each([
    ['without its first part', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0', '***'],
    ['only its signature', 'c2lnbmF0dXJlLW9mLWl0', '***'],
    ['without its beginning', '…UzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0', '…UzI1NiJ9.***'],
    ['with spaces around its dots', 'eyJhbGciOiJSUzI1NiJ9 . eyJzdWIiOiIxMjM0NTY3ODkwIn0', '*** . ***'],
  ])('is masked part by part: %s', (_, text, expected) => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWl0';
    expect(masked(text, { accessTokens: [token] })).toBe(expected);
  });

  test('is left in its parts of fifteen characters', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.version-number1.c2lnbmF0dXJlLW9mLWl0';
    expect(masked('version-number1', { accessTokens: [token] })).toBe('version-number1');
  });

  test('is left if only fifteen characters are quoted', () => {
    expect(masked('first-token-012', { accessTokens: ['first-token-0123456789'] })).toBe('first-token-012');
  });
});

describe('in all spellings', () => {
  test.each([
    ['a byte below sixteen in an address', 'ab%0Acd', 'ab\ncd'],
    ['two units in JSON', 'ab\\ud83d\\udd11cd', 'ab\u{1f511}cd'],
    ['several bytes in an address', 'ab%F0%9F%94%91cd', 'ab\u{1f511}cd'],
    ['one code in HTML', 'ab&#128273;cd', 'ab\u{1f511}cd'],
    ['several backslashes in a row', 'ab\\\\\\\\cd', 'ab\\\\cd'],
  ])('a secret has %s', (_, spelled, clientSecret) => {
    expect(masked(`<${spelled}>`, { clientSecret })).toBe('<***>');
  });

  test('only a space is a plus sign', () => {
    expect(masked('a+b1', { clientSecret: 'a b1' })).toBe('***');
    expect(masked('a+b1', { clientSecret: 'a-b1' })).toBe('a+b1');
  });

  test('a secret of four characters is one', () => {
    expect(masked('is a-b1.', { subscriptionKey: 'a-b1' })).toBe('is ***.');
    expect(masked('is abcd.', { accessTokens: ['abcd'] })).toBe('is ***');
  });
});

describe('without a secret', () => {
  test('nothing is masked', () => {
    expect(masked('as it is', {})).toBe('as it is');
    expect(masked('client_secret= subscription-key=', { clientSecret: 'abc' })).toBe(
      'client_secret= subscription-key=',
    );
  });

  test('nothing is taken for a token that is empty, or of three characters', () => {
    expect(masked('abc and more', { accessTokens: ['', 'abc'] })).toBe('abc and more');
  });
});

describe('a short secret', () => {
  test.each([
    ['client_secret=ab', 'client_secret=***'],
    ['CLIENT_SECRET: "ab"', 'CLIENT_SECRET: "***"'],
    ['subscription-key=ab', 'subscription-key=***'],
    ['Subscription_Key : ab', 'Subscription_Key : ***'],
    ["subscription key='ab'", "subscription key='***'"],
    ['"subscriptionKey\\":\\"ab\\"', '"subscriptionKey\\":\\"***\\"'],
    ['another=ab', 'another=ab'],
    ['client_secret ab', 'client_secret ab'],
    ['client_secret=abc', 'client_secret=abc'],
  ])('is known by its name: %s', (text, expected) => {
    for (const field of FIELDS) expect(masked(text, { [field]: 'ab' })).toBe(expected);
  });

  test('is masked behind its name only, and its signs in every spelling', () => {
    for (const text of ['client_secret=a%2B1', 'client_secret: "a\\u002b1"', 'client_secret=a&#43;1'])
      expect(masked(text, { clientSecret: 'a+1' })).toMatch(/^client_secret\W+\*\*\*"?$/);
    expect(masked('a+1', { clientSecret: 'a+1' })).toBe('a+1');
  });

  test('beside a long one is masked too', () => {
    expect(
      masked('client_secret=abc longer-key-1', { clientSecret: 'abc', subscriptionKey: 'longer-key-1' }),
    ).toBe('client_secret=*** ***');
  });
});

test('each part of a token of 16 characters or more is masked where it is quoted alone', () => {
  const accessTokens = ['eyJhbGciOiJSUzI1NiJ9.c2l4dGVlbi1jaGFycw.c2hvcnQtcGFydC0'];

  expect(masked('at c2l4dGVlbi1jaGFy: wrong', { accessTokens })).toBe('at ***: wrong');
  expect(masked('at c2hvcnQtcGFydC0: wrong', { accessTokens })).toBe('at c2hvcnQtcGFydC0: wrong');
  expect(masked('at abcdefghijklmnop', { accessTokens: ['eyJh.abcdefghijklmnop.x'] })).toBe('at ***');
});
