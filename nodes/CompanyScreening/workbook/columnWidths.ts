// workbook/: what a workbook holds, and its bytes as an .xlsx file. It knows neither n8n nor what is screened: that a cell is about a
// company is known by those who fill it. No cell is ever a formula.
//
// Widths of the columns of a sheet, and heights of its rows: as the content needs, up to a width from which texts are wrapped.
import type { CellContent, SheetColumn, TextLook } from './content';

/** Characters. */
const NARROWEST = 8;
const WIDEST = 32;
/** Fits "2026-11-24 08:30 UTC". */
const TIME_WIDTH = 21;
const DAY_WIDTH = 12;
/** The arrow of the filter, beside the longest word of a heading. */
const ARROW_WIDTH = 4;

/** Rows of a long sheet that tell the widths: a wider text in another row is wrapped. */
const MOST_MEASURED = 2_000;

export function columnWidths(
  columns: readonly SheetColumn[],
  rowCount: number,
  rowAt: (index: number) => readonly CellContent[],
): number[] {
  if (columns.every(({ width }) => width !== undefined)) return columns.map(({ width = NARROWEST }) => width);
  const widths = columns.map(({ heading }) => shownLength(heading.split(' ')) + ARROW_WIDTH);
  const step = Math.max(1, Math.floor(rowCount / MOST_MEASURED));
  for (let row = 0; row < rowCount; row += step) {
    for (const [index, cell] of rowAt(row).entries()) {
      const width = widths[index];
      if (cell !== null && width !== undefined && width < (columns[index]?.widest ?? WIDEST))
        widths[index] = Math.max(width, widthOf(cell));
    }
  }
  return columns.map(({ width, widest }, index) => width ?? clamped((widths[index] ?? 0) + 1, widest));
}

/** Points. */
const LINE_HEIGHT = 15;
const HIGHEST = 400;
const HEIGHTS: Partial<Record<TextLook, number>> = { banner: 22, lead: 22, note: LINE_HEIGHT, title: 30 };

/**
 * The height of a row in points. Programs that do not find it out by themselves would show the first line of a text only. A column of the
 * width 0 does not count, as its texts stay in one line.
 */
export function rowHeight(cells: readonly CellContent[], widths: readonly number[]): number {
  let height = LINE_HEIGHT;
  for (const [index, cell] of cells.entries()) {
    const width = widths[index] ?? WIDEST;
    if (cell?.is !== 'text' || width === 0) continue;
    const own = cell.look && HEIGHTS[cell.look];
    const lines = own === undefined ? linesOf(cell.text, width) : 1;
    height = Math.max(height, own ?? lines * LINE_HEIGHT);
  }
  return Math.min(height, HIGHEST);
}

/** True if the lines of a cell do not fit into the highest row that Excel allows. */
export const isCutOff = (cell: CellContent, width: number): boolean =>
  cell?.is === 'text' && linesOf(cell.text, width) * LINE_HEIGHT > HIGHEST;

/** Counts the lines of a text that is wrapped at its words. */
function linesOf(text: string, width: number): number {
  if (text.length <= width && !(text.length * 2 > width && WIDE_SIGN.test(text)) && !text.includes('\n'))
    return 1;
  // Most letters are narrower than the digit by which widths are measured.
  const letters = Math.floor(width * 1.1);
  return text.split('\n').reduce((sum, line) => sum + wrappedLines(line, letters), 0);
}

function wrappedLines(line: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of line.split(' ')) {
    const length = shownLength([word]);
    if (used > 0 && used + 1 + length > width) {
      lines += 1;
      used = 0;
    }
    lines += Math.floor(Math.max(0, length - 1) / width);
    used += (used > 0 ? 1 : 0) + (length > width ? length % width : length);
  }
  return lines;
}

const clamped = (width: number, widest = WIDEST): number => Math.min(widest, Math.max(NARROWEST, width));

function widthOf(cell: NonNullable<CellContent>): number {
  if (cell.is === 'time') return TIME_WIDTH;
  if (cell.is === 'day') return DAY_WIDTH;
  if (cell.is === 'number') return String(cell.value).length;
  if (cell.text.length >= WIDEST * 4) return cell.text.length;
  return shownLength(cell.text.includes('\n') ? cell.text.split('\n') : [cell.text]);
}

/** The length of the longest. A sign of a script with wide letters counts for two. */
function shownLength(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length + (text.match(WIDE)?.length ?? 0)));
}

const WIDE_SIGN = /[\u1100-\uFFE6]/;
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g;
