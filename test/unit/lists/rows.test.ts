// The rows of a list, from the cells of a workbook or of a text file.
import { wantedColumns, type MoreWanted } from '../../../nodes/CompanyScreening/lists/headings';
import { doubtful, readFormula, type Cell } from '../../../nodes/CompanyScreening/lists/cell';
import type { ListSource } from '../../../nodes/CompanyScreening/lists/rows';
import { readCompanyName } from '../../../nodes/CompanyScreening/names/companyName';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import { complaintIn, readRows } from './reading';

interface Asked extends Partial<ListSource> {
  /** The heading of the key. */
  key?: string;
  more?: MoreWanted[];
}

const read = (rows: Cell[][], { key = 'No', more = [], ...source }: Asked = {}) =>
  readRows(rows, { wanted: wantedColumns('Company', { heading: key, isRequired: false }, more), ...source });

const noResult = doubtful(null, 'noResult');
const shownByProgram = (text: string) => doubtful(text, 'shownByProgram');

const HEADINGS: Cell[] = ['No', 'Company'];
const UNKEYED = 'list.xlsx, sheet One; no customer number: known by name; 1 company';
const LOST_DIGITS = {
  message: 'The key "9007199254740992" is a number with more digits than n8n can keep.',
  advice: 'Format the column as text in your list: some of its digits are lost.',
};

const OTHER_NAMES: MoreWanted = {
  field: 'otherNames',
  option: 'Other Names Column',
  headings: ['Other Names', 'Trading Name', 'Former Name'],
};
const COUNTRY: MoreWanted = { field: 'country', option: 'Country Column', headings: ['Country', 'Land'] };

test.each<[string, Cell[][], object[], more?: MoreWanted[]]>([
  [
    'other names are put together',
    [
      ['Company', 'Former Name', 'Trading Name', 'Land'],
      ['Acme', 'Old Acme; Older Acme', 360, ''],
    ],
    [{ kind: 'company', json: { otherNames: '360; Old Acme; Older Acme', country: null } }],
    [OTHER_NAMES, COUNTRY],
  ],
  [
    'an empty cell of other names holds no name',
    [
      ['Company', 'Former Name', 'Trading Name', 'Land'],
      ['Beta', ' ', null, 'AE'],
    ],
    [{ kind: 'company', json: { otherNames: null, country: 'AE' } }],
    [OTHER_NAMES, COUNTRY],
  ],
  [
    'other names keep what a person sees in them, since it is what was screened',
    [
      ['Company', 'Other Names'],
      ['Acme', { value: 54, shown: 'Studio 54' }],
    ],
    [{ json: { otherNames: 'Studio 54', 'Other Names': 'Studio 54' } }],
    [OTHER_NAMES],
  ],
  [
    'a column of anything else may hold what is no name',
    [
      ['Company', 'Country'],
      ['Acme', '#N/A'],
    ],
    [{ kind: 'company', json: { country: '#N/A' } }],
    [COUNTRY],
  ],
  [
    'a name that is a number is its text',
    [HEADINGS, [0, 360]],
    [{ kind: 'company', json: { companyName: '360', row: 2 } }],
  ],
  [
    'a name has no white space around it',
    [HEADINGS, [0, ' 3M ']],
    [{ kind: 'company', json: { companyName: '3M' } }],
  ],
  [
    'a name may look like a date',
    [HEADINGS, [0, '24/7']],
    [{ kind: 'company', json: { companyName: '24/7' } }],
  ],
  [
    'a text that is no name comes out as it would be shown',
    [HEADINGS, [0, ' #N/A ']],
    [{ kind: 'unusable', json: { companyName: '#N/A' } }],
  ],
  [
    'a key that is neither a text nor a number is an error',
    [HEADINGS, [true, 'Acme']],
    [
      {
        ...{ kind: 'unusable', json: { companyKey: null } },
        problem: { message: 'Cell A2 holds TRUE, which is neither a text nor a number.' },
      },
    ],
  ],
  [
    'a key with more digits than n8n can keep is an error, since two customers would get one key',
    [HEADINGS, [9007199254740991, 'Acme'], [9007199254740992, 'Beta'], ['9007199254740993', 'Gamma']],
    [
      { kind: 'company' },
      { kind: 'unusable', row: 3, problem: LOST_DIGITS },
      { kind: 'company', json: { companyKey: '9007199254740993' } },
    ],
  ],
  [
    'a key of which it is not certain what a person sees is an error, and the row has none',
    [HEADINGS, [{ value: '7', shown: '007' }, 'Acme'], [noResult, 'Beta']],
    [
      { kind: 'company', json: { companyKey: '007' } },
      { kind: 'unusable', json: { companyName: 'Beta', companyKey: null } },
    ],
  ],
  [
    'a row that is shorter than its headings has nothing in the other columns',
    [['Company', 'No', 'Note'], ['Acme'], [null, 7, false]],
    [
      {
        json: { companyName: 'Acme', companyKey: null, listFile: UNKEYED, Company: 'Acme', No: '', Note: '' },
      },
      { json: { companyName: '', companyKey: '7', listFile: UNKEYED, Company: '', No: 7, Note: false } },
    ],
  ],
  [
    'a heading of which it is not certain what it shows is no reason to read its column',
    [
      ['Company', shownByProgram('Rest')],
      ['Acme', 1],
    ],
    [{ kind: 'company' }],
  ],
])('%s', (_, rows, expected, more = []) => {
  expect(read(rows, { more })).toMatchObject(expected);
});

