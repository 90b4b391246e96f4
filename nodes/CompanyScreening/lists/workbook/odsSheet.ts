// The cells of a sheet of an .ods file, each of them once. The file has the text that each of them shows.
import {
  dateCell,
  failedFormula,
  isBlank,
  noResult,
  readFormula,
  resultOf,
  shownByProgram,
  type Cell,
  type Place,
  type SheetRow,
} from '../cell';
import type { Part } from './archive';
import { isoDate, isoTime, numberAsShown, textAsShown, textCell, type NumberFormat } from './numberFormat';
import { CONTENT, shapesIn, type OdsStyles } from './odsFormat';
import {
  checkCount,
  hiddenByMerge,
  MAX_RANGES,
  MergedCells,
  placeOf,
  refuseFarPlace,
  RowMaker,
  unknownCell,
  type MergedRange,
} from './workbookFile';
import { foundInXml, type Attributes, type Element } from './xml';

export interface OdsSheet {
  fileName: string;
  /** The number among the sheets. */
  index: number;
  styles: OdsStyles;
  /** The cells that may be shown in another format. */
  conditional: readonly MergedRange[];
}

/** Reads a sheet, and the whole part: it may be damaged behind it. @throws InvalidItem for a cell that cannot be read with certainty */
export function readOdsSheet(content: Part, sheet: OdsSheet): Generator<SheetRow> {
  const reader = new RowReader(sheet);
  return foundInSheets(content, (index) =>
    index === sheet.index ? (element) => reader.read(element) : undefined,
  );
}

export type ElementReader = (element: Element) => Iterable<SheetRow>;

/** Gives the rows of sheets in their order. @param open gives what reads the sheet with this number; undefined for one that is not read */
export function foundInSheets(
  content: Part,
  open: (index: number) => ElementReader | undefined,
): Generator<SheetRow> {
  let index = -1;
  let read: ElementReader | undefined;
  return foundInXml(
    content,
    CONTENT,
    ['table:shapes', 'table:table-column', 'table:table-row'],
    (element) => {
      if (element.name !== 'table:table') return read?.(element) ?? [];
      index += 1;
      read = open(index);
      return [];
    },
    'table:table',
  );
}

/** Reads the rows of a sheet one after the other. */
export class RowReader {
  private row = 0;
  /** The styles of the columns, each up to a column. */
  private readonly columns: Array<{ end: number; style: string | undefined }> = [];
  private readonly shapes: MergedRange[] = [];
  private readonly rows: RowMaker;
  private readonly merged: MergedCells;

  constructor(private readonly sheet: OdsSheet) {
    this.rows = new RowMaker(sheet.fileName, { conditional: sheet.conditional, shapes: this.shapes });
    this.merged = new MergedCells([], sheet.fileName);
  }

  /** Adds the shapes over the whole sheet, of which nobody knows what they cover; they stand before the rows. */
  private addShapes(element: Element): void {
    if (shapesIn(element).length === 0) return;
    const place = { row: 0, column: 0 };
    if (this.row > 0) throw this.oddShape(place);
    this.shapes.push({ from: place, to: EVERYWHERE });
  }

  /** Adds the shapes of a cell. They cover what follows, up to the cell in which they say to end. */
  private addShapesOf(cell: Element, place: Place): void {
    for (const { attributes } of shapesIn(cell)) {
      const { 'svg:x': x = '', 'svg:y': y = '', 'draw:transform': moved } = attributes;
      if (moved !== undefined || !/^\d/.test(x) || !/^\d/.test(y)) throw this.oddShape(place);
      const end = placeOf((attributes['table:end-cell-address'] ?? '').split('.').at(-1) ?? '');
      const to = end ?? EVERYWHERE;
      if (to.row < place.row || to.column < place.column) throw this.oddShape(place);
      this.shapes.push({ from: place, to });
      checkCount(this.shapes, MAX_RANGES);
    }
  }

  private readonly oddShape = (place: Place) =>
    unknownCell(place, 'it has a shape that may cover other cells', this.sheet.fileName);

  private addColumns(attributes: Attributes): void {
    const from = this.columns.at(-1)?.end ?? 0;
    const end = from + countIn(attributes['table:number-columns-repeated']);
    if (isUnseen(attributes)) this.rows.hiddenColumns.push({ from, to: end - 1 });
    this.columns.push({ end, style: attributes['table:default-cell-style-name'] });
  }

  read(element: Element): Iterable<SheetRow> {
    if (element.name === 'table:table-row') return this.rowsOf(element);
    if (element.name === 'table:shapes') this.addShapes(element);
    else this.addColumns(element.attributes);
    return [];
  }

  /** Gives rows that are alike. */
  private *rowsOf({ attributes, nodes }: Element): Generator<SheetRow> {
    const first = this.row;
    refuseFarPlace({ row: first, column: 0 }, this.sheet.fileName);
    this.row += countIn(attributes['table:number-rows-repeated']);
    const cells = this.cellsIn(nodes, first, attributes['table:default-cell-style-name']);
    if (cells.length === 0) return;
    this.rows.expect(cells.length * (this.row - first), { row: first, column: cells.length - 1 });
    for (let row = first; row < this.row; row += 1) yield this.rows.made(row, cells, isUnseen(attributes));
  }

