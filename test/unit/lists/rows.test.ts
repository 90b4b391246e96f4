// The rows of a list, from the cells of a workbook.
import { wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
import { noResult, shownByProgram, type Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { ListReader, type ListSource } from '../../../nodes/CompanyScreening/lists/rows';
import { readCompanyName } from '../../../nodes/CompanyScreening/names/companyName';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import { complaintIn } from './complaint';

const wanted = wantedColumns('Company', { heading: 'No', isRequired: false });
const workbook = {
  fileName: 'list.xlsx',
  listFile: 'list.xlsx, sheet One',
  headingRow: 0,
  place: 'Row',
} as const;

function rowsOf(...companies: Cell[]) {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['No', 'Company']);
  companies.forEach((company, index) => {
    reader.add(index + 2, [index, company]);
  });
  return reader.end().rows;
}

test('a heading of which it is not certain what it shows is no reason to read its column', () => {
  const heading = (column: Cell, ...others: Cell[]) => {
    const reader = new ListReader({ ...workbook, wanted });
    reader.add(1, [column, ...others]);
    reader.add(2, ['Acme', 1]);
    return reader.end().rows.length;
  };
  expect(heading('Company', shownByProgram('Rest'))).toBe(1);
  expect(() => heading(shownByProgram('Company'), 'No')).toThrow(/^list\.xlsx: Cell A1 contains more than/);
  expect(() => heading('Company', shownByProgram('No'))).toThrow(/^list\.xlsx: Cell B1 contains more than/);
});

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

test('a key that is neither a text nor a number is an error', () => {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['No', 'Company']);
  reader.add(2, [true, 'Acme']);
  expect(reader.end().rows).toMatchObject([
    {
      kind: 'unusable',
      json: { companyKey: null },
      problem: { message: 'Cell A2 holds TRUE, which is neither a text nor a number.' },
    },
  ]);
});

test.each<[Cell, string]>([
  [360, '360'],
  [' 3M ', '3M'],
  ['24/7', '24/7'],
])('a name is its text: %j', (cell, name) => {
  expect(rowsOf(cell)).toMatchObject([{ kind: 'company', json: { companyName: name, row: 2 } }]);
});

test.each(['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'])(
  'a company or a key with %j in it, which ends a line, is an error: it may be two of them',
  (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const said = /[\r\n]/.test(sign)
      ? 'a line break'
      : `the invisible character U+${code}, which ends a line in some programs,`;
    const text = `Acme Ltd${sign}Birch Ltd`;
    expect(rowsOf(text, { value: 1, shown: text })).toMatchObject(
      [2, 3].map((row) => ({
        kind: 'unusable',
        json: { companyName: null },
        problem: { message: `Cell B${row} has ${said} after "Acme Ltd", so that it may be two companies.` },
      })),
    );
    const reader = new ListReader({ ...workbook, wanted });
    reader.add(1, ['No', 'Company']);
    reader.add(2, [`7${sign}8`, `Acme${sign}`.trim()]);
    expect(reader.end().rows).toMatchObject([{ kind: 'unusable', json: { companyKey: null } }]);
  },
);

test('a text that is no name comes out as it would be shown', () => {
  expect(rowsOf(' #N/A ')).toMatchObject([{ kind: 'unusable', json: { companyName: '#N/A' } }]);
});

test('a workbook with something beneath no heading stops', () => {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['Company', null]);
  expect(() => {
    reader.add(2, ['Acme', 'x']);
  }).toThrow('Row 2 of list.xlsx has something in cell 2, which has no heading.');
});

test('a key with more digits than n8n can keep is an error, since two customers would get one key', () => {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['No', 'Company']);
  reader.add(2, [Number.MAX_SAFE_INTEGER, 'Acme']);
  reader.add(3, [Number.MAX_SAFE_INTEGER + 1, 'Beta']);
  reader.add(4, ['9007199254740993', 'Gamma']);
  expect(reader.end().rows).toMatchObject([
    { kind: 'company' },
    {
      kind: 'unusable',
      row: 3,
      problem: {
        message: 'The key "9007199254740992" is a number with more digits than n8n can keep.',
        advice: 'Format the column as text in your list: some of its digits are lost.',
      },
    },
    { kind: 'company', json: { companyKey: '9007199254740993' } },
  ]);
});

