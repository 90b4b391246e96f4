// Properties by which a workbook of Create Workbook is known, and its cells: written by the workbook, read back by the lists.

/** Names of the custom properties of a workbook of ours. */
export const OWN_PROPERTIES = {
  /** The version of this package. */
  version: 'CompanyScreeningWorkbook',
  /** The headings of the columns in Companies that are not the user's own, in lines. */
  columns: 'CompanyScreeningColumns',
  /** The heading of our column of other names, if there is one. */
  otherNames: 'CompanyScreeningOtherNames',
  /** The names of the sheets, in lines. */
  sheets: 'CompanyScreeningSheets',
} as const;

/** Names of the sheets that a workbook of ours may have. */
export const SHEETS = {
  summary: 'Summary',
  companies: 'Companies',
  hits: 'Hits',
  review: 'To Review',
  clear: 'Clear',
  errors: 'Errors',
  /** The companies of all outcomes. */
  results: 'Results',
  gone: 'No Longer Listed',
  history: 'History',
  decisions: 'Decisions',
  runs: 'Runs',
  problems: 'Problems',
  test: 'Test',
  figures: 'Figures',
  sample: 'Sample',
} as const;

/** A heading that each sheet always has: without it, a sheet is not ours. */
export const OWN_SHEETS: ReadonlyMap<string, string> = new Map([
  [SHEETS.summary, 'Company screening'],
  ...[SHEETS.companies, SHEETS.hits, SHEETS.review, SHEETS.clear, SHEETS.errors, SHEETS.results].map(
    (name): [string, string] => [name, 'Outcome'],
  ),
  [SHEETS.gone, 'Outcome'],
  [SHEETS.history, 'Screened at'],
  [SHEETS.decisions, 'Decided at'],
  [SHEETS.runs, 'Started'],
  [SHEETS.problems, 'Problem'],
  [SHEETS.test, 'Known name'],
  [SHEETS.figures, 'Month'],
  [SHEETS.sample, 'No'],
]);

/** The letters of a column of a sheet: "A" for 0. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}

/** The most lines above the headings of a sheet other than Companies. */
export const MOST_ABOVE = 3;

/** The only heading of a sheet without rows. */
export const NO_ROWS = 'None';

/** Suffix of a heading of ours if the user has a column of that name. */
export const OURS_TOO = ' (screening)';

// A workbook may be saved as CSV, and read where another sign separates cells, so a formula may begin behind every such sign. Blanks and
// quotation marks in front of it do not count, and full-width signs begin one in Japanese programs. An apostrophe that is there already
// gets another one, so that only added ones are removed again.
const SEPARATORS = String.raw`,;|\t\n\v\f\r\u0085\u061B\u2028\u2029`;
const SEPARATOR = new RegExp(`[${SEPARATORS}]`);
const BEFORE = String.raw`[${SEPARATORS}\s"\p{Control}]`;
const SIGN = String.raw`[=+\-@＝＋－＠]`;
/**
 * A run of separators, blanks and quotation marks, the apostrophes behind it, and the sign that may begin a formula there. The sign is
 * optional: a pattern that required it would read a long run again from each of its characters.
 */
const BEGINNING = new RegExp(`(^${BEFORE}*|${BEFORE}+)('*)(${SIGN}?)`, 'gu');

/** A text without one of these signs has no formula. */
const ANY_SIGN = new RegExp(SIGN);

/** A number with its sign, or a telephone number: no program calculates anything in it. */
const SIGNED_NUMBER = /^[+-]\d[\d ]*(?:[.,]\d+)?$/;

/** Puts an apostrophe in front of each sign that would begin a formula. */
export const toCellText = (text: string): string =>
  !ANY_SIGN.test(text) || SIGNED_NUMBER.test(text)
    ? text
    : withApostrophes(text, (apostrophes) => `'${apostrophes}`);

/** Gives the text from which `toCellText` made this one. */
export const fromCellText = (text: string): string =>
  ANY_SIGN.test(text) ? withApostrophes(text, (apostrophes) => apostrophes.slice(1)) : text;

/** Changes the apostrophes in front of each sign that would begin a formula. */
function withApostrophes(text: string, change: (apostrophes: string) => string): string {
  return text.replaceAll(
    BEGINNING,
    (found: string, before: string, apostrophes: string, sign: string, offset: number) =>
      sign !== '' && (offset === 0 || SEPARATOR.test(before))
        ? `${before}${change(apostrophes)}${sign}`
        : found,
  );
}
