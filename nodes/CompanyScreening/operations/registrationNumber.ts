// Reads a registration number as people and spreadsheets write it (service-interface.md, Endpoints: 14 digits).
import { invalidInput } from '../service/failure';
import { plainText } from './plainText';

const DIGITS = 14;
const AS_TEXT =
  'Format the column as text in the spreadsheet (Excel: Format Cells > Text; Google Sheets: Format > Number > Plain text), then enter the number again.';

/**
 * Gives the 14 digits of a registration number. Spaces, hyphens, slashes and full stops are left out.
 *
 * @throws ScreeningFailure that says what is wrong with the number and how to mend it
 */
export function readRegistrationNumber(given: unknown, options: { restoreLeadingZeros: boolean }): string {
  const text = plainText(given);
  if (text === '') {
    throw invalidInput(
      'Registration Number is empty.',
      'Nothing was sent for this item. Fill in the number.',
    );
  }
  // Before the full stops are taken out, or 1.5e13 would lose its meaning.
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) {
    throw invalidInput(
      `Registration Number "${text}" is a number in scientific notation: the spreadsheet has cut off its last digits.`,
      `Nothing was sent for this item. ${AS_TEXT}`,
    );
  }
  // Otherwise the digit behind the point would become the fourteenth of another company's number.
  if ((typeof given === 'number' && !Number.isSafeInteger(given)) || /^\d+\.0+$/.test(text)) {
    throw invalidInput(
      `Registration Number "${text}" is a number with decimals, not a registration number.`,
      `Nothing was sent for this item. ${AS_TEXT}`,
    );
  }
  const compact = text.replace(/[\s\p{Dash_Punctuation}\p{Format}/.]/gu, '');
  if (!/^[0-9]*$/.test(compact)) {
    throw invalidInput(
      `Registration Number "${text}" has other characters than digits; it must have ${DIGITS} digits.`,
      'Nothing was sent for this item. Correct the number.',
    );
  }
  if (options.restoreLeadingZeros && compact.length > 0) {
    if (compact.length <= DIGITS) return compact.padStart(DIGITS, '0');
  } else if (compact.length === DIGITS) {
    return compact;
  }
  const tooFew = compact.length < DIGITS;
  throw invalidInput(
    `Registration Number "${text}" has ${compact.length === 1 ? '1 digit' : `${compact.length} digits`}; it must have ${DIGITS}.`,
    tooFew
      ? `Nothing was sent for this item. Spreadsheets drop leading zeros: add the option Restore Leading Zeros and switch it on, or enter the numbers anew as text. ${AS_TEXT}`
      : 'Nothing was sent for this item. Correct the number.',
  );
}
