// Places and ranges of a sheet: merged cells, and cells that may show something else than they hold.
import type { Place } from '../cell';
import { hiddenByMerge } from './workbookProblem';

export function placeOf(name: string): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

export interface Range {
  from: Place;
  to: Place;
}

/** The end of what nobody knows where it ends. */
export const EVERYWHERE: Place = { row: Infinity, column: Infinity };

/** Throws for what is no range. */
export function rangeIn(range = ''): Range {
  const places = range.split(':').map(placeOf);
  const [from, to] = [places[0], places.at(-1)];
  if (!from || !to) throw new Error('A range is damaged.');
  return { from, to };
}

export const isWithin = ({ row, column }: Place, { from, to }: Range): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

/** Cells that may show something else than they hold. Shapes stand before conditions: they hide these. */
export interface OddRange extends Range {
  because: 'condition' | 'shape';
}

/** A bound on ranges of which each cell is looked for in all, and on sheets that are looked into. */
export const MAX_LOOKED_AT = 1_000;

/** Throws for more than that, which a small file may hold. */
export function checkCount(found: readonly unknown[], max = MAX_LOOKED_AT): void {
  if (found.length > max) throw new Error('There are too many.');
}

/** The most merged ranges in one row. Each cell of the row is looked for in all of them. */
const MAX_BESIDE = 500;

/**
 * Finds cells that have something in them and cannot be seen: of cells that are merged into one, only the first can. They are to be checked
 * from the first row on.
 */
export class MergedCells {
  private readonly waiting: Range[];
  private open: Range[] = [];
  private row = -1;

  constructor(merged: readonly Range[]) {
    this.waiting = merged.toSorted((one, other) => other.from.row - one.from.row);
  }

  /** Adds one that begins in the row of the last check. */
  add(range: Range): void {
    this.open.push(range);
  }

  /** Throws since it may be a company, or an old one; and for more merged ranges than a list has in one row. */
  check({ row, column }: Place): void {
    if (row !== this.row) this.open = this.open.filter(({ to }) => to.row >= row);
    this.row = row;
    while ((this.waiting.at(-1)?.from.row ?? Infinity) <= row) this.open.push(...this.waiting.splice(-1));
    if (this.open.length > MAX_BESIDE) throw new Error('Too many cells are merged.');
    const isHidden = this.open.some(
      (range) => isWithin({ row, column }, range) && (row !== range.from.row || column !== range.from.column),
    );
    if (isHidden) throw hiddenByMerge({ row, column });
  }
}
