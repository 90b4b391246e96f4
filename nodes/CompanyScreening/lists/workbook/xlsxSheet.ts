// The cells of a sheet of an .xlsx file, each of them once.
import {
  dateCell,
  failedFormula,
  isBlank,
  noResult,
  oddlyShown,
  notCalculated,
  doubtIn,
  readFormula,
  textOf,
  valueOf,
  resultOf,
  type Cell,
  type Formula,
  type Place,
} from '../cell';
import type { Part } from './archive';
import { isoDate, type DateSystem } from './dates';
import { GENERAL, numberCell, textCell, type NumberFormat } from './numberFormat';
import { isWithin, MergedCells, mergedIn, placeOf, type MergedRange } from './range';
import {
  checkCount,
  notInOrder,
  refuseFarPlace,
  RowMaker,
  unknownCell,
  type ColumnSpan,
  type SheetRow,
} from './workbookFile';
import { foundInXml, readXml, type Attributes, type XmlReader } from './xml';
import { isTrue, SHEET } from './xlsxFormat';

/** What a sheet needs of its workbook. */
export interface XlsxWorkbook extends XlsxStyles {
  fileName: string;
  /** The texts that cells share, by their numbers. */
  texts: readonly string[];
  dates: DateSystem;
  isCalculated: boolean;
}

export interface XlsxStyles {
  /** The formats of cells, by the numbers of their styles. */
  formats: readonly NumberFormat[];
  /** The numbers of those differential formats that have a format of numbers or texts. */
  conditional: ReadonlySet<number>;
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function* readXlsxSheet(part: Part, workbook: XlsxWorkbook): Generator<SheetRow> {
  const reader = new SheetReader(workbook, (place, cell, isHidden) => {
    rows.add(place, cell, isHidden);
  });
  const rows = new RowMaker(workbook.fileName, conditionalRanges(part, workbook), reader.hiddenColumns);
  yield* foundInXml(part, SHEET, reader, rows.made);
  rows.end();
  yield* rows.made;
  // They stand behind the cells, and lists seldom have any.
  if (reader.merged.length === 0) return;
  const merged = new MergedCells(reader.merged, workbook.fileName);
  readXml(
    part,
    SHEET,
    new SheetReader(workbook, (place) => {
      merged.check(place);
    }),
  );
}

/** The cells that are shown in another format under a condition. They stand behind the cells, and lists seldom have any. */
function conditionalRanges(part: Part, { conditional }: XlsxStyles): MergedRange[] {
  const ranges: MergedRange[] = [];
  let cells = '';
  if (conditional.size === 0) return ranges;
  readXml(part, SHEET, {
    open(name, { sqref = '', dxfId }) {
      if (name === 'conditionalFormatting') cells = sqref;
      if (name !== 'cfRule' || dxfId === undefined || !conditional.has(Number(dxfId))) return;
      ranges.push(...cells.trim().split(/\s+/).map(mergedIn));
      checkCount(ranges, MAX_RANGES);
    },
  });
  return ranges;
}

// What XML cannot hold is written like this: _x000D_ is a carriage return.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The text of a cell, which may be in parts. */
export class RichText {
  text = '';
  private isFull = false;

  beginPart(): void {
    this.isFull = false;
  }

  /** Throws for two texts at one place, of which programs show different ones. */
  add(piece: string): void {
    if (this.isFull) throw new Error('There are two texts at one place.');
    this.isFull = true;
    this.text += unescaped(piece);
  }
}

interface OpenCell {
  place: Place;
  type: string;
  /** Undefined if the file does not say one. */
  style: number | undefined;
  /** How its value was calculated, if it was. */
  formula: Formula | undefined;
  value: string | undefined;
  /** A text that is written in the cell itself. */
  text: RichText | undefined;
}

class SheetReader implements XmlReader {
  readonly merged: MergedRange[] = [];
  readonly hiddenColumns: ColumnSpan[] = [];
  private isHidden = false;
  /** The formulas that several cells have, by their numbers. */
  private readonly shared = new Map<string, Formula>();
  /** The formulas of which the cells of a range are the result. */
  private readonly arrays: Array<{ range: MergedRange; formula: Formula }> = [];
  private row = -1;
  private column = -1;
  private cell: OpenCell | undefined;
  private attributes: Attributes = {};
  private piece = '';

