// An .ods file: a ZIP archive of XML (OpenDocument). Only what n8n's reader does not tell is read here.
import { InvalidItem } from '../../names/invalidItem';
import { partIn, partsOf } from './archive';
import { chosenOf, nameOf, noResult, othersThan, type Place } from './choice';
import { misread, refuseMisreadXml } from './misread';
import type { ChosenSheet, Sheet, WorkbookFile } from './workbookFile';
import { attributes, elements } from './xml';

export function sheetInOds({ bytes, fileName, wantedSheet }: WorkbookFile): ChosenSheet {
  const content = partIn(partsOf(bytes), 'content.xml');
  const sheets = sheetsOf(content);
  refuseMisreadXml(content, fileName);
  const chosen = chosenOf(sheets, wantedSheet, fileName);
  if (/calcext:value-type="error"/.test(content)) throw holdsErrors(fileName);
  refuseMisreadCells(content, sheets.indexOf(chosen), fileName);
  return {
    name: chosen.name,
    range: undefined,
    errors: new Map(),
    otherSheets: othersThan(chosen, sheets),
  };
}

function sheetsOf(content: string): Sheet[] {
  const hiddenStyles = new Set(
    Array.from(content.matchAll(/<style:style\b[^>]*[^/]>.*?<\/style:style>/gs), ([style]) => style)
      .filter((style) => elements(style, 'table-properties').some((one) => one['table:display'] === 'false'))
      .map((style) => elements(style, 'style')[0]?.['style:name']),
  );
  return elements(content, 'table').map((table) => ({
    name: table['table:name'] ?? '',
    hidden: hiddenStyles.has(table['table:style-name']),
  }));
}

// n8n's reader leaves them out, and where they are is more than is read here.
const holdsErrors = (fileName: string) =>
  new InvalidItem(
    `${fileName} has formulas that failed, such as #N/A.`,
    'Correct them, or save the workbook as .xlsx, and run this again.',
  );

const TAG = /<(\/?)([\w.-]+:)([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
// n8n's reader knows no other spelling, and skips a tag whose attributes are written otherwise.
const UNDERSTOOD_ATTRIBUTES = /^(?:\s+[^\s="']+="[^"]*")*\s*\/?$/;

/** @throws InvalidItem for a cell of the sheet that n8n would lose or change */
function refuseMisreadCells(content: string, wanted: number, fileName: string): void {
  let sheet = -1;
  let isInCell = false;
  let repeated = 1;
  // How many columns the last cell stands for.
  let columns = 1;
  const place: Place = { row: 0, column: -1 };
  for (const [, end = '', prefix = '', name = '', text = ''] of content.matchAll(TAG)) {
    const isTable = prefix === 'table:';
    if (isTable && name === 'table' && end === '') sheet += 1;
    if (sheet > wanted) return;
    if (sheet < wanted) continue;
    if (!UNDERSTOOD_ATTRIBUTES.test(text))
      throw misread(fileName, `the attributes of ${prefix}${name} are not written as n8n expects it`);
    if (isInCell && prefix === 'draw:') throw shapeOnCell(place, fileName);
    const isCell = isTable && (name === 'table-cell' || name === 'covered-table-cell');
    if (end !== '') {
      if (isCell) isInCell = false;
      if (isTable && name === 'table-row') place.row += repeated;
      continue;
    }
    const given = attributes(text);
    if (isTable && name === 'table-row') {
      repeated = Number(given['table:number-rows-repeated'] ?? 1);
      place.column = -1;
      columns = 1;
      if (text.endsWith('/')) place.row += repeated;
    }
    if (!isCell) continue;
    place.column += columns;
    if (given['table:formula'] !== undefined && given['office:value-type'] === undefined) {
      throw noResult(place, fileName);
    }
    isInCell = !text.endsWith('/');
    columns = Number(given['table:number-columns-repeated'] ?? 1);
  }
}

const shapeOnCell = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: a picture or a shape lies on cell ${nameOf(place)}, and n8n would lose or change the text of that cell.`,
    'Remove it, or save the workbook as .xlsx or the list as .csv, and run this again.',
  );
