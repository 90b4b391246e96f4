// Which sheet of a workbook is the list, and which workbooks stop.
import { utils, write, type BookType } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import * as z from 'zod/v4';

import { wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
import { listKinds } from '../../support/listKinds';
import { changed, odsOf, relationship, withProperties, xlsxOf, zip } from '../../support/workbookParts';
import { complaintOf } from '../builders';
import { complaintIn, expectKind, isZip, readBook } from './reading';

const read = readBook;
/** Read with these columns as well. */
const readMore = (bytes: Buffer, more: MoreWanted[]) => {
  const key = { heading: 'Customer No', isRequired: false };
  return readBook(bytes, { wanted: wantedColumns('Company, Company Name, Name', key, more) });
};
/** What is read, with the names of the companies instead of their rows. */
function seen(bytes: Buffer, wantedSheet = '') {
  const { rows, ...more } = read(bytes, { wantedSheet });
  return {
    ...more,
    companies: rows.map(({ json }) => json['companyName']),
    listFile: rows[0]?.json['listFile'],
  };
}
const companiesIn = (bytes: Buffer, wantedSheet = '') => seen(bytes, wantedSheet).companies;

const FORMATS = ['xlsx', 'ods'] as const;
const EMPTY = 'list.xlsx is empty. Check that it is the right file, and that its program saved it.';

interface TestSheet {
  name: string;
  rows: unknown[][];
  hidden?: boolean;
}

function workbook(bookType: BookType, sheets: TestSheet[]): Buffer {
  const book = utils.book_new();
  for (const { name, rows } of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  book.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) };
  return Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType })));
}

const list = (...companies: string[]) => [['Company'], ...companies.map((company) => [company])];

test.each(listKinds.filter(isZip))('a list comes out as it is, or stops: $kind', expectKind);

describe.each(FORMATS)('of several sheets (%s)', (format) => {
  const several = [
    { name: 'A to M', rows: list('Acme') },
    { name: 'Empty', rows: [] },
    { name: 'N to Z', rows: list('Zed') },
    { name: 'Old', rows: list('Beta') },
  ];

  const hiddenBeside = [
    { name: 'Old', rows: list('Acme'), hidden: true },
    { name: 'One', rows: [] },
  ];

  test.each<[string, TestSheet[], wantedSheet: string, said: string]>([
    [
      'none is read, unless the user says which',
      several,
      '',
      'list.xlsx has several sheets: A to M, N to Z, Old. Enter the one to read as Sheet. Only that sheet is read.',
    ],
    [
      'one that is not there stops, and the error names those that are',
      several,
      ' Third ',
      'list.xlsx has no sheet called Third. Its sheets: A to M, Empty, N to Z, Old. Correct Sheet, or the workbook.',
    ],
    ['all of them empty, it is an empty workbook', [{ name: 'One', rows: [] }], '', EMPTY],
    ['only a hidden one is not empty', hiddenBeside, '', EMPTY],
  ])('%s', (_, sheets, wantedSheet, said) => {
    // The library hides no sheet of an .ods file.
    const bytes = workbook(sheets === hiddenBeside ? 'xlsx' : format, sheets);
    expect(complaintIn(() => read(bytes, { wantedSheet })).slice(0, said.length)).toBe(said);
  });

  test.each<[string, TestSheet[], wantedSheet: string, found: object]>([
    [
      'the one that the user names is read, and the others are named',
      several,
      ' n TO z',
      {
        ...{ companies: ['Zed'], sheet: 'N to Z', unread: ['A to M', 'Old'] },
        listFile:
          'list.xlsx, sheet N to Z; not read: A to M, Old; no customer number: known by name; 1 company',
      },
    ],
    [
      'those that are empty make no difference, wherever they are',
      [
        { name: 'Empty', rows: [] },
        { name: 'List', rows: list('Acme') },
        { name: 'Empty 2', rows: [] },
      ],
      '',
      { companies: ['Acme'], unread: [] },
    ],
  ])('%s', (_, sheets, wantedSheet, found) => {
    expect(seen(workbook(format, sheets), wantedSheet)).toMatchObject(found);
  });
});