test('a key of which it is not certain what a person sees is an error, and the row has none', () => {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['No', 'Company']);
  reader.add(2, [{ value: '7', shown: '007' }, 'Acme']);
  reader.add(3, [noResult, 'Beta']);
  expect(reader.end().rows).toMatchObject([
    { kind: 'company', json: { companyKey: '007' } },
    { kind: 'unusable', json: { companyName: 'Beta', companyKey: null } },
  ]);
});

test.each(['\u0080', '\u0084', '\u0086', '\u008A', '\u009F'])(
  'a letter that became a control character stops the list: %j',
  (letter) => {
    expect(() => rowsOf(`${letter}koda Auto`)).toThrow(
      /^Row 2 of list\.xlsx: the letters of ".*koda Auto" are damaged\.$/,
    );
    expect(() => readCompanyName(`${letter}koda Auto`)).toThrow(
      /is damaged: its file was read with the wrong encoding/,
    );
  },
);

test('a line break of other programs and a deleted character are no damage', () => {
  expect(readCompanyName('Acme\u0085Ltd')).toBe('Acme Ltd');
  expect(readCompanyName('Acm\u007Fé')).toBe('Acmé');
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
    const reader = new ListReader({ ...workbook, wanted: wantedToo });
    reader.add(1, headings);
    rows.forEach((cells, index) => {
      reader.add(index + 2, cells);
    });
    return reader.end().rows;
  }

  test('come out as fields of the row, before its own columns', () => {
    const [row] = read(['Company', ' LAND', 'country', 'Trading Name'], [['Acme', 'Iran', 'AE', 'Zax']]);
    expect(Object.entries(row?.json ?? {})).toEqual([
      ['companyName', 'Acme'],
      ['companyKey', null],
      ['row', 2],
      ['listFile', 'list.xlsx, sheet One; no customer number: known by name; 1 company'],
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
    expect(rows.map(({ kind }) => kind)).toEqual(['company', 'company']);
    expect(rows.map(({ json }) => [json['otherNames'], json['country']])).toEqual([
      ['360; Old Acme; Older Acme', null],
      [null, 'AE'],
    ]);
  });

  test('keep what a person sees in them, since it is what was screened', () => {
    const [row] = read(
      ['Company', 'Other Names'],
      [['Acme', { value: 54, shown: 'Studio 54' }]],
      [otherNames],
    );
    expect(row?.json).toMatchObject({ otherNames: 'Studio 54', 'Other Names': 'Studio 54' });
  });

  test('of anything else may hold what is no name', () => {
    expect(read(['Company', 'Country'], [['Acme', '#N/A']], [country])).toMatchObject([
      { kind: 'company', json: { country: '#N/A' } },
    ]);
  });

  test('are no fields of a list that is read without them', () => {
    const [row] = read(['Company', 'country'], [['Acme', 'AE']], []);
    expect(row?.json).toEqual({
      companyName: 'Acme',
      companyKey: null,
      row: 2,
      listFile: `${workbook.listFile}; no customer number: known by name; 1 company`,
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
      complaintIn(() => read(['Company', 'Other Names'], [['Acme', 'PrÃ¤zision GmbH']], [otherNames])),
    ).toContain('Row 2 of list.xlsx: the letters of');
  });

  test('that a list does not have, or has twice, stop it', () => {
    expect(complaintIn(() => read(['Company'], [['Acme']], [country]))).toContain(
      'No column of list.xlsx is called Country or Land. The columns found: Company. Correct Country Column',
    );
    expect(complaintIn(() => read(['Company', 'Land', 'land'], [['Acme', '', '']], [country]))).toContain(
      'two columns called land',
    );
  });
});

describe('a text file', () => {
  const reader = (text: ListSource['text'], key = '') =>
    new ListReader({
      fileName: 'list.csv',
      listFile: 'list.csv',
      wanted: wantedColumns('Company', { heading: key, isRequired: false }),
      headingRow: 0,
      place: 'Line',
      ...(text ? { text } : {}),
    });
  const read = (
    rows: Cell[][],
    text: ListSource['text'] = { delimiter: ';', lineBreaks: 'alike' },
    key?: string,
  ) => {
    const list = reader(text, key);
    rows.forEach((cells, index) => {
      list.add(index + 1, cells);
    });
    return list.end().rows;
  };
  const complaint = (...given: Parameters<typeof read>): string => complaintIn(() => read(...given));

  test.each([
    [';', 'a semicolon'],
    [',', 'a comma'],
    ['\t', 'a tab'],
    ['|', 'a vertical bar'],
  ] as const)(
    'with another number of cells in a row may have half of a name in it: %j',
    (delimiter, name) => {
      expect(
        complaint(
          [
            ['Company', 'No'],
            ['Acme', 'Ltd', '1'],
          ],
          { delimiter, lineBreaks: 'alike' },
        ),
      ).toBe(
        `Line 2 of list.csv has 3 cells, and the list has 2 headings. Most often a name holds ${name}: put it in quotation marks, or save the list as an Excel workbook (.xlsx). Half of a name must not be screened.`,
      );
    },
  );

  test('has nothing in a column without a heading, in the first one neither', () => {
    const more = [
      ['', 'Company', ' '],
      ['', 'Acme', ' '],
    ];
    expect(read(more)).toMatchObject([{ json: { Company: 'Acme' } }]);
    expect(Object.keys(read(more)[0]?.json ?? {})).toEqual([
      'companyName',
      'companyKey',
      'row',
      'listFile',
      'Company',
    ]);
    expect(complaint([...more, ['x', 'Acme', '']])).toMatch(
      /^Line 3 of list\.csv has something in cell 1, which has no heading\./,
    );
    expect(
      complaint(
        [
          ['Company', ''],
          ['Acme', 7],
        ],
        undefined,
      ),
    ).toContain('cell 2');
    expect(
      complaint(
        [
          ['Company', ''],
          ['Acme', 7],
        ],
        { delimiter: undefined, lineBreaks: 'alike' },
      ),
    ).toBe(
      'Line 2 of list.csv has something in cell 2, which has no heading. Give the column a heading, or empty its cells.',
    );
  });

  test('whose headings stand below something that looks like some stops', () => {
    const rows = [
      ['Company', 'Example Bank'],
      ['Date', '2025-06-01'],
      ['no', ' COMPANY'],
      [101, 'Acme'],
    ];
    expect(complaint(rows, undefined, 'No')).toBe(
      'Line 3 of list.csv has headings, and so has the list above it. If the list begins there, enter 3 as Heading Row in the options of this node: what stands above is then not read. If not, save them as two lists.',
    );
    const kinds = [
      ['Company', 'Kind'],
      ['Acme', 'Company'],
      ['No', 'Company'],
    ];
    expect(complaint(kinds, undefined, 'No')).toContain('Line 3 of list.csv has headings');
    const below = [...kinds.slice(0, 2), ...Array.from({ length: 40 }, (_, at) => [`Beta ${at}`, 'Company'])];
    expect(complaint([...below, ['No', 'Company']], undefined, 'No')).toContain(
      'Line 43 of list.csv has headings',
    );
    expect(read(below, undefined, 'No')).toHaveLength(41);
    expect(read(kinds.slice(0, 2), undefined, 'No')).toHaveLength(1);
    expect(read([...kinds.slice(0, 2), ['No', 'Person']], undefined, 'No')).toHaveLength(2);
  });

  test('that has its headings again was put together from two lists', () => {
    expect(
      read([
        ['Company', 'No', ''],
        ['\u200b', 'No', ''],
      ]),
    ).toHaveLength(1);
    expect(
      complaint([
        ['Company', 'No', ''],
        [' no ', 'COMPANY', ''],
      ]),
    ).toBe(
      'Line 2 of list.csv has the headings again: two lists were joined there. If their columns are in the same order, remove the row. If not, save them as two lists.',
    );
    expect(
      read([
        ['Company', 'No'],
        ['Company', ''],
        ['Company', '7'],
        ['Acme', 'No'],
      ]),
    ).toHaveLength(3);
  });

  test.each([
    ['of suppliers', ['Supplier No', 'Supplier'], 'has headings, and so has the list above it'],
    ['of countries', ['Amount', 'Country:'], 'has headings, and so has the list above it'],
    [
      'with its company in another column',
      ['Company', 'Amount'],
      'has headings, and so has the list above it',
    ],
    [
      'in two lines, in another language',
      ['Kundennr.', 'Firma'],
      'has headings, and so has the list above it',
    ],
    [
      'behind an empty row, of anything',
      ['Reeve', 'Parish'],
      'is below an empty row, and may have the headings',
    ],
  ])('with headings of another list below, %s, stops', (_, headings, said) => {
    const list = (...more: string[][]) => [['No', 'Company'], ['1', 'Acme'], ['2', 'Beta'], ...more];
    expect(complaint(list([], headings, ['7', 'Gamma']), undefined, 'No')).toContain(
      `Line 5 of list.csv ${said}`,
    );
  });

  test('may have any other rows behind an empty one', () => {
    const list = (first: string[], ...more: string[][]) =>
      read([['No', 'Company'], first, ...more], undefined, 'No');
    expect(list(['1', 'Acme'], [], ['', 'Reeve'])).toHaveLength(2);
    expect(list(['1', 'Acme'], [], ['none', 'Reeve 2'])).toHaveLength(2);
    expect(list(['1', 'Acme'], [], ['2', 'Reeve'])).toHaveLength(2);
    expect(list(['none', 'Acme'], [], ['none', 'Reeve'])).toHaveLength(2);
    expect(list(['1', 'Acme'], ['none', 'Reeve'])).toHaveLength(2);
    expect(list([], ['none', 'Acme'], [], ['1', 'Reeve'])).toHaveLength(2);
  });

  test('stops where a quotation mark is not closed', () => {
    expect(
      complaint([
        ['Company', 'No'],
        ['Acme;1\nBirch;2\nCedar', '3'],
      ]),
    ).toBe(
      'Line 2 of list.csv: a cell in quotation marks begins in this row and runs over lines that look like rows of their own. Most often a quotation mark is missing. Correct the row, write the cell on one line, or save the list as an Excel workbook (.xlsx).',
    );
  });

  const MIXED =
    'It is not certain where the lines of list.csv end: it has several kinds of line breaks. Save the list as an Excel workbook (.xlsx).';
  test('with line breaks of several kinds stops, unless the number of cells shows where a line ends', () => {
    const mixed = { delimiter: ';', lineBreaks: 'mixed' } as const;
    expect(complaint([['Company'], ['Acme']], { ...mixed, delimiter: undefined })).toBe(MIXED);
    expect(
      complaint(
        [
          ['No', 'Company\r'],
          ['1', 'Acme'],
        ],
        mixed,
      ),
    ).toBe(MIXED);
    expect(
      read(
        [
          ['Company', 'No'],
          ['Acme', '1'],
        ],
        mixed,
      ),
    ).toHaveLength(1);
    expect(read([['Company'], ['Acme']], { delimiter: undefined, lineBreaks: 'alike' })).toHaveLength(1);
  });

  test('with damaged letters in a name stops, and says which', () => {
    expect(complaint([['Company'], ['PrÃ¤zision GmbH']])).toBe(
      'Line 2 of list.csv: the letters of "PrÃ¤zision GmbH" are damaged. The list was once opened in the wrong encoding and saved like that, or it is read in the wrong one now. Repair the list at its source, or choose its Encoding in the options of this node.',
    );
  });

  test('with damaged letters that nobody sees in a name stops as well', () => {
    // "Città", whose last letter ends with what looks like a space.
    expect(complaint([['Company'], ['Citt\u00c3\u00a0']])).toContain('are damaged');
    expect(complaint([['Company'], ['O\u00e2\u0080\u0099Neill']])).toContain('are damaged');
  });

  test('without a row is no list', () => {
    const advice = 'Check that it is the right file, and that its program saved it.';
    expect(complaint([])).toBe(`list.csv is empty. ${advice}`);
    expect(complaint([['', ' ', null]])).toBe(`list.csv is empty. ${advice}`);
    expect(complaint([['Company'], ['']])).toBe(`list.csv has headings, but no row below them. ${advice}`);
  });

  test('has a key only in the column of the key, and what is missing in a row is empty', () => {
    const [row] = read(
      [
        ['Key', 'Company', 'No'],
        ['', 'Acme', '7'],
      ],
      undefined,
      'no',
    );
    expect(row?.json).toMatchObject({ companyKey: '7', Key: '' });
    expect(
      read([
        ['Company', 'No'],
        ['Acme', '7'],
      ])[0]?.json,
    ).toMatchObject({ companyKey: null });
  });
});

test('a row of a workbook that is shorter than its headings has nothing in the other columns', () => {
  const reader = new ListReader({ ...workbook, wanted });
  reader.add(1, ['Company', 'No', 'Note']);
  reader.add(2, ['Acme']);
  reader.add(3, [null, 7, false]);
  const listFile = `${workbook.listFile}; no customer number: known by name; 1 company`;
  expect(reader.end().rows.map(({ json }) => json)).toEqual([
    { companyName: 'Acme', companyKey: null, row: 2, listFile, Company: 'Acme', No: '', Note: '' },
    { companyName: '', companyKey: '7', row: 3, listFile, Company: '', No: 7, Note: false },
  ]);
});
