// The one sheet among those of a workbook that is a list.
import { InvalidItem } from '../../names/invalidItem';
import { COMPANIES_SHEET, OUTCOME_SHEETS } from '../../names/ownWorkbook';
import { asWritten, type IsHeadings } from './ownTexts';
import type { Sheet, Workbook } from './workbookFile';

export interface SheetChoice {
  sheet: Sheet;
  /** The names of the others that a person sees and that are not empty. */
  unread: readonly string[];
  /** Those of a workbook of our own that have the same companies, as we wrote them. */
  repeating: readonly Sheet[];
}

/**
 * The sheet of that name; without a name, the only one that a person sees and that is not empty. Of a workbook of our own it is
 * the one with all companies, if nobody added another: those that we made repeat them.
 *
 * @throws InvalidItem if there is none, or it is not certain which one
 */
export function chooseSheet(
  workbook: Workbook,
  wanted: string,
  { fileName, isHeadings }: { fileName: string; isHeadings: IsHeadings },
): SheetChoice {
  const { ours: own } = workbook;
  const isCompanies = (sheet: Sheet) => own !== null && called(sheet, COMPANIES_SHEET.toLowerCase());
  const sheets = own
    ? workbook.sheets.map((sheet) => asWritten(sheet, isCompanies(sheet) ? own.columns : [], isHeadings))
    : workbook.sheets;
  const name = wanted.trim().toLowerCase();
  const ours = name === '' ? sheets.find(isCompanies) : undefined;
  const sheet =
    ours ?? sheets.find((one) => (name === '' ? !one.hidden && hasCells(one) : called(one, name)));
  if (sheet === undefined) throw noSheet(sheets, wanted.trim(), fileName);
  if (sheets.some((other) => other !== sheet && called(other, sheet.name.trim().toLowerCase()))) {
    throw new InvalidItem(
      `${fileName} has two sheets called ${sheet.name}.`,
      'Rename or remove one of them: which one is meant cannot be known.',
    );
  }
  // The others that we made repeat what Companies has; one that somebody added may have companies of its own.
  const repeated = own !== null && isCompanies(sheet) ? own.sheets : [];
  const unread = sheets
    .filter((other) => other !== sheet && !repeated.includes(other.name) && !other.hidden && hasCells(other))
    .map((other) => other.name);
  if (name === '' && unread.length > 0) throw severalSheets(sheet.name, unread, fileName);
  const repeating = sheets.filter(({ name: one }) => repeated.includes(one) && OUTCOME_SHEETS.includes(one));
  return { sheet, unread, repeating };
}

const called = (sheet: Sheet, name: string) => sheet.name.trim().toLowerCase() === name;

/** Reads no further than its first row. */
function hasCells(sheet: Sheet): boolean {
  const rows: number[] = [];
  try {
    sheet.read((row) => {
      rows.push(row);
      throw new Error('That is enough.');
    });
  } catch (error) {
    if (rows.length === 0) giveUp(error);
  }
  return rows.length > 0;
}

function giveUp(problem: unknown): never {
  throw problem;
}

const severalSheets = (name: string, others: readonly string[], fileName: string) =>
  new InvalidItem(
    `${fileName} has several sheets: ${[name, ...others].join(', ')}. Enter the one to read as Sheet.`,
    'Only that sheet is read. If there are companies in several, put all of them into one sheet, and remove or hide the others.',
  );

function noSheet(sheets: readonly Sheet[], wanted: string, fileName: string): InvalidItem {
  const isThere = sheets.some(({ hidden }) => !hidden);
  return new InvalidItem(
    wanted !== ''
      ? `${fileName} has no sheet called ${wanted}. Its sheets: ${sheets.map(({ name }) => name).join(', ')}.`
      : isThere
        ? `${fileName} is empty.`
        : `${fileName} has no sheet that can be seen.`,
    wanted === '' && isThere
      ? 'Check that it is the right file, and that its program saved it.'
      : 'Correct Sheet, or the workbook.',
  );
}