test.each(['#REF!', 'Acme; n/a', 45849, true])(
  'another name that cannot be screened makes the row an error: %s',
  (cell) => {
    const rows = [
      ['Company', 'Other Names'],
      [360, cell],
    ];
    const problem = { message: expect.stringContaining('Other Names') as string };
    const expected = { kind: 'unusable', json: { companyName: '360' }, problem };
    expect(read(rows, { more: [OTHER_NAMES] })).toMatchObject([expected]);
  },
);

test.each<[string, Cell[][], RegExp, more?: MoreWanted[]]>([
  [
    'damaged letters in other names',
    [
      ['Company', 'Other Names'],
      ['Acme', 'PrÃ¤zision GmbH'],
    ],
    /^Row 2 of list\.xlsx: the letters of/,
    [OTHER_NAMES],
  ],
  [
    'no column that was asked for',
    [['Company'], ['Acme']],
    /^No column of list\.xlsx is called Country or Land\. The columns found: Company\. Correct Country Column/,
    [COUNTRY],
  ],
  [
    'a heading that was asked for and that its program only shows',
    [['Company', shownByProgram('Land')], ['Acme']],
    /Enter its text again in the spreadsheet/,
    [COUNTRY],
  ],
  [
    'two columns that were asked for',
    [
      ['Company', 'Land', 'land'],
      ['Acme', '', ''],
    ],
    /two columns called land/,
    [COUNTRY],
  ],
  [
    'a heading for the company of which it is not certain what it shows',
    [[shownByProgram('Company'), 'No']],
    /^list\.xlsx: Cell A1 contains more than/,
  ],
  [
    'a heading for the key of which it is not certain what it shows',
    [['Company', shownByProgram('No')]],
    /^list\.xlsx: Cell B1 contains more than/,
  ],
  [
    'something beneath no heading',
    [
      ['Company', null],
      ['Acme', 'x'],
    ],
    /^Row 2 of list\.xlsx has something in cell 2, which has no heading\./,
  ],
])('a workbook stops with %s', (_, rows, said, more = []) => {
  expect(complaintIn(() => read(rows, { more }))).toMatch(said);
});

test.each([
  ...['Company Name', 'Customer No.', 'Client Nr', 'Supplier Number', 'Vendor ID', 'Account Code', 'Reg. No'],
  ...['Registration Nr.', 'Tax ID', 'VAT-Number', 'vat_code', 'Name', 'No:', 'Nr.', 'Number', 'ID', 'Code'],
  ...[
    'Company',
    'Customer',
    'Client',
    'Supplier',
    'Vendor',
    'Country',
    'City',
    'Address',
    'Street',
    'Amount',
  ],
  ...[
    'Balance',
    'Date',
    'Status',
    'Category',
    'Currency',
    'E-Mail',
    'Email',
    'Phone',
    'Note',
    'Notes',
    'Comment',
  ],
  ...[
    'Comments',
    'Firmenname',
    'Kundennummer',
    'Kunden-Nr.',
    'Lieferanten_Nr',
    'Firma',
    'Unternehmen',
    'Kunde',
  ],
  ...['Lieferant', 'Land', 'Ort', 'Stadt', 'Adresse', 'Strasse', 'Straße', 'Betrag', 'Datum'],
  ...[
    'Société',
    'Societe',
    'Entreprise',
    'Fournisseur',
    'Nom',
    'Numéro',
    'Numero',
    'Pays',
    'Ville',
    'Montant',
  ],
  ...['Empresa', 'Cliente', 'Proveedor', 'Fornecedor', 'Nombre', 'Nome', 'Número', 'País', 'Pais', 'Ciudad'],
  ...['Dirección', 'Direccion', 'Importe', 'Fecha', 'Endereço', 'Endereco', 'Valor'],
  ...['Azienda', 'Fornitore', 'Paese', 'Città', 'Citta', 'Indirizzo', 'Importo', 'Bedrijf', 'Klant', 'Naam'],
  ...['Nummer', 'Plaats', 'Adres', 'Bedrag', 'Nazwa', 'Kraj', 'Miasto', 'Kwota'],
])('a row of nothing but usual headings is that of another list: %s', (heading) => {
  expect(complaintIn(() => read([HEADINGS, [1, 'Acme'], ['Amount', heading]]))).toMatch(
    /^Row 3 of list\.xlsx has headings, and so has the list above it\./,
  );
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
  const [row] = read([HEADINGS, [0, cell]]);
  expect(row?.kind).toBe('unusable');
  expect(() => readCompanyName(row?.json['companyName'])).toThrow(InvalidItem);
});

