// What separates the cells of a text file: a comma, a semicolon, a tab or a vertical bar, as its headings show.
import { InvalidItem } from '../names/invalidItem';

/** How the cells of a file are separated; none if each line is one cell. */
export type Delimiter = ',' | ';' | '\t' | '|' | undefined;

export const DELIMITER_NAMES = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' };

const DELIMITERS = [';', '\t', ',', '|'] as const;

export interface Layout {
  delimiter: Delimiter;
  /** Where the rows begin: behind a line such as `sep=;`, and behind a title. */
  begin: number;
}

/**
 * The delimiter is the one that the line of the headings has most of, or the one that a first line `sep=` names.
 *
 * @param from where the headings are, or what is before them
 * @param hasCompanyColumn whether one of these headings is the company column
 */
export function layoutOf(
  text: string,
  fileName: string,
  from: number,
  hasCompanyColumn: (headings: string[]) => boolean,
): Layout {
  const named = /^"?sep=(.)"?[ \t;,|]*(?:\r\n|\r|\n|$)/i.exec(text);
  if (named) {
    const delimiter = DELIMITERS.find((one) => one === named[1]);
    if (delimiter === undefined) {
      throw new InvalidItem(
        `The first line of ${fileName} names the delimiter "${named[1] ?? ''}", which is not read.`,
        'Save the list with commas, semicolons, tabs or vertical bars between the cells, or as an Excel workbook (.xlsx).',
      );
    }
    return { delimiter, begin: Math.max(from, named[0].length) };
  }
  return { delimiter: delimiterOf(headingLine(text.slice(from)), fileName, hasCompanyColumn), begin: from };
}

function delimiterOf(
  line: string,
  fileName: string,
  hasCompanyColumn: (headings: string[]) => boolean,
): Delimiter {
  const bare = line.replaceAll(QUOTED, (cell) => cell.slice(1, -1).replaceAll(/[;,\t|]/g, ' '));
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, headings: bare.split(delimiter) }));
  const most = Math.max(...counts.map(({ headings }) => headings.length));
  if (most === 1) return undefined;
  const possible = counts.filter(({ headings }) => headings.length === most);
  const [first, ...others] =
    possible.length === 1 ? possible : possible.filter((one) => hasCompanyColumn(one.headings));
  if (first !== undefined && others.length === 0) return first.delimiter;
  throw new InvalidItem(
    `What separates the cells of ${fileName} is not certain: its headings have as many ${possible
      .map(({ delimiter }) => DELIMITER_NAMES[delimiter].replace(/^a /, ''))
      .join('s as ')}s.`,
    'Save the list as an Excel workbook (.xlsx), or write a first line "sep=;" with the right delimiter.',
  );
}

/** What may be the cells of a line, whatever separates them. */
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