describe.each(FORMATS)('of a list among other sheets (%s)', (format) => {
  const customers = { name: 'Customers', rows: list('Acme') };
  const beside = (rows: unknown[][]) => workbook(format, [{ name: 'Other', rows }, customers]);

  test.each<[string, unknown[][]]>([
    ['a sentence', [['Please ask Ann about the last two']]],
    ['a title above a sentence', [['Read me'], [], ['Exported from the CRM on 1 November']]],
    ['labels', [['Source: the CRM'], ['Contact:', 'Ann'], ['Version:', 3]]],
  ])('notes are left out, and named: %s', (_, rows) => {
    expect(seen(beside(rows))).toMatchObject({
      ...{ sheet: 'Customers', companies: ['Acme'] },
      listFile: expect.stringContaining('; not read: Other;') as string,
    });
  });

  test.each<[string, unknown[][]]>([
    ['a list', list('Beta')],
    ['a list of long names', list('The Old Mill at Birch Lane')],
    ['a list below other rows', [['Our customers'], ['as of', '1 November 2026'], ...list('Beta')]],
    [
      'a table with other headings',
      [
        ['Kundschaft', 'Stadt'],
        ['Beta', 'Bonn'],
      ],
    ],
    ['a table of long names', [['The Old Mill at Birch Lane', 'Bonn']]],
    ['names without a heading', [['Beta'], ['Gamma'], ['Delta']]],
    ['names below a sentence', [['Please ask Ann about these two'], ['Beta'], ['Gamma']]],
    ['a long name with a legal form', [['The Old Mill at Birch Lane Ltd']]],
    ['a long name behind its legal form', [['PT Alder and Birch of the East']]],
    ['numbers', [[4711]]],
    ['more lines than notes have', Array.from({ length: 31 }, () => ['Please ask Ann about the last two'])],
  ])('what may be a list stops: %s', (_, rows) => {
    expect(() => read(beside(rows))).toThrow('list.xlsx has several sheets: Other, Customers.');
    expect(read(beside(rows), { wantedSheet: 'Customers' }).unread).toEqual(['Other']);
  });

  test('notes alone are no list', () => {
    const notes = [['Please ask Ann about the last two']];
    expect(() =>
      read(
        workbook(format, [
          { name: 'Notes', rows: notes },
          { name: 'More', rows: notes },
        ]),
      ),
    ).toThrow('No column of list.xlsx is called Company');
  });
});

const besideHidden = (rows: unknown[][]) =>
  workbook('xlsx', [
    { name: 'Old', rows, hidden: true },
    { name: 'Customers', rows: list('Acme') },
  ]);

test('a hidden sheet with companies is not read, and named', () => {
  const hidden = besideHidden([['As of 1 November'], ['Company', 'City'], ['Last Year', 'Bonn']]);
  const listFile = expect.stringContaining('; not read: the hidden sheet Old;') as string;
  expect(read(hidden).rows).toMatchObject([{ json: { companyName: 'Acme', listFile } }]);
  expect(read(hidden, { wantedSheet: 'customers' }).unread).toEqual(['the hidden sheet Old']);
  expect(companiesIn(hidden, 'old')).toEqual(['Last Year']);
});

test.each<[string, unknown[][]]>([
  [
    'a table of codes',
    [
      ['Code', 'Country'],
      ['NO', 'Norway'],
    ],
  ],
  ['headings without a row', [['Company', 'Country']]],
])('a hidden sheet without companies is not named: %s', (_, rows) => {
  expect(read(besideHidden(rows)).unread).toEqual([]);
});

// If all of the part were read for each, this would take minutes.
test('a thousand sheets may be one and the same part', () => {
  const cell = '<c t="str"><v>Company</v></c>';
  const sheets = Array.from({ length: 1000 }, (_, id) => `<sheet name="S${id}" r:id="rId1"/>`).join('');
  const bytes = xlsxOf({
    sheets,
    rows: `<row>${cell}</row>`.repeat(60_000),
    more: {
      'xl/styles.xml':
        '<styleSheet><dxfs><dxf><numFmt numFmtId="170" formatCode="0"/></dxf></dxfs></styleSheet>',
    },
  });
  expect(() => read(bytes)).toThrow('list.xlsx has several sheets: S0, S1');
});