  constructor(
    private readonly workbook: XlsxWorkbook,
    private readonly onCell: (place: Place, cell: Cell, isHidden: boolean) => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    this.piece = '';
    if (name === 'c') this.cell = this.openCell(attributes);
    else if (name === 'row') this.openRow(attributes);
    else if (name === 'col' && isUnseen(attributes['hidden'], attributes['width'])) {
      this.hiddenColumns.push({ from: Number(attributes['min']) - 1, to: Number(attributes['max']) - 1 });
    } else if (name === 'mergeCell') this.addMerged(attributes['ref']);
    else if (name === 'f') this.attributes = attributes;
    else if (name === 'is' && this.cell) {
      if (this.cell.text !== undefined) throw oddCell(this.cell, 'it has two texts', this.workbook);
      this.cell.text = new RichText();
    } else if (name === 'r') this.cell?.text?.beginPart();
  }

  text(text: string): void {
    this.piece += text;
  }

  close(name: string): void {
    const { cell, piece } = this;
    if (cell === undefined) return;
    if (name === 't') cell.text?.add(piece);
    else if (name === 'f') {
      if (cell.value !== undefined) throw oddCell(cell, 'its formula stands behind its value', this.workbook);
      cell.formula = this.formula(piece);
    } else if (name === 'v') {
      if (cell.value !== undefined) throw oddCell(cell, 'it has two values', this.workbook);
      cell.value = piece;
    } else if (name === 'c') {
      this.cell = undefined;
      if (cell.value !== undefined) cell.formula ??= this.arrayAt(cell.place);
      const read = cellOf(cell, this.workbook);
      if (!isBlank(read)) this.onCell(cell.place, read, this.isHidden);
    }
  }

  private formula(code: string): Formula {
    const { t, ref, si = '', ca } = this.attributes;
    const first = t === 'shared' && code === '' ? this.shared.get(si) : undefined;
    const read = first ?? readFormula(code);
    const formula = isTrue(ca) ? { ...read, isVolatile: true } : read;
    if (t === 'shared' && !first) this.shared.set(si, formula);
    if (ref !== undefined && (t === 'array' || t === 'dataTable')) {
      this.arrays.push({ range: mergedIn(ref), formula });
      checkCount(this.arrays, MAX_RANGES);
    }
    return formula;
  }

  private arrayAt(place: Place): Formula | undefined {
    return this.arrays.find(({ range }) => isWithin(place, range))?.formula;
  }

  private addMerged(range: string | undefined): void {
    this.merged.push(mergedIn(range));
    checkCount(this.merged, MAX_MERGED);
  }

  private openRow({ r, hidden, ht }: Attributes): void {
    const row = r === undefined ? this.row + 1 : Number(r) - 1;
    if (!(row > this.row && Number.isInteger(row)))
      throw notInOrder({ row, column: 0 }, this.workbook.fileName);
    refuseFarPlace({ row, column: 0 }, this.workbook.fileName);
    this.row = row;
    this.column = -1;
    this.isHidden = isUnseen(hidden, ht);
  }

  private openCell({ r, t = 'n', s }: Attributes): OpenCell {
    const place = r === undefined ? { row: this.row, column: this.column + 1 } : placeOf(r);
    if (!place) throw new Error('A cell has no place.');
    if (place.row !== this.row || place.column <= this.column) {
      throw notInOrder(place, this.workbook.fileName);
    }
    this.column = place.column;
    const style = s === undefined ? undefined : Number(s);
    return { place, type: t, style, formula: undefined, value: undefined, text: undefined };
  }
}

/** @param size of a row or a column */
const isUnseen = (hidden: string | undefined, size: string | undefined) =>
  isTrue(hidden) || Number(size) === 0;

// More than that would take all memory.
const MAX_MERGED = 1_000_000;
// Each cell is looked for in each of them.
const MAX_RANGES = 1_000;

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
  const { type, value } = cell;
  const text = cell.text?.text;
  if (type === 'inlineStr' && (text === undefined || !value))
    return textCell(text ?? unescaped(value ?? ''), format);
  if (text !== undefined) throw oddCell(cell, 'it has a text, and is not marked as one', workbook);
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
  throw oddCell(cell, `${value} is no value of its kind (${type})`, workbook);
}

const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[-+]?\d{1,3})?\s*$/i;
const INDEX = /^\s*\d+\s*$/;

const oddCell = ({ place }: OpenCell, what: string, { fileName }: XlsxWorkbook) =>
  unknownCell(place, what, fileName);
