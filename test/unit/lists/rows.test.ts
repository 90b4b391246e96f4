// The rows of a list, from the cells of a workbook.
import { wantedColumns } from '../../../nodes/CompanyScreening/lists/headings';
import { ListReader, type Cell } from '../../../nodes/CompanyScreening/lists/rows';
import { readCompanyName } from '../../../nodes/CompanyScreening/names/companyName';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';

const wanted = wantedColumns('Company', { heading: 'No', isRequired: false });

function rowsOf(...companies: Cell[]) {
  const reader = new ListReader({ fileName: 'list.xlsx', wanted, place: 'Row' });
  reader.add(1, ['No', 'Company']);
  companies.forEach((company, index) => {
    reader.add(index + 2, [index, company]);
  });
  return reader.end();
}

test.each<[Cell]>([
  [45849],
  [0.5],
  [1e21],
  [true],
  [''],
  [null],
  ['#N/A'],
  ['=A2'],
  ['11-Jul'],
  ['null'],
  ['&amp;'],
])('what is no name in a list is none for Company Screening either: %j', (cell) => {
  const [row] = rowsOf(cell);
  expect(row?.kind).toBe('unusable');
  expect(() => readCompanyName(row?.json['companyName'])).toThrow(InvalidItem);
});

test.each<[Cell, string]>([
  [360, '360'],
  [' 3M ', '3M'],
  ['24/7', '24/7'],
])('a name is its text: %j', (cell, name) => {
  expect(rowsOf(cell)).toMatchObject([{ kind: 'company', json: { companyName: name, row: 2 } }]);
});