describe('of a workbook of our own', () => {
  const mark =
    '<Properties xmlns:vt="x"><property pid="2" name="CompanyScreeningWorkbook"><vt:lpwstr>1.0.0</vt:lpwstr></property><property pid="3" name="CompanyScreeningSheets"><vt:lpwstr>Summary\nCompanies\nHits</vt:lpwstr></property><property pid="4" name="CompanyScreeningColumns"><vt:lpwstr>Outcome\nHits</vt:lpwstr></property></Properties>';
  const ours = (sheets: TestSheet[]) => withProperties(workbook('xlsx', sheets), mark);
  const summary = { name: 'Summary', rows: [['Company screening'], ['Totals', 5]] };
  /** As Create Workbook writes it, with the columns that it adds. */
  const written = (...companies: string[]) => [
    ['Company', 'Outcome', 'Hits'],
    ...companies.map((company) => [company, 'Clear', 0]),
  ];

  const companies = { name: 'Companies', rows: written('Acme') };
  const added = [summary, companies, { name: 'New in 2027', rows: list('Beta') }];
  const withoutCompany = [
    ['Firm', 'Outcome', 'Hits'],
    ['Acme', 'Clear', 0],
  ];
  test.each<[string, TestSheet[], wantedSheet: string, found: object]>([
    [
      'the sheet of all companies is read, and the others, which repeat them, are no obstacle',
      [summary, companies],
      '',
      { companies: ['Acme'], unread: [] },
    ],
    [
      'the sheet of all companies is read where somebody added one, if the user names it',
      added,
      'companies',
      { companies: ['Acme'], unread: ['New in 2027'] },
    ],
    [
      'a sheet that somebody added is read if the user names it',
      added,
      'New in 2027',
      { companies: ['Beta'] },
    ],
    [
      'an empty sheet that somebody added is no obstacle',
      [summary, companies, { name: 'Notes', rows: [] }],
      '',
      { companies: ['Acme'] },
    ],
    [
      'another sheet is read if the user names it',
      [
        { name: 'Companies', rows: list('Acme') },
        { name: 'Hits', rows: list('Beta') },
      ],
      'Hits',
      { companies: ['Beta'] },
    ],
    [
      'a company in a sheet that repeats others is named, also beneath a page',
      [companies, { name: 'Summary', rows: [...summary.rows, ...list('Evil Corp')] }],
      '',
      { added: ['not read: 1 company only in the sheet Summary: "Evil Corp"'] },
    ],
    [
      'the only sheet is read, whatever it is called',
      [{ name: 'Results', rows: list('Acme') }],
      '',
      { companies: ['Acme'] },
    ],
  ])('%s', (_, sheets, wantedSheet, found) => {
    expect(seen(ours(sheets), wantedSheet)).toMatchObject(found);
  });

  test.each<[string, TestSheet[], message: string]>([
    [
      'beside a sheet that somebody added, since its companies may stand nowhere else',
      added,
      'list.xlsx has several sheets: Companies, New in 2027. Enter the one to read as Sheet.',
    ],
    [
      'without a company column, like any other',
      [
        { name: 'Companies', rows: withoutCompany },
        { name: 'Hits', rows: [['None']] },
      ],
      'No column of list.xlsx is called Company, Company Name or Name.',
    ],
    [
      'without the headings that the mark names, so that nothing is left out',
      [{ name: 'Companies', rows: list('Acme') }, summary],
      'list.xlsx has several sheets: Companies, Summary.',
    ],
    [
      'without the sheet of all companies, like any other',
      [summary, { name: 'Hits', rows: list('Beta') }],
      'has several sheets: Summary, Hits.',
    ],
  ])('it stops %s', (_, sheets, message) => {
    expect(() => read(ours(sheets))).toThrow(message);
  });

  test('columns of ours are left out, and one of the user that is called like one of ours is not', () => {
    const ownColumns = (rows: unknown[][]) =>
      read(ours([{ name: 'Companies', rows }])).rows.map(({ json }) => Object.entries(json).slice(4));
    expect(
      ownColumns([
        ['Company', 'Outcome', 'Hits'],
        ['Acme', 'clear', 2],
      ]),
    ).toEqual([[['Company', 'Acme']]]);
    expect(
      ownColumns([
        ['Outcome', 'Company', 'Outcome', 'Hits'],
        ['lost the case', 'Acme', 'clear', 2],
      ]),
    ).toEqual([
      [
        ['Outcome', 'lost the case'],
        ['Company', 'Acme'],
        ['Outcome_2', 'clear'],
      ],
    ]);
  });

  test.each(['xlsx', 'with a heading row'])(
    'a company that is called like a column of ours takes none with it (%s)',
    (kind) => {
      const bytes = ours([{ name: 'Companies', rows: written('Acme', 'Hits', 'Outcome', 'Beta') }]);
      const { rows } = read(bytes, { headingRow: kind === 'xlsx' ? 0 : 1 });
      expect(rows.map(({ json }) => json['companyName'])).toEqual(['Acme', 'Hits', 'Outcome', 'Beta']);
    },
  );

  test('a company that somebody wrote into a sheet that repeats others is named, since it is not read', () => {
    const withHits = (...companies: string[]) =>
      read(
        ours([
          { name: 'Companies', rows: written('Acme  Ltd', 'Beta', 'Name') },
          { name: 'Hits', rows: [['Outcome', 'Company'], ...companies.map((name) => ['hit', name])] },
          summary,
        ]),
      );
    expect(withHits('beta', 'ACME Ltd', '#N/A', '').added).toEqual([]);
    const { rows, added } = withHits('Acme Ltd', 'New Ltd', 'New  ltd', 'Two', 'Three', 'Four');
    const said = 'not read: 4 companies only in the sheet Hits: "New  ltd", "Two", "Three", …';
    expect(added).toEqual([said]);
    expect(rows.map(({ json }) => json['listFile'])).toEqual(
      Array.from(
        { length: 3 },
        () => `list.xlsx, sheet Companies; ${said}; no customer number: known by name; 3 companies`,
      ),
    );
    const long = 'Only'.repeat(15);
    expect(withHits(`${long} Ltd`).added).toEqual([`not read: 1 company only in the sheet Hits: "${long}"`]);
  });

  test.each<[string, TestSheet[]]>([
    ['a sheet that Create Workbook does not write', [{ name: 'More', rows: list('Evil Corp') }]],
    ['other headings', [{ name: 'Hits', rows: list('Evil Corp') }]],
    ['rows beneath None', [{ name: 'Hits', rows: [['None'], ['Evil Corp']] }]],
    ['a page that is none of ours', [{ name: 'Summary', rows: list('Evil Corp') }]],
  ])('the mark proves nothing beside %s', (_, [other]) => {
    const sheets = [{ name: 'Companies', rows: written('Plain Co') }, ...(other ? [other] : [])];
    const named = mark.replace('Summary\n', 'Summary\nMore\n');
    for (const properties of other?.name === 'More' ? [mark, named] : [mark]) {
      const copied = withProperties(workbook('xlsx', sheets), properties);
      expect(() => read(copied)).toThrow(`list.xlsx has several sheets: Companies, ${other?.name ?? ''}.`);
      expect(read(copied, { wantedSheet: 'Companies' }).unread).toEqual([other?.name]);
    }
  });

  test.each(['Company', 'Customer Number', 'Also known as'])(
    'a mark that names the column %s proves nothing: that column would not be read',
    (column) => {
      const rows = [
        [column, 'Company Name', 'Name'],
        ['Evil Corp', 'Plain Co', 'Plain Co'],
      ];
      const named = mark.replace('Outcome\nHits', column);
      const bytes = withProperties(workbook('xlsx', [{ name: 'Companies', rows }]), named);
      const more: MoreWanted[] = [
        {
          field: 'otherNames',
          option: 'Other Names Column',
          headings: ['Also known as'],
          mayBeMissing: true,
        },
      ];
      expect(Object.values(readMore(bytes, more).rows[0]?.json ?? {})).toContain('Evil Corp');
    },
  );

  test('the other names of its companies are not left out, wherever their column is', () => {
    const option = 'Other Names Column';
    const names: MoreWanted = { field: 'otherNames', option, headings: ['Other Names'] };
    const country: MoreWanted = { field: 'country', option: 'Country Column', headings: ['Country'] };
    const rows = (headings: string[]) => [headings, ['Acme', 'AE', 'Gloomharbour']];
    const book = (sheetRows: unknown[][]) =>
      withProperties(
        workbook('xlsx', [{ name: 'Companies', rows: sheetRows }]),
        mark.replace(
          '</Properties>',
          '<property pid="4" name="CompanyScreeningOtherNames"><vt:lpwstr>Other Names</vt:lpwstr></property></Properties>',
        ),
      );
    const given = book(rows(['Company', 'Country', 'Other Names']));
    for (const [bytes, more] of [
      [given, []],
      [given, [country]],
      [book([...Array.from({ length: 40 }, () => []), ...rows(['Company', 'Country', 'Other Names'])]), []],
    ] as const) {
      expect(complaintOf(() => readMore(bytes, [...more]))).toMatchObject({
        message:
          'list.xlsx has the other names of its companies in the column Other Names, and this node would not read them.',
        description: expect.stringContaining('Add Other Names Column to the options of this node') as string,
      });
    }
    for (const more of [[names], [country, names]])
      expect(readMore(given, more).rows).toMatchObject([{ json: { otherNames: 'Gloomharbour' } }]);
    expect(read(book(rows(['Company', 'Country', 'Alias']))).rows).toHaveLength(1);
  });

  test('our columns are left out by the headings, wherever these are', () => {
    const columns =
      '<property pid="4" name="CompanyScreeningColumns"><vt:lpwstr>Outcome</vt:lpwstr></property></Properties>';
    const jsonOf = (rows: unknown[][], headingRow: number) => {
      const book = workbook('xlsx', [{ name: 'Companies', rows }]);
      const bytes = withProperties(book, mark.replace('</Properties>', columns));
      return read(bytes, { headingRow }).rows.map(({ json }) => ({ ...json, listFile: undefined }));
    };
    const acme = { companyName: 'Acme', companyKey: null, Company: 'Acme' };
    expect(jsonOf([['My list'], ['Outcome', 'Company', 'No'], ['clear', 'Acme', 1]], 0)).toEqual([
      { ...acme, row: 3, No: 1 },
    ]);
    const above = [['Company', 'Old', 'Outcome'], [' ']];
    for (const headingRow of [2, 3])
      expect(jsonOf([...above, [null, 'Outcome', 'Company'], [null, 'clear', 'Acme']], headingRow)).toEqual([
        { ...acme, row: 4 },
      ]);
  });

  test('a sheet of that name in another workbook is one of several', () => {
    expect(() => read(workbook('xlsx', [summary, { name: 'Companies', rows: list('Acme') }]))).toThrow(
      'has several sheets: Summary, Companies.',
    );
  });
});

