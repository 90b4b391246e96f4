// Styles of the workbook's cells, and the number of each.
import type { CellColour, CellContent, TextLook } from './content';

/** The number of a cell's style. On a page, everything begins on the left. */
export function styleOf(
  cell: NonNullable<CellContent>,
  { isOnPage, isWrapped }: { isOnPage: boolean; isWrapped: boolean },
): number {
  const name = cell.is === 'text' ? (cell.look ?? 'none') : cell.is;
  const style = (isOnPage ? PAGE_STYLES.get(name) : undefined) ?? TABLE_STYLES.get(name) ?? 0;
  return isWrapped ? style : style + STYLES.length;
}

/** ARGB colours, strong enough for the tab of a sheet. */
export const TAB_COLOURS: Record<CellColour, string | null> = {
  amber: 'FFF59E0B',
  green: 'FF16A34A',
  grey: 'FF64748B',
  magenta: 'FFC2185B',
  none: null,
  red: 'FFDC2626',
  violet: 'FF7C3AED',
};

type StyleName = TextLook | 'day' | 'number' | 'time';

interface Style {
  name: StyleName;
  isOnPage?: true;
  font?: FontName;
  fill?: string;
  border?: number;
  format?: number;
  isNowrap?: boolean;
  align?: 'left' | 'right';
}

const TEXT_FORMAT = 49;
const TIME_FORMAT = 164;
const DAY_FORMAT = 165;

const STYLES: readonly Style[] = [
  { name: 'none', format: TEXT_FORMAT },
  { name: 'number', align: 'right' },
  { name: 'time', format: TIME_FORMAT, align: 'left' },
  { name: 'day', format: DAY_FORMAT, align: 'left' },
  { name: 'number', align: 'left', isOnPage: true },
  { name: 'heading', font: 'bold', fill: 'FFE2E8F0', border: 1, format: TEXT_FORMAT },
  { name: 'title', font: 'title', format: TEXT_FORMAT, isNowrap: true },
  { name: 'lead', font: 'lead', format: TEXT_FORMAT, isNowrap: true },
  { name: 'note', format: TEXT_FORMAT, isNowrap: true },
  { name: 'label', font: 'bold', format: TEXT_FORMAT },
  { name: 'banner', font: 'banner', fill: 'FFC2185B', format: TEXT_FORMAT, isNowrap: true },
  { name: 'warning', font: 'warning', fill: 'FFC2185B', format: TEXT_FORMAT },
  { name: 'magenta', font: 'warning', fill: 'FFC2185B', format: TEXT_FORMAT },
  { name: 'red', font: 'bold', fill: 'FFFECACA', format: TEXT_FORMAT },
  { name: 'amber', font: 'bold', fill: 'FFFDE68A', format: TEXT_FORMAT },
  { name: 'green', font: 'bold', fill: 'FFBBF7D0', format: TEXT_FORMAT },
  { name: 'grey', font: 'bold', fill: 'FFE2E8F0', format: TEXT_FORMAT },
  { name: 'violet', font: 'bold', fill: 'FFDDD6FE', format: TEXT_FORMAT },
];

const numbered = (isOnPage: boolean): ReadonlyMap<StyleName, number> =>
  new Map(
    STYLES.flatMap((style, index) => ((style.isOnPage ?? false) === isOnPage ? [[style.name, index]] : [])),
  );
const PAGE_STYLES = numbered(true);
const TABLE_STYLES = numbered(false);

type FontName = 'banner' | 'bold' | 'lead' | 'plain' | 'title' | 'warning';

// The first font is that of the workbook.
const FONTS: Readonly<Record<FontName, string>> = {
  plain: '<sz val="11"/>',
  bold: '<b/><sz val="11"/>',
  lead: '<sz val="13"/>',
  title: '<b/><sz val="20"/>',
  warning: '<b/><sz val="11"/><color rgb="FFFFFFFF"/>',
  banner: '<b/><sz val="14"/><color rgb="FFFFFFFF"/>',
};
const FONT_NAMES = Object.keys(FONTS);

export function stylesPart(): string {
  const fills = [...new Set(STYLES.flatMap(({ fill }) => fill ?? []))];
  // The first two are fixed.
  const fillNumber = (fill: string | undefined) => (fill === undefined ? 0 : fills.indexOf(fill) + 2);
  const inOneLine = STYLES.map((style): Style => ({ ...style, isNowrap: true }));
  const cells = [...STYLES, ...inOneLine].map(
    ({ font = 'plain', fill, border = 0, format = 0, isNowrap = false, align }) => {
      // A reading order of 0 is that of the text: Arabic and Hebrew are read from the right.
      const alignment = `<alignment${align === undefined ? '' : ` horizontal="${align}"${align === 'right' ? ' indent="1"' : ''}`} vertical="top" wrapText="${isNowrap ? 0 : 1}" readingOrder="0"/>`;
      return `<xf numFmtId="${format}" fontId="${FONT_NAMES.indexOf(font)}" fillId="${fillNumber(fill)}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
    },
  );
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="2"><numFmt numFmtId="${TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm&#34; UTC&#34;"/><numFmt numFmtId="${DAY_FORMAT}" formatCode="yyyy\\-mm\\-dd"/></numFmts>`,
    `<fonts count="${FONT_NAMES.length}">${Object.values(FONTS)
      .map((font) => `<font>${font}<name val="Calibri"/><family val="2"/></font>`)
      .join('')}</fonts>`,
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.map((fill) => `<fill><patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor indexed="64"/></patternFill></fill>`).join('')}</fills>`,
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="medium"><color rgb="FF64748B"/></bottom><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
