// A workbook, whatever its format: its sheets, and their cells row by row.
import { forEveryone, InvalidItem } from '../../names/invalidItem';
import {
  WORKBOOK_COLUMNS,
  WORKBOOK_MARK,
  WORKBOOK_OTHER_NAMES,
  WORKBOOK_SHEETS,
} from '../../names/ownWorkbook';
import {
  isBlank,
  nameOf,
  covered,
  underCondition,
  type Cell,
  type ColumnSpan,
  type Place,
  type SheetRow,
} from '../cell';
import { WITHOUT_PASSWORD } from '../fileKind';
import { SEARCHED } from '../title';
import type { Part } from './archive';
import { elementsIn, textIn, type XmlFormat } from './xml';

export interface Workbook {
  /** All sheets, in the order of the workbook. */
  sheets: readonly Sheet[];
  /** The mark of Create Workbook, which anybody can copy; null without one. */
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

/** The place of a document's custom properties in a format: the name of each is in that attribute of its element. */
interface PropertiesFormat extends XmlFormat {
  element: string;
  attribute: string;
}

export function ownWorkbook(part: () => Part | undefined, format: PropertiesFormat): OwnWorkbook | null {
  const properties = propertiesIn(part, format);
  if (!properties.has(WORKBOOK_MARK)) return null;
  const linesOf = (name: string) => (properties.get(name) ?? '').split('\n').filter((line) => line !== '');
  return {
    columns: linesOf(WORKBOOK_COLUMNS),
    otherNames: properties.get(WORKBOOK_OTHER_NAMES) ?? '',
    sheets: linesOf(WORKBOOK_SHEETS),
  };
}

function propertiesIn(part: () => Part | undefined, format: PropertiesFormat): ReadonlyMap<string, string> {
  try {
    const found = elementsIn(part() ?? [], format, [format.element]);
    return new Map(
      Array.from(found, (property) => [property.attributes[format.attribute] ?? '', textIn(property)]),
    );
  } catch {
    // Properties that cannot be read prove nothing.
    return new Map();
  }
}

// Limits of spreadsheet programs.
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
// A stray cell that is repeated to the last corner would keep n8n busy for hours.
export const MAX_CELLS = 10_000_000;
/** A bound, since each of them is looked into. */
export const MAX_SHEETS = 1_000;

/** Rows: those that are searched for headings, and one below. */
export const MOST_OF_TOP = SEARCHED + 1;

/** A bound on ranges of which each cell is looked for in all. */
export const MAX_RANGES = 1_000;

/** Throws for more than that, which a small file may hold. */
export function checkCount(found: readonly unknown[], max: number): void {
  if (found.length > max) throw new Error('There are too many.');
}

/** Cells that may show something else than they hold. */
export interface OddRanges {
  /** Cells that may be shown in another format. */
  conditional: readonly MergedRange[];
  /** Cells under shapes. */
  shapes: readonly MergedRange[];
}

export const NOTHING_ODD: OddRanges = { conditional: [], shapes: [] };

/** Makes the rows of a sheet, and counts their cells. */
export class RowMaker {
  readonly hiddenColumns: ColumnSpan[] = [];
  private count = 0;

  constructor(
    private readonly fileName: string,
    private readonly odd: OddRanges,
  ) {}

  /** @throws InvalidItem if so many more cells, with that place behind them, are too many */
  expect(more: number, place: Place): void {
    refuseFarPlace(place, this.fileName);
    this.count += more;
    if (this.count > MAX_CELLS) throw tooFar(place, this.fileName);
  }

  made(row: number, given: readonly Cell[], isHidden: boolean): SheetRow {
    // Each cell is looked for in all that are left, and a sheet may have millions.
    const here = (ranges: readonly MergedRange[]) =>
      ranges.filter(({ from, to }) => row >= from.row && row <= to.row && from.column < given.length);
    const odd = { conditional: here(this.odd.conditional), shapes: here(this.odd.shapes) };
    const cells =
      odd.conditional.length + odd.shapes.length === 0
        ? given
        : given.map((cell, column) => asShown(cell, { row, column }, odd));
    return { row: row + 1, cells, isHidden, hiddenColumns: this.hiddenColumns };
  }
}

function asShown(cell: Cell, place: Place, odd: OddRanges): Cell {
  const isIn = (ranges: readonly MergedRange[]) => ranges.some((range) => isWithin(place, range));
  if (isBlank(cell)) return cell;
  if (isIn(odd.shapes)) return covered(cell);
  return isIn(odd.conditional) ? underCondition(cell) : cell;
}

/** @throws InvalidItem for a row or a column that no spreadsheet has */
export function refuseFarPlace(place: Place, fileName: string): void {
  if (place.row >= MAX_ROWS || place.column >= MAX_COLUMNS) throw tooFar(place, fileName);
}

export const notInOrder = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} is there twice, or not in its place.`,
    forEveryone(
      'Open the workbook in a spreadsheet program, check that no row is missing, save it again, and run this again.',
    ),
  );

export const isProtected = (fileName: string) =>
  new InvalidItem(`${fileName} is protected with a password.`, forEveryone(WITHOUT_PASSWORD));

const SHOWN_LENGTH = 200;

/** @param what what is in the cell */
export const unknownCell = (place: Place, what: string, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} cannot be read: ${what.slice(0, SHOWN_LENGTH)}.`,
    forEveryone('Open the workbook in a spreadsheet program, save it again as .xlsx, and run this again.'),
  );

const tooFar = (place: Place, fileName: string) =>
  new InvalidItem(
    `The sheet of ${fileName} reaches to cell ${nameOf(place)}, which is too far for a list.`,
    forEveryone('Delete the rows and columns outside the list, and save the workbook again.'),
  );

export function placeOf(name: string): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** Cells that are merged into one: only the first of them can be seen. */
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

/** The most merged ranges in one row. Each cell of the row is looked for in all of them. */
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

  /** Adds one that begins in the row of the last check. */
  add(range: MergedRange): void {
    this.open.push(range);
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
    forEveryone(
      'Split the merged cells in a spreadsheet program, correct the rows, save the workbook, and run this again.',
    ),
  );
