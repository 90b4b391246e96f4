// The cells of an .ods file, each as a person sees it.
import { doubtIn } from '../../../nodes/CompanyScreening/lists/cell';
import { openWorkbook } from '../../../nodes/CompanyScreening/lists/workbook/openWorkbook';
import { WorkbookProblem } from '../../../nodes/CompanyScreening/lists/workbook/workbookProblem';
import { changed, odsOf } from '../../support/workbookParts';
import { complaintOf } from '../builders';
import { ERROR, NO_RESULT, dated, odd, rowsIn, sheetsOf, type Written } from './cells';

const table = (rows: string, attributes = '') => `<table:table${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;
const text = (content: string, attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}>${content}</table:table-cell>`;
const rows = (tables: string) => rowsIn(odsOf(tables));
/** The cells of one row. */
const cells = (xml: string): Written[] => {
  const { 1: first = [], ...others } = rows(table(row(xml)));
  expect(others).toEqual({});
  return first;
};

const tableStyle = (name: string, properties: string, family = 'table') =>
  `<style:style style:name="${name}" style:family="${family}"><style:${properties}/></style:style>`;
const styled = (name: string, style: string, inner = '') =>
  table(inner, ` table:name="${name}" table:style-name="${style}"`);
const DISPLAYED = 'table-properties table:display="true"';
const HIDDEN = 'table-properties table:display="false"';

test.each<[string, styles: string, tables: string, Array<[string, hidden: boolean]>]>([
  [
    'have names, and may be hidden by their style',
    tableStyle('ta1', 'text-properties') +
      tableStyle('ta2', DISPLAYED) +
      tableStyle('ta3', 'text-properties') +
      tableStyle('ta3', HIDDEN, 'graphic') +
      tableStyle('ta4', HIDDEN),
    styled('Old', 'ta4') + styled('One', 'ta1') + styled('Two', 'ta2') + styled('Three', 'ta3') + table(''),
    [
      ['Old', true],
      ['One', false],
      ['Two', false],
      ['Three', false],
      ['', false],
    ],
  ],
  [
    'are not hidden by what is hidden in them, and a table in a cell is none',
    '<style:style style:name="ta1"/>',
    styled(
      'One',
      'ta1',
      `<table:table-row-group table:display="false"></table:table-row-group>${row(`<table:table-cell>${table('')}</table:table-cell>`)}`,
    ) + styled('Two', 'ta1'),
    [
      ['One', false],
      ['Two', false],
    ],
  ],
  [
    'are none in changes, links and shapes',
    '',
    `<table:tracked-changes>${table(row(''))}</table:tracked-changes><table:dde-links>${table(row(''))}</table:dde-links>${styled('One', 'ta1', `<table:shapes><draw:frame>${table(row(''))}</draw:frame></table:shapes>`)}<table:named-expressions table:name="Prices"/>`,
    [['One', false]],
  ],
  [
    'may have two styles of one name that say the same',
    tableStyle('ta1', DISPLAYED).repeat(2),
    table(''),
    [['', false]],
  ],
])('the sheets %s', (_, styles, tables, found) => {
  expect(sheetsOf(odsOf(tables, styles)).map(({ name, hidden }) => [name, hidden])).toEqual(found);
});

test('a style behind a table stops: the table was read without it', () => {
  const behind = (xml: string) =>
    xml.replace(
      /(<office:automatic-styles>.*<.office:automatic-styles>)(.*)(?=<.office:document-content>)/s,
      '$2$1',
    );
  const bytes = changed(odsOf(table(''), tableStyle('ta1', DISPLAYED)), 'content.xml', behind);
  expect(() => sheetsOf(bytes)).toThrow('behind a table');
});

test('two styles of tables with one name stop, if only one of them hides', () => {
  const styles = tableStyle('ta1', DISPLAYED) + tableStyle('ta1', HIDDEN);
  expect(() => sheetsOf(odsOf(table(''), styles))).toThrow('one name');
});

