// Letters that look like others: a person reads the name, and a watchlist may not find it. Such a name is screened as it is, and is never
// clear.
import { isFormInItsScript, partsOfName } from './legalForms';
import { comparable, normalized, plainText } from './plainText';

/**
 * True if a watchlist may miss this name although a person can read it.
 *
 * @param given what it was read from
 * @param names all names under which the company is screened: it may be found under the Latin reading of this one
 */
export const watchlistMayMissName = (given: unknown, name: string, names: readonly string[]): boolean =>
  mixesScripts(name) ||
  isTurnedAround(given) ||
  FILLER.test(plainText(given)) ||
  unreadAs(name, new Set(names.map(inSmallLetters))) !== undefined;

// Fillers of Korean, which some programs show as a space and others as nothing.
const FILLER = /[\u115F\u1160\u3164\uFFA0]/;

/** Gives the Latin readings of these names under which the company is not screened. */
export function missingReadings(names: readonly string[]): string[] {
  const screened = new Set(names.map(inSmallLetters));
  const canBeRead = names.filter((name) => !mixesScripts(name) && !LETTER_I_OR_L.test(name));
  return [...new Set(canBeRead.flatMap((name) => unreadAs(name, screened) ?? []))];
}

/** Gives the Latin reading of a name, unless screening these names covers it. */
function unreadAs(name: string, screened: ReadonlySet<string>): string | undefined {
  const reading = latinReading(name);
  if (reading === undefined) return undefined;
  return LETTER_I_OR_L.test(name) || !screened.has(inSmallLetters(reading)) ? reading : undefined;
}

/** A stroke that may be a small l or a capital i: nobody can tell the reading. */
const LETTER_I_OR_L = /\p{Ll}\p{Mark}*[ІӀΙ]|ӏ\p{Mark}*\p{Lu}|\p{Lu}\p{Mark}*\p{Lu}\p{Mark}*ӏ/u;

const inSmallLetters = (name: string): string => name.toLowerCase();

/** True if a watchlist may read the letters of the name differently from a person, however it is screened. */
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
    SIGN_IN_A_WORD.test(name) ||
    hasRareLetters(name)
  );
}

/** True if the name as given is displayed with its letters in another order than the one that is screened. */
export function isTurnedAround(value: unknown): boolean {
  const text = plainText(value);
  return (
    (text.includes('\u202E') && LETTER_TO_THE_RIGHT.test(text)) ||
    (text.includes('\u202D') && LETTER_TO_THE_LEFT.test(text)) ||
    (LEFTWARDS.test(text) && SPLIT_WORD.test(text))
  );
}

/** True if a person reads one text as the other, and a program does not. */
export function readsAs(given: string, other: string): boolean {
  if (comparable(given) === comparable(other)) return false;
  if (isTurnedAround(given)) return true;
  const [seen, wanted] = [seenIn(given), seenIn(other)];
  const isRead = (letter: string, index: number) =>
    letter === wanted[index] || (mixesScripts(given) && !ASCII.test(letter));
  return wanted.length > 0 && seen.length === wanted.length && seen.every(isRead);
}

