// An .ods file: a ZIP archive of XML (OpenDocument). Here: its sheets; the formats of cells are in odsStyles.ts, and the cells of a sheet in
// odsSheet.ts.
import type { Archive, Part } from './archive';
import { CONTENT, MANIFEST, META, ODS_STYLES } from './odsFormat';
import { readOdsSheet } from './odsSheet';
import { OdsStyles } from './odsStyles';
import { present } from './parts';
import { checkCount, MAX_SHEETS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import { readXml } from './xml';

export function openOds(archive: Archive, fileName: string): Workbook {
  const content = present('content.xml', archive.part('content.xml'));
  const common = new OdsStyles().read(archive.smallPart('styles.xml'), ODS_STYLES);
  const styles = new OdsStyles(common);
  return {
    ours: ownWorkbook(() => archive.smallPart('meta.xml'), META),
    sheets: sheetsIn(content, styles).map(({ name, style }, index): Sheet => ({
      name,
      hidden: styles.isHidden(style),
      rows: () => readOdsSheet(content, { index, fileName, styles }),
    })),
  };
}

/** Of the whole package: its media type, and whether a password is needed to read its parts. */
export function manifestOf(archive: Archive): { mediaType: string; isProtected: boolean } {
  const manifest = archive.smallPart('META-INF/manifest.xml');
  const found = { mediaType: '', isProtected: archive.has('encrypted-package') };
  if (manifest === undefined) return found;
  readXml(manifest, MANIFEST, {
    open(name, { 'manifest:full-path': path, 'manifest:media-type': type = '' }) {
      if (name === 'manifest:file-entry' && path === '/') found.mediaType = type;
      if (name === 'manifest:encryption-data') found.isProtected = true;
    },
  });
  return found;
}

/** Tells `styles` as well what the part says of them. */
function sheetsIn(content: Part, styles: OdsStyles): Array<{ name: string; style: string | undefined }> {
  const sheets: Array<{ name: string; style: string | undefined }> = [];
  readXml(content, CONTENT, {
    open(element, attributes) {
      if (element === 'table:table') {
        sheets.push({ name: attributes['table:name'] ?? '', style: attributes['table:style-name'] });
        checkCount(sheets, MAX_SHEETS);
      } else if (sheets.length === 0) styles.open(element, attributes);
    },
    text(text) {
      if (sheets.length === 0) styles.text(text);
    },
    close(element) {
      if (sheets.length === 0) styles.close(element);
    },
  });
  return sheets;
}
