// Workbooks with elements where they do not belong: what each of them would show, if a reader took it for a cell, is another company.

/** Whole numbers from 0 to one less than that. */
export type Chance = (below: number) => number;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const DECLARED = `xmlns="${MAIN}" xmlns:m="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="${COMPATIBILITY}" xmlns:x="http://example.org/x" xmlns:y="http://example.org/y"`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

type Parts = Record<string, string>;

const relations = (...all: Array<[string, string]>) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** Rows with texts of every kind, and numbers with formats. */
function xlsxParts(): Parts {
  const type = (path: string, kind: string) =>
    `<Override PartName="/${path}" ContentType="${TYPES}.${kind}+xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/worksheets/sheet1.xml', 'worksheet')}${type('xl/worksheets/sheet2.xml', 'worksheet')}${type('xl/sharedStrings.xml', 'sharedStrings')}${type('xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/workbook.xml': `<workbook ${DECLARED} mc:Ignorable="x"><workbookPr/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="191029"/></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${DECLARED} mc:Ignorable="x"><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12</v></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>Inline Ltd</t></is></c></row><row r="4"><c r="A4" t="inlineStr"><is><r><rPr><b/></rPr><t>Rich </t></r><r><t>Ltd</t></r></is></c><c r="B4" s="1"><v>7</v></c></row><row r="5"><c r="A5" s="2"><v>54</v></c></row><row r="6"><c r="A6" t="str"><v>Value Ltd</v></c></row></sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${DECLARED} mc:Ignorable="x"><si><t>Company</t></si><si><t>Customer No</t></si><si><r><t>Shared </t></r><r><rPr><i/></rPr><t>Ltd</t></r></si></sst>`,
    'xl/styles.xml': `<styleSheet ${DECLARED} mc:Ignorable="x"><numFmts count="2"><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="&quot;Studio &quot;0"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="170" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="171" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

const ODF = ['office', 'table', 'text', 'style', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const ODF_DECLARED = `${ODF} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:x="http://example.org/x" office:version="1.2"`;
const odsRow = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
const odsText = (text: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}>${text}</table:table-cell>`;

function odsParts(): Parts {
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  const rows = [
    odsText('<text:p>Company</text:p>') + odsText('<text:p>Customer No</text:p>'),
    odsText('<text:p>Plain Text Ltd</text:p>') +
      '<table:table-cell office:value-type="float" office:value="12"><text:p>12</text:p></table:table-cell>',
    odsText('<text:p>A <text:span>Span</text:span><text:s/>Ltd</text:p>'),
    odsText('<text:p>Linked <text:a>Ltd</text:a></text:p>'),
    '<table:table-cell table:style-name="ce1" office:value-type="float" office:value="54"><text:p>Studio 54</text:p></table:table-cell>',
    odsText('<text:p>Value Ltd</text:p>', ' office:string-value="Value Ltd"'),
  ];
  return {
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${ODF_DECLARED}><office:automatic-styles><number:number-style style:name="N1"><number:text>Studio </number:text><number:number number:min-integer-digits="1" number:decimal-places="0"/></number:number-style><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="One" table:style-name="ta1"><table:table-column table:number-columns-repeated="2"/>${rows.map(odsRow).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  };
}

const EVIL = 'Misplaced Co';
const IN_XLSX = [
  `<t>${EVIL}</t>`,
  `<v>1</v>`,
  `<f>"${EVIL}"</f>`,
  `<is><t>${EVIL}</t></is>`,
  `<si><t>${EVIL}</t></si>`,
  `<r><t>${EVIL}</t></r>`,
  `<rPh sb="0" eb="1"><t>${EVIL}</t></rPh>`,
  `<c r="A9" t="inlineStr"><is><t>${EVIL}</t></is></c>`,
  `<row r="9"><c r="A9" t="inlineStr"><is><t>${EVIL}</t></is></c></row>`,
  `<sheetData><row r="9"><c r="A9" t="str"><v>${EVIL}</v></c></row></sheetData>`,
  `<sheets><sheet name="Two" sheetId="2" r:id="rId1"/></sheets>`,
  `<sheet name="Two" sheetId="2" r:id="rId1"/>`,
  `<numFmt numFmtId="171" formatCode="&quot;${EVIL} &quot;0"/>`,
  `<xf numFmtId="171" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
  `<mergeCells><mergeCell ref="A2:A5"/></mergeCells>`,
  `<dxfs count="1"><dxf><numFmt numFmtId="171" formatCode="&quot;${EVIL} &quot;0"/></dxf></dxfs>`,
  `<workbookPr date1904="1"/>`,
];
const IN_ODS = [
  `<text:p>${EVIL}</text:p>`,
  `<text:span>${EVIL}</text:span>`,
  `<text:a>${EVIL}</text:a>`,
  `<text:title>${EVIL}</text:title>`,
  `<text:sheet-name>${EVIL}</text:sheet-name>`,
  `<text:note><text:note-body><text:p>${EVIL}</text:p></text:note-body></text:note>`,
  `<text:list><text:list-item><text:p>${EVIL}</text:p></text:list-item></text:list>`,
  '<text:s text:c="3"/>',
  `<text:h>${EVIL}</text:h>`,
  `<text:ruby><text:ruby-base>${EVIL}</text:ruby-base><text:ruby-text>${EVIL}</text:ruby-text></text:ruby>`,
  odsText(`<text:p>${EVIL}</text:p>`),
  odsRow(odsText(`<text:p>${EVIL}</text:p>`)),
  `<table:table table:name="Two">${odsRow(odsText(`<text:p>${EVIL}</text:p>`))}</table:table>`,
  `<table:table-row-group>${odsRow(odsText(`<text:p>${EVIL}</text:p>`))}</table:table-row-group>`,
  `<table:shapes><draw:frame><draw:text-box><text:p>${EVIL}</text:p></draw:text-box></draw:frame></table:shapes>`,
  `<office:annotation><text:p>${EVIL}</text:p></office:annotation>`,
  `<table:dde-links><table:dde-link><table:table>${odsRow(odsText(`<text:p>${EVIL}</text:p>`))}</table:table></table:dde-link></table:dde-links>`,
  `<number:text>${EVIL}</number:text>`,
  '<style:style style:name="ta1" style:family="graphic"><style:table-properties table:display="false"/></style:style>',
  '<table:table-column table:default-cell-style-name="ce1"/>',
];

/** What may be around what is misplaced. */
const AROUND: ReadonlyArray<(inner: string) => string> = [
  (inner) => inner,
  (inner) => inner,
  (inner) => inner.replaceAll(/<(\/?)(?:[a-z]+:)?/g, '<$1x:'),
  (inner) => `<x:new>${inner}</x:new>`,
];
const AROUND_XLSX: typeof AROUND = [
  ...AROUND,
  (inner) => inner.replaceAll(/<(\/?)/g, '<$1m:'),
  (inner) => inner.replaceAll(/<(\/?)/g, '<$1y:'),
  (inner) => `<extLst><ext uri="{1}">${inner}</ext></extLst>`,
  (inner) =>
    `<mc:AlternateContent><mc:Choice Requires="y">${inner}</mc:Choice><mc:Fallback/></mc:AlternateContent>`,
  (inner) =>
    `<mc:AlternateContent><mc:Choice Requires="y"/><mc:Fallback>${inner}</mc:Fallback></mc:AlternateContent>`,
];
/** Attributes that belong to nobody. */
const ATTRIBUTES = ['x:t="inlineStr"', 'x:r="A9"', 'x:id="rId9"', 'm:s="2"', 'x:value="7"', 'x:name="N9"'];
/** Things that may stand there: an honest program writes them. */
const HONEST_XLSX: ReadonlyArray<[string, RegExp, string]> = [
  [
    'xl/worksheets/sheet1.xml',
    /(?=<\/worksheet>)/,
    `<extLst><ext uri="{1}"><x:row><x:c>${EVIL}</x:c></x:row></ext></extLst>`,
  ],
  [
    'xl/worksheets/sheet1.xml',
    /(?=<pageMargins)/,
    `<mc:AlternateContent><mc:Choice Requires="y"><y:controls/></mc:Choice></mc:AlternateContent>`,
  ],
  ['xl/sharedStrings.xml', /(?=<\/sst>)/, `<extLst><ext uri="{1}"><x:si/></ext></extLst>`],
  [
    'xl/workbook.xml',
    /(?=<sheets>)/,
    `<mc:AlternateContent><mc:Choice Requires="y"><y:absPath/></mc:Choice></mc:AlternateContent><x:revisionPtr id="1"/>`,
  ],
  [
    'xl/styles.xml',
    /(?=<\/styleSheet>)/,
    `<dxfs count="1"><dxf><numFmt numFmtId="171" formatCode="0"/></dxf></dxfs>`,
  ],
];

export interface MisplacedFile {
  format: 'ods' | 'xlsx';
  parts: Parts;
}

/** @param mistakes how many elements or attributes are misplaced */
export function randomFile(chance: Chance, mistakes: number): MisplacedFile {
  const format = chance(2) === 0 ? 'xlsx' : 'ods';
  const parts = format === 'xlsx' ? xlsxParts() : odsParts();
  if (format === 'xlsx')
    for (const [path, place, more] of HONEST_XLSX)
      if (chance(2) === 0) parts[path] = (parts[path] ?? '').replace(place, more);
  const paths =
    format === 'ods'
      ? ['content.xml']
      : [
          'xl/worksheets/sheet1.xml',
          'xl/worksheets/sheet1.xml',
          'xl/sharedStrings.xml',
          'xl/styles.xml',
          'xl/workbook.xml',
        ];
  for (let count = 0; count < mistakes; count += 1) {
    const path = one(paths, chance);
    parts[path] = withMistake(parts[path] ?? '', format, chance);
  }
  return { format, parts };
}

function withMistake(xml: string, format: MisplacedFile['format'], chance: Chance): string {
  if (chance(6) === 0) {
    const tags = [...xml.matchAll(/<[\w:-]+(?=[ />])/g)].slice(1);
    const at = endOf(one(tags, chance));
    const known = ATTRIBUTES.filter((name) => format === 'xlsx' || name.startsWith('x:'));
    const free = known.filter(
      (name) => !xml.slice(at, xml.indexOf('>', at)).includes(name.split('=')[0] ?? ''),
    );
    return free.length === 0 ? xml : `${xml.slice(0, at)} ${one(free, chance)}${xml.slice(at)}`;
  }
  const inner = one(format === 'xlsx' ? IN_XLSX : IN_ODS, chance);
  const misplaced = one(format === 'xlsx' ? AROUND_XLSX : AROUND, chance)(inner);
  // Behind the first tag, and before the last one.
  const places = [...xml.matchAll(/>/g)].slice(0, -1).map(endOf);
  const at = one(places, chance);
  return xml.slice(0, at) + misplaced + xml.slice(at);
}

const endOf = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

function one<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
