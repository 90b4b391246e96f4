// A sheet of a workbook of our own, as the user's list was before Create Workbook wrote it.
import { fromCellText } from '../../names/cellText';
import { shownIn, type Cell } from '../cell';
import type { Sheet } from './workbookFile';

/**
 * The sheet without the apostrophes that keep its texts from starting a formula, and without those columns. With the apostrophes, a
 * company called "@Work" would be screened under another name; with the columns, the results of each night would come to be columns
 * of the user's own.
 *
 * @param columns the headings of those that are not the user's own
 */
export function asWritten(sheet: Sheet, columns: readonly string[]): Sheet {
  const left = new Set(columns);
  return {
    ...sheet,
    read: (onRow) => {
      let places: ReadonlySet<number> | undefined;
      sheet.read((row, cells) => {
        // The headings may have been moved.
        if (!places && cells.some((cell) => isOneOf(left, cell)))
          places = new Set(cells.flatMap((cell, place) => (isOneOf(left, cell) ? place : [])));
        onRow(
          row,
          cells.map((cell, place) => (places?.has(place) === true ? null : withoutApostrophes(cell))),
        );
      });
    },
  };
}

function isOneOf(headings: ReadonlySet<string>, cell: Cell): boolean {
  const shown = shownIn(cell);
  return typeof shown === 'string' && headings.has(shown.trim());
}

function withoutApostrophes(cell: Cell): Cell {
  if (typeof cell === 'string') return fromCellText(cell);
  if (typeof cell !== 'object' || cell === null) return cell;
  const value = typeof cell.value === 'string' ? fromCellText(cell.value) : cell.value;
  return 'shown' in cell ? { value, shown: fromCellText(cell.shown) } : { ...cell, value };
}
