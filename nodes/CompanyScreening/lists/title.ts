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
  /** The cells of each row above the headings, without empty rows. */
  above: ReadonlyArray<readonly string[]>;
}

/**
 * Finds the headings beneath a title; undefined where nothing is above them, no row has a company column, or the user entered their row.
 *
 * @param place see `ListSource`
 * @throws InvalidItem that says which row has the headings, if the rows above it may be more than a title
 */
export function titleIn(
  firstRows: readonly FirstRow[],
  { fileName, wanted, headingRow }: { fileName: string; wanted: WantedColumns; headingRow: number },
  place: 'Line' | 'Row',
): Title | undefined {
  const headingsOf = ({ readings }: FirstRow) =>
    readings.filter((headings) => hasCompanyColumn(headings, wanted));
  const at = headingRow > 0 ? 0 : firstRows.findIndex((row) => headingsOf(row).length > 0);
  const found = firstRows[at];
  if (found === undefined || at === 0) return undefined;
  const rows = firstRows.slice(0, at);
  const above = rows.map(({ cells }) => cells).filter((cells) => filledCells(cells) > 0);
  const isTitle =
    !rows.some(({ mayGoOn }) => mayGoOn) &&
    headingsOf(found).some((headings) => isBeneathTitle(headings, above));
  if (isTitle) return { headingRow: found.row, above };
  throw noCompanyColumn(firstRows[0]?.cells ?? [], wanted, fileName, { place, number: found.row });
}

/** More rows above the headings may be a list of their own. */
const TITLE_ROWS = 2;

/** True if the rows above these headings can only be a title: one or two rows with a single cell, above several headings. */
const isBeneathTitle = (headings: readonly string[], above: ReadonlyArray<readonly string[]>) =>
  filledCells(headings) > 1 && above.length <= TITLE_ROWS && above.every((cells) => filledCells(cells) === 1);

/** Says in which row the headings are, and quotes the rows above them: they are not read, and might be companies all the same. */
export function placeOfHeadings(place: string, row: number, above: Title['above'] = []): string {
  const quoted = above.flat().flatMap((cell) => (comparable(cell) === '' ? [] : `"${shortly(cell)}"`));
  const notRead = quoted.length > 0 ? `, not read above them: ${quoted.join(' and ')}` : '';
  return `headings in ${place.toLowerCase()} ${row}${notRead}`;
}
