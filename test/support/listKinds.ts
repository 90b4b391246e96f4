// The files that people keep their companies in, made by a spreadsheet library and by hand, and the result of Read Company List for each.
import iconv from 'iconv-lite';
import { utils, write, type BookType } from '@e965/xlsx';
import { z } from 'zod/v4';

import { workbookKinds } from './workbookKinds';
import { zip } from './workbookParts';

/** A file, and its result. */
export interface ListKind {
  /** The kind in a few words: the name of its test. */
  kind: string;
  fileName: string;
  bytes: Buffer;
  /** The chosen Encoding; automatic unless given. */
  encoding?: string;
  /** The companies that come out, in their order; none when the list stops. */
  companies: string[];
  /** The sentence that the list stops with. */
  stops?: RegExp;
  /** Problems of the rows that come out as errors, in their order. */
  errors?: RegExp[];
}

const worldwide = [
  'Gloomharbour Shipping Ltd',
  'Präzision & Söhne',
  'شركة سراب الخيال للتجارة',
  '幻海虚构贸易有限公司',
];
const european = [
  'Präzision & Söhne',
  'Société de la Pâtisserie',
  'Peña e Irmãos',
  '“Quoted” – Ltd',
  '€ Shop',
];
const arabic = ['شركة سراب الخيال للتجارة', 'مخبز الغيمة السعيدة'];
const cyrillic = ['ООО РОМАШКА', 'Туманная Гавань'];
const polish = ['Spółka Mgła', 'Żółta Łódź'];
const chinese = ['幻海虚构贸易有限公司'];
const awkward = ['Brackenmoor, Sons; Nephews', 'The "Second" Sock', '=Sum Holding'];

const sheetOf = (names: string[], column = 'Company'): string[][] => [
  ['Customer No', column, 'Country'],
  ...names.map((name, index) => [`0010${String(index)}`, name, 'Velmoria']),
];

function workbook(bookType: BookType, rows: Array<Array<Date | string>>): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Companies');
  return Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType })));
}

const csv = (rows: string[][], delimiter = ','): string =>
  utils.sheet_to_csv(utils.aoa_to_sheet(rows), { FS: delimiter, RS: '\r\n' });
const utf8 = (text: string): Buffer => Buffer.from(text);
const encoded = (encoding: string, text: string): Buffer => iconv.encode(text, encoding, { addBOM: true });
const bare = (encoding: string, text: string): Buffer => iconv.encode(text, encoding);
const listIn = (encoding: string, names: string[]) => bare(encoding, csv(sheetOf(names), ';'));

type List = Buffer | string;
const read = (kind: string, list: List, companies: string[], fileName = 'list.csv'): ListKind => ({
  ...{ kind, fileName, companies },
  bytes: typeof list === 'string' ? utf8(list) : list,
});
const errors = (kind: string, list: List, companies: string[], problems: RegExp[], fileName?: string) => ({
  ...read(kind, list, companies, fileName),
  errors: problems,
});
const stops = (kind: string, list: List, sentence: RegExp, fileName?: string) => ({
  ...read(kind, list, [], fileName),
  stops: sentence,
});

