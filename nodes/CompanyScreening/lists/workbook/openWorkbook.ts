// A ZIP archive → the workbook that it is, as its parts say: no path and no name makes it one.
import { openArchive, type Archive, type Part } from './archive';
import { formatsOf, USUAL_FORMATS, type DateSystem } from './numberFormat';
import { CONTENT, MANIFEST, META, ODS_STYLES, OdsStyles, STYLES } from './odsFormat';
import { readOdsSheet, topsOf, type OdsSheet } from './odsSheet';
import { isProtected, otherKind, unknownElement } from './workbookProblem';
import { checkCount, rangeIn, type OddRange } from './ranges';
import { MAX_CELLS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import {
  contentTypeOf,
  isTrue,
  partsRelatedTo,
  pathOf,
  present,
  PROPERTIES,
  rangesUnderShapes,
  SHARED_TEXTS,
  WORKBOOK,
  XLSX_STYLES,
  type RelatedPart,
} from './xlsxFormat';
import { conditionalRanges, readXlsxSheet, richText } from './xlsxSheet';
import { elementsIn, elementsOf } from './xml';

/** Throws for an archive that is no workbook, or for a protected one. */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const archive = openArchive(bytes);
  if (archive.isProtected) throw isProtected();
  const manifest = manifestOf(archive);
  const mimetype = Buffer.concat([...(archive.smallPart('mimetype') ?? [])]);
  const mediaType = mimetype.toString('latin1').trim() || manifest.mediaType;
  const office = pathOf('officeDocument', partsRelatedTo('', archive));
  if (mediaType !== '' && office !== undefined) throw otherKind('two documents in one file');
  if (OPEN_DOCUMENT.test(mediaType)) {
    if (manifest.isProtected) throw isProtected();
    return openOds(archive);
  }
  const contentType = office === undefined ? '' : contentTypeOf(office, archive);
  if (/\.binary\./.test(contentType)) throw otherKind('a binary workbook (.xlsb), which cannot be read');
  if (office !== undefined && OFFICE_WORKBOOK.test(contentType)) return openXlsx(archive, office);
  throw otherKind('a ZIP archive or another kind of document, not a list');
}

const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/;

// Some programs only say that it is XML.
const OFFICE_WORKBOOK =
  /^$|^(?:application|text)\/xml$|spreadsheetml\.(?:sheet|template)\.main\+xml$|ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml$/i;

/** @param path of the part that lists the sheets */
function openXlsx(archive: Archive, path: string): Workbook {
  const { sheets, dates, isCalculated } = readDirectory(present(path, archive.smallPart(path)));
  const related = partsRelatedTo(path, archive);
  const partOf = (type: string, parts: readonly RelatedPart[], size: 'part' | 'smallPart' = 'smallPart') => {
    const found = pathOf(type, parts);
    return found === undefined ? undefined : present(found, archive[size](found));
  };
  const texts = once(() => textsIn(partOf('sharedStrings', related, 'part')));
  const styles = once(() => stylesIn(partOf('styles', related)));
  // Takes the whole part, of which mostly the first rows are read. A thousand sheets may be one and the same part.
  const oddRanges = new Map<string, () => OddRange[]>();
  return {
    ours: ownWorkbook(() => partOf('custom-properties', partsRelatedTo('', archive)), PROPERTIES),
    sheets: sheets.flatMap(({ name, hidden, id }): Sheet[] => {
      const found = related.find((one) => one.id === id);
      if (found === undefined) throw new Error(`The sheet ${name} has no part.`);
      if (OTHER_SHEETS.includes(found.type) || (hidden && MACRO_SHEETS.includes(found.type))) return [];
      // A sheet of macros has cells, and looks like any other.
      if (found.type !== 'worksheet') throw unknownElement(`the sheet ${name}, which is no worksheet`);
      const part = present(found.path, archive.part(found.path));
      const key = found.path.toLowerCase();
      const odd =
        oddRanges.get(key) ??
        once(() => {
          const conditional = conditionalRanges(part, styles().conditional);
          const drawing = partOf('drawing', partsRelatedTo(found.path, archive));
          return [...(drawing ? rangesUnderShapes(drawing) : []), ...conditional];
        });
      oddRanges.set(key, odd);
      const rows = () => {
        const { formats } = styles();
        return readXlsxSheet({ part, texts: texts(), formats, dates, isCalculated, odd: odd() });
      };
      return [{ name, hidden, rows, top: rows }];
    }),
  };
}

// Charts and dialogs have sheets too.
const OTHER_SHEETS = ['chartsheet', 'dialogsheet'];
const MACRO_SHEETS = ['xlMacrosheet', 'xlIntlMacrosheet'];

