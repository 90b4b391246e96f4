// Workbooks as few programs write them, and the result of Read Company List for each. Part of `listKinds`.
import type { ListKind } from './listKinds';
import { inNamespace, odsOf, relationship, xlsxOf, type XlsxParts } from './workbookParts';

const HEADINGS =
  '<row r="1"><c r="A1" t="str"><v>Customer No</v></c><c r="B1" t="str"><v>Company</v></c><c r="C1" t="str"><v>Since</v></c></row>';
const FORMATS = ['"Studio "0', '@" Ltd"', '00000', 'yyyy-mm-dd', '0%', '#,##0', '0;-0;0;0'];

const xlsx = (cells: string, parts: XlsxParts = {}) =>
  xlsxOf({ rows: `${HEADINGS}<row r="2">${cells}</row>`, formats: FORMATS, ...parts });
const company = (cell: string) => xlsx(`<c r="A2"><v>1</v></c>${cell}`);
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is>${text}</is></c>`;
const acme = inline('B2', '<t>Acme</t>');
const sheet = (rows: string, more = '') =>
  `<worksheet><sheetData>${HEADINGS}${rows}</sheetData>${more}</worksheet>`;
const odsCell = (attributes: string, content: string, styles = '') =>
  odsOf(
    `<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string"><text:p>Company</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell${attributes}>${content}</table:table-cell></table:table-row></table:table>`,
    styles,
  );

const read = (kind: string, bytes: Buffer, ...companies: string[]): ListKind => ({
  kind,
  fileName: 'list',
  bytes,
  companies,
});
const errors = (kind: string, bytes: Buffer, ...problems: RegExp[]): ListKind => ({
  ...read(kind, bytes),
  errors: problems,
});
const stops = (kind: string, bytes: Buffer, sentence: RegExp): ListKind => ({
  ...read(kind, bytes),
  stops: sentence,
});

const DAMAGED = /^list is a workbook that cannot be read: it is damaged/;
const PROTECTED =
  '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
const OURS =
  '<Properties><property name="CompanyScreeningWorkbook"><v>1.0.0</v></property><property name="CompanyScreeningSheets"><v>Companies\nHits</v></property><property name="CompanyScreeningColumns"><v>Outcome</v></property></Properties>';
/** Two sheets with a column of ours. */
const ofOurs = (second: string) =>
  xlsx('', {
    sheets: `<sheet name="Companies" r:id="rId1"/><sheet name="${second}" r:id="rId1"/>`,
    sheet: sheet(`<row r="2">${acme}</row>`).replace('>Since<', '>Outcome<'),
    more: { 'docProps/custom.xml': OURS },
  });

