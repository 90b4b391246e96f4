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

export const listKinds: ListKind[] = [
  ...workbookKinds,
  ...(['xlsx', 'xlsm', 'ods'] as const).map((bookType) => ({
    kind: `.${bookType}`,
    fileName: `list.${bookType}`,
    bytes: workbook(bookType, sheetOf(worldwide)),
    companies: worldwide,
  })),
  ...(['biff8', 'biff5'] as const).map((bookType) => ({
    kind: bookType === 'biff8' ? '.xls' : '.xls of Excel 95',
    fileName: 'list.xls',
    bytes: workbook(bookType, sheetOf(worldwide)),
    companies: [],
    stops: /^list\.xls is a workbook in the old Excel format \(\.xls\), which cannot be read\.$/,
  })),
  {
    kind: '.xlsx that is called .csv',
    fileName: 'list.csv',
    bytes: workbook('xlsx', sheetOf(worldwide)),
    companies: worldwide,
  },
  ...[
    [',', 'comma'],
    [';', 'semicolon'],
    ['\t', 'tab'],
    ['|', 'vertical bar'],
  ].map(([delimiter, name]) => ({
    kind: `CSV, ${String(name)}`,
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(worldwide), delimiter)),
    companies: worldwide,
  })),
  {
    kind: 'CSV with a line `sep=;`',
    fileName: 'list.csv',
    bytes: utf8(`sep=;\r\n${csv(sheetOf(worldwide), ';')}`),
    companies: worldwide,
  },
  {
    kind: 'UTF-8 with a byte order mark',
    fileName: 'list.csv',
    bytes: workbook('csv', sheetOf(worldwide)),
    companies: worldwide,
  },
  {
    kind: 'UTF-16, little-endian ("Unicode text")',
    fileName: 'list.txt',
    bytes: encoded('utf16le', csv(sheetOf(worldwide), '\t')),
    companies: worldwide,
  },
  {
    kind: 'UTF-16, big-endian',
    fileName: 'list.txt',
    bytes: encoded('utf16be', csv(sheetOf(worldwide), '\t')),
    companies: worldwide,
  },
  {
    kind: 'Windows-1252, semicolon (Excel in Western Europe)',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(european), ';')),
    companies: european,
  },
  {
    kind: 'Windows-1256 (Arabic)',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic), ';')),
    companies: [],
    stops: /^The letters of list\.csv cannot be read with certainty: it is neither UTF-8 nor/,
  },
  {
    kind: 'Windows-1256, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic), ';')),
    encoding: 'windows-1256',
    companies: arabic,
  },
  {
    kind: 'Windows-1251 (Cyrillic)',
    fileName: 'list.csv',
    bytes: bare('windows-1251', csv(sheetOf(cyrillic), ';')),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'Windows-1250 (Polish)',
    fileName: 'list.csv',
    bytes: bare('windows-1250', csv(sheetOf(polish), ';')),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'Windows-1250, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('windows-1250', csv(sheetOf(polish), ';')),
    encoding: 'windows-1250',
    companies: polish,
  },
  {
    kind: 'GB 18030 (Chinese)',
    fileName: 'list.csv',
    bytes: bare('gb18030', csv(sheetOf(['幻海虚构贸易有限公司']))),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'GB 18030, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('gb18030', csv(sheetOf(['幻海虚构贸易有限公司']))),
    encoding: 'gb18030',
    companies: ['幻海虚构贸易有限公司'],
  },
  {
    kind: 'An encoding that nobody knows',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic))),
    encoding: 'klingon',
    companies: [],
    stops: /klingon/,
  },
  {
    kind: 'UTF-8 although another encoding is entered',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(worldwide))),
    encoding: 'windows-1256',
    companies: worldwide,
  },
  {
    kind: 'Quoted cells: delimiters and quotes in names',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(awkward))),
    companies: awkward,
  },
  {
    kind: 'Quotes in the middle of a cell that is not quoted',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\nThe "Second" Sock,Velmoria\n'),
    companies: ['The "Second" Sock'],
  },
  {
    kind: 'A line break inside a quoted name',
    fileName: 'list.csv',
    bytes: utf8(
      'Company,Country\r\n"Willowbrook\nBakery Ltd",Velmoria\r\n"Pebblewick\r\nStationers",Nebelmark\r\n',
    ),
    companies: [],
    errors: [
      /^Cell A2 has a line break after "Willowbrook", so that it may be two companies\.$/,
      /^Cell A4 has a line break after "Pebblewick"/,
    ],
  },
  {
    kind: 'One column, no delimiter, commas in the names',
    fileName: 'list.txt',
    bytes: utf8('Company\nBrackenmoor, Sons and Nephews\nWillowbrook Bakery Ltd\n'),
    companies: ['Brackenmoor, Sons and Nephews', 'Willowbrook Bakery Ltd'],
  },
  {
    kind: 'A row with a cell too many',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\nBrackenmoor, Sons and Nephews,Velmoria\n'),
    companies: [],
    stops: /^Line 2 of list\.csv has 3 cells, and the list has 2 headings\.$/,
  },
  {
    kind: 'Empty rows in a CSV file (blank, `,,`)',
    fileName: 'list.csv',
    bytes: utf8(
      ',,\nCustomer No,Company,Country\n1,Willowbrook Bakery Ltd,X\n\n,,\n , ,\n2,Pebblewick Stationers,Y\n,,\n',
    ),
    companies: ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
  },
  {
    kind: 'Empty rows in a workbook',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', [
      ...sheetOf(['Willowbrook Bakery Ltd']),
      ['', '', ''],
      [' ', '', ''],
      ['9', 'Pebblewick Stationers', ''],
    ]),
    companies: ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
  },
  {
    kind: 'A row without a name, but with other cells',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,Willowbrook Bakery Ltd\n2,\n'),
    companies: ['Willowbrook Bakery Ltd'],
    errors: [/^Company Name is empty/],
  },
  {
    kind: 'A duplicate',
    fileName: 'list.csv',
    bytes: utf8('Company\nWillowbrook Bakery Ltd\nWillowbrook Bakery Ltd\n'),
    companies: ['Willowbrook Bakery Ltd', 'Willowbrook Bakery Ltd'],
  },
  ...['Company', 'Company Name', 'Name', 'company', 'COMPANY NAME', '  Name '].map((column) => ({
    kind: `Column \`${column.trim()}\`${column.startsWith(' ') ? ' with spaces around it' : ''}`,
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(['Willowbrook Bakery Ltd'], column))),
    companies: ['Willowbrook Bakery Ltd'],
  })),
  {
    kind: 'Columns `Name` and `Company`',
    fileName: 'list.csv',
    bytes: utf8('Name,Company\nJane Doe,Willowbrook Bakery Ltd\n'),
    companies: ['Willowbrook Bakery Ltd'],
  },
  {
    kind: 'None of these columns',
    fileName: 'list.csv',
    bytes: utf8('Debtor;Land\nWillowbrook Bakery Ltd;X\n'),
    companies: [],
    stops:
      /^No column of list\.csv is called Company, Company Name or Name\. The columns found: Debtor, Land\.$/,
  },
  {
    kind: 'None of these columns, in a workbook',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(worldwide, 'Debtor')),
    companies: [],
    stops: /The columns found: Customer No, Debtor, Country\./,
  },
  {
    kind: 'Headings and no row',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\n'),
    companies: [],
    stops: /^list\.csv has headings, but no row below them\.$/,
  },
  {
    kind: 'An empty file',
    fileName: 'list.csv',
    bytes: utf8(''),
    companies: [],
    stops: /^list\.csv is empty\.$/,
  },
  {
    kind: 'A workbook without rows',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', [['Company']]),
    companies: [],
    stops: /^list\.xlsx has headings, but no row below them\.$/,
  },
  {
    kind: 'Another file, such as a PDF',
    fileName: 'list.pdf',
    bytes: Buffer.concat([utf8('%PDF-1.7\n'), Buffer.from([0, 1, 0xfe, 0xff])]),
    companies: [],
    stops: /^list\.pdf is a PDF file, not a list\.$/,
  },
  {
    kind: 'Windows-1252, entered as UTF-8',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(['Willowbrook Bakery Ltd', ...european]), ';')),
    encoding: 'utf8',
    companies: [],
    stops: /^list\.csv is not text in utf-8, or it is damaged\.$/,
  },
  {
    kind: 'Names damaged before (`Pr�zision`)',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(['Willowbrook Bakery Ltd', 'Pr�zision'])),
    companies: [],
    stops: /^Row 3 of list\.xlsx: the letters of "Pr�zision" are damaged\.$/,
  },
  {
    kind: 'Names damaged before (`PrÃ¤zision`)',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(['Willowbrook Bakery Ltd', iconv.decode(utf8('Präzision'), 'windows-1252')]))),
    companies: [],
    stops: /^Line 3 of list\.csv: the letters of "PrÃ¤zision" are damaged\.$/,
  },
  {
    kind: 'Arabic names damaged before',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(arabic.map((name) => iconv.decode(utf8(name), 'windows-1252')))),
    companies: [],
    stops: /^Row 2 of list\.xlsx: .* are damaged\.$/,
  },
  {
    kind: 'UTF-16 without a byte order mark',
    fileName: 'list.txt',
    bytes: bare('utf16le', csv(sheetOf(worldwide), '\t')),
    companies: worldwide,
  },
  {
    kind: 'Greek, two letters in a row (`ΑΕ`), in Windows-1253',
    fileName: 'list.csv',
    bytes: bare('windows-1253', csv(sheetOf(['Gloomharbour ΑΕ']), ';')),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'An accent and a sign that UTF-8 would read as one letter (`CAFÉ’S`), in Windows-1252',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(['CAFÉ’S BAR']), ';')),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'The same, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(['CAFÉ’S BAR']), ';')),
    encoding: 'windows-1252',
    companies: ['CAFÉ’S BAR'],
  },
  {
    kind: 'A title above the headings: one or two lines with a single cell, above several headings',
    fileName: 'list.csv',
    bytes: utf8('Customers 2025\nCustomer No,Company\n1,Acme\n'),
    companies: ['Acme'],
  },
  {
    kind: 'Rows such as `Company`, `Example Bank` above headings with a company and a customer number',
    fileName: 'list.csv',
    bytes: utf8('Company,Example Bank\nCustomer No,Company\n1,Acme\n'),
    companies: [],
    stops: /^Line 2 of list\.csv has headings, and so has the list above it\.$/,
  },
  {
    kind: 'Anything else above the headings',
    fileName: 'list.csv',
    bytes: utf8('Customers, all\nCustomer No,Company\n1,Acme\n'),
    companies: [],
    stops:
      /^No column of list\.csv is called Company, Company Name or Name\. The columns found: Customers, all\.$/,
  },
  {
    kind: 'Windows-1252, with nothing but typographic quotes around names (`“Acme”`)',
    fileName: 'list.csv',
    bytes: bare('windows-1252', 'Company\n“Acme” Ltd\nO’Neill\n'),
    companies: ['“Acme” Ltd', 'O’Neill'],
  },
  {
    kind: 'Windows-1257 (Latvian), with letters that Windows-1252 has as well (`Rēzekne`, `Rçzekne`)',
    fileName: 'list.csv',
    bytes: bare('windows-1257', 'Company\nRēzekne\n'),
    companies: [],
    stops: /^The letters of list\.csv can be read in two ways: as "Rçzekne" in .*, or as "Rēzekne" in Baltic/,
  },
  {
    kind: 'Windows-1250 (Czech), with letters that Windows-1252 has as well (`Břeclav`, `Bøeclav`)',
    fileName: 'list.csv',
    bytes: bare('windows-1250', 'Company\nBřeclav\n'),
    companies: [],
    stops:
      /^The letters of list\.csv can be read in two ways: as "Bøeclav" in .*, or as "Břeclav" in Central European/,
  },
  {
    kind: 'Macintosh (older Excel for Mac)',
    fileName: 'list.csv',
    bytes: bare('macintosh', csv(sheetOf(['Café Müller', 'El País']), ';')),
    companies: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'Semicolons, and commas as decimal points',
    fileName: 'list.csv',
    bytes: utf8('Company;Revenue\r\nWillowbrook Bakery Ltd;1.234,50\r\nPebblewick, Sons;0,5\r\n'),
    companies: ['Willowbrook Bakery Ltd', 'Pebblewick, Sons'],
  },
  {
    kind: 'French quotation marks with fixed spaces',
    fileName: 'list.csv',
    bytes: utf8('Company\n«\u00a0Le Café\u00a0»\n'),
    companies: ['«\u00a0Le Café\u00a0»'],
  },
  {
    kind: 'A quotation mark that is not closed',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,Plain Co\n2,"Acme Holdings\n3,Evil Corp\n4,Willowbrook\n5,Third\n'),
    companies: [],
    stops:
      /^Line 3 of list\.csv: it is not certain that a quotation mark in the row that begins there begins or ends a cell\.$/,
  },
  {
    kind: 'A quotation mark that is closed by chance in a later row',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,Plain Co\n2,"Acme Holdings\n3,Evil Corp\n4,Pipes 5"\n5,Third\n'),
    companies: [],
    stops:
      /^Line 3 of list\.csv: a cell in quotation marks begins in this row and runs over lines that look like rows/,
  },
  {
    kind: 'A quoted cell with line breaks and delimiters, in another column than those of the company and its number',
    fileName: 'list.csv',
    bytes: utf8('Company,Note,Customer No\nAcme Ltd,"one, two, three\nfour, five, six",1\nBeta,"x",2\n'),
    companies: ['Acme Ltd', 'Beta'],
  },
  {
    kind: 'A blank before each quotation mark, and behind every delimiter',
    fileName: 'list.csv',
    bytes: utf8('Company, Customer No\n"Acme, Ltd", "1"\n'),
    companies: ['Acme, Ltd'],
  },
  {
    kind: 'Every name of a column in apostrophes',
    fileName: 'list.csv',
    bytes: utf8("Company,Customer No\n'Acme Ltd',1\n'Beta',2\n"),
    companies: [],
    stops:
      /^Every cell in the column Company of list\.csv is in ', which is not a quotation mark in a CSV file\.$/,
  },
  {
    kind: 'A delimiter at the end of a row, or of the headings only',
    fileName: 'list.csv',
    bytes: utf8('Company;Customer No\nAcme;1;\n'),
    companies: [],
    stops: /^Line 2 of list\.csv has 3 cells, and the list has 2 headings: it ends with a semicolon\.$/,
  },
  {
    kind: 'The mark with which DOS ends a file (0x1A)',
    fileName: 'list.csv',
    bytes: utf8('Company,Customer No\nAcme Ltd,1\n\x1a'),
    companies: ['Acme Ltd'],
  },
  {
    kind: 'The same mark elsewhere',
    fileName: 'list.csv',
    bytes: utf8('Company,Customer No\nAcme Ltd,1\n\x1aBeta Ltd,2\n'),
    companies: [],
    stops: /^Line 3 of list\.csv has an end-of-file mark \(U\+001A\) in it: two files were joined there\.$/,
  },
  {
    kind: 'A customer number that a spreadsheet destroyed (`2.19E+26`, `1.0E5`)',
    fileName: 'list.csv',
    bytes: utf8('Company;Customer No\nAcme;2,19E+26\nPebblewick;1.0E5\nBeta;7\n'),
    companies: ['Beta'],
    errors: [
      /^The key "2,19E\+26" is a number with more digits than a spreadsheet shows\.$/,
      /^The key "1\.0E5" is a number with more digits than a spreadsheet shows\.$/,
    ],
  },
  {
    kind: 'A total, and the date of a report, at the end',
    fileName: 'list.csv',
    bytes: utf8('Company,Turnover\nAcme,5\nTotal,5\nReport generated on 2026-11-24,\n'),
    companies: ['Acme'],
    errors: [
      /^"Total" looks like a total/,
      /^"Report generated on 2026-11-24" looks like the date of a report/,
    ],
  },
  {
    kind: 'A cell that goes on behind its quotation mark',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,"Acme" Holdings\n'),
    companies: [],
    stops: /^Line 2 of list\.csv: it is not certain that a quotation mark/,
  },
  {
    kind: 'One column, and rows with several cells',
    fileName: 'list.csv',
    bytes: utf8('Company\nWillowbrook Bakery Ltd;Velmoria\n'),
    companies: [],
    stops: /^Line 2 of list\.csv seems to have several cells/,
  },
  {
    kind: 'A row with a cell too few',
    fileName: 'list.csv',
    bytes: utf8('sep=;\r\n;;\r\nCompany;Land\r\nWillowbrook Bakery Ltd;X\r\nPebblewick\r\n'),
    companies: [],
    stops: /^Line 5 of list\.csv has 1 cell, and the list has 2 headings\.$/,
  },
  {
    kind: 'The company column twice',
    fileName: 'list.csv',
    bytes: utf8('Company,Country,Company\nEvil Corp,DE,Plain Co\n'),
    companies: [],
    stops: /^list\.csv has two columns called Company\.$/,
  },
  {
    kind: 'The company column twice, in other letters',
    fileName: 'list.csv',
    bytes: utf8('Company,Country,COMPANY \nEvil Corp,DE,Plain Co\n'),
    companies: [],
    stops: /^list\.csv has two columns called COMPANY\.$/,
  },
  {
    kind: 'Another column twice',
    fileName: 'list.csv',
    bytes: utf8('Company,Contact,Contact\nWillowbrook Bakery Ltd,Ann,Bob\n'),
    companies: ['Willowbrook Bakery Ltd'],
  },
  {
    kind: 'Two files put together (a byte order mark inside)',
    fileName: 'list.csv',
    bytes: utf8('\uFEFFCompany\nWillowbrook Bakery Ltd\n\uFEFFCompany\nPebblewick\n'),
    companies: [],
    stops: /^Line 3 of list\.csv has a byte order mark \(U\+FEFF\) in it/,
  },
  {
    kind: 'A carriage return alone in a name, where other lines end differently',
    fileName: 'list.csv',
    bytes: utf8('No,Company\n1,Willowbrook Bakery Ltd\rPebblewick\n'),
    companies: [],
    stops: /^It is not certain where the lines of list\.csv end: it has several kinds of line breaks\.$/,
  },
  {
    kind: 'A text file with null bytes in it',
    fileName: 'list.csv',
    bytes: utf8('Company\nWillow\0brook\n'),
    companies: [],
    stops: /^list\.csv is neither a workbook nor a text file: it contains null bytes\.$/,
  },
  {
    kind: 'A web page that is called .xls',
    fileName: 'list.xls',
    bytes: utf8('<html><body><table><tr><td>Company</td></tr></table></body></html>'),
    companies: [],
    stops: /^list\.xls is a web page \(HTML\), not a list\.$/,
  },
  {
    kind: 'A JSON file',
    fileName: 'list.json',
    bytes: utf8('[\n  {"Company": "Willowbrook Bakery Ltd"}\n]'),
    companies: [],
    stops: /^list\.json is a JSON file, not a list\.$/,
  },
  {
    kind: 'A ZIP archive',
    fileName: 'list.zip',
    bytes: zip({ 'companies.csv': 'Company\nWillowbrook Bakery Ltd\n' }),
    companies: [],
    stops: /^list\.zip is a ZIP archive or another kind of document, not a list\.$/,
  },
  {
    kind: 'Headings that come again further down',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\nWillowbrook Bakery Ltd,X\nCountry,COMPANY\nY,Pebblewick\n'),
    companies: [],
    stops: /^Line 3 of list\.csv has the headings again: two lists were joined there\.$/,
  },
  {
    kind: 'Headings of another list further down, or in two lines',
    fileName: 'list.csv',
    bytes: utf8('Company,Customer No\nWillowbrook Bakery Ltd,1\n,\nSupplier,Supplier No\nPebblewick,7\n'),
    companies: [],
    stops: /^Line 4 of list\.csv has headings, and so has the list above it\.$/,
  },
  {
    kind: 'Behind an empty row, a row of words where all rows above have a number',
    fileName: 'list.csv',
    bytes: utf8('Company,Customer No\nWillowbrook Bakery Ltd,1\n,\nReeve,Parish\nPebblewick,7\n'),
    companies: [],
    stops: /^Line 4 of list\.csv is below an empty row, and may have the headings of another list:/,
  },
  {
    kind: 'Lines that end as in few programs (U+2028, U+0085, form feed)',
    fileName: 'list.csv',
    bytes: utf8('Company\nWillowbrook Bakery Ltd\u2028Pebblewick\n'),
    companies: [],
    errors: [/^Cell A2 has the invisible character U\+2028, .* after "Willowbrook Bakery Ltd"/],
  },
  {
    kind: 'Formulas instead of values (`="Pebblewick"`, `=A2`)',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,="Pebblewick"\n2,=A2\n3,Willowbrook Bakery Ltd\n'),
    companies: ['Willowbrook Bakery Ltd'],
    errors: [/is a spreadsheet formula/, /is a spreadsheet formula/],
  },
  {
    kind: 'Names in a notation of programs (`Smith &amp; Sons`)',
    fileName: 'list.csv',
    bytes: utf8('No,Company\n1,Smith &amp; Sons\n2,Willowbrook Bakery Ltd\n'),
    companies: ['Willowbrook Bakery Ltd'],
    errors: [/contains the notation of a program/],
  },
  {
    kind: 'A name that became a date (`7-11`: `11-Jul`), in a CSV file',
    fileName: 'list.csv',
    bytes: utf8('Company\n11-Jul\nWillowbrook Bakery Ltd\n'),
    companies: ['Willowbrook Bakery Ltd'],
    errors: [/may be a date/],
  },
  ...(['xlsx', 'ods'] as const).map((bookType) => ({
    kind: `A name that became a date, in a workbook (.${bookType})`,
    fileName: `list.${bookType}`,
    bytes: workbook(bookType, [['Company'], [new Date(Date.UTC(2025, 6, 11))], ['Willowbrook Bakery Ltd']]),
    companies: ['Willowbrook Bakery Ltd'],
    errors: [/^Cell A2 holds a date or a time/],
  })),
  {
    kind: 'Names damaged before (`Ã‰cole`)',
    fileName: 'list.csv',
    bytes: utf8('Company\nÃ‰cole\n'),
    companies: [],
    stops: /^Line 2 of list\.csv: the letters of "Ã‰cole" are damaged\.$/,
  },
  {
    kind: 'Tabs between cells, and a tab in a name in quotation marks',
    fileName: 'list.txt',
    bytes: utf8('Company\tCountry\n"Willowbrook\tBakery"\tX\n'),
    companies: ['Willowbrook\tBakery'],
  },
];
