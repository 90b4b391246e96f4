// The files that people keep their companies in, made by a spreadsheet library and by hand, and what becomes of each.
import iconv from 'iconv-lite';
import { utils, write, type BookType } from 'xlsx';
import { z } from 'zod/v4';

/** A file, and what becomes of it. */
export interface ListKind {
  /** As the table in docs/spreadsheets.md names it. */
  kind: string;
  fileName: string;
  bytes: Buffer;
  /** What is entered as "Encoding of a file that is not UTF-8"; automatic unless given. */
  encoding?: string;
  /** The companies that are sent to the service, in their order; none when the run stops. */
  sent: string[];
  /** The sentence that the run stops with. */
  stops?: RegExp;
  /** What comes out for rows that are not sent, in their order. */
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
const readWrongly = /^Company Name ".*�.*" is damaged: its file was read with the wrong encoding\.$/;
const awkward = ['Brackenmoor, Sons; Nephews', 'The "Second" Sock', '=Sum Holding'];

const sheetOf = (names: string[], column = 'Company'): string[][] => [
  ['Customer No', column, 'Country'],
  ...names.map((name, index) => [`0010${String(index)}`, name, 'Velmoria']),
];

function workbook(bookType: BookType, rows: string[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Companies');
  return Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType })));
}

const csv = (rows: string[][], delimiter = ','): string =>
  utils.sheet_to_csv(utils.aoa_to_sheet(rows), { FS: delimiter, RS: '\r\n' });
const utf8 = (text: string): Buffer => Buffer.from(text);
const encoded = (encoding: string, text: string): Buffer => iconv.encode(text, encoding, { addBOM: true });
const bare = (encoding: string, text: string): Buffer => iconv.encode(text, encoding);

