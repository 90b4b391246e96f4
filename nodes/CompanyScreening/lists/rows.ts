// The rows of a list, from its cells: the company, the user's own number and the row's place in the file, then all columns.
import { forEveryone, InvalidItem } from '../names/invalidItem';
import { plainText, quantity, withoutTags } from '../names/plainText';
import { isBlank, isCalculated, shownIn, textOf, type Cell, type SheetRow } from './cell';
import {
  DELIMITER_NAMES,
  holdsSeveralRows,
  lineBreaks,
  lineBreaksAreUncertain,
  mixedLineBreaks,
  type Delimiter,
  type LineBreaks,
} from './csv';
import { hasCompanyColumn, readHeadings, shortly, type Columns, type WantedColumns } from './headings';
import { closingRowIn, ListSize, looksLike, OtherList, OtherQuotes, type ClosingRow } from './listChecks';
import { doubtAt, listColumns, readRow, remarkOnKeys, type ListColumns, type ListRow } from './listRow';
import { placeOfHeadings } from './title';

export interface ReadList {
  rows: ListRow[];
  /** Remarks on the list for people, each for the end of a sentence. */
  remarks: readonly string[];
}

/** A file that has a list. */
export interface ListFile {
  bytes: Buffer;
  fileName: string;
  wanted: WantedColumns;
  /** 0 for the first row that is not blank. */
  headingRow: number;
  notice?: Notice;
}

export interface ListSource extends Omit<ListFile, 'bytes'> {
  /** The file, and what of it is read. */
  listFile: string;
  /** The rows above it, if it was found beneath a title. */
  title?: ReadonlyArray<readonly string[]>;
  /** The word for a row's place: a line of a text file, a row of a workbook. */
  place: 'Line' | 'Row';
  /** Separators and line breaks of a text file. */
  text?: { delimiter: Delimiter; lineBreaks: LineBreaks };
}

/** Takes the rows of one list, in their order, the headings first. Blank rows are left out. */
export class ListReader {
  readonly rows: ListRow[] = [];
  private columns: ListColumns | undefined;
  /** The row of the headings, where rows above them are not read. */
  private beneathTitle: number | undefined;
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
  private headingsAreHidden = false;
  /** Headings of the hidden columns that are read. */
  private unseenColumns: string[] = [];

  constructor(private readonly source: ListSource) {}

  /** @throws InvalidItem if the list cannot be read with certainty */
  add(row: number, cells: readonly Cell[], { isHidden, hiddenColumns } = ALL_SEEN): void {
    if (row < this.source.headingRow || cells.every(isBlank)) return;
    if (this.columns === undefined) {
      const { wanted, fileName, text } = this.source;
      const headings = cells.map(textOf);
      if (text && lineBreaksAreUncertain(headings, text.lineBreaks)) throw mixedLineBreaks(fileName);
      if (this.source.headingRow > 0) this.beneathTitle = row;
      this.noticeHeadings(row, headings);
      this.columns = listColumns(readHeadings(headings, wanted, fileName));
      this.source.notice?.({ columns: this.columns });
      this.checkHeadings(row, cells, this.columns);
      this.headingsAreHidden = isHidden;
      this.unseenColumns = this.columns.certain
        .filter((column) => hiddenColumns.some(({ from, to }) => column >= from && column <= to))
        .map((column) => headings[column] ?? '');
      this.others = new OtherList(headings, wanted);
      return;
    }
    const where = `${this.source.place} ${row} of ${this.source.fileName}`;
    this.size.add(cells, this.columns.fields.length, where);
    this.checkCells({ row, where }, cells, this.columns);
    const { text, listFile } = this.source;
    if (text) this.quotes.add(cells, this.columns.certain);
    const read = readRow({ row, cells, where, listFile }, this.columns);
    this.noteEnding(cells, read, this.columns);
    this.rows.push(read);
    if (read.kind !== 'company') return;
    if (isHidden) this.unseenRows += 1;
    if (this.columns.named.some((column) => isCalculated(cells[column]))) this.calculated += 1;
  }

  /** Leaves out a list without a company column: its likely headings were told before. */
  private noticeHeadings(row: number, headings: readonly string[]): void {
    const { notice, title, wanted } = this.source;
    if (hasCompanyColumn(headings, wanted))
      notice?.({ headings, headingRow: row, above: (title ?? []).flat() });
  }

  /** Refuses a doubtful heading: if it shows something else, another column would be that of the companies. */
  private checkHeadings(row: number, cells: readonly Cell[], { certain, besidesName }: ListColumns): void {
    const doubt = doubtAt(row, [...certain, ...besidesName], cells);
    if (doubt)
      throw new InvalidItem(
        `${this.source.fileName}: ${doubt.message}`,
        forEveryone('It is a heading. Enter its text again in the spreadsheet, save it, and run this again.'),
      );
  }

