// The room lists/: the bytes of a file → the rows of a list: encoding, delimiter, headings, and what each cell says. Only pure functions:
// nothing of n8n, of the service or of a screening. What cannot be read for certain is refused, never guessed.
//
// The rows of a list, from its cells: the company, the user's own number and the row's place in the file, then all columns.
import { hasTooManyDigits, lostDigits, readCompanyName } from '../names/companyName';
import { hasEncodingDamage, showable } from '../names/encodingDamage';
import { InvalidItem } from '../names/invalidItem';
import { readOtherNames } from '../names/otherNames';
import { plainText, quantity } from '../names/plainText';
import { withoutTags } from '../names/safeText';
import { hasOddLineBreak, holdsSeveralRows, lineBreaksAreUncertain, type LineBreaks } from './csv';
import { DELIMITER_NAMES, type Delimiter } from './delimiter';
import { doubtIn, isBlank, nameOf, shownIn, textOf, valueOf, type Cell, type Value } from './cell';
import {
  comparable,
  hasBothColumns,
  hasCompanyColumn,
  headingsAgain,
  headingsBelow,
  isBeneathTitle,
  noCompanyColumn,
  placeOfHeadings,
  readHeadings,
  type Columns,
  type WantedColumns,
} from './headings';

/** The values of a row by the names of their columns. */
type Row = Record<string, Value>;

export type ListRow =
  /** A company that can be screened. */
  | { kind: 'company'; json: Row }
  /** A row without a usable name; `problem` says what is wrong with it. */
  | { kind: 'unusable'; json: Row; row: number; problem: InvalidItem };

export interface ReadList {
  rows: ListRow[];
  /** See `Columns`. */
  chosen: string | undefined;
}

export interface ListSource {
  fileName: string;
  /** The file, and what of it is read. */
  listFile: string;
  wanted: WantedColumns;
  /** The number of the row with the headings; 0 for the first one that is not blank. */
  headingRow: number;
  /** The rows above it, if it was found beneath a title. */
  title?: ReadonlyArray<readonly string[]>;
  /** What the place of a row is called: a line of a text file, a row of a workbook. */
  place: 'Line' | 'Row';
  /** How the cells of a text file are separated. */
  text?: { delimiter: Delimiter; lineBreaks: LineBreaks };
}

/** Takes the rows of one list, in their order, the headings first. Blank rows are left out. */
export class ListReader {
  readonly rows: ListRow[] = [];
  private columns: ListColumns | undefined;
  /** The rows where the headings should be, while it is looked for them further down. */
  private title: { rows: string[][]; until: number } | undefined;
  /** The row of the headings, where something above them is not read. */
  private beneathTitle: number | undefined;
  private headings: ReadonlySet<string> = new Set();

  constructor(private readonly source: ListSource) {}

  /** @throws InvalidItem if the list cannot be read with certainty */
  add(row: number, cells: readonly Cell[]): void {
    if (row < this.source.headingRow || cells.every(isBlank)) return;
    if (this.columns === undefined) {
      const { wanted, fileName, text } = this.source;
      const headings = cells.map(textOf);
      if (text && lineBreaksAreUncertain(headings, text.lineBreaks)) throw this.mixedLineBreaks();
      if (!text && this.isTitle(row, headings)) return;
      if (this.title || this.source.headingRow > 0) this.beneathTitle = row;
      this.columns = listColumns(readHeadings(headings, wanted, fileName));
      this.headings = new Set(headings.map(comparable).filter((heading) => heading !== ''));
      return;
    }
    this.checkCells(row, cells, this.columns);
    this.rows.push(this.readRow(row, cells, this.columns));
  }

  /** Whether the headings are looked for below this row. */
  private isTitle(row: number, headings: string[]): boolean {
    const { wanted, fileName, place, headingRow } = this.source;
    const isFound = hasCompanyColumn(headings, wanted);
    if (headingRow > 0 || (isFound && (!this.title || isBeneathTitle(headings, this.title.rows))))
      return false;
    this.title ??= { rows: [], until: row + SEARCHED };
    const { rows, until } = this.title;
    if (!isFound && row < until) {
      rows.push(headings);
      return true;
    }
    const [first = headings] = rows;
    throw noCompanyColumn(first, wanted, fileName, isFound ? { place, number: row } : undefined);
  }

