// A sheet of a workbook of our own, as the user's list was before Create Workbook wrote it.
import { fromCellText } from '../../names/cellText';
import { textOf, type Cell, type Value } from '../cell';
import type { Sheet } from './workbookFile';

/**
 * The sheet without the apostrophes that keep its texts from starting a formula, and without those columns. With the apostrophes, a
 * company called "@Work" would be screened under another name; with the columns, the results of each night would come to be columns
 * of the user's own.
 *
 * @param columns the headings of those that are not the user's own; one that stands there twice may be
 * @param isHeadings whether a row is that of the headings: a company may be called like one of ours
 */
export function asWritten(sheet: Sheet, columns: readonly string[], isHeadings: IsHeadings): Sheet {
  const left = new Set(columns);
  return {
    ...sheet,
    *rows() {
      let places: ReadonlySet<number> | undefined;
      for (const given of sheet.rows()) {
        const { row, cells } = given;
        if (!places && left.size > 0 && isHeadings(row, cells)) places = placesOf(left, cells);
        const own = cells.map((cell, place) =>
          places?.has(place) === true ? null : withoutApostrophes(cell),
        );
        yield { ...given, cells: own };
      }
    },
  };
}

/** Whether these are the headings of the list. */
export type IsHeadings = (row: number, cells: readonly Cell[]) => boolean;

/** The places of those of these headings that stand there once. */
function placesOf(wanted: ReadonlySet<string>, cells: readonly Cell[]): ReadonlySet<number> {
  const headings = cells.map((cell) => textOf(cell).trim());
  const isOnly = (heading: string) => headings.indexOf(heading) === headings.lastIndexOf(heading);
  return new Set(headings.flatMap((heading, place) => (wanted.has(heading) && isOnly(heading) ? place : [])));
}

function withoutApostrophes(cell: Cell): Cell {
  const asText = (value: Value): Value => (typeof value === 'string' ? fromCellText(value) : value);
  if (typeof cell !== 'object' || cell === null) return asText(cell);
  const value = asText(cell.value);
  return 'shown' in cell ? { ...cell, value, shown: asText(cell.shown) } : { ...cell, value };
}
