// The cells of an .xlsx file, each as a person sees it, however a program writes it.
import { unzipSync } from 'fflate';

import { inNamespace, relationship, xlsxOf, zip, type XlsxParts } from '../../support/workbookParts';
import { complaintOf } from '../builders';
import { ERROR, NO_RESULT, dated, odd, rowsIn, sheetsOf, type Written } from './cells';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rows = (parts: XlsxParts) => rowsIn(xlsxOf(parts));
const sheets = (parts: XlsxParts) => sheetsOf(xlsxOf(parts)).map(({ name, hidden }) => [name, hidden]);
/** The cells of the first row. */
const cells = (xml: string, parts: XlsxParts = {}): Written[] => {
  const { 1: first = [], ...others } = rows({ rows: `<row r="1">${xml}</row>`, ...parts });
  expect(others).toEqual({});
  return first;
};

describe('the sheets', () => {
  const one = '<sheet name="One" r:id="rId1"/>';

  test.each([
    'worksheets/sheet1.xml',
    '/xl/worksheets/sheet1.xml',
    './worksheets/sheet1.xml',
    '../xl//worksheets/Sheet1.XML',
  ])('are found at %s', (target) => {
    expect(rows({ relationships: relationship('rId1', target) })).toEqual({ 1: [1] });
  });

  test('are found by an id with any prefix', () => {
    const ns = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    expect(rows({ sheets: `<sheet name="One" xmlns:rel="${ns}" rel:id="rId1"/>` })).toEqual({ 1: [1] });
    expect(rows({ sheets: '<sheet name="One" xmlns:x="y" x:id="rId9" r:id="rId1"/>' })).toEqual({ 1: [1] });
    for (const id of ['id', 'xmlns:x="y" x:id'])
      expect(() => rows({ sheets: `<sheet name="One" ${id}="rId1"/>` })).toThrow('has no part');
  });

  test('are found in a workbook of any name, in an archive of Windows', () => {
    const root = `<Relationships>${relationship('a', 'docProps/app.xml', 'extended-properties')}${relationship('b', '/xl/Book.xml', 'officeDocument')}</Relationships>`;
    const book = `<x:workbook xmlns:x="${MAIN}" xmlns:r="${MAIN.replace('spreadsheetml/2006/main', 'officeDocument/2006/relationships')}"><x:sheets>${one.replace('<', '<x:')}</x:sheets></x:workbook>`;
    const more = {
      '_rels/.rels': root,
      'xl\\book.xml': book,
      '/xl/_rels/Book.xml.rels': `<Relationships>${relationship('rId1', 'worksheets/sheet1.xml')}</Relationships>`,
    };
    expect(rows({ more })).toEqual({ 1: [1] });
  });

  test('of an unknown kind, or known by one id or type with another part, stop', () => {
    const more = (name: string, type: string) =>
      relationship('rId1', 'worksheets/sheet1.xml') + relationship(name, 'worksheets/sheet2.xml', type);
    const list = '<row r="1"><c t="s"><v>0</v></c></row>';
    expect(() =>
      sheets({ sheets: `${one}${one.replace('rId1', 'z')}`, relationships: more('z', 'sheet') }),
    ).toThrow('the sheet One, which is no worksheet');
    expect(() => sheets({ relationships: more('rId1', 'worksheet') })).toThrow('Two parts have the id rId1.');
    expect(() => rows({ rows: list, relationships: more('z', 'sharedStrings') })).toThrow(
      'There are two parts of the type sharedStrings.',
    );
  });

  test('have names, and are hidden if no program shows them; of an unknown state they are not', () => {
    const states = ['hidden', 'veryHidden', 'visible', 'Hidden', ''];
    const all = states.map((state) => one.replace('"One"', `"A &amp; B" state="${state}"`)).join('');
    expect(sheets({ sheets: `${all}<sheet r:id="rId1"/>` })).toEqual([
      ...[true, true, false, false, false].map((hidden) => ['A & B', hidden]),
      ['', false],
    ]);
  });

  test.each(['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'])('are none: %s', (type) => {
    const relationships =
      relationship('rId1', 'worksheets/sheet1.xml') + relationship('z', 'other.xml', type);
    const other = one.replace('rId1', 'z').replace('name', 'state="hidden" name');
    expect(sheets({ sheets: `${one}${other}`, relationships })).toHaveLength(1);
  });

  test.each(['xlMacrosheet', 'xlIntlMacrosheet'])('of macros stop if they can be seen: %s', (type) => {
    const relationships =
      relationship('rId1', 'worksheets/sheet1.xml') + relationship('z', 'other.xml', type);
    expect(() => sheets({ sheets: `${one}${one.replace('rId1', 'z')}`, relationships })).toThrow(
      'the sheet One, which is no worksheet',
    );
  });

  test.each([
    ['is nowhere', ''],
    ['has no address', relationship('rId1', '')],
    ['is not in the archive', relationship('rId1', 'worksheets/sheet9.xml')],
  ])('of which one %s are not read, since a list would be lost', (_, relationships) => {
    const both = relationships + relationship('rId2', 'worksheets/sheet2.xml');
    expect(() => sheets({ sheets: `<sheet name="Two" r:id="rId2"/>${one}`, relationships: both })).toThrow(
      Error,
    );
  });

  test.each(['_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/workbook.xml'])(
    'are not read without %s, or where it is empty',
    (part) => {
      expect(() => sheets({ more: { [part]: '' } })).toThrow();
      const { [part]: _, ...parts } = unzipSync(xlsxOf({}));
      expect(() => sheetsOf(zip(parts))).toThrow();
    },
  );
});

