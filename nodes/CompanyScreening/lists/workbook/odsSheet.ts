// The cells of a sheet of an .ods file, each of them once. The file has the text that each of them shows.
import {
  dateCell,
  doubtIn,
  failedFormula,
  isBlank,
  noResult,
  oddlyShown,
  readFormula,
  resultOf,
  shownByProgram,
  shownIn,
  textOf,
  type Cell,
  type Place,
} from '../cell';
import type { Part } from './archive';
import { isoDate, isoTime } from './dates';
import { numberCell, textCell, type NumberFormat } from './numberFormat';
import { CONTENT } from './odsFormat';
import type { OdsStyles } from './odsStyles';
import { hiddenByMerge, type MergedRange } from './range';
import { refuseFarPlace, RowMaker, unknownCell, type SheetRow } from './workbookFile';
import { foundInXml, type Attributes, type XmlReader } from './xml';

export interface OdsSheet {
  fileName: string;
  /** Its number among the sheets. */
  index: number;
  styles: OdsStyles;
  /** The cells that may be shown in another format. */
  conditional: readonly MergedRange[];
}

/** @throws InvalidItem for a cell that cannot be read with certainty */
export function* readOdsSheet(content: Part, sheet: OdsSheet): Generator<SheetRow> {
  const rows = new RowMaker(sheet.fileName, sheet.conditional);
  yield* foundInXml(content, CONTENT, new SheetReader(sheet, rows), rows.made);
  rows.end();
  yield* rows.made;
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
  private rowStyle: string | undefined;
  private isHidden = false;
  private column = 0;
  /** The styles of the columns, each up to a column. */
  private readonly columns: Array<{ end: number; style: string | undefined }> = [];
  private atColumn = 0;
  private inRow: AlikeCells[] = [];
  private attributes: Attributes = {};
  private cellText: CellText | undefined;

  constructor(
    private readonly sheet: OdsSheet,
    private readonly rows: RowMaker,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'table:table') this.sheets += 1;
    if (this.sheets !== this.sheet.index) return;
    if (this.cellText) this.cellText.open(name, attributes);
    else if (name === 'table:table-row') this.openRow(attributes);
    else if (name === 'table:table-column') {
      const from = this.columns.at(-1)?.end ?? 0;
      const end = from + countIn(attributes['table:number-columns-repeated']);
      if (isUnseen(attributes)) this.rows.hiddenColumns.push({ from, to: end - 1 });
      this.columns.push({ end, style: attributes['table:default-cell-style-name'] });
    } else if (isCell(name)) {
      this.attributes = attributes;
      this.cellText = new CellText();
    }
  }

  text(text: string): void {
    this.cellText?.text(text);
  }

  close(name: string): void {
    if (this.cellText && isCell(name)) this.closeCell(name, this.cellText);
    else if (this.cellText) this.cellText.close(name);
    else if (name === 'table:table-row' && this.sheets === this.sheet.index) this.closeRow();
  }

  private openRow(attributes: Attributes): void {
    refuseFarPlace({ row: this.row, column: 0 }, this.sheet.fileName);
    this.rowsAlike = countIn(attributes['table:number-rows-repeated']);
    this.isHidden = isUnseen(attributes);
    this.rowStyle = attributes['table:default-cell-style-name'];
    this.column = 0;
    this.atColumn = 0;
    this.inRow = [];
  }

  private closeCell(name: string, text: CellText): void {
    const { attributes, column } = this;
    const place = { row: this.row, column };
    const count = countIn(attributes['table:number-columns-repeated']);
    const style = attributes['table:style-name'] ?? this.rowStyle ?? this.styleOf(column);
    const cell = cellOf({ attributes, text, format: this.sheet.styles.formatOf(style), place }, this.sheet);
    if (!isBlank(cell)) {
      if (name === 'table:covered-table-cell') throw hiddenByMerge(place, this.sheet.fileName);
      this.inRow.push({ cell, column, count });
    }
    this.column += count;
    this.cellText = undefined;
  }

  private styleOf(column: number): string {
    while (column >= (this.columns[this.atColumn]?.end ?? Infinity)) this.atColumn += 1;
    return this.columns[this.atColumn]?.style ?? '';
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
        for (let next = column; next < column + count; next += 1)
          this.rows.add({ row, column: next }, cell, this.isHidden);
      }
    }
    this.row += this.rowsAlike;
  }
}

/** Of a row or a column. */
const isUnseen = ({ 'table:visibility': visibility = 'visible' }: Attributes) => visibility !== 'visible';

const isCell = (name: string) => name === 'table:table-cell' || name === 'table:covered-table-cell';

function countIn(repeated = '1'): number {
  if (/^[1-9]\d{0,7}$/.test(repeated)) return Number(repeated);
  throw new Error('A number of cells is damaged.');
}

