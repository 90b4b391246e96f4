// The text of a file, if its bytes say with certainty which letters they are. Wrong letters are on no watchlist, and a company that is
// written with them would be shown as clear.
import { decodeWindows1252 } from '../names/encodingDamage';
import { InvalidItem, listProblem } from '../names/invalidItem';
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
  if (mark === '\xff\xfe\0\0' || mark === '\0\0\xfe\xff')
    throw listProblem(`${fileName} is in UTF-32, which cannot be read.`, SAVE_AS);
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
  const encoding = encodingCalled(label);
  if (encoding !== undefined) return encoding;
  throw new InvalidItem(
    `${fileName} was not read, since no encoding is called ${chosen.trim()}.`,
    'Correct Encoding in the options of this node, or set it to Automatic.',
  );
}

function encodingCalled(label: string): string | undefined {
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

const notIn = (encoding: string, fileName: string) =>
  new InvalidItem(
    `${fileName} is not text in ${encoding}, or it is damaged.`,
    'Choose another Encoding in the options of this node, or save the list as an Excel workbook (.xlsx) or as "CSV UTF-8".',
    { advice: SAVE_AS },
  );

// Encodings that fit the same bytes: Western European text makes as much sense in the code page of Central Europe, of the Baltic states or
// of the Mac ("Crème" may be "Crčme"). Only what those languages cannot have decides.

/** Another reading of bytes that are Western European in everything else. @param western the bytes as Windows-1252 */
export function otherReading(bytes: Uint8Array, western: string): { name: string; text: string } | undefined {
  for (const { encoding, name, alphabets, impossible } of PAGES) {
    const text = decodeAs(encoding, bytes);
    if (text === undefined || text === western || /[\x80-\x9f]/.test(text)) continue;
    if (!impossible.test(western) && wordsThatDiffer(text, western).every((word) => isIn(alphabets, word)))
      return { name, text };
  }
  return undefined;
}

const macReading = (bytes: Uint8Array) => ({
  name: 'Macintosh',
  text: decodeAs('macintosh', bytes) ?? '',
});

/** The first cell in which two readings differ, as each of them has it. */
function sampleOf(one: string, other: string): [string, string] {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const begin = Math.max(...CELL_ENDS.map((end) => one.lastIndexOf(end, at - 1))) + 1;
  const ends = CELL_ENDS.map((end) => one.indexOf(end, at)).filter((end) => end >= 0);
  const end = Math.min(one.length, begin + 60, ...ends);
  return [one.slice(begin, end).trim(), other.slice(begin, end).trim()];
}

const CELL_ENDS = ['\r', '\n', ';', ',', '\t', '|', '"'];

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The letters besides ASCII of each word that has another reading. */
function wordsThatDiffer(text: string, western: string): string[] {
  const words = new Set<string>();
  for (const { 0: word, index } of text.matchAll(/\p{Letter}+/gu)) {
    if (word !== western.slice(index, index + word.length))
      words.add(word.toLowerCase().replaceAll(/[a-z]/g, ''));
  }
  return [...words];
}

const isIn = (alphabets: readonly string[], letters: string) =>
  alphabets.some((alphabet) => Array.from(letters).every((letter) => alphabet.includes(letter)));

const NO_LETTER = String.raw`(?!\p{L})`;

// Letters that no word of Central Europe or of the Baltic states has in their own reading. In Western European they are common.
const IN_NEITHER = [
  String.raw`(?<!\p{L})à${NO_LETTER}`,
  String.raw`([bcdfglmnprstvz])\1[àèò]${NO_LETTER}`,
  String.raw`ères?${NO_LETTER}`,
  `iè[rgc]|ès${NO_LETTER}|è(?:que|che)`,
  'ñ[aeiouáéíóú]|ão|õe|ãe',
  'ø[rjy]|æ[rdgv]',
];

const PAGES = [
  {
    encoding: 'windows-1250',
    name: 'Central European (Windows-1250)',
    // Czech, Slovak, Polish, Hungarian, Romanian, Croatian and the like. Albanian has the same letters in both.
    alphabets: ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
    impossible: new RegExp(
      [...IN_NEITHER, String.raw`à${NO_LETTER}|(?<!\p{L})å|å(?:${NO_LETTER}|[aeiourlsvj])|où|oû`].join('|'),
      'iu',
    ),
  },
  {
    encoding: 'windows-1257',
    name: 'Baltic (Windows-1257)',
    // Lithuanian, Latvian, and the Polish of their neighbours. Letters that Estonian has in other places, no Western language has there.
    alphabets: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'ąćęłńóśźż'],
    impossible: new RegExp(
      [
        ...IN_NEITHER,
        String.raw`([bcdfglmnprstvz])\2[ìù]${NO_LETTER}`,
        '[nr]ç[ao]|[oa]ë|âteau|[fhm]ê[tm]e|[bcdfghjklmnprstvz]á[bcdgmnrt]|ø[lnk]|æ[lk]',
        '[bcdfghjklmnpqrstvwxz]í[bcdfghjklmnpqrstvwxz]',
      ].join('|'),
      'iu',
    ),
  },
];