test('each sheet has its own rows', () => {
  const bytes = odsOf(
    table(row(text('<text:p>A</text:p>'))) +
      table(row('') + row(text('<text:p>B</text:p>'))) +
      table(row(text('<text:p>C</text:p>'))),
  );
  expect(sheetsOf(bytes).map((sheet) => [...sheet.rows()])).toMatchObject([
    [{ row: 1, cells: ['A'] }],
    [{ row: 2, cells: ['B'] }],
    [{ row: 1, cells: ['C'] }],
  ]);
});

describe('the top of a sheet', () => {
  const line = (word: string) => row(text(`<text:p>${word}</text:p>`));
  const wrong = row('<table:table-cell office:value-type="odd"/>');
  const tables =
    table(line('A').repeat(50)) + table(line('B') + wrong + line('B')) + table('') + table(line('C'));

  test.each([
    ['from the first sheet to the last', [0, 1, 2, 3]],
    ['in any other order', [3, 0, 2, 1, 0]],
  ])('has its first rows, %s, and ends where they cannot be read', (_, order) => {
    const sheets = sheetsOf(odsOf(tables));
    const counts = order.map((index) => {
      const words: unknown[] = [];
      try {
        for (const { cells: found } of sheets[index]?.top() ?? []) words.push(...found);
      } catch (error) {
        words.push(error instanceof WorkbookProblem ? 'stopped' : error);
      }
      return `${index}: ${words.length} ${[...new Set(words)].join()}`;
    });
    const all = ['0: 31 A', '1: 2 B,stopped', '2: 0 ', '3: 1 C'];
    expect(counts).toEqual(order.map((index) => all[index]));
  });

  // If each sheet were read from the beginning of the file, this would take minutes.
  test('costs little, however many sheets there are', () => {
    const sheets = sheetsOf(odsOf(table(line('A').repeat(100)).repeat(400)));
    expect(sheets.map((sheet) => [...sheet.top()].length)).toEqual(sheets.map(() => 31));
  });
});

test('more sheets than anybody looks into are not read', () => {
  const read = (count: number) => sheetsOf(odsOf('<table:table/>'.repeat(count)));
  expect(read(1000)).toHaveLength(1000);
  expect(() => read(1001)).toThrow('There are too many.');
});

