// A company name as people and spreadsheets provide it → the name that is screened. Damage is refused or removed: no watchlist finds a
// damaged name, so the service would call it clear. Nothing else is rewritten.
import { hasEncodingDamage, showable } from './encodingDamage';
import { InvalidItem, listProblem, unevaluatedIn } from './invalidItem';
import { hasTooManyMarks, LINE_END, MAX_MARKS, normalized, plainText, someOf } from './plainText';

export type NameField =
  | 'Company Name'
  | 'Control Name'
  | 'Known Name'
  | 'Made-Up Name'
  | 'Other Names'
  | 'Other Spellings';

/** Reads a name as `companyNameOf` does. @throws InvalidItem for what cannot be a name */
export function readCompanyName(value: unknown, field: NameField = 'Company Name'): string {
  const name = companyNameOf(value, field);
  if (name instanceof InvalidItem) throw name;
  return name;
}

/**
 * Gives the name to screen: the text in Unicode NFC, without control, format and ignorable characters, any white space as one space. Gives
 * what is wrong if it cannot be a name.
 *
 * The zero-width joiner and non-joiner stay between letters of scripts that need them.
 *
 * @param field what the error calls it
 */
export function companyNameOf(value: unknown, field: NameField = 'Company Name'): InvalidItem | string {
  const given = plainText(value);
  const tooMuch = tooMuchIn(given, field);
  if (tooMuch) return tooMuch;
  const name = cleanText(given);
  return problemOf(given, name, value, field) ?? name;
}

/**
 * Gives the text of a name or key in one form for all spellings that look the same: in Unicode NFC, without control, format and ignorable
 * characters, any white space as one space.
 */
export function cleanText(value: unknown): string {
  const text = plainText(value);
  // `plainText` has removed the white space around it.
  if (ASCII.test(text)) return text.replaceAll(/ +/g, ' ');
  return normalized(withoutInvisible(normalized(text, 'NFC')), 'NFC');
}

const ASCII = /^[\x20-\x7e]*$/;

