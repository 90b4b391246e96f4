// Which sheet of a workbook is read, and which workbooks stop, from the bytes that spreadsheet programs write.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { utils, write, type BookType, type WorkBook, type WorkSheet } from 'xlsx';
import * as z from 'zod/v4';

import { fileKindOf } from '../../../nodes/CompanyScreening/lists/fileKind';
import { chooseSheet } from '../../../nodes/CompanyScreening/lists/workbook/sheet';
import type { ChosenSheet } from '../../../nodes/CompanyScreening/lists/workbook/workbookFile';

type Format = 'biff5' | 'biff8' | 'ods' | 'xlsx';
const FORMATS: Format[] = ['xlsx', 'biff8', 'biff5', 'ods'];

interface TestSheet {
  name: string;
  rows: unknown[][];
  hidden?: boolean;
}

function workbook(
  format: Format,
  sheets: TestSheet[],
  change: (sheet: WorkSheet) => void = () => undefined,
): Buffer {
  const book: WorkBook = utils.book_new();
  for (const { name, rows } of sheets) {
    const sheet = utils.aoa_to_sheet(rows);
    change(sheet);
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) };
  const bookType: BookType = format;
  return Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType })));
}

function choose(bytes: Buffer, wantedSheet = ''): ChosenSheet {
  const kind = fileKindOf(bytes);
  if (kind.kind !== 'workbook') throw new Error('It is no workbook.');
  return chooseSheet({ bytes, fileName: 'list.xlsx', wantedSheet }, kind.format);
}

/** The workbook with a part of its archive changed. */
function changed(bytes: Buffer, path: string, change: (xml: string) => string): Buffer {
  const parts = unzipSync(bytes);
  const part = parts[path];
  if (!part) throw new Error(`There is no ${path}.`);
  return Buffer.from(zipSync({ ...parts, [path]: strToU8(change(strFromU8(part))) }, { level: 0 }));
}

const rows = [
  ['Company', 'Country'],
  ['Willowbrook Bakery Ltd', 'X'],
];
const SHEET = 'xl/worksheets/sheet1.xml';

describe.each(FORMATS)('%s', (format) => {
  test('the first sheet is read', () => {
    const bytes = workbook(format, [
      { name: 'One', rows },
      { name: 'Two', rows },
    ]);
    expect(choose(bytes)).toMatchObject({ name: 'One', range: format === 'ods' ? undefined : 'A1:B2' });
  });

  test('a sheet that is named is read, whatever its case', () => {
    const bytes = workbook(format, [
      { name: 'One', rows },
      { name: 'Two', rows: [...rows, ['Pebblewick', 'Y', 'Z']] },
    ]);
    expect(choose(bytes, 'two ')).toMatchObject({
      name: 'Two',
      range: format === 'ods' ? undefined : 'A1:C3',
    });
    expect(() => choose(bytes, 'Three')).toThrow(
      /^list\.xlsx has no sheet called Three\. Its sheets: One, Two\.$/,
    );
  });

  test('the other sheets are known', () => {
    const bytes = workbook(format, [
      { name: 'One', rows },
      { name: 'Two', rows },
      { name: 'Three', rows },
    ]);
    expect(choose(bytes).otherSheets).toEqual(['Two', 'Three']);
    expect(choose(bytes, 'Two').otherSheets).toEqual(['One', 'Three']);
  });

  test('a long list is read to its end', () => {
    const long = Array.from({ length: 16_000 }, (_, index) => [`Company ${index}`, 'X']);
    const { range } = choose(workbook(format, [{ name: 'One', rows: [...rows, ...long].slice(0, 16_000) }]));
    expect(range).toBe(format === 'ods' ? undefined : 'A1:B16000');
  });
});

describe.each(['xlsx', 'biff8'] as const)('%s', (format) => {
  test('a hidden first sheet is not read', () => {
    const bytes = workbook(format, [
      { name: 'Old', rows, hidden: true },
      { name: 'List & more', rows },
    ]);
    expect(choose(bytes)).toMatchObject({ name: 'List & more', otherSheets: [] });
    expect(choose(bytes, 'Old').name).toBe('Old');
  });

  test('an error that a cell shows is found, since it would come out as nothing', () => {
    const bytes = workbook(format, [{ name: 'One', rows }], (sheet) => {
      sheet['A2'] = { t: 'e', v: 0x2a, w: '#N/A' };
    });
    expect(choose(bytes).errors).toEqual(new Map([[1, new Map([[0, '#N/A']])]]));
  });
});

