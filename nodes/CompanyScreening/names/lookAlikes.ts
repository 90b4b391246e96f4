// Letters that look like others: a person reads the name, and a watchlist may not find it. Such a name is screened as it is, and
// is never clear.
import { plainText } from './plainText';

/** Whether a watchlist may miss the name, which is screened as it is, although a person can read it. @param given what it was read from */
export const mayBeMissed = (given: unknown, name: string): boolean =>
  mixesScripts(name) || isTurnedAround(given);

/** Whether a watchlist may read the letters of the name differently from a person. */
export function mixesScripts(name: string): boolean {
  if (ASCII.test(name)) return false;
  const words = name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  return (
    STYLED_LETTERS.test(name) ||
    UNUSUAL_LETTERS.test(name) ||
    LIKE_A_LETTER.test(name) ||
    hasCompatibilityLetters(name) ||
    hasStrangeMark(name) ||
    words.some(mixesAlphabets) ||
    isLatinToTheEye(name) ||
    hasRareLetters(name)
  );
}

/** Whether the name as given is displayed with its letters in a different order from the one that is screened. */
export function isTurnedAround(value: unknown): boolean {
  const text = plainText(value);
  return (
    (text.includes('\u202E') && LETTER_TO_THE_RIGHT.test(text)) ||
    (text.includes('\u202D') && LETTER_TO_THE_LEFT.test(text)) ||
    (LEFTWARDS.test(text) && SPLIT_WORD.test(text))
  );
}

const LETTER_TO_THE_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER_TO_THE_RIGHT = new RegExp(`(?!${LETTER_TO_THE_LEFT.source})[\\p{Letter}\\p{Number}]`, 'u');
// An override shows "emcA" as "Acme". So do the other bidirectional marks, but only if each letter is set apart by one; around
// a word they leave its letters in their order.
const LEFTWARDS = /[\u061C\u200F\u202B\u2067]/;
const SPLIT_WORD = new RegExp(
  `${LETTER_TO_THE_RIGHT.source}\\p{Mark}*[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+${LETTER_TO_THE_RIGHT.source}`,
  'u',
);

const ASCII = /^[\x20-\x7e]*$/;

// Firms of East Asia write Latin letters into their words. Any other script beside them in one word may be there to deceive: an
// Arabic alef looks like an l, a Hebrew samekh like an o. (This is the "highly restrictive" level of Unicode's UTS 39.)
const EAST_ASIAN_OR_LATIN = scriptsPattern(['Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']);
const OTHER_LETTER = new RegExp(
  `(?!${EAST_ASIAN_OR_LATIN.source}|[\\p{Script=Common}\\p{Script=Inherited}])\\p{Letter}`,
  'u',
);
// The scripts of names, but for those above and Latin.
const OTHER_SCRIPTS = [
  ...['Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...[
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Khmer',
    'Mongolian',
    'Canadian_Aboriginal',
    'Cherokee',
  ],
  ...['Coptic', 'Tifinagh', 'Nko', 'Vai', 'Lisu', 'Glagolitic', 'Deseret', 'Osage', 'Adlam', 'Yi'],
];
// The scripts in everyday use (those that Unicode's UAX 31 recommends), and others in use of which hardly a letter looks Latin.
const SCRIPTS_OF_COMPANIES = [
  ...['Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Common', 'Inherited'],
  ...['Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Syriac', 'Mongolian', 'Nko', 'Vai', 'Adlam', 'Yi'],
];
const RARE_LETTER = new RegExp(`(?!${scriptsPattern(SCRIPTS_OF_COMPANIES).source})\\p{Letter}`, 'u');
const LATIN_AS_A_WHOLE = /[\p{Script=Lisu}\p{Script=Cherokee}]/u;
const SCRIPTS_OF_LETTERS = OTHER_SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

function mixesAlphabets(word: string): boolean {
  // To a person, a zero of another script looks like an o.
  if (LATIN.test(word) && OTHER_ZERO.test(word)) return true;
  if (OTHER_LETTER.test(word) && EAST_ASIAN_OR_LATIN.test(word)) return true;
  return SCRIPTS_OF_LETTERS.filter((script) => script.test(word)).length > 1;
}

/**
 * Whether all its letters look Latin, and some are Cyrillic or Greek: AT&Т, or АСМЕ Ltd. Where one of them does not look Latin, a
 * person sees which alphabet it is.
 */
function isLatinToTheEye(name: string): boolean {
  if (!LATIN.test(name)) return false;
  const letters = name.normalize('NFD').replaceAll(LEGAL_FORM, '').match(CYRILLIC_OR_GREEK) ?? [];
  return letters.length > 0 && letters.every((letter) => LATIN_TO_THE_EYE.test(letter));
}

/**
 * Whether letters of a script that hardly any company writes stand beside Latin ones. Those of Lisu, Cherokee, Coptic, Carian and others
 * look Latin; Lisu and Cherokee can spell a whole name that looks Latin.
 */
function hasRareLetters(name: string): boolean {
  return RARE_LETTER.test(name) && (LATIN.test(name) || LATIN_AS_A_WHOLE.test(name));
}