const float = (value: string, shown?: string, type = 'float') =>
  `<table:table-cell office:value-type="${type}" office:value="${value}">${shown === undefined ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
const formula = (attributes: string, content = '') =>
  `<table:table-cell table:formula="of:=A2"${attributes}>${content}</table:table-cell>`;

test.each<[string, string, Written]>([
  ['a text', text('<text:p>A</text:p>'), 'A'],
  ['a text that is not marked as one', '<table:table-cell><text:p>A</text:p></table:table-cell>', 'A'],
  ['a text as an attribute', text('', ' office:string-value="A"'), 'A'],
  ['a text both ways', text('<text:p>A</text:p>', ' office:string-value="A"'), 'A'],
  ['a text whose format adds letters', text('<text:p>A Ltd</text:p>', ' office:string-value="A"'), odd('A')],
  ['a text with more spaces', text('<text:p>A  B</text:p>', ' office:string-value="A  B"'), 'A  B'],
  [
    'a text of which only the shown one is there',
    text('<text:p>A</text:p>', ' office:string-value=" "'),
    odd(' '),
  ],
  ['a text that its format hides', text('<text:p/>', ' office:string-value="A"'), odd('A')],
  ['paragraphs', text('<text:p>A</text:p><text:p>B</text:p>'), 'A\nB'],
  [
    'spaces',
    text('<text:p>A  \n B<text:s/><text:s text:c="2"/>C<text:tab/>D<text:line-break/>E</text:p>'),
    'A B   C\tD\nE',
  ],
  ['spaces in several places', text('<text:p>A  B  C</text:p>'), 'A B C'],
  [
    'formats and links',
    text(
      '<text:p>A<text:span>B<text:a>C</text:a><text:s/></text:span><text:a>D</text:a><text:bookmark/></text:p>',
    ),
    'ABC D',
  ],
  [
    'a reading above it',
    text(
      '<text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>字</text:p>',
    ),
    '漢字',
  ],
  [
    'a comment',
    text(
      '<office:annotation><text:p>No</text:p><text:p>No</text:p></office:annotation><text:p>A<office:annotation><text:p>no</text:p></office:annotation>B</text:p>',
    ),
    'AB',
  ],
  [
    'a table in a shape',
    text(`<draw:frame>${table(row(text('<text:p>No</text:p>')))}</draw:frame><text:p>A</text:p>`),
    'A',
  ],
  [
    'the notation of other programs',
    text('<text:p>A_x0041_<!-- c --><![CDATA[<B>]]>&amp;</text:p>'),
    'A_x0041_<B>&',
  ],
  ['white space between its parts', text('\n<text:p>A</text:p>\n'), 'A'],
  ['a number', float('360', '360'), 360],
  ['a number that shows nothing', float('360'), 360],
  ['a number of another notation', float('-1.5E+3', '-1,500'), -1500],
  ['a number with separators', float('1234', '1.234,00'), 1234],
  ['a thousand', float('1000', '1,000'), 1000],
  ['a thousand with decimals', float('1000', '1,000.00'), 1000],
  ['a number with decimals', float('-1.5', '-1,50'), -1.5],
  ['a number below one', float('0.05', '0.05'), 0.05],
  ['a number that is rounded', float('0.026', '0.03'), odd(0.026)],
  ['a number of thousands', float('54000', '54'), odd(54000)],
  ['a number that its format hides', float('54', ''), odd(54)],
  ['a negative number in brackets', float('-5', '(5.00)'), -5],
  ['a whole number with a point in it', float('1230', '12.30'), odd(1230)],
  ['a number in brackets', float('5', '(5)'), odd(5)],
  ['a negative number without its sign', float('-5', '5'), odd(-5)],
  ['a price', float('360', '€ 360.00', 'currency'), odd(360)],
  ['a number with letters', float('54', 'Studio 54'), odd(54)],
  ['zero with letters', float('0', 'Studio 0'), odd(0)],
  ['a number with zeros before it', float('42', '00042'), odd(42)],
  ['such a number with decimals', float('7', '007.00'), odd(7)],
  ['a share', float('0.5', '50%', 'percentage'), odd(0.5)],
  ['a number that shows another one', float('54', 'Studio 55'), odd(54)],
  [
    'true',
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>',
    true,
  ],
  ['false', '<table:table-cell office:value-type="boolean" office:boolean-value="false"/>', false],
  [
    'a date',
    '<table:table-cell office:value-type="date" office:date-value="2025-07-11"><text:p>11. Jul</text:p></table:table-cell>',
    dated('2025-07-11'),
  ],
  [
    'a date and a time',
    '<table:table-cell office:value-type="date" office:date-value="2025-07-11T18:00:00.000"/>',
    dated('2025-07-11T18:00:00'),
  ],
  [
    'a time',
    '<table:table-cell office:value-type="time" office:time-value="PT18H30M00S"/>',
    dated('18:30:00'),
  ],
  ['an error', text('<text:p>#N/A</text:p>', ' calcext:value-type="error"'), { value: '#N/A', doubt: ERROR }],
  ['an error that shows nothing', text('', ' calcext:value-type="error"'), { value: '#N/A', doubt: ERROR }],
  ['what a formula gave', formula(' office:value-type="string"', '<text:p>A</text:p>'), 'A'],
  ['a number that a formula gave', formula(' office:value-type="float" office:value="2"'), 2],
  ['a formula without a result', formula(''), NO_RESULT],
  ['what a formula gave, without its kind', formula('', '<text:p>A</text:p>'), 'A'],
  ['a formula of a text without a result', formula(' office:value-type="string"'), NO_RESULT],
  ['a formula of no kind', formula(' office:value-type="void"'), NO_RESULT],
  ['0 that is shown as 0', float('0', '0'), 0],
  ['5 that is shown as 5.0', float('5', '5.0'), 5],
  ['1.5 that is shown as 1.500', float('1.5', '1.500'), 1.5],
  ['10.5 that is shown as 10.50', float('10.5', '10.50'), 10.5],
  ['-1234 that is shown as -1 234', float('-1234', '-1 234'), -1234],
  ['-1234 that is shown as (1.234)', float('-1234', '(1.234)'), -1234],
  ['-123 that is shown as (1.23)', float('-123', '(1.23)'), odd(-123)],
  ['-5 that is shown as x-5', float('-5', 'x-5'), odd(-5)],
  ['-5 that is shown as -5x', float('-5', '-5x'), odd(-5)],
  ['12345 that is shown as 1.2345', float('12345', '1.2345'), odd(12_345)],
  ['10234 that is shown as 1.0234', float('10234', '1.0234'), odd(10_234)],
  ['105 that is shown as 15', float('105', '15'), odd(105)],
  ['-5, which is a number', float('-5'), -5],
  ['+5, which is a number', float('+5'), 5],
  ['12.75, which is a number', float('12.75'), 12.75],
  ['5., which is a number', float('5.'), 5],
  ['.25, which is a number', float('.25'), 0.25],
  ['1E5, which is a number', float('1E5'), 100000],
  ['1e-10, which is a number', float('1e-10'), 1e-10],
  ['2.5E+12, which is a number', float('2.5E+12'), 2500000000000],
  [
    'spaces of the file, and those that are meant',
    text('<text:p>A \n\t B<text:s/><text:s text:c="2"/>C</text:p>'),
    'A B   C',
  ],
  ['any white space between letters', text('<text:p>A\nB\tC</text:p>'), 'A B C'],
  ['a space that is not shown', text('<text:p>AB</text:p>', ' office:string-value="A B"'), odd('A B')],
])('a cell is read: %s', (_, xml, cell) => {
  expect(cells(xml)).toEqual([cell]);
});

const FIELD = 'contains more than';

test.each([
  ['a list', '<text:list><text:list-item><text:p>Acme</text:p></text:list-item></text:list>', null],
  ['a table', table(row(text('<text:p>Acme</text:p>'))), null],
  ['an unknown element', '<text:p>Acme<x:new xmlns:x="y"> Ltd</x:new></text:p>', 'Acme Ltd'],
  ['the name of the sheet', '<text:p>A<text:sheet-name>B</text:sheet-name></text:p>', 'AB'],
  ['a span in a span', '<text:p>A<text:span>B<text:span>C</text:span></text:span></text:p>', 'ABC'],
  ['a reading in a span', '<text:p>A<text:span><text:ruby>B</text:ruby></text:span></text:p>', 'AB'],
  ['a link in a link', '<text:p>A<text:a>B<text:a>C</text:a></text:a></text:p>', 'ABC'],
  ['a text with metadata', '<text:p>A<text:meta>B</text:meta></text:p>', 'AB'],
  ['the title', '<text:p>A<text:span><text:title/></text:span></text:p>', 'A'],
  [
    'a note',
    '<text:p>A<text:note><text:note-body><text:p>B</text:p></text:note-body></text:note></text:p>',
    'AB',
  ],
  ['hidden text', '<text:p>A<text:hidden-text text:condition="x">B</text:hidden-text></text:p>', 'AB'],
  ['a shape in a text', '<text:p>A<draw:a><text:p>B</text:p></draw:a></text:p>', 'AB'],
  ['an element in a reading', '<text:p><text:ruby><text:x>A</text:x></text:ruby></text:p>', 'A'],
])('a program decides what a cell shows that has %s', (_, content, value) => {
  expect(cells(text(content))).toEqual([{ value, doubt: FIELD }]);
});

test('a name of another namespace is none of ours, whatever its prefix is', () => {
  const uri = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
  const cell = `<table:table-cell xmlns:o="${uri}" o:value-type="float" o:value="5" xmlns:office="urn:x" office:value="6"/>`;
  expect(cells(cell)).toEqual([5]);
  expect(() => cells('<table:table-cell xmlns:table="urn:x"><text:p>A</text:p></table:table-cell>')).toThrow(
    'text:p in table:table-row',
  );
  expect(cells('<table:table-cell xmlns:table="urn:x"><table:p>A</table:p></table:table-cell>')).toEqual([]);
});

test.each([
  '<table:table-cell/>',
  '<table:table-cell table:style-name="a"></table:table-cell>',
  '<table:table-cell office:value-type="void"/>',
  text('<text:p/>'),
  text('<text:p> </text:p>'),
  text(''),
  '<table:covered-table-cell/>',
  formula(' office:value-type="string" office:string-value=""'),
])('a cell with nothing in it is none: %s', (xml) => {
  expect(cells(xml + text('<text:p>A</text:p>'))).toEqual([null, 'A']);
  expect(rows(table(row(xml)))).toEqual({});
});

test.each([
  ['a number', float('x'), 'float'],
  ['a number of programs', float('0x1F'), 'float'],
  ['a price', '<table:table-cell office:value-type="currency"/>', 'currency'],
  ['true or false', '<table:table-cell office:value-type="boolean" office:boolean-value="1"/>', 'boolean'],
  ['a date', '<table:table-cell office:value-type="date"/>', 'date'],
  ['a time', '<table:table-cell office:value-type="time"/>', 'time'],
  ['an unknown kind', '<table:table-cell office:value-type="x"/>', 'x'],
  ['""', float(''), 'float'],
  ['"x5"', float('x5'), 'float'],
  ['"5x"', float('5x'), 'float'],
  ['".x"', float('.x'), 'float'],
  ['"."', float('.'), 'float'],
  ['"1E"', float('1E'), 'float'],
  ['"1e1000"', float('1e1000'), 'float'],
  ['"0x1"', float('0x1'), 'float'],
  ['" "', float(' '), 'float'],
])('a cell without a value of its kind stops the list: %s', (_, xml, kind) => {
  expect(complaintOf(() => cells(xml))).toMatchObject({
    message: `Row 1 of list: cell A1 cannot be read: it has no value of its kind (${kind}).`,
  });
});

const letter = (one: string, attributes = '') => text(`<text:p>${one}</text:p>`, attributes);
const NOTHING = '<table:covered-table-cell/>';
const spanned = (columns: number, rowCount: number, more = '') =>
  ` table:number-columns-spanned="${columns}" table:number-rows-spanned="${rowCount}"${more}`;

test.each<[string, string, Record<number, Written[]>]>([
  [
    'that are written once and stand for several',
    row('', ' table:number-rows-repeated="2"') +
      row(
        `<table:table-cell table:number-columns-repeated="3"/>${letter('A', ' table:number-columns-repeated="2"')}`,
        ' table:number-rows-repeated="2"',
      ) +
      row(letter('B')) +
      row(
        '<table:table-cell table:number-columns-repeated="16384"/>',
        ' table:number-rows-repeated="1048571"',
      ),
    { 3: [null, null, null, 'A', 'A'], 4: [null, null, null, 'A', 'A'], 5: ['B'] },
  ],
  [
    'in groups, and hidden',
    `<table:table-header-rows>${row(letter('A'))}</table:table-header-rows><table:table-row-group>${row(letter('B'), ' table:visibility="filter"')}</table:table-row-group>`,
    { 1: ['A'], 2: ['B'] },
  ],
  [
    'beside and below merged cells',
    row(letter('A', spanned(2, 2)) + NOTHING + letter('C')) +
      row(NOTHING + NOTHING + letter('C')) +
      row(letter('D') + letter('D')),
    { 1: ['A', null, 'C'], 2: [null, null, 'C'], 3: ['D', 'D'] },
  ],
])('rows are read: %s', (_, xml, found) => {
  expect(rows(table(xml))).toEqual(found);
});

describe('cells and rows that are written once and stand for several', () => {
  test.each(['0', '-1', '1.5', 'x', '999999999'])('stop if it is not known for how many: %s', (count) => {
    expect(() => rows(table(row('', ` table:number-rows-repeated="${count}"`)))).toThrow('damaged');
    expect(() => cells(text('', ` table:number-columns-repeated="${count}"`))).toThrow('damaged');
  });

  test('stop if they reach too far for a list', () => {
    const xml = row(text('<text:p>A</text:p>', ' table:number-columns-repeated="99999999"'));
    const { message, description } = complaintOf(() => rows(table(xml)));
    expect(message).toMatch(/^The sheet of list reaches to cell \w+1, which is too far for a list\.$/);
    expect(description).toContain('Delete the rows and columns outside the list');
  });
});

test.each([
  [
    row(
      letter('A') +
        '<table:covered-table-cell office:value-type="string"><text:p>B</text:p></table:covered-table-cell>',
    ),
    1,
    'B1',
  ],
  [row(letter('A', spanned(2, 1)) + letter('B')), 1, 'B1'],
  [row(`<table:table-cell table:number-columns-spanned="2"/>${letter('B')}`), 1, 'B1'],
  [
    row(letter('A') + letter('A', spanned(1, 3))) + row(letter('A')) + row(letter('A') + letter('B')),
    3,
    'B3',
  ],
  [row(letter('A', spanned(2, 1, ' table:number-columns-repeated="2"'))), 1, 'A1'],
  [row(letter('A', spanned(1, 2)), ' table:number-rows-repeated="2"'), 1, 'A1'],
  [
    row(letter('A', spanned(3, 2))) +
      row(`<table:table-cell/>${letter('B', ' table:number-columns-repeated="9"')}`),
    2,
    'B2',
  ],
])(
  'a merged cell that hides one with something in it stops, also where it is not called covered: %s',
  (xml, number, name) => {
    expect(complaintOf(() => rows(table(xml))).message).toBe(
      `Row ${number} of list: cell ${name} has something in it, but cannot be seen, since cells were merged over it.`,
    );
  },
);

const mark = (name: string) => ({
  'meta.xml': `<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta><meta:user-defined meta:name="${name}">1.0.0</meta:user-defined></office:meta></office:document-meta>`,
});

test.each([
  ['CompanyScreeningWorkbook', mark('CompanyScreeningWorkbook'), true],
  ['another one', mark('Other'), false],
  ['none', {}, false],
])('a workbook of our own is known by a property: %s', (_, more, isOurs) => {
  expect(openWorkbook(odsOf(table(''), '', more)).ours !== null).toBe(isOurs);
});

test('what is shown instead is said', () => {
  const bytes = odsOf(table(row(float('5', '6') + float('5', ' '))));
  const [read] = sheetsOf(bytes)[0]?.rows() ?? [];
  expect(read?.cells.map((cell) => doubtIn(cell)?.why)).toEqual([
    'holds 5, but shows "6"',
    'holds 5, but shows nothing',
  ]);
});

test('a cell that is repeated too far stops at once', () => {
  const wide = text('<text:p>A</text:p>', ' table:number-columns-repeated="1000"');
  const bytes = table(row(wide, ' table:number-rows-repeated="60000"'));
  expect(() => rows(bytes)).toThrow('The sheet of list reaches to cell ALL1, which is too far for a list.');
});

describe('a number goes through its style', () => {
  const number = (inner: string, name = 'N1', kind = 'number') =>
    `<number:${kind}-style style:name="${name}">${inner}</number:${kind}-style>`;
  const digits = (count: number, more = '') => `<number:number number:min-integer-digits="${count}"${more}/>`;
  const cellStyle = (name: string, more: string) =>
    `<style:style style:name="${name}" style:family="table-cell"${more}/>`;
  const styled = cellStyle('ce1', ' style:data-style-name="N1"');
  const one = (styles: string, cell: string, around = '') =>
    rowsIn(odsOf(`<table:table>${around}${row(cell)}</table:table>`, styles))[1]?.[0];
  const withStyle = (cell: string) =>
    cell.replace('<table:table-cell', '<table:table-cell table:style-name="ce1"');

  test.each<[string, string, string, Written]>([
    [
      'letters',
      number(`<number:text>Studio </number:text>${digits(1)}`),
      float('54', 'Studio 54'),
      { value: 54, shown: 'Studio 54' },
    ],
    [
      'letters, without the text',
      number(`<number:text>Studio </number:text>${digits(1)}`),
      float('54'),
      { value: 54, shown: 'Studio 54' },
    ],
    [
      'letters that the text does not have',
      number(`<number:text>Evil </number:text>${digits(1)}`),
      float('54', '54'),
      odd(54),
    ],
    [
      'zeros',
      number(digits(5, ' number:decimal-places="0"')),
      float('42', '00042'),
      { value: 42, shown: '00042' },
    ],
    ['zeros without decimals', number(digits(5)), float('42', '00042'), { value: 42, shown: '00042' }],
    ['another text', number(digits(1)), float('42', 'Evil 42'), odd(42)],
    [
      'thousands',
      number(digits(1, ' number:grouping="true" number:decimal-places="0"')),
      float('1234', '1,234'),
      1234,
    ],
    ['decimals', number(digits(1, ' number:decimal-places="2"')), float('7', '7.00'), 7],
    ['rounding', number(digits(1, ' number:decimal-places="0"')), float('7.5', '8'), odd(7.5)],
    [
      'thousandths',
      number(digits(1, ' number:decimal-places="0" number:display-factor="1000"')),
      float('7', '7'),
      odd(7),
    ],
    [
      'letters among its digits',
      number(
        '<number:number><number:embedded-text number:position="1">x</number:embedded-text></number:number>',
      ),
      float('7', '7'),
      odd(7),
    ],
    ['a notation with a power', number('<number:scientific-number/>'), float('7', '7'), odd(7)],
    [
      'a price',
      number(
        `<number:currency-symbol>€</number:currency-symbol>${digits(1, ' number:decimal-places="0"')}`,
        'N1',
        'currency',
      ),
      float('7', '€7'),
      { value: 7, shown: '€7' },
    ],
    ['a date', number('<number:year/>', 'N1', 'date'), float('45849', '45849'), dated('2025-07-11')],
    ['true or false', number('<number:boolean/>', 'N1', 'boolean'), float('1', '1'), odd(1)],
    [
      'letters behind a text',
      number('<number:text-content/><number:text> Ltd</number:text>', 'N1', 'text'),
      text('<text:p>Acme Ltd</text:p>', ' office:string-value="Acme"'),
      { value: 'Acme', shown: 'Acme Ltd' },
    ],
    [
      'letters behind a text, but another text',
      number('<number:text-content/><number:text> Ltd</number:text>', 'N1', 'text'),
      text('<text:p>Acme Inc</text:p>', ' office:string-value="Acme"'),
      odd('Acme'),
    ],
    [
      'letters for negative numbers',
      `${number(digits(1, ' number:decimal-places="0"'), 'P0')}${number(`<number:text>minus </number:text>${digits(1, ' number:decimal-places="0"')}<style:map style:condition="value()&gt;=0" style:apply-style-name="P0"/>`)}`,
      float('-5', 'minus 5'),
      { value: -5, shown: 'minus 5' },
    ],
    [
      'a condition of its own',
      `${number(digits(1), 'P0')}${number(`${digits(1)}<style:map style:condition="value()&gt;=7" style:apply-style-name="P0"/>`)}`,
      float('8', '8'),
      odd(8),
    ],
    ['two styles of one name', number(digits(1)) + number(digits(2)), float('8', '8'), odd(8)],
  ])('that makes of it: %s', (_, styles, cell, expected) => {
    expect(one(styles + styled, withStyle(cell))).toEqual(expected);
  });

  test('the style may be that of the row, of the column, or of the style above it', () => {
    const studio = number(`<number:text>Studio </number:text>${digits(1)}`);
    const shown = { value: 54, shown: 'Studio 54' };
    const cell = float('54', 'Studio 54');
    const column =
      '<table:table-column table:number-columns-repeated="3" table:default-cell-style-name="ce1"/>';
    expect(one(studio + styled, cell, column)).toEqual(shown);
    const group = `<table:table-column-group>${column}</table:table-column-group>`;
    expect(one(studio + styled, cell, group)).toEqual(shown);
    const bytes = odsOf(table(row(cell, ' table:default-cell-style-name="ce1"')), studio + styled);
    expect(rowsIn(bytes)).toEqual({ 1: [shown] });
    const child =
      cellStyle('ce2', ' style:parent-style-name="ce1"') +
      cellStyle('ce3', ' style:parent-style-name="ce2"') +
      cellStyle('a', ' style:parent-style-name="a"');
    const ofChild = (name: string) =>
      cell.replace('<table:table-cell', `<table:table-cell table:style-name="${name}"`);
    expect(one(studio + styled + child, ofChild('ce2'), column)).toEqual(shown);
    expect(one(studio + styled + child, ofChild('ce3'), column)).toEqual(shown);
    expect(one(studio + styled + child, ofChild('a'), column)).toEqual(odd(54));
    const common = `<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><office:styles>${studio}<style:default-style style:family="table-cell" style:data-style-name="N1"/></office:styles></office:document-styles>`;
    expect(rowsIn(odsOf(table(row(cell)), '', { 'styles.xml': common }))).toEqual({ 1: [shown] });
  });
});

test.each(['NOW', 'Today', 'of:=[.A1]&amp;INDIRECT', 'of:=CELL'])(
  'a formula that calculates again stops its row: %s',
  (name) => {
    const again = formula(' office:value-type="string"', '<text:p>A</text:p>').replace(
      'of:=A2',
      () => `${name}()`,
    );
    expect(cells(again)).toEqual([{ value: 'A', doubt: 'has a formula' }]);
    for (const other of ['T(&quot;NOW()&quot;)', "[$'TODAY ()'.A1]", 'KNOW()', 'NOWADAYS(1)'])
      expect(cells(again.replace(`${name}()`, () => other))).toEqual(['A']);
  },
);

// Those of OpenDocument, and of LibreOffice, in which there is nothing to see.
const acme = text('<text:p>Acme</text:p>');
const nested = (names: string, around: (element: string) => string) =>
  names
    .split(' ')
    .map((name): [string, string] => [name, around(`<${name}><office:x>7</office:x></${name}>`)]);

test.each([
  ...nested(
    'text:bookmark text:bookmark-start text:bookmark-end text:soft-page-break office:annotation office:annotation-end',
    (element) => table(row(text(`<text:p>A${element}cm<text:span>${element}e</text:span></text:p>`))),
  ),
  ...nested('office:annotation table:cell-range-source table:detective', (element) =>
    table(row(text(`${element}<text:p>Acme</text:p>`))),
  ),
  ...nested('draw:connector draw:line draw:measure draw:polyline', (element) =>
    table(row(text(`${element}<text:p>Acme</text:p>`))),
  ),
  ...nested(
    'text:soft-page-break table:title table:desc table:table-source table:scenario table:named-expressions table:dde-links table:table-protection office:dde-source office:forms office:event-listeners calcext:sparkline-groups',
    (element) => table(element + row(acme) + element),
  ),
  ...nested(
    'table:calculation-settings table:content-validations table:label-ranges table:tracked-changes table:named-expressions table:database-ranges table:data-pilot-tables table:consolidation table:dde-links text:variable-decls text:sequence-decls text:user-field-decls text:dde-connection-decls text:alphabetical-index-auto-mark-file office:forms calcext:data-mappings',
    (element) => element + table(row(acme)) + element,
  ),
  ...['table:table-row-group', 'table:table-rows', 'table:table-header-rows'].map(
    (name): [string, string] => [name, table(`<${name}>${row(acme)}</${name}>`)],
  ),
  ...['table:table-column-group', 'table:table-columns', 'table:table-header-columns'].map(
    (name): [string, string] => [name, table(`<${name}><table:table-column/></${name}>${row(acme)}`)],
  ),
])('a workbook may have the element %s', (_, tables) => {
  expect(rows(tables)).toEqual({ 1: ['Acme'] });
});
