// Letters that look like others: a person reads the name, and a watchlist may not find it. Such a name is screened as it is, and
// is never clear.
import { plainText } from './plainText';

/** Whether a watchlist may read the letters of the name differently from a person. */
export function mixesScripts(name: string): boolean {
  if (ASCII.test(name)) return false;
  const words = name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  return (
    STYLED_LETTERS.test(name) ||
    hasCompatibilityLetters(name) ||
    hasStrangeMark(name) ||
    words.some(mixesAlphabets)
  );
}

/** Whether the name as given is displayed with its letters in a different order from the one that is screened. */
export function isTurnedAround(value: unknown): boolean {
  return TURNED_AROUND.test(plainText(value));
}

// An override shows "emcA" as "Acme". The other bidirectional marks leave the letters of a word in their order.
const TURNED_AROUND =
  /^(?=.*\u202E)(?=.*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\d])|^(?=.*\u202D)(?=.*[\p{Script=Arabic}\p{Script=Hebrew}])/su;

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
const SCRIPTS_OF_LETTERS = OTHER_SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

function mixesAlphabets(word: string): boolean {
  // To a person, a zero of another script looks like an o.
  if (LATIN.test(word) && OTHER_ZERO.test(word)) return true;
  if (OTHER_LETTER.test(word) && EAST_ASIAN_OR_LATIN.test(word)) return true;
  return SCRIPTS_OF_LETTERS.filter((script) => script.test(word)).length > 1;
}

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

// What a person reads as plain letters although Unicode has no plain letter for it: letters in circles and squares, small
// capitals, Roman numerals, and letters with a line through or around them.
const STYLED_LETTERS =
  /[\u{1F110}-\u{1F189}\u{1CCD6}-\u{1CCEF}\u216C-\u216F\u217C-\u217F\u1D00-\u1DBF\u0251\u0261\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\uA730\uA731\u0334-\u0338\u0488\u0489\u20D0-\u20F0]|[A-Za-z][\u2160-\u217B]|[\u2160-\u217B][A-Za-z]/u;

function scriptsPattern(scripts: string[]): RegExp {
  return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
}
