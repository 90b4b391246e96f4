// XML as the parts of a workbook have it: every text of it is read, or none is.
import {
  attributeIn,
  readXml,
  textsByName,
  type Prefixes,
} from '../../../nodes/CompanyScreening/lists/workbook/xml';

const bytesOf = (text: string) => [new TextEncoder().encode(text)];

/** What a reader is told, one word after the other. */
function told(part: Iterable<Uint8Array>, prefixes?: Prefixes): string[] {
  const all: string[] = [];
  const reader = {
    open(name: string, attributes: object, within: string) {
      all.push(`open ${name} ${JSON.stringify(attributes)} in ${within || 'nothing'}`);
    },
    text(text: string) {
      all.push(`text ${text}`);
    },
    close(name: string, within: string) {
      all.push(`close ${name} in ${within || 'nothing'}`);
    },
  };
  readXml(part, reader, prefixes);
  return all;
}

test('elements, their attributes and their texts are told in their order', () => {
  expect(told(bytesOf('<x:a n="1"><b>One<![CDATA[ & two]]><c/></b></x:a>'))).toEqual([
    'open a {"n":"1"} in nothing',
    'open b {} in a',
    'text One',
    'text  & two',
    'open c {} in b',
    'close c in b',
    'close b in a',
    'close a in nothing',
  ]);
});

test('a reader that asks for nothing gets nothing', () => {
  expect(() => {
    readXml(bytesOf('<a>One</a>'), {});
  }).not.toThrow();
});

test('without prefixes of ours, one that is not declared is no mistake', () => {
  expect(told(bytesOf('<o:a p:n="1"/>'))[0]).toBe('open a {"p:n":"1"} in nothing');
});

test('with prefixes of ours, namespaces are called by them, and others by their addresses', () => {
  const ours = { 'urn:table': 'table' };
  const part = '<t:a xmlns:t="urn:table" xmlns:u="urn:u" t:n="1" u:n="2" n="3"><u:b/>One</t:a>';
  const [first = '', second, ...others] = told(bytesOf(part), ours);
  expect(first).toMatch(/^open table:a \{.*"table:n":"1","urn:u:n":"2","n":"3"\} in nothing$/);
  expect(second).toBe('open urn:u:b {} in table:a');
  expect(others).toEqual(['close urn:u:b in table:a', 'text One', 'close table:a in nothing']);
  expect(() => told(bytesOf('<t:a/>'), ours)).toThrow();
});

test.each(['<a>', '<a></b>', '<a/><b/>', '<a>&nbsp;</a>', '<!DOCTYPE a><a/>'])('%s is refused', (text) => {
  expect(() => told(bytesOf(text))).toThrow();
  expect(() => told(bytesOf(text), {})).toThrow();
});

test('elements that lie too deep in each other are refused', () => {
  const nested = (depth: number) => bytesOf('<a>'.repeat(depth) + '</a>'.repeat(depth));
  expect(told(nested(249))).toHaveLength(498);
  expect(() => told(nested(250))).toThrow();
});

describe('letters', () => {
  test('that are cut between two pieces are put together', () => {
    const bytes = new TextEncoder().encode('<a>é€</a>');
    expect(
      told(Array.from(bytes, (byte) => Uint8Array.of(byte))).filter((one) => one.startsWith('text')),
    ).toEqual(['text é€']);
  });

  test('that are cut off at the end are refused', () => {
    expect(() => told([...bytesOf('<a/>'), Uint8Array.of(0xc3)])).toThrow();
    expect(() => told([...bytesOf('<a>'), Uint8Array.of(0xff), ...bytesOf('</a>')])).toThrow();
    expect(() => told([])).toThrow();
  });

  test.each(['utf-8', 'UTF8', 'utf-16', 'us-ascii'])('are in %s', (encoding) => {
    expect(told(bytesOf(`<?xml version="1.0" encoding="${encoding}"?><a/>`))).toHaveLength(2);
    expect(told(bytesOf('<?xml version="1.0"?><a/>'))).toHaveLength(2);
  });

  test.each(['iso-8859-1', 'x-utf-8', 'utf-8x', 'x-us-ascii', 'us-ascii-2'])('are not in %s', (encoding) => {
    expect(() => told(bytesOf(`<?xml version="1.0" encoding="${encoding}"?><a/>`))).toThrow();
  });

  test('of two bytes are read in either order', () => {
    const little = Buffer.from('\uFEFF<a>é</a>', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) expect(told([bytes])).toContain('text é');
  });

  test('that begin with half of such a mark are refused', () => {
    for (const beginning of [
      [0xff, 0x3c],
      [0xfe, 0x3c],
      [0x3c, 0xfe],
      [0x3c, 0xff],
    ])
      expect(() => told([Uint8Array.from(beginning), ...bytesOf('<a/>')])).toThrow();
  });
});

test('an attribute is found whatever its prefix, and one without a prefix first', () => {
  expect(attributeIn({ 'r:id': '1' }, 'id')).toBe('1');
  expect(attributeIn({ 'r:id': '1', id: '2' }, 'id')).toBe('2');
  expect(attributeIn({ 'r:other': '1' }, 'id')).toBeUndefined();
});

test('texts are known by the names that their elements have', () => {
  const called = { element: 'property', attribute: 'name' };
  const part =
    '<all>No<property name="One"><v>1</v>a</property>No<other name="No">No</other><property name="Two"/><property>No</property></all>';
  expect([...textsByName(bytesOf(part), called)]).toEqual([
    ['One', '1a'],
    ['Two', ''],
    ['', ''],
  ]);
  expect(textsByName(undefined, called).size).toBe(0);
});
