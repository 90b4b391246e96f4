// What XML allows, and n8n's reader takes for something else: it looks for certain spellings and does not parse. Spreadsheet
// programs do not write it.
import { InvalidItem } from '../../names/invalidItem';

/** @throws InvalidItem for a table of texts in which n8n would count wrongly: each cell would have the text of another one */
export function refuseMisreadTexts(xml: string, fileName: string): void {
  const begins = xml.match(/<(?:\w+:)?si(?=[\s>/])[^>]*>/g) ?? [];
  const ends = xml.match(/<\/(?:\w+:)?si>/g) ?? [];
  if (begins.length !== ends.length || begins.some((tag) => !/^<(?:\w+:)?si>$/.test(tag))) {
    throw misread(fileName, 'its texts are not written one after the other as n8n expects it');
  }
}

export const misread = (fileName: string, what: string) =>
  new InvalidItem(
    `n8n would read ${fileName} wrongly: ${what}.`,
    'Open the workbook in a spreadsheet program, save it again as .xlsx, and run this again.',
  );