  /** @param notRead what each row says of that @throws InvalidItem if there was no row */
  end(notRead: readonly string[] = []): ReadList {
    const { fileName, wanted } = this.source;
    if (this.title && !this.columns) throw noCompanyColumn(this.title.rows[0] ?? [], wanted, fileName);
    if (this.rows.length > 0) return { rows: this.withListFile(notRead), chosen: this.columns?.chosen };
    throw new InvalidItem(
      this.columns ? `${fileName} has headings, but no row beneath them.` : `${fileName} is empty.`,
      'Check that it is the right file, and that its program saved it.',
    );
  }

  /** Each row says which file it is from, what was read of it, and how many companies it names. */
  private withListFile(notRead: readonly string[]): ListRow[] {
    const { listFile, place } = this.source;
    const above = this.title?.rows ?? this.source.title;
    const facts = [
      listFile,
      ...notRead,
      ...(this.beneathTitle === undefined ? [] : [placeOfHeadings(place, this.beneathTitle, above)]),
      ...(this.columns?.chosen === undefined ? [] : [this.columns.chosen]),
      quantity(this.rows.filter(({ kind }) => kind === 'company').length, 'company', 'companies'),
    ];
    const said = withoutTags(facts.join('; '));
    for (const { json } of this.rows) json['listFile'] = said;
    return this.rows;
  }

  private checkCells(row: number, cells: readonly Cell[], { fields }: Columns): void {
    const { text } = this.source;
    if (text && cells.length !== fields.length) {
      throw this.wrongCells(
        row,
        `has another number of cells (${cells.length}) than there are headings (${fields.length})`,
      );
    }
    if (this.repeatsHeadings(cells)) throw headingsAgain(this.at(row));
    if (hasBothColumns(cells.map(textOf), this.source.wanted)) throw headingsBelow(this.at(row), row);
    const extra = cells.findIndex((cell, column) => fields[column] === undefined && !isBlank(cell));
    if (extra >= 0) throw this.wrongCells(row, `has something in cell ${extra + 1}, which has no heading`);
    if (
      text &&
      holdsSeveralRows(
        cells.map((cell) => String(valueOf(cell))),
        text.delimiter,
        fields.length,
      )
    ) {
      throw new InvalidItem(
        `${this.at(row)}: a cell in quotation marks begins in this row and runs over lines that look like rows by themselves.`,
        'Most often a quotation mark is missing. Correct the row, write the cell on one line, or save the list as an Excel workbook (.xlsx).',
      );
    }
  }

  /** Lists that were put together may have their columns in another order. */
  private repeatsHeadings(cells: readonly Cell[]): boolean {
    let repeated = 0;
    for (const cell of cells) {
      if (isBlank(cell)) continue;
      if (!this.headings.has(comparable(String(shownIn(cell))))) return false;
      repeated += 1;
    }
    return repeated > 1;
  }

  private wrongCells(row: number, what: string): InvalidItem {
    const delimiter = this.source.text?.delimiter;
    return new InvalidItem(
      `${this.at(row)} ${what}.`,
      delimiter
        ? `Most often a name holds ${DELIMITER_NAMES[delimiter]}: put it in quotation marks, or save the list as an Excel workbook (.xlsx). Half of a name must not be screened.`
        : 'Give the column a heading, or empty its cells.',
    );
  }

  private readRow(row: number, cells: readonly Cell[], columns: ListColumns): ListRow {
    const { company, key, more, named, others, kept } = columns;
    const given = shownIn(cells[company]);
    this.refuseDamage(row, cells, columns);
    const otherNames = others.map((column) => cells[column]).filter((cell) => !isBlank(cell));
    const problem =
      doubtAt(row, named, cells) ??
      problemWith(given, otherNames.map(shownIn)) ??
      (key === undefined ? undefined : problemWithKey(row, key, cells));
    const json: Row = {
      companyName: companyNameIn(cells[company]),
      companyKey: key === undefined ? null : textIn(cells[key]) || null,
      row,
      listFile: this.source.listFile,
    };
    for (const { field, columns: asked } of more)
      json[field] = asked.flatMap((column) => textIn(cells[column]) || []).join('; ') || null;
    for (const { column, field, read } of kept) json[field] = read(cells[column]) ?? '';
    return problem ? { kind: 'unusable', json, row, problem } : { kind: 'company', json };
  }

