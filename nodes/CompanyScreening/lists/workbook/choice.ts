// The one sheet among those of a workbook that is a list.
import { InvalidItem } from '../../names/invalidItem';
import type { Sheet } from './workbookFile';

/**
 * The sheet of that name, or the first one that a person sees.
 *
 * @throws InvalidItem if there is none
 */
export function chosenOf<Known extends Sheet>(
  sheets: readonly Known[],
  wanted: string,
  fileName: string,
): Known {
  const name = wanted.trim().toLowerCase();
  const chosen = sheets.find((sheet) =>
    name === '' ? !sheet.hidden : sheet.name.trim().toLowerCase() === name,
  );
  if (chosen) {
    if (sheets.some((sheet) => sheet !== chosen && sheet.name === chosen.name)) {
      throw new InvalidItem(
        `${fileName} has two sheets called ${chosen.name}.`,
        'Rename or remove one of them: which one is meant cannot be known.',
      );
    }
    return chosen;
  }
  throw new InvalidItem(
    name === ''
      ? `${fileName} has no sheet that can be seen.`
      : `${fileName} has no sheet called ${wanted.trim()}. Its sheets: ${sheets.map((sheet) => sheet.name).join(', ')}.`,
    'Correct Sheet in the options of this node, or the workbook.',
  );
}

/** The names of the other sheets that a person sees. */
export const othersThan = (chosen: Sheet, sheets: readonly Sheet[]) =>
  sheets.filter((sheet) => sheet !== chosen && !sheet.hidden).map(({ name }) => name);

/** The place of a cell, both from 0. */
export interface Place {
  row: number;
  column: number;
}

/** `A1` and the like. */
export function nameOf({ row, column }: Place): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

export function placeOf(name: string): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

// A stray cell in the last corner would keep n8n busy for hours.
const MOST_CELLS = 50_000_000;

/** The range from A1 to the last cell. */
export function rangeTo(last: Place, fileName: string): string {
  if ((last.row + 1) * (last.column + 1) <= MOST_CELLS) return `A1:${nameOf(last)}`;
  throw new InvalidItem(
    `The sheet of ${fileName} reaches to cell ${nameOf(last)}, which is too far for a list.`,
    'Delete the rows and columns behind the list, and save the workbook again.',
  );
}

/** Collects errors that cells show. */
export class CellErrors {
  readonly all = new Map<number, Map<number, string>>();

  add({ row, column }: Place, text: string): void {
    const inRow = this.all.get(row) ?? new Map<number, string>();
    inRow.set(column, text);
    this.all.set(row, inRow);
  }
}

/** A formula that was never calculated: a reader gives nothing for it, or zero. */
export const noResult = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: the formula in cell ${nameOf(place)} has no result in the file.`,
    'Open the workbook in a spreadsheet program, so that it calculates, save it, and run this again.',
  );