// Errors that a spreadsheet shows instead of a value, in any of its languages: #N/A, #REF!, #NAME?, #WERT!, …
const SPREADSHEET_ERROR =
  /^(#[¡¿]?[\p{L}\p{N}/_]+[!?]|#[NНI]\/[ABDTД]|#NV|#YOK|#HIÁNYZIK|#NENÍ_K_DISPOZICI|#NUL+|#SPILL|#GETTING_DATA|Err:\d+)$/iu;
// Texts that programs write for a missing value. A formula that refers to an empty cell gives 0.
const NO_VALUE = /^(undefined|[([<]?null[)\]>]?|\\N|n\/a|<na>|0)$/i;
// The spelling is exactly that of programs: a vessel called INFINITY is on a sanctions list.
const NO_RESULT = /^(NaN|nan|NaT|None|FALSE|[-+]?Infinity)$/;
// Texts put together with a missing value: "Acme undefined" or "Acmeundefined". Companies write the word with a capital.
const HOLDS_NO_VALUE = /undefined|(?<![\p{Letter}\p{Number}])(?:null|NaN)(?![\p{Letter}\p{Number}])/u;
/** True if a spreadsheet has left out digits, as in 1.23457E+13. */
export const isShortNumber = (text: string): boolean => /^[-+]?\d(?:[.,]\d+E[-+]?|E[-+])\d+$/i.test(text);

// Formulas instead of what they give: =A2, =CONCATENATE(A2;B2), ="Acme".
const FORMULA = /^=\s*(?:["'(]|[\p{L}.]+\(|\$?[A-Z]{1,3}\$?\d+(?:\W|$)|[^!\s][^!]*!\$?[A-Z])/iu;
// Letters as programs escape them: &amp; %C3%A9 \u00e9 =C3=A9 =?utf-8?Q?
const ESCAPED =
  /&(?:[a-z]{2,8}|#\d{2,7}|#x[\da-f]{2,6});|%[c-f][\da-f]%[89ab][\da-f]|\\(?:u|x)[\da-f]{2}|=[C-F][\dA-F]=[89AB][\dA-F]|=\?[\w-]+\?[qb]\?/i;
const JSON_TEXT = /^[[{]\s*["[{]/;
// Spreadsheets turn names that look like a date into one: 7-11 becomes 11-Jul, or the number of the day.
// They write months in the language that they are set to.
const MONTH = `(?:${[
  'janv?|ene|gen|sty|oca',
  'feb|f[eé]vr?|lut|şub',
  'mars?|märz?|mrz|mrt',
  'apr|abr|avr|kwi|nis',
  'ma[yijg]|mei',
  'juni?|juin|giu|cze|haz',
  'juli?|juil|lug|lip|tem',
  'aug|ago|ao[uû]t?|sie|ağu',
  'sept?|set|wrz|eyl',
  'o[ck]t|ott|out|paź|eki',
  'nov|lis|kas',
  'de[czs]|déc|dic|gru|ara',
].join('|')})`;
const DATE = new RegExp(
  `^(?:\\d{1,2}(?:[-/]|\\. ?)${MONTH}\\.?(?:[- ]\\d{2,4})?|\\d{1,2} ${MONTH}\\.? \\d{2,4}|${MONTH}\\.?-\\d{2,4}|\\d{4}-\\d\\d-\\d\\d(?:[T ][\\d:.Z+-]+)?|\\d{1,2}([./-])\\d{1,2}\\1(?:19|20)?\\d\\d)$`,
  'iu',
);
// Numbers of days from 1927 to 2099.
const isDayNumber = (value: number) => value >= 10_000 && value <= 73_050;

// The longest company names have some three hundred.
const MAX_CHARACTERS = 1000;
/** UTF-16 units of a name as given, including blanks and invisible characters that are then removed. */
const MAX_GIVEN = 10 * MAX_CHARACTERS;

/** True for numbers so large that two of them may have become the same one. */
export const hasTooManyDigits = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER;

export const lostDigits = (what: string, most: 'a spreadsheet shows' | 'n8n can keep') =>
  listProblem(
    `${what} is a number with more digits than ${most}.`,
    'Format the column as text in your list: some of its digits are lost.',
  );

/** Refuses a text that would take long to read before it is read. */
function tooMuchIn(given: string, field: NameField): InvalidItem | undefined {
  if (given.length > MAX_GIVEN) return tooLong(field);
  if (!hasTooManyMarks(given)) return undefined;
  return listProblem(
    `${field} has more than ${MAX_MARKS} accents or other marks on one letter, so it is not a name as people write it.`,
    'Correct the name in your list: its letters were decorated, or the file is damaged.',
  );
}

const tooLong = (field: NameField) =>
  new InvalidItem(
    `${field} has more than ${MAX_CHARACTERS} characters, so it is not the name of one company.`,
    `Correct the list, or the column that ${field} is taken from: most often a whole file or a list of names is in one cell.`,
    { advice: 'Correct the list: most often a whole file or a list of names is in one cell.' },
  );

function problemOf(given: string, name: string, value: unknown, field: NameField): InvalidItem | undefined {
  // Counting is slow, and a character has at most two units.
  if (
    name.length > MAX_CHARACTERS &&
    Array.from(name.slice(0, 2 * MAX_CHARACTERS + 2)).length > MAX_CHARACTERS
  ) {
    return tooLong(field);
  }
  const isTooLong = hasTooManyDigits(value);
  if (isTooLong || isShortNumber(name)) {
    return lostDigits(`${field} "${name}"`, isTooLong ? 'n8n can keep' : 'a spreadsheet shows');
  }
  // The check comes before white space is removed: a no-break space may be half of a letter.
  const damage = damageIn(typeof value === 'string' ? value : given, name, field);
  if (damage) return damage;
  if (SPREADSHEET_ERROR.test(name)) {
    return listProblem(
      `${field} "${name}" is a spreadsheet error, not a name.`,
      'A formula in this cell failed. Correct it in the spreadsheet, and run this row again.',
    );
  }
  if (FORMULA.test(name)) {
    return listProblem(
      `${field} "${name}" is a spreadsheet formula, not its result.`,
      'Save the list with the values instead of the formulas, and run this row again.',
    );
  }
  if (NO_VALUE.test(name) || NO_RESULT.test(name) || /\[object \w+\]/i.test(name)) {
    const message = `${field} "${name}" is what a program writes where a value is missing, not a name.`;
    return missingValue(message, field, WITH_LEGAL_FORM);
  }
  // The check comes after the empty values: <null> would be a placeholder as well.
  const unread = unevaluatedIn(name, field) ?? notationIn(name, field);
  if (unread) return unread;
  if (HOLDS_NO_VALUE.test(name)) {
    return missingValue(
      `${field} "${name}" holds what a program writes where a value is missing.`,
      field,
      'If the company is really called that, write it with a capital letter.',
    );
  }
  if (typeof value === 'number' ? isDayNumber(value) || !Number.isInteger(value) : DATE.test(name)) {
    return listProblem(
      `${field} "${name}" may be a date: spreadsheets turn names such as 7-11 into one.`,
      `Format the column as text in the spreadsheet, enter the name again, and run this row again. ${WITH_LEGAL_FORM}`,
    );
  }
  if (LETTER_OR_DIGIT.test(name)) return severalLines(given, field);
  if (name === '' && (value === null || value === undefined || typeof value === 'string')) {
    return new InvalidItem(
      `${field} is empty.`,
      `Enter a name in your list, remove the row before this node, or correct the column that ${field} is taken from.`,
      { advice: 'Enter a name in your list, or remove the row.' },
    );
  }
  return name === ''
    ? new InvalidItem(
        `${field} is not text.`,
        `Correct the expression in ${field}: it must return a single text value.`,
      )
    : listProblem(`${field} "${name}" contains no letter or digit.`, 'Correct the name, or remove the row.');
}

const LETTER_OR_DIGIT = /[\p{Letter}\p{Number}]/u;

/** A watchlist finds neither of two companies whose names are sent as one. */
function severalLines(given: string, field: NameField): InvalidItem | undefined {
  const lines = given.split(LINE_END).filter((line) => LETTER_OR_DIGIT.test(line));
  if (lines.length < 2) return undefined;
  const shown = lines.map((line) => `"${cleanText(line)}"`);
  return listProblem(
    `${field} has ${lines.length} lines, so it may be ${lines.length} companies: ${someOf(shown)}.`,
    'Give each company a row of its own, or write its name on one line, and run this row again.',
  );
}

const WITH_LEGAL_FORM = 'If the company is really called that, add its legal form, such as Ltd.';

const missingValue = (message: string, field: NameField, ifCorrect: string) =>
  new InvalidItem(
    message,
    `Correct the expression in ${field}, or the step that produced the list. ${ifCorrect}`,
    { advice: `Correct the name in your list. ${ifCorrect}` },
  );

/** Finds damage in a text of several names. The character that shows it may be the very one that separates two names. */
export function damageOfNames(text: string, field: NameField): InvalidItem | undefined {
  const shown = text.slice(0, MAX_CHARACTERS);
  return damageIn(text, shown, field) ?? unevaluatedIn(text, field) ?? notationIn(text, field, shown);
}

function damageIn(given: string, name: string, field: NameField): InvalidItem | undefined {
  // Damage may show only once the letters are composed, as they are sent.
  if (!hasEncodingDamage(given) && !hasEncodingDamage(normalized(given, 'NFC'))) return undefined;
  return new InvalidItem(
    `${field} "${showable(name)}" is damaged: its file was read with the wrong encoding.`,
    'Read the file with the encoding it was saved in (often Windows-1252), or save it as UTF-8 (Excel: CSV UTF-8), and run these rows again.',
    {
      advice:
        'Save the list as an Excel workbook (.xlsx) or as "CSV UTF-8" in the program that it comes from, and run these rows again.',
    },
  );
}

function notationIn(name: string, field: NameField, shown = name): InvalidItem | undefined {
  if (!ESCAPED.test(name) && !JSON_TEXT.test(name)) return undefined;
  return new InvalidItem(
    `${field} "${shown}" contains the notation of a program, such as &amp; for &.`,
    'Correct the step that produced the list, so that it gives the name as people write it, and run this row again.',
    { advice: 'Correct the name in your list, as people write it, and run this row again.' },
  );
}

// Scripts in which the zero-width joiner and non-joiner change how a word is written.
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}';
const NEEDLESS_JOINER = new RegExp(
  `(?<![${JOINING}]\\p{Mark}{0,30})[\\u200C\\u200D]|[\\u200C\\u200D](?![${JOINING}])`,
  'gu',
);
const OTHER_INVISIBLE = /(?![\u200C\u200D])[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/gu;

function withoutInvisible(text: string): string {
  return (
    text
      // The blank pattern of Braille and the empty head of a note look like a space.
      .replaceAll(/[\p{White_Space}\u2800\u{1D159}]/gu, ' ')
      .replaceAll(OTHER_INVISIBLE, '')
      .replaceAll(NEEDLESS_JOINER, '')
      .replaceAll(/ +/g, ' ')
      .trim()
  );
}
