// What separates the cells of a text file: with the wrong sign, half of a name would be screened.
import { cellsByAnyDelimiter, layoutOf, type Delimiter } from '../../../nodes/CompanyScreening/lists/csv';
import { wantedColumns } from '../../../nodes/CompanyScreening/lists/headings';
import { complaintIn } from './reading';

const wanted = wantedColumns('Company', { heading: '', isRequired: false });
const layout = (text: string, from = 0) => layoutOf(text, 'list.csv', from, wanted);
const complaint = (text: string): string => complaintIn(() => layout(text));

test.each<[string, Delimiter]>([
  ['Company,Country\nA;B;C,D\n', ','],
  ['Company;Country\nA,B,C;D\n', ';'],
  ['Company\tCountry\n', '\t'],
  ['Company|Country\n', '|'],
  ['Company\nA, B and C; D|E\n', undefined],
  ['', undefined],
  ['\n \n;;;,\n""\nCompany,No\nA;B;C\n', ','],
  ['\r\rCompany;No\rA,B,C\r', ';'],
  // A heading in quotation marks is one heading, whatever is in it.
  ['"a,b,c";Company\n', ';'],
  ['Company;"a,b,c"\n', ';'],
  ['Company;"a,b,c";No\n', ';'],
  ['"a|""b|"" c|"\tCompany\n', '\t'],
  ['"Company, Ltd, and, others"\nA;B\n', undefined],
  // It may run over several lines.
  ['"a,\nb,c";Company\nx,y,z\n', ';'],
  ['Company;"a;\nb";No,x,y\n', ';'],
  ['Company,"a\nb"\nx;y;z\n', ','],
  ['Company;"a,,,\nb"', ';'],
  // A quotation mark inside a heading is one of its letters.
  ['5" screen,a;Company;b" c;d\n', ';'],
  ['a"b\nc";d\n', undefined],
])('the headings of %j show it', (text, delimiter) => {
  expect(layout(text)).toEqual({ delimiter, begin: 0 });
});

test.each<[string, Delimiter, number]>([
  ['sep=;\nCompany,Country,No;x\n', ';', 6],
  ['"sep=,"\r\nCompany;x;y\n', ',', 9],
  ['SEP=|;;;\rCompany\r', '|', 9],
  ['sep=\t', '\t', 5],
])('a first line such as %j names it', (text, delimiter, begin) => {
  expect(layout(text)).toEqual({ delimiter, begin });
});

test('such a line counts only where it is the first, and is nothing else', () => {
  expect(layout('Company,No\nsep=;\n')).toEqual({ delimiter: ',', begin: 0 });
  expect(layout('sep=;Company,No,x\n')).toEqual({ delimiter: ',', begin: 0 });
  expect(complaint('sep=^\nCompany^No\n')).toBe(
    'The first line of list.csv names the delimiter "^", which cannot be read. Save the list with commas, semicolons, tabs or vertical bars between the cells, or as an Excel workbook (.xlsx).',
  );
});

test('of two signs that the headings have alike, the one with the company column counts, if it is only one', () => {
  expect(layout('Company;Street, No\n').delimiter).toBe(';');
  expect(layout('Firm; Street,Company\n').delimiter).toBe(',');
  expect(layout('"Company";Street, No\n').delimiter).toBe(';');
  const advice =
    'Save the list as an Excel workbook (.xlsx), or write a first line "sep=;" with the right delimiter.';
  expect(complaint('Firm;Street, No\n')).toBe(
    `It is not certain what separates the cells of list.csv: its headings may be separated by semicolons or commas. ${advice}`,
  );
  expect(complaint('Company\tx|Company\n')).toBe(
    `It is not certain what separates the cells of list.csv: its headings may be separated by tabs or vertical bars. ${advice}`,
  );
});

test('two signs that make different headings of a company are not certain, whichever there are more of', () => {
  const message = /^It is not certain .* may be separated by semicolons or commas\./;
  expect(complaint('Company;Notes,Company,No\nEvil Corp;x,Plain Co,1\n')).toMatch(message);
  expect(complaint('Company;a;b,Company\n')).toMatch(message);
  expect(layout('Company\tName, legal\tTown, Country, Zip\n').delimiter).toBe(',');
});

test('headings count as far as a hundred thousand characters', () => {
  expect(layout(`Company,${'x'.repeat(100_000)};;;\n`).delimiter).toBe(',');
});

test('a line is cut at each of the signs, and at none', () => {
  expect(cellsByAnyDelimiter(' "A" , B;C')).toEqual([
    [' "A" , B;C'],
    [' "A" , B', 'C'],
    [' "A" , B;C'],
    ['A', ' B;C'],
    [' "A" , B;C'],
  ]);
  expect(cellsByAnyDelimiter('"A;B"')[0]).toEqual(['A;B']);
});
