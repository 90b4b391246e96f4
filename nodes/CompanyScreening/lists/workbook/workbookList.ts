// A workbook → the rows of its list, and companies that somebody added in another sheet.
import { forEveryone, InvalidItem } from '../../names/invalidItem';
import { comparable, plainText, quantity, someOf } from '../../names/plainText';
import { isBlank, shownIn, textOf, type Cell } from '../cell';
import { columnsCalled, companyHeadingAmong, hasCompanyColumn, isReadColumn, shortly } from '../headings';
import { problemWith } from '../listRow';
import { ListReader, type ReadList, likelyHeadings, type ListFile } from '../rows';
import { SEARCHED, titleIn, type FirstRow } from '../title';
import { chooseSheet, type IsHeadings } from './choice';
import { openWorkbook } from './openWorkbook';
import type { Sheet } from './workbookFile';
import { UnknownElement } from './xml';

export interface WorkbookList extends ListFile {
  /** The name of the sheet to read; empty for the only one that may be a list. */
  wantedSheet: string;
}

interface WorkbookRows extends ReadList {
  sheet: string;
  /** See `SheetChoice`. */
  unread: readonly string[];
  /** See `addedElsewhere`. */
  added: readonly string[];
}

/** @throws InvalidItem if the list cannot be read with certainty */
export function readWorkbookList(list: WorkbookList): WorkbookRows {
  try {
    return readSheet(list);
  } catch (error) {
    // Bytes that are not what they seem to be: the words of a library would help nobody.
    if (error instanceof UnknownElement) throw notKnown(list.fileName, error.message);
    throw error instanceof InvalidItem ? error : damaged(list.fileName);
  }
}

const damaged = (fileName: string) =>
  new InvalidItem(
    `${fileName} is a workbook that cannot be read: it is damaged, or it contains something that cannot be read here.`,
    forEveryone('Open it in a spreadsheet program, save it again as .xlsx, and run this again.'),
  );

/** Programs that know the unknown parts may show other cells. */
const notKnown = (fileName: string, what: string) =>
  new InvalidItem(
    `${fileName} contains parts that cannot be read here: ${what}.`,
    forEveryone('Open it in Excel or LibreOffice, save it again as .xlsx, and run this again.'),
  );

function readSheet(list: WorkbookList): WorkbookRows {
  const { fileName, wanted, headingRow, notice } = list;
  const workbook = openWorkbook(list.bytes, fileName);
  const isHeadings: IsHeadings = (row, cells) =>
    headingRow > 0 ? row >= headingRow && !cells.every(isBlank) : hasCompanyColumn(cells.map(textOf), wanted);
  const { sheet, unread, repeating } = chooseSheet(workbook, list.wantedSheet, {
    fileName,
    isHeadings,
    isRead: (heading) => isReadColumn(heading, wanted),
    ...(notice ? { notice } : {}),
  });
  const firstRows = firstRowsOf(sheet, headingRow);
  notice?.({ sheet: sheet.name, headings: likelyHeadings(firstRows.map(({ cells }) => cells)) });
  const title = headingRow > 0 ? undefined : titleIn(firstRows, wanted, { fileName, place: 'Row' });
  const takesOthers = wanted.more.some(({ field }) => field === 'otherNames');
  const others = takesOthers ? '' : (workbook.ours?.otherNames ?? '');
  const listFile = [
    `${fileName}, sheet ${sheet.name}`,
    ...(unread.length > 0 ? [`not read: ${someOf(unread)}`] : []),
  ];
  const reader = new ListReader({
    fileName,
    listFile: listFile.join('; '),
    wanted,
    headingRow: title?.headingRow ?? headingRow,
    title: title?.rows ?? [],
    ...(notice ? { notice } : {}),
    place: 'Row',
  });
  let heading: string | undefined;
  for (const { row, cells, isHidden, hiddenColumns } of sheet.rows()) {
    if (heading === undefined && isHeadings(row, cells))
      heading = companyHeadingAmong(cells.map(textOf), wanted);
    if (others !== '' && cells.some((cell) => shownIn(cell) === others)) throw unusedNames(fileName, others);
    reader.add(row, cells, { isHidden, hiddenColumns });
  }
  const listed = reader.rows.map(({ json }) => json['companyName']);
  const added = heading === undefined ? [] : addedElsewhere(repeating, heading, listed);
  return { ...reader.end(added), sheet: sheet.name, unread, added };
}

function firstRowsOf(sheet: Sheet, from: number): FirstRow[] {
  const found: FirstRow[] = [];
  for (const { row, cells } of sheet.rows()) {
    if (row < from || cells.every(isBlank)) continue;
    if (row > (found[0]?.row ?? row) + SEARCHED) break;
    const texts = cells.map(textOf);
    found.push({ row, cells: texts, readings: [texts], mayGoOn: false });
  }
  return found;
}

/** A company with a hit under another name would come out as clear, if it were screened under its first name only. */
const unusedNames = (fileName: string, heading: string) =>
  new InvalidItem(
    `${fileName} has the other names of its companies in the column ${heading}, and this node would not read them.`,
    'Add Other Names Column to the options of this node, and Other Names to the parameters of Screen Company. Or remove the column from the list.',
    {
      message: `${fileName} has the other names of its companies in the column ${heading}, which would not be read.`,
      advice: 'Remove the column from the list, or ask whoever set this up.',
    },
  );

const SHOWN_NAMES = 3;

/**
 * Says which names stand in these sheets and not in the list; empty if there are none. Somebody may have taken some of them off the list on
 * purpose, so this stops nothing.
 *
 * @param heading of the company column
 * @param listed the names in it
 */
function addedElsewhere(sheets: readonly Sheet[], heading: string, listed: readonly unknown[]): string[] {
  if (sheets.length === 0) return [];
  const known = new Set(listed.map((name) => comparable(plainText(name))));
  return sheets.flatMap((sheet) => {
    const names = new Map<string, string>();
    let columns: readonly number[] = [];
    for (const { cells } of sheet.rows()) {
      if (columns.length === 0) columns = columnsCalled(heading, cells.map(textOf));
      else
        for (const name of columns.flatMap((column) => nameIn(cells[column])))
          if (!known.has(comparable(name))) names.set(comparable(name), name);
    }
    return names.size === 0 ? [] : [sentence(sheet.name, [...names.values()])];
  });
}

/** The name in a cell, if it can be screened. */
function nameIn(cell: Cell | undefined): string[] {
  const name = plainText(textOf(cell));
  return problemWith(name, []) ? [] : [name];
}

function sentence(sheet: string, names: readonly string[]): string {
  const some = names.slice(0, SHOWN_NAMES).map((name) => `"${shortly(name)}"`);
  const more = names.length > some.length ? ', …' : '';
  return `not read: ${quantity(names.length, 'company', 'companies')} only in the sheet ${sheet}: ${some.join(', ')}${more}`;
}
