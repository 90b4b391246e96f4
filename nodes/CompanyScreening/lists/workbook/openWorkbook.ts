// A ZIP archive → the workbook that it is, as its parts say: no path and no name makes it one.
import { noList } from '../fileKind';
import { openArchive, type Archive, type Part } from './archive';
import { formatsOf, USUAL_FORMATS, type DateSystem } from './numberFormat';
import { CONTENT, MANIFEST, META, ODS_STYLES, OdsStyles, STYLES } from './odsFormat';
import { readOdsSheet } from './odsSheet';
import { OdsTops } from './odsTops';
import {
  contentTypeOf,
  partsRelatedTo,
  pathOf,
  present,
  type RelatedPart,
  isTrue,
  PROPERTIES,
  SHARED_TEXTS,
  rangesUnderShapes,
  WORKBOOK,
  XLSX_STYLES,
} from './xlsxFormat';
import {
  checkCount,
  isProtected,
  MAX_CELLS,
  MAX_SHEETS,
  mergedIn,
  ownWorkbook,
  type MergedRange,
  type Sheet,
  type Workbook,
} from './workbookFile';
import { conditionalRanges, readXlsxSheet, richText, type XlsxStyles } from './xlsxSheet';
import { elementsIn, elementsOf, UnknownElement } from './xml';

/** @throws InvalidItem for an archive that is no workbook, or for a protected one */
export function openWorkbook(bytes: Uint8Array, fileName: string): Workbook {
  const archive = openArchive(bytes);
  if (archive.isProtected) throw isProtected(fileName);
  const manifest = manifestOf(archive);
  const mediaType = textOf(archive, 'mimetype') || manifest.mediaType;
  const office = pathOf('officeDocument', partsRelatedTo('', archive));
  if (mediaType !== '' && office !== undefined) throw noList(fileName, 'two documents in one file');
  if (OPEN_DOCUMENT.test(mediaType)) {
    if (manifest.isProtected) throw isProtected(fileName);
    return openOds(archive, fileName);
  }
  const contentType = office === undefined ? '' : contentTypeOf(office, archive);
  if (/\.binary\./.test(contentType))
    throw noList(fileName, 'a binary workbook (.xlsb), which cannot be read');
  if (office !== undefined && OFFICE_WORKBOOK.test(contentType)) return openXlsx(archive, office, fileName);
  throw noList(fileName, 'a ZIP archive or another kind of document, not a list');
}

const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/;

// Some programs only say that it is XML.
const OFFICE_WORKBOOK =
  /^$|^(?:application|text)\/xml$|spreadsheetml\.(?:sheet|template)\.main\+xml$|ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml$/i;

function textOf(archive: Archive, path: string): string {
  const pieces = [...(archive.smallPart(path) ?? [])];
  return Buffer.concat(pieces).toString('latin1').trim();
}

