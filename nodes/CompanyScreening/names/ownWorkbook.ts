// Marks by which a workbook of Create Workbook is known, and its cells: written by the workbook, read back by the lists.

/** Has the version of this package. */
export const WORKBOOK_MARK = 'CompanyScreeningWorkbook';

/** Has the headings of the columns in Companies that are not the user's own, in lines. */
export const WORKBOOK_COLUMNS = 'CompanyScreeningColumns';

/** Has the heading of the column with the other names of the companies, if there is one that is not the user's own. */
export const WORKBOOK_OTHER_NAMES = 'CompanyScreeningOtherNames';

/** Has the names of its sheets, in lines. */
export const WORKBOOK_SHEETS = 'CompanyScreeningSheets';

/** The names of the sheets that a workbook of ours may have. */
export const SHEETS = {
  summary: 'Summary',
  companies: 'Companies',
  hits: 'Hits',
  review: 'To Review',
  clear: 'Clear',
  errors: 'Errors',
  /** With the companies of all outcomes. */
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

/** What the headings of each sheet always say: only with that is it one of ours. */
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

/** How many lines may stand above the headings of a sheet, other than Companies. */
export const MOST_ABOVE = 3;

/** The only heading of a sheet without rows. */
export const NO_ROWS = 'None';

/** What is added to a heading of ours if the user has a column of that name. */
export const OURS_TOO = ' (screening)';

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
