// Places and ranges of cells, as workbooks write them, and cells that are merged.
import { InvalidItem } from '../../names/invalidItem';
import { nameOf, type Place } from '../cell';

export function placeOf(name: string): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** Cells that are one: only the first of them can be seen. */
export interface MergedRange {
  from: Place;
  to: Place;
}

/** Throws for what is no range. */
export function mergedIn(range = ''): MergedRange {
  const places = range.split(':').map(placeOf);
  const [from, to] = [places[0], places.at(-1)];
  if (!from || !to) throw new Error('A range is damaged.');
  return { from, to };
}

export const isWithin = ({ row, column }: Place, { from, to }: MergedRange): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

/** So many merged ranges lie in one row. Each cell of the row is looked for in all of them. */
const MAX_BESIDE = 500;

/** Finds cells that have something in them, and cannot be seen. They are to be checked from the first row on. */
export class MergedCells {
  private readonly waiting: MergedRange[];
  private open: MergedRange[] = [];
  private row = -1;

  constructor(
    merged: readonly MergedRange[],
    private readonly fileName: string,
  ) {
    this.waiting = merged.toSorted((one, other) => other.from.row - one.from.row);
  }

  /** @throws InvalidItem since it may be a company, or an old one; an Error for more merged ranges than a list has in one row */
  check({ row, column }: Place): void {
    if (row !== this.row) this.open = this.open.filter(({ to }) => to.row >= row);
    this.row = row;
    for (;;) {
      const next = this.waiting.at(-1);
      if (!next || next.from.row > row) break;
      this.waiting.pop();
      this.open.push(next);
    }
    if (this.open.length > MAX_BESIDE) throw new Error('Too many cells are merged.');
    const isHidden = this.open.some(
      (range) => isWithin({ row, column }, range) && (row !== range.from.row || column !== range.from.column),
    );
    if (isHidden) throw hiddenByMerge({ row, column }, this.fileName);
  }
}

export const hiddenByMerge = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} has something in it, but cannot be seen, since cells were merged over it.`,
    'Split the merged cells in a spreadsheet program, correct the rows, save the workbook, and run this again.',
  );
