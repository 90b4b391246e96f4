// The printed columns of a table, and the columns that stand above it once because they are the same in all rows.
import { quantity, toTheMinute } from '../../names/plainText';
import { columnWidths, isCutOff } from '../../workbook/columnWidths';
import type { CellContent, SheetColumn } from '../../workbook/content';
import { COMPARED, WHO } from './shownFields';

export interface PlacedColumn<Row> {
  heading: string;
  cellOf: (row: Row) => CellContent;
  /** The lower, the sooner it is printed. */
  rank: number;
  isFolded: boolean;
  widest?: number;
  /** The owner of a column that may stand above the table. */
  once?: 'run' | 'user';
}

export interface PageLayout<Row, Column extends PlacedColumn<Row>> {
  above: string[];
  /** The order of the sheet: printed columns come first. */
  columns: ReadonlyArray<{ of: Column; shown: SheetColumn }>;
}

/** The most columns that can be told apart on a page. */
const MOST_PRINTED = 12;
/** Characters: a page of A4 on its side, with letters of 8 points. Excel measures a column in digits of 7/96 inch, at 11 points. */
const PAGE_WIDTH = 205;
/** Characters. A longer column is printed only if a hit is compared by it. */
const LINE = 32;

/**
 * The company and the outcome are always printed. The other columns follow by rank as long as they fit. A printed column is printed whole.
 * A column that stands above the table is folded, so that each row is still whole.
 */
export function onPage<Row, Column extends PlacedColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
): PageLayout<Row, Column> {
  const widths = widthsOf(rows, columns);
  const seen = columns.filter(({ isFolded }) => !isFolded);
  const constant = constants(rows, columns);
  const varying = fitting(
    seen.filter((column) => !constant.has(column)),
    widths,
  );
  const { lines, told } = linesOf(constant, sumOf(varying, widths));
  const kept = seen.filter((column) => !told.has(column));
  const printed = new Set(fitting(kept, widths));
  const place = (of: Column, layout?: 'folded' | 'onScreen') => {
    const width = widths.get(of);
    return {
      of,
      shown: {
        heading: of.heading,
        ...(width === undefined ? {} : { width: isLong(of, width) ? LINE : width }),
        ...(layout === undefined ? {} : { layout }),
      },
    };
  };
  const cut = rows.filter((row) =>
    [...printed].some((column) => isCutOff(column.cellOf(row), widths.get(column) ?? LINE)),
  ).length;
  return {
    above: cut === 0 ? lines : [...lines, cutRows(cut)],
    columns: [
      ...kept.filter((column) => printed.has(column)).map((column) => place(column)),
      ...kept.filter((column) => !printed.has(column)).map((column) => place(column, 'onScreen')),
      ...columns
        .filter((column) => column.isFolded || told.has(column))
        .map((column) => place(column, 'folded')),
    ],
  };
}

/** The note on cut texts: on paper, nobody would notice. */
const cutRows = (count: number): string =>
  `Cut on paper: ${quantity(count, 'row has', 'rows have')} a text that is taller than a row can be. The cell has all of it.`;

function widthsOf<Row, Column extends PlacedColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
): ReadonlyMap<Column, number> {
  const measured = columns.map(({ heading, widest = LINE + 1 }): SheetColumn => ({ heading, widest }));
  const widths = columnWidths(measured, rows.length, (index) => {
    const row = rows[index];
    return row === undefined ? [] : columns.map(({ cellOf }) => cellOf(row));
  });
  return new Map(columns.map((column, index) => [column, widths[index] ?? 0]));
}

function fitting<Column extends { rank: number }>(
  columns: readonly Column[],
  widths: ReadonlyMap<Column, number>,
): Column[] {
  const taken: Column[] = [];
  let used = 0;
  for (const column of [...columns].sort((one, other) => one.rank - other.rank)) {
    if (taken.length === MOST_PRINTED) break;
    const width = widths.get(column) ?? 0;
    if (isLong(column, width) || (column.rank > WHO && used + width > PAGE_WIDTH)) continue;
    taken.push(column);
    used += width;
  }
  return taken;
}

const isLong = ({ rank }: { rank: number }, width: number): boolean => rank > COMPARED && width > LINE;

const sumOf = <Column>(columns: readonly Column[], widths: ReadonlyMap<Column, number>): number =>
  columns.reduce((sum, column) => sum + (widths.get(column) ?? 0), 0);

/** The columns that may stand above the table and have the same text in every row, with that text. */
function constants<Row, Column extends PlacedColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
): Map<Column, string> {
  const found = new Map<Column, string>();
  const [first, ...others] = rows;
  if (first === undefined) return found;
  for (const column of columns) {
    // Everything would be the same in a single row.
    if (column.once === undefined || (column.once === 'user' && others.length === 0)) continue;
    const text = shownText(column.cellOf(first));
    if (text !== '' && others.every((row) => shownText(column.cellOf(row)) === text)) found.set(column, text);
  }
  return found;
}

/** The text as a person sees it: two times of one minute are the same. */
function shownText(cell: CellContent): string {
  if (cell === null) return '';
  switch (cell.is) {
    case 'text':
      return cell.text;
    case 'number':
      return String(cell.value);
    case 'day':
      return new Date(cell.at).toISOString().slice(0, 10);
    case 'time':
      return `${toTheMinute(new Date(cell.at).toISOString())} UTC`;
  }
}

const BETWEEN = ' · ';

/** Makes a line of the run's columns, and one of the user's. A column that does not fit, or could be read as two, stays in the table. */
function linesOf<Column extends { heading: string; once?: 'run' | 'user' }>(
  constant: ReadonlyMap<Column, string>,
  width: number,
): { lines: string[]; told: Set<Column> } {
  const told = new Set<Column>();
  const lines = (['run', 'user'] as const).map((once) => {
    let line = '';
    for (const [column, text] of constant) {
      const part = `${column.heading}: ${text}`;
      const longer = line === '' ? part : `${line}${BETWEEN}${part}`;
      if (column.once !== once || longer.length > width || /[·\n\r]/.test(column.heading + text)) continue;
      line = longer;
      told.add(column);
    }
    return line;
  });
  return { lines: lines.filter(Boolean), told };
}