const ONE = [{ name: 'One', rows: list('Acme') }];
const onlyHidden = changed(workbook('xlsx', ONE), 'xl/workbook.xml', (xml) =>
  xml.replace('<sheet ', '<sheet state="veryHidden" '),
);
const alike = workbook('xlsx', [
  { name: 'Customers', rows: list('Acme') },
  { name: ' Cust\u200bomers', rows: list('Beta') },
]);
const three = workbook('xlsx', [...ONE, { name: 'Two', rows: list('Beta') }, { name: 'Three', rows: [] }]);
const sameName = changed(three, 'xl/workbook.xml', (xml) => xml.replace('name="Two"', 'name="one "'));
const sameNameFirst = changed(three, 'xl/workbook.xml', (xml) =>
  xml.replace('name="One"', 'name="ONE "').replace('name="Two"', 'name="One"'),
);
const manifestOf = (entry: string) =>
  `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entry}</m:manifest>`;
const ENCRYPTED = {
  'META-INF/manifest.xml': manifestOf('<m:file-entry><m:encryption-data/></m:file-entry>'),
};
const encrypted = workbook('xlsx', ONE);
encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x01\x02', 0, 'latin1') + 8);
const DAMAGED =
  'list.xlsx is a workbook that cannot be read: it is damaged, or it contains something that cannot be read here. Open the workbook in Excel or LibreOffice, check that no row is missing, save it again as .xlsx, and run this again.';
