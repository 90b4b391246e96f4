// A workbook as the bytes of an .xlsx file. Rows are written and compressed as they come, so that what is held is the compressed file.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser';

import { rowsAbove, type WorkbookContent } from './content';
import { packageParts, sheetPath } from './packageParts';
import { sheetPart } from './sheetPart';
import { stylesPart } from './stylesPart';

/** Characters of XML that are compressed at once. */
const PIECE = 1 << 16;
/** Of 9: the higher ones take twice the time for a tenth of the size. */
const LEVEL = 4;
/** Of each part in the archive, which knows no years before: the time of the workbook is in its properties. */
const PART_TIME = Date.UTC(1980, 0, 2);

/** The file in pieces. @throws InvalidItem for a sheet with more than a workbook can have */
export function writeWorkbook(content: WorkbookContent): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const write = (path: string, text: Iterable<string>) => {
    writePart(zip, path, text);
  };

  const rowCounts = content.sheets.map((sheet, index) => {
    const { footer, warning } = content;
    write(sheetPath(index), sheetPart(sheet, { isFirst: index === 0, footer, warning }));
    return sheet.rowCount + rowsAbove(sheet);
  });
  write('xl/styles.xml', [stylesPart()]);
  for (const [path, xml] of Object.entries(packageParts(content, rowCounts))) write(path, [xml]);
  zip.end();
  return pieces;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function writePart(zip: Zip, path: string, text: Iterable<string>): void {
  const part = new ZipDeflate(path, { level: LEVEL });
  part.mtime = PART_TIME;
  zip.add(part);
  let waiting = DECLARATION;
  for (const piece of text) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    part.push(strToU8(waiting));
    waiting = '';
  }
  part.push(strToU8(waiting), true);
}
