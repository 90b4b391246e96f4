// An .xlsx file: a ZIP archive of XML (ECMA-376). Only what n8n's reader does not tell is read here.
import { strFromU8 } from 'fflate/browser';

import { InvalidItem } from '../../names/invalidItem';
import { partIn, partsOf, type Parts } from './archive';
import { CellErrors, chosenOf, nameOf, noResult, othersThan, placeOf, rangeTo, type Place } from './choice';
import { misread, refuseMisreadTexts, refuseMisreadXml } from './misread';
import type { ChosenSheet, Sheet, WorkbookFile } from './workbookFile';
import { attributes, elements } from './xml';

export function sheetInXlsx({ bytes, fileName, wantedSheet }: WorkbookFile): ChosenSheet {
  const parts = partsOf(bytes);
  const part = (path: string) => partIn(parts, path);
  const workbook = part('xl/workbook.xml');
  const sheets = sheetsOf(workbook, part('xl/_rels/workbook.xml.rels'));
  const chosen = chosenOf(sheets, wantedSheet, fileName);
  const otherSheets = othersThan(chosen, sheets);
  const sheet = part(chosen.path);
  refuseMisreadXml(sheet, fileName);
  for (const texts of sharedTexts(parts)) refuseMisreadTexts(texts, fileName);
  return {
    name: chosen.name,
    otherSheets,
    ...contentOf(sheet, fileName, isCalculated(workbook)),
  };
}

function sheetsOf(workbook: string, relationships: string): Array<Sheet & { path: string }> {
  const parts = new Map(elements(relationships, 'Relationship').map((part) => [part['Id'], part]));
  return elements(workbook, 'sheet').flatMap(({ name = '', state = 'visible', ...others }) => {
    const { Type, Target } = parts.get(others['r:id'] ?? others['id']) ?? {};
    if (Type === undefined || Target === undefined) throw new Error(`The sheet ${name} has no part.`);
    // Charts have sheets too.
    if (!Type.endsWith('/worksheet')) return [];
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    return [{ name, hidden: state !== 'visible', path }];
  });
}

// By what it holds, since its name is up to the program.
const sharedTexts = (parts: Parts): string[] =>
  Object.values(parts).flatMap((part = new Uint8Array()) =>
    /<(?:\w+:)?sst[\s>/]/.test(strFromU8(part.subarray(0, 2000))) ? strFromU8(part) : [],
  );

// A program that cannot calculate writes zeros, and asks the next one to do it.
const isCalculated = (workbook: string): boolean =>
  !elements(workbook, 'calcPr').some(
    ({ fullCalcOnLoad }) => fullCalcOnLoad === '1' || fullCalcOnLoad === 'true',
  );

const ROW_OR_CELL =
  /<(?:\w+:)?row(?=[\s>/])([^>]*)>|<(?:\w+:)?c(?=[\s>/])((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;

// n8n's reader looks for it in this spelling.
const UNDERSTOOD_CELL = /^<(?:\w+:)?c[ />]/;

/** Where the cells with something in them are, and what formulas left behind. */
function contentOf(
  sheet: string,
  fileName: string,
  calculated: boolean,
): Pick<ChosenSheet, 'range' | 'errors'> {
  const errors = new CellErrors();
  const stored = storedRange(sheet);
  const last: Place = { row: 0, column: 0 };
  const place: Place = { row: -1, column: -1 };
  for (const [tag, rowAttributes, cellAttributes, content = ''] of sheet.matchAll(ROW_OR_CELL)) {
    if (rowAttributes !== undefined) {
      const row = Number(attributes(rowAttributes)['r'] ?? place.row + 2) - 1;
      if (row <= place.row) throw notInOrder({ row, column: 0 }, fileName);
      Object.assign(place, { row, column: -1 });
      continue;
    }
    const { r, t } = attributes(cellAttributes ?? '');
    const next = r === undefined ? { row: place.row, column: place.column + 1 } : placeOf(r);
    if (!UNDERSTOOD_CELL.test(tag) || r?.includes('$')) throw oddCell(r, fileName);
    if (!next) throw new Error('A cell has no place.');
    if (next.row !== place.row || next.column <= place.column) throw notInOrder(next, fileName);
    Object.assign(place, next);
    const value = /<(?:\w+:)?v(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?v>/s.exec(content)?.[1];
    // A text that is empty is a result, where it is there.
    const isEmptyText = t === 'str' && /<(?:\w+:)?v[\s>/]/.test(content);
    const hasResult = calculated && (value || isEmptyText);
    if (/<(?:\w+:)?f[\s>/]/.test(content) && !hasResult) throw noResult(place, fileName);
    if (value === undefined && !/<(?:\w+:)?is[\s>]/.test(content)) continue;
    if (stored && isOutside(place, stored)) throw outside(place, fileName);
    if ((t === undefined || t === 'n') && Number.isNaN(Number(value ?? ''))) throw notMarked(place, fileName);
    if (t === 'e') errors.add(place, value ?? '');
    last.row = Math.max(last.row, place.row);
    last.column = Math.max(last.column, place.column);
  }
  return { range: rangeTo(last, fileName), errors: errors.all };
}

function storedRange(sheet: string): { from: Place; to: Place } | undefined {
  const [{ ref = '' } = {}] = elements(sheet.slice(0, sheet.search(/<(?:\w+:)?sheetData\b/)), 'dimension');
  const [from, to] = ref.split(':').map(placeOf);
  return from && to ? { from, to } : undefined;
}

const isOutside = ({ row, column }: Place, { from, to }: { from: Place; to: Place }) =>
  row < from.row || row > to.row || column < from.column || column > to.column;

// Of two rows or cells in the same place, a reader gives only one.
const notInOrder = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} is there twice, or not in its place.`,
    'Open the workbook in a spreadsheet program, check that no row is missing, save it again, and run this again.',
  );

const outside = (place: Place, fileName: string) =>
  new InvalidItem(
    `Row ${place.row + 1} of ${fileName}: cell ${nameOf(place)} lies outside the range that the workbook says it has.`,
    'Programs would leave such cells out. Open the workbook in a spreadsheet program, save it again, and run this again.',
  );

const notMarked = (place: Place, fileName: string) =>
  misread(fileName, `cell ${nameOf(place)} has a text, and is not marked as one`);

const oddCell = (name: string | undefined, fileName: string) =>
  misread(fileName, `cell ${name ?? 'without a name'} is not written as n8n expects it`);
