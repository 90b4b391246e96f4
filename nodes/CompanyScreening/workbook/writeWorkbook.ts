// A workbook as the bytes of an .xlsx file. Rows are written and compressed as they come, so that only the compressed file is held.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser';

import { printedColumns, rowsAbove, type WorkbookContent } from './content';
import { rangeOf, sheetPart, xmlText } from './sheetPart';
import { stylesPart } from './stylesPart';

/** Characters of XML that are compressed at once. */
const PIECE = 1 << 16;
/** The level, of 9: the higher ones take twice the time for a tenth of the size. */
const LEVEL = 4;
/** The time of each part in the archive, which knows no years before: the time of the workbook is in its properties. */
const PART_TIME = Date.UTC(1980, 0, 2);

/** Gives the file in pieces. @throws InvalidItem for a sheet with more than a workbook can have */
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

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** @param rowCounts how many rows each sheet has, its headings and the rows above them included */
function packageParts(content: WorkbookContent, rowCounts: readonly number[]): Record<string, string> {
  const { sheets } = content;
  return {
    'xl/workbook.xml': workbookPart(content, rowCounts),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, index): [string, string] => [
        `${OFFICE}/relationships/worksheet`,
        `worksheets/sheet${index + 1}.xml`,
      ]),
      [`${OFFICE}/relationships/styles`, 'styles.xml'],
    ]),
    'docProps/core.xml': coreProperties(content),
    'docProps/app.xml': `<Properties xmlns="${OFFICE}/extended-properties"><Application>Company Screening for n8n</Application></Properties>`,
    'docProps/custom.xml': customProperties(content.properties),
    '_rels/.rels': relationships([
      [`${OFFICE}/relationships/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      [`${OFFICE}/relationships/extended-properties`, 'docProps/app.xml'],
      [`${OFFICE}/relationships/custom-properties`, 'docProps/custom.xml'],
    ]),
    '[Content_Types].xml': contentTypes(sheets.length),
  };
}

function workbookPart({ sheets }: WorkbookContent, rowCounts: readonly number[]): string {
  const names = sheets.flatMap((sheet, index) => {
    const { name, isPage = false, columns } = sheet;
    if (isPage) return [];
    const above = rowsAbove(sheet);
    const rows = rowCounts[index] ?? above;
    const filter = rangeOf(columns.length, rows, { first: above, anchor: '$' });
    const page = rangeOf(printedColumns(sheet), rows, { anchor: '$' });
    const defined = (what: string, where: string, more = '') =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>'${xmlText(name)}'!${where}</definedName>`;
    return [
      defined('_FilterDatabase', filter, ' hidden="1"'),
      defined('Print_Area', page),
      defined('Print_Titles', `$1:$${above}`),
    ];
  });
  return [
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}/relationships">`,
    '<workbookPr defaultThemeVersion="124226"/>',
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000" tabRatio="800" activeTab="0"/></bookViews>',
    `<sheets>${sheets.map(({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets>`,
    names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`,
    '</workbook>',
  ].join('');
}

function relationships(entries: ReadonlyArray<readonly [string, string]>): string {
  const list = entries.map(
    ([type, path], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${path}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', `${SHEETS}.sheet.main+xml`),
    part('xl/styles.xml', `${SHEETS}.styles+xml`),
    ...Array.from({ length: sheets }, (_, index) => part(sheetPath(index), `${SHEETS}.worksheet+xml`)),
    part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    part('docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'),
    part('docProps/custom.xml', 'application/vnd.openxmlformats-officedocument.custom-properties+xml'),
    '</Types>',
  ].join('');
}

function coreProperties({ madeAt }: WorkbookContent): string {
  const time = `${new Date(madeAt).toISOString().slice(0, 19)}Z`;
  return [
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`,
    '<dc:title>Company screening</dc:title><dc:creator>Company Screening for n8n</dc:creator>',
    `<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified>`,
    '</cp:coreProperties>',
  ].join('');
}

/** The id of the set is fixed, and the numbers begin with 2. */
function customProperties(properties: Readonly<Record<string, string>>): string {
  const list = Object.entries(properties).map(
    ([name, value], index) =>
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${index + 2}" name="${xmlText(name)}"><vt:lpwstr>${xmlText(value)}</vt:lpwstr></property>`,
  );
  return `<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">${list.join('')}</Properties>`;
}
