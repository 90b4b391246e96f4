// Encodings that fit the same bytes: Western European text makes as much sense in the code page of Central Europe, of the Baltic states or
// of the Mac ("Crème" may be "Crčme"). Only what those languages cannot have decides.

export interface LetterReading {
  /** Its name in the option Encoding. */
  name: string;
  text: string;
}

/**
 * Finds another reading of bytes that are Western European in everything else; undefined if there is none.
 *
 * @param western the bytes as Windows-1252
 */
export function otherReading(bytes: Uint8Array, western: string): LetterReading | undefined {
  for (const { encoding, name, alphabets, impossible } of PAGES) {
    const text = decodedAs(encoding, bytes);
    if (text === undefined || text === western) continue;
    if (!impossible.test(western) && wordsThatDiffer(text, western).every((word) => isIn(alphabets, word)))
      return { name, text };
  }
  return undefined;
}

export const macReading = (bytes: Uint8Array): LetterReading => ({
  name: 'Macintosh',
  text: decodedAs('macintosh', bytes) ?? '',
});

/** The first cell in which two readings differ, as each of them has it. */
export function sampleOf(one: string, other: string): [string, string] {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const begin = Math.max(...CELL_ENDS.map((end) => one.lastIndexOf(end, at - 1))) + 1;
  const ends = CELL_ENDS.map((end) => one.indexOf(end, at)).filter((end) => end >= 0);
  const end = Math.min(one.length, begin + 60, ...ends);
  return [one.slice(begin, end).trim(), other.slice(begin, end).trim()];
}

const CELL_ENDS = ['\r', '\n', ';', ',', '\t', '|', '"'];

function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return /[\x80-\x9f]/.test(text) ? undefined : text;
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

/** The certainty that bytes are Western European; `orMac` if only letters of the Mac may stand in their place. */
export type WesternCertainty = 'no' | 'orMac' | 'yes';

/**
 * Tells whether each byte makes sense as Windows-1252, and would make none in the code pages of other alphabets or of the Mac. The code
 * pages of Central Europe and of the Baltic states have letters in the same places: see `otherReading`.
 *
 * @param latin1 the bytes, a character each
 */
export function westernCertainty(latin1: string): WesternCertainty {
  if (NOT_WESTERN.test(latin1) || ODD_PAIR.test(latin1) || ODD_CASE.test(latin1)) return 'no';
  // On a Mac these bytes are letters, and those between small letters are not.
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
