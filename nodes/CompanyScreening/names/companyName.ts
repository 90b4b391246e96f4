// A company name as people and spreadsheets provide it → the name that is screened. Damage is refused or removed, since no
// watchlist finds a damaged name and the service would call it clear. Nothing else is rewritten.
import { invalidItem, type OperationFailure } from '../service/failure';
import { plainText } from './plainText';
import { isDamaged, showable } from './encodingDamage';

/** The name to send, or why there is none, with the text as it was given. */
export type CompanyName = { sent: string } | { given: string; problem: OperationFailure };

/**
 * The text in Unicode NFC, without control, format and ignorable characters, any white space as one space.
 *
 * The zero-width joiner and non-joiner stay between letters of scripts that need them.
 */
export function readCompanyName(value: unknown): CompanyName {
  const given = plainText(value);
  const name = withoutInvisible(given.normalize('NFC')).normalize('NFC');
  const problem = problemOf(given, name, value);
  return problem ? { given, problem } : { sent: name };
}

/** Whether a watchlist may read the letters of the name differently from a person. */
export function mixesScripts(name: string): boolean {
  if (ASCII.test(name)) return false;
  const words = name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  return STYLED_LETTERS.test(name) || words.some(mixesAlphabets);
}

/** Whether the name as given is displayed with its letters in a different order from the one that is screened. */
export function isTurnedAround(value: unknown): boolean {
  return TURNED_AROUND.test(plainText(value));
}

// An override shows "emcA" as "Acme". The other bidirectional marks leave the letters of a word in their order.
const TURNED_AROUND =
  /^(?=.*\u202E)(?=.*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\d])|^(?=.*\u202D)(?=.*[\p{Script=Arabic}\p{Script=Hebrew}])/su;

const ASCII = /^[\x20-\x7e]*$/;

// What a spreadsheet shows instead of a value, in any of its languages: #N/A, #REF!, #NAME?, #WERT!, …
const SPREADSHEET_ERROR =
  /^(#[¡¿]?[\p{L}\p{N}/_]+[!?]|#[NНI]\/[ABDTД]|#NV|#YOK|#HIÁNYZIK|#NENÍ_K_DISPOZICI|#NUL+|#SPILL|#GETTING_DATA|Err:\d+)$/iu;
// What a program writes when it has no value.
const NO_VALUE = /^(undefined|null)$/i;
// Exactly as programs spell it: a vessel called INFINITY is on a sanctions list.
const NO_NUMBER = /^(NaN|[-+]?Infinity)$/;

function problemOf(given: string, name: string, value: unknown): OperationFailure | undefined {
  // Before white space is removed: a no-break space may be half of a letter.
  if (isDamaged(typeof value === 'string' ? value : given)) {
    return invalidItem(
      `Company Name "${showable(name)}" is damaged: its file was read with the wrong encoding.`,
      'Read the file with the encoding it was saved in (often Windows-1252), or save it as UTF-8 (Excel: CSV UTF-8), and run these rows again.',
    );
  }
  if (SPREADSHEET_ERROR.test(name)) {
    return invalidItem(
      `Company Name "${name}" is a spreadsheet error, not a name.`,
      'A formula in this cell failed. Correct it in the spreadsheet, and run this row again.',
    );
  }
  if (NO_VALUE.test(name) || NO_NUMBER.test(name) || /\[object \w+\]/i.test(name)) {
    return invalidItem(
      `Company Name "${name}" is what a program writes where a value is missing, not a name.`,
      'Correct the expression in Company Name, or the step that produced the list. If the company is really called that, add its legal form, such as Ltd.',
    );
  }
  if (/[\p{Letter}\p{Number}]/u.test(name)) return undefined;
  if (name === '' && (value === null || value === undefined || typeof value === 'string')) {
    return invalidItem(
      'Company Name is empty.',
      'Enter a name in your list, remove the row before this node, or correct the column that Company Name is taken from.',
    );
  }
  return name === ''
    ? invalidItem(
        'Company Name is not text.',
        'Correct the expression in Company Name: it must return a single text value.',
      )
    : invalidItem(
        `Company Name "${name}" contains no letter or digit.`,
        'Correct the name, or remove the row.',
      );
}

// In these scripts the zero-width joiner and non-joiner change how a word is written.
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}';
const NEEDLESS_JOINER = new RegExp(
  `(?<![${JOINING}]\\p{Mark}*)[\\u200C\\u200D]|[\\u200C\\u200D](?![${JOINING}])`,
  'gu',
);
const OTHER_INVISIBLE = /(?![\u200C\u200D])[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/gu;

function withoutInvisible(text: string): string {
  if (ASCII.test(text)) return text.replaceAll(/ +/g, ' ').trim();
  return (
    text
      // The blank pattern of Braille shows nothing but a space.
      .replaceAll(/[\p{White_Space}\u2800]+/gu, ' ')
      .replaceAll(OTHER_INVISIBLE, '')
      .replaceAll(NEEDLESS_JOINER, '')
      .replaceAll(/ +/g, ' ')
      .trim()
  );
}

// Alphabets with letters that look like those of another. Han, Kana or Arabic next to Latin deceive nobody.
const LOOK_ALIKE_ALPHABETS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Glagolitic',
  'Gothic',
  'Lisu',
  'Deseret',
  'Old_Italic',
  'Runic',
  'Canadian_Aboriginal',
  'Carian',
  'Elbasan',
  'Lycian',
  'Lydian',
  'Osage',
  'Tifinagh',
  'Vai',
  'Warang_Citi',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
const FULL_WIDTH = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/;

function mixesAlphabets(word: string): boolean {
  if (FULL_WIDTH.test(word) && /[A-Za-z]/.test(word)) return true;
  // To a person, a zero of another script looks like an o.
  if (/\p{Script=Latin}/u.test(word) && /(?![0-9\uFF10-\uFF19])\p{Decimal_Number}/u.test(word)) return true;
  return LOOK_ALIKE_ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1;
}

// Mathematical letters, letters in circles, brackets and squares, raised and lowered ones, small capitals, ligatures, Roman
// numerals, and letters with a line through or around them. A person reads them as plain letters, a watchlist does not.
const STYLED_LETTERS =
  /[\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F189}\u{1CCD6}-\u{1CCEF}\u249C-\u24E9\u2071\u207F\u2090-\u209C\u2102\u210A-\u2113\u2115\u2119-\u211D\u2124\u212C-\u2131\u2133\u2134\u216C-\u216F\u217C-\u217F\u1D00-\u1DBF\uFB00-\uFB06\u0251\u0261\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\u02B0-\u02B8\u02E1-\u02E3\uA730\uA731\u0334-\u0338\u0488\u0489\u20D0-\u20F0]|[A-Za-z][\u2160-\u217B]|[\u2160-\u217B][A-Za-z]/u;
