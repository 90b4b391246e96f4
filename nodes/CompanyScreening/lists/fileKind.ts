// What a file is, by its bytes. Its name makes no difference: a workbook may be called .csv.
import { InvalidItem } from '../names/invalidItem';

/** How a file that may be a list is read. */
export type FileKind =
  | { kind: 'workbook'; format: WorkbookFormat }
  | { kind: 'text' }
  /** It is no list; `what` says what it is. */
  | { kind: 'other'; what: string };

/** .xlsm is a kind of .xlsx. */
export type WorkbookFormat = 'ods' | 'xls' | 'xlsx';

export function fileKindOf(bytes: Buffer): FileKind {
  if (startsWith(bytes, 'PK\x03\x04')) return kindOfZip(bytes);
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) return kindOfCompoundFile(bytes);
  const known = OTHER_FILES.find(({ beginning }) => startsWith(bytes, beginning));
  return known ? { kind: 'other', what: known.what } : { kind: 'text' };
}

/** What a text is that is no list: a page, a program's data. */
export function otherTextKind(text: string): string | undefined {
  const beginning = text.slice(0, 1000).trimStart();
  if (/^<(?:!doctype html|html|table|head|body|meta|div)\b/i.test(beginning))
    return 'a web page (HTML), not a list';
  if (/^<[?!\w]/.test(beginning)) return 'an XML file, not a list';
  if (/^(?:\{\s*(?:"|\}|$)|\[\s*(?:["{[\]]|$))/.test(beginning)) return 'a JSON file, not a list';
  if (beginning.startsWith('{\\rtf')) return 'a text document (RTF), not a list';
  return undefined;
}

/** What to do about a list that cannot be read. */
export const SAVE_AS = 'Save the list as an Excel workbook (.xlsx) or as "CSV UTF-8", and run this again.';

/** The failure of a file that is no list. */
export function noList(fileName: string, what: string): Error {
  return new InvalidItem(`${fileName} is ${what}.`, SAVE_AS);
}

const OTHER_FILES = [
  { beginning: '%PDF', what: 'a PDF file, not a list' },
  { beginning: 'PK\x05\x06', what: 'an empty ZIP archive, not a list' },
  { beginning: '\x1f\x8b', what: 'a compressed file (gzip), not a list' },
  { beginning: '7z\xbc\xaf', what: 'a compressed file (7z), not a list' },
  { beginning: 'Rar!', what: 'a compressed file (RAR), not a list' },
  { beginning: '\x89PNG', what: 'a picture, not a list' },
  { beginning: '\xff\xd8\xff', what: 'a picture, not a list' },
  { beginning: 'GIF8', what: 'a picture, not a list' },
  { beginning: 'SQLite format 3', what: 'a database, not a list' },
  { beginning: 'PAR1', what: 'a Parquet file, not a list' },
];

// A ZIP archive does not compress the names in it.
function kindOfZip(bytes: Buffer): FileKind {
  if (bytes.includes('xl/workbook.xml')) return { kind: 'workbook', format: 'xlsx' };
  if (bytes.includes('xl/workbook.bin'))
    return { kind: 'other', what: 'a binary workbook (.xlsb), which is not read' };
  if (bytes.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')) {
    return { kind: 'workbook', format: 'ods' };
  }
  return { kind: 'other', what: 'a ZIP archive or another kind of document, not a list' };
}

function kindOfCompoundFile(bytes: Buffer): FileKind {
  const holds = (stream: string) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'));
  if (holds('EncryptedPackage')) return { kind: 'other', what: 'protected with a password' };
  if (holds('Workbook') || holds('Book')) return { kind: 'workbook', format: 'xls' };
  return { kind: 'other', what: 'an Office document of another kind, not a list' };
}

const startsWith = (bytes: Buffer, beginning: string) =>
  bytes.subarray(0, beginning.length).toString('latin1') === beginning;
