// The one sheet among those of a workbook that is a list.
import { InvalidItem, listProblem } from '../../names/invalidItem';
import { partsOfName } from '../../names/legalForms';
import { fromCellText, MOST_ABOVE, NO_ROWS, OURS_TOO, OWN_SHEETS, SHEETS } from '../../names/ownWorkbook';
import { oneLine, someOf } from '../../names/plainText';
import { isBlank, shownIn, textOf, type Cell, type Value } from '../cell';
import { hasCompanyColumn, isReadColumn, type WantedColumns } from '../headings';
import type { ListFile } from '../rows';
import { SEARCHED } from '../title';
import type { OwnWorkbook, Sheet, Workbook } from './workbookFile';

export interface WorkbookList extends ListFile {
  /** The name of the sheet to read; empty for the only one that may be a list. */
  wantedSheet: string;
}

export interface SheetChoice {
  sheet: Sheet;
  /** The names of the other sheets that a person sees and that are not empty, and of hidden ones with companies. */
  unread: readonly string[];
  /** Sheets of a workbook of our own that repeat its companies, as we wrote them. */
  repeating: readonly Sheet[];
}

/** True for the headings of the list. */
type IsHeadings = (row: number, cells: readonly Cell[]) => boolean;

/**
 * Chooses the sheet of that name; without a name, the only one that a person sees and that may be a list. In a workbook of our own it is the
 * sheet with all companies, if nobody added another list: those that we made repeat them.
 *
 * @throws InvalidItem if there is none, or it is not certain which one
 */
export function chooseSheet(workbook: Workbook, list: Omit<WorkbookList, 'bytes'>): SheetChoice {
  const { fileName, wanted, headingRow, notice } = list;
  const isHeadings: IsHeadings = (row, cells) =>
    headingRow > 0 ? row >= headingRow && !cells.every(isBlank) : hasCompanyColumn(cells.map(textOf), wanted);
  const own = provenOurs(workbook, wanted);
  const isCompanies = (sheet: Sheet) => own !== null && called(sheet, SHEETS.companies);
  const sheets = workbook.sheets.map((given) => {
    const sheet = { ...given, name: oneLine(given.name).slice(0, LONGEST_NAME) };
    return own ? asWritten(sheet, isCompanies(sheet) ? own.columns : [], isHeadings) : sheet;
  });
  const name = oneLine(list.wantedSheet);
  const seen = sheets.filter((one) => !one.hidden && firstRows(one, 1).length > 0);
  notice?.({ sheets: seen.map((one) => one.name) });
  const lists = name === '' ? seen.filter((one) => !isNotes(one, isHeadings)) : [];
  const sheet =
    name === '' ? (sheets.find(isCompanies) ?? lists[0] ?? seen[0]) : sheets.find((one) => called(one, name));
  if (sheet === undefined) throw noSheet(sheets, name, fileName);
  if (sheets.some((other) => other !== sheet && called(other, sheet.name)))
    throw listProblem(
      `${fileName} has two sheets called ${sheet.name}.`,
      'Rename or remove one of them: nobody can tell which one is meant.',
    );
  // Sheets that we made repeat what Companies has; one that somebody added may have companies of its own.
  const repeated = own !== null && isCompanies(sheet) ? own.sheets : [];
  const others = (among: readonly Sheet[]) =>
    among.filter((other) => other !== sheet && !repeated.includes(other.name));
  if (others(lists).length > 0) throw severalSheets([sheet, ...others(seen)], fileName);
  const unseen = others(sheets).filter((one) => one.hidden && hasCompanies(one, isHeadings));
  const unread = [
    ...others(seen).map((other) => other.name),
    ...unseen.map((other) => `the hidden sheet ${other.name}`),
  ];
  const repeating = sheets.filter((other) => other !== sheet && repeated.includes(other.name));
  return { sheet, unread, repeating };
}

/** Gives the properties of Create Workbook if the sheets and their headings are those that it writes: anybody can copy a property. */
function provenOurs({ ours, sheets }: Workbook, wanted: WantedColumns): OwnWorkbook | null {
  const seen = sheets.filter(({ name, hidden }) => !hidden && ours?.sheets.includes(name) === true);
  const isProven =
    ours !== null &&
    ours.columns.length > 0 &&
    // Such a column is never ours alone, and without it another one would be that of the companies.
    !ours.columns.some((heading) => isReadColumn(heading, wanted)) &&
    ours.sheets.every((name) => OWN_SHEETS.has(name)) &&
    new Set(seen.map(({ name }) => name)).size === seen.length &&
    seen.every((sheet) => isWritten(sheet, ours));
  return isProven ? ours : null;
}

function isWritten(sheet: Sheet, { columns }: OwnWorkbook): boolean {
  const rows = firstRows(sheet, sheet.name === SHEETS.companies ? SEARCHED : MOST_ABOVE + 2);
  // Somebody may have written a title above the headings of the list.
  if (sheet.name === SHEETS.companies)
    return rows.some((headings) => columns.every((column) => headings.includes(column)));
  const own = OWN_SHEETS.get(sheet.name) ?? '';
  const place = rows.findIndex((cells) => cells.some((heading) => bare(heading) === own));
  if (place >= 0 && rows.slice(0, place).every(isLineAbove)) return true;
  const [headings = []] = rows;
  return rows.length === 1 && headings.length === 1 && headings[0] === NO_ROWS;
}

/** True for a line above the headings: it has a text in the first cell only. */
const isLineAbove = ([first = '', ...others]: readonly string[]): boolean =>
  first !== '' && others.every((text) => text === '');