test.each(['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'])(
  'a company or a key with %j in it, which ends a line, is an error: it may be two of them',
  (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const said = /[\r\n]/.test(sign)
      ? 'a line break'
      : `the invisible character U+${code}, which ends a line in some programs,`;
    const text = `Acme Ltd${sign}Birch Ltd`;
    expect(read([HEADINGS, [0, text], [1, { value: 1, shown: text }]])).toMatchObject(
      [2, 3].map((row) => ({
        ...{ kind: 'unusable', json: { companyName: text } },
        problem: { message: `Cell B${row} has ${said} after "Acme Ltd", so that it may be two companies.` },
      })),
    );
    expect(() => readCompanyName(text)).toThrow(InvalidItem);
    expect(read([HEADINGS, [`7${sign}8`, 'Acme']])).toMatchObject([
      { kind: 'unusable', json: { companyKey: null } },
    ]);
  },
);

test.each(['\u0080', '\u0084', '\u0086', '\u008A', '\u009F'])(
  'a letter that became a control character stops the list: %j',
  (letter) => {
    expect(complaintIn(() => read([HEADINGS, [0, `${letter}koda Auto`]]))).toMatch(
      /^Row 2 of list\.xlsx: the letters of ".*koda Auto" are damaged\./,
    );
    expect(() => readCompanyName(`${letter}koda Auto`)).toThrow(
      /is damaged: its file was read with the wrong encoding/,
    );
  },
);

test('a line break of other programs and a deleted character are no damage', () => {
  expect(readCompanyName('Acmé Ltd\u0085')).toBe('Acmé Ltd');
  expect(readCompanyName('Acm\u007Fé')).toBe('Acmé');
});

test('columns that were asked for come out as fields of the row, before its own columns', () => {
  const rows = [
    ['Company', ' LAND', 'country', 'Trading Name'],
    ['Acme', 'Iran', 'AE', 'Zax'],
  ];
  expect(Object.entries(read(rows, { more: [OTHER_NAMES, COUNTRY] })[0]?.json ?? {})).toEqual([
    ['companyName', 'Acme'],
    ['companyKey', null],
    ['row', 2],
    ['listFile', UNKEYED],
    ['otherNames', 'Zax'],
    ['country', 'AE'],
    ['Company', 'Acme'],
    ['LAND', 'Iran'],
    ['input_country', 'AE'],
    ['Trading Name', 'Zax'],
  ]);
  const [row] = read([
    ['Company', 'country'],
    ['Acme', 'AE'],
  ]);
  const ours = { companyName: 'Acme', companyKey: null, row: 2, listFile: UNKEYED };
  expect(row?.json).toEqual({ ...ours, Company: 'Acme', country: 'AE' });
});

type Text = NonNullable<ListSource['text']>;
const SEMICOLONS: Text = { delimiter: ';', isMixed: false };
const readText = (rows: Cell[][], key = '', text: Text = SEMICOLONS) =>
  read(rows, { fileName: 'list.csv', listFile: 'list.csv', place: 'Line', text, key });
const filled = (count: number) => Array.from({ length: count }, (_, at) => [`Beta ${at}`, 'Company']);
const KINDS = [
  ['Company', 'Kind'],
  ['Acme', 'Company'],
];
const ACME_AND_BETA = [
  ['No', 'Company'],
  ['1', 'Acme'],
  ['2', 'Beta'],
];

