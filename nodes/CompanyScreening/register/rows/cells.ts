// Parts that all tables of the register share: how a cell is read, what columns follow from the cells, how a row is written, and its seal.
// A table is one list of cells, in the order in which n8n shows its columns.
import * as z from 'zod/v4';

import { MARK, type ColumnType, type StoredRow, type TableCell, type TableRow } from '../port/tables';
import { hashOf } from './identity';

/** The cells of a table by the names of their columns; each knows how it is read. */
export type TableCells = Readonly<Record<string, z.ZodType>>;

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A random id of what one statement inserts; a statement that failed is read back by it. Such a cell may stand in a condition. */
export const mark = z.string().regex(MARK);
/** A cell that may come back as null when it is empty. */
const orElse = <Schema extends z.ZodType, Other>(schema: Schema, other: Other) =>
  schema.nullish().transform((value) => value ?? other);
export const text = orElse(z.string(), '');
export const time = z.iso.datetime();
/** 0 while it is not known. */
export const count = orElse(z.number(), 0);
/** Null while it is not known. */
export const countOrNull = orElse(z.number(), null);

export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((value, context): unknown => {
      try {
        // Many cells are empty, and an error that is thrown takes longer than reading one.
        if (value !== '') return JSON.parse(value);
      } catch {
        // A text that is no JSON counts as an empty one.
      }
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    })
    .pipe(schema);
}

/** Makes a column of numbers if its cell can be one. */
export function columnsOf(cells: TableCells): Record<string, ColumnType> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, cell.safeParse(0).success ? 'number' : 'string']),
  );
}

/** Writes a list or an object as JSON, which has escapes for NUL and for a lone surrogate. */
export function rowOf(values: Readonly<Record<string, TableCell | object>>): TableRow {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** A text for people to read in a table. Signs that a database refuses or changes are replaced. */
export function readable(value: string): string {
  return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/**
 * A table whose rows carry a seal in their last cell: a hash over all the others. It shows an accident or a careless edit. Nobody notices
 * an edit that computes the seal again.
 */
export class SealedTable {
  readonly columns: Record<string, ColumnType>;
  private readonly sealedColumns: readonly string[];

  constructor(
    private readonly what: string,
    cells: TableCells,
  ) {
    this.sealedColumns = Object.keys(cells);
    this.columns = { ...columnsOf(cells), seal: 'string' };
  }

  rowOf(values: Readonly<Record<string, TableCell | object>>): TableRow {
    const row = rowOf(values);
    return { ...row, seal: this.sealOf(row) };
  }

  isIntact(row: StoredRow): boolean {
    return row['seal'] === this.sealOf(row);
  }

  sealOf(row: TableRow): string {
    return hashOf([this.what, 1, ...this.sealedColumns.map((name) => row[name] ?? '')]);
  }
}
