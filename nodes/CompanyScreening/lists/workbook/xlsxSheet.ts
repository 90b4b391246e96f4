// The cells of a sheet of an .xlsx file, each of them once.
import {
  dateCell,
  doubtIn,
  failedFormula,
  isBlank,
  noResult,
  notCalculated,
  oddlyShown,
  readFormula,
  resultOf,
  textOf,
  valueOf,
  type Cell,
  type Formula,
  type Place,
  type SheetRow,
} from '../cell';
import type { Part } from './archive';
import { GENERAL, isoDate, numberCell, textCell, type DateSystem, type NumberFormat } from './numberFormat';
import {
  checkCount,
  MAX_RANGES,
  isWithin,
  MergedCells,
  mergedIn,
  NOTHING_ODD,
  notInOrder,
  placeOf,
  refuseFarPlace,
  RowMaker,
  unknownCell,
  type MergedRange,
  type OddRanges,
} from './workbookFile';
import { isTrue, SHEET } from './xlsxFormat';
import { elementsIn, foundInXml, elementsOf, textIn, type Element } from './xml';

/** The parts of a workbook that its sheets need. */
export interface XlsxWorkbook extends Pick<XlsxStyles, 'formats'> {
  fileName: string;
  /** The texts that cells share, by their numbers. */
  texts: readonly string[];
  dates: DateSystem;
  isCalculated: boolean;
  /** Gives the cells of the sheet that lie under shapes. */
  shapes: () => readonly MergedRange[];
  /** See `conditionalRanges`. */
  conditional: () => readonly MergedRange[];
}

export interface XlsxStyles {
  /** The formats of cells, by the numbers of their styles. */
  formats: readonly NumberFormat[];
  /** The numbers of those differential formats that have a format of numbers or texts. */
  conditional: ReadonlySet<number>;
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function* readXlsxSheet(part: Part, workbook: XlsxWorkbook): Generator<SheetRow> {
  const odd = { conditional: workbook.conditional(), shapes: workbook.shapes() };
  const merged: MergedRange[] = [];
  yield* rowsIn(part, workbook, odd, merged);
  // Merged ranges stand behind the cells, and lists seldom have any.
  if (merged.length === 0) return;
  const hidden = new MergedCells(merged, workbook.fileName);
  for (const { row, cells } of rowsIn(part, workbook, NOTHING_ODD, []))
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) hidden.check({ row: row - 1, column });
}

/** The cells that are shown in another format under a condition. The file has them behind the cells, and lists seldom have any. */
export function conditionalRanges(part: Part, { conditional }: XlsxStyles): MergedRange[] {
  const ranges: MergedRange[] = [];
  if (conditional.size === 0) return ranges;
  for (const element of elementsIn(part, SHEET, ['conditionalFormatting'])) {
    const rules = elementsOf(element).map(({ attributes }) => attributes['dxfId']);
    for (const id of rules) {
      if (id === undefined || !conditional.has(Number(id))) continue;
      ranges.push(...(element.attributes['sqref'] ?? '').trim().split(/\s+/).map(mergedIn));
      checkCount(ranges, MAX_RANGES);
    }
  }
  return ranges;
}

