// Workbooks as a test writes them, part by part.
import { strToU8, unzipSync, strFromU8, zipSync } from 'fflate';

export const zip = (parts: Record<string, Uint8Array | string>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part]),
      ),
      { level: 0 },
    ),
  );

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const relationship = (id: string, target: string, type = 'worksheet') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

export interface XlsxParts {
  sheets?: string;
  relationships?: string;
  /** XML inside the sheet's data. */
  rows?: string;
  sheet?: string;
  /** XML inside the table of texts. */
  texts?: string;
  /** The codes of the formats of styles 1, 2 and so on. */
  formats?: readonly string[];
  /** Further XML inside the workbook. */
  workbook?: string;
  more?: Record<string, Uint8Array | string>;
}

export function xlsxOf({
  sheets = '<sheet name="One" sheetId="1" r:id="rId1"/>',
  relationships = relationship('rId1', 'worksheets/sheet1.xml'),
  rows = '<row r="1"><c r="A1"><v>1</v></c></row>',
  sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  texts,
  formats = [],
  workbook = '',
  more = {},
}: XlsxParts): Buffer {
  const codes = formats.map((code, index) => {
    const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    return `<numFmt numFmtId="${200 + index}" formatCode="${escaped}"/>`;
  });
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  const parts: Record<string, Uint8Array | string> = {
    '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships>${relationship('rId1', 'xl/workbook.xml', 'officeDocument')}${relationship('rId2', 'docProps/custom.xml', 'custom-properties')}</Relationships>`,
    'docProps/custom.xml': '<Properties/>',
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationships}${relationship('t', 'sharedStrings.xml', 'sharedStrings')}${relationship('s', 'styles.xml', 'styles')}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst>${texts ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...more,
  };
  return zip(
    Object.fromEntries(
      Object.entries(parts).map(([path, part]) => [
        path,
        typeof part === 'string' ? inNamespace(part) : part,
      ]),
    ),
  );
}

const ROOTS = {
  worksheet: `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`,
  Relationships: 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"',
  Types: 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"',
  Properties: 'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"',
};

/** The part of an .xlsx file, in the namespace of its first element, if it has none. */
export const inNamespace = (xml: string): string =>
  xml.replace(/^(<\?.*?\?>)?<(\w+)(?=[\s/>])(?![^>]* xmlns=)/, (whole, _, name: string) => {
    const root = /^(?:workbook|sst|styleSheet)$/.test(name) ? 'worksheet' : name;
    const found = Object.entries(ROOTS).find(([one]) => one === root);
    return found ? `${whole} ${found[1]}` : whole;
  });

/** The workbook with these custom properties. */
export const withProperties = (bytes: Buffer, properties: string): Buffer =>
  changed(withPart(bytes, 'docProps/custom.xml', inNamespace(properties)), '_rels/.rels', (xml) =>
    xml.replace(
      '</Relationships>',
      `${relationship('own', 'docProps/custom.xml', 'custom-properties')}</Relationships>`,
    ),
  );

const NAMESPACES = ['office', 'table', 'text', 'style', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const CALCEXT = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"';

/** @param tables XML inside the spreadsheet @param styles XML inside its automatic styles */
export const odsOf = (tables: string, styles = '', more: Record<string, string> = {}): Buffer =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content ${NAMESPACES} ${CALCEXT} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  });

/** The workbook with a part of its archive changed. */
export function changed(bytes: Buffer, path: string, change: (xml: string) => string): Buffer {
  const part = unzipSync(bytes)[path];
  if (!part) throw new Error(`There is no ${path}.`);
  return withPart(bytes, path, change(strFromU8(part)));
}

const withPart = (bytes: Buffer, path: string, part: string): Buffer =>
  zip({ ...unzipSync(bytes), [path]: part });
