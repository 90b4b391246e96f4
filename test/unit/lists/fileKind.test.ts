// What a file is, by its first bytes and by the names in it.
import { isArchive, refuseOtherText, SAVE_AS } from '../../../nodes/CompanyScreening/lists/fileKind';
import { complaintIn } from './reading';

const isZip = (text: string) => isArchive(Buffer.from(text, 'latin1'), 'list');
const refusing = (text: string) => () => {
  refuseOtherText(text, 'list.csv');
};
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');

const ZIP = 'PK\x03\x04';
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

test('what a ZIP archive is, its parts say', () => {
  expect(isZip(`${ZIP}..xl/workbook.xml..`)).toBe(true);
});

test.each(['Workbook', 'Book'])(
  'of a workbook in the format of Excel 97, it says how to save it (%s)',
  (stream) => {
    const message = 'list is a workbook in the old Excel format (.xls), which cannot be read.';
    const advice = 'Open it in Excel or LibreOffice, and save it as an Excel workbook (.xlsx).';
    expect(() => isZip(`${COMPOUND_FILE}..${utf16(`${stream}\0`)}..`)).toThrow(
      expect.objectContaining({
        ...{ message, forColleagues: `${message} ${advice}` },
        advice: expect.stringMatching(/ save it .*\. .*Extract From File reads it/) as string,
      }) as Error,
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
  expect(() => isZip(bytes)).toThrow(`list is ${what}.`);
});

test.each(['', 'P', 'Company\nPK Trading Ltd', 'Company;xl/workbook.xml', 'see %PDF', '\xff\xfeC\0'])(
  'any other bytes are read as text: %j',
  (bytes) => {
    expect(isZip(bytes)).toBe(false);
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
  expect(complaintIn(refusing(text))).toBe(`list.csv is ${what}. ${SAVE_AS}`);
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
  expect(refusing(text)).not.toThrow();
});
