// The text of a file, if its bytes say with certainty which letters they are. Wrong letters are on no watchlist, and a company that is
// written with them would be shown as clear.
import { decodeWindows1252 } from '../names/encodingDamage';
import { forEveryone, InvalidItem } from '../names/invalidItem';
import { macReading, mayBeWesternBesidesUtf8, otherReading, sampleOf, westernCertainty } from './encoding';
import { SAVE_AS } from './fileKind';

const AUTOMATIC = 'automatic';

/**
 * Gives the text without its byte order mark. A byte order mark and valid UTF-8 count more than the chosen encoding.
 *
 * @param chosen the encoding of a file that is not UTF-8, by its name in the web's Encoding Standard, or `automatic`
 * @throws InvalidItem if another reading of the bytes is possible, or none is
 */
export function decodeText(bytes: Buffer, chosen: string, fileName: string): string {
  const content = withoutEndMark(bytes);
  const text = decodeMarked(content, fileName) ?? decodeUnmarked(content, chosen, fileName);
  return text.replace(/^\uFEFF+/, '');
}

/** Removes the mark with which DOS ends a file. A line break may follow it. */
function withoutEndMark(bytes: Buffer): Buffer {
  let end = bytes.length;
  while ([0x0a, 0x0d, 0x1a].includes(bytes[end - 1] ?? 0) && bytes[end - 2] !== 0) end -= 1;
  return bytes.includes(0x1a, end) ? bytes.subarray(0, end) : bytes;
}

function decodeMarked(bytes: Buffer, fileName: string): string | undefined {
  const mark = bytes.subarray(0, 4).toString('latin1');
  if (mark === '\xff\xfe\0\0' || mark === '\0\0\xfe\xff') {
    throw new InvalidItem(`${fileName} is in UTF-32, which cannot be read.`, forEveryone(SAVE_AS));
  }
  const encoding = mark.startsWith('\xff\xfe')
    ? 'utf-16le'
    : mark.startsWith('\xfe\xff')
      ? 'utf-16be'
      : undefined;
  if (encoding === undefined) return undefined;
  const text = decodeAs(encoding, bytes);
  if (text === undefined || text.includes('\0')) throw notIn(encoding, fileName);
  return text;
}

function decodeUnmarked(bytes: Buffer, chosen: string, fileName: string): string {
  const label = canonical(chosen, fileName);
  if (label.startsWith('utf-16')) return chosenText(label, bytes, fileName);
  if (bytes.includes(0)) return decodeUtf16WithoutMark(bytes, fileName);
  const utf8 = decodeAs('utf-8', bytes);
  if (label === 'utf-8' && utf8 !== undefined) return utf8;
  if (utf8 !== undefined && !mayBeAnother(bytes)) return utf8;
  if (label !== AUTOMATIC) return chosenText(label, bytes, fileName);
  if (utf8 === undefined) return decodeWestern(bytes, fileName);
  throw notCertain(fileName);
}

/** @throws InvalidItem if the bytes make sense in another way as well, or do not make sense */
function decodeWestern(bytes: Buffer, fileName: string): string {
  const western = decodeWindows1252(bytes);
  const certainty = westernCertainty(bytes.toString('latin1'));
  if (certainty === 'no') throw notCertain(fileName);
  const other = certainty === 'orMac' ? macReading(bytes) : otherReading(bytes, western);
  if (other === undefined) return western;
  const [sample, otherSample] = sampleOf(western, other.text);
  throw new InvalidItem(
    `The letters of ${fileName} can be read in two ways: as "${sample}" in Western European (Windows-1252), or as "${otherSample}" in ${other.name}.`,
    'Choose the right one as Encoding in the options of this node, or save the list as an Excel workbook (.xlsx) or as "CSV UTF-8".',
    { advice: SAVE_AS },
  );
}

function notCertain(fileName: string): InvalidItem {
  return new InvalidItem(
    `The letters of ${fileName} cannot be read with certainty: it is neither UTF-8 nor Western European beyond doubt.`,
    `Save it as an Excel workbook (.xlsx) or as "CSV UTF-8", or choose its encoding in the options of this node, such as windows-1252 (Western European), windows-1256 (Arabic), windows-1250 (Central European), windows-1251 (Cyrillic) or gb18030 (Chinese).`,
    { advice: SAVE_AS },
  );
}

/** True if bytes that are valid UTF-8 may be something else all the same. */
function mayBeAnother(bytes: Buffer): boolean {
  // East Asian encodings that look like plain ASCII.
  if (bytes.includes('\x1b$') || bytes.includes('\x1b(')) return true;
  if (bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf') return false;
  return mayBeWesternBesidesUtf8(bytes.toString('latin1'));
}

/** The encoding's name in the Encoding Standard. */
function canonical(chosen: string, fileName: string): string {
  const label = chosen.trim().toLowerCase();
  if (label === AUTOMATIC || label === '') return AUTOMATIC;
  const name = standardName(label);
  if (name !== undefined) return name;
  throw new InvalidItem(
    `${fileName} was not read, since no encoding is called ${chosen.trim()}.`,
    'Correct Encoding in the options of this node, or set it to Automatic.',
  );
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function chosenText(encoding: string, bytes: Buffer, fileName: string): string {
  const text = encoding === 'windows-1252' ? decodeWindows1252(bytes) : decodeAs(encoding, bytes);
  // Some programs write these where an encoding has no letter for a byte.
  if (text === undefined || /[\0\x7f-\x84\x86-\x9f]/.test(text)) throw notIn(encoding, fileName);
  return text;
}

/** A line break shows the order of bytes: read in the wrong one, it is a character that does not exist. */
function decodeUtf16WithoutMark(bytes: Buffer, fileName: string): string {
  const [text, other] = ['utf-16le', 'utf-16be']
    .map((encoding) => decodeAs(encoding, bytes))
    .filter((decoded) => decoded !== undefined && isPlainText(decoded));
  if (text !== undefined && other === undefined && /[\r\n]/.test(text)) return text;
  throw new InvalidItem(
    `${fileName} is neither a workbook nor a text file: it contains null bytes.`,
    `${SAVE_AS} If it is text in UTF-16, choose that as Encoding in the options of this node.`,
    { advice: SAVE_AS },
  );
}

const isPlainText = (text: string) =>
  !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|\p{Unassigned}|\p{Private_Use}/u.test(text);

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const notIn = (encoding: string, fileName: string) =>
  new InvalidItem(
    `${fileName} is not text in ${encoding}, or it is damaged.`,
    'Choose another Encoding in the options of this node, or save the list as an Excel workbook (.xlsx) or as "CSV UTF-8".',
    { advice: SAVE_AS },
  );
