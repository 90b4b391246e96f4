// An .xlsx or .xlsm file: a ZIP archive of XML (ECMA-376). Here: its parts, its sheets, its texts and formats; the cells of a sheet
// are in xlsxSheet.ts.
import type { Archive, Part } from './archive';
import type { DateSystem } from './dates';
import { formatsOf, USUAL_FORMATS, type NumberFormat } from './numberFormat';
import { checkCount, MAX_CELLS, MAX_SHEETS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import { attributeIn, readXml, textsByName } from './xml';
import { RichText, readXlsxSheet } from './xlsxSheet';

export function openXlsx(archive: Archive, fileName: string): Workbook {
  const path = pathOf('officeDocument', partsRelatedTo('', archive)) ?? '';
  const { sheets, dates, isCalculated } = readDirectory(smallPartIn(archive, path));
  const related = partsRelatedTo(path, archive);
  const texts = once(() => textsIn(archive, pathOf('sharedStrings', related)));
  const formats = once(() => formatsIn(archive, pathOf('styles', related)));
  return {
    ours: ownWorkbook(textsByName(archive.smallPart('docProps/custom.xml'), PROPERTY)),
    sheets: sheets.flatMap(({ name, hidden, id }): Sheet[] => {
      const part = related.find((one) => one.id === id);
      if (part === undefined) throw new Error(`The sheet ${name} has no part.`);
      const { type, path: sheetPath } = part;
      if (OTHER_SHEETS.includes(type)) return [];
      if (type !== 'worksheet') throw new Error(`The kind of the sheet ${name} is not known.`);
      if (!archive.has(sheetPath)) throw new Error(`There is no ${sheetPath}.`);
      const read: Sheet['read'] = (onRow) => {
        const workbook = { fileName, texts: texts(), formats: formats(), dates, isCalculated };
        readXlsxSheet(partIn(archive, sheetPath), workbook, onRow);
      };
      return [{ name, hidden, read }];
    }),
  };
}

// Charts, dialogs and macros have sheets too.
const OTHER_SHEETS = ['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'];

interface RelatedPart {
  id: string;
  /** The last word of its type. */
  type: string;
  path: string;
}

/** @param path of a part, or nothing for the whole package */
function partsRelatedTo(path: string, archive: Archive): RelatedPart[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const parts = new Map<string, RelatedPart>();
  readXml(smallPartIn(archive, `${folder}_rels/${path.slice(folder.length)}.rels`), {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      if (parts.has(id)) throw new Error(`Two parts have the id ${id}.`);
      parts.set(id, { id, type: type.slice(type.lastIndexOf('/') + 1), path: resolved(folder, target) });
    },
  });
  return [...parts.values()];
}

/** Throws if there are two of that type: which one is meant cannot be known. */
function pathOf(type: string, parts: readonly RelatedPart[]): string | undefined {
  const [part, other] = parts.filter((one) => one.type === type);
  if (other !== undefined) throw new Error(`There are two parts of the type ${type}.`);
  return part?.path;
}

/** The path of a part in the archive, from an address in the folder of another one. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}

const partIn = (archive: Archive, path: string): Part => present(path, archive.part(path));
const smallPartIn = (archive: Archive, path: string): Part => present(path, archive.smallPart(path));

function present(path: string, part: Part | undefined): Part {
  if (part === undefined) throw new Error(`There is no ${path}.`);
  return part;
}

interface Directory {
  sheets: Array<{ name: string; hidden: boolean; id: string | undefined }>;
  dates: DateSystem;
  /** A program that cannot calculate writes zeros, and asks the next one to do it. */
  isCalculated: boolean;
}

function readDirectory(part: Part): Directory {
  const directory: Directory = { sheets: [], dates: '1900', isCalculated: true };
  readXml(part, {
    open(element, attributes, within) {
      const { name = '', state, date1904, fullCalcOnLoad } = attributes;
      if (element === 'sheet' && within === 'sheets') {
        directory.sheets.push({
          name,
          hidden: state === 'hidden' || state === 'veryHidden',
          id: attributeIn(attributes, 'id'),
        });
        checkCount(directory.sheets, MAX_SHEETS);
      }
      if (element === 'workbookPr' && isTrue(date1904)) directory.dates = '1904';
      if (element === 'calcPr' && isTrue(fullCalcOnLoad)) directory.isCalculated = false;
    },
  });
  return directory;
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

function textsIn(archive: Archive, path: string | undefined): string[] {
  const texts: string[] = [];
  if (path === undefined) return texts;
  const rich = new RichText();
  readXml(partIn(archive, path), {
    open(name, _attributes, within) {
      rich.open(name, within);
    },
    text(text) {
      rich.text(text);
    },
    close(name) {
      rich.close();
      if (name !== 'si') return;
      texts.push(rich.take());
      checkCount(texts, MAX_CELLS);
    },
  });
  return texts;
}

/** The format of each style of a cell. */
function formatsIn(archive: Archive, path: string | undefined): NumberFormat[] {
  if (path === undefined) return [];
  const codes = new Map(USUAL_FORMATS);
  const ids: number[] = [];
  readXml(smallPartIn(archive, path), {
    open(name, { numFmtId = '0', formatCode }, within) {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === 'xf' && within === 'cellXfs') ids.push(Number(numFmtId));
    },
  });
  return formatsOf(ids, codes);
}

const PROPERTY = { element: 'property', attribute: 'name' };

function once<Result>(find: () => Result): () => Result {
  let found: { result: Result } | undefined;
  return () => (found ??= { result: find() }).result;
}