/**
 * Tells whether each byte makes sense as Windows-1252, and would make none in the code pages of other alphabets or of the Mac. The code
 * pages of Central Europe and of the Baltic states have letters in the same places: see `otherReading`. `orMac` if only letters of the Mac may
 * stand in their place.
 *
 * @param latin1 the bytes, a character each
 */
export function westernCertainty(latin1: string): 'no' | 'orMac' | 'yes' {
  if (NOT_WESTERN.test(latin1) || ODD_PAIR.test(latin1) || ODD_CASE.test(latin1)) return 'no';
  // These bytes are letters on a Mac, and those between small letters are not.
  if (SMALL_LETTER_IN_WORD.test(latin1) || APOSTROPHE.test(latin1)) return 'yes';
  return MAC_LETTER_IN_WORD.test(latin1.replaceAll(QUOTED, '"$1$2"')) ? 'orMac' : 'yes';
}

/**
 * True if bytes that are valid UTF-8 make as much sense in Windows-1252: CAFÉ’S is as well "CAFɒS". Only where no other letter of the file
 * decides.
 */
export function mayBeWesternBesidesUtf8(latin1: string): boolean {
  const runs = latin1.match(/[\x80-\xff]+/g) ?? [];
  return runs.length > 0 && runs.every((run) => LETTERS_AND_SIGNS.test(run)) && !NOT_WESTERN.test(latin1);
}

const LETTERS_AND_SIGNS =
  /^(?:[\xc6-\xdf][\x80-\xbb]|[\xe0-\xef][\x8a\x8c\x8e\x9a\x9c\x9e\xa0][\x80-\xbb])+$/;

// Control characters, letters that Western languages do not have or that other code pages have in their place, and three accented letters
// in a row.
const NOT_WESTERN =
  /[^\t-~\x80\x82\x84\x85\x8a\x8c\x8e\x91-\x97\x99\x9a\x9c\x9e\xa0\xa7\xa9\xab\xae\xb0\xb4\xb7\xbb\xc0-\xcf\xd1-\xd6\xd8-\xdc\xdf-\xef\xf1-\xf6\xf8-\xfc\xff]|[\0-\x08\x0b\x0c\x0e-\x1f]|[\xc0-\xff]{3}/;

// Pairs of accented letters, which are common in other alphabets. Western ones are few: the same letter twice, c with cedilla and a vowel
// (ção), a vowel before ß or ï, ü before é and í (lingüística), ñ and a vowel (Ibáñez), and those of the north (Sjöängen).
const ODD_PAIR =
  /(?=[\xc0-\xff]{2})(?!(.)\1|[\xc7\xe7][\xc0-\xff]|[\xc4\xd6\xdc\xe4\xf6\xfc]\xdf|[\xc0-\xff][\xcf\xef]|\xfc[\xe9\xed]|\xdc[\xc9\xcd]|[\xe1\xe9\xed\xf3\xfa]\xf1|\xf1[\xe1\xe9\xed\xf3\xfa]|[\xc1\xc9\xcd\xd3\xda]\xd1|\xd1[\xc1\xc9\xcd\xd3\xda]|[\xe4\xe5\xe6\xf6\xf8]{2}|[\xc4\xc5\xc6\xd6\xd8]{2})/s;

// A capital behind a small letter, or a small letter among capitals, is another letter in the code page of the Mac.
const ODD_CASE =
  /[a-z][\x8a\x8c\x8e\xc0-\xcf\xd1-\xd6\xd8-\xdc]|[A-Z]{2}[\x9a\x9c\x9e\xe0-\xef\xf1-\xf6\xf8-\xfc]|(?<![a-z])[\x9a\x9c\x9e\xe0-\xef\xf1-\xf6\xf8-\xfc][A-Z]/;

const SMALL_LETTER_IN_WORD = /[a-z][\xe0-\xef\xf1-\xf6\xf8-\xfc]|[\xe0-\xef\xf1-\xf6\xf8-\xfc][a-z]/;

// Signs between letters, and the letters Š Œ Ž š œ ž. An apostrophe before a capital is one (O’Neill).
const MAC_LETTER_IN_WORD =
  /[\x8a\x8c\x8e\x9a\x9c\x9e]|[A-Za-z][\x80\x82\x84\x85\x91\x93-\x97\xa7]|[\x80\x82\x84\x85\x91\x93-\x97\xa7\xae][A-Za-z]|[A-Za-z]\x92(?![A-Z])|\x92[a-z]/;

// O’Neill, Wendy’s, McDonald’s: on a Mac it would be a small letter, where no word has that one.
const APOSTROPHE =
  /(?<![A-Za-z\x80-\xff])[A-Z]\x92[A-Z][a-z]|(?:[kwxyKWXY]|ld|sh|th)\x92[sS](?![A-Za-z\x80-\xff])/;

// “Acme” and ‘Acme’, „Acme“ and the like, from a capital or a digit on. On a Mac the first mark would be a small letter before a capital,
// and the last one a letter that no word of that kind ends with. In East Asia there would be no letter of two bytes at the end.
const QUOTED =
  /(?<![A-Za-z\x80-\xff])(?:[\x84\x93](?=[A-Z\d])([^\r\n\x84\x91-\x94]*)[\x93\x94]|\x91(?=[A-Z\d])([^\r\n\x84\x91-\x94]*)\x92)(?=[\0-?]|$)/g;