/** @param path of the part that lists the sheets */
function openXlsx(archive: Archive, path: string, fileName: string): Workbook {
  const { sheets, dates, isCalculated } = readDirectory(present(path, archive.smallPart(path)));
  const related = partsRelatedTo(path, archive);
  const ofPackage = partsRelatedTo('', archive);
  const small = (type: string, parts: readonly RelatedPart[]) => {
    const found = pathOf(type, parts);
    return found === undefined ? undefined : present(found, archive.smallPart(found));
  };
  const texts = once(() => {
    const found = pathOf('sharedStrings', related);
    return found === undefined ? [] : textsIn(present(found, archive.part(found)));
  });
  const styles = once(() => stylesIn(small('styles', related)));
  const conditionals = new Map<string, () => MergedRange[]>();
  return {
    ours: ownWorkbook(() => small('custom-properties', ofPackage), PROPERTIES),
    sheets: sheets.flatMap(({ name, hidden, id }): Sheet[] => {
      const found = related.find((one) => one.id === id);
      if (found === undefined) throw new Error(`The sheet ${name} has no part.`);
      if (OTHER_SHEETS.includes(found.type)) return [];
      // It has cells, and looks like any other sheet.
      if (MACRO_SHEETS.includes(found.type)) {
        if (hidden) return [];
        throw new UnknownElement(`the macro sheet ${name}`);
      }
      if (found.type !== 'worksheet') throw new Error(`The kind of the sheet ${name} is not known.`);
      const part = present(found.path, archive.part(found.path));
      const shapes = once(() => {
        const drawing = pathOf('drawing', partsRelatedTo(found.path, archive));
        return drawing === undefined ? [] : rangesUnderShapes(archive.smallPart(drawing) ?? []);
      });
      // Takes the whole part, of which mostly the first rows are read. A thousand sheets may be one and the same part.
      const conditional =
        conditionals.get(found.path.toLowerCase()) ?? once(() => conditionalRanges(part, styles()));
      conditionals.set(found.path.toLowerCase(), conditional);
      const rows = () => {
        const { formats } = styles();
        return readXlsxSheet(part, {
          fileName,
          texts: texts(),
          formats,
          dates,
          isCalculated,
          shapes,
          conditional,
        });
      };
      return [{ name, hidden, rows, top: rows }];
    }),
  };
}

// Charts and dialogs have sheets too.
const OTHER_SHEETS = ['chartsheet', 'dialogsheet'];
const MACRO_SHEETS = ['xlMacrosheet', 'xlIntlMacrosheet'];

interface Directory {
  sheets: Array<{ name: string; hidden: boolean; id: string | undefined }>;
  dates: DateSystem;
  /** False for a program that cannot calculate: it writes zeros, and asks the next one to do it. */
  isCalculated: boolean;
}

function readDirectory(part: Part): Directory {
  const directory: Directory = { sheets: [], dates: '1900', isCalculated: true };
  for (const { name: element, attributes } of elementsIn(part, WORKBOOK, ['sheet', 'workbookPr', 'calcPr'])) {
    const { name = '', state, date1904, fullCalcOnLoad, 'r:id': id } = attributes;
    if (element === 'sheet') {
      directory.sheets.push({ name, hidden: state === 'hidden' || state === 'veryHidden', id });
      checkCount(directory.sheets, MAX_SHEETS);
    }
    if (element === 'workbookPr' && isTrue(date1904)) directory.dates = '1904';
    if (element === 'calcPr' && isTrue(fullCalcOnLoad)) directory.isCalculated = false;
  }
  return directory;
}

function textsIn(part: Part): string[] {
  const texts: string[] = [];
  for (const element of elementsIn(part, SHARED_TEXTS, ['si'])) {
    texts.push(richText(element));
    checkCount(texts, MAX_CELLS);
  }
  return texts;
}

function stylesIn(part: Part | undefined): XlsxStyles {
  const codes = new Map(USUAL_FORMATS);
  const ids: number[] = [];
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

function openOds(archive: Archive, fileName: string): Workbook {
  const content = present('content.xml', archive.part('content.xml'));
  const common = new OdsStyles();
  const more = archive.smallPart('styles.xml');
  if (more) for (const element of elementsIn(more, ODS_STYLES, STYLES)) common.add(element);
  const styles = new OdsStyles(common);
  const sheets = sheetsIn(content, styles).map(({ name, style, conditions }, index) => {
    const conditional = conditions.flatMap((one) => (styles.hasFormat(one.style) ? rangesIn(one.cells) : []));
    return { name, hidden: styles.isHidden(style), index, fileName, styles, conditional };
  });
  const tops = new OdsTops(content, sheets);
  return {
    ours: ownWorkbook(() => archive.smallPart('meta.xml'), META),
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      hidden: sheet.hidden,
      rows: () => readOdsSheet(content, sheet),
      top: () => tops.rowsOf(sheet),
    })),
  };
}

/** The media type of the whole package, and whether a password is needed to read its parts. */
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