  private refuseDamage(row: number, cells: readonly Cell[], { company, named }: ListColumns): void {
    const text = plainText(shownIn(cells[company]));
    if (this.source.text && hasOddLineBreak(text, this.source.text.lineBreaks))
      throw this.otherLineBreak(row);
    for (const column of named) {
      const given = shownIn(cells[column]);
      if (typeof given === 'string' && hasEncodingDamage(given)) throw this.damaged(row, plainText(given));
    }
  }

  private damaged(row: number, name: string): InvalidItem {
    return new InvalidItem(
      `${this.at(row)}: the letters of "${showable(name)}" are damaged.`,
      'The list was once opened in the wrong encoding and saved like that, or it is read in the wrong one now. Repair the list at its source, or choose its Encoding in the options of this node.',
    );
  }

  private otherLineBreak(row: number): InvalidItem {
    return new InvalidItem(
      `${this.at(row)}: the company has a character in it that ends a line in some programs, so these may be two companies.`,
      'Save the list again from the program that it comes from, as an Excel workbook (.xlsx).',
    );
  }

  private mixedLineBreaks(): InvalidItem {
    return new InvalidItem(
      `Where the lines of ${this.source.fileName} end is not certain: it has line breaks of several kinds.`,
      'Save the list as an Excel workbook (.xlsx).',
    );
  }

  private at(row: number): string {
    return `${this.source.place} ${row} of ${this.source.fileName}`;
  }
}

/** So many rows are searched for the headings. */
export const SEARCHED = 30;

interface ListColumns extends Columns {
  others: readonly number[];
  /** The columns with names. */
  named: readonly number[];
  /** The columns that the rows keep. */
  kept: ReadonlyArray<{ column: number; field: string; read: (cell: Cell | undefined) => Value }>;
}

function listColumns(columns: Columns): ListColumns {
  const { company, key, more, fields } = columns;
  const others = more.flatMap((one) => (one.field === 'otherNames' ? one.columns : []));
  const used = new Set([company, key, ...more.flatMap((one) => one.columns)]);
  const kept = fields.flatMap((field, column) =>
    // What is used has the text that a person sees: it is screened again from the results.
    field === undefined ? [] : { column, field, read: used.has(column) ? shownIn : valueOf },
  );
  return { ...columns, others, named: [company, ...others], kept };
}

/** Throws what is no InvalidItem, since no list is to blame for it. */
function invalidItemIn(error: unknown): InvalidItem {
  if (error instanceof InvalidItem) return error;
  throw error;
}

function problemWith(name: unknown, otherNames: readonly unknown[]): InvalidItem | undefined {
  try {
    const first = readCompanyName(name);
    readOtherNames(otherNames, first);
    return undefined;
  } catch (error) {
    return invalidItemIn(error);
  }
}

const isName = (given: unknown): boolean => problemWith(given, []) === undefined;

/** What Company Screening makes of it is what is made of it here: a row that is an error is refused there too. */
function companyNameIn(cell: Cell | undefined): Value {
  const given = shownIn(cell);
  if (doubtIn(cell)) return isName(given) ? null : given;
  // A number that cannot be used stays one: as a text it might be a name.
  return typeof given === 'string' || isName(given) ? plainText(given) : (given ?? '');
}

/** The first of these cells of which it is not certain what a person sees in it. */
function doubtAt(row: number, columns: readonly number[], cells: readonly Cell[]): InvalidItem | undefined {
  for (const column of columns) {
    const doubt = doubtIn(cells[column]);
    if (doubt) return new InvalidItem(`Cell ${nameOf({ row: row - 1, column })} ${doubt.why}.`, doubt.advice);
  }
  return undefined;
}

function problemWithKey(row: number, column: number, cells: readonly Cell[]): InvalidItem | undefined {
  const key = shownIn(cells[column]);
  return hasTooManyDigits(key)
    ? lostDigits(`The key "${plainText(key)}"`, 'n8n can keep')
    : doubtAt(row, [column], cells);
}

/** The text or the number that a person sees in it, if that is certain. */
const textIn = (cell: Cell | undefined): string => (doubtIn(cell) ? '' : plainText(shownIn(cell)));