test.each<[string, string, Written]>([
  ['a text', '<c r="A1" t="s"><v>0</v></c>', 'Zero'],
  ['a text with spaces around its number', '<c r="A1" t="s"><v> 1 </v></c>', 'One'],
  ['a text in the cell', '<c r="A1" t="inlineStr"><is><t>A</t></is></c>', 'A'],
  ['a text in the cell, with an empty value', '<c r="A1" t="inlineStr"><v></v><is><t>A</t></is></c>', 'A'],
  ['a text in the cell, written as a value', '<c r="A1" t="inlineStr"><v>A_x0042_</v></c>', 'AB'],
  [
    'a text in several formats',
    '<c r="A1" t="inlineStr"><is><t>A</t><r><rPr><b/></rPr><t>B</t></r><r><t xml:space="preserve"> C</t></r></is></c>',
    'AB C',
  ],
  [
    'a text with a reading above it',
    '<c r="A1" t="inlineStr"><is><t>漢</t><rPh sb="0" eb="1"><t>かん</t></rPh><r><t>字</t></r></is></c>',
    '漢字',
  ],
  ['what a formula gave', '<c r="A1" t="str"><f>B1</f><v>A &amp; B</v></c>', 'A & B'],
  ['a number', '<c r="A1"><v>360</v></c>', 360],
  ['a number that is marked as one', '<c r="A1" t="n"><v> -1.5E+3 </v></c>', -1500],
  ['a number without a whole part', '<c r="A1"><v>.5</v></c>', 0.5],
  ['a number that a formula gave', '<c r="A1"><f>1+1</f><v>2</v></c>', 2],
  ['true', '<c r="A1" t="b"><v>1</v></c>', true],
  ['false', '<c r="A1" t="b"><v>0</v></c>', false],
  ['an error', '<c r="A1" t="e"><f>NA()</f><v>#N/A</v></c>', { value: '#N/A', doubt: ERROR }],
  ['a date as a text', '<c r="A1" t="d"><v>2023-06-26T00:00:00</v></c>', dated('2023-06-26')],
  ['a number with a format', '<c r="A1" s="1"><v>54</v></c>', { value: 54, shown: 'Studio 54' }],
  ['a date', '<c r="A1" s="2"><v>45103</v></c>', dated('2023-06-26')],
  ['a text with a format', '<c r="A1" t="s" s="3"><v>0</v></c>', { value: 'Zero', shown: 'Zero Ltd' }],
  [
    'a text in the cell with a format',
    '<c r="A1" t="inlineStr" s="3"><is><t>A</t></is></c>',
    { value: 'A', shown: 'A Ltd' },
  ],
  [
    'a text of a formula with a format',
    '<c r="A1" t="str" s="3"><f>B1</f><v>A</v></c>',
    { value: 'A', shown: 'A Ltd' },
  ],
  ['a style that the workbook does not have', '<c r="A1" s="99"><v>54</v></c>', 54],
  ['a formula without a result', '<c r="A1"><f>B1</f></c>', NO_RESULT],
  ['a shared formula without a result', '<c r="A1"><f t="shared" si="0"/></c>', NO_RESULT],
  ['a formula with an empty result that is no text', '<c r="A1"><f>B1</f><v></v></c>', NO_RESULT],
  ['a formula of a text without a result', '<c r="A1" t="str"><f>B1</f></c>', NO_RESULT],
  [
    'a formula with a shared text as its result',
    '<c r="A1" t="s"><f>"B"</f><v>0</v></c>',
    { value: 'Zero', doubt: 'has a formula' },
  ],
  [
    'a formula of a cell with a shared text as its result',
    '<c r="A1" t="s"><f>B1</f><v>0</v></c>',
    { value: 'Zero', doubt: 'has a formula' },
  ],
  [
    'a formula beside a text in the cell',
    '<c r="A1" t="inlineStr"><f>B1</f><v>A</v></c>',
    { value: 'A', doubt: 'has a formula' },
  ],
  [
    'comments, CDATA and instructions',
    '<c r="A1" t="str"><v>A<!-- x -->B<![CDATA[<C>]]><?x y?>D&#x29E3D;</v></c>',
    'AB<C>D𩸽',
  ],
  ['a prefix', `<x:c xmlns:x="${MAIN}" r="A1" t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c>`, 'A'],
  ['tags over several lines', '<c\nr="A1"\tt="str" x="a>b"\n><v\n>A\nB</v ></c\n>', 'A\nB'],
  ['a place that does not move', '<c r="$A$1"><v>1</v></c>', 1],
  ['no place', '<c><v>1</v></c>', 1],
  ['values elsewhere', '<c r="A1"><v>1</v><extLst><ext><v>2</v><f>B1</f><t>x</t></ext></extLst></c>', 1],
  ['text between its elements', '<c t="inlineStr">x<is><t>A</t></is>y</c>', 'A'],
  ['text around its value', '<c>3<v>1</v>2</c>', 1],
  ['a number with zeros and spaces', '<c><v> 12.34E+05 </v></c>', 1_234_000],
  ['a number that begins with a point', '<c><v>.75</v></c>', 0.75],
  ['a number with an exponent', '<c><v>1E12</v></c>', 1e12],
  ['true with spaces', '<c t="b"><v> 1 </v></c>', true],
  ['a text whose number has two digits', '<c t="s"><v> 11 </v></c>', 'L'],
  ['an error with spaces', '<c t="e"><v> #N/A </v></c>', { value: '#N/A', doubt: ERROR }],
  ['a date with spaces', '<c t="d"><v> 2025-07-11 </v></c>', dated('2025-07-11')],
])('a cell is read: %s', (_, xml, cell) => {
  const texts = `<si><t>Zero</t></si><si><t>One</t></si>${'<si/>'.repeat(9)}<si><t>L</t></si>`;
  expect(cells(xml, { texts, formats: ['"Studio "0', 'yyyy-mm-dd', '@" Ltd"'] })).toEqual([cell]);
});

