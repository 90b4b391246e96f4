// By what a workbook that Create Workbook made is known: custom properties of the document, and the sheet that is the next list.

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
export const MOST_ABOVE = 2;

/** The only heading of a sheet without rows. */
export const NO_ROWS = 'None';

/** What is added to a heading of ours if the user has a column of that name. */
export const OURS_TOO = ' (screening)';
