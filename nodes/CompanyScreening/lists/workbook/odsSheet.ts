// The cells of the sheets of an .ods file, each of them once. The file has the text that each of them shows.
import {
  doubtful,
  failedFormula,
  isBlank,
  readFormula,
  resultOf,
  type Cell,
  type Place,
  type SheetRow,
} from '../cell';
import type { Part } from './archive';
import { isoDate, isoTime, numberAsShown, textAsShown, textCell, type NumberFormat } from './numberFormat';
import { CONTENT, shapesIn, type OdsStyles } from './odsFormat';
import { hiddenByMerge, unknownCell } from './workbookProblem';
import { checkCount, EVERYWHERE, MAX_LOOKED_AT, MergedCells, placeOf, type OddRange } from './ranges';
import { MAX_CELLS, MOST_OF_TOP, RowMaker } from './workbookFile';
import { foundInXml, type Attributes, type Element } from './xml';

export interface OdsSheet {
  styles: OdsStyles;
  /** The cells that may be shown in another format. */
  conditional: OddRange[];
}

/** Reads the sheet with this number, and the whole part: it may be damaged behind it. Throws for a cell that is not certain. */
export function readOdsSheet(content: Part, sheet: OdsSheet, index: number): Generator<SheetRow> {
  const reader = new RowReader(sheet);
  return foundInSheets(content, (element, at) => (at === index ? reader.read(element) : []));
}

interface Top {
  reader: RowReader;
  rows: SheetRow[];
  /** The reason why no row behind them can be read. */
  failure?: { error: unknown };
}

/**
 * Gives the tops of all sheets, read in one pass: the sheets stand in one part, and a small file may have a thousand of them. What cannot be
 * read is thrown where it stands.
 */
export function topsOf(content: Part, sheets: readonly OdsSheet[]): Array<Iterable<SheetRow>> {
  const tops = sheets.map((sheet): Top => ({ reader: new RowReader(sheet), rows: [] }));
  let cells = 0;
  const pass = foundInSheets(content, (element, index) => {
    const top = tops[index];
    if (!top || top.failure || top.rows.length === MOST_OF_TOP) return [];
    const known = top.rows.length;
    try {
      for (const row of top.reader.read(element)) {
        cells += row.cells.length;
        if (cells > MAX_CELLS) throw new Error('There are too many cells.');
        if (top.rows.push(row) === MOST_OF_TOP) break;
      }
    } catch (error) {
      top.failure = { error };
    }
    return top.rows.slice(known);
  });
  let isEnd = false;
  while (!isEnd) isEnd = pass.next().done === true || tops.at(-1)?.rows.length === MOST_OF_TOP;
  return tops.map(({ rows, failure }) => ({
    *[Symbol.iterator]() {
      yield* rows;
      if (failure && rows.length < MOST_OF_TOP) throw failure.error;
    },
  }));
}

const IN_SHEETS = ['table:shapes', 'table:table-column', 'table:table-row'];

/** Gives the rows of sheets in their order. @param read reads an element of the sheet with this number */
function foundInSheets(content: Part, read: (element: Element, index: number) => Iterable<SheetRow>) {
  let index = -1;
  const find = (element: Element): Iterable<SheetRow> => {
    if (element.name !== 'table:table') return read(element, index);
    index += 1;
    return [];
  };
  return foundInXml(content, CONTENT, IN_SHEETS, find, 'table:table');
}

/** Reads the rows of a sheet one after the other. */
class RowReader {
  private row = 0;
  /** The styles of the columns, each up to a column. */
  private readonly columns: Array<{ end: number; style: string | undefined }> = [];
  private readonly odd: OddRange[];
  private readonly rows: RowMaker;
  private readonly merged = new MergedCells([]);

  constructor(private readonly sheet: OdsSheet) {
    this.odd = [...sheet.conditional];
    this.rows = new RowMaker(this.odd);
  }

  /** Adds the shapes over the whole sheet, of which nobody knows what they cover; they stand before the rows. */
  private addShapes(element: Element): void {
    if (shapesIn(element).length === 0) return;
    const place = { row: 0, column: 0 };
    if (this.row > 0) throw oddShape(place);
    this.odd.unshift({ from: place, to: EVERYWHERE, because: 'shape' });
  }

  /** Adds the shapes of a cell. They cover what follows, up to the cell in which they say to end. */
  private addShapesOf(cell: Element, place: Place): void {
    for (const { attributes } of shapesIn(cell)) {
      const { 'svg:x': x = '', 'svg:y': y = '', 'draw:transform': moved } = attributes;
      if (moved !== undefined || !/^\d/.test(x) || !/^\d/.test(y)) throw oddShape(place);
      const end = placeOf((attributes['table:end-cell-address'] ?? '').split('.').at(-1) ?? '');
      const to = end ?? EVERYWHERE;
      if (to.row < place.row || to.column < place.column) throw oddShape(place);
      this.odd.unshift({ from: place, to, because: 'shape' });
      checkCount(this.odd, this.sheet.conditional.length + MAX_LOOKED_AT);
    }
  }

