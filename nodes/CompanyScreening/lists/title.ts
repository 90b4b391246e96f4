// A title above the headings of a list: one or two rows, which are not read.
import { comparable } from '../names/plainText';
import { filledCells, hasCompanyColumn, noCompanyColumn, shortly, type WantedColumns } from './headings';

/** The rows that are searched for the headings. */
export const SEARCHED = 30;

export interface FirstRow {
  row: number;
  cells: readonly string[];
  /** The row in each way in which its cells may be separated. */
  readings: ReadonlyArray<readonly string[]>;
  /** True if the row may be one with the next: a quotation mark holds lines together. */
  mayGoOn: boolean;
}

export interface Title {
  headingRow: number;
  /** The cells of each row above it, without empty rows. */
  rows: ReadonlyArray<readonly string[]>;
}

/**
 * Finds the headings beneath a title; undefined where nothing is above them, or no row has a company column.
 *
 * @param place see `ListSource`
 * @throws InvalidItem that says which row has the headings, if the rows above it may be more than a title
 */
export function titleIn(
  firstRows: readonly FirstRow[],
  wanted: WantedColumns,
  { fileName, place }: { fileName: string; place: 'Line' | 'Row' },
): Title | undefined {
  const headingsOf = ({ readings }: FirstRow) =>
    readings.filter((headings) => hasCompanyColumn(headings, wanted));
  const at = firstRows.findIndex((row) => headingsOf(row).length > 0);
  const found = firstRows[at];
  if (found === undefined || at === 0) return undefined;
  const above = firstRows.slice(0, at);
  const rows = above.map(({ cells }) => cells).filter((cells) => filledCells(cells) > 0);
  const isTitle =
    !above.some(({ mayGoOn }) => mayGoOn) &&
    headingsOf(found).some((headings) => isBeneathTitle(headings, rows));
  if (isTitle) return { headingRow: found.row, rows };
  throw noCompanyColumn(firstRows[0]?.cells ?? [], wanted, fileName, { place, number: found.row });
}

/** More rows above the headings may be a list of their own. */
const TITLE_ROWS = 2;

/** True if the rows above these headings can only be a title: one or two rows with a single cell, above several headings. */
const isBeneathTitle = (headings: readonly string[], above: ReadonlyArray<readonly string[]>) =>
  filledCells(headings) > 1 && above.length <= TITLE_ROWS && above.every((cells) => filledCells(cells) === 1);

/**
 * Says in which row the headings are, and quotes the rows above them: they are not read, and might be companies all the same.
 *
 * @param above the rows above the headings
 */
export function placeOfHeadings(
  place: string,
  row: number,
  above: ReadonlyArray<readonly string[]> = [],
): string {
  const quoted = above
    .flat()
    .filter((cell) => comparable(cell) !== '')
    .map((cell) => `"${shortly(cell)}"`);
  const notRead = quoted.length > 0 ? `, not read above them: ${quoted.join(' and ')}` : '';
  return `headings in ${place.toLowerCase()} ${row}${notRead}`;
}
