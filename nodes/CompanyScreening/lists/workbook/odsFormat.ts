// Elements and their places in the parts of an .ods file (OpenDocument 1.2 and 1.3), as far as they may be read.
import { GENERAL, readFormat, type NumberFormat } from './numberFormat';
import { alike, elementsOf, places, textIn, unread } from './xml';
import type { Attributes, Element, Places, XmlFormat } from './xml';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

const PREFIXES: XmlFormat['prefixes'] = new Map([
  ...['office', 'table', 'text', 'style', 'meta', 'manifest', 'dr3d', 'form', 'script', 'presentation'].map(
    (name): [string, string] => [`${ODF}:${name}:1.0`, name],
  ),
  [`${ODF}:drawing:1.0`, 'draw'],
  [`${ODF}:datastyle:1.0`, 'number'],
  [`${ODF}:svg-compatible:1.0`, 'svg'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
]);

const formatOf = (table: Record<string, Places>): XmlFormat => ({
  places: places(table),
  prefixes: PREFIXES,
  foreign: 'skipped',
});

/** Makes a table of places in which these names may stand in each other. */
function nested(names: readonly string[], read: Record<string, Places>, notRead = '') {
  const table = new Map(places(read, notRead));
  for (const name of names) table.set(name, table);
  return table;
}

/** Unknown elements in a cell: no program says what it shows with them. */
const any = nested(['*'], {});

// LibreOffice leaves out texts in each other, except for a link in a span.
const LETTERS = { 'text:s': unread, 'text:tab': unread, 'text:line-break': unread, '*': any };
const UNSEEN =
  'text:bookmark text:bookmark-start text:bookmark-end text:soft-page-break office:annotation office:annotation-end';
const link = places({ '*': any }, UNSEEN);
const texts = places(
  {
    'text:span': places({ 'text:a': link, ...LETTERS }, UNSEEN),
    'text:a': link,
    'text:ruby': places({ 'text:ruby-base': link, '*': any }, 'text:ruby-text'),
    ...LETTERS,
  },
  UNSEEN,
);

/** Shapes that may hide a cell and show something else. Pictures, charts and lines do not count. */
const DRAWN = 'caption circle control custom-shape ellipse g path polygon rect regular-polygon text-box';
const SHAPES = new Set(['dr3d:scene', ...DRAWN.split(' ').map((name) => `draw:${name}`)]);
/** Elements that hold a shape, or something else. */
const HOLDERS = ['draw:a', 'draw:frame'];
const LINES = 'draw:connector draw:line draw:measure draw:polyline';
const shapes = nested(HOLDERS, alike([...SHAPES], unread), '*');
const cell = places(
  { ...Object.fromEntries(shapes), 'text:p': texts, '*': any },
  `office:annotation table:cell-range-source table:detective ${LINES}`,
);
const row = places({ 'table:table-cell': cell, 'table:covered-table-cell': cell });
const rows = nested(
  ['table:table-row-group', 'table:table-rows', 'table:table-header-rows'],
  { 'table:table-row': row },
  'text:soft-page-break',
);
const columns = nested(['table:table-column-group', 'table:table-columns', 'table:table-header-columns'], {
  'table:table-column': unread,
});
const BESIDE_ROWS =
  'text:soft-page-break table:title table:desc table:table-source table:scenario table:named-expressions table:dde-links table:table-protection office:dde-source office:forms office:event-listeners calcext:sparkline-groups';
const conditions = places(
  { 'calcext:conditional-format': places({ 'calcext:condition': unread }, '*') },
  '*',
);
const table: Places = new Map([
  ...columns,
  ...rows,
  ...places({ 'calcext:conditional-formats': conditions, 'table:shapes': shapes }, BESIDE_ROWS),
]);

const numbers = places(
  {
    ...alike(['number:text', 'number:currency-symbol', 'number:number'], any),
    ...alike(['number:text-content', 'style:map', '*'], unread),
  },
  'style:text-properties',
);
const NUMBER_STYLES = ['number', 'currency', 'percentage', 'text', 'boolean', 'date', 'time'].map(
  (kind) => `number:${kind}-style`,
);
const style = places({ 'style:table-properties': unread, 'style:map': unread }, '*');
const styles = places(
  { 'style:style': style, 'style:default-style': unread, ...alike(NUMBER_STYLES, numbers) },
  '*',
);
/** The elements that say something of styles. */
export const STYLES = ['style:style', 'style:default-style', ...NUMBER_STYLES];

export const ODS_STYLES = formatOf({
  'office:document-styles': places({ 'office:styles': styles, 'office:automatic-styles': styles }, '*'),
});

export const CONTENT = formatOf({
  'office:document-content': places(
    {
      'office:automatic-styles': styles,
      'office:body': places({
        'office:spreadsheet': places(
          { 'table:table': table },
          'table:calculation-settings table:content-validations table:label-ranges table:tracked-changes table:named-expressions table:database-ranges table:data-pilot-tables table:consolidation table:dde-links text:variable-decls text:sequence-decls text:user-field-decls text:dde-connection-decls text:alphabetical-index-auto-mark-file office:forms calcext:data-mappings',
        ),
      }),
    },
    'office:scripts office:font-face-decls',
  ),
});

/** The shapes of a cell, or of a sheet, that may hide something. */
export const shapesIn = (element: Element): Element[] =>
  elementsOf(element).flatMap((one) => {
    if (SHAPES.has(one.name)) return [one];
    if (!HOLDERS.includes(one.name)) return [];
    const inner = shapesIn(one);
    // The place of a text box is that of its frame.
    return one.name === 'draw:frame' && inner.length > 0 ? [one] : inner;
  });

export const META = formatOf({
  'office:document-meta': places({ 'office:meta': places({ 'meta:user-defined': unread }, '*') }, '*'),
});

export const MANIFEST = formatOf({
  'manifest:manifest': places(
    { 'manifest:file-entry': places({ 'manifest:encryption-data': unread }, '*') },
    '*',
  ),
});

/** A format that shows another number, or depends on something that is not known here. */
const NOT_KNOWN = '[~]';
/** A format that may show another text as well. */
const UNCERTAIN = '[~]@';

interface CellStyle {
  parent: string | undefined;
  code: string | undefined;
  underCondition: Array<string | undefined>;
}

export class OdsStyles {
  private readonly cells = new Map<string, CellStyle>();
  /** The names of styles by those that people see. */
  private readonly names = new Map<string, string>();
  private readonly codes = new Map([[UNCERTAIN, UNCERTAIN]]);
  private readonly tables = new Map<string, boolean>();
  private readonly formats = new Map<string, NumberFormat>();

  /** @param common styles of the part styles.xml, which a part of its own may use as well */
  constructor(private readonly common?: OdsStyles) {}

  add(element: Element): void {
    const { 'style:name': name = '', 'style:family': family } = element.attributes;
    const elements = elementsOf(element);
    if (NUMBER_STYLES.includes(element.name)) {
      const isDate = /^number:(?:date|time)-style$/.test(element.name);
      const code = this.codes.has(name) ? UNCERTAIN : this.codeWithMaps(elements);
      this.codes.set(name, isDate ? 'yyyy' : code);
      return;
    }
    this.names.set(element.attributes['style:display-name'] ?? name, name);
    if (family === 'table-cell')
      this.cells.set(name, {
        parent: element.attributes['style:parent-style-name'],
        underCondition: elements.flatMap((one) =>
          one.name === 'style:map' ? one.attributes['style:apply-style-name'] : [],
        ),
        // Two styles of one name: which one is meant cannot be known.
        code: this.cells.has(name) ? UNCERTAIN : element.attributes['style:data-style-name'],
      });
    if (family !== 'table') return;
    for (const { attributes } of elements.filter((one) => one.name === 'style:table-properties')) {
      const isHidden = attributes['table:display'] === 'false';
      if (this.tables.get(name) === !isHidden) throw new Error('Two styles have one name.');
      this.tables.set(name, isHidden);
    }
  }

  isHidden(tableStyle: string | undefined): boolean {
    return this.tables.get(tableStyle ?? '') === true;
  }

  formatOf(cellStyle: string): NumberFormat {
    const known = this.formats.get(cellStyle) ?? readFormat(this.codeOfCell(cellStyle) ?? GENERAL.code);
    this.formats.set(cellStyle, known);
    return known;
  }

  /** True if a style, by either of its names, shows a number or a text in a format of its own. */
  hasFormat(style = ''): boolean {
    const name = this.names.get(style) ?? this.common?.names.get(style) ?? style;
    return ![undefined, GENERAL.code].includes(this.codeOf(name));
  }

  private codeOfCell(style: string): string | undefined {
    const others = this.cells.get(style)?.underCondition ?? this.common?.cells.get(style)?.underCondition;
    return others?.some((one) => this.hasFormat(one)) ? UNCERTAIN : this.codeOf(style);
  }

  /** @param depth styles that have each other as parents have no end */
  private codeOf(name: string, depth = 0): string | undefined {
    const style = this.cells.get(name);
    if (style === undefined)
      return this.common?.codeOf(name, depth) ?? (name === '' ? undefined : this.codeOf('', depth + 1));
    if (style.code !== undefined) return this.codes.get(style.code) ?? this.common?.codes.get(style.code);
    return name === '' || depth > 50 ? undefined : this.codeOf(style.parent ?? '', depth + 1);
  }

  /** Joins the styles that stand for the parts of a format: for positive numbers, for negative ones, and so on. */
  private codeWithMaps(elements: readonly Element[]): string {
    const maps = elements.filter(({ name }) => name === 'style:map').map(({ attributes }) => attributes);
    const conditions = maps.map((map) => (map['style:condition'] ?? '').replace('value()', '')).join(' ');
    if (!['', '>=0', '>0 <0', '>0 <0 =0'].includes(conditions)) return NOT_KNOWN;
    const others = maps.map((map) => this.codes.get(map['style:apply-style-name'] ?? '') ?? NOT_KNOWN);
    return [...others, elements.map(codeOf).join('')].join(';');
  }
}

function codeOf(element: Element): string {
  if (elementsOf(element).length > 0) return NOT_KNOWN;
  switch (element.name) {
    case 'style:map':
      return '';
    case 'number:text':
    case 'number:currency-symbol':
      // Escapes each letter by itself, as no quotation mark ends it.
      return Array.from(textIn(element), (letter) => `\\${letter}`).join('');
    case 'number:text-content':
      return '@';
    case 'number:number':
      return numberCode(element.attributes);
    default:
      return NOT_KNOWN;
  }
}

function numberCode(attributes: Attributes): string {
  const {
    'number:decimal-places': decimals,
    'number:min-integer-digits': digits = '0',
    'number:grouping': grouping,
    'number:display-factor': factor = '1',
    'number:decimal-replacement': replacement,
  } = attributes;
  const isKnown = /^\d{1,2}$/.test(digits) && /^\d{1,2}$/.test(decimals ?? '0');
  if (!isKnown || factor !== '1' || replacement !== undefined) return NOT_KNOWN;
  if (decimals === undefined) return Number(digits) > 1 ? '0'.repeat(Number(digits)) : 'General';
  const whole = '0'.repeat(Number(digits)) || '#';
  const thousands = grouping === 'true' ? '#,##' : '';
  return thousands + whole + (Number(decimals) > 0 ? `.${'0'.repeat(Number(decimals))}` : '');
}
