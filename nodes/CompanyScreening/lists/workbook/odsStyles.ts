// The formats of the cells of an .ods file, as the codes that .xlsx files have for them.
import type { Part } from './archive';
import { GENERAL, readFormat, type NumberFormat } from './numberFormat';
import { readXml, type Attributes, type XmlFormat, type XmlReader } from './xml';

/** Shows another number, or depends on something that is not known here. */
const NOT_KNOWN = '[~]';
/** The same for texts as well. */
const UNCERTAIN = '[~]@';

interface CellStyle {
  parent: string | undefined;
  code: string | undefined;
  /** The styles that take its place under a condition. */
  underCondition: string[];
}

/** What a part says of styles. */
export class OdsStyles implements XmlReader {
  private readonly cells = new Map<string, CellStyle>();
  /** The names of styles by those that people see. */
  private readonly names = new Map<string, string>();
  private readonly codes = new Map([[UNCERTAIN, UNCERTAIN]]);
  /** Whether the tables of a style are hidden. */
  private readonly tables = new Map<string, boolean>();
  private readonly formats = new Map<string, NumberFormat>();
  private style = { family: '', name: '' };
  private number: { name: string; codes: string[]; maps: Attributes[] } | undefined;
  private literal = '';

  /** @param common those of the part styles.xml, which a part of its own may use as well */
  constructor(private readonly common?: OdsStyles) {}

  read(part: Part | undefined, format: XmlFormat): this {
    if (part) readXml(part, format, this);
    return this;
  }

  open(name: string, attributes: Attributes): void {
    const { 'style:name': own = '', 'style:family': family = '' } = attributes;
    if (name === 'style:style' || name === 'style:default-style') {
      this.style = { family, name: own };
      this.names.set(attributes['style:display-name'] ?? own, own);
      if (family === 'table-cell')
        this.cells.set(own, {
          parent: attributes['style:parent-style-name'],
          underCondition: [],
          // Which of two is meant cannot be known.
          code: this.cells.has(own) ? UNCERTAIN : attributes['style:data-style-name'],
        });
    } else if (name === 'style:table-properties') {
      const isHidden = attributes['table:display'] === 'false';
      if (this.style.family !== 'table') return;
      if (this.tables.get(this.style.name) === !isHidden) throw new Error('Two styles have one name.');
      this.tables.set(this.style.name, isHidden);
    } else if (name.endsWith('-style')) this.number = { name: own, codes: [], maps: [] };
    else if (name === 'style:map' && this.number) this.number.maps.push(attributes);
    else if (name === 'style:map')
      this.cells.get(this.style.name)?.underCondition.push(attributes['style:apply-style-name'] ?? '');
    else this.number?.codes.push(codeOf(name, attributes));
    this.literal = '';
  }

  text(text: string): void {
    this.literal += text;
  }

  close(name: string): void {
    if (name === 'number:text' || name === 'number:currency-symbol') {
      // Each letter by itself, as no quotation mark ends it.
      this.number?.codes.push(Array.from(this.literal, (letter) => `\\${letter}`).join(''));
    } else if (this.number && name.startsWith('number:') && name.endsWith('-style')) {
      const isDate = /^number:(?:date|time)-style$/.test(name);
      const code = this.codes.has(this.number.name) ? UNCERTAIN : this.codeWithMaps(this.number);
      this.codes.set(this.number.name, isDate ? 'yyyy' : code);
      this.number = undefined;
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

  /** Whether a style, by either of its names, shows a number or a text in a format of its own. */
  hasFormat(style: string): boolean {
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

  /** One style stands for each part of a format: that for positive numbers, for negative ones, and so on. */
  private codeWithMaps({ codes, maps }: { codes: string[]; maps: Attributes[] }): string {
    const conditions = maps.map((map) => (map['style:condition'] ?? '').replace('value()', '')).join(' ');
    if (!['', '>=0', '>0 <0', '>0 <0 =0'].includes(conditions)) return NOT_KNOWN;
    const others = maps.map((map) => this.codes.get(map['style:apply-style-name'] ?? '') ?? NOT_KNOWN);
    return [...others, codes.join('')].join(';');
  }
}

function codeOf(name: string, attributes: Attributes): string {
  switch (name) {
    case 'number:text':
    case 'number:currency-symbol':
      return '';
    case 'number:text-content':
      return '@';
    case 'number:number':
      return numberCode(attributes);
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
