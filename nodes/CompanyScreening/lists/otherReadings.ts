// Bytes that make sense as Western European (Windows-1252), and as much sense in the code page of Central Europe, of the Baltic states or of
// the Mac: "Crème" may be "Crčme". Only what those languages cannot have decides.

export interface LetterReading {
  /** As the option Encoding calls it. */
  name: string;
  text: string;
}

/**
 * Another reading of bytes that are Western European in everything else; undefined if there is none.
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

/** The reading of an old Mac. */
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

// What is no word of Central Europe, and of the Baltic states, in their own reading. As Western European it is common.
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
    // Lithuanian, Latvian, and the Polish of their neighbours. What Estonian has in other places, no Western language has there.
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
