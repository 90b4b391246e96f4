// A workbook, whatever its format: its sheets, and their cells row by row.
import { OWN_PROPERTIES } from '../../names/ownWorkbook';
import {
  doubtful,
  isBlank,
  oddlyShown,
  type Cell,
  type ColumnSpan,
  type Place,
  type SheetRow,
} from '../cell';
import { SEARCHED } from '../title';
import type { Part } from './archive';
import { tooFar } from './workbookProblem';
import { isWithin, type OddRange } from './ranges';
import { elementsIn, textIn, type XmlFormat } from './xml';

export interface Workbook {
  /** All sheets, in the order of the workbook. */
  sheets: readonly Sheet[];
  /** The properties of Create Workbook, which anybody can copy; null without them. */
  ours: OwnWorkbook | null;
}

export interface OwnWorkbook {
  /** The headings of its sheet Companies that are not the user's own. */
  columns: readonly string[];
  /** The heading of the column with the other names, if the user has none of their own; empty if there are none. */
  otherNames: string;
  /** The names of the sheets that it had when it was made. */
  sheets: readonly string[];
}

export interface Sheet {
  name: string;
  hidden: boolean;
  /** The rows that have a cell with something in it, in their order. The sheet is read no further than they are taken. */
  rows(): Iterable<SheetRow>;
  /** Gives the first of these rows, which show what kind of sheet it is: at least `MOST_OF_TOP`, if there are so many. */
  top(): Iterable<SheetRow>;
}

export function ownWorkbook(part: () => Part | undefined, format: XmlFormat): OwnWorkbook | null {
  const properties = new Map<string, string>();
  try {
    for (const property of elementsIn(part() ?? [], format, ['custom:property', 'meta:user-defined'])) {
      const { 'meta:name': nameInOds = '', name = nameInOds } = property.attributes;
      properties.set(name, textIn(property));
    }
  } catch {
    // Properties that cannot be read prove nothing.
    return null;
  }
  if (!properties.has(OWN_PROPERTIES.version)) return null;
  const linesOf = (name: string) => (properties.get(name) ?? '').split('\n').filter((line) => line !== '');
  return {
    columns: linesOf(OWN_PROPERTIES.columns),
    otherNames: properties.get(OWN_PROPERTIES.otherNames) ?? '',
    sheets: linesOf(OWN_PROPERTIES.sheets),
  };
}

// Limits of spreadsheet programs.
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
// A stray cell that is repeated to the last corner would keep n8n busy for hours.
export const MAX_CELLS = 10_000_000;

/** Rows: those that are searched for headings, and one below. */
export const MOST_OF_TOP = SEARCHED + 1;

/** Makes the rows of a sheet, and counts their cells. */
export class RowMaker {
  readonly hiddenColumns: ColumnSpan[] = [];
  private count = 0;

  constructor(private readonly odd: readonly OddRange[]) {}

  /** Throws if so many more cells, with that place behind them, are too many. */
  expect(more: number, place: Place): void {
    this.count += more;
    const isFar = place.row >= MAX_ROWS || place.column >= MAX_COLUMNS;
    if (isFar || this.count > MAX_CELLS) throw tooFar(place);
  }

  made(row: number, given: readonly Cell[], isHidden: boolean): SheetRow {
    // Each cell is looked for in all that are left, and a sheet may have millions.
    const odd = this.odd.filter(
      ({ from, to }) => row >= from.row && row <= to.row && from.column < given.length,
    );
    const cells = odd.length === 0 ? given : given.map((cell, column) => asShown(cell, { row, column }, odd));
    return { row: row + 1, cells, isHidden, hiddenColumns: this.hiddenColumns };
  }
}

function asShown(cell: Cell, place: Place, odd: readonly OddRange[]): Cell {
  const found = isBlank(cell) ? undefined : odd.find((range) => isWithin(place, range));
  if (!found) return cell;
  return found.because === 'shape'
    ? doubtful(cell, 'covered')
    : oddlyShown(cell, 'something else under a condition');
}
