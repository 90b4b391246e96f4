// The room lists/workbook/: the bytes of a workbook → its cells, each read once, as a person sees it. Which of them is a company is
// decided in lists/.
//
// A workbook, whatever its format: its sheets, and their cells row by row.
import { InvalidItem } from '../../names/invalidItem';
import {
  WORKBOOK_COLUMNS,
  WORKBOOK_MARK,
  WORKBOOK_OTHER_NAMES,
  WORKBOOK_SHEETS,
} from '../../names/ownWorkbook';
import {
  isBlank,
  nameOf,
  underCondition,
  type Cell,
  type ColumnSpan,
  type Place,
  type SheetRow,
} from '../cell';
import { WITHOUT_PASSWORD } from '../fileKind';
import type { Part } from './archive';
import { isWithin, type MergedRange } from './range';
import { elementsIn, textIn, type XmlFormat } from './xml';

export interface Workbook {
  /** In the order of the workbook. */
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
}

/** Where a format keeps the custom properties of a document: the name of each is in that attribute of its element. */
interface PropertiesFormat extends XmlFormat {
  element: string;
  attribute: string;
}

/** @param part the one with the properties */
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

// The limits of spreadsheet programs.
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
// A stray cell that is repeated to the last corner would keep n8n busy for hours.
export const MAX_CELLS = 10_000_000;
/** Each of them is looked into. */
export const MAX_SHEETS = 1_000;

/** Throws for more than that, which a small file may hold. */
export function checkCount(found: readonly unknown[], max: number): void {
  if (found.length > max) throw new Error('There are too many.');
}

/** Makes the rows of a sheet, and counts their cells. */
export class RowMaker {
  readonly hiddenColumns: ColumnSpan[] = [];
  private count = 0;

  /** @param conditional the cells that may be shown in another format */
  constructor(
    private readonly fileName: string,
    private readonly conditional: readonly MergedRange[],
  ) {}

  /** @throws InvalidItem if so many more cells, with that place behind them, are too many */
  expect(more: number, place: Place): void {
    refuseFarPlace(place, this.fileName);
    this.count += more;
    if (this.count > MAX_CELLS) throw tooFar(place, this.fileName);
  }

  made(row: number, given: readonly Cell[], isHidden: boolean): SheetRow {
    const cells =
      this.conditional.length === 0
        ? given
        : given.map((cell, column) => this.underConditions(cell, { row, column }));
    return { row: row + 1, cells, isHidden, hiddenColumns: this.hiddenColumns };
  }

  private underConditions(cell: Cell, place: Place): Cell {
    const isConditional = !isBlank(cell) && this.conditional.some((range) => isWithin(place, range));
    return isConditional ? underCondition(cell) : cell;
  }
}

/** @throws InvalidItem for a row or a column that no spreadsheet has */
export function refuseFarPlace(place: Place, fileName: string): void {
  if (place.row >= MAX_ROWS || place.column >= MAX_COLUMNS) throw tooFar(place, fileName);
}

export const notInOrder = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} is there twice, or not in its place.`,
    'Open the workbook in a spreadsheet program, check that no row is missing, save it again, and run this again.',
  );

export const isProtected = (fileName: string) =>
  new InvalidItem(`${fileName} is protected with a password.`, WITHOUT_PASSWORD);

const SHOWN_LENGTH = 200;

/** @param what what is in the cell */
export const unknownCell = (place: Place, what: string, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} cannot be read: ${what.slice(0, SHOWN_LENGTH)}.`,
    'Open the workbook in a spreadsheet program, save it again as .xlsx, and run this again.',
  );

const tooFar = (place: Place, fileName: string) =>
  new InvalidItem(
    `The sheet of ${fileName} reaches to cell ${nameOf(place)}, which is too far for a list.`,
    'Delete the rows and columns behind the list, and save the workbook again.',
  );