test('a hidden first sheet of an .ods file is not read', () => {
  const bytes = workbook('ods', [
    { name: 'Old', rows },
    { name: 'List', rows },
  ]);
  const hidden = changed(bytes, 'content.xml', (xml) =>
    xml
      .replace(
        '<office:body>',
        '<office:automatic-styles><style:style style:name="hide" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body>',
      )
      .replace(/table:name="Old"( table:style-name="[^"]*")?/, 'table:name="Old" table:style-name="hide"'),
  );
  expect(choose(hidden).name).toBe('List');
});

test('a workbook without a sheet that can be seen stops', () => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), 'xl/workbook.xml', (xml) =>
    xml.replace('<sheet ', '<sheet state="veryHidden" '),
  );
  expect(() => choose(bytes)).toThrow(/^list\.xlsx has no sheet that can be seen\.$/);
});

test.each(['A1:B1', 'A1:A2', 'B1:B2'])('cells outside the stored range %s stop', (ref) => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml.replace('ref="A1:B2"', `ref="${ref}"`),
  );
  expect(() => choose(bytes)).toThrow(/^Row \d of list\.xlsx: cell [AB]\d lies outside the range/);
});

test('a sheet that does not say its range is read', () => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml.replace(/<dimension[^>]*>/, ''),
  );
  expect(choose(bytes).range).toBe('A1:B2');
});

test.each([
  ['with an empty value', '<c r="A2"><f>B2&amp;" Ltd"</f><v></v></c>'],
  ['without a value', '<c r="A2"><f>B2&amp;" Ltd"</f></c>'],
  ['that should give a text, without a value', '<c r="A2" t="str"><f>B2&amp;" Ltd"</f></c>'],
])('a formula that was never calculated stops: %s', (_, cell) => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml.replace(/<c r="A2"[^>]*>.*?<\/c>/, cell),
  );
  expect(() => choose(bytes)).toThrow(
    /^Row 2 of list\.xlsx: the formula in cell A2 has no result in the file\.$/,
  );
});

test.each(['<v></v>', '<v/>'])('a formula that gave an empty text is read: %s', (value) => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml.replace(/<c r="A2"[^>]*>.*?<\/c>/, `<c r="A2" t="str"><f>IF(B2="","",B2)</f>${value}</c>`),
  );
  expect(choose(bytes).range).toBe('A1:B2');
});

test('a cell whose place cannot be read stops, since it would be left out', () => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml.replace('r="A2"', 'r="a2"'),
  );
  expect(() => choose(bytes)).toThrow(/^list\.xlsx is a workbook that cannot be read/);
});

test('two sheets of one name stop, since only the last one would be read', () => {
  const bytes = changed(
    workbook('xlsx', [
      { name: 'One', rows },
      { name: 'Two', rows: [...rows, ['Another Ltd', 'Y']] },
    ]),
    'xl/workbook.xml',
    (xml) => xml.replace('name="Two"', 'name="One"'),
  );
  expect(() => choose(bytes)).toThrow(/^list\.xlsx has two sheets called One\.$/);
});

test('a cell in the last corner of a sheet stops', () => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, (xml) =>
    xml
      .replace('ref="A1:B2"', 'ref="A1:XFD1048576"')
      .replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
  );
  expect(() => choose(bytes)).toThrow(/reaches to cell XFD1048576/);
});

test.each(FORMATS)('a damaged workbook stops with a sentence: %s', (format) => {
  const bytes = workbook(format, [{ name: 'One', rows }]);
  for (const cut of [0.3, 0.6, 0.9]) {
    const half = Buffer.from(bytes.subarray(0, Math.floor(bytes.length * cut)));
    if (fileKindOf(half).kind !== 'workbook') continue;
    expect(() => choose(half)).toThrow(/^list\.xlsx is a workbook that cannot be read/);
  }
});

test.each([
  ['a row', (xml: string) => xml.replace(/<row r="2".*?<\/row>/s, '$&$&')],
  ['a cell', (xml: string) => xml.replace(/<c r="A2".*?<\/c>/s, '$&$&')],
  ['a cell of another row', (xml: string) => xml.replace('r="B2"', 'r="B1"')],
])('%s that is there twice stops, since only one of them would be read', (_, change) => {
  const bytes = changed(workbook('xlsx', [{ name: 'One', rows }]), SHEET, change);
  expect(() => choose(bytes)).toThrow(
    /^Row \d of list\.xlsx: cell [AB]\d is there twice, or not in its place\.$/,
  );
});