/** Every kind that the guide speaks of. */
export const listKinds: ListKind[] = [
  ...(['xlsx', 'xlsm', 'biff8', 'biff5', 'ods'] as const).map((bookType) => ({
    kind: { xlsx: '.xlsx', xlsm: '.xlsm', biff8: '.xls', biff5: '.xls of Excel 95', ods: '.ods' }[bookType],
    fileName: `list.${bookType.replace(/^biff.$/, 'xls')}`,
    ...(bookType === 'biff5'
      ? {
          bytes: workbook(bookType, sheetOf(['Gloomharbour Shipping Ltd'])),
          sent: ['Gloomharbour Shipping Ltd'],
        }
      : { bytes: workbook(bookType, sheetOf(worldwide)), sent: worldwide }),
  })),
  {
    kind: '.xlsx that is called .csv',
    fileName: 'list.csv',
    bytes: workbook('xlsx', sheetOf(worldwide)),
    sent: worldwide,
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
    sent: worldwide,
  })),
  {
    kind: 'CSV with a line `sep=;`',
    fileName: 'list.csv',
    bytes: utf8(`sep=;\r\n${csv(sheetOf(worldwide), ';')}`),
    sent: worldwide,
  },
  {
    kind: 'UTF-8 with a byte order mark',
    fileName: 'list.csv',
    bytes: workbook('csv', sheetOf(worldwide)),
    sent: worldwide,
  },
  {
    kind: 'UTF-16, little-endian ("Unicode text")',
    fileName: 'list.txt',
    bytes: encoded('utf16le', csv(sheetOf(worldwide), '\t')),
    sent: worldwide,
  },
  {
    kind: 'UTF-16, big-endian',
    fileName: 'list.txt',
    bytes: encoded('utf16be', csv(sheetOf(worldwide), '\t')),
    sent: worldwide,
  },
  {
    kind: 'Windows-1252, semicolon (Excel in Western Europe)',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(european), ';')),
    sent: european,
  },
  {
    kind: 'Windows-1256 (Arabic)',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic), ';')),
    sent: [],
    stops:
      /^The letters of list\.csv cannot be read with certainty: .*windows-1256 \(Arabic\).* Nothing was sent\.$/,
  },
  {
    kind: 'Windows-1256, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic), ';')),
    encoding: 'windows-1256',
    sent: arabic,
  },
  {
    kind: 'Windows-1251 (Cyrillic)',
    fileName: 'list.csv',
    bytes: bare('windows-1251', csv(sheetOf(cyrillic), ';')),
    sent: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'Windows-1250 (Polish)',
    fileName: 'list.csv',
    bytes: bare('windows-1250', csv(sheetOf(polish), ';')),
    sent: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'Windows-1250, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('windows-1250', csv(sheetOf(polish), ';')),
    encoding: 'windows-1250',
    sent: polish,
  },
  {
    kind: 'GB 18030 (Chinese)',
    fileName: 'list.csv',
    bytes: bare('gb18030', csv(sheetOf(['幻海虚构贸易有限公司']))),
    sent: [],
    stops: /cannot be read with certainty/,
  },
  {
    kind: 'GB 18030, entered as the encoding',
    fileName: 'list.csv',
    bytes: bare('gb18030', csv(sheetOf(['幻海虚构贸易有限公司']))),
    encoding: 'gb18030',
    sent: ['幻海虚构贸易有限公司'],
  },
  {
    kind: 'An encoding that nobody knows',
    fileName: 'list.csv',
    bytes: bare('windows-1256', csv(sheetOf(arabic))),
    encoding: 'klingon',
    sent: [],
    stops: /klingon/,
  },
  {
    kind: 'UTF-8 although another encoding is entered',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(worldwide))),
    encoding: 'windows-1256',
    sent: worldwide,
  },
  {
    kind: 'Quoted cells: delimiters and quotes in names',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(awkward))),
    sent: awkward,
  },
  {
    kind: 'Quotes in the middle of a cell that is not quoted',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\nThe "Second" Sock,Velmoria\n'),
    sent: ['The "Second" Sock'],
  },
  {
    kind: 'A line break inside a quoted name',
    fileName: 'list.csv',
    bytes: utf8(
      'Company,Country\r\n"Willowbrook\nBakery Ltd",Velmoria\r\n"Pebblewick\r\nStationers",Nebelmark\r\n',
    ),
    sent: ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
  },
  {
    kind: 'One column, no delimiter, commas in the names',
    fileName: 'list.txt',
    bytes: utf8('Company\nBrackenmoor, Sons and Nephews\nWillowbrook Bakery Ltd\n'),
    sent: ['Brackenmoor, Sons and Nephews', 'Willowbrook Bakery Ltd'],
  },
  {
    kind: 'A row with a cell too many',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\nBrackenmoor, Sons and Nephews,Velmoria\n'),
    sent: [],
    stops:
      /^Line 2 of list\.csv: the row has another number of cells \(3\) than the headings \(2\)\. Most often a name holds a comma: .* Nothing was sent\. \(n8n says: Invalid Record Length: .*\)$/,
  },
  {
    kind: 'Empty rows in a CSV file (blank, `,,`)',
    fileName: 'list.csv',
    bytes: utf8(
      ',,\nCustomer No,Company,Country\n1,Willowbrook Bakery Ltd,X\n\n,,\n , ,\n2,Pebblewick Stationers,Y\n,,\n',
    ),
    sent: ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
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
    sent: ['Willowbrook Bakery Ltd', 'Pebblewick Stationers'],
  },
  {
    kind: 'A row without a name, but with other cells',
    fileName: 'list.csv',
    bytes: utf8('Customer No,Company\n1,Willowbrook Bakery Ltd\n2,\n'),
    sent: ['Willowbrook Bakery Ltd'],
    errors: [/^Company Name is empty/],
  },
  {
    kind: 'A duplicate',
    fileName: 'list.csv',
    bytes: utf8('Company\nWillowbrook Bakery Ltd\nWillowbrook Bakery Ltd\n'),
    sent: ['Willowbrook Bakery Ltd', 'Willowbrook Bakery Ltd'],
  },
  ...['Company', 'Company Name', 'Name', 'company', 'COMPANY NAME', '  Name '].map((column) => ({
    kind: `Column \`${column.trim()}\`${column.startsWith(' ') ? ' with spaces around it' : ''}`,
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(['Willowbrook Bakery Ltd'], column))),
    sent: ['Willowbrook Bakery Ltd'],
  })),
  {
    kind: 'Columns `Name` and `Company`',
    fileName: 'list.csv',
    bytes: utf8('Name,Company\nJane Doe,Willowbrook Bakery Ltd\n'),
    sent: ['Willowbrook Bakery Ltd'],
  },
  {
    kind: 'None of these columns',
    fileName: 'list.csv',
    bytes: utf8('Firma;Land\nWillowbrook Bakery Ltd;X\n'),
    sent: [],
    stops:
      /^No column is called Company, Company Name or Name\. The columns found: Firma, Land\. Rename .* Nothing was sent\.$/,
  },
  {
    kind: 'None of these columns, in a workbook',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(worldwide, 'Firma')),
    sent: [],
    stops: /The columns found: Customer No, Firma, Country\./,
  },
  {
    kind: 'Headings and no row',
    fileName: 'list.csv',
    bytes: utf8('Company,Country\n'),
    sent: [],
    stops: /^There is no row in the file\. Nothing was sent\.$/,
  },
  {
    kind: 'An empty file',
    fileName: 'list.csv',
    bytes: utf8(''),
    sent: [],
    stops: /^There is no row in the file/,
  },
  {
    kind: 'A workbook without rows',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', [['Company']]),
    sent: [],
    stops: /^There is no row in the file/,
  },
  {
    kind: 'Another file, such as a PDF',
    fileName: 'list.pdf',
    bytes: Buffer.concat([utf8('%PDF-1.7\n'), Buffer.from([0, 1, 0xfe, 0xff])]),
    sent: [],
    stops: /^list\.pdf is neither an Excel workbook nor a text file\./,
  },
  {
    kind: 'Windows-1252, entered as UTF-8',
    fileName: 'list.csv',
    bytes: bare('windows-1252', csv(sheetOf(['Willowbrook Bakery Ltd', ...european]), ';')),
    encoding: 'utf8',
    sent: ['Willowbrook Bakery Ltd'],
    errors: european.map(() => readWrongly),
  },
  {
    kind: 'Names damaged before (`Pr�zision`)',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(['Willowbrook Bakery Ltd', 'Pr�zision'])),
    sent: ['Willowbrook Bakery Ltd'],
    errors: [readWrongly],
  },
  {
    kind: 'Names damaged before (`PrÃ¤zision`)',
    fileName: 'list.csv',
    bytes: utf8(csv(sheetOf(['Willowbrook Bakery Ltd', iconv.decode(utf8('Präzision'), 'windows-1252')]))),
    sent: [],
    stops: /^"PrÃ¤zision" looks damaged: .* Nothing was sent\.$/,
  },
  {
    kind: 'Arabic names damaged before',
    fileName: 'list.xlsx',
    bytes: workbook('xlsx', sheetOf(arabic.map((name) => iconv.decode(utf8(name), 'windows-1252')))),
    sent: [],
    stops: /looks damaged/,
  },
];
