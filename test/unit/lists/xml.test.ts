// XML as the parts of a workbook have it: every text of it is read, or none is, and what stands where its format has no place stops.
import {
  elementsIn,
  foundInXml,
  places,
  textIn,
  type Element,
  type XmlFormat,
} from '../../../nodes/CompanyScreening/lists/workbook/xml';
import { unknownElement } from '../../../nodes/CompanyScreening/lists/workbook/workbookProblem';

const bytesOf = (text: string) => [new TextEncoder().encode(text)];

const anything = new Map();
anything.set('*', anything);
const LENIENT: XmlFormat = { places: anything, prefixes: new Map([['', '']]), foreign: 'declared' };

/** What the outermost element of a part has in it, one word after the other. */
function told(part: Iterable<Uint8Array>, format: XmlFormat = LENIENT): string[] {
  return Array.from(elementsIn(part, format, ['a', '*']), wordsOf).flat();
}

const wordsOf = ({ name, attributes, nodes }: Element): string[] => [
  `open ${name} ${JSON.stringify(attributes)}`,
  ...nodes.flatMap((node) => (typeof node === 'string' ? `text ${node}` : wordsOf(node))),
  `close ${name}`,
];

const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const format = (foreign: XmlFormat['foreign']): XmlFormat => ({
  places: places({ a: places({ b: places({ c: places({}) }, 'unread'), any: places({ '*': places({}) }) }) }),
  prefixes: new Map([
    ['urn:main', ''],
    ['urn:more', 'more'],
    [MC, 'mc'],
  ]),
  foreign,
});
const DECLARED = format('declared');
const inMain = (inner: string, attributes = '') =>
  bytesOf(`<a xmlns="urn:main" xmlns:x="urn:x" xmlns:mc="${MC}"${attributes}>${inner}</a>`);
/** Without the outermost element. */
const toldOf = (inner: string, attributes = '', of = DECLARED) =>
  told(inMain(inner, attributes), of).slice(1, -1);

const choice = (inner: string, fallback = '<mc:Fallback/>') =>
  `<mc:AlternateContent><mc:Choice Requires="x">${inner}</mc:Choice>${fallback}</mc:AlternateContent>`;
const IGNORED = ' mc:Ignorable="x"';

test.each<[string, string, string[], attributes?: string, XmlFormat?]>([
  [
    'elements, their attributes and their texts, in their order',
    '<b n="1">One<![CDATA[ & two]]><c/></b>',
    ['open b {"n":"1"}', 'text One', 'text  & two', 'open c {}', 'close c', 'close b'],
  ],
  [
    'what is around an element that is not read, and nothing in it',
    '<b>1<unread>2<d/><c>3</c><x:y/></unread>4</b>',
    ['open b {}', 'text 1', 'text 4', 'close b'],
  ],
  [
    'any element where any may stand, and none is taken for another',
    '<any>1<b>2</b><x:c/></any>',
    ['open any {}', 'text 1', 'open * {}', 'text 2', 'close *', 'open * {}', 'close *', 'close any'],
  ],
  ['nothing of another namespace, if the document says so', '<x:b>1<x:c/></x:b>', [], IGNORED],
  ['nothing of another namespace, if the format has it so', '<x:b>1<x:c/></x:b>', [], '', format('skipped')],
  ['nothing of choices that hold nothing that counts there', choice('<x:b/><d><b/></d>'), []],
])('it is told: %s', (_, inner, said, attributes = '', of = DECLARED) => {
  expect(toldOf(inner, attributes, of)).toEqual(said);
});

test('the text of an element is all that is written in it', () => {
  const [b] = elementsIn(inMain('<b>One<![CDATA[ & two]]><c> three</c><unread>four</unread></b>'), DECLARED, [
    'b',
  ]);
  expect(b && textIn(b)).toBe('One & two three');
});

test('elements are given where they end with what is in them, or where they begin without', () => {
  const part = () => inMain('<b n="1">One<c/></b><any/>', ' n="0"');
  const given = (names: string[], opened?: string) =>
    Array.from(elementsIn(part(), DECLARED, names, opened), ({ name, attributes, nodes }) => [
      name,
      attributes['n'],
      nodes.length,
    ]);
  expect(given(['c', 'any'])).toEqual([
    ['c', undefined, 0],
    ['any', undefined, 0],
  ]);
  expect(given(['b', 'c'])).toEqual([['b', '1', 2]]);
  expect(given(['b'], 'a')).toEqual([
    ['a', '0', 0],
    ['b', '1', 2],
  ]);
});

