// The rows of a list, from its cells: the company, the user's own number and the row's place in the file, then all columns.
import { listProblem, type InvalidItem } from '../names/invalidItem';
import { compact, plainText, quantity, withoutTags } from '../names/plainText';
import { isBlank, isCalculated, shownIn, textOf, type Cell, type SheetRow } from './cell';
import { DELIMITER_NAMES, holdsSeveralRows, lineBreaks, mixedLineBreaks, type Delimiter } from './csv';
import { hasCompanyColumn, readHeadings, shortly, type Columns, type WantedColumns } from './headings';
import { closingRowIn, ListSize, looksLike, OtherList, OtherQuotes, type ClosingRow } from './listChecks';
import { doubtAt, listColumns, readRow, remarkOnKeys, type ListColumns, type ListRow } from './listRow';
import { placeOfHeadings, type Title } from './title';

export interface ReadList {
  rows: ListRow[];
  /** Remarks on the list for people, each for the end of a sentence. */
  remarks: readonly string[];
  sheet?: string;
  /** Its other sheets: see `SheetChoice`. */
  unread?: readonly string[];
  /** Remarks on companies that stand in these only. */
  added?: readonly string[];
}

/** A file that has a list. */
export interface ListFile {
  bytes: Buffer;
  fileName: string;
  wanted: WantedColumns;
  /** 0 for the first row that is not blank. */
  headingRow: number;
  notice?: Notice | undefined;
}

export interface ListSource extends Omit<ListFile, 'bytes'> {
  /** The file, and what of it is read. */
  listFile: string;
  above?: Title['above'];
  /** The word for a row's place: a line of a text file, a row of a workbook. */
  place: 'Line' | 'Row';
  /** The facts of a text file. See `hasMixedLineBreaks`. */
  text?: { delimiter: Delimiter; isMixed: boolean };
}

/** Takes the rows of one list, in their order, the headings first. Blank rows are left out. */
export class ListReader {
  readonly rows: ListRow[] = [];
  private columns: ListColumns | undefined;
  private others: OtherList | undefined;
  /** The row that follows the last one, if no empty row is between them. */
  private nextRow = 0;
  private readonly size = new ListSize();
  private readonly quotes = new OtherQuotes();
  /** Rows behind the last company that are no companies, if no company follows. */
  private endings: Array<{ at: number; ending: ClosingRow; name: string }> = [];
  /** Names that are results of formulas. */
  private calculated = 0;
  /** Companies in hidden rows. */
  private unseenRows = 0;
  /** Remarks on the headings. */
  private remarks: readonly string[] = [];
  /** The place of the headings, where rows above them are not read. */
  private placeOfHeadings: readonly string[] = [];

  constructor(private readonly source: ListSource) {}

  /** @throws InvalidItem if the list cannot be read with certainty */
  add(given: SheetRow): void {
    const { row, cells } = given;
    const { headingRow, place, fileName, text } = this.source;
    if (row < headingRow || cells.every(isBlank)) return;
    if (this.columns === undefined) {
      this.columns = this.addHeadings(given);
      return;
    }
    const where = `${place} ${row} of ${fileName}`;
    this.size.add(cells, this.columns.fields.length, where);
    this.checkCells(row, where, cells, this.columns);
    if (text) this.quotes.add(cells, this.columns.certain);
    const read = readRow(row, cells, where, this.columns);
    this.noteEnding(cells, read, this.columns);
    this.rows.push(read);
    if (read.kind !== 'company') return;
    if (given.isHidden) this.unseenRows += 1;
    if (this.columns.named.some((column) => isCalculated(cells[column]))) this.calculated += 1;
  }

  private addHeadings({ row, cells, isHidden, hiddenColumns = [] }: SheetRow): ListColumns {
    const { wanted, fileName, headingRow, above = [], notice, place, text } = this.source;
    const headings = cells.map(textOf);
    // The number of cells shows where a line is broken, if there are several columns.
    const isUncertain = headings.length === 1 || headings.some((heading) => heading.includes('\r'));
    if (text?.isMixed && isUncertain) throw mixedLineBreaks(fileName);
    // The likely headings of a list without a company column were told before.
    if (hasCompanyColumn(headings, wanted)) notice?.({ headings, headingRow: row, above: above.flat() });
    const columns = listColumns(readHeadings(headings, wanted, fileName));
    notice?.({ columns });
    // If a heading shows something else, another column would be that of the companies.
    const doubt = doubtAt(row, columns.used, cells);
    if (doubt)
      throw listProblem(
        `${fileName}: ${doubt.message}`,
        'It is a heading. Enter its text again in the spreadsheet, save it, and run this again.',
      );
    const unseen = columns.certain.filter((column) =>
      hiddenColumns.some(({ from, to }) => column >= from && column <= to),
    );
    this.remarks = compact(
      ...columns.chosen,
      isHidden && 'the headings are in a hidden row',
      ...unseen.map((column) => `the column ${shortly(headings[column] ?? '')} is hidden`),
    );
    if (headingRow > 0) this.placeOfHeadings = [placeOfHeadings(place, row, above)];
    this.others = new OtherList(headings, wanted);
    return columns;
  }

  private noteEnding(cells: readonly Cell[], read: ListRow, columns: ListColumns): void {
    const ending = columns.passedOn.length > 1 ? closingRowIn(cells, columns) : undefined;
    const name = plainText(shownIn(cells[columns.company]));
    if (ending !== undefined) this.endings.push({ at: this.rows.length, ending, name });
    else if (read.kind === 'company') this.endings = [];
  }

