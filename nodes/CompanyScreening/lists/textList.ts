// A text file → the rows of its list.
import { decodeText } from './decode';
import { lineBreaksOf, readTextRows } from './csv';
import { layoutOf } from './delimiter';
import { noList, otherTextKind } from './fileKind';
import { hasCompanyColumn, type WantedColumns } from './headings';
import { ListReader, type ListRow } from './rows';

export interface TextList {
  bytes: Buffer;
  fileName: string;
  /** See `decodeText`. */
  encoding: string;
  wanted: WantedColumns;
}

/** @throws InvalidItem if the list cannot be read with certainty */
export function readTextList({ bytes, fileName, encoding, wanted }: TextList): ListRow[] {
  const text = decodeText(bytes, encoding, fileName);
  const what = otherTextKind(text);
  if (what !== undefined) throw noList(fileName, what);
  const { delimiter, begin } = layoutOf(text, fileName, (headings) => hasCompanyColumn(headings, wanted));
  const reader = new ListReader({
    fileName,
    wanted,
    place: 'Line',
    text: { delimiter, lineBreaks: lineBreaksOf(text) },
  });
  readTextRows(
    { text: text.slice(begin), delimiter, fileName, firstLine: begin > 0 ? 2 : 1 },
    (line, cells) => {
      reader.add(line, cells);
    },
  );
  return reader.end();
}
