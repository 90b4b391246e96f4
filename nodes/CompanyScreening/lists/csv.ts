// A text file → its delimiter, and its rows, cell by cell, with the line in which each begins.
import { CsvError, parse, type InfoField, type Options } from 'csv-parse/sync';

import { listProblem } from '../names/invalidItem';
import { hasCompanyColumn, type WantedColumns } from './headings';

export interface TextRows {
  text: string;
  delimiter: Delimiter;
  fileName: string;
  /** The line of the file that the text begins with. */
  firstLine: number;
}

/** Gives each row to `onRow`, without empty lines. @throws InvalidItem where a quotation mark makes it uncertain where a cell ends */
export function readTextRows(rows: TextRows, onRow: (line: number, cells: string[]) => void): void {
  const { text, fileName, delimiter } = rows;
  // Searching for one of two characters first takes less time.
  const joined = /[\uFEFF\x1a]/.test(text) ? JOINED.exec(text) : null;
  if (joined) {
    const line = rows.firstLine + lineBreaks(text.slice(0, joined.index + 1));
    const mark = joined[0].endsWith('\x1a') ? 'an end-of-file mark (U+001A)' : 'a byte order mark (U+FEFF)';
    throw listProblem(
      `Line ${line} of ${fileName} has ${mark} in it: two files were joined there.`,
      'Join the lists in a spreadsheet program, and save the result as one list.',
    );
  }
  let line = rows.firstLine;
  const odd = delimiter ? innerReturnIn(text) : SEPARATED;
  const quotedCell = new RegExp(`(?:^|[\\r\\n${delimiter ?? ''}])[ \\t\\u00a0]{0,20}"`);
  const options: Options = {
    delimiter: delimiter ?? NO_DELIMITER,
    // A carriage return alone ends a line only in a file without line feeds, as on an old Mac.
    record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    skip_empty_lines: true,
    // Quotation marks belong to names if no cell begins with one: The "Second" Sock.
    quote: quotedCell.test(text) ? '"' : null,
    ltrim: delimiter !== undefined && hasBlankBehindEach(delimiter, text),
    ...(odd && {
      cast(cell: string, { quoting, empty_lines }: InfoField) {
        if (!quoting && odd.test(cell))
          throw delimiter ? mixedLineBreaks(fileName) : severalCells(line + empty_lines, fileName);
        return cell;
      },
    }),
    on_record(cells: string[], { empty_lines }) {
      onRow(line + empty_lines, cells);
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0);
      return null;
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    throw error instanceof CsvError ? notRead(error, line + Number(error['empty_lines']), rows) : error;
  }
}

// A carriage return with more behind it. Without quotation marks, spreadsheet programs begin a row there.
const INNER_RETURN = /\r(?=[^\r\n])/;

const innerReturnIn = (text: string) =>
  text.includes('\n') && INNER_RETURN.test(text) ? INNER_RETURN : undefined;

/** True for programs that write a blank behind each delimiter, also before a quotation mark. */
function hasBlankBehindEach(delimiter: string, text: string): boolean {
  if (!text.includes(`${delimiter} "`)) return false;
  const bare = text.replaceAll(/"[^"]*"/g, '');
  return bare.split(delimiter).every((cell, index) => index === 0 || cell.startsWith(' '));
}

/** True if not all lines of a text end in the same way, its quoted cells included. */
export const hasMixedLineBreaks = (text: string): boolean =>
  [/\r\n/, /(?<!\r)\n/, /\r(?!\n)/].filter((kind) => kind.test(text)).length > 1;

export const mixedLineBreaks = (fileName: string) =>
  listProblem(
    `It is not certain where the lines of ${fileName} end: it has several kinds of line breaks.`,
    'Save the list as an Excel workbook (.xlsx).',
  );

/**
 * True if a cell in quotation marks runs over lines of which several would be rows by themselves. Most likely the mark is not closed where
 * it should be, and this is not one company.
 *
 * @param certain the columns in which a line with more cells is as bad, as a company or its number
 */
export function holdsSeveralRows(
  cells: readonly string[],
  delimiter: Delimiter,
  columns: number,
  certain: readonly number[],
): boolean {
  const mayBeLonger = certain.some((column) => /[\r\n]/.test(cells[column] ?? ''));
  const lengths = cells
    .join(delimiter ?? '')
    .split(LINE_BREAK)
    .map((line) => (delimiter ? line.split(delimiter).length : 1));
  // The first line includes what is before the cell.
  const full = lengths.filter(
    (length, line) => length === columns || (length > columns && (mayBeLonger || line === 0)),
  );
  return full.length > 1;
}

