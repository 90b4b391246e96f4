// Lists as common programs write them, each by its habits: all of them are read. What Create Workbook writes is read in
// workbooks.property.test.ts, and what LibreOffice, openpyxl and XlsxWriter themselves write in e2e/lists.
import { odsOf, zip } from '../../support/workbookParts';
import { readBook } from './reading';

const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};
const MICROSOFT = 'http://schemas.microsoft.com/office';
const COMPATIBILITY = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TEXTS = ['Company', 'Customer No', 'Acme &amp; Co', '0012', 'Büro Süd', '0013'];

interface Habits {
  namespaces?: typeof TRANSITIONAL;
  /** The attributes of the workbook, and of the sheet, besides the usual namespaces. */
  root?: string;
  beforeSheets?: string;
  sheet?: string;
  behindSheets?: string;
  beforeRows?: string;
  row?: string;
  /** Makes a cell of the text with that number. */
  cell?: (place: string, text: number) => string;
  behindRows?: string;
  /** What is before the targets of relations. */
  folder?: string;
  shared?: 'no' | 'yes';
  more?: Record<string, string>;
}

const sharedCell = (place: string, text: number) => `<c r="${place}" t="s"><v>${text}</v></c>`;

function written({
  namespaces = TRANSITIONAL,
  root = '',
  beforeSheets = '',
  sheet = 'name="Sheet1" sheetId="1"',
  behindSheets = '',
  beforeRows = '',
  row = '',
  cell = sharedCell,
  behindRows = '',
  folder = '',
  shared = 'yes',
  more = {},
}: Habits): Buffer {
  const { main, office } = namespaces;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (all: string) => `<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  const type = (part: string, kind: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const rows = [0, 1, 2].map(
    (at) => `<row r="${at + 1}"${row}>${cell(`A${at + 1}`, 2 * at)}${cell(`B${at + 1}`, 2 * at + 1)}</row>`,
  );
  return zip({
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/worksheets/sheet1.xml', 'worksheet')}${type('/xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': relations(
      relation('rId1', 'officeDocument', 'xl/workbook.xml') +
        relation('rId2', 'custom-properties', 'docProps/custom.xml'),
    ),
    'docProps/custom.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', `${folder}worksheets/sheet1.xml`) +
        (shared === 'yes' ? relation('rId2', 'sharedStrings', `${folder}sharedStrings.xml`) : ''),
    ),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="${main}" xmlns:r="${office}" ${root}>${beforeSheets}<sheets><sheet ${sheet} r:id="rId1"/></sheets>${behindSheets}</workbook>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}" xmlns:r="${office}" ${root}>${beforeRows}<sheetData>${rows.join('')}</sheetData>${behindRows}</worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" count="6" uniqueCount="6">${TEXTS.map((text) => `<si><t>${text}</t><phoneticPr fontId="1" type="noConversion"/></si>`).join('')}</sst>`,
    ...more,
  });
}

const inlineCell = (place: string, text: number) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${TEXTS[text]}</t></is></c>`;
const MARGINS = '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>';

const EXCEL: Habits = {
  root: `${COMPATIBILITY} mc:Ignorable="x14ac x15 xr" xmlns:x14ac="${MICROSOFT}/spreadsheetml/2009/9/ac" xmlns:x15="${MICROSOFT}/spreadsheetml/2010/11/main" xmlns:xr="${MICROSOFT}/spreadsheetml/2014/revision" xr:uid="{0}"`,
  beforeSheets: `<fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="22730"/><workbookPr defaultThemeVersion="166925"/><mc:AlternateContent ${COMPATIBILITY}><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Lists\\" xmlns:x15ac="${MICROSOFT}/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent><xr:revisionPtr revIDLastSave="0" documentId="8_{0}"/><bookViews><workbookView xWindow="0" windowWidth="22260" xr2:uid="{0}" xmlns:xr2="${MICROSOFT}/spreadsheetml/2015/revision2"/></bookViews>`,
  behindSheets: `<calcPr calcId="191029"/><extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>`,
  beforeRows:
    '<dimension ref="A1:B3"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="B2" sqref="B2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="14.4" x14ac:dyDescent="0.3"/><cols><col min="1" max="1" width="20" customWidth="1"/></cols>',
  row: ' spans="1:2" x14ac:dyDescent="0.3"',
  behindRows: `<phoneticPr fontId="1"/>${MARGINS}<pageSetup paperSize="9" orientation="portrait" r:id="rId1"/><extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="${MICROSOFT}/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting/></x14:conditionalFormattings></ext></extLst>`,
};

const GOOGLE_ROOT = `xmlns:mx="${MICROSOFT}/mac/excel/2008/main" ${COMPATIBILITY} xmlns:mv="urn:schemas-microsoft-com:mac:vml" xmlns:x14="${MICROSOFT}/spreadsheetml/2009/9/main" xmlns:x15="${MICROSOFT}/spreadsheetml/2010/11/main" xmlns:xm="${MICROSOFT}/excel/2006/main"`;

