// By what a workbook that Create Workbook made is known: custom properties of the document, and the sheet that is the next list.

/** Has the version of this package. */
export const WORKBOOK_MARK = 'CompanyScreeningWorkbook';

/** Has the headings of the columns in Companies that are not the user's own, in lines. */
export const WORKBOOK_COLUMNS = 'CompanyScreeningColumns';

/** Has the heading of the column with the other names of the companies, if there is one that is not the user's own. */
export const WORKBOOK_OTHER_NAMES = 'CompanyScreeningOtherNames';

/** Has the names of its sheets, in lines. */
export const WORKBOOK_SHEETS = 'CompanyScreeningSheets';

export const COMPANIES_SHEET = 'Companies';

/** The sheets with the companies of an outcome. */
export const HITS_SHEET = 'Hits';
export const REVIEW_SHEET = 'To Review';
export const CLEAR_SHEET = 'Clear';
export const ERRORS_SHEET = 'Errors';
/** With all of them. */
export const RESULTS_SHEET = 'Results';

export const OUTCOME_SHEETS = [HITS_SHEET, REVIEW_SHEET, CLEAR_SHEET, ERRORS_SHEET, RESULTS_SHEET];
