// The rows of a list, from the cells of a workbook.
import { wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
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

describe('more columns', () => {
  const otherNames: MoreWanted = {
    field: 'otherNames',
    option: 'Other Names Column',
    headings: ['Other Names', 'Trading Name', 'Former Name'],
  };
  const country: MoreWanted = { field: 'country', option: 'Country Column', headings: ['Country', 'Land'] };
  function read(headings: Cell[], rows: Cell[][], more: MoreWanted[] = [otherNames, country]) {
    const wantedToo = wantedColumns('Company', { heading: 'No', isRequired: false }, more);
    const reader = new ListReader({ fileName: 'list.xlsx', wanted: wantedToo, place: 'Row' });
    reader.add(1, headings);
    rows.forEach((cells, index) => {
      reader.add(index + 2, cells);
    });
    return reader.end();
  }
  const complaint = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      if (error instanceof InvalidItem) return `${error.message} ${error.advice}`;
      throw error;
    }
    throw new Error('It was read.');
  };

  test('come out as fields of the row, before its own columns', () => {
    const [row] = read(['Company', ' LAND', 'country', 'Trading Name'], [['Acme', 'Iran', 'AE', 'Zax']]);
    expect(Object.entries(row?.json ?? {})).toEqual([
      ['companyName', 'Acme'],
      ['companyKey', null],
      ['row', 2],
      ['otherNames', 'Zax'],
      ['country', 'AE'],
      ['Company', 'Acme'],
      ['LAND', 'Iran'],
      ['input_country', 'AE'],
      ['Trading Name', 'Zax'],
    ]);
  });

  test('with other names are put together, and an empty cell is none', () => {
    const rows = read(
      ['Company', 'Former Name', 'Trading Name', 'Land'],
      [
        ['Acme', 'Old Acme; Older Acme', 360, ''],
        ['Beta', ' ', null, 'AE'],
      ],
    );
    expect(rows.map(({ json }) => [json['otherNames'], json['country']])).toEqual([
      ['360; Old Acme; Older Acme', null],
      [null, 'AE'],
    ]);
  });

  test('are no fields of a list that is read without them', () => {
    const [row] = read(['Company', 'country'], [['Acme', 'AE']], []);
    expect(row?.json).toEqual({
      companyName: 'Acme',
      companyKey: null,
      row: 2,
      Company: 'Acme',
      country: 'AE',
    });
  });

  test.each<[Cell]>([['#REF!'], ['Acme; n/a'], [45849], [true]])(
    'with a name that cannot be screened (%j) make the row an error',
    (cell) => {
      const [row] = read(['Company', 'Other Names'], [[360, cell]], [otherNames]);
      expect(row).toMatchObject({ kind: 'unusable', json: { companyName: '360' } });
      expect(row?.kind === 'unusable' && row.problem.message).toContain('Other Names');
    },
  );

  test('with damaged letters stop the list', () => {
    expect(
      complaint(() => read(['Company', 'Other Names'], [['Acme', 'PrÃ¤zision GmbH']], [otherNames])),
    ).toContain('Row 2 of list.xlsx: the letters of');
  });

  test('that a list does not have, or has twice, stop it', () => {
    expect(complaint(() => read(['Company'], [['Acme']], [country]))).toContain(
      'No column of list.xlsx is called Country or Land. The columns found: Company. Correct Country Column',
    );
    expect(complaint(() => read(['Company', 'Land', 'land'], [['Acme', '', '']], [country]))).toContain(
      'two columns called land',
    );
  });
});