  /** Takes closing rows out of the list; a report's date only if it is the last row. */
  private refuseEndings(): void {
    for (const { at, ending, name } of this.endings.toReversed()) {
      const row = this.rows[at];
      if (row?.kind !== 'company') continue;
      if (ending === 'report' && at < this.rows.length - 1) return;
      // A row with a name would be screened.
      this.rows[at] = {
        kind: 'unusable',
        json: { ...row.json, companyName: null },
        row: Number(row.json['row']),
        problem: looksLike(ending, shortly(name)),
      };
    }
  }

  /** @param notRead what each row says of parts that are not read @throws InvalidItem if there was no row */
  end(notRead: readonly string[] = []): ReadList {
    const { fileName, wanted, listFile } = this.source;
    this.refuseEndings();
    this.quotes.refuse(this.columns?.fields ?? [], fileName);
    if (this.rows.length === 0)
      throw listProblem(
        this.columns ? `${fileName} has headings, but no row below them.` : `${fileName} is empty.`,
        'Check that it is the right file, and that its program saved it.',
      );
    const { calculated, unseenRows } = this;
    const remarks = compact(
      ...this.remarks,
      ...remarkOnKeys(this.rows, wanted.key),
      calculated > 0 &&
        quantity(calculated, 'name is the result of a formula', 'names are results of formulas'),
      unseenRows > 0 && quantity(unseenRows, 'company is in a hidden row', 'companies are in hidden rows'),
    );
    const companies = this.rows.filter(({ kind }) => kind === 'company').length;
    const read = [...this.placeOfHeadings, ...remarks, quantity(companies, 'company', 'companies')];
    const said = withoutTags([listFile, ...notRead, ...read].join('; '));
    for (const { json } of this.rows) json['listFile'] = said;
    return { rows: this.rows, remarks };
  }

  private checkCells(row: number, where: string, cells: readonly Cell[], columns: ListColumns): void {
    const { fields, certain } = columns;
    const { text } = this.source;
    if (text && cells.length !== fields.length) throw this.otherCount(where, cells, fields);
    const texts = cells.map(textOf);
    this.others?.refuse(texts, row, where, row > this.nextRow);
    this.nextRow = row + 1;
    const extra = cells.findIndex((cell, column) => fields[column] === undefined && !isBlank(cell));
    if (extra >= 0) throw this.wrongCells(where, `has something in cell ${extra + 1}, which has no heading`);
    if (!text || !texts.some((cell) => LINE_BREAK.test(cell))) return;
    this.nextRow += lineBreaks(texts.join(''));
    if (holdsSeveralRows(texts, text.delimiter, fields.length, certain))
      throw listProblem(
        `${where}: a cell in quotation marks begins in this row and runs over lines that look like rows of their own.`,
        'Most often a quotation mark is missing. Correct the row, write the cell on one line, or save the list as an Excel workbook (.xlsx).',
      );
  }

  private otherCount(where: string, cells: readonly Cell[], fields: Columns['fields']): InvalidItem {
    const { delimiter } = this.source.text ?? {};
    const what = `has ${quantity(cells.length, 'cell', 'cells')}, and the list has ${quantity(fields.length, 'heading', 'headings')}`;
    const [longer, mark] = [cells.length - fields.length, delimiter ? DELIMITER_NAMES[delimiter] : ''];
    if (longer === 1 && isBlank(cells.at(-1)))
      return listProblem(
        `${where} ${what}: it ends with ${mark}.`,
        'Delete it there, or add one after the last heading too.',
      );
    if (longer === -1 && fields.at(-1) === undefined)
      return listProblem(
        `${where} ${what}: the heading line ends with ${mark}.`,
        'Delete it there, or add one at the end of each row.',
      );
    return this.wrongCells(where, what);
  }

  private wrongCells(where: string, what: string): InvalidItem {
    const delimiter = this.source.text?.delimiter;
    return listProblem(
      `${where} ${what}.`,
      delimiter
        ? `Most often a name holds ${DELIMITER_NAMES[delimiter]}: put it in quotation marks, or save the list as an Excel workbook (.xlsx). Otherwise, half of a name would be screened.`
        : 'Give the column a heading, or empty its cells.',
    );
  }
}

const LINE_BREAK = /[\r\n]/;

export interface SeenList {
  /** The names of a workbook's sheets that a person sees and that are not empty. */
  sheets: readonly string[];
  /** The sheet that is read; null for none. */
  sheet: string | null;
  /** The cells of the row with the headings, or of the row that may have them. */
  headings: readonly string[];
  /** The number of that row; null where no row has them for certain. */
  headingRow: number | null;
  above: readonly string[];
  /** The places of the headings that are read; null where the list stops before. */
  columns: { company: number; key: number | undefined } | null;
}

/** Takes what is seen, each time before the list may stop because of it. */
export type Notice = (seen: Partial<SeenList>) => void;

/** The first of these rows that has several cells, or the first one: a title has only one. */
export const likelyHeadings = (rows: ReadonlyArray<readonly string[]>): readonly string[] =>
  rows.find((cells) => cells.filter((cell) => cell.trim() !== '').length > 1) ?? rows[0] ?? [];
