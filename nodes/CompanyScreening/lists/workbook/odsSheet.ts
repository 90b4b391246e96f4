// The cells of a sheet of an .ods file, each of them once. The file has the text that each of them shows.
import { dateCell, failedFormula, isBlank, noResult, oddlyShown, type Cell, type Place } from '../cell';
import type { Part } from './archive';
import { isoDate, isoTime } from './dates';
import { ODS_PREFIXES } from './odsNames';
import { hiddenByMerge } from './range';
import { RowMaker, unknownCell, type OnRow } from './workbookFile';
import { readXml, type Attributes, type XmlReader } from './xml';

export interface OdsSheet {
  fileName: string;
  /** Its number among the sheets. */
  index: number;
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function readOdsSheet(content: Part, sheet: OdsSheet, onRow: OnRow): void {
  const rows = new RowMaker(onRow, sheet.fileName);
  readXml(content, new SheetReader(sheet, rows), ODS_PREFIXES);
  rows.end();
}

/** Cells beside each other that are alike. */
interface AlikeCells {
  cell: Cell;
  column: number;
  count: number;
}

class SheetReader implements XmlReader {
  private sheets = -1;
  private row = 0;
  private rowsAlike = 1;
  private column = 0;
  private inRow: AlikeCells[] = [];
  private attributes: Attributes | undefined;
  private cellText: CellText | undefined;
  /** Shapes may have tables of their own. */
  private inShapes = 0;

  constructor(
    private readonly sheet: OdsSheet,
    private readonly rows: RowMaker,
  ) {}

  open(name: string, attributes: Attributes, within: string): void {
    if (name === 'table:table' && within === 'office:spreadsheet') this.sheets += 1;
    if (this.sheets !== this.sheet.index) return;
    if (name === 'table:shapes') this.inShapes += 1;
    if (this.inShapes > 0) return;
    if (this.cellText) this.cellText.open(name, attributes, within);
    else if (name === 'table:table-row') this.openRow(attributes);
    else if (isCell(name) && within === 'table:table-row') {
      this.attributes = attributes;
      this.cellText = new CellText(name);
    }
  }

  text(text: string): void {
    this.cellText?.text(text);
  }

  close(name: string): void {
    if (this.sheets !== this.sheet.index) return;
    if (name === 'table:shapes') this.inShapes -= 1;
    if (this.inShapes > 0) return;
    if (this.cellText?.isAtItsEnd) this.closeCell(this.cellText);
    else if (this.cellText) this.cellText.close();
    else if (name === 'table:table-row') this.closeRow();
  }

  private openRow(attributes: Attributes): void {
    this.rowsAlike = countIn(attributes['table:number-rows-repeated']);
    this.column = 0;
    this.inRow = [];
  }

  private closeCell(text: CellText): void {
    const place = { row: this.row, column: this.column };
    const count = countIn(this.attributes?.['table:number-columns-repeated']);
    const cell = cellOf(this.attributes ?? {}, text.paragraphs(), place, this.sheet);
    if (!isBlank(cell)) {
      if (text.cell === 'table:covered-table-cell') throw hiddenByMerge(place, this.sheet.fileName);
      this.inRow.push({ cell, column: this.column, count });
    }
    this.column += count;
    this.cellText = undefined;
  }

  private closeRow(): void {
    const last = this.row + (this.inRow.length > 0 ? this.rowsAlike : 0);
    const end = this.inRow.at(-1);
    if (end) {
      const columns = end.column + end.count;
      this.rows.expect(columns * this.rowsAlike, { row: this.row, column: columns - 1 });
    }
    for (let row = this.row; row < last; row += 1) {
      for (const { cell, column, count } of this.inRow) {
        for (let next = column; next < column + count; next += 1) this.rows.add({ row, column: next }, cell);
      }
    }
    this.row += this.rowsAlike;
  }
}

const isCell = (name: string) => name === 'table:table-cell' || name === 'table:covered-table-cell';

function countIn(repeated = '1'): number {
  if (/^[1-9]\d{0,7}$/.test(repeated)) return Number(repeated);
  throw new Error('A number of cells is damaged.');
}

/** The text that a cell shows: its paragraphs, without annotations, without what stands above letters, and without shapes. */
class CellText {
  private readonly all: string[] = [];
  private skipped = 0;
  /** Whether what is skipped is known to be no part of the text. */
  private isBeside = false;
  private depth = 0;