test.each([
  [';', 'a semicolon'],
  [',', 'a comma'],
  ['\t', 'a tab'],
  ['|', 'a vertical bar'],
] as const)(
  'a text file with another number of cells in a row may have half of a name in it: %j',
  (delimiter, name) => {
    const rows = [
      ['Company', 'No'],
      ['Acme', 'Ltd', '1'],
    ];
    expect(complaintIn(() => readText(rows, '', { ...SEMICOLONS, delimiter }))).toBe(
      `Line 2 of list.csv has 3 cells, and the list has 2 headings. Most often a name holds ${name}: put it in quotation marks, or save the list as an Excel workbook (.xlsx). Otherwise, half of a name would be screened.`,
    );
  },
);

const NOT_A_LIST = 'Check that it is the right file, and that its program saved it.';
const ANOTHER_LIST = 'Line 5 of list.csv has headings, and so has the list above it';

const ONE_CELL: Text = { delimiter: undefined, isMixed: false };
const MIXED =
  'It is not certain where the lines of list.csv end: it has several kinds of line breaks. Save the list as an Excel workbook (.xlsx).';

test.each<[string, Cell[][], string, key?: string, Text?]>([
  [
    'a second column, without a delimiter',
    [
      ['Company', ''],
      ['Acme', 7],
    ],
    'Line 2 of list.csv has something in cell 2, which has no heading. Give the column a heading, or empty its cells.',
    '',
    ONE_CELL,
  ],
  [
    'line breaks of several kinds in a list of one column',
    [['Company'], ['Acme']],
    MIXED,
    '',
    { ...ONE_CELL, isMixed: true },
  ],
  [
    'line breaks of several kinds, one of them in a heading',
    [
      ['No', 'Company\r'],
      ['1', 'Acme'],
    ],
    MIXED,
    '',
    { ...SEMICOLONS, isMixed: true },
  ],
  [
    'something in a column without a heading, in the first one too',
    [
      ['', 'Company', ' '],
      ['', 'Acme', ' '],
      ['x', 'Acme', ''],
    ],
    'Line 3 of list.csv has something in cell 1, which has no heading.',
  ],
  [
    'something in the last column without a heading',
    [
      ['Company', ''],
      ['Acme', 7],
    ],
    'cell 2',
  ],
  [
    'headings below something that looks like some',
    [
      ['Company', 'Example Bank'],
      ['Date', '2025-06-01'],
      ['no', ' COMPANY'],
      [101, 'Acme'],
    ],
    'Line 3 of list.csv has headings, and so has the list above it. If the list begins there, enter 3 as Heading Row in the options of this node: what stands above is then not read. If not, save them as two lists.',
    'No',
  ],
  ['headings below a row', [...KINDS, ['No', 'Company']], 'Line 3 of list.csv has headings', 'No'],
  [
    'headings far below',
    [...KINDS, ...filled(40), ['No', 'Company']],
    'Line 43 of list.csv has headings',
    'No',
  ],
  [
    'its headings again, which was put together from two lists',
    [
      ['Company', 'No', ''],
      [' no ', 'COMPANY', ''],
    ],
    'Line 2 of list.csv has the headings again: two lists were joined there. If their columns are in the same order, remove the row. If not, save them as two lists.',
  ],
  [
    'headings of suppliers below',
    [...ACME_AND_BETA, [], ['Supplier No', 'Supplier'], ['7', 'G']],
    ANOTHER_LIST,
    'No',
  ],
  [
    'headings of countries below',
    [...ACME_AND_BETA, [], ['Amount', 'Country:'], ['7', 'G']],
    ANOTHER_LIST,
    'No',
  ],
  [
    'headings below that have the company in another column',
    [...ACME_AND_BETA, [], ['Company', 'Amount'], ['7', 'G']],
    ANOTHER_LIST,
    'No',
  ],
  [
    'headings below in another language',
    [...ACME_AND_BETA, [], ['Kundennr.', 'Firma'], ['7', 'G']],
    ANOTHER_LIST,
    'No',
  ],
  [
    'headings of anything behind an empty row',
    [...ACME_AND_BETA, [], ['Reeve', 'Parish'], ['7', 'G']],
    'Line 5 of list.csv is below an empty row, and may have the headings',
    'No',
  ],
  [
    'a quotation mark that is not closed',
    [
      ['Company', 'No'],
      ['Acme;1\nBirch;2\nCedar', '3'],
    ],
    'Line 2 of list.csv: a cell in quotation marks begins in this row and runs over lines that look like rows of their own. Most often a quotation mark is missing. Correct the row, write the cell on one line, or save the list as an Excel workbook (.xlsx).',
  ],
  [
    'damaged letters in a name, and says which',
    [['Company'], ['PrÃ¤zision GmbH']],
    'Line 2 of list.csv: the letters of "PrÃ¤zision GmbH" are damaged. The list was once opened in the wrong encoding and saved like that, or it is read in the wrong one now. Repair the list at its source, or choose its Encoding in the options of this node.',
  ],
  // The last letter of "Città" ends with what looks like a space.
  ['damaged letters that nobody sees', [['Company'], ['Citt\u00c3\u00a0']], 'are damaged'],
  ['damaged signs that nobody sees', [['Company'], ['O\u00e2\u0080\u0099Neill']], 'are damaged'],
  ['no row', [], `list.csv is empty. ${NOT_A_LIST}`],
  ['nothing in its row', [['', ' ', null]], `list.csv is empty. ${NOT_A_LIST}`],
  ['headings only', [['Company'], ['']], `list.csv has headings, but no row below them. ${NOT_A_LIST}`],
])('a text file stops with %s', (...[, rows, said, key, text]) => {
  expect(complaintIn(() => readText(rows, key, text))).toContain(said);
});

