// A workbook that the node made, read back by another library.
import { read, utils } from '@e965/xlsx';
import { z } from 'zod/v4';

/** The cells of a sheet as a program shows them, by their headings. */
export type ShownRow = Record<string, string>;

/** The rows of each sheet, by its name. @throws if a cell is a formula */
export function sheetsOf(bytes: Uint8Array): Record<string, ShownRow[]> {
  return Object.fromEntries(
    Object.entries(linesOf(bytes)).map(([name, lines]) => {
      const above = name === 'Summary' ? 0 : linesAbove(lines);
      const [headings = [], ...rows] = lines.slice(above);
      return [
        name,
        rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? '']))),
      ];
    }),
  );
}

/** Counts the lines with a single cell above the headings. */
const linesAbove = (lines: readonly string[][]): number =>
  Math.max(
    0,
    lines.findIndex((cells) => cells.filter((cell) => cell !== '').length > 1),
  );

/** The lines of each sheet, the headings first. */
export function linesOf(bytes: Uint8Array): Record<string, string[][]> {
  const { Sheets, SheetNames } = read(bytes, { cellFormula: true, cellNF: true });
  return Object.fromEntries(
    SheetNames.map((name) => {
      const sheet = Sheets[name] ?? {};
      const formulas = Object.entries(sheet).filter(([, cell]) => isFormula(cell));
      if (formulas.length > 0) throw new Error(`${name} has formulas: ${JSON.stringify(formulas)}`);
      const cells: unknown[] = utils.sheet_to_json(sheet, { header: 1, defval: '', raw: false });
      return [name, z.array(z.array(z.string())).parse(cells)];
    }),
  );
}

const isFormula = (cell: unknown): boolean => typeof cell === 'object' && cell !== null && 'f' in cell;
