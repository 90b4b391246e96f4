// The cells of a sheet of an .xlsx file, each of them once.
import {
  doubtful,
  doubtIn,
  failedFormula,
  isBlank,
  oddlyShown,
  readFormula,
  resultOf,
  textOf,
  type Cell,
  type Formula,
  type Place,
  type SheetRow,
} from '../cell';
import type { Part } from './archive';
import { GENERAL, isoDate, numberCell, textCell, type DateSystem, type NumberFormat } from './numberFormat';
import { notInOrder, unknownCell } from './workbookProblem';
import { checkCount, isWithin, MergedCells, placeOf, rangeIn, type OddRange, type Range } from './ranges';
import { RowMaker } from './workbookFile';
import { isTrue, SHEET } from './xlsxFormat';
import { elementsIn, foundInXml, elementsOf, textIn, type Element } from './xml';

/** A sheet, and the parts of its workbook that it needs. */
export interface XlsxSheet {
  part: Part;
  /** The texts that cells share, by their numbers. */
  texts: readonly string[];
  /** The formats of cells, by the numbers of their styles. */
  formats: readonly NumberFormat[];
  dates: DateSystem;
  /** False for a program that cannot calculate: it writes zeros, and asks the next one to do it. */
  isCalculated: boolean;
  odd: readonly OddRange[];
}

/** Throws for a cell that cannot be read with certainty. */
export function* readXlsxSheet(sheet: XlsxSheet): Generator<SheetRow> {
  const merged: Range[] = [];
  yield* rowsIn(sheet, merged);
  // Merged ranges stand behind the cells, and lists seldom have any.
  if (merged.length === 0) return;
  const hidden = new MergedCells(merged);
  for (const { row, cells } of rowsIn({ ...sheet, odd: [] }, []))
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) hidden.check({ row: row - 1, column });
}

/** The cells that are shown in one of these differential formats. The file has them behind the cells, and lists seldom have any. */
export function conditionalRanges(part: Part, formats: ReadonlySet<number>): OddRange[] {
  const ranges: OddRange[] = [];
  if (formats.size === 0) return ranges;
  for (const element of elementsIn(part, SHEET, ['conditionalFormatting'])) {
    for (const { attributes } of elementsOf(element)) {
      if (attributes['dxfId'] === undefined || !formats.has(Number(attributes['dxfId']))) continue;
      for (const range of (element.attributes['sqref'] ?? '').trim().split(/\s+/))
        ranges.push({ ...rangeIn(range), because: 'condition' });
      checkCount(ranges);
    }
  }
  return ranges;
}

/** @param merged gets the cells that are merged */
function rowsIn(sheet: XlsxSheet, merged: Range[]): Generator<SheetRow> {
  const rows = new RowMaker(sheet.odd);
  const reader = new RowReader(sheet, rows);
  return foundInXml(sheet.part, SHEET, ['row', 'col', 'mergeCell'], (element) => {
    const { name, attributes } = element;
    if (name === 'row') return reader.rowsOf(element);
    if (name === 'mergeCell') {
      merged.push(rangeIn(attributes['ref']));
      checkCount(merged, MAX_MERGED);
    } else if (isUnseen(attributes['hidden'], attributes['width']))
      rows.hiddenColumns.push({ from: Number(attributes['min']) - 1, to: Number(attributes['max']) - 1 });
    return [];
  });
}

// Characters that XML cannot hold are written like this: _x000D_ is a carriage return.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The text of an element that may have it in parts. Throws for two texts at one place, of which programs show different ones. */
export function richText({ nodes }: Element): string {
  let text = '';
  let isFirst = true;
  for (const part of nodes) {
    if (typeof part === 'string') continue;
    if (part.name !== 'r' && !isFirst) throw new Error('There are two texts at one place.');
    text += part.name === 'r' ? richText(part) : unescaped(textIn(part));
    isFirst = false;
  }
  return text;
}

interface OpenCell {
  place: Place;
  type: string;
  /** Undefined if the file does not say one. */
  style: number | undefined;
  /** The calculation of its value, if there was one. */
  formula: Formula | undefined;
  value: string | undefined;
  /** A text that is written in the cell itself. */
  text: string | undefined;
}

const PARTS = ['f', 'v', 'is'];

interface ArrayFormula {
  range: Range;
  formula: Formula;
}

/** Reads one row after the other. */
class RowReader {
  private row = -1;
  /** The formulas that several cells have, by their numbers. */
  private readonly shared = new Map<string, Formula>();
  /** The formulas of which the cells of a range are the result. */
  private readonly arrays: ArrayFormula[] = [];
  /** Those of this row. */
  private arraysHere: ArrayFormula[] = [];

  constructor(
    private readonly sheet: XlsxSheet,
    private readonly rows: RowMaker,
  ) {}

