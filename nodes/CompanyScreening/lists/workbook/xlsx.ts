// An .xlsx or .xlsm file: a ZIP archive of XML (ECMA-376). Here: its sheets, its texts and formats; the cells of a sheet are in
// xlsxSheet.ts.
import type { Archive, Part } from './archive';
import type { DateSystem } from './dates';
import { formatsOf, USUAL_FORMATS } from './numberFormat';
import { partsRelatedTo, pathOf, present, type RelatedPart } from './parts';
import { checkCount, MAX_CELLS, MAX_SHEETS, ownWorkbook, type Sheet, type Workbook } from './workbookFile';
import { elementsIn, elementsOf } from './xml';
import { isTrue, PROPERTIES, SHARED_TEXTS, XLSX_STYLES, WORKBOOK } from './xlsxFormat';
import { readXlsxSheet, richText, type XlsxStyles } from './xlsxSheet';

/** @param path of the part that lists the sheets */
export function openXlsx(archive: Archive, path: string, fileName: string): Workbook {
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
  return {
    ours: ownWorkbook(() => small('custom-properties', ofPackage), PROPERTIES),
    sheets: sheets.flatMap(({ name, hidden, id }): Sheet[] => {
      const found = related.find((one) => one.id === id);
      if (found === undefined) throw new Error(`The sheet ${name} has no part.`);
      if (OTHER_SHEETS.includes(found.type)) return [];
      if (found.type !== 'worksheet') throw new Error(`The kind of the sheet ${name} is not known.`);
      const part = present(found.path, archive.part(found.path));
      const rows = () => readXlsxSheet(part, { fileName, texts: texts(), ...styles(), dates, isCalculated });
      return [{ name, hidden, rows }];
    }),
  };
}

// Charts, dialogs and macros have sheets too.
const OTHER_SHEETS = ['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'];

interface Directory {
  sheets: Array<{ name: string; hidden: boolean; id: string | undefined }>;
  dates: DateSystem;
  /** A program that cannot calculate writes zeros, and asks the next one to do it. */
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

// Excel allows 255. It is looked through for each number that has it.
const LONGEST_FORMAT = 1_000;