/** The characters of a text that a person tells apart. */
const seenIn = (text: string): string[] =>
  Array.from(
    normalized(text, 'NFKD')
      .replaceAll(/[\p{White_Space}\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll(/[1i|]/g, 'l'),
  );

const LETTER_TO_THE_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER_TO_THE_RIGHT = new RegExp(`(?!${LETTER_TO_THE_LEFT.source})[\\p{Letter}\\p{Number}]`, 'u');
// An override shows "emcA" as "Acme". Other bidirectional marks do so only if one sets each letter apart; around a word they leave its
// letters in their order.
const LEFTWARDS = /[\u061C\u200F\u202B\u2067]/;
const SPLIT_WORD = new RegExp(
  `${LETTER_TO_THE_RIGHT.source}\\p{Mark}*[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+${LETTER_TO_THE_RIGHT.source}`,
  'u',
);

const ASCII = /^[\x20-\x7e]*$/;

// East Asian firms write Latin letters into their words. Any other script beside them in one word may be there to deceive: an Arabic alef
// looks like an l, a Hebrew samekh like an o. This is the "highly restrictive" level of Unicode's UTS 39.
const EAST_ASIAN_OR_LATIN = scriptsPattern(['Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']);
const OTHER_LETTER = new RegExp(
  `(?!${EAST_ASIAN_OR_LATIN.source}|[\\p{Script=Common}\\p{Script=Inherited}])\\p{Letter}`,
  'u',
);
// Scripts of names, other than those above.
const OTHER_SCRIPTS = [
  ...['Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Canadian_Aboriginal'],
  ...['Cherokee', 'Coptic'],
  ...['Tifinagh', 'Nko', 'Vai', 'Lisu', 'Glagolitic', 'Deseret', 'Osage', 'Adlam', 'Yi'],
];
// Scripts in everyday use (those that Unicode's UAX 31 recommends), and others in use that have hardly a letter like a Latin one.
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
  if (LATIN.test(word) && STROKES.test(word)) return true;
  // A zero of another script looks like an o.
  if (LATIN.test(word) && OTHER_ZERO.test(word)) return true;
  if (OTHER_LETTER.test(word) && EAST_ASIAN_OR_LATIN.test(word)) return true;
  return SCRIPTS_OF_LETTERS.filter((script) => script.test(word)).length > 1;
}

/**
 * True if letters of a script that hardly any company writes stand beside Latin ones. Letters of Lisu, Cherokee, Coptic, Carian and others
 * look Latin; Lisu and Cherokee can spell a whole name that looks Latin.
 */
function hasRareLetters(name: string): boolean {
  return RARE_LETTER.test(name) && (LATIN.test(name) || LATIN_AS_A_WHOLE.test(name));
}

const LATIN = /\p{Script=Latin}/u;
/** Letters of strokes and circles, which nobody writes into a Latin word: Bopomofo, and the parts of Korean syllables. */
const STROKES = /[\p{Script=Bopomofo}\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/u;
const OTHER_ZERO = /(?![0-9])\p{Decimal_Number}|\u3007/u;

// A mark, such as an accent, has the scripts that use it in another property than a letter has.
const SCRIPTS_OF_MARKS = [...OTHER_SCRIPTS, 'Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul'].map(
  (script) => new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
);
const MARK_OF_A_SCRIPT =
  /(?![\u0300-\u036F\p{Script_Extensions=Inherited}\p{Script_Extensions=Common}])\p{Mark}/u;

/** True if a mark follows a character of another script: Hebrew points in a Latin word, for example. */
function hasStrangeMark(name: string): boolean {
  if (!MARK_OF_A_SCRIPT.test(name)) return false;
  let base = '';
  for (const character of name.replaceAll(/[\u200C\u200D]/g, '')) {
    if (!/\p{Mark}/u.test(character)) base = character;
    else if (MARK_OF_A_SCRIPT.test(character) && !shareScript(base, character)) return true;
  }
  return false;
}

/** True as well if neither is of a known script. */
function shareScript(base: string, mark: string): boolean {
  const either = SCRIPTS_OF_MARKS.filter((script) => script.test(base) || script.test(mark));
  return either.length === 0 || either.some((script) => script.test(base) && script.test(mark));
}

/**
 * True if Unicode's compatibility normalisation replaces one of the letters by a plain one: full-width and half-width, mathematical, raised
 * and lowered letters, ligatures, Arabic presentation forms, radicals for whole characters. Signs, such as ™, № and ½, are no letters.
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

// Characters that a person reads as plain letters although Unicode has no plain letter for them: letters in circles and squares, of flags,
// small capitals, Roman numerals, and letters with a line or a small letter through, under, over or around them.
const STYLED_LETTERS =
  /[\u{1F110}-\u{1F189}\u{1CCD6}-\u{1CCEF}\u216C-\u216F\u217C-\u217F\u1D00-\u1DBF\u0305\u0332-\u0338\u033F\u035F\u0363-\u036F\u0488\u0489\u1DD3-\u1DF4\u20D0-\u20F0]|[\u{1F1E6}-\u{1F1FF}]{3}/u;

// Latin letters of phonetics and old manuscripts, among them small capitals and doubles of i, l, o, r, u and y. Letters of living
// languages, such as the schwa of Azerbaijan, are left out.
const UNUSUAL_LETTERS =
  /[\u0138\u0184\u0185\u0196\u01A6-\u01A8\u01BB-\u01C3\u021C\u021D\u0220-\u0223\u0234-\u0237\u0250-\u0252\u0255\u0258\u025A\u025C-\u025F\u0261\u0262\u0264-\u0267\u0269-\u0271\u0273\u0274\u0276-\u0282\u0284-\u0288\u028B-\u0291\u0293\u0295-\u02AF\u2C60-\u2C7F\uA722-\uA787\uA78D-\uA7FF\uAB30-\uAB6F]/u;

// Signs that look like a Latin letter beside one: Roman numerals, signs of mathematics, circles, strokes of Han and Bopomofo, a line of
// Hebrew. The ordinals of Spanish do before a letter, and an i with another dot is an i.
const LIKE_LETTERS =
  '\u05C0\u2160-\u217B\u2218\u2223\u2228\u222A\u22A4\u22C1\u22C3\u2373\u2374\u237A\u23FD\u25CB\u25EF\u3112\u3127\u4E05\u4E28\u4E2B\u4E42\u51F5\uFFE8';
const LIKE_A_LETTER = new RegExp(
  `[A-Za-z][${LIKE_LETTERS}]|[${LIKE_LETTERS}][A-Za-z]|[\\u00AA\\u00BA][A-Za-z]|[ij\\u0131]\\u0307`,
  'u',
);

// Signs that look like a letter between two Latin ones: of currencies, of mathematics and others, and the simplest characters of Han and
// Katakana. A rare currency, and the sign for an estimated quantity, count beside one letter already.
const BETWEEN_LETTERS =
  '\u00A2\u00A3\u00A5\u00A7\u2020\u20AC\u2200\u2202\u2203\u2208\u2211\u221A\u25CE\u25CF\u26AA\u26AB\u2B24\u2B55\u4E01\u535E\u53E3\u56D7\u5DE5\u30A8\u30ED';
const BESIDE_A_LETTER = '\u0E3F\u20A1-\u20A9\u20AB\u20AD\u20AE\u20B1-\u20B5\u20B8\u20BF\u212E';
const SIGN_IN_A_WORD = new RegExp(
  `${LATIN.source}[${BETWEEN_LETTERS}]+${LATIN.source}|${LATIN.source}[${BESIDE_A_LETTER}]|[${BESIDE_A_LETTER}]${LATIN.source}`,
  'u',
);

function scriptsPattern(scripts: string[]): RegExp {
  return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
}

/** Letters and the Latin ones that they look like in the fonts of most programs. */
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХҮҺԀԚԜӀѴԌ', 'ABESIJKMHOPCTYXYhdQWIVG'],
    ['аеѕіјкорсухүһԁԛԝӏѵ', 'aesijkopcyxyhdqwlv'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ', 'ABEZHIKMNOPTYXJ'],
    ['αγικνορσυχϳ', 'ayikvopouxj'],
  ].flatMap(([letters = '', latin = '']) =>
    Array.from(letters).map((letter, index) => [letter, latin.charAt(index)] as const),
  ),
);

const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const WORDS = /(?:[\p{Script=Cyrillic}\p{Script=Greek}]\p{Mark}*)+/gu;
/** Parts between spaces, quotation marks and brackets: a legal form in brackets is one. */
const PARTS = /[^\s«»"“”„(),]+/gu;
/** Shorter words are no names, and honest ones are often such all the same. */
const SHORTEST_WORD = 3;
const SHORTEST_NAME = 4;

/**
 * Gives the Latin reading of a name of which all letters look Latin, or those of a word beside a Latin one. Undefined if a person sees
 * which alphabet it is. Legal forms in their own script do not count, since they stand beside Latin names as well.
 */
export function latinReading(given: string): string | undefined {
  if (!CYRILLIC_OR_GREEK.test(given)) return undefined;
  const text = given.normalize('NFD');
  // A company may be called like a form: ВАТ Ltd.
  const { words: name } = partsOfName(text);
  const isCalledLikeAForm = name.every(isFormInItsScript);
  const isForm = (part: string) => isFormInItsScript(part) && !(isCalledLikeAForm && name.includes(part));
  const counted = text.replaceAll(PARTS, (part) => (isForm(part) ? '' : part));
  const words = counted.match(WORDS) ?? [];
  const hasLatin = LATIN.test(text);
  const isWhole = words.length > 0 && words.every(looksLatin);
  const isLongEnough = hasLatin || lettersIn(counted) >= SHORTEST_NAME;
  const readsAsWhole = isWhole && isLongEnough;
  const readsAsWord = (word: string) => looksLatin(word) && lettersIn(word) >= SHORTEST_WORD;
  if (!readsAsWhole && !(hasLatin && words.some(readsAsWord))) return undefined;
  return text
    .replaceAll(PARTS, (part) => {
      if (!readsAsWhole && isForm(part)) return part;
      return part.replaceAll(WORDS, (word) => {
        const isRead = readsAsWhole ? looksLatin(word) : readsAsWord(word);
        return isRead ? inLatin(word) : word;
      });
    })
    .normalize('NFC');
}

const looksLatin = (word: string): boolean =>
  (word.match(/\p{Letter}/gu) ?? []).every((letter) => LATIN_OF.has(letter));

const lettersIn = (text: string): number => (text.match(/\p{Letter}/gu) ?? []).length;

const inLatin = (word: string): string =>
  Array.from(word)
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('');