  /** Gives no row if there is nothing in its cells. */
  rowsOf({ attributes: { r, hidden, ht }, nodes }: Element): SheetRow[] {
    const row = r === undefined ? this.row + 1 : Number(r) - 1;
    if (!(row > this.row && Number.isInteger(row))) throw notInOrder({ row, column: 0 });
    this.rows.expect(0, { row, column: 0 });
    this.row = row;
    this.arraysHere = this.arrays.filter(({ range }) => row <= range.to.row);
    const cells: Cell[] = [];
    let column = -1;
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const { r: name } = node.attributes;
      const place = name === undefined ? { row, column: column + 1 } : placeOf(name);
      if (!place) throw new Error('A cell has no place.');
      if (place.row !== row || place.column <= column) throw notInOrder(place);
      column = place.column;
      const cell = cellOf(this.opened(node, place), this.sheet);
      if (isBlank(cell)) continue;
      this.rows.expect(column + 1 - cells.length, place);
      while (cells.length < column) cells.push(null);
      cells.push(cell);
    }
    return cells.length > 0 ? [this.rows.made(row, cells, isUnseen(hidden, ht))] : [];
  }

  private opened(element: Element, place: Place): OpenCell {
    const { t: type = 'n', s } = element.attributes;
    const parts: Array<Element | undefined> = [undefined, undefined, undefined];
    let last = -1;
    for (const part of element.nodes) {
      if (typeof part === 'string') continue;
      const at = PARTS.indexOf(part.name);
      if (at <= last) throw unknownCell(place, 'its parts are there twice, or not in their order');
      parts[at] = part;
      last = at;
    }
    const [formula, value, text] = parts;
    return {
      place,
      type,
      style: s === undefined ? undefined : Number(s),
      formula: formula
        ? this.formula(formula)
        : value && this.arraysHere.find(({ range }) => isWithin(place, range))?.formula,
      value: value && textIn(value),
      text: text && richText(text),
    };
  }

  private formula(element: Element): Formula {
    const { t, ref, si = '', ca } = element.attributes;
    const code = textIn(element);
    const first = t === 'shared' && code === '' ? this.shared.get(si) : undefined;
    const read = first ?? readFormula(code);
    const formula = isTrue(ca) ? { ...read, isVolatile: true } : read;
    if (t === 'shared' && !first) this.shared.set(si, formula);
    if (ref !== undefined && (t === 'array' || t === 'dataTable')) {
      const found = { range: rangeIn(ref), formula };
      this.arrays.push(found);
      this.arraysHere.push(found);
      checkCount(this.arrays);
    }
    return formula;
  }
}

/** @param size of a row, in points, or of a column, in characters: nobody reads what is thinner than one */
const isUnseen = (hidden: string | undefined, size: string | undefined) => isTrue(hidden) || Number(size) < 1;

// More merged ranges would take all memory.
const MAX_MERGED = 1_000_000;

function cellOf(cell: OpenCell, sheet: XlsxSheet): Cell {
  const { formula, type, value } = cell;
  if (formula === undefined) return valueOfCell(cell, sheet);
  if (!value && !(type === 'str' && value === '')) return doubtful(null, 'noResult');
  const result = valueOfCell(cell, sheet);
  // LibreOffice takes no text that lies elsewhere for a result, and calculates.
  const isResult = type !== 's' && type !== 'inlineStr';
  return sheet.isCalculated && isResult ? resultOf(formula, result) : doubtful(result, 'calculatedAgain');
}

/** A cell without a style has the first one in Excel, and none in LibreOffice. */
function valueOfCell(cell: OpenCell, sheet: XlsxSheet): Cell {
  const format = sheet.formats[cell.style ?? 0] ?? GENERAL;
  const read = valueWith(format, cell, sheet);
  if (cell.style !== undefined || format === GENERAL) return read;
  const isSame = !doubtIn(read) && textOf(read) === textOf(valueWith(GENERAL, cell, sheet));
  return isSame ? read : oddlyShown(read, 'something else in some programs, since it has no style');
}

function valueWith(format: NumberFormat, { place, type, value, text }: OpenCell, sheet: XlsxSheet): Cell {
  if (type === 'inlineStr' && (text === undefined || !value))
    return textCell(text ?? unescaped(value ?? ''), format);
  if (text !== undefined) throw unknownCell(place, 'it has a text, and is not marked as one');
  if (value === undefined || value.trim() === '') return null;
  switch (type) {
    case 'n':
      if (!NUMBER.test(value)) break;
      return numberCell(Number(value), format, sheet.dates);
    case 's': {
      const shared = INDEX.test(value) ? sheet.texts[Number(value)] : undefined;
      if (shared === undefined) break;
      return textCell(shared, format);
    }
    case 'str':
      return textCell(unescaped(value), format);
    case 'b':
      if (!/^\s*[01]\s*$/.test(value)) break;
      return Number(value) === 1;
    case 'e':
      return failedFormula(value.trim());
    case 'd':
      return doubtful(isoDate(value.trim()), 'date');
  }
  throw unknownCell(place, `${value} is not a value of its kind (${type})`);
}

const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d{1,3})?\s*$/i;
const INDEX = /^\s*\d+\s*$/;
