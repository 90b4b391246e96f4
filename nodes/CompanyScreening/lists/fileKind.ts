// The kind of a file, by its bytes. Its name makes no difference: a workbook may be called .csv.
import { InvalidItem } from '../names/invalidItem';

interface OtherFile {
  what: string;
  advice?: string;
  forBuilders?: string;
}

/** True for a ZIP archive, which may be a workbook; false for a text. @throws InvalidItem for another file, which is no list */
export function isArchive(bytes: Buffer, fileName: string): boolean {
  const other = startsWith(bytes, '\xd0\xcf\x11\xe0')
    ? compoundFile(bytes)
    : OTHER_FILES.find(({ beginning }) => startsWith(bytes, beginning));
  if (other) throw noList(fileName, other);
  return startsWith(bytes, 'PK\x03\x04');
}

/** @throws InvalidItem for a page or the data of a program, which are no list */
export function refuseOtherText(text: string, fileName: string): void {
  const beginning = text.slice(0, 1000).trimStart();
  const other = OTHER_TEXTS.find(({ pattern }) => pattern.test(beginning));
  if (other) throw noList(fileName, other);
}

/** Advice on a list that cannot be read. */
export const SAVE_AS = 'Save the list as an Excel workbook (.xlsx) or as "CSV UTF-8", and run this again.';

function noList(fileName: string, { what, advice = SAVE_AS, forBuilders = '' }: OtherFile): Error {
  return new InvalidItem(`${fileName} is ${what}.`, `${advice}${forBuilders}`, { advice });
}

export const WITHOUT_PASSWORD =
  'Open it in a spreadsheet program, save it without a password, and run this again.';

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

const OTHER_TEXTS = [
  { pattern: /^<(?:!doctype html|html|table|head|body|meta|div)\b/i, what: 'a web page (HTML), not a list' },
  { pattern: /^<[?!\w]/, what: 'an XML file, not a list' },
  { pattern: /^(?:\{\s*(?:"|\}|$)|\[\s*(?:["{[\]]|$))/, what: 'a JSON file, not a list' },
  { pattern: /^\{\\rtf/, what: 'a text document (RTF), not a list' },
];

function compoundFile(bytes: Buffer): OtherFile {
  const holds = (stream: string) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'));
  if (holds('EncryptedPackage')) return { what: 'protected with a password', advice: WITHOUT_PASSWORD };
  if (!holds('Workbook') && !holds('Book')) return { what: 'an Office document of another kind, not a list' };
  return {
    what: 'a workbook in the old Excel format (.xls), which cannot be read',
    advice: 'Open it in Excel or LibreOffice, and save it as an Excel workbook (.xlsx).',
    forBuilders:
      " In a workflow, n8n's own nodes do the same: Extract From File reads it, and Convert to File makes an .xlsx file of its rows.",
  };
}

const startsWith = (bytes: Buffer, beginning: string) =>
  bytes.subarray(0, beginning.length).toString('latin1') === beginning;
