// Companies that somebody wrote into a sheet of a workbook of our own that is not read as the list, since it only repeats it.
import { comparable, plainText, quantity } from '../../names/plainText';
import { textOf, type Cell } from '../cell';
import { columnsCalled, shortly } from '../headings';
import { problemWith } from '../listRow';
import type { Sheet } from './workbookFile';

const SHOWN_NAMES = 3;

/**
 * Says which names stand in these sheets and not in the list; empty if there are none. One that somebody took off the list may be among
 * them, so that this stops nothing.
 *
 * @param heading of the company column
 * @param listed the names in it
 */
export function addedElsewhere(
  sheets: readonly Sheet[],
  heading: string,
  listed: readonly unknown[],
): string[] {
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

/** One that can be screened. */
function nameIn(cell: Cell | undefined): string[] {
  const name = plainText(textOf(cell));
  return problemWith(name, []) ? [] : [name];
}

function sentence(sheet: string, names: readonly string[]): string {
  const some = names.slice(0, SHOWN_NAMES).map((name) => `"${shortly(name)}"`);
  const more = names.length > some.length ? ', …' : '';
  return `not read: ${quantity(names.length, 'company', 'companies')} only in the sheet ${sheet}: ${some.join(', ')}${more}`;
}
