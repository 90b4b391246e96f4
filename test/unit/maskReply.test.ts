// A reply holds no secret once it is read, and says the same of the verdict as before.
import { createMask, maskReply, type Secrets } from '../../nodes/CompanyScreening/service/masking';
import { SCREENING_ERRORS } from '../../nodes/CompanyScreening/service/reportedError';
import { readReply } from '../../nodes/CompanyScreening/service/reply';
import { screeningRecordSchema } from '../../nodes/CompanyScreening/service/contract';
import { aReply, failureOf } from './builders';

const SECRET = 'Sup3r$ecretValue';
const masked = (text: string, secrets: Partial<Secrets> = {}) =>
  maskReply(
    text,
    createMask({ clientId: 'c', clientSecret: SECRET, subscriptionKey: '', accessTokens: [], ...secrets }),
  );

test.each([
  ['JSON', (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`],
  ['URL', (character: string) => `%${character.charCodeAt(0).toString(16)}`],
  ['HTML', (character: string) => `&#x${character.charCodeAt(0).toString(16)};`],
  ['HTML, decimal', (character: string) => `&#${character.charCodeAt(0)};`],
  ['HTML with zeros', (character: string) => `&#00${character.charCodeAt(0)};`],
  ['HTML without semicolons', (character: string) => `&#${character.charCodeAt(0)}`],
  [
    'HTML in hexadecimal, without semicolons',
    (character: string) => `&#x${character.charCodeAt(0).toString(16)}`,
  ],
  [
    'JSON inside of JSON inside of JSON',
    (character: string) => String.raw`\\\\u00${character.charCodeAt(0).toString(16)}`,
  ],
  ['UTF-16', (character: string) => `${character}\0`],
])('a secret is masked if every one of its letters is escaped: %s', (_, escape) => {
  const text = `{"message":"${Array.from(SECRET, escape).join('')}"}`;

  expect(masked(text)).toMatch(/^(?:\{"message":"\*\*\*"\}|\*\*\*)$/);
});

test('a reply without a secret is unchanged', () => {
  const text = '{ "id":\t"\\u0041%41", "totalHits": 1.0 }';

  expect(masked(text)).toBe(text);
});

test.each([
  ['a status in an address', '"status":"Complet%65d"'],
  ['a status in HTML', '"status":"Complet&#101;d"'],
  ['a status in JSON inside of JSON', String.raw`"status":"\\u0043ompleted"`],
  ['the name of a field', '"isErr%6fr":false'],
])('a secret elsewhere in the reply unescapes nothing: %s', (_, field) => {
  expect(masked(`{"echo":"${SECRET}",${field}}`)).toBe(`{"echo":"***",${field}}`);
});

test.each([
  ['a number', '"totalHits":%30'],
  ['a number in HTML', '"totalHits":&#48;'],
  ['a word', '"isError":f%61lse'],
])('what was no JSON is none when a secret is masked in it: %s', (_, field) => {
  const left = masked(`{"echo":"${SECRET}",${field}}`);

  expect(left).not.toContain(SECRET);
  expect(() => JSON.parse(left) as unknown).toThrow(SyntaxError);
});

test.each(['details', 'errors', 'code', 'isError'])(
  'a secret that is called like the field "%s" takes nothing away',
  (name) => {
    const text = `{"id":"1","${name}":[{"name":"${name}"}]}`;

    expect(JSON.parse(masked(text, { clientSecret: name }))).toEqual({ id: '1', [name]: [{ name: '***' }] });
  },
);

test('a secret of digits is masked in a number, and the screening id is still there', () => {
  expect(JSON.parse(masked('{"id":"1","key":12345678}', { subscriptionKey: '12345678' }))).toEqual({
    id: '1',
    key: '***',
  });
});

test('a secret as the name of a field is masked', () => {
  expect(masked(`{"${SECRET}":{"__proto__":"${SECRET}"}}`)).toBe('{"***":{"__proto__":"***"}}');
});

// If the time grew with the square of the length, this would take hours.
test.each(['$ecret-value', '"quoted"', '/path/', '%25%25', 'a\\\\\\\\\\\\x'])(
  'a reply of nothing but backslashes is masked at once: %s',
  (clientSecret) => {
    const text = `%a${'\\'.repeat(5e5)}`;

    expect(masked(text, { clientSecret })).toBe(text);
  },
);

test('a reply of more than two million characters that quotes a secret is withheld as a whole', () => {
  const replyOf = (length: number) => `["${SECRET}",${'"Alder",'.repeat(length / 8)}1]`;

  expect(masked(replyOf(1_900_000))).toBe(replyOf(1_900_000).replace(SECRET, '***'));
  expect(masked(replyOf(2_100_000))).toBe('***');
  expect(masked(replyOf(2_100_000), { clientSecret: 'another one' })).toBe(replyOf(2_100_000));
});

test('beside a secret, every other value stays what it is', () => {
  const others = '"totalHits":0,"processedAt":null,"isError":false,"details":[7,null,true,"Alder"]';

  expect(masked(`{"echo":"${SECRET}",${others}}`)).toBe(`{"echo":"***",${others}}`);
});

test('a secret is masked in a list, and as the whole reply', () => {
  expect(masked(`{"errors":["${SECRET}",["${SECRET}"]]}`)).toBe('{"errors":["***",["***"]]}');
  expect(masked(`"${SECRET}"`)).toBe('"***"');
  expect(masked(`It was ${SECRET}.`)).toBe('It was ***.');
});

test('a secret as the name of a field is masked whatever the field holds', () => {
  expect(masked(`{"${SECRET}":"x","more":{"${SECRET}":7}}`)).toBe('{"***":"x","more":{"***":7}}');
});

const spelled = {
  'as it is': SECRET,
  'with a sign between its letters': Array.from(SECRET).join('-'),
  'in an address': Array.from(SECRET, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  'in HTML': Array.from(SECRET, (letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'in Base64': Buffer.from(`officer:${SECRET}`).toString('base64'),
};
// A name is cut at 100 characters, a text at 500, and nothing is looked at behind 10,000.
const cuts = [100, 500, 10_000];

test.each(Object.entries(spelled))(
  'a secret that crosses the place at which an error cuts a text comes out in no part: %s',
  (_, secret) => {
    const beginnings = [4, 8, 12].map((length) => secret.slice(0, length).replace(/[-%;&#]+$/, ''));
    const step = Math.ceil(secret.length / 6);
    for (const cut of cuts)
      for (let before = 1; before < secret.length; before += step) {
        const text = `${'z '.repeat(cut).slice(0, cut - before)}${secret}${' z'.repeat(100)}`;
        const body = masked(JSON.stringify({ code: text, message: text, description: text }));
        const reply = { ...aReply({}, 400), kind: 'text', text: body, sha256: () => '' } as const;
        const context = { operation: 'X', catalog: SCREENING_ERRORS };
        const said = JSON.stringify(failureOf(() => readReply(reply, screeningRecordSchema, context)));
        for (const beginning of beginnings) expect(said).not.toContain(beginning);
      }
  },
);
