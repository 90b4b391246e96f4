// An .ods file: a ZIP archive of XML (OpenDocument). Here: its sheets; the formats of cells are in odsStyles.ts, and the cells of a sheet in
// odsSheet.ts.
import type { Archive, Part } from './archive';
import { CONTENT, MANIFEST, META, ODS_STYLES } from './odsFormat';
import { readOdsSheet } from './odsSheet';
import { OdsStyles, STYLES } from './odsStyles';
import { present } from './parts';
import { mergedIn, type MergedRange } from './range';
import { checkCount, MAX_SHEETS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import { elementsIn, elementsOf } from './xml';

export function openOds(archive: Archive, fileName: string): Workbook {
  const content = present('content.xml', archive.part('content.xml'));
  const common = new OdsStyles();
  const more = archive.smallPart('styles.xml');
  if (more) for (const element of elementsIn(more, ODS_STYLES, STYLES)) common.add(element);
  const styles = new OdsStyles(common);
  return {
    ours: ownWorkbook(() => archive.smallPart('meta.xml'), META),
    sheets: sheetsIn(content, styles).map(({ name, style, conditions }, index): Sheet => {
      const conditional = conditions.flatMap((one) =>
        styles.hasFormat(one.style) ? rangesIn(one.cells) : [],
      );
      return {
        name,
        hidden: styles.isHidden(style),
        rows: () => readOdsSheet(content, { index, fileName, styles, conditional }),
      };
    }),
  };
}

/** Of the whole package: its media type, and whether a password is needed to read its parts. */
export function manifestOf(archive: Archive): { mediaType: string; isProtected: boolean } {
  const manifest = archive.smallPart('META-INF/manifest.xml');
  const found = { mediaType: '', isProtected: archive.has('encrypted-package') };
  if (manifest === undefined) return found;
  for (const { name, attributes } of elementsIn(
    manifest,
    MANIFEST,
    ['manifest:encryption-data'],
    'manifest:file-entry',
  )) {
    const { 'manifest:full-path': path, 'manifest:media-type': type = '' } = attributes;
    if (name === 'manifest:encryption-data') found.isProtected = true;
    else if (path === '/') found.mediaType = type;
  }
  return found;
}

interface OdsTable {
  name: string;
  style: string | undefined;
  /** The cells that may be shown in another style, as the file writes them. */
  conditions: Array<{ cells: string; style: string }>;
}

/** @param addresses such as `One.A2:One.A4 One.C2` */
function rangesIn(addresses: string): MergedRange[] {
  const found = addresses.matchAll(/\.(\$?[A-Z]{1,3}\$?\d+)(?::(?:\S*\.)?(\$?[A-Z]{1,3}\$?\d+))?(?=\s|$)/g);
  return Array.from(found, ([, from = '', to = from]) => mergedIn(`${from}:${to}`));
}

/** Tells `styles` as well what the part says of them. */
function sheetsIn(content: Part, styles: OdsStyles): OdsTable[] {
  const sheets: OdsTable[] = [];
  const conditional = 'calcext:conditional-format';
  for (const element of elementsIn(content, CONTENT, [...STYLES, conditional], 'table:table')) {
    const { attributes } = element;
    if (element.name === 'table:table') {
      const { 'table:name': name = '', 'table:style-name': style } = attributes;
      sheets.push({ name, style, conditions: [] });
      checkCount(sheets, MAX_SHEETS);
    } else if (element.name === conditional) {
      const cells = attributes['calcext:target-range-address'] ?? '';
      const conditions = sheets.at(-1)?.conditions ?? [];
      for (const condition of elementsOf(element))
        conditions.push({ cells, style: condition.attributes['calcext:apply-style-name'] ?? '' });
      checkCount(conditions, MAX_SHEETS);
    } else styles.add(element);
  }
  return sheets;
}