const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;
const LATIN_TO_THE_EYE =
  /[\u0410\u0412\u0415\u0405\u0406\u0408\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425\u04AE\u04BA\u0500\u051A\u051C\u04C0\u0430\u0435\u0455\u0456\u0458\u043A\u043E\u0440\u0441\u0443\u0445\u04AF\u04BB\u0501\u051B\u051D\u04CF\u0475\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03B1\u03B3\u03B9\u03BA\u03BD\u03BF\u03C1\u03C3\u03C5\u03C7]/u;
// Companies of these countries write them in their own letters, also beside a Latin name.
const LEGAL_FORM =
  /(?<=^|[\s«»"“”„(),])(?:ООО|ОАО|АО|АТ|ТОВ|ТОО|ОсОО|ΑΕ|Α\.Ε\.|ΕΕ|Ε\.Ε\.|ΟΕ|Ο\.Ε\.|ΙΚΕ|Ι\.Κ\.Ε\.)(?=$|[\s«»"“”„(),])/g;

const LATIN = /\p{Script=Latin}/u;
const OTHER_ZERO = /(?![0-9])\p{Decimal_Number}|\u3007/u;

// With a mark, an accent for example, the scripts that use it are in a different property from those of a letter.
const SCRIPTS_OF_MARKS = [...OTHER_SCRIPTS, 'Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul'].map(
  (script) => new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
);
const MARK_OF_A_SCRIPT =
  /(?![\u0300-\u036F\p{Script_Extensions=Inherited}\p{Script_Extensions=Common}])\p{Mark}/u;

/** Whether a mark follows a character of another script: Hebrew points in a Latin word, for example. */
function hasStrangeMark(name: string): boolean {
  if (!MARK_OF_A_SCRIPT.test(name)) return false;
  let base = '';
  for (const character of name.replaceAll(/[\u200C\u200D]/g, '')) {
    if (!/\p{Mark}/u.test(character)) base = character;
    else if (MARK_OF_A_SCRIPT.test(character) && !shareScript(base, character)) return true;
  }
  return false;
}

/** Also true where neither is of a script that is known here. */
function shareScript(base: string, mark: string): boolean {
  const either = SCRIPTS_OF_MARKS.filter((script) => script.test(base) || script.test(mark));
  return either.length === 0 || either.some((script) => script.test(base) && script.test(mark));
}

/**
 * Whether it has a letter that Unicode's compatibility normalisation replaces by a plain one: full-width and half-width
 * ones, those of mathematics, raised and lowered ones, ligatures, Arabic presentation forms, radicals for whole characters.
 * Signs, such as ™, № and ½, are no letters.
 */
function hasCompatibilityLetters(name: string): boolean {
  if (name.normalize('NFKC') === name) return false;
  return Array.from(name).some(
    (character) =>
      LETTER.test(character) && !ORDINARY.test(character) && character.normalize('NFKC') !== character,
  );
}

const LETTER = /[\p{Letter}\p{Decimal_Number}\p{Script=Han}\u249C-\u24E9]/u;
// Everyday letters of Spanish and Portuguese (Mª, Nº), Armenian, Thai (in the word for "limited") and Lao.
const ORDINARY = /[\u00AA\u00BA\u0587\u0E33\u0EB3\u0EDC\u0EDD]/;

// What a person reads as plain letters although Unicode has no plain letter for it: letters in circles and squares, letters of
// flags, small capitals, Roman numerals, and letters with a line or a small letter through, under, over or around them.
const STYLED_LETTERS =
  /[\u{1F110}-\u{1F189}\u{1CCD6}-\u{1CCEF}\u216C-\u216F\u217C-\u217F\u1D00-\u1DBF\u0305\u0332-\u0338\u033F\u035F\u0363-\u036F\u0488\u0489\u1DD3-\u1DF4\u20D0-\u20F0]|[\u{1F1E6}-\u{1F1FF}]{3}/u;

// Latin letters of phonetics and of old manuscripts, among them small capitals and doubles of i, l, o, r, u and y. Letters of
// living languages, such as the schwa of Azerbaijan, are left out.
const UNUSUAL_LETTERS =
  /[\u0138\u0184\u0185\u01A6-\u01A8\u01BB-\u01C3\u021C\u021D\u0220-\u0223\u0234-\u0237\u0250-\u0252\u0255\u0258\u025A\u025C-\u025F\u0261\u0262\u0264-\u0267\u0269-\u0271\u0273\u0274\u0276-\u0282\u0284-\u0288\u028B-\u0291\u0293\u0295-\u02AF\u2C60-\u2C7F\uA722-\uA787\uA78D-\uA7FF\uAB30-\uAB6F]/u;

// Beside a Latin letter, each of them looks like one: Roman numerals, signs of mathematics, circles, strokes of Han and Bopomofo, a
// line of Hebrew; and the ordinals of Spanish before a letter.
const LIKE_LETTERS =
  '\u05C0\u2160-\u217B\u2218\u2223\u2228\u222A\u22A4\u22C1\u22C3\u2373\u2374\u237A\u23FD\u25CB\u25EF\u3112\u3127\u4E05\u4E28\u4E2B\u4E42\u51F5\uFFE8';
const LIKE_A_LETTER = new RegExp(
  `[A-Za-z][${LIKE_LETTERS}]|[${LIKE_LETTERS}][A-Za-z]|[\\u00AA\\u00BA][A-Za-z]`,
  'u',
);

function scriptsPattern(scripts: string[]): RegExp {
  return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
}