/** The text that a cell has, in paragraphs. */
class CellText {
  private readonly all: string[] = [];
  private inParagraph = false;
  /** Whether there is something that shows what no file says, such as a field. */
  hasMore = false;

  open(name: string, attributes: Attributes): void {
    if (name === '*') this.hasMore = true;
    else if (name === 'text:p') this.all.push('');
    else if (name === 'text:s')
      this.add(FIXED_SPACE.repeat(Math.min(countIn(attributes['text:c']), MAX_SPACES)));
    else if (name === 'text:tab') this.add('\t');
    else if (name === 'text:line-break') this.add('\n');
    if (name === 'text:p') this.inParagraph = true;
  }

  text(text: string): void {
    // Any white space in the file is one space.
    if (this.inParagraph) this.add(text.replaceAll(/[\t\r\n]/g, ' '));
  }

  close(name: string): void {
    if (name === 'text:p') this.inParagraph = false;
  }

  /** Undefined if it has none. */
  paragraphs(): string | undefined {
    if (this.all.length === 0) return undefined;
    return this.all
      .map((paragraph) => paragraph.replaceAll(/ +/g, ' ').replaceAll(FIXED_SPACE, ' '))
      .join('\n');
  }

  private add(text: string): void {
    this.all.push(`${this.all.pop() ?? ''}${text}`);
  }
}

// Characters that a spreadsheet shows of a number: some three hundred at the most.
const LONGEST_NUMBER = 1_000;

// A few bytes of a file may ask for a hundred million.
const MAX_SPACES = 1_000;

// Stands for a space that is meant until the others are one; no text has it.
const FIXED_SPACE = '\uFFFF';

interface OpenCell {
  attributes: Attributes;
  text: CellText;
  format: NumberFormat;
  place: Place;
}

function cellOf(cell: OpenCell, sheet: OdsSheet): Cell {
  const shown = cell.text.paragraphs();
  const formula = cell.attributes['table:formula'];
  if (cell.attributes['calcext:value-type'] === 'error') return failedFormula(shown ?? '#N/A');
  const stored = storedCell(cell, shown, sheet);
  if (cell.text.hasMore) return shownByProgram(stored);
  if (formula === undefined) return stored;
  return stored === null ? noResult : resultOf(readFormula(formula), stored);
}

function storedCell(
  { attributes, format, place }: OpenCell,
  text: string | undefined,
  sheet: OdsSheet,
): Cell {
  const type = attributes['office:value-type'];
  switch (type) {
    case undefined:
    case 'void':
      return text === undefined ? null : textCell(text, format);
    case 'string':
      return shownText(attributes['office:string-value'], text, format);
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = attributes['office:value'] ?? '';
      if (NUMBER.test(value)) return shownNumber(Number(value), text?.trim(), format);
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

/** A text, if the file has no other one that its format does not explain. */
function shownText(value: string | undefined, text = value, format: NumberFormat): Cell {
  if (text === undefined) return null;
  const cell = textCell(value ?? text, format);
  const words = (given: string) => given.replaceAll(/\s+/g, ' ').trim();
  const isSame = value === undefined || [value, textOf(cell)].some((one) => words(one) === words(text));
  return isSame || doubtIn(cell) ? cell : oddlyShown(value, `"${text}"`);
}

/** A number, as its format shows it, if the file has no other text for it. */
function shownNumber(value: number, text: string | undefined, format: NumberFormat): Cell {
  const cell = numberCell(value, format, '1900');
  if (text === undefined || doubtIn(cell)) return cell;
  if (text === '') return oddlyShown(value, 'nothing');
  if (text.length > LONGEST_NUMBER) return oddlyShown(value, 'a text of many characters');
  if (textOf(cell) === text) return cell;
  const isPlain = (value < 0 ? /^[-−(][\d.,'’\s]*\)?$/u : /^[\d.,'’\s]*$/u).test(text);
  // A point in a whole number stands between thousands, or before zeros.
  const isOdd = Number.isInteger(value) && /^0\d|[.,](?!\d{3}\D*$|0+\D*$)\d+\D*$/.test(text);
  const isSame = shownIn(cell) === value && isPlain && !isOdd && showsAllDigits(value, text);
  return isSame ? cell : oddlyShown(value, `"${text}"`);
}

/** Whether nothing is rounded off or left out, however thousands and decimals are separated. */
function showsAllDigits(value: number, text: string): boolean {
  const own = digitsIn(String(value));
  const shown = digitsIn(text);
  if (own === shown || own === digitsIn(text.replace(/[.,]0+(?=\D*$)/, ''))) return true;
  return !Number.isInteger(value) && own === shown.replace(/(?<!0)0+$/, '');
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