const PROGRAMS: Array<[string, Habits]> = [
  ['Excel', EXCEL],
  [
    'Excel, strict',
    {
      ...EXCEL,
      namespaces: STRICT,
      sheet: 'name="Sheet1" sheetId="1" state="visible"',
      beforeSheets: '<workbookPr dateCompatibility="0"/>',
    },
  ],
  [
    'LibreOffice',
    {
      root: `xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:x14="${MICROSOFT}/spreadsheetml/2009/9/main" ${COMPATIBILITY}`,
      beforeSheets:
        '<fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><workbookProtection/><bookViews><workbookView showHorizontalScroll="true" firstSheet="0" activeTab="0"/></bookViews>',
      sheet: 'name="Sheet1" sheetId="1" state="visible"',
      behindSheets:
        '<calcPr iterateCount="100" refMode="A1" iterate="false" iterateDelta="0.001"/><extLst><ext xmlns:loext="http://schemas.libreoffice.org/" uri="{7626C862-2A13-11E5-B345-FEFF819CDC9F}"><loext:extCalcPr stringRefSyntax="CalcA1"/></ext></extLst>',
      beforeRows:
        '<sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><dimension ref="A1:B3"/><sheetFormatPr defaultColWidth="11.5" defaultRowHeight="12.8" zeroHeight="false"/>',
      row: ' customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"',
      behindRows: `<printOptions headings="false" gridLines="false"/>${MARGINS}<headerFooter differentFirst="false"><oddHeader>&amp;C&amp;A</oddHeader></headerFooter>`,
    },
  ],
  [
    'Google Sheets',
    {
      root: GOOGLE_ROOT,
      beforeSheets: '<workbookPr/>',
      sheet: 'state="visible" name="Sheet1" sheetId="1"',
      behindSheets: '<definedNames/><calcPr/>',
      beforeRows:
        '<sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/>',
      behindRows: '<drawing r:id="rId1"/>',
    },
  ],
  [
    'WPS',
    {
      root: 'xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"',
      beforeSheets:
        '<fileVersion appName="xl" lastEdited="3" lowestEdited="5" rupBuild="9302"/><workbookPr/>',
      behindSheets: '<calcPr calcId="144525"/>',
      row: ' spans="1:2"',
      more: {
        'docProps/custom.xml':
          '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="KSOProductBuildVer"><vt:lpwstr>2052-11.1.0.10314</vt:lpwstr></property></Properties>',
      },
    },
  ],
  [
    'Apache POI',
    {
      beforeSheets: '<workbookPr date1904="false"/><bookViews><workbookView activeTab="0"/></bookViews>',
      sheet: 'name="Sheet0" sheetId="1"',
      beforeRows:
        '<dimension ref="A1:B3"/><sheetViews><sheetView workbookViewId="0" tabSelected="true"/></sheetViews><sheetFormatPr defaultRowHeight="15.0"/>',
      behindRows: MARGINS,
    },
  ],
  ['Apache POI, in a stream', { sheet: 'name="Sheet0" sheetId="1"', cell: inlineCell, shared: 'no' }],
  [
    'openpyxl',
    {
      beforeSheets:
        '<workbookPr/><workbookProtection/><bookViews><workbookView visibility="visible" minimized="0"/></bookViews>',
      sheet: 'name="Sheet" sheetId="1" state="visible"',
      behindSheets: '<definedNames/><calcPr calcId="124519" fullCalcOnLoad="1"/>',
      beforeRows:
        '<sheetPr><outlinePr summaryBelow="1" summaryRight="1"/><pageSetUpPr/></sheetPr><dimension ref="A1:B3"/>',
      behindRows: MARGINS,
      folder: '/xl/',
    },
  ],
  ['openpyxl, in a stream', { cell: (_, text) => `<c t="inlineStr"><is><t>${TEXTS[text]}</t></is></c>` }],
  [
    'XlsxWriter',
    {
      beforeSheets:
        '<fileVersion appName="xl" lastEdited="4" lowestEdited="4" rupBuild="4505"/><workbookPr defaultThemeVersion="124226"/>',
      behindSheets: '<calcPr calcId="124519" fullCalcOnLoad="1"/>',
      beforeRows: '<dimension ref="A1:B3"/>',
      row: ' spans="1:2"',
      behindRows: MARGINS,
    },
  ],
];

const companiesIn = (bytes: Buffer) =>
  readBook(bytes).rows.map(({ kind, json }) => [kind, json['companyName'], json['companyKey']]);
const COMPANIES = [
  ['company', 'Acme & Co', '0012'],
  ['company', 'Büro Süd', '0013'],
];

test.each(PROGRAMS)('a list of %s is read', (_, habits) => {
  expect(companiesIn(written(habits))).toEqual(COMPANIES);
});

test('an .ods list of LibreOffice is read', () => {
  const cell = (text: number, style = '') =>
    `<table:table-cell${style} office:value-type="string" calcext:value-type="string"><text:p>${TEXTS[text]}</text:p></table:table-cell>`;
  const row = (at: number) =>
    `<table:table-row table:style-name="ro1">${cell(2 * at, ' table:style-name="Default"')}${cell(2 * at + 1)}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>`;
  const empty =
    '<table:table-row table:style-name="ro1" table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const table = `<table:table table:name="Sheet1" table:style-name="ta1"><office:forms/><table:table-column table:style-name="co1" table:number-columns-repeated="16384" table:default-cell-style-name="Default"/>${[0, 1, 2].map(row).join('')}${empty}</table:table>`;
  const before =
    '<table:calculation-settings table:automatic-find-labels="false"><table:iteration table:status="disable"/></table:calculation-settings>';
  expect(companiesIn(odsOf(`${before}${table}<table:named-expressions/>`))).toEqual(COMPANIES);
});