const PASSWORD =
  'list.xlsx is protected with a password. Open it in a spreadsheet program, save it without a password';
const twice = (name: string) => `list.xlsx has two sheets called ${name}. Rename or remove one of them`;
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

test.each<[string, Buffer, said: string, wantedSheet?: string]>([
  ['whose only sheet is hidden', onlyHidden, 'list.xlsx has no visible sheet. Correct Sheet'],
  [
    'with two sheets that a person cannot tell apart, if one is wanted',
    alike,
    twice('Customers'),
    'customers',
  ],
  ['with two sheets of one name, if one of them is wanted', sameName, twice('One'), 'One'],
  ['with two sheets of one name, whichever is wanted', sameName, twice('One')],
  ['with two sheets of one name, whichever is first', sameNameFirst, twice('ONE'), 'One'],
  ['that is no .xlsx', changed(xlsxOf({}), 'xl/workbook.xml', () => 'x'), DAMAGED],
  ['that is no .ods', zip({ mimetype: ODS }), DAMAGED],
  ['an .xlsx that was cut off', workbook('xlsx', ONE).subarray(0, -30), DAMAGED],
  ['an .ods that was cut off', workbook('ods', ONE).subarray(0, -30), DAMAGED],
  ['with a sheet that is not XML', xlsxOf({ sheet: '<worksheet>' }), DAMAGED],
  ['with a sheet in no part', xlsxOf({ relationships: relationship('rId1', 'nowhere.xml') }), DAMAGED],
  ['an .xlsx with a password', encrypted, PASSWORD],
  ['an .ods with a password', odsOf('<table:table/>', '', ENCRYPTED), PASSWORD],
  ['an .ods that is one part with a password', zip({ mimetype: ODS, 'encrypted-package': 'x' }), PASSWORD],
  [
    'with something that is not known, which is named',
    xlsxOf({ rows: '<row><x:c xmlns:x="y"/></row>' }),
    'list.xlsx contains parts that cannot be read here: x:c in row. Open the workbook in Excel or LibreOffice',
  ],
])('a workbook stops, and it is said what to do: %s', (_, bytes, said, wantedSheet = '') => {
  expect(complaintIn(() => read(bytes, { wantedSheet }))).toContain(said);
});

