// What a workbook's own reader gives, in a form that a test can write down.
import { doubtIn, shownIn, valueOf, type Cell, type Value } from '../../../nodes/CompanyScreening/lists/cell';
import { openWorkbook } from '../../../nodes/CompanyScreening/lists/workbook/openWorkbook';
import { WorkbookProblem } from '../../../nodes/CompanyScreening/lists/workbook/workbookProblem';

/** A value; one with what it shows; or one with the first words of what is doubtful about it. */
export type Written = ReturnType<typeof written>;

export function written(cell: Cell | undefined) {
  const doubt = doubtIn(cell);
  if (doubt)
    return {
      value: valueOf(cell),
      doubt: / but shows /.test(doubt.why) ? FORMAT : doubt.why.split(' ').slice(0, 3).join(' '),
    };
  const [value, shown] = [valueOf(cell), shownIn(cell)];
  return shown === value ? value : { value, shown };
}

export const DATE = 'holds a date';
export const ERROR = 'shows the error';
export const FORMAT = 'it shows something else';
export const NO_RESULT = { value: null, doubt: 'has a formula' };
/** A value that shows something else, and one that may have been a name such as 7-11. */
export const odd = (value: Value) => ({ value, doubt: FORMAT });
export const dated = (value: Value) => ({ value, doubt: DATE });

export const sheetsOf = (bytes: Buffer) => openWorkbook(bytes).sheets;

/** The rows of the first sheet, by their numbers. What stops is said of `list`. */
export function rowsIn(bytes: Buffer): Record<number, Written[]> {
  try {
    const rows = sheetsOf(bytes)[0]?.rows() ?? [];
    return Object.fromEntries(Array.from(rows, ({ row, cells }) => [row, cells.map(written)]));
  } catch (error) {
    throw error instanceof WorkbookProblem ? error.of('list') : error;
  }
}
