// The cells of a sheet of an .xlsx file, each of them once.
import { failedFormula, isBlank, noResult, dateCell, type Cell, type Place } from '../cell';
import type { Part } from './archive';
import { isoDate, type DateSystem } from './dates';
import { GENERAL, numberCell, textCell, type NumberFormat } from './numberFormat';
import { MergedCells, mergedIn, placeOf, type MergedRange } from './range';
import { checkCount, notInOrder, RowMaker, unknownCell, type OnRow } from './workbookFile';
import { readXml, type Attributes, type XmlReader } from './xml';

/** What a sheet needs of its workbook. */
export interface XlsxWorkbook {
  fileName: string;
  /** The texts that cells share, by their numbers. */
  texts: readonly string[];
  /** The formats of cells, by the numbers of their styles. */
  formats: readonly NumberFormat[];
  dates: DateSystem;
  isCalculated: boolean;
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function readXlsxSheet(part: Part, workbook: XlsxWorkbook, onRow: OnRow): void {
  const rows = new RowMaker(onRow, workbook.fileName);
  const reader = new SheetReader(workbook, (place, cell) => {
    rows.add(place, cell);
  });
  readXml(part, reader);
  rows.end();
  // They stand behind the cells, and lists seldom have any.
  if (reader.merged.length === 0) return;
  const merged = new MergedCells(reader.merged, workbook.fileName);
  readXml(
    part,
    new SheetReader(workbook, (place) => {
      merged.check(place);
    }),
  );
}

/** A text that may have parts in several formats. Phonetic texts, which stand above the letters, are no part of it. */
export class RichText {
  private parts = '';
  private isOpen = false;

  /** Throws where a text could be lost. */
  open(name: string, within: string): void {
    checkPlace(name, within);
    this.isOpen = name === 't' && (within === 'r' || within === 'is' || within === 'si');
  }

  text(text: string): void {
    if (this.isOpen) this.parts += text;
  }

  close(): void {
    this.isOpen = false;
  }

  take(): string {
    const text = unescaped(this.parts);
    this.parts = '';
    return text;
  }
}

// What may lie in these elements beside rows and cells. A cell in one that is not known would be lost without a word.
const HELD: Partial<Record<string, readonly string[]>> = {
  sheetData: [],
  row: ['extLst'],
  c: ['f', 'v', 'is', 'extLst'],
  sst: ['si', 'extLst'],
  si: ['t', 'r', 'rPh', 'phoneticPr'],
  is: ['t', 'r', 'rPh', 'phoneticPr'],
  r: ['rPr', 't'],
  f: [],
  t: [],
  v: [],
};

function checkPlace(name: string, within: string): void {
  if (HELD[within]?.includes(name) === false) throw new Error(`There is an element ${name} in ${within}.`);
}

// What XML cannot hold is written like this: _x000D_ is a carriage return.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

interface OpenCell {
  place: Place;
  type: string;
  style: number;
  isFormula: boolean;
  value: string | undefined;
  /** A text that is written in the cell itself. */
  text: string | undefined;
}

class SheetReader implements XmlReader {
  readonly merged: MergedRange[] = [];
  private readonly rich = new RichText();
  private row = -1;
  private column = -1;
  private cell: OpenCell | undefined;
  private isValue = false;

  constructor(
    private readonly workbook: XlsxWorkbook,
    private readonly onCell: (place: Place, cell: Cell) => void,
  ) {}

  open(name: string, attributes: Attributes, within: string): void {
    if (name === 'c' && within === 'row') this.openCell(attributes);
    else if (name === 'row' && within === 'sheetData') this.openRow(attributes['r']);
    else if (name === 'mergeCell') this.addMerged(attributes['ref']);
    else this.rich.open(name, within);
    if (this.cell === undefined || within !== 'c') return;
    if (name === 'f') this.cell.isFormula = true;
    this.isValue = name === 'v';
    if (!this.isValue) return;
    if (this.cell.value !== undefined) throw oddCell(this.cell, 'it has two values', this.workbook);
    this.cell.value = '';
  }

  text(text: string): void {
    if (this.cell === undefined) return;
    if (this.isValue) this.cell.value = `${this.cell.value ?? ''}${text}`;
    else this.rich.text(text);
  }

  close(name: string, within: string): void {
    if (this.cell === undefined) return;
    this.isValue = false;
    this.rich.close();
    if (name === 'is' && within === 'c') {
      if (this.cell.text !== undefined) throw oddCell(this.cell, 'it has two texts', this.workbook);
      this.cell.text = this.rich.take();
    }
    if (name !== 'c' || within !== 'row') return;
    const cell = cellOf(this.cell, this.workbook);
    if (!isBlank(cell)) this.onCell(this.cell.place, cell);
    this.cell = undefined;
  }

  private addMerged(range: string | undefined): void {
    this.merged.push(mergedIn(range));
    checkCount(this.merged, MAX_MERGED);
  }

  private openRow(number: string | undefined): void {
    const row = number === undefined ? this.row + 1 : Number(number) - 1;
    if (!(row > this.row && Number.isInteger(row)))
      throw notInOrder({ row, column: 0 }, this.workbook.fileName);
    this.row = row;
    this.column = -1;
  }

  private openCell({ r, t = 'n', s = '0' }: Attributes): void {
    const place = r === undefined ? { row: this.row, column: this.column + 1 } : placeOf(r);
    if (!place) throw new Error('A cell has no place.');
    if (place.row !== this.row || place.column <= this.column) {
      throw notInOrder(place, this.workbook.fileName);
    }
    this.column = place.column;
    this.cell = { place, type: t, style: Number(s), isFormula: false, value: undefined, text: undefined };
  }
}

// More than that would take all memory.
const MAX_MERGED = 1_000_000;

function cellOf(cell: OpenCell, workbook: XlsxWorkbook): Cell {
  const { type, value, text } = cell;
  const isEmptyText = type === 'str' && value === '';
  if (cell.isFormula && !(workbook.isCalculated && (value || isEmptyText))) return noResult;
  const format = workbook.formats[cell.style] ?? GENERAL;
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

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d{1,3})?\s*$/i;
const INDEX = /^\s*\d+\s*$/;

const oddCell = ({ place }: OpenCell, what: string, { fileName }: XlsxWorkbook) =>
  unknownCell(place, what, fileName);
