// A text as a cell of our workbook has it, and back: no part of it starts a formula, whatever becomes of the workbook.

// A workbook may be saved as CSV, and read where another sign separates cells. A formula may begin behind every such sign; blanks and
// quotation marks in front of it do not count, and the full-width signs begin one in Japanese programs. An apostrophe that is there
// already gets another one, so that what is taken away again is what was added.
const SEPARATORS = String.raw`,;|\t\n\v\f\r\u0085\u061B\u2028\u2029`;
const SEPARATOR = new RegExp(`[${SEPARATORS}]`);
const BEFORE = String.raw`[${SEPARATORS}\s"\p{Control}]`;
const SIGN = String.raw`[=+\-@＝＋－＠]`;
/**
 * A run of separators, blanks and quotation marks, the apostrophes behind it, and the sign that may begin a formula there. The sign may be
 * missing: a pattern that looked for it would read a long run again from each of its characters.
 */
const BEGINNING = new RegExp(`(^${BEFORE}*|${BEFORE}+)('*)(${SIGN}?)`, 'gu');

/** Without one of these there is none. */
const ANY_SIGN = new RegExp(SIGN);

/** A number with its sign, or a telephone number: no program finds anything to calculate in it. */
const SIGNED_NUMBER = /^[+-]\d[\d ]*(?:[.,]\d+)?$/;

/** With an apostrophe in front of each sign that would begin a formula. */
export const toCellText = (text: string): string =>
  !ANY_SIGN.test(text) || SIGNED_NUMBER.test(text)
    ? text
    : withApostrophes(text, (apostrophes) => `'${apostrophes}`);

/** The text of which `toCellText` made this one. */
export const fromCellText = (text: string): string =>
  ANY_SIGN.test(text) ? withApostrophes(text, (apostrophes) => apostrophes.slice(1)) : text;

/** The text with other apostrophes in front of each sign that would begin a formula. */
function withApostrophes(text: string, change: (apostrophes: string) => string): string {
  return text.replaceAll(
    BEGINNING,
    (found: string, before: string, apostrophes: string, sign: string, offset: number) =>
      sign !== '' && (offset === 0 || SEPARATOR.test(before))
        ? `${before}${change(apostrophes)}${sign}`
        : found,
  );
}