test('what the manifest of an .ods says of a password is nothing in an .xlsx', () => {
  expect(() => read(xlsxOf({ more: ENCRYPTED }))).toThrow('No column of list.xlsx is called');
});

describe('what a person sees is screened', () => {
  const rows = (cells: string) =>
    read(
      xlsxOf({
        rows: `<row r="1"><c t="inlineStr"><is><t>Customer No</t></is></c><c t="inlineStr"><is><t>Company</t></is></c><c t="inlineStr"><is><t>Since</t></is></c></row><row r="2">${cells}</row>`,
        formats: ['"Studio "0', '00000', 'yyyy-mm-dd', '0%'],
      }),
    ).rows;

  test('a number with letters of its format, and a key with its zeros', () => {
    expect(rows('<c s="2"><v>42</v></c><c s="1"><v>54</v></c><c s="3"><v>45103</v></c>')).toEqual([
      {
        kind: 'company',
        json: {
          companyName: 'Studio 54',
          companyKey: '00042',
          row: 2,
          listFile: 'list.xlsx, sheet One; 1 company',
          'Customer No': '00042',
          Company: 'Studio 54',
          Since: '2023-06-26',
        },
      },
    ]);
  });

  test.each([
    ['<c/><c s="4"><v>5</v></c>', 'Cell B2 holds 5, but shows something else, since its format is 0%.', null],
    ['<c/><c><f>A2</f></c>', 'Cell B2 has a formula without a result in the file.', null],
    ['<c/><c s="3"><v>45103</v></c>', 'Cell B2 holds a date or a time', '2023-06-26'],
    ['<c/><c s="3"><v>0.5</v></c>', 'Cell B2 holds a date or a time', null],
    ['<c/><c t="e"><v>#N/A</v></c>', 'Cell B2 shows the error #N/A.', '#N/A'],
    [
      '<c><f>B2</f></c><c t="str"><v>Acme</v></c>',
      'Cell A2 has a formula without a result in the file.',
      'Acme',
    ],
    ['<c s="3"><v>45103</v></c><c t="str"><v>Acme</v></c>', 'Cell A2 holds a date or a time', 'Acme'],
    ['<c t="e"><v>#REF!</v></c><c t="str"><v>Acme</v></c>', 'Cell A2 shows the error #REF!.', 'Acme'],
  ])('what is not certain is an error, and names the cell: %s', (cells, message, companyName) => {
    const [row] = rows(cells);
    expect(row).toMatchObject({ kind: 'unusable', json: { companyName } });
    if (row?.kind !== 'unusable') throw new Error('It was usable.');
    expect(row.problem.message).toContain(message);
    expect(row.problem.advice).not.toBe('');
  });

  test('how many names are results of formulas is said', () => {
    const cells = (row: number, name: string) =>
      `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>x</t></is></c>${name}</row>`;
    const formula = (row: number, code: string) =>
      cells(row, `<c r="B${row}" t="str"><f>${code}</f><v>Plain Co</v></c>`);
    const text = (row: number, name: string) =>
      cells(row, `<c r="B${row}" t="inlineStr"><is><t>${name}</t></is></c>`);
    const bytes = xlsxOf({
      rows: text(1, 'Company') + formula(2, 'D1') + formula(3, '"Evil Corp"') + text(4, 'Acme'),
    });
    const { rows, remarks } = read(bytes);
    expect(remarks).toEqual(['no customer number: known by name', '1 name is the result of a formula']);
    expect(rows.map(({ kind, json }) => [kind, json['companyName'], json['listFile']])).toEqual(
      [
        ['company', 'Plain Co'],
        ['unusable', null],
        ['company', 'Acme'],
      ].map((row) => [
        ...row,
        'list.xlsx, sheet One; no customer number: known by name; 1 name is the result of a formula; 2 companies',
      ]),
    );
  });

  test('in other columns, it is the value', () => {
    expect(rows('<c/><c t="str"><v>Acme</v></c><c s="4"><v>0.5</v></c>')).toMatchObject([
      { kind: 'company', json: { Since: 0.5 } },
    ]);
    expect(rows('<c/><c t="str"><v>Acme</v></c><c><f>A1</f></c>')).toMatchObject([
      { kind: 'company', json: { Since: '' } },
    ]);
  });
});