function readDirectory(part: Part) {
  const sheets: Array<{ name: string; hidden: boolean; id: string | undefined }> = [];
  let dates: DateSystem = '1900';
  let isCalculated = true;
  for (const { name: element, attributes } of elementsIn(part, WORKBOOK, ['sheet', 'workbookPr', 'calcPr'])) {
    const { name = '', state, date1904, fullCalcOnLoad, 'r:id': id } = attributes;
    if (element === 'sheet') {
      sheets.push({ name, hidden: state === 'hidden' || state === 'veryHidden', id });
      checkCount(sheets);
    }
    if (element === 'workbookPr' && isTrue(date1904)) dates = '1904';
    if (element === 'calcPr' && isTrue(fullCalcOnLoad)) isCalculated = false;
  }
  return { sheets, dates, isCalculated };
}

function textsIn(part: Part | undefined): string[] {
  const texts: string[] = [];
  if (part === undefined) return texts;
  for (const element of elementsIn(part, SHARED_TEXTS, ['si'])) {
    texts.push(richText(element));
    checkCount(texts, MAX_CELLS);
  }
  return texts;
}

function stylesIn(part: Part | undefined) {
  const codes = new Map(USUAL_FORMATS);
  const ids: number[] = [];
  /** The numbers of those differential formats that have a format of numbers or texts. */
  const conditional = new Set<number>();
  let differential = 0;
  if (part === undefined) return { formats: [], conditional };
  for (const element of elementsIn(part, XLSX_STYLES, ['numFmt', 'xf', 'dxf'])) {
    const { numFmtId = '0', formatCode } = element.attributes;
    if (element.name === 'xf') ids.push(Number(numFmtId));
    else if (element.name === 'numFmt' && formatCode !== undefined) {
      if (formatCode.length > LONGEST_FORMAT) throw new Error('A format is too long.');
      codes.set(Number(numFmtId), formatCode);
    } else if (element.name === 'dxf') {
      if (elementsOf(element).length > 0) conditional.add(differential);
      differential += 1;
    }
  }
  return { formats: formatsOf(ids, codes), conditional };
}

function once<Result>(find: () => Result): () => Result {
  let found: { result: Result } | undefined;
  return () => (found ??= { result: find() }).result;
}

// Excel allows 255. The format is looked through for each number that has it.
const LONGEST_FORMAT = 1_000;

function openOds(archive: Archive): Workbook {
  const content = present('content.xml', archive.part('content.xml'));
  const common = new OdsStyles();
  const more = archive.smallPart('styles.xml');
  if (more) for (const element of elementsIn(more, ODS_STYLES, STYLES)) common.add(element);
  const sheets = tablesIn(content, new OdsStyles(common));
  const tops = once(() => topsOf(content, sheets));
  return {
    ours: ownWorkbook(() => archive.smallPart('meta.xml'), META),
    sheets: sheets.map((sheet, index) => ({
      name: sheet.name,
      hidden: sheet.hidden,
      rows: () => readOdsSheet(content, sheet, index),
      top: () => tops()[index] ?? [],
    })),
  };
}

/** The media type of the whole package, and whether a password is needed to read its parts. */
function manifestOf(archive: Archive): { mediaType: string; isProtected: boolean } {
  const manifest = archive.smallPart('META-INF/manifest.xml');
  const found = { mediaType: '', isProtected: archive.part('encrypted-package') !== undefined };
  if (manifest === undefined) return found;
  for (const entry of elementsIn(manifest, MANIFEST, ['manifest:file-entry'])) {
    const { 'manifest:full-path': path, 'manifest:media-type': type = '' } = entry.attributes;
    if (elementsOf(entry).length > 0) found.isProtected = true;
    if (path === '/') found.mediaType = type;
  }
  return found;
}

/** @param addresses such as `One.A2:One.A4 One.C2` */
function rangesIn(addresses: string): OddRange[] {
  const found = addresses.matchAll(/\.(\$?[A-Z]{1,3}\$?\d+)(?::(?:\S*\.)?(\$?[A-Z]{1,3}\$?\d+))?(?=\s|$)/g);
  return Array.from(found, ([, from = '', to = from]) => ({
    ...rangeIn(`${from}:${to}`),
    because: 'condition',
  }));
}

/** @param styles gets those of the content, which stand before its tables */
function tablesIn(content: Part, styles: OdsStyles) {
  const tables: Array<OdsSheet & { name: string; hidden: boolean }> = [];
  const conditional = 'calcext:conditional-format';
  for (const element of elementsIn(content, CONTENT, [...STYLES, conditional], 'table:table')) {
    const { attributes } = element;
    const table = tables.at(-1);
    if (element.name === 'table:table') {
      const { 'table:name': name = '', 'table:style-name': style } = attributes;
      tables.push({ name, hidden: styles.isHidden(style), styles, conditional: [] });
      checkCount(tables);
    } else if (table === undefined) styles.add(element);
    else if (element.name !== conditional) throw new Error('A style stands behind a table.');
    else if (
      elementsOf(element).some((one) => styles.hasFormat(one.attributes['calcext:apply-style-name']))
    ) {
      table.conditional.push(...rangesIn(attributes['calcext:target-range-address'] ?? ''));
      checkCount(table.conditional);
    }
  }
  return tables;
}
