// What a file is, by its first bytes and by the names in it.
import { fileKindOf, noList, otherTextKind, SAVE_AS } from '../../../nodes/CompanyScreening/lists/fileKind';
import { forColleagues } from '../../../nodes/CompanyScreening/service/failure';

const kindOf = (text: string) => fileKindOf(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');

const ZIP = 'PK\x03\x04';
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

test('what a ZIP archive is, its parts say', () => {
  expect(kindOf(`${ZIP}..xl/workbook.xml..`)).toEqual({ kind: 'archive' });
});

test.each(['Workbook', 'Book'])(
  'of a workbook in the format of Excel 97, it says how to save it (%s)',
  (stream) => {
    const found = kindOf(`${COMPOUND_FILE}..${utf16(`${stream}\0`)}..`);
    expect(found).toEqual({
      kind: 'other',
      what: 'a workbook in the old Excel format (.xls), which cannot be read',
      advice: expect.stringMatching(/save it as an Excel workbook \(\.xlsx\)\.$/) as string,
      forBuilders: expect.stringContaining('Extract From File reads it') as string,
    });
    expect(forColleagues(noList('list.xls', { what: '', ...found }))).toMatch(
      /cannot be read\. Open it in Excel .* \(\.xlsx\)\.$/,
    );
  },
);

test.each([
  ['protected with a password', `${COMPOUND_FILE}..${utf16('EncryptedPackage\0')}..`],
  ['an Office document of another kind, not a list', `${COMPOUND_FILE}..${utf16('WordDocument\0Books')}..`],
  ['an empty ZIP archive, not a list', 'PK\x05\x06\0\0\0\0'],
  ['a PDF file, not a list', '%PDF-1.7\n'],
  ['a compressed file (gzip), not a list', '\x1f\x8b\x08\0'],
  ['a compressed file (7z), not a list', '7z\xbc\xaf\x27\x1c'],
  ['a compressed file (RAR), not a list', 'Rar!\x1a\x07'],
  ['a picture, not a list', '\x89PNG\r\n\x1a\n'],
  ['a picture, not a list', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['a picture, not a list', 'GIF89a'],
  ['a database, not a list', 'SQLite format 3\0'],
  ['a Parquet file, not a list', 'PAR1\x15\x04'],
])('%s is no list', (what, bytes) => {
  expect(kindOf(bytes)).toMatchObject({ kind: 'other', what });
});

test.each(['', 'P', 'Company\nPK Trading Ltd', 'Company;xl/workbook.xml', 'see %PDF', '\xff\xfeC\0'])(
  'any other bytes are read as text: %j',
  (bytes) => {
    expect(kindOf(bytes)).toEqual({ kind: 'text' });
  },
);

test.each([
  ['a web page (HTML), not a list', '<!DOCTYPE html>\n<title>'],
  ['a web page (HTML), not a list', '\n  <html lang="en">'],
  ['a web page (HTML), not a list', '<TABLE><tr>'],
  ['an XML file, not a list', '<?xml version="1.0"?>'],
  ['an XML file, not a list', '<!-- companies -->'],
  ['an XML file, not a list', '<headings>'],
  ['a JSON file, not a list', '{"company": "A"}'],
  ['a JSON file, not a list', '{\n  "company": "A"}'],
  ['a JSON file, not a list', '{ }'],
  ['a JSON file, not a list', '{'],
  ['a JSON file, not a list', '['],
  ['a JSON file, not a list', '["A"]'],
  ['a JSON file, not a list', '[\n  {"company": "A"}]'],
  ['a text document (RTF), not a list', '{\\rtf1\\ansi'],
])('text that is %s: %j', (what, text) => {
  expect(otherTextKind(text)).toBe(what);
});

test.each([
  '',
  'Company\nA <table> Ltd',
  'Company\nA {"B"} Ltd\n["C"]',
  'Company {',
  '<; less than',
  '{Curly} Ltd',
  '[Square] Ltd',
  '{x\\rtf',
])('text that may be a list: %j', (text) => {
  expect(otherTextKind(text)).toBeUndefined();
});

test('the failure of a file that is no list says what it is, and what to do', () => {
  expect(noList('list.csv', { what: 'a picture, not a list' })).toMatchObject({
    message: 'list.csv is a picture, not a list.',
    advice: SAVE_AS,
  });
});