  private noteEnding(cells: readonly Cell[], read: ListRow, columns: ListColumns): void {
    const ending =
      columns.passedOn.length > 1 ? closingRowIn(cells, columns.company, columns.besidesName) : undefined;
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
    const { fileName, wanted } = this.source;
    this.refuseEndings();
    this.quotes.refuse(this.columns?.fields ?? [], fileName);
    const remarks = [
      this.columns?.chosen ?? [],
      remarkOnKeys(this.rows, wanted.key),
      this.calculated > 0
        ? quantity(this.calculated, 'name is the result of a formula', 'names are results of formulas')
        : [],
      this.unseenRows > 0
        ? quantity(this.unseenRows, 'company is in a hidden row', 'companies are in hidden rows')
        : [],
      this.headingsAreHidden ? 'the headings are in a hidden row' : [],
      this.unseenColumns.map((heading) => `the column ${shortly(heading)} is hidden`),
    ].flat();
    if (this.rows.length > 0) return { rows: this.withListFile(notRead, remarks), remarks };
    throw new InvalidItem(
      this.columns ? `${fileName} has headings, but no row below them.` : `${fileName} is empty.`,
      forEveryone('Check that it is the right file, and that its program saved it.'),
    );
  }

  /** Writes into each row the file, what was read of it, and how many companies it names. */
  private withListFile(notRead: readonly string[], remarks: readonly string[]): ListRow[] {
    const { listFile, place, title } = this.source;
    const facts = [
      listFile,
      ...notRead,
      ...(this.beneathTitle === undefined ? [] : [placeOfHeadings(place, this.beneathTitle, title)]),
      ...remarks,
      quantity(this.rows.filter(({ kind }) => kind === 'company').length, 'company', 'companies'),
    ];
    const said = withoutTags(facts.join('; '));
    for (const { json } of this.rows) json['listFile'] = said;
    return this.rows;
  }

  private checkCells(
    { row, where }: { row: number; where: string },
    cells: readonly Cell[],
    { fields, certain }: ListColumns,
  ): void {
    const { text } = this.source;
    if (text && cells.length !== fields.length) throw this.otherCount(where, cells, fields);
    const texts = cells.map(textOf);
    this.others?.refuse(texts, { row, where, isBelowGap: row > this.nextRow });
    this.nextRow = row + 1;
    const extra = cells.findIndex((cell, column) => fields[column] === undefined && !isBlank(cell));
    if (extra >= 0) throw this.wrongCells(where, `has something in cell ${extra + 1}, which has no heading`);
    if (!text || !texts.some((cell) => LINE_BREAK.test(cell))) return;
    this.nextRow += lineBreaks(texts.join(''));
    if (holdsSeveralRows(texts, text.delimiter, fields.length, certain)) {
      throw new InvalidItem(
        `${where}: a cell in quotation marks begins in this row and runs over lines that look like rows of their own.`,
        forEveryone(
          'Most often a quotation mark is missing. Correct the row, write the cell on one line, or save the list as an Excel workbook (.xlsx).',
        ),
      );
    }
  }

  private otherCount(where: string, cells: readonly Cell[], fields: Columns['fields']): InvalidItem {
    const { delimiter } = this.source.text ?? {};
    const what = `has ${quantity(cells.length, 'cell', 'cells')}, and the list has ${quantity(fields.length, 'heading', 'headings')}`;
    const [longer, mark] = [cells.length - fields.length, delimiter ? DELIMITER_NAMES[delimiter] : ''];
    if (longer === 1 && isBlank(cells.at(-1)))
      return new InvalidItem(
        `${where} ${what}: it ends with ${mark}.`,
        forEveryone('Delete it there, or add one after the last heading too.'),
      );
    if (longer === -1 && fields.at(-1) === undefined)
      return new InvalidItem(
        `${where} ${what}: the heading line ends with ${mark}.`,
        forEveryone('Delete it there, or add one at the end of each row.'),
      );
    return this.wrongCells(where, what);
  }

  private wrongCells(where: string, what: string): InvalidItem {
    const delimiter = this.source.text?.delimiter;
    return new InvalidItem(
      `${where} ${what}.`,
      forEveryone(
        delimiter
          ? `Most often a name holds ${DELIMITER_NAMES[delimiter]}: put it in quotation marks, or save the list as an Excel workbook (.xlsx). Otherwise, half of a name would be screened.`
          : 'Give the column a heading, or empty its cells.',
      ),
    );
  }
}

const LINE_BREAK = /[\r\n]/;

/** A row of which everything can be seen. */
const ALL_SEEN: Pick<SheetRow, 'hiddenColumns' | 'isHidden'> = { isHidden: false, hiddenColumns: [] };

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

export const NOTHING_SEEN: SeenList = {
  sheets: [],
  sheet: null,
  headings: [],
  headingRow: null,
  above: [],
  columns: null,
};

/** Takes what is seen, each time before the list may stop because of it. */
export type Notice = (seen: Partial<SeenList>) => void;

/** The first of these rows that has several cells, or the first one: a title has only one. */
export const likelyHeadings = (rows: ReadonlyArray<readonly string[]>): readonly string[] =>
  rows.find((cells) => cells.filter((cell) => cell.trim() !== '').length > 1) ?? rows[0] ?? [];