  read(element: Element): Iterable<SheetRow> {
    const { name, attributes } = element;
    if (name === 'table:table-row') return this.rowsOf(element);
    if (name === 'table:shapes') this.addShapes(element);
    else {
      const from = this.columns.at(-1)?.end ?? 0;
      const end = from + countIn(attributes['table:number-columns-repeated']);
      if (isUnseen(attributes)) this.rows.hiddenColumns.push({ from, to: end - 1 });
      this.columns.push({ end, style: attributes['table:default-cell-style-name'] });
    }
    return [];
  }

  /** Gives rows that are alike. */
  private *rowsOf({ attributes, nodes }: Element): Generator<SheetRow> {
    const first = this.row;
    this.rows.expect(0, { row: first, column: 0 });
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
      const cell = cellOf(node, this.sheet.styles.formatOf(style), place);
      column += countIn(attributes['table:number-columns-repeated']);
      this.addShapesOf(node, place);
      const last = { row: this.row - 1, column: column - 1 };
      // The rows and columns that the cell covers beside its own.
      const rows = countIn(attributes['table:number-rows-spanned']) - 1;
      const columns = countIn(attributes['table:number-columns-spanned']) - 1;
      if (!isBlank(cell)) {
        this.rows.expect(0, last);
        // LibreOffice never repeats what it merges.
        const isOverItself = (columns > 0 && last.column > place.column) || (rows > 0 && last.row > row);
        if (isOverItself || name === 'table:covered-table-cell') throw hiddenByMerge(place);
        for (let at = place.column; at < column; at += 1) this.merged.check({ row, column: at });
        while (cells.length < place.column) cells.push(null);
        while (cells.length < column) cells.push(cell);
      }
      // Another program may merge cells without calling those that cannot be seen covered.
      if (rows + columns > 0)
        this.merged.add({ from: place, to: { row: last.row + rows, column: last.column + columns } });
    }
    return cells;
  }
}

const oddShape = (place: Place) => unknownCell(place, 'it has a shape that may cover other cells');

/** True for a hidden row or column. */
const isUnseen = ({ 'table:visibility': visibility = 'visible' }: Attributes) => visibility !== 'visible';

function countIn(repeated?: string): number {
  if (repeated === undefined) return 1;
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
  let letters = name === 'text:tab' ? '\t' : name === 'text:line-break' ? '\n' : '';
  if (name === 'text:s') letters = FIXED_SPACE.repeat(Math.min(countIn(attributes['text:c']), MAX_SPACES));
  // Any white space in the file is one space.
  for (const node of nodes)
    letters += typeof node === 'string' ? node.replaceAll(/[\t\r\n]/g, ' ') : lettersIn(node);
  return letters;
}

/** True if there is something that shows what no file says, such as a field. */
const hasMore = ({ nodes }: Element): boolean =>
  nodes.some((node) => typeof node !== 'string' && (node.name === '*' || hasMore(node)));

// A few bytes of a file may ask for a hundred million.
const MAX_SPACES = 1_000;

// Stands for a space that is meant until the others are one; no text has it.
const FIXED_SPACE = '\uFFFF';

function cellOf(element: Element, format: NumberFormat, place: Place): Cell {
  const { 'table:formula': formula, 'calcext:value-type': type } = element.attributes;
  const shown = paragraphsIn(element);
  if (type === 'error') return failedFormula(shown ?? '#N/A');
  const stored = storedCell(element.attributes, shown, format, place);
  if (hasMore(element)) return doubtful(stored, 'shownByProgram');
  if (formula === undefined) return stored;
  return stored === null ? doubtful(null, 'noResult') : resultOf(readFormula(formula), stored);
}

function storedCell(
  attributes: Attributes,
  text: string | undefined,
  format: NumberFormat,
  place: Place,
): Cell {
  const {
    'office:value-type': type,
    'office:value': value = '',
    'office:boolean-value': boolean,
    'office:date-value': date,
    'office:time-value': time,
  } = attributes;
  switch (type) {
    case undefined:
    case 'void':
      return text === undefined ? null : textCell(text, format);
    case 'string':
      return textAsShown(attributes['office:string-value'], text, format);
    case 'float':
    case 'currency':
    case 'percentage':
      if (!NUMBER.test(value)) break;
      return numberAsShown(Number(value), text?.trim(), format);
    case 'boolean':
      if (boolean !== 'true' && boolean !== 'false') break;
      return boolean === 'true';
    case 'date':
      if (date === undefined) break;
      return doubtful(isoDate(date), 'date');
    case 'time':
      if (time === undefined) break;
      return doubtful(isoTime(time), 'date');
  }
  throw unknownCell(place, `it has no value of its kind (${type})`);
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d{1,3})?$/i;
