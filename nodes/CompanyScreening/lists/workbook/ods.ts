// An .ods file: a ZIP archive of XML (OpenDocument).
import type { Archive, Part } from './archive';
import { ODS_PREFIXES } from './odsNames';
import { readOdsSheet } from './odsSheet';
import { checkCount, MAX_SHEETS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import { readXml, textsByName, type Attributes } from './xml';

export function openOds(archive: Archive, fileName: string): Workbook {
  const content = archive.part('content.xml');
  if (content === undefined) throw new Error('There is no content.xml.');

  return {
    ours: ownWorkbook(textsByName(archive.smallPart('meta.xml'), USER_DEFINED, ODS_PREFIXES)),
    sheets: sheetsIn(content).map(({ name, hidden }, index): Sheet => ({
      name,
      hidden,
      read(onRow) {
        readOdsSheet(content, { index, fileName }, onRow);
      },
    })),
  };
}

/** Whether a password is needed to read its parts. */
export function isProtectedOds(archive: Archive): boolean {
  const manifest = archive.smallPart('META-INF/manifest.xml');
  let found = archive.has('encrypted-package');
  if (manifest !== undefined) {
    readXml(manifest, {
      open(name) {
        found ||= name === 'encryption-data';
      },
    });
  }
  return found;
}

function sheetsIn(content: Part): Array<Pick<Sheet, 'hidden' | 'name'>> {
  const sheets: Array<Pick<Sheet, 'hidden' | 'name'>> = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  const reader = {
    open(element: string, attributes: Attributes, within: string) {
      if (element === 'style:style') style = attributes['style:name'] ?? '';
      if (element === 'style:table-properties' && attributes['table:display'] === 'false') {
        hiddenStyles.add(style);
      }
      if (element === 'table:table' && within === 'office:spreadsheet') {
        const hidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        sheets.push({ name: attributes['table:name'] ?? '', hidden });
        checkCount(sheets, MAX_SHEETS);
      }
    },
  };
  readXml(content, reader, ODS_PREFIXES);
  return sheets;
}

const USER_DEFINED = { element: 'meta:user-defined', attribute: 'meta:name' };