export const listKinds: ListKind[] = [
  ...workbookKinds,
  ...(['xlsx', 'xlsm', 'ods'] as const).map((bookType) =>
    read(`.${bookType}`, workbook(bookType, sheetOf(worldwide)), worldwide, `list.${bookType}`),
  ),
  ...(['biff8', 'biff5'] as const).map((bookType) =>
    stops(
      bookType === 'biff8' ? '.xls' : '.xls of Excel 95',
      workbook(bookType, sheetOf(worldwide)),
      /^list\.xls is a workbook in the old Excel format \(\.xls\), which cannot be read\.$/,
      'list.xls',
    ),
  ),
  read('.xlsx that is called .csv', workbook('xlsx', sheetOf(worldwide)), worldwide),
  ...[
    [',', 'comma'],
    [';', 'semicolon'],
    ['\t', 'tab'],
    ['|', 'vertical bar'],
  ].map(([delimiter, name]) => read(`CSV, ${String(name)}`, csv(sheetOf(worldwide), delimiter), worldwide)),
  read('CSV with a line `sep=;`', `sep=;\r\n${csv(sheetOf(worldwide), ';')}`, worldwide),
  read('UTF-8 with a byte order mark', workbook('csv', sheetOf(worldwide)), worldwide),
  read(
    'UTF-16, little-endian ("Unicode text")',
    encoded('utf16le', csv(sheetOf(worldwide), '\t')),
    worldwide,
    'list.txt',
  ),
  read('UTF-16, big-endian', encoded('utf16be', csv(sheetOf(worldwide), '\t')), worldwide, 'list.txt'),
  read('Windows-1252, semicolon (Excel in Western Europe)', listIn('windows-1252', european), european),
  stops(
    'Windows-1256 (Arabic)',
    listIn('windows-1256', arabic),
    /^The letters of list\.csv cannot be read with certainty: it is neither UTF-8 nor/,
  ),
  {
    ...read('Windows-1256, entered as the encoding', listIn('windows-1256', arabic), arabic),
    encoding: 'windows-1256',
  },
  stops('Windows-1251 (Cyrillic)', listIn('windows-1251', cyrillic), /cannot be read with certainty/),
  stops('Windows-1250 (Polish)', listIn('windows-1250', polish), /cannot be read with certainty/),
  {
    ...read('Windows-1250, entered as the encoding', listIn('windows-1250', polish), polish),
    encoding: 'windows-1250',
  },
  stops('GB 18030 (Chinese)', listIn('gb18030', chinese), /cannot be read with certainty/),
  {
    ...read('GB 18030, entered as the encoding', listIn('gb18030', chinese), chinese),
    encoding: 'gb18030',
  },
  {
    ...stops('An encoding that nobody knows', listIn('windows-1256', arabic), /klingon/),
    encoding: 'klingon',
  },
  {
    ...read('UTF-8 although another encoding is entered', csv(sheetOf(worldwide)), worldwide),
    encoding: 'windows-1256',
  },
  read('Quoted cells: delimiters and quotes in names', csv(sheetOf(awkward)), awkward),
  read('Quotes in the middle of a cell that is not quoted', 'Company,Country\nThe "Second" Sock,Velmoria\n', [
    'The "Second" Sock',
  ]),
  errors(
    'A line break inside a quoted name',
    'Company,Country\r\n"Willowbrook\nBakery Ltd",Velmoria\r\n"Pebblewick\r\nStationers",Nebelmark\r\n',
    [],
    [
      /^Cell A2 has a line break after "Willowbrook", so that it may be two companies\.$/,
      /^Cell A4 has a line break after "Pebblewick"/,
    ],
  ),
  read(
    'One column, no delimiter, commas in the names',
    'Company\nBrackenmoor, Sons and Nephews\nWillowbrook Bakery Ltd\n',
    ['Brackenmoor, Sons and Nephews', 'Willowbrook Bakery Ltd'],
    'list.txt',
  ),
  stops(
    'A row with a cell too many',
    'Company,Country\nBrackenmoor, Sons and Nephews,Velmoria\n',
    /^Line 2 of list\.csv has 3 cells, and the list has 2 headings\.$/,
  ),
  read(
    'Empty rows in a CSV file (blank, `,,`)',
    ',,\nCustomer No,Company,Country\n1,Willowbrook Bakery Ltd,X\n\n,,\n , ,\n2,Pebblewick Stationers,Y\n,,\n',
    ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
  ),
  read(
    'Empty rows in a workbook',
    workbook('xlsx', [
      ...sheetOf(['Willowbrook Bakery Ltd']),
      ['', '', ''],
      [' ', '', ''],
      ['9', 'Pebblewick Stationers', ''],
    ]),
    ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
    'list.xlsx',
  ),
  errors(
    'A row without a name, but with other cells',
    'Customer No,Company\n1,Willowbrook Bakery Ltd\n2,\n',
    ['Willowbrook Bakery Ltd'],
    [/^Company Name is empty/],
  ),
  read('A duplicate', 'Company\nWillowbrook Bakery Ltd\nWillowbrook Bakery Ltd\n', [
    'Willowbrook Bakery Ltd',
    'Willowbrook Bakery Ltd',
  ]),
  ...['Company', 'Company Name', 'Name', 'company', 'COMPANY NAME', '  Name '].map((column) => {
    const kind = `Column \`${column.trim()}\`${column.startsWith(' ') ? ' with spaces around it' : ''}`;
    return read(kind, csv(sheetOf(['Willowbrook Bakery Ltd'], column)), ['Willowbrook Bakery Ltd']);
  }),
  read('Columns `Name` and `Company`', 'Name,Company\nJane Doe,Willowbrook Bakery Ltd\n', [
    'Willowbrook Bakery Ltd',
  ]),
  stops(
    'None of these columns',
    'Debtor;Land\nWillowbrook Bakery Ltd;X\n',
    /^No column of list\.csv is called Company, Company Name or Name\. The columns found: Debtor, Land\.$/,
  ),
  stops(
    'None of these columns, in a workbook',
    workbook('xlsx', sheetOf(worldwide, 'Debtor')),
    /The columns found: Customer No, Debtor, Country\./,
    'list.xlsx',
  ),
  stops('Headings and no row', 'Company,Country\n', /^list\.csv has headings, but no row below them\.$/),
  stops('An empty file', '', /^list\.csv is empty\.$/),
  stops(
    'A workbook without rows',
    workbook('xlsx', [['Company']]),
    /^list\.xlsx has headings, but no row below them\.$/,
    'list.xlsx',
  ),
  stops(
    'Another file, such as a PDF',
    Buffer.concat([utf8('%PDF-1.7\n'), Buffer.from([0, 1, 0xfe, 0xff])]),
    /^list\.pdf is a PDF file, not a list\.$/,
    'list.pdf',
  ),
  {
    ...stops(
      'Windows-1252, entered as UTF-8',
      listIn('windows-1252', ['Willowbrook Bakery Ltd', ...european]),
      /^list\.csv is not text in utf-8, or it is damaged\.$/,
    ),
    encoding: 'utf8',
  },
  stops(
    'Names damaged before (`Pr�zision`)',
    workbook('xlsx', sheetOf(['Willowbrook Bakery Ltd', 'Pr�zision'])),
    /^Row 3 of list\.xlsx: the letters of "Pr�zision" are damaged\.$/,
    'list.xlsx',
  ),
  stops(
    'Names damaged before (`PrÃ¤zision`)',
    utf8(csv(sheetOf(['Willowbrook Bakery Ltd', iconv.decode(utf8('Präzision'), 'windows-1252')]))),
    /^Line 3 of list\.csv: the letters of "PrÃ¤zision" are damaged\.$/,
  ),
  stops(
    'Arabic names damaged before',
    workbook('xlsx', sheetOf(arabic.map((name) => iconv.decode(utf8(name), 'windows-1252')))),
    /^Row 2 of list\.xlsx: .* are damaged\.$/,
    'list.xlsx',
  ),
  read(
    'UTF-16 without a byte order mark',
    bare('utf16le', csv(sheetOf(worldwide), '\t')),
    worldwide,
    'list.txt',
  ),
  stops(
    'Greek, two letters in a row (`ΑΕ`), in Windows-1253',
    listIn('windows-1253', ['Gloomharbour ΑΕ']),
    /cannot be read with certainty/,
  ),
  stops(
    'An accent and a sign that UTF-8 would read as one letter (`CAFÉ’S`), in Windows-1252',
    listIn('windows-1252', ['CAFÉ’S BAR']),
    /cannot be read with certainty/,
  ),
  {
    ...read('The same, entered as the encoding', listIn('windows-1252', ['CAFÉ’S BAR']), ['CAFÉ’S BAR']),
    encoding: 'windows-1252',
  },
  read(
    'A title above the headings: one or two lines with a single cell, above several headings',
    'Customers 2025\nCustomer No,Company\n1,Acme\n',
    ['Acme'],
  ),
  stops(
    'Rows such as `Company`, `Example Bank` above headings with a company and a customer number',
    'Company,Example Bank\nCustomer No,Company\n1,Acme\n',
    /^Line 2 of list\.csv has headings, and so has the list above it\.$/,
  ),
  stops(
    'Anything else above the headings',
    'Customers, all\nCustomer No,Company\n1,Acme\n',
    /^No column of list\.csv is called Company, Company Name or Name\. The columns found: Customers, all\.$/,
  ),
  read(
    'Windows-1252, with nothing but typographic quotes around names (`“Acme”`)',
    bare('windows-1252', 'Company\n“Acme” Ltd\nO’Neill\n'),
    ['“Acme” Ltd', 'O’Neill'],
  ),
  stops(
    'Windows-1257 (Latvian), with letters that Windows-1252 has as well (`Rēzekne`, `Rçzekne`)',
    bare('windows-1257', 'Company\nRēzekne\n'),
    /^The letters of list\.csv can be read in two ways: as "Rçzekne" in .*, or as "Rēzekne" in Baltic/,
  ),
  stops(
    'Windows-1250 (Czech), with letters that Windows-1252 has as well (`Břeclav`, `Bøeclav`)',
    bare('windows-1250', 'Company\nBřeclav\n'),
    /^The letters of list\.csv can be read in two ways: as "Bøeclav" in .*, or as "Břeclav" in Central European/,
  ),
  stops(
    'Macintosh (older Excel for Mac)',
    listIn('macintosh', ['Café Müller', 'El País']),
    /cannot be read with certainty/,
  ),
  read(
    'Semicolons, and commas as decimal points',
    'Company;Revenue\r\nWillowbrook Bakery Ltd;1.234,50\r\nPebblewick, Sons;0,5\r\n',
    ['Willowbrook Bakery Ltd', 'Pebblewick, Sons'],
  ),
  read('French quotation marks with fixed spaces', 'Company\n«\u00a0Le Café\u00a0»\n', [
    '«\u00a0Le Café\u00a0»',
  ]),
  stops(
    'A quotation mark that is not closed',
    'Customer No,Company\n1,Plain Co\n2,"Acme Holdings\n3,Evil Corp\n4,Willowbrook\n5,Third\n',
    /^Line 3 of list\.csv: it is not certain that a quotation mark in the row that begins there begins or ends a cell\.$/,
  ),
  stops(
    'A quotation mark that is closed by chance in a later row',
    'Customer No,Company\n1,Plain Co\n2,"Acme Holdings\n3,Evil Corp\n4,Pipes 5"\n5,Third\n',
    /^Line 3 of list\.csv: a cell in quotation marks begins in this row and runs over lines that look like rows/,
  ),
  read(
    'A quoted cell with line breaks and delimiters, in another column than those of the company and its number',
    'Company,Note,Customer No\nAcme Ltd,"one, two, three\nfour, five, six",1\nBeta,"x",2\n',
    ['Acme Ltd', 'Beta'],
  ),
  read(
    'A blank before each quotation mark, and behind every delimiter',
    'Company, Customer No\n"Acme, Ltd", "1"\n',
    ['Acme, Ltd'],
  ),
  stops(
    'Every name of a column in apostrophes',
    "Company,Customer No\n'Acme Ltd',1\n'Beta',2\n",
    /^Every cell in the column Company of list\.csv is in ', which is not a quotation mark in a CSV file\.$/,
  ),
  stops(
    'A delimiter at the end of a row, or of the headings only',
    'Company;Customer No\nAcme;1;\n',
    /^Line 2 of list\.csv has 3 cells, and the list has 2 headings: it ends with a semicolon\.$/,
  ),
  read('The mark with which DOS ends a file (0x1A)', 'Company,Customer No\nAcme Ltd,1\n\x1a', ['Acme Ltd']),
  stops(
    'The same mark elsewhere',
    'Company,Customer No\nAcme Ltd,1\n\x1aBeta Ltd,2\n',
    /^Line 3 of list\.csv has an end-of-file mark \(U\+001A\) in it: two files were joined there\.$/,
  ),
  errors(
    'A customer number that a spreadsheet destroyed (`2.19E+26`, `1.0E5`)',
    'Company;Customer No\nAcme;2,19E+26\nPebblewick;1.0E5\nBeta;7\n',
    ['Beta'],
    [
      /^The key "2,19E\+26" is a number with more digits than a spreadsheet shows\.$/,
      /^The key "1\.0E5" is a number with more digits than a spreadsheet shows\.$/,
    ],
  ),
  errors(
    'A total, and the date of a report, at the end',
    'Company,Turnover\nAcme,5\nTotal,5\nReport generated on 2026-11-24,\n',
    ['Acme'],
    [/^"Total" looks like a total/, /^"Report generated on 2026-11-24" looks like the date of a report/],
  ),
  stops(
    'A cell that goes on behind its quotation mark',
    'Customer No,Company\n1,"Acme" Holdings\n',
    /^Line 2 of list\.csv: it is not certain that a quotation mark/,
  ),
  stops(
    'One column, and rows with several cells',
    'Company\nWillowbrook Bakery Ltd;Velmoria\n',
    /^Line 2 of list\.csv seems to have several cells/,
  ),
  stops(
    'A row with a cell too few',
    'sep=;\r\n;;\r\nCompany;Land\r\nWillowbrook Bakery Ltd;X\r\nPebblewick\r\n',
    /^Line 5 of list\.csv has 1 cell, and the list has 2 headings\.$/,
  ),
  stops(
    'The company column twice',
    'Company,Country,Company\nEvil Corp,DE,Plain Co\n',
    /^list\.csv has two columns called Company\.$/,
  ),
  stops(
    'The company column twice, in other letters',
    'Company,Country,COMPANY \nEvil Corp,DE,Plain Co\n',
    /^list\.csv has two columns called COMPANY\.$/,
  ),
  read('Another column twice', 'Company,Contact,Contact\nWillowbrook Bakery Ltd,Ann,Bob\n', [
    'Willowbrook Bakery Ltd',
  ]),
  stops(
    'Two files put together (a byte order mark inside)',
    '\uFEFFCompany\nWillowbrook Bakery Ltd\n\uFEFFCompany\nPebblewick\n',
    /^Line 3 of list\.csv has a byte order mark \(U\+FEFF\) in it/,
  ),
  stops(
    'A carriage return alone in a name, where other lines end differently',
    'No,Company\n1,Willowbrook Bakery Ltd\rPebblewick\n',
    /^It is not certain where the lines of list\.csv end: it has several kinds of line breaks\.$/,
  ),
  stops(
    'A text file with null bytes in it',
    'Company\nWillow\0brook\n',
    /^list\.csv is neither a workbook nor a text file: it contains null bytes\.$/,
  ),
  stops(
    'A web page that is called .xls',
    '<html><body><table><tr><td>Company</td></tr></table></body></html>',
    /^list\.xls is a web page \(HTML\), not a list\.$/,
    'list.xls',
  ),
  stops(
    'A JSON file',
    '[\n  {"Company": "Willowbrook Bakery Ltd"}\n]',
    /^list\.json is a JSON file, not a list\.$/,
    'list.json',
  ),
  stops(
    'A ZIP archive',
    zip({ 'companies.csv': 'Company\nWillowbrook Bakery Ltd\n' }),
    /^list\.zip is a ZIP archive or another kind of document, not a list\.$/,
    'list.zip',
  ),
  stops(
    'Headings that come again further down',
    'Company,Country\nWillowbrook Bakery Ltd,X\nCountry,COMPANY\nY,Pebblewick\n',
    /^Line 3 of list\.csv has the headings again: two lists were joined there\.$/,
  ),
  stops(
    'Headings of another list further down, or in two lines',
    'Company,Customer No\nWillowbrook Bakery Ltd,1\n,\nSupplier,Supplier No\nPebblewick,7\n',
    /^Line 4 of list\.csv has headings, and so has the list above it\.$/,
  ),
  stops(
    'Behind an empty row, a row of words where all rows above have a number',
    'Company,Customer No\nWillowbrook Bakery Ltd,1\n,\nReeve,Parish\nPebblewick,7\n',
    /^Line 4 of list\.csv is below an empty row, and may have the headings of another list:/,
  ),
  errors(
    'Lines that end as in few programs (U+2028, U+0085, form feed)',
    'Company\nWillowbrook Bakery Ltd\u2028Pebblewick\n',
    [],
    [/^Cell A2 has the invisible character U\+2028, .* after "Willowbrook Bakery Ltd"/],
  ),
  errors(
    'Formulas instead of values (`="Pebblewick"`, `=A2`)',
    'Customer No,Company\n1,="Pebblewick"\n2,=A2\n3,Willowbrook Bakery Ltd\n',
    ['Willowbrook Bakery Ltd'],
    [/is a spreadsheet formula/, /is a spreadsheet formula/],
  ),
  errors(
    'Names in a notation of programs (`Smith &amp; Sons`)',
    'No,Company\n1,Smith &amp; Sons\n2,Willowbrook Bakery Ltd\n',
    ['Willowbrook Bakery Ltd'],
    [/contains the notation of a program/],
  ),
  errors(
    'A name that became a date (`7-11`: `11-Jul`), in a CSV file',
    'Company\n11-Jul\nWillowbrook Bakery Ltd\n',
    ['Willowbrook Bakery Ltd'],
    [/may be a date/],
  ),
  ...(['xlsx', 'ods'] as const).map((bookType) =>
    errors(
      `A name that became a date, in a workbook (.${bookType})`,
      workbook(bookType, [['Company'], [new Date(Date.UTC(2025, 6, 11))], ['Willowbrook Bakery Ltd']]),
      ['Willowbrook Bakery Ltd'],
      [/^Cell A2 holds a date or a time/],
      `list.${bookType}`,
    ),
  ),
  stops(
    'Names damaged before (`Ã‰cole`)',
    'Company\nÃ‰cole\n',
    /^Line 2 of list\.csv: the letters of "Ã‰cole" are damaged\.$/,
  ),
  read(
    'Tabs between cells, and a tab in a name in quotation marks',
    'Company\tCountry\n"Willowbrook\tBakery"\tX\n',
    ['Willowbrook\tBakery'],
    'list.txt',
  ),
];
