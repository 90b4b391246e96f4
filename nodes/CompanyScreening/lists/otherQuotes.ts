// Cells of a text file in other quotation marks than CSV has: with them, a company has a name that no watchlist finds.
import { InvalidItem } from '../names/invalidItem';
import { plainText } from '../names/plainText';
import { textOf, type Cell } from './cell';

export class OtherQuotes {
  /** The mark that all cells of a column begin with so far; null where one has none. */
  private readonly marks = new Map<number, string | null>();

  add(cells: readonly Cell[], columns: readonly number[]): void {
    for (const column of columns) {
      const text = plainText(textOf(cells[column]));
      if (text === '' || this.marks.get(column) === null) continue;
      this.marks.set(column, IN_QUOTES.exec(text)?.[1] ?? null);
    }
  }

  /** @throws InvalidItem if all cells of a column are in such marks */
  refuse(headings: ReadonlyArray<string | undefined>, fileName: string): void {
    for (const [column, mark] of this.marks) {
      if (mark === null) continue;
      throw new InvalidItem(
        `Every cell in the column ${headings[column] ?? ''} of ${fileName} is in ${mark}, which is no quotation mark of a CSV file.`,
        'Save the list with double quotation marks (") or none, or as an Excel workbook (.xlsx).',
      );
    }
  }
}

const IN_QUOTES = /^(['‘’`´]).*['‘’`´]$/s;

/** Excel's mark of a number that is to be a text, as in '0012. */
export const withoutNumberMark = (cell: string): string =>
  cell.startsWith("'") && /^'[\d.,+-]+$/.test(cell) ? cell.slice(1) : cell;