describe('a title above the headings', () => {
  const one = (...rows: Array<Array<string | number | null>>) => workbook('xlsx', [{ name: 'One', rows }]);

  test.each([
    { title: [['Customers 2025']], words: '"Customers 2025"' },
    { title: [['Customers 2025'], [], [null, 'by Ann']], words: '"Customers 2025" and "by Ann"' },
    { title: [['Zeta Ltd'], ['Gamma Ltd']], words: '"Zeta Ltd" and "Gamma Ltd"' },
  ])('is left out where nothing else can stand there, and each row says what is: $words', (given) => {
    const list = one(...given.title, ['Customer No', 'Company'], [1, 'Acme'], [2, 'Beta']);
    const row = given.title.length + 1;
    const at = `list.xlsx, sheet One; headings in row ${row}`;
    const listFile = `${at}, not read above them: ${given.words}; 2 companies`;
    const { rows } = read(list);
    expect(rows).toMatchObject([
      { json: { companyName: 'Acme', row: row + 1, listFile } },
      { json: { companyName: 'Beta', row: row + 2, listFile } },
    ]);
    const asked = read(list, { headingRow: row }).rows;
    expect(asked).toMatchObject(rows.map(() => ({ json: { listFile: `${at}; 2 companies` } })));
    for (const { json } of [...rows, ...asked]) delete json['listFile'];
    expect(rows).toEqual(asked);
  });

  const far = (rows: number) => [
    ['Title'],
    ...Array.from({ length: rows }, () => ['x']),
    ['Company'],
    ['Acme'],
  ];
  const titled = [['Customers 2025'], ['by', 'Ann'], ['Customer No', 'Company'], [1, 'Acme']];

  test.each<[string, (number | string)[][], headingRow: number, says: string]>([
    [
      'three rows may be a list of their own',
      [['Acme'], ['Beta'], ['Gamma'], ['Company', 'No'], ['Delta', 1]],
      0,
      'enter 4 as Heading Row',
    ],
    [
      'a row of two cells may be a list of its own',
      [
        ['Acme', 1],
        ['Company', 'No'],
        ['Delta', 1],
      ],
      0,
      'enter 2 as Heading Row',
    ],
    [
      'a row of one cell and one of two may be a list of their own',
      titled,
      0,
      'No column of list.xlsx is called Company, Company Name or Name. The columns found: Customers 2025. Row 3 has one: if the headings are there, enter 3 as Heading Row',
    ],
    [
      'what stands above a single heading may be a list of its own',
      [['Acme'], ['Company'], ['Delta']],
      0,
      'enter 2 as Heading Row',
    ],
    ['headings are looked for in the first 31 rows', far(29), 0, 'enter 31 as Heading Row'],
    ['headings are looked for in no other rows', far(30), 0, 'Rename the column'],
    ['without headings anywhere, a column is to be renamed', [['Title'], ['Firm']], 0, 'Rename the column'],
    ['the row that the user enters is the one of the headings', titled, 2, 'The columns found: by, Ann.'],
    [
      'the row that the user enters is no title',
      [['Customers 2025'], ['Customer No', 'Company'], [1, 'Acme']],
      1,
      'The columns found: Customers 2025.',
    ],
  ])('%s', (_, rows, headingRow, says) => {
    expect(complaintIn(() => read(one(...rows), { headingRow }))).toContain(says);
  });
});