export const workbookKinds: ListKind[] = [
  errors(
    'A conditional format that may show another text (`;;;"Plain Co"`)',
    xlsx(acme, {
      sheet: sheet(
        `<row r="2">${acme}</row>`,
        '<conditionalFormatting sqref="B2:B9"><cfRule type="expression" dxfId="0"/></conditionalFormatting>',
      ),
      more: {
        'xl/styles.xml':
          '<styleSheet><dxfs><dxf><numFmt numFmtId="170" formatCode=";;;&quot;Plain Co&quot;"/></dxf></dxfs></styleSheet>',
      },
    }),
    /^Cell B2 holds Acme, but shows something else under a condition\.$/,
  ),
  errors(
    'TRUE or FALSE as a customer number',
    xlsx(`<c r="A2" t="b"><v>1</v></c>${acme}`),
    /^Cell A2 holds TRUE, which is neither a text nor a number\.$/,
  ),
  read(
    'A text in several formats, the first part without one',
    company(inline('B2', '<t>Gloom</t><r><t>harbour</t></r>')),
    'Gloomharbour',
  ),
  read(
    'A text with a reading above its letters',
    company(inline('B2', '<t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh>')),
    '漢字',
  ),
  read(
    'A text with comments or CDATA in its XML',
    company('<c r="B2" t="str"><v>A<!-- x --><![CDATA[&]]>B</v></c>'),
    'A&B',
  ),
  read('A text in a cell, written as a value', company('<c r="B2" t="inlineStr"><v>Acme</v></c>'), 'Acme'),
  read(
    'A number (.ods) without the text that it shows',
    odsCell(' office:value-type="float" office:value="360"', ''),
    '360',
  ),
  read('A number as a name (`360`)', company('<c r="B2"><v>360</v></c>'), '360'),
  read(
    'A number whose format adds letters (`"Studio "0`)',
    company('<c r="B2" s="1"><v>54</v></c>'),
    'Studio 54',
  ),
  read(
    'A text whose format adds letters (`@" Ltd"`)',
    company('<c r="B2" t="str" s="2"><v>Acme</v></c>'),
    'Acme Ltd',
  ),
  errors(
    'A text whose format makes something else of it (`0;-0;0;0`)',
    company('<c r="B2" t="str" s="7"><v>Acme</v></c>'),
    /^Cell B2 holds "?Acme"?, but shows something else/,
  ),
  read(
    'A customer number whose format adds zeros (`00000`)',
    xlsx(`<c r="A2" s="3"><v>42</v></c>${acme}`),
    'Acme',
  ),
  errors(
    'A number whose format makes something else of it (`0%`)',
    company('<c r="B2" s="5"><v>5</v></c>'),
    /^Cell B2 holds 5, but shows something else/,
  ),
  errors(
    'A number whose format rounds it (`#,##0` for 7.5)',
    company('<c r="B2" s="6"><v>7.5</v></c>'),
    /^Cell B2 holds 7.5, but shows something else/,
  ),
  read(
    'A text (.ods) whose format adds letters',
    odsCell(
      ' office:value-type="string" office:string-value="Acme" table:style-name="ce1"',
      '<text:p>Acme Ltd</text:p>',
      '<number:text-style style:name="N1"><number:text-content/><number:text> Ltd</number:text></number:text-style><style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>',
    ),
    'Acme Ltd',
  ),
  errors(
    'A text (.ods) beside another one that it shows',
    odsCell(' office:value-type="string" office:string-value="Evil Corp"', '<text:p>Plain Co</text:p>'),
    /^Cell A2 holds Evil Corp, but shows "Plain Co"\.$/,
  ),
  errors(
    'A field in a text (.ods), such as the name of the sheet',
    odsCell('', '<text:p>Acme <text:sheet-name>One</text:sheet-name></text:p>'),
    /^Cell A2 contains more than text, such as a field or a list/,
  ),
  errors(
    'A number (.ods) that shows another one',
    odsCell(' office:value-type="float" office:value="54"', '<text:p>Studio 55</text:p>'),
    /^Cell A2 holds 54, but shows "Studio 55"\./,
  ),
  errors(
    'A name that became a date before 1927 or after 2099',
    company('<c r="B2" s="4"><v>5000</v></c>'),
    /^Cell B2 holds a date/,
  ),
  errors(
    'A customer number that became a date',
    xlsx(`<c r="A2" s="4"><v>45103</v></c>${acme}`),
    /^Cell A2 holds a date/,
  ),
  read(
    'A date in another column',
    xlsx(`<c r="A2"><v>1</v></c>${acme}<c r="C2" s="4"><v>45103</v></c>`),
    'Acme',
  ),
  errors(
    'A formula that was never calculated',
    company('<c r="B2"><f>A2</f></c>'),
    /^Cell B2 has a formula without a result in the file\.$/,
  ),
  errors(
    'A formula that is calculated again on opening (`TODAY`, `INDIRECT`, …)',
    company('<c r="B2" t="str"><f>INDIRECT(A1)</f><v>Acme</v></c>'),
    /^Cell B2 has a formula that is calculated again when the workbook is opened\.$/,
  ),
  errors(
    'Formulas in a workbook that is still to be calculated',
    xlsx('<c r="B2" t="str"><f>A2</f><v>0</v></c>', { workbook: '<calcPr fullCalcOnLoad="1"/>' }),
    /^Cell B2 has a formula that is calculated again when the workbook is opened\.$/,
  ),
  errors(
    'An error (`#N/A`) as a name',
    company('<c r="B2" t="e"><v>#N/A</v></c>'),
    /^Cell B2 shows the error #N\/A\.$/,
  ),
  errors(
    'An error (`#N/A`) as a customer number',
    xlsx(`<c r="A2" t="e"><v>#N/A</v></c>${acme}`),
    /^Cell A2 shows the error #N\/A\.$/,
  ),
  stops(
    'A text that is not marked as one',
    company('<c r="B2"><v>Acme</v></c>'),
    /^Row 2 of list: cell B2 cannot be read: Acme is not a value of its kind \(n\)\.$/,
  ),
  stops(
    'A cell of an unknown kind',
    company('<c r="B2" t="x"><v>Acme</v></c>'),
    /^Row 2 of list: cell B2 cannot be read: Acme is not a value of its kind \(x\)\.$/,
  ),
  stops(
    'Two cells in one place, or rows that are not in their order',
    xlsx(`${acme}${acme}`),
    /^Row 2 of list: cell B2 cannot be read: it is there twice, or not in its place\.$/,
  ),
  read(
    'A stored range that is smaller than the cells',
    xlsx('', {
      sheet: sheet(`<row r="2">${acme}</row>`).replace('<worksheet>', '<worksheet><dimension ref="A1:A1"/>'),
    }),
    'Acme',
  ),
  read(
    'Hidden or filtered rows and columns: the line above the output says so',
    xlsx('', { sheet: sheet(`<row r="2" hidden="1">${acme}</row>`, '<autoFilter ref="A1:B2"/>') }),
    'Acme',
  ),
  errors(
    'Merged cells: one name for several rows',
    xlsx('', {
      sheet: sheet(
        `<row r="2"><c r="A2"><v>1</v></c><c r="B2"/></row>`,
        '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      ),
    }),
    /^Company Name is empty\.$/,
  ),
  stops(
    'Merged cells that hide a cell with something in it',
    xlsx('', {
      sheet: sheet(
        `<row r="2"><c r="A2"><v>1</v></c>${acme}</row>`,
        '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>',
      ),
    }),
    /^Row 2 of list: cell B2 has something in it, but cannot be seen, since cells were merged over it\.$/,
  ),
  read(
    'Comments, shapes and tracked changes (.ods)',
    odsCell(
      '',
      '<office:annotation><text:p>No</text:p></office:annotation><draw:frame><text:p>No</text:p></draw:frame><text:p>Acme</text:p>',
    ),
    'Acme',
  ),
  read(
    'Prefixes, and absolute paths in the package',
    xlsx(acme, {
      relationships:
        '<x:Relationship xmlns:x="http://schemas.openxmlformats.org/package/2006/relationships" Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/>',
    }),
    'Acme',
  ),
  read(
    'Parts in UTF-16',
    xlsx('', {
      more: {
        'xl/worksheets/sheet1.xml': Buffer.from(
          `\uFEFF${inNamespace(sheet(`<row r="2">${acme}</row>`))}`,
          'utf16le',
        ),
      },
    }),
    'Acme',
  ),
  stops(
    'An unknown element around cells, or in a text',
    xlsx('', { sheet: sheet(`<x><row r="2">${acme}</row></x>`) }),
    /^list contains parts that cannot be read here: x in sheetData\.$/,
  ),
  stops('XML that is not well-formed', xlsx('', { sheet: sheet('<row>') }), DAMAGED),
  stops(
    'A part of the workbook that is missing',
    xlsx(acme, { relationships: relationship('rId1', 'worksheets/sheet9.xml') }),
    DAMAGED,
  ),
  stops(
    'A workbook with a password',
    odsOf('', '', { 'META-INF/manifest.xml': PROTECTED }),
    /^list is protected with a password\.$/,
  ),
  stops(
    'Several sheets with something in them, none of them named',
    xlsx(acme, { sheets: '<sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId1"/>' }),
    /^list has several sheets: One, Two\. Enter the one to read as Sheet\.$/,
  ),
  read('Several sheets, in a workbook of Create Workbook', ofOurs('Hits'), 'Acme'),
  stops(
    'A sheet that was added to a workbook of Create Workbook',
    ofOurs('New'),
    /^list has several sheets: Companies, New\. Enter the one to read as Sheet\.$/,
  ),
  read(
    'A second sheet that is hidden or empty',
    xlsx(acme, { sheets: '<sheet name="One" r:id="rId1"/><sheet name="Two" state="hidden" r:id="rId1"/>' }),
    'Acme',
  ),
];
