// Whether text that is not UTF-8 can only be Western European in Windows-1252. The bytes of an older file do not say which
// letters they are, and a company with the wrong letters is on no watchlist.

/** Whether bytes are Western European; `orMac` if only letters of the Mac may stand in their place. */
export type WesternCertainty = 'no' | 'orMac' | 'yes';

/**
 * Whether each byte makes sense as Windows-1252, and would make none in the code pages of other alphabets or of the Mac. Those of Central
 * Europe and of the Baltic states have letters in the same places: see otherReadings.ts.
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
 * Whether bytes that are valid UTF-8 make as much sense in Windows-1252: CAFÉ’S is as well "CAFɒS". Only where no other
 * letter of the file decides.
 */
export function mayBeWesternBesidesUtf8(latin1: string): boolean {
  const runs = latin1.match(/[\x80-\xff]+/g) ?? [];
  return runs.length > 0 && runs.every((run) => LETTERS_AND_SIGNS.test(run)) && !NOT_WESTERN.test(latin1);
}

const LETTERS_AND_SIGNS =
  /^(?:[\xc6-\xdf][\x80-\xbb]|[\xe0-\xef][\x8a\x8c\x8e\x9a\x9c\x9e\xa0][\x80-\xbb])+$/;

// Control characters, letters that Western languages do not have or that other code pages have in their place, and three
// accented letters in a row.
const NOT_WESTERN =
  /[^\t-~\x80\x82\x84\x85\x8a\x8c\x8e\x91-\x97\x99\x9a\x9c\x9e\xa0\xa7\xa9\xab\xae\xb0\xb4\xb7\xbb\xc0-\xcf\xd1-\xd6\xd8-\xdc\xdf-\xef\xf1-\xf6\xf8-\xfc\xff]|[\0-\x08\x0b\x0c\x0e-\x1f]|[\xc0-\xff]{3}/;

// Words of two letters are common in other alphabets. In Western ones few accented letters are next to each other: the same twice,
// c with cedilla and a vowel (ção), a vowel before ß or ï, ü before é and í (lingüística), ñ and a
// vowel (Ibáñez), and those of the north (Sjöängen).
const ODD_PAIR =
  /(?=[\xc0-\xff]{2})(?!(.)\1|[\xc7\xe7][\xc0-\xff]|[\xc4\xd6\xdc\xe4\xf6\xfc]\xdf|[\xc0-\xff][\xcf\xef]|\xfc[\xe9\xed]|\xdc[\xc9\xcd]|[\xe1\xe9\xed\xf3\xfa]\xf1|\xf1[\xe1\xe9\xed\xf3\xfa]|[\xc1\xc9\xcd\xd3\xda]\xd1|\xd1[\xc1\xc9\xcd\xd3\xda]|[\xe4\xe5\xe6\xf6\xf8]{2}|[\xc4\xc5\xc6\xd6\xd8]{2})/s;

// A capital behind a small letter, or a small letter among capitals, is another letter in the code page of the Mac.
const ODD_CASE =
  /[a-z][\x8a\x8c\x8e\xc0-\xcf\xd1-\xd6\xd8-\xdc]|[A-Z]{2}[\x9a\x9c\x9e\xe0-\xef\xf1-\xf6\xf8-\xfc]|(?<![a-z])[\x9a\x9c\x9e\xe0-\xef\xf1-\xf6\xf8-\xfc][A-Z]/;

const SMALL_LETTER_IN_WORD = /[a-z][\xe0-\xef\xf1-\xf6\xf8-\xfc]|[\xe0-\xef\xf1-\xf6\xf8-\xfc][a-z]/;

// Signs between letters, and the letters Š Œ Ž š œ ž. Before a capital, an apostrophe is one (O’Neill).
const MAC_LETTER_IN_WORD =
  /[\x8a\x8c\x8e\x9a\x9c\x9e]|[A-Za-z][\x80\x82\x84\x85\x91\x93-\x97\xa7]|[\x80\x82\x84\x85\x91\x93-\x97\xa7\xae][A-Za-z]|[A-Za-z]\x92(?![A-Z])|\x92[a-z]/;

// O’Neill, Wendy’s, McDonald’s: on a Mac it would be a small letter, where no word has that one.
const APOSTROPHE =
  /(?<![A-Za-z\x80-\xff])[A-Z]\x92[A-Z][a-z]|(?:[kwxyKWXY]|ld|sh|th)\x92[sS](?![A-Za-z\x80-\xff])/;

// “Acme” and ‘Acme’, „Acme“ and the like, from a capital or a digit on. On a Mac the first would be a small letter before a capital, and the
// last one a letter that no word of that kind ends with; in East Asia there would be no letter of two bytes at the end.
const QUOTED =
  /(?<![A-Za-z\x80-\xff])(?:[\x84\x93](?=[A-Z\d])([^\r\n\x84\x91-\x94]*)[\x93\x94]|\x91(?=[A-Z\d])([^\r\n\x84\x91-\x94]*)\x92)(?=[\0-?]|$)/g;
