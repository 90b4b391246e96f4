// Where a row of a text file begins and ends: two rows are no company, and neither is half of one.
import {
  hasMixedLineBreaks,
  holdsSeveralRows,
  readTextRows,
  type TextRows,
} from '../../../nodes/CompanyScreening/lists/csv';
import { complaintIn } from './reading';

function rowsOf(text: string, more: Partial<TextRows> = {}): Array<[number, string[]]> {
  const rows: Array<[number, string[]]> = [];
  readTextRows({ text, delimiter: ',', fileName: 'list.csv', firstLine: 1, ...more }, (line, cells) => {
    rows.push([line, cells]);
  });
  return rows;
}
const complaint = (text: string, more: Partial<TextRows> = {}): string =>
  complaintIn(() => rowsOf(text, more));
const ONE_CELL = { delimiter: undefined };

test.each([
  ['a\nb\n', false],
  ['a\r\nb\r\n', false],
  ['a\rb\r', false],
  ['a', false],
  ['a\r\nb\n', true],
  ['a\nb\r\n', true],
  ['a\rb\n', true],
  ['a\r\nb\rc', true],
])('whether the lines of %j end in several ways: %s', (text, isMixed) => {
  expect(hasMixedLineBreaks(text)).toBe(isMixed);
});

test.each<[string[], ',' | undefined, number, boolean, number[]?]>([
  [['a', 'b'], ',', 2, false],
  [['a,b,c', 'd,e'], ',', 2, false],
  [['a\nb', 'c'], ',', 2, false],
  [['a', 'b\nc', 'd'], ',', 2, true],
  [['a', 'b\r\nc', 'd'], ',', 2, true],
  [['a', 'b\rc', 'd'], ',', 2, true],
  [['a', 'b\nc'], ',', 2, false],
  [['a', 'b\nc,d\n'], ',', 2, true],
  [['a\nb'], undefined, 1, true],
  [['a\nb'], undefined, 2, false],
  [['a', 'b, c\nd, e, f', 'g'], ',', 3, true, [0, 1]],
  [['a', 'b, c, d\ne, f, g', 'h'], ',', 3, true, [0, 1]],
  [['a', 'b, c, d\ne, f, g', 'h'], ',', 3, false, [0, 2]],
  [['a', 'b\nc,d,e\nf', 'g'], ',', 3, false, [0, 2]],
  [['a', 'b,1\nc,d,e\nf', 'g'], ',', 3, true, [0, 2]],
  [['a', 'b, c,1\nd,e', '2'], ',', 3, true, [0, 2]],
])(
  'whether %j are several rows in one shows by how many cells their lines have',
  (cells, delimiter, columns, are, certain = [0, 1]) => {
    expect(holdsSeveralRows(cells, delimiter, columns, certain)).toBe(are);
  },
);

test.each(['\n', '\r\n', '\r'])('a row has the line that it begins in, with lines that end in %j', (end) => {
  const text = ['a,b', '', '"c', 'd","e', 'f"', 'g,h', ''].join(end);
  expect(rowsOf(text, { firstLine: 2 })).toEqual([
    [2, ['a', 'b']],
    [4, [`c${end}d`, `e${end}f`]],
    [7, ['g', 'h']],
  ]);
});

test('a carriage return ends no line where another sign does, if it stands in quotation marks', () => {
  expect(rowsOf('"a\rb",c\nd,e\n')).toEqual([
    [1, ['a\rb', 'c']],
    [3, ['d', 'e']],
  ]);
});

test('a quotation mark in the middle of a name belongs to it, unless a cell begins with one', () => {
  expect(rowsOf('The "Second" Sock,x\n')).toEqual([[1, ['The "Second" Sock', 'x']]]);
  expect(rowsOf('The "Second" Sock\n', ONE_CELL)).toEqual([[1, ['The "Second" Sock']]]);
  expect(rowsOf('"A, B",x\n')).toEqual([[1, ['A, B', 'x']]]);
  expect(complaint('a,b\n"A",x\nThe "Second" Sock,x\n')).toBe(
    'Line 3 of list.csv: it is not certain that a quotation mark in the row that begins there begins or ends a cell. A cell in quotation marks must end with one, directly before the end of the line or a comma, and a quotation mark inside it must be written twice. Correct the row, or save the list as an Excel workbook (.xlsx).',
  );
  expect(complaint('a\n"A" B\n', ONE_CELL)).toContain('directly before the end of the line, and');
});

test.each<[string, number, Partial<TextRows>?]>([
  ['a,b\r\nc,d\r\n\uFEFFa,b\r\n', 3, {}],
  ['Company\nAcme\uFEFFCompany\nBeta\n', 2],
  ['Company\nAcme Ltd.\uFEFFBeta\n', 2],
  ['Company\nAcme\n\uFEFF\nBeta\n', 3],
])('two files that were put together stop: %j', (text, line, asked = ONE_CELL) => {
  expect(complaint(text, asked)).toBe(
    `Line ${line} of list.csv has a byte order mark (U+FEFF) in it: two files were joined there. Join the lists in a spreadsheet program, and save the result as one list.`,
  );
});

test.each([
  '1,\uFEFFAcme',
  '1, \uFEFFAcme',
  '1,"\uFEFFAcme"',
  '1,Acme\uFEFF',
  'Acme\uFEFF,1',
  '1,Acme \uFEFF ',
])('a byte order mark beside a name puts nothing together: %j', (line) => {
  expect(rowsOf(`${line}\n`)).toHaveLength(1);
});

test('a row without an end stops', () => {
  expect(complaint(`a,b\n1,"${'x'.repeat(1_000_001)}`)).toBe(
    'Line 2 of list.csv: the row that begins there has more than a million characters. Most often a quotation mark is not closed. Correct it, or save the list as an Excel workbook (.xlsx).',
  );
});

test.each(['Acme, Inc.', 'Acme 1,000', 'Acme,', 'A 1,234,567 B', '"Acme,Inc"', '"A;B"'])(
  'in a list of one column, %s is one name',
  (line) => {
    expect(rowsOf(`${line}\n`, ONE_CELL)).toEqual([[1, [line.replaceAll('"', '')]]]);
  },
);

test.each(['Acme,DE', 'Acme;DE', 'Acme\tDE', 'Acme|DE', '1,23', '1,2345', '1,DEU', 'A,000', 'Acme, Inc.,DE'])(
  'in a list of one column, %j seems to be several cells, and stops',
  (line) => {
    expect(complaint(`Company\n${line}\n`, ONE_CELL)).toBe(
      'Line 2 of list.csv seems to have several cells, but the heading line has only one. Give each column a heading. If it is one name, put it in quotation marks, or save the list as an Excel workbook (.xlsx).',
    );
  },
);
