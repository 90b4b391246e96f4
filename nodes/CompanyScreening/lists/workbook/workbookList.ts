// A workbook → the rows of its list, and companies that somebody added in another sheet.
import { InvalidItem } from '../../names/invalidItem';
import { comparable, compact, plainText, quantity, someOf } from '../../names/plainText';
import { isBlank, shownIn, textOf } from '../cell';
import { columnsCalled, companyHeadingAmong, shortly } from '../headings';
import { problemWith } from '../listRow';
import { ListReader, likelyHeadings, type ReadList } from '../rows';
import { SEARCHED, titleIn, type FirstRow } from '../title';
import { chooseSheet, type WorkbookList } from './choice';
import { openWorkbook } from './openWorkbook';
import { damaged, WorkbookProblem } from './workbookProblem';
import type { Sheet } from './workbookFile';

/** @throws InvalidItem if the list cannot be read with certainty */
export function readWorkbookList(list: WorkbookList): ReadList {
  try {
    return readSheet(list);
  } catch (error) {
    throw problemOf(error, list.fileName);
  }
}

function problemOf(error: unknown, fileName: string): InvalidItem {
  if (error instanceof InvalidItem) return error;
  return (error instanceof WorkbookProblem ? error : damaged()).of(fileName);
}

function readSheet({ bytes, ...list }: WorkbookList): ReadList {
  const { fileName, wanted, headingRow, notice } = list;
  const workbook = openWorkbook(bytes);
  const { sheet, unread, repeating } = chooseSheet(workbook, list);
  const firstRows = firstRowsOf(sheet, headingRow);
  notice?.({ sheet: sheet.name, headings: likelyHeadings(firstRows.map(({ cells }) => cells)) });
  const found = { ...list, ...titleIn(firstRows, list, 'Row') };
  const takesOthers = wanted.more.some(({ field }) => field === 'otherNames');
  const others = takesOthers ? '' : (workbook.ours?.otherNames ?? '');
  const notRead = unread.length > 0 && `not read: ${someOf(unread)}`;
  const listFile = compact(`${fileName}, sheet ${sheet.name}`, notRead).join('; ');
  const reader = new ListReader({ ...found, listFile, place: 'Row' });
  for (const row of sheet.rows()) {
    if (others !== '' && row.cells.some((cell) => shownIn(cell) === others))
      throw unusedNames(fileName, others);
    reader.add(row);
  }
  const headings = firstRows.find(({ row }) => row >= found.headingRow)?.cells ?? [];
  const heading = companyHeadingAmong(headings, wanted) ?? '';
  const listed = reader.rows.map(({ json }) => json['companyName']);
  const added = addedElsewhere(repeating, heading, listed);
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
 * Says which names stand in these sheets under that heading, and not in the list. Somebody may have taken some of them off the list on purpose,
 * so this stops nothing.
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
        for (const name of columns.map((column) => plainText(textOf(cells[column]))))
          if (!known.has(comparable(name)) && !problemWith(name, [])) names.set(comparable(name), name);
    }
    if (names.size === 0) return [];
    const some = Array.from(names.values(), (name) => `"${shortly(name)}"`).slice(0, SHOWN_NAMES);
    const more = names.size > some.length ? ', …' : '';
    const count = quantity(names.size, 'company', 'companies');
    return [`not read: ${count} only in the sheet ${sheet.name}: ${some.join(', ')}${more}`];
  });
}
