// Reads a registration number as people and spreadsheets write it (docs/design/service.md, Endpoints: 14 digits).
import { type CommonAdvice, forEveryone, InvalidItem, refuseUnevaluated } from './invalidItem';
import { LINE_END, oneLine, plainText, quantity } from './plainText';

const DIGITS = 14;
/** Characters with separators of any kind. */
const MAX_CHARACTERS = 200;
/** Leading zeros that a spreadsheet may have dropped. If more digits are missing, it is a different mistake. */
const MAX_RESTORED_ZEROS = 4;

// Names what was not sent: the screening of the same company, which was sent, may stand beside it.
const NOT_REQUESTED = 'No annual returns were requested for this item.';

const AS_TEXT =
  'Format the column as text in the spreadsheet (Excel: Format Cells > Text; Google Sheets: Format > Number > Plain text), then enter the number again.';

const CORRECT = forEveryone('Correct the number.');

/**
 * Gives the 14 digits of a registration number. Spaces, hyphens, slashes and full stops are removed.
 *
 * @throws InvalidItem that says what is wrong and how to correct it
 */
export function readRegistrationNumber(given: unknown, options: { restoreLeadingZeros: boolean }): string {
  const text = plainText(given);
  if (text === '') throw noNumber(given);
  if (text.length > MAX_CHARACTERS) {
    throw invalidNumber(
      `Registration Number has more than ${MAX_CHARACTERS} characters; it must have ${DIGITS} digits.`,
      'Correct the list, or the column that Registration Number is taken from: most often a whole file or a list of numbers is in one cell.',
      'Correct the list: most often a whole file or a list of numbers is in one cell.',
    );
  }
  refuseUnevaluated(text, 'Registration Number', NOT_REQUESTED);
  const otherKind = otherKindOfNumber(text);
  if (otherKind) throw otherKind;
  if (LINE_END.test(text)) {
    throw invalidNumber(
      `Registration Number "${oneLine(text)}" has several lines, so it may be several numbers.`,
      forEveryone('Give each number a row of its own, and write it on one line.'),
    );
  }
  const compact = text.replace(/[\s\p{Dash_Punctuation}\p{Format}/.]/gu, '');
  if (/^\p{Decimal_Number}*$/u.test(compact) && !/^[0-9]*$/.test(compact)) {
    throw invalidNumber(
      `Registration Number "${text}" is written with the digits of another script, or with full-width ones.`,
      forEveryone('Write it with the digits 0 to 9.'),
    );
  }
  if (!/^[0-9]*$/.test(compact)) {
    throw invalidNumber(
      `Registration Number "${text}" contains characters other than digits; it must have ${DIGITS} digits.`,
      CORRECT,
    );
  }
  const missing = DIGITS - compact.length;
  const mayRestore = options.restoreLeadingZeros && missing <= MAX_RESTORED_ZEROS;
  const digits = mayRestore ? compact.padStart(DIGITS, '0') : compact;
  if (digits.length !== DIGITS) throw wrongLength(text, compact.length, options);
  if (/^0+$/.test(digits)) {
    throw invalidNumber(
      `Registration Number "${text}" consists of zeros only.`,
      forEveryone('No business has this number. Correct it.'),
    );
  }
  return digits;
}

function noNumber(given: unknown): InvalidItem {
  const isEmpty = given === undefined || given === null || typeof given === 'string';
  return isEmpty
    ? invalidNumber('Registration Number is empty.', forEveryone('Enter the number.'))
    : invalidNumber(
        'Registration Number is not a text or number.',
        'It is a list, an object, or true or false: check which field the expression in Registration Number names.',
      );
}

// The check comes before full stops are removed: decimals would become part of another company's number.
function otherKindOfNumber(text: string): InvalidItem | undefined {
  const scientific = /^[-+]?(\d+)(?:[.,](\d+))?e([-+]?\d+)$/i.exec(text);
  if (scientific) {
    const [, whole = '', decimals = '', exponent = ''] = scientific;
    const isComplete = whole.length + decimals.length > Number(exponent);
    return invalidNumber(
      `Registration Number "${text}" is a number in scientific notation${isComplete ? '' : ': the spreadsheet has cut off its last digits'}.`,
      forEveryone(AS_TEXT),
    );
  }
  if (/^[\p{Dash_Punctuation}\u2212]\s*\d/u.test(text)) {
    return invalidNumber(
      `Registration Number "${text}" is a negative number, not a registration number.`,
      CORRECT,
    );
  }
  if (/^[\d\s]*[.,]\d+$/.test(text)) {
    return invalidNumber(
      `Registration Number "${text}" is a number with decimals, not a registration number.`,
      forEveryone(AS_TEXT),
    );
  }
  return undefined;
}

function wrongLength(text: string, count: number, { restoreLeadingZeros }: { restoreLeadingZeros: boolean }) {
  const found = `Registration Number "${text}" has ${quantity(count, 'digit', 'digits')}; it must have ${DIGITS}.`;
  if (count > DIGITS) return invalidNumber(found, CORRECT);
  return invalidNumber(
    found,
    restoreLeadingZeros
      ? `Restore Leading Zeros adds up to ${MAX_RESTORED_ZEROS} zeros; this number is missing more digits than that. Correct it.`
      : `Spreadsheets drop leading zeros: add the option Restore Leading Zeros and switch it on, or enter the numbers again as text. ${AS_TEXT}`,
    restoreLeadingZeros ? CORRECT.forEveryone : `Spreadsheets drop leading zeros. ${AS_TEXT}`,
  );
}

const invalidNumber = (message: string, advice: CommonAdvice | string, colleague?: string): InvalidItem =>
  new InvalidItem(message, advice, { notDone: NOT_REQUESTED, advice: colleague });
