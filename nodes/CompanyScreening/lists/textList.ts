// A text file → the rows of its list.
import { cellsByAnyDelimiter, hasMixedLineBreaks, layoutOf, lineBreaks, readTextRows } from './csv';
import { decodeText } from './decode';
import { refuseOtherText } from './fileKind';
import { withoutNumberMark } from './listChecks';
import { ListReader, type ReadList, likelyHeadings, type ListFile } from './rows';
import { SEARCHED, titleIn, type FirstRow } from './title';

export interface TextList extends ListFile {
  /** See `decodeText`. */
  encoding: string;
}

/** @throws InvalidItem if the list cannot be read with certainty */
export function readTextList({ bytes, encoding, ...list }: TextList): ReadList {
  const { fileName, wanted, notice } = list;
  const text = decodeText(bytes, encoding, fileName);
  refuseOtherText(text, fileName);
  notice?.({ headings: likelyHeadings(firstLines(text).flatMap(cellsByAnyDelimiter)) });
  const found = { ...list, ...titleIn(firstRowsOf(text), list, 'Line') };
  const { delimiter, begin } = layoutOf(text, fileName, beginOfLine(text, found.headingRow), wanted);
  const facts = { delimiter, isMixed: hasMixedLineBreaks(text) };
  const reader = new ListReader({ ...found, listFile: fileName, place: 'Line', text: facts });
  const firstLine = 1 + lineBreaks(text.slice(0, begin));
  readTextRows({ text: text.slice(begin), delimiter, fileName, firstLine }, (row, cells) => {
    reader.add({ row, cells: cells.map(withoutNumberMark) });
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

/** The first line with something in it, and those that follow. A line that names the separator is none of them. */
function firstRowsOf(text: string): FirstRow[] {
  const lines = firstLines(text).map((line, index) => ({ line, row: index + 1 }));
  const first = lines.findIndex(({ line }) => /[^\s;,|"]/.test(line) && !/^"?sep=/i.test(line));
  return lines.slice(first).map(({ line, row }) => ({
    row,
    cells: line.split(/[;,\t|]/),
    readings: cellsByAnyDelimiter(line),
    mayGoOn: line.includes('"'),
  }));
}