test('a cell without a style is read where Excel, with the first style, and LibreOffice, with none, show the same', () => {
  const first = (code: string, cell: string) =>
    cells(cell, {
      more: {
        'xl/styles.xml': inNamespace(
          `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
        ),
      },
    });
  expect(first('&quot;Studio &quot;0', '<c r="A1"><v>12</v></c>')).toEqual([odd(12)]);
  expect(first('&quot;Studio &quot;0', '<c r="A1" s="0"><v>12</v></c>')).toEqual([
    { value: 12, shown: 'Studio 12' },
  ]);
  expect(first('0', '<c r="A1"><v>12</v></c>')).toEqual([12]);
  expect(first('yyyy', '<c r="A1" t="inlineStr"><is><t>Acme</t></is></c>')).toEqual(['Acme']);
});

test.each([
  ['a text that is not marked as one', '<c r="A1"><v>Beta</v></c>', 'Beta is not a value of its kind (n)'],
  ['a number of programs', '<c r="A1"><v>0x1F</v></c>', '0x1F is not a value'],
  ['a number that is too large', '<c r="A1"><v>1E+4000</v></c>', '1E+4000 is not a value'],
  ['a number with a comma', '<c r="A1"><v>1,5</v></c>', '1,5 is not a value'],
  ['a text that is not there', '<c r="A1" t="s"><v>2</v></c>', '2 is not a value of its kind (s)'],
  ['a text whose number is none', '<c r="A1" t="s"><v>x</v></c>', 'x is not a value'],
  ['neither true nor false', '<c r="A1" t="b"><v>2</v></c>', '2 is not a value of its kind (b)'],
  ['an unknown kind', '<c r="A1" t="x"><v>1</v></c>', '1 is not a value of its kind (x)'],
  [
    'a text beside a number',
    '<c r="A1"><v>1</v><is><t>A</t></is></c>',
    'it has a text, and is not marked as one',
  ],
  [
    'a formula behind its value',
    '<c r="A1"><v>1</v><f>2</f></c>',
    'its parts are there twice, or not in their order',
  ],
  [
    'two texts',
    '<c r="A1" t="inlineStr"><v>B</v><is><t>A</t></is></c>',
    'it has a text, and is not marked as one',
  ],
  ['two values', '<c t="s"><v>0</v><v>1</v></c>', 'its parts are there twice, or not in their order'],
  [
    'two values, one with a prefix',
    `<c t="s"><x:v xmlns:x="${MAIN}"/><v>1</v></c>`,
    'its parts are there twice, or not in their order',
  ],
  [
    'two texts in the cell',
    '<c t="inlineStr"><is><t>A</t></is><is><t>B</t></is></c>',
    'its parts are there twice, or not in their order',
  ],
  ['letters before a number', '<c t="n"><v>x1</v></c>', 'x1 is not a value of its kind (n)'],
  ['letters behind a number', '<c t="n"><v>1x</v></c>', '1x is not a value of its kind (n)'],
  ['a number without end', '<c t="n"><v>1e5000</v></c>', '1e5000 is not a value of its kind (n)'],
  ['letters before true', '<c t="b"><v>x1</v></c>', 'x1 is not a value of its kind (b)'],
  ['letters behind true', '<c t="b"><v>1x</v></c>', '1x is not a value of its kind (b)'],
  ['letters before the number of a text', '<c t="s"><v>x0</v></c>', 'x0 is not a value of its kind (s)'],
  ['letters behind the number of a text', '<c t="s"><v>0x</v></c>', '0x is not a value of its kind (s)'],
  ['an exponent in the number of a text', '<c t="s"><v>1e0</v></c>', '1e0 is not a value of its kind (s)'],
  ['a text whose number is for programs', '<c t="s"><v>0x1</v></c>', '0x1 is not a value of its kind (s)'],
  ['a text with more than a number', '<c t="s"><v>1 x</v></c>', '1 x is not a value of its kind (s)'],
  ['a text whose number is below zero', '<c t="s"><v>-1</v></c>', '-1 is not a value of its kind (s)'],
])('a cell stops the list: %s', (_, xml, what) => {
  const texts = '<si><t>Zero</t></si><si><t>One</t></si>';
  expect(complaintOf(() => cells(xml, { texts }))).toMatchObject({
    message: expect.stringContaining(`Row 1 of list: cell A1 cannot be read: ${what}`) as string,
    description: expect.stringContaining('save it again as .xlsx, and run this again.') as string,
  });
});

test.each([
  '<c r="A1" s="1"/>',
  '<c r="A1" s="1"></c>',
  '<c r="A1"><v/></c>',
  '<c r="A1"><v> </v></c>',
  '<c r="A1" t="s"><v></v></c>',
  '<c r="A1" t="str"><f>B1</f><v></v></c>',
  '<c r="A1" t="str"><f>B1</f><v/></c>',
  '<c r="A1" t="inlineStr"><is/></c>',
  '<c r="A1" t="inlineStr"/>',
])('a cell with nothing in it is none: %s', (xml) => {
  expect(cells(`${xml}<c r="B1"><v>1</v></c>`)).toEqual([null, 1]);
  expect(rows({ rows: `<row r="1">${xml}</row>` })).toEqual({});
});

test('white space between the elements of a text is no part of it', () => {
  const rich = '\n<r>\n<rPr>\n<b/>\n</rPr>\n<t>A</t>\n</r>\n<r>\n<t> B</t>\n</r>\n';
  expect(cells('<c t="s"><v>0</v></c>', { texts: `\n<si>${rich}</si>\n` })).toEqual(['A B']);
  expect(cells(`<c t="inlineStr">\n<is>${rich}</is>\n</c>`)).toEqual(['A B']);
});

test.each(['<r><t>A</t><t>B</t></r>', '<t>A</t><t>B</t>', '<r><t>A</t></r><t>B</t>'])(
  'of two texts at one place, programs show different ones: %s',
  (text) => {
    expect(() => cells('<c t="s"><v>0</v></c>', { texts: `<si>${text}</si>` })).toThrow('two texts');
    expect(() => cells(`<c t="inlineStr"><is>${text}</is></c>`)).toThrow('two texts');
  },
);

test('the texts that cells share are counted whatever is in them', () => {
  const texts = `<si/><x:si xmlns:x="${MAIN}" xml:lang="en"><x:t>A</x:t></x:si>\n<si ><t>Gloom</t><r><t>harbour</t></r><rPh><t>x</t></rPh><phoneticPr/></si><si><r><t xml:space="preserve"> _x0041_</t></r></si>`;
  const all = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('');
  expect(cells(all, { texts })).toEqual([null, 'A', 'Gloomharbour', ' A']);
});

test('rows and cells may be left out, and may say no place', () => {
  const xml =
    '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c></row><row/><row><c r="D5"><v>3</v></c></row><row><c><v>4</v></c><c r="C6"><v>5</v></c></row>';
  expect(rows({ rows: xml })).toEqual({ 3: [null, 1, 2], 5: [null, null, null, 3], 6: [4, null, 5] });
});

test('what programs of later years add to a sheet, a row or a cell is no part of it', () => {
  const added = '<extLst><ext><t>B</t><v>2</v><c/></ext></extLst>';
  const sheet = `<worksheet><sheetData><row r="1"><c t="inlineStr">${added}<is><t>A</t></is></c><c><v>1</v>${added}</c>${added}</row></sheetData>${added}</worksheet>`;
  expect(rows({ sheet })).toEqual({ 1: ['A', 1] });
  expect(
    rows({ rows: '<row r="1"><c t="s"><v>0</v></c></row>', texts: `<si><t>A</t></si>${added}` }),
  ).toEqual({
    1: ['A'],
  });
});

describe('an element in an unknown place may hide a company, and stops', () => {
  const row = '<row r="1"><c t="inlineStr"><is><t>A</t></is></c></row>';

  test.each([
    ['around rows', `<mc:Choice xmlns:mc="x">${row}</mc:Choice>`, 'mc:Choice in sheetData'],
    ['around cells', '<row r="1"><x><c><v>1</v></c></x></row>', 'x in row'],
    ['around a value', '<row r="1"><c><x><v>1</v></x></c></row>', 'x in c'],
    ['beside a text', '<row r="1"><c t="inlineStr"><is><x>B</x><t>A</t></is></c></row>', 'x in is'],
    ['in a text', '<row r="1"><c t="inlineStr"><is><t>Gloom<b/>harbour</t></is></c></row>', 'b in t'],
    ['in a part of a text', '<row r="1"><c><is><r><x><t>A</t></x></r></is></c></row>', 'x in r'],
    ['in a value', '<row r="1"><c><v>1<b/>2</v></c></row>', 'b in v'],
    ['in a formula', '<row r="1"><c><f>A1<v>2</v></f></c></row>', 'v in f'],
  ])('%s', (_, xml, where) => {
    expect(() => rows({ rows: xml })).toThrow(`cannot be read here: ${where}.`);
  });

  test.each([
    ['<x><si><t>A</t></si></x>', 'x in sst'],
    ['<si><x><t>A</t></x></si>', 'x in si'],
  ])('among the texts: %s', (texts, where) => {
    const shared = '<row r="1"><c t="s"><v>0</v></c></row>';
    expect(() => rows({ rows: shared, texts })).toThrow(`cannot be read here: ${where}.`);
  });
});

test.each(['1.5', 'Infinity', '0', '-1', ''])('a row in no place stops: %j', (place) => {
  expect(() => rows({ rows: `<row r="${place}"><c><v>1</v></c></row>` })).toThrow('not in its place');
});

test('what the sheet says of its range makes no difference, nor what lies elsewhere in it', () => {
  const sheet =
    '<worksheet><dimension ref="A1:A1"/><cols><c r="Z9"><v>1</v></c></cols><sheetData><row r="1"><c r="B1"><v>1</v></c></row></sheetData><extLst><ext><c r="A5"><v>2</v></c></ext></extLst></worksheet>';
  expect(rows({ sheet })).toEqual({ 1: [null, 1] });
});

test.each([
  ['a row', '<row r="2"/><row r="1"/>', 'Row 1 of list: cell A1'],
  ['the same row', '<row r="2"/><row r="2"/>', 'Row 2 of list: cell A2'],
  ['a row without a number', '<row r="x"/>', 'Row NaN of list: cell ANaN'],
  ['a cell', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', 'Row 1 of list: cell A1'],
  ['an empty cell', '<row r="1"><c r="B1"/><c r="B1"><v>1</v></c></row>', 'Row 1 of list: cell B1'],
  ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>', 'Row 2 of list: cell A2'],
])('%s that is not in its place stops, and it is said what to do', (_, xml, where) => {
  expect(complaintOf(() => rows({ rows: xml }))).toMatchObject({
    message: `${where} cannot be read: it is there twice, or not in its place.`,
    description: expect.stringContaining('check that no row is missing, save it again') as string,
  });
});

test.each(['1', 'true'])(
  'in a workbook that still has to be calculated (%s), no formula has a result',
  (asked) => {
    const workbook = `<calcPr calcId="124519" fullCalcOnLoad="${asked}"/>`;
    const xml = '<c r="A1"><v>1</v></c><c r="B1"><f>A1</f><v>0</v></c><c r="C1" t="str"><f>A1</f><v></v></c>';
    expect(cells(xml, { workbook })).toEqual([1, { ...NO_RESULT, value: 0 }, NO_RESULT]);
    for (const done of ['<calcPr/>', '<calcPr fullCalcOnLoad="0"/>'])
      expect(cells(xml, { workbook: done })).toEqual([1, 0]);
  },
);

test('a formula whose results fill several rows is calculated again in each of them, and in no other', () => {
  const first = '<c r="A1"><f t="array" ref="A1:A3">RANDARRAY(3)</f><v>1</v></c>';
  const others = [2, 3, 4].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`).join('');
  expect(rows({ rows: `<row r="1">${first}</row>${others}` })).toEqual({
    1: [{ ...NO_RESULT, value: 1 }],
    2: [{ ...NO_RESULT, value: 2 }],
    3: [{ ...NO_RESULT, value: 3 }],
    4: [4],
  });
});

test.each(['1', 'true'])('a workbook may count its dates from 1904: %s', (flag) => {
  const parts = { formats: ['yyyy-mm-dd'], workbook: `<workbookPr date1904="${flag}"/>` };
  expect(cells('<c r="A1" s="1"><v>43641</v></c>', parts)).toEqual([dated('2023-06-26')]);
  const other = { ...parts, workbook: '<workbookPr date1904="0"/>' };
  expect(cells('<c r="A1" s="1"><v>43641</v></c>', other)).toEqual([dated('2019-06-25')]);
});

test('only the sheets of a workbook are its sheets, and only its own settings count', () => {
  const workbook =
    '<bookViews><sheet name="No" r:id="rId1"/></bookViews><extLst><workbookPr date1904="1"/><calcPr fullCalcOnLoad="1"/></extLst>';
  const parts = { workbook, formats: ['yyyy-mm-dd'] };
  expect(sheets(parts)).toEqual([['One', false]]);
  const xml = '<c r="A1" s="1"><v>45849</v></c><c r="B1"><f>A1</f><v>2</v></c>';
  expect(cells(xml, parts)).toEqual([dated('2025-07-11'), 2]);
});

describe('merged cells', () => {
  const sheet = (ref: string) =>
    `<worksheet><sheetData><row r="2"><c r="B2"><v>1</v></c><c r="C2" s="1"/></row><row r="4"><c r="A4"><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="D1:E1"/><mergeCell ref="${ref}"/></mergeCells></worksheet>`;

  test.each(['B2:C3', 'B2:C2', 'C2:D9', 'A5:A6', 'B2'])('that hide nothing are read: %s', (ref) => {
    expect(rows({ sheet: sheet(ref) })).toEqual({ 2: [null, 1], 4: [2], 5: [null, 3] });
  });

  test.each([
    ['A2:B2', 'Row 2 of list: cell B2'],
    ['B1:B2', 'Row 2 of list: cell B2'],
    ['B2:B5', 'Row 5 of list: cell B5'],
    ['A3:A4', 'Row 4 of list: cell A4'],
  ])('that hide a cell with something in it stop: %s', (ref, where) => {
    expect(complaintOf(() => rows({ sheet: sheet(ref) }))).toMatchObject({
      message: `${where} has something in it, but cannot be seen, since cells were merged over it.`,
      description: expect.stringContaining('Split the merged cells') as string,
    });
  });

  test.each(['', 'A1:x', 'x:A1'])('of which it is not known where they are stop: %j', (ref) => {
    expect(() => rows({ sheet: sheet(ref) })).toThrow('A range is damaged.');
  });
});

test('more sheets than anybody looks into are not read', () => {
  const sheet = '<sheet name="One" r:id="rId1"/>';
  expect(sheets({ sheets: sheet.repeat(1000) })).toHaveLength(1000);
  expect(() => sheets({ sheets: sheet.repeat(1001) })).toThrow('There are too many.');
});

// Those of ECMA-376 that say nothing of the cells, in their order.
test.each([
  ...'sheetPr dimension sheetViews sheetFormatPr sheetCalcPr sheetProtection protectedRanges'.split(' '),
  ...'scenarios autoFilter sortState dataConsolidate customSheetViews phoneticPr dataValidations'.split(' '),
  ...'hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks'.split(' '),
  ...'customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF'.split(' '),
  ...'drawingHF picture oleObjects controls webPublishItems tableParts extLst'.split(' '),
])('a sheet may have the element %s', (name) => {
  const element = `<${name} x="1"><y><c><v>7</v></c></y></${name}>`;
  const data = '<sheetData><row><c><v>1</v></c></row></sheetData>';
  for (const inner of [element + data, data + element])
    expect(rows({ sheet: `<worksheet>${inner}</worksheet>` })).toEqual({ 1: [1] });
});

test.each([
  ...'fileVersion fileSharing workbookProtection bookViews functionGroups externalReferences'.split(' '),
  ...'definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes'.split(' '),
  ...'webPublishing fileRecoveryPr webPublishObjects workbookPr extLst'.split(' '),
])('a workbook may have the element %s', (name) => {
  expect(rows({ workbook: `<${name} x="1"><sheet/></${name}>` })).toEqual({ 1: [1] });
});
