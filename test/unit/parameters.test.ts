// The parameters of a node, read cheaply: once if they are the same for every item, from the item if they name a field of it.
import type { IExecuteFunctions } from 'n8n-workflow';

import { parameterReader } from '../../nodes/CompanyScreening/run/state/runContext';
import { aNode } from './builders';

/** The values that n8n was asked for are told; it would evaluate to `n8n:<item>`. */
function readerOf(parameters: Record<string, unknown>, items: Record<string, unknown>[] = [{}, {}]) {
  const asked: [name: string, itemIndex: number][] = [];
  const context = {
    getNode: () => ({ ...aNode(), parameters }),
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter: (name: string, itemIndex: number) => {
      asked.push([name, itemIndex]);
      return `n8n:${itemIndex}`;
    },
  };
  return { asked, read: parameterReader(context as unknown as IExecuteFunctions) };
}

test.each([['plain text'], [7], [undefined], [null], [{ a: ['b', { c: 'd' }] }]])(
  'a value without an expression is read once for all items: %j',
  (stored) => {
    const { asked, read } = readerOf({ name: stored });
    expect([read(1)('name'), read(0)('name'), read(1)('name')]).toEqual(['n8n:0', 'n8n:0', 'n8n:0']);
    expect(asked).toEqual([['name', 0]]);
  },
);

test.each([
  ['={{ 1 + 1 }}'],
  ['=text'],
  [{ a: ['b', { c: '={{ 1 }}' }] }],
  ['={{ $json }}'],
  ['={{ $json.a.b }}'],
  ['={{ 1 }}={{ $json.a }}'],
])('an expression is evaluated by n8n for each item: %j', (stored) => {
  const { asked, read } = readerOf({ name: stored }, [{ a: 'x' }, { a: 'y' }]);
  expect([read(0)('name'), read(1)('name')]).toEqual(['n8n:0', 'n8n:1']);
  expect(asked).toEqual([
    ['name', 0],
    ['name', 1],
  ]);
});

describe('an expression that only names a field', () => {
  test.each([
    ['={{ $json.company }}', 'company'],
    ['={{$json.company}}', 'company'],
    ['={{  $json._c1 }}', '_c1'],
    ['={{ $json["Company Name"] }}', 'Company Name'],
    ["={{ $json['Company Name'] }}", 'Company Name'],
    [`={{ $json["O'Neill"] }}`, "O'Neill"],
    [`={{ $json['a "b"'] }}`, 'a "b"'],
  ])('is read from the item, without n8n: %s', (expression, field) => {
    const { asked, read } = readerOf({ name: expression }, [{ [field]: 'Acme' }, { [field]: 360 }]);
    expect([read(0)('name'), read(1)('name')]).toEqual(['Acme', 360]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['x={{ $json.company }}'],
    ['={{ $json.company }} Ltd'],
    ['={{ $json.company.trim() }}'],
    ['={{ $json.company || 1 }}'],
    ['={{ $json[company] }}'],
    ['={{ $json["com\\\\pany"] }}'],
    ['={{ $json[""] }}'],
    ['={{ $json.1a }}'],
  ])('is no other one: %s', (expression) => {
    const { read } = readerOf({ name: expression }, [{ company: 'Acme' }]);
    expect(read(0)('name')).toBe('n8n:0');
  });

  test.each([
    ['is not there', {}],
    ['is null', { company: null }],
    ['is a list', { company: ['Acme'] }],
    ['is true', { company: true }],
  ])('is evaluated by n8n if the field %s', (_, item) => {
    const { read } = readerOf({ name: '={{ $json.company }}' }, [item]);
    expect(read(0)('name')).toBe('n8n:0');
  });

  test('is evaluated by n8n if the item only inherits it, or if there is none', () => {
    expect(readerOf({ name: '={{ $json.toString }}' }, [{}]).read(0)('name')).toBe('n8n:0');
    expect(readerOf({ name: '={{ $json.company }}' }, []).read(3)('name')).toBe('n8n:3');
  });
});

test('each parameter has its own value', () => {
  const { asked, read } = readerOf({ one: '={{ $json.a }}', other: '={{ $json.b }}', plain: 'x' }, [
    { a: 1, b: 2 },
  ]);
  expect([read(0)('one'), read(0)('other'), read(0)('plain')]).toEqual([1, 2, 'n8n:0']);
  expect(asked).toEqual([['plain', 0]]);
});