/** Removes the addition to a heading of ours, once for each column of the user's that has its name. */
const bare = (heading: string): string =>
  heading.endsWith(OURS_TOO) ? bare(heading.slice(0, -OURS_TOO.length)) : heading;

/** Characters: Excel allows 31, and every row says which sheets were not read. */
const LONGEST_NAME = 100;

/** Neither case, white space nor invisible characters make another name. */
const called = (sheet: Sheet, name: string) => seenName(sheet.name) === seenName(name);

const seenName = (name: string) => oneLine(name.replaceAll(/\p{Format}/gu, '')).toLowerCase();

/** True for a sheet with headings of a list among its first rows, and something below them. */
function hasCompanies(sheet: Sheet, isHeadings: IsHeadings): boolean {
  let [count, isBelow] = [0, false];
  for (const { row, cells } of sheet.top()) {
    if (isBelow) return true;
    isBelow = isHeadings(row, cells);
    count += 1;
    if (count === SEARCHED && !isBelow) break;
  }
  return false;
}

/**
 * True for a sheet of notes: a few lines with one text each, at least half of them longer than names are. All else may be a list that has other
 * headings or none: a table, numbers, a column of names.
 */
function isNotes(sheet: Sheet, isHeadings: IsHeadings): boolean {
  let [lines, sentences] = [0, 0];
  for (const { row, cells } of sheet.top()) {
    const [text, ...others] = cells.filter((cell) => !isBlank(cell)).map(shownIn);
    if (text === undefined) continue;
    lines += 1;
    if (lines > SEARCHED || typeof text !== 'string' || isHeadings(row, cells)) return false;
    if (others.length > 0 && !LABEL_ALONE.test(text)) return false;
    const { words, before, after } = partsOfName(oneLine(text));
    if (before.length + after.length > 0) return false;
    if (words.length >= WORDS_OF_SENTENCE || LABEL.test(text)) sentences += 1;
  }
  return sentences * 2 >= lines;
}

const WORDS_OF_SENTENCE = 5;
/** A label such as "Source: the CRM". */
const LABEL = /:\s|:$/;
const LABEL_ALONE = /:\s*$/;

/** The texts of its first rows that have any. Reads no further. */
function firstRows(sheet: Sheet, count: number): string[][] {
  const rows: string[][] = [];
  for (const { cells } of sheet.top()) {
    rows.push(cells.map((cell) => textOf(cell).trim()));
    if (rows.length === count) break;
  }
  return rows;
}

function severalSheets(sheets: readonly Sheet[], fileName: string): InvalidItem {
  const message = `${fileName} has several sheets: ${someOf(sheets.map(({ name }) => name))}.`;
  return new InvalidItem(
    `${message} Enter the one to read as Sheet.`,
    'Only that sheet is read. If there are companies in several, put all of them into one sheet, and remove or hide the others.',
    { message, advice: 'Put all companies into one sheet, and remove or hide the others.' },
  );
}

function noSheet(sheets: readonly Sheet[], wanted: string, fileName: string): InvalidItem {
  if (wanted !== '')
    return new InvalidItem(
      `${fileName} has no sheet called ${wanted}. Its sheets: ${someOf(sheets.map(({ name }) => name))}.`,
      'Correct Sheet, or the workbook.',
      { advice: `Call the sheet of the companies ${wanted}, or ask whoever set this up.` },
    );
  if (sheets.some(({ hidden }) => !hidden))
    return listProblem(
      `${fileName} is empty.`,
      'Check that it is the right file, and that its program saved it.',
    );
  return new InvalidItem(`${fileName} has no visible sheet.`, 'Correct Sheet, or the workbook.', {
    advice: 'Show the sheet with the companies, save the workbook, and run this again.',
  });
}

/**
 * Gives the sheet without the apostrophes that keep its texts from starting a formula, and without those columns. With the apostrophes, a
 * company called "@Work" would be screened under another name. With the columns, the results of each night would become columns of the
 * user's own.
 *
 * @param columns the headings of those that are not the user's own; one that stands there twice may be
 * @param isHeadings whether a row is that of the headings: a company may be called like one of ours
 */
export function asWritten(sheet: Sheet, columns: readonly string[], isHeadings: IsHeadings): Sheet {
  const left = new Set(columns);
  return {
    ...sheet,
    *rows() {
      let places: ReadonlySet<number> | undefined;
      for (const given of sheet.rows()) {
        const { row, cells } = given;
        if (!places && left.size > 0 && isHeadings(row, cells)) places = placesOf(left, cells);
        const own = cells.map((cell, place) =>
          places?.has(place) === true ? null : withoutApostrophes(cell),
        );
        yield { ...given, cells: own };
      }
    },
  };
}

/** The places of the wanted headings that stand there once. */
function placesOf(wanted: ReadonlySet<string>, cells: readonly Cell[]): ReadonlySet<number> {
  const headings = cells.map((cell) => textOf(cell).trim());
  const isOnly = (heading: string) => headings.indexOf(heading) === headings.lastIndexOf(heading);
  return new Set(headings.flatMap((heading, place) => (wanted.has(heading) && isOnly(heading) ? place : [])));
}

function withoutApostrophes(cell: Cell): Cell {
  const asText = (value: Value): Value => (typeof value === 'string' ? fromCellText(value) : value);
  if (typeof cell !== 'object' || cell === null) return asText(cell);
  const value = asText(cell.value);
  return 'shown' in cell ? { ...cell, value, shown: asText(cell.shown) } : { ...cell, value };
}