test('a part is read no further than what it has is taken, and a mistake behind that is not met', () => {
  let pieces = 0;
  function* part() {
    for (const text of ['<a xmlns="urn:main"><b>', 'One</b><b/></a></b>', '<b/>']) {
      pieces += 1;
      yield new TextEncoder().encode(text);
    }
  }
  const read = () => foundInXml(part(), DECLARED, ['b'], (element) => [element.nodes.length, 'x']);
  const some: Array<number | string> = [];
  for (const one of read()) {
    some.push(one);
    if (some.length === 4) break;
  }
  expect([some, pieces]).toEqual([[1, 'x', 0, 'x'], 2]);
  expect(() => [...read()]).toThrow();
});

test('an element has no more in it than a row', () => {
  const read = (count: number) =>
    Array.from(elementsIn(inMain(`<b>${'x<c/>'.repeat(count)}</b>`.repeat(2)), DECLARED, ['b'])).length;
  expect(read(260_000)).toBe(2);
  expect(() => read(500_001)).toThrow('There is too much in an element.');
});

test('elements and attributes are called by their namespaces, whatever their prefixes', () => {
  const part =
    '<z:a xmlns:z="urn:main" xmlns:n="urn:more" z:n="1" n:n="2" n="3"><z:b xmlns:z="urn:main"/></z:a>';
  const [first = '', ...others] = told(bytesOf(part), DECLARED);
  expect(JSON.parse(first.replace('open a ', ''))).toMatchObject({ ':n': '1', 'more:n': '2', n: '3' });
  expect(others).toEqual(['open b {"xmlns:z":"urn:main"}', 'close b', 'close a']);
});

test('a prefix means what it means where it stands', () => {
  expect(toldOf('<b xmlns:x="urn:main"><x:c/></b>')).toHaveLength(4);
  expect(toldOf(`<b${IGNORED}><x:c/></b>`)).toHaveLength(2);
});

test('an attribute whose name only begins like a declaration declares nothing', () => {
  expect(toldOf('<b xmlnsother="urn:x" x:n="1"><c/></b>')).toHaveLength(4);
});

test.each(['<y:b/>', '<b y:n="1"/>', '<:b/>', '<x:b:c/>', '<xmlns:b/>'])('%s has no namespace', (inner) => {
  expect(() => toldOf(inner)).toThrow('A prefix is not known.');
});

test.each<[string, string, string, attributes?: string]>([
  ['an element that the format does not have', '<d/>', 'd in a'],
  ['one that it has elsewhere', '<c/>', 'c in a'],
  ['one of no namespace', '<b xmlns=""/>', 'b in a'],
  ['one of another namespace', '<x:b/>', 'x:b in a'],
  ['one of another namespace without a prefix', '<b xmlns="urn:x"/>', 'b in a'],
  ['one whose prefix means that no longer', '<b xmlns:x="urn:main"/><x:b/>', 'x:b in a'],
  ['one in an element that holds only text', '<b><c><b/></c></b>', 'b in c'],
  ['what must be understood', '<b mc:MustUnderstand="x"/>', 'mc:MustUnderstand in a'],
  ['what is to be read although it is left out', '<b mc:ProcessContent="x:b"/>', 'mc:ProcessContent in a'],
  ['what is left out elsewhere', '<b mc:Ignorable="x"/><x:c/>', 'x:c in a'],
  ['what is not left out', '<b xmlns:x="urn:main" mc:Ignorable="x"/><d/>', 'd in a'],
  ['what a program may read in another namespace', '<x:b><b/></x:b>', 'b in a', IGNORED],
  ['what it may read deeper there', '<x:b><x:c><d/></x:c></x:b>', 'd in a', IGNORED],
  ['a choice with what counts there', choice('<b/>'), 'b in a'],
  ['a choice where no program writes one', `<b>${choice('')}</b>`, 'mc:AlternateContent in b'],
  ['a fallback with what counts there', choice('', '<mc:Fallback><b/></mc:Fallback>'), 'b in a'],
  ['an element among choices', choice('', '<b/>'), 'b in a'],
  ['another kind of choice', choice('', '<mc:Other><b/></mc:Other>'), 'mc:Other in a'],
])('%s stops', (_, inner, said, attributes = '') => {
  expect(() => toldOf(inner, attributes)).toThrow(unknownElement(said));
});

test.each(['<a>', '<a></b>', '<a/><b/>', '<a>&nbsp;</a>', '<!DOCTYPE a><a/>'])('%s is refused', (text) => {
  expect(() => told(bytesOf(text))).toThrow();
});

test('elements that lie too deep in each other are refused', () => {
  const nested = (depth: number) => bytesOf('<a>'.repeat(depth) + '</a>'.repeat(depth));
  expect(told(nested(250))).toHaveLength(500);
  expect(() => told(nested(251))).toThrow();
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

  test('behind a byte order mark are read, also those of two bytes, in either order', () => {
    const little = Buffer.from('\uFEFF<a>é</a>', 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from('\uFEFF<a>é</a>')])
      expect(told([bytes])).toContain('text é');
    for (const encoding of ['utf16le', 'latin1'] as const)
      expect(() => told([Buffer.from('<a>é</a>', encoding)])).toThrow();
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