  /** Gives the cells up to the last one with something in it. */
  private cellsIn(nodes: Element['nodes'], row: number, rowStyle: string | undefined): Cell[] {
    const cells: Cell[] = [];
    let column = 0;
    let atColumn = 0;
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const { name, attributes } = node;
      const place = { row, column };
      while (column >= (this.columns[atColumn]?.end ?? Infinity)) atColumn += 1;
      const style = attributes['table:style-name'] ?? rowStyle ?? this.columns[atColumn]?.style ?? '';
      const cell = cellOf(node, { format: this.sheet.styles.formatOf(style), place }, this.sheet);
      column += countIn(attributes['table:number-columns-repeated']);
      this.addShapesOf(node, place);
      const last = { row: this.row - 1, column: column - 1 };
      const span = spanOf(attributes);
      if (!isBlank(cell)) {
        refuseFarPlace(last, this.sheet.fileName);
        // LibreOffice never repeats what it merges.
        const isOverItself =
          (span.columns > 0 && last.column > place.column) || (span.rows > 0 && last.row > row);
        if (isOverItself || name === 'table:covered-table-cell')
          throw hiddenByMerge(place, this.sheet.fileName);
        for (let at = place.column; at < column; at += 1) this.merged.check({ row, column: at });
      }
      // Another program may merge cells without calling those that cannot be seen covered.
      if (span.columns + span.rows > 0)
        this.merged.add({
          from: place,
          to: { row: last.row + span.rows, column: last.column + span.columns },
        });
      if (isBlank(cell)) continue;
      while (cells.length < place.column) cells.push(null);
      while (cells.length < column) cells.push(cell);
    }
    return cells;
  }
}

const EVERYWHERE: Place = { row: Infinity, column: Infinity };

/** True for a hidden row or column. */
const isUnseen = ({ 'table:visibility': visibility = 'visible' }: Attributes) => visibility !== 'visible';

/** The rows and columns that a cell covers beside its own. */
const spanOf = (attributes: Attributes) => ({
  rows: coveredBy(attributes['table:number-rows-spanned']),
  columns: coveredBy(attributes['table:number-columns-spanned']),
});

const coveredBy = (spanned?: string) => (spanned === undefined ? 0 : countIn(spanned) - 1);

function countIn(repeated = '1'): number {
  if (/^[1-9]\d{0,7}$/.test(repeated)) return Number(repeated);
  throw new Error('A number of cells is damaged.');
}

/** The text that a cell has, in paragraphs; undefined if it has none. */
function paragraphsIn(cell: Element): string | undefined {
  let text: string | undefined;
  for (const node of cell.nodes) {
    if (typeof node === 'string' || node.name !== 'text:p') continue;
    const paragraph = lettersIn(node).replaceAll(/ {2,}/g, ' ').replaceAll(FIXED_SPACE, ' ');
    text = text === undefined ? paragraph : `${text}\n${paragraph}`;
  }
  return text;
}

function lettersIn({ name, attributes, nodes }: Element): string {
  let letters = OWN_LETTERS.get(name) ?? '';
  if (name === 'text:s') letters = FIXED_SPACE.repeat(Math.min(countIn(attributes['text:c']), MAX_SPACES));
  // Any white space in the file is one space.
  for (const node of nodes)
    letters += typeof node === 'string' ? node.replaceAll(/[\t\r\n]/g, ' ') : lettersIn(node);
  return letters;
}

const OWN_LETTERS = new Map([
  ['text:tab', '\t'],
  ['text:line-break', '\n'],
]);

/** True if there is something that shows what no file says, such as a field. */
const hasMore = ({ nodes }: Element): boolean =>
  nodes.some((node) => typeof node !== 'string' && (node.name === '*' || hasMore(node)));

// A few bytes of a file may ask for a hundred million.
const MAX_SPACES = 1_000;

// Stands for a space that is meant until the others are one; no text has it.
const FIXED_SPACE = '\uFFFF';

interface CellPlace {
  format: NumberFormat;
  place: Place;
}

function cellOf(element: Element, at: CellPlace, sheet: OdsSheet): Cell {
  const { 'table:formula': formula, 'calcext:value-type': type } = element.attributes;
  const shown = paragraphsIn(element);
  if (type === 'error') return failedFormula(shown ?? '#N/A');
  const stored = storedCell(element.attributes, shown, at, sheet);
  if (hasMore(element)) return shownByProgram(stored);
  if (formula === undefined) return stored;
  return stored === null ? noResult : resultOf(readFormula(formula), stored);
}

function storedCell(
  attributes: Attributes,
  text: string | undefined,
  { format, place }: CellPlace,
  sheet: OdsSheet,
): Cell {
  const type = attributes['office:value-type'];
  switch (type) {
    case undefined:
    case 'void':
      return text === undefined ? null : textCell(text, format);
    case 'string':
      return textAsShown(attributes['office:string-value'], text, format);
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = attributes['office:value'] ?? '';
      if (NUMBER.test(value)) return numberAsShown(Number(value), text?.trim(), format);
      break;
    }
    case 'boolean': {
      const value = attributes['office:boolean-value'];
      if (value === 'true' || value === 'false') return value === 'true';
      break;
    }
    case 'date': {
      const date = attributes['office:date-value'];
      if (date !== undefined) return dateCell(isoDate(date));
      break;
    }
    case 'time': {
      const time = attributes['office:time-value'];
      if (time !== undefined) return dateCell(isoTime(time));
      break;
    }
  }
  throw unknownCell(place, `it has no value of its kind (${type})`, sheet.fileName);
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d{1,3})?$/i;