// A mark at the beginning of a line, or where the first file did not end with a line break.
const JOINED = /[\r\n]\uFEFF|[^\s;,|"]\uFEFF(?=[^\s;,|])|\x1a/;

// Characters of a row; a name has a thousand at most.
const LONGEST_ROW = 1_000_000;

// The unit separator of ASCII, which no text has.
const NO_DELIMITER = '\x1f';

// Separators in a line that is one cell. A comma with a space behind it belongs to a name, and so does one in a number.
const SEPARATED = /[;\t|]|,(?!\s|$|(?<=\d,)\d{3}(?!\d))/;

const LINE_BREAK = /\r\n|\r|\n/g;

export const lineBreaks = (text: string) => (/[\r\n]/.test(text) ? (text.match(LINE_BREAK)?.length ?? 0) : 0);

const severalCells = (line: number, fileName: string) =>
  listProblem(
    `Line ${line} of ${fileName} seems to have several cells, but the heading line has only one.`,
    'Give each column a heading. If it is one name, put it in quotation marks, or save the list as an Excel workbook (.xlsx).',
  );

function notRead({ code }: CsvError, line: number, { fileName, delimiter }: TextRows): Error {
  const where = `Line ${line} of ${fileName}`;
  const mark = delimiter ? ` or ${DELIMITER_NAMES[delimiter]}` : '';
  if (code === 'CSV_MAX_RECORD_SIZE')
    return listProblem(
      `${where}: the row that begins there has more than a million characters.`,
      'Most often a quotation mark is not closed. Correct it, or save the list as an Excel workbook (.xlsx).',
    );
  return listProblem(
    `${where}: it is not certain that a quotation mark in the row that begins there begins or ends a cell.`,
    `A cell in quotation marks must end with one, directly before the end of the line${mark}, and a quotation mark inside it must be written twice. Correct the row, or save the list as an Excel workbook (.xlsx).`,
  );
}

/** The separator of cells; undefined if each line is one cell. */
export type Delimiter = ',' | ';' | '\t' | '|' | undefined;

export const DELIMITER_NAMES = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' };

const DELIMITERS = [';', '\t', ',', '|'] as const;

/**
 * Finds the delimiter: the one that a first line `sep=` names, or else the most frequent one in the line of the headings; and where the rows
 * begin: behind such a line, and behind a title.
 *
 * @param from where the headings are, or what is before them
 */
export function layoutOf(text: string, fileName: string, from: number, wanted: WantedColumns) {
  const [line = '', named] = /^"?sep=(.)"?[ \t;,|]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (named === undefined)
    return { delimiter: delimiterOf(headingLine(text.slice(from)), fileName, wanted), begin: from };
  const delimiter = DELIMITERS.find((one) => one === named);
  if (delimiter !== undefined) return { delimiter, begin: Math.max(from, line.length) };
  throw listProblem(
    `The first line of ${fileName} names the delimiter "${named}", which cannot be read.`,
    'Save the list with commas, semicolons, tabs or vertical bars between the cells, or as an Excel workbook (.xlsx).',
  );
}

function delimiterOf(line: string, fileName: string, wanted: WantedColumns): Delimiter {
  const bare = line.replaceAll(QUOTED, (cell) => cell.slice(1, -1).replaceAll(/[;,\t|]/g, ' '));
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, headings: bare.split(delimiter) }));
  const most = Math.max(...counts.map(({ headings }) => headings.length));
  if (most === 1) return undefined;
  const likely = counts.filter(({ headings }) => headings.length === most);
  // Programs of other countries take another delimiter, and show the companies of another column.
  const isWhole = (heading: string) => !/[;,\t|]/.test(heading);
  const named = counts.filter(
    ({ headings }) => headings.length > 1 && hasCompanyColumn(headings.filter(isWhole), wanted),
  );
  const possible = likely.some((one) => named.includes(one)) ? named : likely;
  const [first, ...others] = possible;
  if (first !== undefined && others.length === 0) return first.delimiter;
  const names = possible.map(({ delimiter }) => DELIMITER_NAMES[delimiter].replace(/^a /, '')).join('s or ');
  throw listProblem(
    `It is not certain what separates the cells of ${fileName}: its headings may be separated by ${names}s.`,
    'Save the list as an Excel workbook (.xlsx), or write a first line "sep=;" with the right delimiter.',
  );
}

/** Gives the possible cells of a line, for each separator. */
export const cellsByAnyDelimiter = (line: string): string[][] =>
  [line, ...DELIMITERS].map((delimiter) =>
    (delimiter === line ? [line] : line.split(delimiter)).map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')),
  );

const QUOTED = /(?<=^|[;,\t|])"(?:[^"]|"")*"(?=[;,\t|]|$)/g;

/** The first line with something in it, as far as its headings can reach. */
function headingLine(text: string): string {
  const from = Math.max(0, text.search(/[^\s;,|"]/));
  const begin = Math.max(text.lastIndexOf('\n', from), text.lastIndexOf('\r', from)) + 1;
  const part = text.slice(begin, begin + 100_000);
  // A heading in quotation marks may have a line break.
  return /^(?:(?<=^|[;,\t|])"(?:[^"]|"")*"(?=[;,\t|\r\n]|$)|[^\r\n])*/.exec(part)?.[0] ?? '';
}