/** @param merged gets the cells that are merged */
function rowsIn(
  part: Part,
  workbook: XlsxWorkbook,
  odd: OddRanges,
  merged: MergedRange[],
): Generator<SheetRow> {
  const rows = new RowMaker(workbook.fileName, odd);
  const reader = new RowReader(workbook, rows);
  return foundInXml(part, SHEET, ['row', 'col', 'mergeCell'], (element) => {
    const { name, attributes } = element;
    if (name === 'row') return reader.rowsOf(element);
    if (name === 'mergeCell') {
      merged.push(mergedIn(attributes['ref']));
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

/** The parts of a cell, in their order. */
const PARTS = ['f', 'v', 'is'];

interface ArrayFormula {
  range: MergedRange;
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
    private readonly workbook: XlsxWorkbook,
    private readonly rows: RowMaker,
  ) {}

  /** Gives no row if there is nothing in its cells. */
  rowsOf({ attributes: { r, hidden, ht }, nodes }: Element): SheetRow[] {
    const row = r === undefined ? this.row + 1 : Number(r) - 1;
    if (!(row > this.row && Number.isInteger(row)))
      throw notInOrder({ row, column: 0 }, this.workbook.fileName);
    refuseFarPlace({ row, column: 0 }, this.workbook.fileName);
    this.row = row;
    this.arraysHere = this.arrays.filter(({ range }) => row <= range.to.row);
    const cells: Cell[] = [];
    let column = -1;
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const place = this.placeOf(node, column);
      column = place.column;
      const cell = cellOf(this.opened(node, place), this.workbook);
      if (isBlank(cell)) continue;
      this.rows.expect(column + 1 - cells.length, place);
      while (cells.length < column) cells.push(null);
      cells.push(cell);
    }
    return cells.length > 0 ? [this.rows.made(row, cells, isUnseen(hidden, ht))] : [];
  }

  private placeOf({ attributes: { r } }: Element, last: number): Place {
    const place = r === undefined ? { row: this.row, column: last + 1 } : placeOf(r);
    if (!place) throw new Error('A cell has no place.');
    if (place.row !== this.row || place.column <= last) throw notInOrder(place, this.workbook.fileName);
    return place;
  }

  private opened(element: Element, place: Place): OpenCell {
    const { t: type = 'n', s } = element.attributes;
    const parts: Array<Element | undefined> = [undefined, undefined, undefined];
    let last = -1;
    for (const part of element.nodes) {
      if (typeof part === 'string') continue;
      const at = PARTS.indexOf(part.name);
      if (at <= last) throw oddCell(place, 'its parts are there twice, or not in their order', this.workbook);
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
      const found = { range: mergedIn(ref), formula };
      this.arrays.push(found);
      this.arraysHere.push(found);
      checkCount(this.arrays, MAX_RANGES);
    }
    return formula;
  }
}

/** @param size of a row, in points, or of a column, in characters: nobody reads what is thinner than one */
const isUnseen = (hidden: string | undefined, size: string | undefined) => isTrue(hidden) || Number(size) < 1;

// More merged ranges would take all memory.
const MAX_MERGED = 1_000_000;

function cellOf(cell: OpenCell, workbook: XlsxWorkbook): Cell {
  const { formula, type, value } = cell;
  if (formula === undefined) return valueOfCell(cell, workbook);
  if (!value && !(type === 'str' && value === '')) return noResult;
  const result = valueOfCell(cell, workbook);
  // LibreOffice takes no text that lies elsewhere for a result, and calculates.
  const isResult = type !== 's' && type !== 'inlineStr';
  return workbook.isCalculated && isResult ? resultOf(formula, result) : notCalculated(result);
}

/** A cell without a style has the first one in Excel, and none in LibreOffice. */
function valueOfCell(cell: OpenCell, workbook: XlsxWorkbook): Cell {
  const format = workbook.formats[cell.style ?? 0] ?? GENERAL;
  const read = valueWith(format, cell, workbook);
  if (cell.style !== undefined || format === GENERAL) return read;
  const isSame = !doubtIn(read) && textOf(read) === textOf(valueWith(GENERAL, cell, workbook));
  return isSame ? read : oddlyShown(valueOf(read), 'something else in some programs, since it has no style');
}

function valueWith(format: NumberFormat, cell: OpenCell, workbook: XlsxWorkbook): Cell {
  const { type, value, text } = cell;
  if (type === 'inlineStr' && (text === undefined || !value))
    return textCell(text ?? unescaped(value ?? ''), format);
  if (text !== undefined) throw oddCell(cell.place, 'it has a text, and is not marked as one', workbook);
  if (value === undefined || value.trim() === '') return null;
  switch (type) {
    case 'n':
      if (!NUMBER.test(value)) break;
      return numberCell(Number(value), format, workbook.dates);
    case 's': {
      const shared = INDEX.test(value) ? workbook.texts[Number(value)] : undefined;
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
      return dateCell(isoDate(value.trim()));
  }
  throw oddCell(cell.place, `${value} is not a value of its kind (${type})`, workbook);
}

const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d{1,3})?\s*$/i;
const INDEX = /^\s*\d+\s*$/;

const oddCell = (place: Place, what: string, { fileName }: XlsxWorkbook) =>
  unknownCell(place, what, fileName);
