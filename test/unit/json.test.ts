// JSON from outside: what is read, and what is refused because nobody can say what it means.
import { strictJson } from '../../nodes/CompanyScreening/service/json';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('JSON is read', () => {
  test.each([
    ['an object', '{"a":1,"b":{"c":[true,null,"x"]}}', { a: 1, b: { c: [true, null, 'x'] } }],
    ['a list of objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['a text', '"text"', 'text'],
    ['null', 'null', null],
    ['white space before the colon', '{"a" \n:\t1}', { a: 1 }],
    ['the same name in two objects', '{"a":{"a":1},"b":{"a":1}}', { a: { a: 1 }, b: { a: 1 } }],
    ['a text that looks like a field', '{"a":"\\"b\\":1"}', { a: '"b":1' }],
    ['a text that ends with a backslash', '{"a":"\\\\","b":1}', { a: '\\', b: 1 }],
    ['a name with an escaped quotation mark', '{"a\\"b":1}', { 'a"b': 1 }],
    ['a colon in a text', '["a:","b"]', ['a:', 'b']],
    ['a text that begins with a colon', '["a",":b",{"c":":d"}]', ['a', ':b', { c: ':d' }]],
  ])('%s', (_, text, value) => {
    expect(strictJson(text)).toEqual(value);
  });

  test('one text after the other, as if it were the first', () => {
    for (const count of [3, 1, 2]) {
      const names = ['a', 'b', 'c'].slice(0, count);
      const text = `{${names.map((name) => `"${name}":1`).join(',')}}`;
      expect(strictJson(text)).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
    }
  });

  test('as deep as no reply of the service is', () => {
    expect(strictJson(nested(101))).toBeDefined();
  });
});

test.each([
  ['nothing', ''],
  ['half of it', '{"a":1'],
  ['a page', '<html>'],
  ['two values', '{} {}'],
  ['a field twice', '{"a":1,"a":1}'],
  ['a field twice, once with an escape', '{"a":1,"\\u0061":2}'],
  ['a field twice, far inside', '{"x":[{"a":1,"b":2,"a":3}]}'],
  ['more levels than anybody needs', nested(102)],
])('JSON is not read if it is %s', (_, text) => {
  expect(strictJson(text)).toBeUndefined();
});

describe('a number that would be read as 0 although it is not', () => {
  test.each([
    '1e-400',
    '-1E-400',
    '7e-0400',
    '0.5e-330',
    '1.0e-324',
    `0.${'0'.repeat(400)}1`,
    `0.${'0'.repeat(250)}1e-99`,
  ])('makes the text unreadable: %s', (number) => {
    expect(strictJson(`{"totalHits":${number}}`)).toBeUndefined();
    expect(strictJson(`[1,"x",${number}]`)).toBeUndefined();
  });

  test.each([
    ['0e-400', 0],
    ['0.00e-400', 0],
    ['0E-999', 0],
    ['1e-300', 1e-300],
    ['5e-324', 5e-324],
    [`0.${'0'.repeat(300)}`, 0],
    [`0.${'0'.repeat(250)}1`, Number(`1e-251`)],
    ['10e-100', 1e-99],
    [`0.${'0'.repeat(400)}1e400`, 0.1],
    [`0.${'0'.repeat(400)}1E+402`, 10],
  ])('is not %s', (number, value) => {
    expect(strictJson(`{"a":${number}}`)).toEqual({ a: value });
  });

  test('is not part of a text', () => {
    expect(strictJson('{"note":"a\\"b 1e-400 \\" c"}')).toEqual({ note: 'a"b 1e-400 " c' });
    expect(strictJson('{"note":"1e-400","\\"1e-400":"a\\"1e-400"}')).toEqual({
      note: '1e-400',
      '"1e-400': 'a"1e-400',
    });
  });
});
