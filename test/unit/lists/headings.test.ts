// Which column holds the company: it is found by its heading, or the list stops.
import {
  hasCompanyColumn,
  headingsIn,
  readHeadings,
  wantedColumns,
  type MoreWanted,
} from '../../../nodes/CompanyScreening/lists/headings';
import { placeOfHeadings } from '../../../nodes/CompanyScreening/lists/title';
import { complaintIn } from './reading';

const NO_KEY = { heading: ' ', isRequired: false };
const wanted = (company: string, key = NO_KEY, more: MoreWanted[] = []) => wantedColumns(company, key, more);
const complaint = (headings: string[], columns = wanted('Company')): string =>
  complaintIn(() => readHeadings(headings, columns, 'list.csv'));

test('headings are separated by commas, and an empty one is none', () => {
  expect(headingsIn(' Company,, Company Name , ')).toEqual([
    'Company,, Company Name ,',
    'Company',
    'Company Name',
  ]);
  expect(headingsIn(' Company ')).toEqual(['Company']);
});

test.each([
  ['company', true],
  [' COM\u00adPANY\u200b ', true],
  ['Com pany', true],
  ['\uFEFFＣｏｍｐａｎｙ', true],
  ['Companies', false],
  ['', false],
])('case, white space and what nobody sees make no other heading: %j', (heading, isIt) => {
  expect(hasCompanyColumn(['No', heading], wanted('Company'))).toBe(isIt);
});

test.each([
  // The first heading that is wanted and there counts, in whatever order the columns are.
  [['Name', 'Firm'], 'Company, Firm, Name', 1],
  [['Name', 'Firm'], 'Name, Firm', 0],
  // A heading with a comma is found where it is entered alone.
  [['Name, short', 'Name', 'Name, legal'], 'name,  Legal', 2],
  [['Name, short', 'Name', 'Name, legal'], 'Name, other', 1],
])('in %j, the companies that are called %s are in column %i', (headings, company, column) => {
  expect(readHeadings(headings, wanted(company), 'list.csv').company).toBe(column);
});

test('where two columns might be that of the companies, it is said which one was read', () => {
  const chosen = (headings: string[], more: MoreWanted[] = [], key = NO_KEY) =>
    readHeadings(headings, wanted('Company, Firm, Name, company', key, more), 'list.csv').chosen;
  expect(chosen(['Name', 'Company'])).toEqual(['read: the column Company, not Name']);
  expect(chosen([' Name', 'firm', 'x'])).toEqual(['read: the column firm, not Name']);
  expect(chosen(['Name', 'Firm', 'Company'])).toEqual(['read: the column Company, not Firm, Name']);
  expect(chosen(['Name', 'Firm', 'Name'])).toEqual(['read: the column Firm, not Name, Name']);
  expect(chosen(['Company', 'Country'])).toEqual([]);
  // They are read as something else.
  const otherNames: MoreWanted = { field: 'otherNames', option: 'Other Names Column', headings: ['Name'] };
  expect(chosen(['Name', 'Company'], [otherNames])).toEqual([]);
  expect(chosen(['Name', 'Company'], [], { heading: 'Name', isRequired: true })).toEqual([]);
});

test('a column without a heading is not that of a key which nobody named', () => {
  expect(readHeadings(['', 'Company', ''], wanted('Company'), 'list.csv')).toEqual({
    company: 1,
    key: undefined,
    chosen: [],
    more: [],
    fields: [undefined, 'Company', undefined],
  });
});

test('each column has a field of its own', () => {
  const more: MoreWanted[] = [{ field: 'country', option: 'Country Column', headings: ['Land'] }];
  const headings = [
    ...['Company', 'companyName', 'companyKey', 'row', 'listFile', 'country', 'Land', ' x ', 'x', 'x_2'],
    ...['x', 'x_3 '],
  ];
  expect(readHeadings(headings, wanted('Company', NO_KEY, more), 'list.csv').fields).toEqual([
    ...['Company', 'input_companyName', 'input_companyKey', 'input_row', 'input_listFile'],
    ...['input_country', 'Land'],
    ...['x', 'x_4', 'x_2', 'x_5', 'x_3'],
  ]);
});

test.each<[string, string[], ReturnType<typeof wanted>, string]>([
  [
    'no heading that can be read',
    ['', ' '],
    wanted('Company'),
    'No column of list.csv is called Company. No cell has a text where the headings should be. Rename the column of the list, or enter its heading as Company Column in this node. The headings must be in the first line that is not empty, or in the one that you enter as Heading Row in the options.',
  ],
  [
    'no company column',
    [' No ', '', 'Street'],
    wanted('Company, Firm, Name'),
    'No column of list.csv is called Company, Firm or Name. The columns found: No, Street. Rename the column of the list, or enter its heading as Company Column in this node. The headings must be in the first line that is not empty, or in the one that you enter as Heading Row in the options.',
  ],
  [
    'two of them',
    ['Company', ' company '],
    wanted('Company'),
    'list.csv has two columns called company. Rename or remove one of them: nobody can tell which one is meant.',
  ],
  [
    'no column of the keys that it must have',
    ['Company'],
    wanted('Company', { heading: ' No ', isRequired: true }),
    'No column of list.csv is called No. The columns found: Company. Correct Key Column in this node, or empty it if the list has no numbers of your own.',
  ],
])('a list with %s stops', (_, headings, columns, said) => {
  expect(complaint(headings, columns)).toBe(said);
});

test('of many headings, or long ones, an error names the beginning', () => {
  const many = Array.from({ length: 21 }, (_, index) => `${index} ${'x'.repeat(100)}`);
  const names = (count: number) =>
    many
      .slice(0, count)
      .map((heading) => heading.slice(0, 60))
      .join(', ');
  expect(complaint(many)).toContain(`The columns found: ${names(20)}, …. Rename`);
  expect(complaint(many.slice(0, 20))).toContain(`The columns found: ${names(20)}. Rename`);
});

test('where the headings are is said with what stands above them, if anything does', () => {
  expect(placeOfHeadings('Row', 3)).toBe('headings in row 3');
  expect(placeOfHeadings('Line', 3, [['Customers', ' '], ['by Ann']])).toBe(
    'headings in line 3, not read above them: "Customers" and "by Ann"',
  );
});