describe('what an archive is, its parts say', () => {
  const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const rows =
    '<row r="1"><c t="inlineStr"><is><t>Company</t></is></c></row><row r="2"><c t="inlineStr"><is><t>Acme</t></is></c></row>';
  /** With the part of the workbook at that path, of that type. */
  const packed = (path: string, type: string) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return xlsxOf({
      rows,
      more: {
        '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path.toUpperCase()}" ContentType="${type}"/></Types>`,
        '_rels/.rels': `<Relationships>${relationship('x', 'https://example.org/', 'officeDocument" TargetMode="External')}${relationship('rId1', path, 'officeDocument')}</Relationships>`,
        'xl/workbook.xml': 'no workbook',
        [path.toLowerCase()]: `<workbook><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>`,
        [`${folder}_rels/${path.slice(folder.length)}.rels`]: `<Relationships>${relationship('rId1', '/xl/worksheets/sheet1.xml')}</Relationships>`,
      },
    });
  };

  test.each([
    ['xl/workbook22.xml', MAIN],
    ['XL/WorkBook2.xml', MAIN],
    ['book.xml', MAIN],
    ['a/b/c.xml', MAIN],
    ['book.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['book.xml', 'application/vnd.ms-excel.template.macroEnabled.main+xml'],
    ['book.xml', 'application/vnd.ms-excel.addin.macroEnabled.main+xml'],
    ['book.xml', MAIN.replace('sheet.main', 'template.main')],
    ['book.xml', 'application/xml'],
    ['book.xml', ''],
  ])('a workbook at %s of the type %j is read', (path, type) => {
    expect(companiesIn(packed(path, type))).toEqual(['Acme']);
  });

  test.each([
    [
      'a binary workbook (.xlsb), which cannot be read',
      'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
    ],
    [
      'a ZIP archive or another kind of document, not a list',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ],
  ])('%s is no list', (what, type) => {
    expect(() => read(packed('book.xml', type))).toThrow(`list.xlsx is ${what}.`);
  });

  const table =
    '<table:table><table:table-row><table:table-cell><text:p>Company</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Acme</text:p></table:table-cell></table:table-row></table:table>';
  const manifest = (type: string) =>
    manifestOf(
      `<m:file-entry m:full-path="x" m:media-type="x"/><m:file-entry m:full-path="/" m:media-type="${type}"/>`,
    );

  test('an .ods file is known by its mimetype, wherever that lies, or by its manifest', () => {
    const parts = unzipSync(odsOf(table));
    const { mimetype = new Uint8Array(), ...others } = parts;
    expect(companiesIn(zip({ ...others, mimetype }))).toEqual(['Acme']);
    expect(companiesIn(zip({ ...others, mimetype: `${ODS}-template\n` }))).toEqual(['Acme']);
    expect(companiesIn(zip({ ...others, 'META-INF/manifest.xml': manifest(ODS) }))).toEqual(['Acme']);
    for (const other of [
      {},
      { 'META-INF/manifest.xml': manifest('') },
      { mimetype: ODS.replace('spread', 'text') },
    ])
      expect(() => read(zip({ ...others, ...other }))).toThrow(
        'is a ZIP archive or another kind of document',
      );
  });

  test('a file that is two documents at once stops: programs open different ones', () => {
    for (const more of [{ mimetype: ODS }, { 'META-INF/manifest.xml': manifest(ODS) }])
      expect(() => read(xlsxOf({ rows, more }))).toThrow('list.xlsx is two documents in one file.');
  });
});
