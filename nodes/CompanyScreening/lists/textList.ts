// A text file → the rows of its list.
import { cellsByAnyDelimiter, layoutOf, lineBreaks, lineBreaksOf, readTextRows } from './csv';
import { decodeText } from './decode';
import { noList, otherTextKind } from './fileKind';
import { hasCompanyColumn, isBeneathTitle, noCompanyColumn, type WantedColumns } from './headings';
import { withoutNumberMark } from './listChecks';
import { ListReader, SEARCHED, type ReadList } from './rows';
import { likelyHeadings, type Notice } from './seenList';

export interface TextList {
  bytes: Buffer;
  fileName: string;
  /** See `decodeText`. */
  encoding: string;
  wanted: WantedColumns;
  /** See `ListSource`. */
  headingRow: number;
  notice?: Notice;
}

/** @throws InvalidItem if the list cannot be read with certainty */
export function readTextList({ bytes, fileName, encoding, wanted, ...list }: TextList): ReadList {
  const text = decodeText(bytes, encoding, fileName);
  const what = otherTextKind(text);
  if (what !== undefined) throw noList(fileName, what);
  list.notice?.({ headings: likelyHeadings(firstLines(text).flatMap(cellsByAnyDelimiter)) });
  const { headingRow = 0, title = [] }: HeadingLine =
    list.headingRow > 0 ? list : lineBeneathTitle(text, wanted, fileName);
  const { delimiter, begin } = layoutOf(text, fileName, beginOfLine(text, headingRow), (headings) =>
    hasCompanyColumn(headings, wanted),
  );
  const reader = new ListReader({
    fileName,
    listFile: fileName,
    wanted,
    headingRow,
    title,
    ...(list.notice ? { notice: list.notice } : {}),
    place: 'Line',
    text: { delimiter, lineBreaks: lineBreaksOf(text) },
  });
  const firstLine = 1 + lineBreaks(text.slice(0, begin));
  readTextRows({ text: text.slice(begin), delimiter, fileName, firstLine }, (line, cells) => {
    reader.add(line, cells.map(withoutNumberMark));
  });
  return reader.end();
}

function beginOfLine(text: string, line: number): number {
  let begin = 0;
  for (let count = 1; count < line && begin < text.length; count += 1) {
    const end = text.slice(begin).search(/[\r\n]/);
    begin = end < 0 ? text.length : begin + end + (text.startsWith('\r\n', begin + end) ? 2 : 1);
  }
  return begin;
}

const firstLines = (text: string): string[] => text.slice(0, 100_000).split(/\r\n|\r|\n/, SEARCHED);

interface HeadingLine {
  /** See `ListSource`. */
  headingRow?: number;
  title?: string[][];
}

/**
 * Finds the line of the headings, if there is a title above them.
 *
 * @throws InvalidItem that says which line has the headings, if the lines above it may be more than a title
 */
function lineBeneathTitle(text: string, wanted: WantedColumns, fileName: string): HeadingLine {
  const lines = firstLines(text);
  const headingsOf = (line: string) =>
    cellsByAnyDelimiter(line).filter((headings) => hasCompanyColumn(headings, wanted));
  const first = lines.findIndex((line) => /[^\s;,|"]/.test(line) && !/^"?sep=/i.test(line));
  const title = lines[first] ?? '';
  if (headingsOf(title).length > 0) return {};
  const found = lines.findIndex((line, index) => index > first && headingsOf(line).length > 0);
  if (found < 0) return {};
  const above = lines.slice(first, found);
  const cells = above
    .map((line) => line.split(/[;,\t|]/))
    .filter((row) => row.some((cell) => cell.trim() !== ''));
  // A quotation mark may hold several lines together.
  const isTitle =
    !above.some((line) => line.includes('"')) &&
    headingsOf(lines[found] ?? '').some((headings) => isBeneathTitle(headings, cells));
  if (isTitle) return { headingRow: found + 1, title: cells };
  throw noCompanyColumn([title], wanted, fileName, { place: 'Line', number: found + 1 });
}