test.each<[string, Cell[][], number, key?: string, Text?]>([
  [
    'line breaks of several kinds, where the number of cells shows where a line ends',
    [
      ['Company', 'No'],
      ['Acme', '1'],
    ],
    1,
    '',
    { ...SEMICOLONS, isMixed: true },
  ],
  ['one column', [['Company'], ['Acme']], 1, '', ONE_CELL],
  ['a company called like the column', [...KINDS, ...filled(40)], 41, 'No'],
  ['a row in which one cell is like a heading', [...KINDS, ['No', 'Person']], 2, 'No'],
  [
    'a row that is like the headings but for a sign that nobody sees',
    [
      ['Company', 'No', ''],
      ['\u200b', 'No', ''],
    ],
    1,
  ],
  [
    'companies and keys that are called like headings',
    [
      ['Company', 'No'],
      ['Company', ''],
      ['Company', '7'],
      ['Acme', 'No'],
    ],
    3,
  ],
  ['a row without a key behind an empty one', [HEADINGS, ['1', 'Acme'], [], ['', 'Reeve']], 2, 'No'],
  ['a digit in a row behind an empty one', [HEADINGS, ['1', 'Acme'], [], ['none', 'Reeve 2']], 2, 'No'],
  [
    'a digit in another column of a row behind an empty one',
    [['No', 'Company', 'City'], ['1', 'Acme', 'Riga'], [], ['none', 'Reeve', 'Ward 9']],
    2,
    'No',
  ],
  ['a key behind an empty row', [HEADINGS, ['1', 'Acme'], [], ['2', 'Reeve']], 2, 'No'],
  [
    'rows of words on both sides of an empty one',
    [HEADINGS, ['none', 'Acme'], [], ['none', 'Reeve']],
    2,
    'No',
  ],
  ['a row of words that no empty one precedes', [HEADINGS, ['1', 'Acme'], ['none', 'Reeve']], 2, 'No'],
  ['an empty row before the first one', [HEADINGS, [], ['none', 'Acme'], [], ['1', 'Reeve']], 2, 'No'],
])('a text file may have %s', (...[, rows, count, key, text]) => {
  expect(readText(rows, key, text)).toHaveLength(count);
});

test('a text file has no column without a heading', () => {
  const [row] = readText([
    ['', 'Company', ' '],
    ['', 'Acme', ' '],
  ]);
  expect(Object.keys(row?.json ?? {})).toEqual([
    ...['companyName', 'companyKey', 'row', 'listFile', 'Company'],
  ]);
});

test('a text file has a key only in the column of the key, and what is missing in a row is empty', () => {
  const rows = [
    ['Key', 'Company', 'No'],
    ['', 'Acme', '7'],
  ];
  expect(readText(rows, 'no')[0]?.json).toMatchObject({ companyKey: '7', Key: '' });
  expect(readText(rows)[0]?.json).toMatchObject({ companyKey: null });
});

test.each(['CELL', 'INDIRECT', 'INFO', 'NOW', 'OFFSET', 'RAND', 'RANDARRAY', 'RANDBETWEEN', 'TODAY'])(
  'a formula with %s may give something else each time, and one with a longer name does not',
  (name) => {
    const isVolatile = (code: string) => readFormula(code).isVolatile;
    const codes = [
      `1+${name}(A1)`,
      `=${name.toLowerCase()} (A1)`,
      `My${name}(A1)`,
      `${name}S(A1)`,
      `"${name}()"`,
    ];
    expect(codes.map(isVolatile)).toEqual([true, true, false, false, false]);
  },
);
