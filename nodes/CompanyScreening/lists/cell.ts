// lists/: the bytes of a file, or a list of a program → its rows: encoding, delimiter, headings, and what each cell says. Only pure
// functions: nothing of n8n, of the service or of a screening. A list that cannot be read for certain is refused, never guessed.
//
// Cells of a list: their value, and what a person sees in them.
import { showable } from '../names/encodingDamage';
import { columnLetters } from '../names/ownWorkbook';
import { LINE_END, plainText } from '../names/plainText';

/** A value as a column of the user's own gets it: dates are texts, such as 2025-07-11. */
export type Value = boolean | number | string | null;

/** A cell of a workbook that shows a text of its own, such as the number 54 with the format "Studio "0, or the result of a formula. */
interface ShownCell {
  value: Value;
  shown: Value;
  formula?: 'calculated';
}

/** A cell of a workbook that cannot be read for certain as a name or number of the user's. */
interface DoubtfulCell {
  value: Value;
  doubt: CellDoubt;
}

interface CellDoubt {
  /** The end of a sentence that begins with the cell. */
  why: string;
  advice: string;
}

/** Most cells show their value. */
export type Cell = DoubtfulCell | ShownCell | Value;

export const valueOf = (cell: Cell | undefined): Value =>
  typeof cell === 'object' && cell !== null ? cell.value : (cell ?? null);

/** The text or number that a person sees in it. */
export const shownIn = (cell: Cell | undefined): Value =>
  typeof cell === 'object' && cell !== null && 'shown' in cell ? cell.shown : valueOf(cell);

/** The text that a person sees in it; empty for nothing. */
export const textOf = (cell: Cell | undefined): string => String(shownIn(cell) ?? '');

export const doubtIn = (cell: Cell | undefined): CellDoubt | undefined =>
  typeof cell === 'object' && cell !== null && 'doubt' in cell ? cell.doubt : undefined;

/** True if nobody would miss the cell. A formula without a result would be missed. */
export function isBlank(cell: Cell | undefined): boolean {
  if (doubtIn(cell)) return false;
  const value = valueOf(cell);
  return value === null || (typeof value === 'string' && value.trim() === '');
}

const DOUBTS = {
  /** It may be a name. */
  noResult: {
    why: 'has a formula without a result in the file',
    advice: 'Open the workbook in a spreadsheet program, so that it calculates, save it, and run this again.',
  },
  /** The result may change as soon as somebody opens the workbook. */
  calculatedAgain: {
    why: 'has a formula that is calculated again when the workbook is opened',
    advice:
      'Open the workbook in a spreadsheet program, copy the cells, insert them as values, save it, and run this again.',
  },
  /** A program puts something into the text when it shows the cell, such as the name of the sheet. */
  shownByProgram: {
    why: 'contains more than text, such as a field or a list, so it is not certain what it shows',
    advice: 'Enter the text of the cell again in the spreadsheet, save it, and run this row again.',
  },
  date: {
    why: 'holds a date or a time: spreadsheets turn texts such as 7-11 into one',
    advice: 'Format the column as text in the spreadsheet, enter it again, and run this row again.',
  },
  /** A text box or another shape lies over it, and may show another text. */
  covered: {
    why: 'lies under a shape or a text box, which may show something else',
    advice: 'Move or delete the shape in the spreadsheet, save the list, and run this again.',
  },
} satisfies Record<string, CellDoubt>;

/** @param stored the cell as the file has it; a date as text, such as 2025-07-11, or a number where it is no date that exists */
export const doubtful = (stored: Cell, doubt: keyof typeof DOUBTS): Cell => ({
  value: valueOf(stored),
  doubt: DOUBTS[doubt],
});

export const failedFormula = (error: string): Cell => ({
  value: error,
  doubt: {
    why: `shows the error ${error}`,
    advice: 'A formula in this cell failed. Correct it in the spreadsheet, and run this row again.',
  },
});

/** @param shown what the cell shows instead, as far as that is known */
export const oddlyShown = (stored: Cell, shown: string): Cell => ({
  value: valueOf(stored),
  doubt: {
    why: `holds ${String(valueOf(stored))}, but shows ${shown}`,
    advice:
      'Format the column as text in the spreadsheet, check what the cell shows, and run this row again.',
  },
});

export interface Formula {
  /** True for a formula that may give something else each time that a program calculates it. */
  isVolatile: boolean;
  /** The text of a formula that is nothing but a text. */
  text: string | undefined;
}

/** @param code in any workbook, such as `NOW()`, `"Acme"` or `of:=[.A1]` */
export function readFormula(code: string): Formula {
  const [, text] = /^(?:of:)?=?\s*"((?:[^"]|"")*)"$/.exec(code.trim()) ?? [];
  return {
    isVolatile: VOLATILE.test(code.replaceAll(/"[^"]*"|'[^']*'/g, '""')),
    text: text?.replaceAll('""', '"'),
  };
}

const VOLATILE = /(?<![\p{L}\d_])(?:CELL|INDIRECT|INFO|NOW|OFFSET|RAND|RANDARRAY|RANDBETWEEN|TODAY)\s*\(/iu;

/** Gives the result of a formula, unless it may change as soon as somebody opens the workbook. */
export function resultOf({ isVolatile, text }: Formula, stored: Cell): Cell {
  if (isVolatile || (text !== undefined && text !== valueOf(stored)))
    return doubtful(stored, 'calculatedAgain');
  return isBlank(stored) || doubtIn(stored)
    ? stored
    : { value: valueOf(stored), shown: shownIn(stored), formula: 'calculated' };
}

export const isCalculated = (cell: Cell | undefined): boolean =>
  typeof cell === 'object' && cell !== null && 'formula' in cell;

/** Gives the cell. One that has several lines, if only in some programs, is doubtful: it may hold two companies. */
export function onOneLine(cell: Cell | undefined): Cell {
  const text = plainText(shownIn(cell));
  const found = LINE_END.exec(text);
  if (!found || doubtIn(cell)) return cell ?? null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const sign = /[\r\n]/.test(found[0])
    ? 'a line break'
    : `the invisible character U+${code}, which ends a line in some programs,`;
  const before = showable(text.slice(0, found.index).slice(-60));
  return {
    value: text,
    doubt: {
      why: `has ${sign} after "${before}", so that it may be two companies`,
      advice: 'Write it on one line, or give each company a row of its own, and run this row again.',
    },
  };
}

/** The place of a cell, both from 0. */
export interface Place {
  row: number;
  column: number;
}

export const nameOf = ({ row, column }: Place): string => `${columnLetters(column)}${row + 1}`;

export interface SheetRow {
  /** Counted from 1. */
  row: number;
  cells: readonly Cell[];
  isHidden?: boolean;
  /** Columns of the sheet that cannot be seen. */
  hiddenColumns?: readonly ColumnSpan[];
}

/** Adjacent columns, from 0. */
export interface ColumnSpan {
  from: number;
  to: number;
}
