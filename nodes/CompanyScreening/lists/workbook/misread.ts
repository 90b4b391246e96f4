// What XML allows, and n8n's reader takes for something else: it looks for certain spellings and does not parse. Spreadsheet
// programs do not write it.
import { InvalidItem } from '../../names/invalidItem';

const ODD_XML = [
  { odd: /<!--/, what: 'it has comments' },
  { odd: /<!\[CDATA\[/, what: 'it has texts in CDATA sections' },
  { odd: /<\?(?!xml\s)/, what: 'it has instructions for another program' },
  { odd: /<\/[\w:-]+\s/, what: 'white space is in the ends of its tags' },
  // Beyond U+FFFF, n8n's reader makes another letter of it.
  {
    odd: /&#(?:x0*(?:[1-9a-f][\da-f]{4,})|0*(?:6553[6-9]|655[4-9]\d|65[6-9]\d\d|6[6-9]\d{3}|[7-9]\d{4}|[1-9]\d{5,}));/i,
    what: 'letters are written as their numbers',
  },
];

/** @throws InvalidItem for XML whose texts n8n would change or lose */
export function refuseMisreadXml(xml: string, fileName: string): void {
  const found = ODD_XML.find(({ odd }) => odd.test(xml));
  if (found) throw misread(fileName, found.what);
}

/** @throws InvalidItem for a table of texts in which n8n would count wrongly: each cell would have the text of another one */
export function refuseMisreadTexts(xml: string, fileName: string): void {
  refuseMisreadXml(xml, fileName);
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
