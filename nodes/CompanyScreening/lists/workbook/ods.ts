// An .ods file: a ZIP archive of XML (OpenDocument). Only what n8n's reader does not tell is read here.
import { InvalidItem } from '../../names/invalidItem';
import { partIn, partsOf } from './archive';
import { chosenOf, othersThan } from './choice';
import { refuseMisreadXml } from './misread';
import type { ChosenSheet, Sheet, WorkbookFile } from './workbookFile';
import { elements } from './xml';

export function sheetInOds({ bytes, fileName, wantedSheet }: WorkbookFile): ChosenSheet {
  const content = partIn(partsOf(bytes), 'content.xml');
  const sheets = sheetsOf(content);
  refuseMisreadXml(content, fileName);
  const chosen = chosenOf(sheets, wantedSheet, fileName);
  if (/calcext:value-type="error"/.test(content)) throw holdsErrors(fileName);
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
