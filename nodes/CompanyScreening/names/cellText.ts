// A text as a cell of our workbook has it, and back: no part of it starts a formula, whatever becomes of the workbook.

// A workbook may be saved as CSV, and read where another sign separates cells. A formula may begin behind every such sign; blanks and
// quotation marks in front of it do not count, and the full-width signs begin one in Japanese programs. An apostrophe that is there
// already gets another one, so that what is taken away again is what was added.
const SEPARATOR = String.raw`(?:^|[,;|\t\n\v\f\r\u0085\u061B\u2028\u2029])[\s"\p{Control}]*`;
const SIGN = String.raw`'*[=+\-@＝＋－＠]`;
/** The same read forwards, which takes a tenth of the time: nearly no text has one. */
const ANY_FORMULA = new RegExp(SEPARATOR + SIGN, 'u');
const FORMULA = new RegExp(`(?<=${SEPARATOR})(?=${SIGN})`, 'gu');
const APOSTROPHE = new RegExp(`(?<=${SEPARATOR})'(?=${SIGN})`, 'gu');

/** Without one of these there is none. */
const ANY_SIGN = /[=+\-@＝＋－＠]/;

/** A number with its sign, or a telephone number: no program finds anything to calculate in it. */
const SIGNED_NUMBER = /^[+-]\d[\d ]*(?:[.,]\d+)?$/;

/** With an apostrophe in front of each sign that would begin a formula. */
export function toCellText(text: string): string {
  return !ANY_SIGN.test(text) || !ANY_FORMULA.test(text) || SIGNED_NUMBER.test(text)
    ? text
    : text.replaceAll(FORMULA, "'");
}

/** The text of which `toCellText` made this one. */
export function fromCellText(text: string): string {
  return text.replaceAll(APOSTROPHE, '');
}