  constructor(readonly cell: string) {}

  open(name: string, attributes: Attributes, within: string): void {
    this.depth += 1;
    if (this.skipped > 0) return;
    if (isCell(within)) {
      if (name === 'text:p') this.all.push('');
      else this.skip(name);
    } else if (!name.startsWith('text:') || name === 'text:ruby-text') this.skip(name);
    else if (name === 'text:s') this.add(FIXED_SPACE.repeat(countIn(attributes['text:c'])));
    else if (name === 'text:tab') this.add('\t');
    else if (name === 'text:line-break') this.add('\n');
  }

  /** Throws for a text that nobody knows how a person sees it. */
  text(text: string): void {
    if (this.skipped > 0 && !this.isBeside && text.trim() !== '')
      throw new Error('A text lies in an element that is not known.');
    // Any white space in the file is one space.
    if (this.skipped === 0 && this.depth > 0) this.add(text.replaceAll(/[\t\r\n]/g, ' '));
  }

  close(): void {
    if (this.skipped === this.depth) this.skipped = 0;
    this.depth -= 1;
  }

  get isAtItsEnd(): boolean {
    return this.depth === 0;
  }

  /** Undefined if it has none. */
  paragraphs(): string | undefined {
    if (this.all.length === 0) return undefined;
    return this.all
      .map((paragraph) => paragraph.replaceAll(/ +/g, ' ').replaceAll(FIXED_SPACE, ' '))
      .join('\n');
  }

  private skip(name: string): void {
    this.skipped = this.depth;
    this.isBeside = BESIDE_TEXT.some((known) => name.startsWith(known));
  }

  private add(text: string): void {
    this.all.push(`${this.all.pop() ?? ''}${text}`);
  }
}

const BESIDE_TEXT = ['office:annotation', 'draw:', 'dr3d:', 'text:ruby-text'];

// Stands for a space that is meant until the others are one; no text has it.
const FIXED_SPACE = '\uFFFF';

function cellOf(attributes: Attributes, text: string | undefined, place: Place, sheet: OdsSheet): Cell {
  const type = attributes['office:value-type'];
  const isFormula = attributes['table:formula'] !== undefined;
  if (attributes['calcext:value-type'] === 'error') return failedFormula(text ?? '#N/A');
  switch (type) {
    case undefined:
    case 'void':
      return isFormula ? noResult : (text ?? null);
    case 'string':
      return textCell(text, attributes['office:string-value']) ?? (isFormula ? noResult : null);
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = attributes['office:value'] ?? '';
      if (NUMBER.test(value)) return numberCell(Number(value), text?.trim());
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

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d{1,3})?$/i;

/** A text, and what the file says it shows, if its format adds letters to it or hides it. */
function textCell(shown: string | undefined, value = shown): Cell | undefined {
  if (shown === undefined || value === undefined) return value;
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  // What can be seen is there, whatever else the file says.
  return words(value) === '' || words(shown) === words(value) ? shown : { value, shown };
}

/** A number, and the text that the file says it shows. */
function numberCell(value: number, text: string | undefined): Cell {
  if (text === undefined) return value;
  if (text === '') return oddlyShown(value, 'nothing');
  const isPlain = (value < 0 ? /^[-−(][\d.,'’\s]*\)?$/u : /^[\d.,'’\s]*$/u).test(text);
  if (!showsAllDigits(value, text, isPlain)) return oddlyShown(value, `"${text}"`);
  // A point in a whole number stands between thousands, or before zeros.
  const isOdd = Number.isInteger(value) && /^0\d|[.,](?!\d{3}\D*$|0+\D*$)\d+\D*$/.test(text);
  return isPlain && !isOdd ? value : { value, shown: text };
}

/** Whether nothing is rounded off or left out, however thousands and decimals are separated. */
function showsAllDigits(value: number, text: string, isPlain: boolean): boolean {
  const own = digitsIn(String(value));
  const shown = digitsIn(text);
  if (own === shown || own === digitsIn(text.replace(/[.,]0+(?=\D*$)/, ''))) return true;
  return isPlain && !Number.isInteger(value) && own === shown.replace(/0+$/, '');
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
