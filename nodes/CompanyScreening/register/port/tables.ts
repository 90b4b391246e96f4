// What the register needs of a database: a handful of statements over its tables.

/** The register's tables, by the last word of their names. */
export const TABLE_NAMES = ['answers', 'archive', 'claims', 'decisions', 'reports', 'runs'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

export type ColumnType = 'boolean' | 'number' | 'string';
/** The columns of each table, without n8n's own: `id`, `createdAt` and `updatedAt`. */
export type TableColumns = Readonly<Record<TableName, Readonly<Record<string, ColumnType>>>>;

export type TableCell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, TableCell>>;
/** As it is stored; `id` orders the rows of a table roughly by insertion, and never decides anything. */
export type StoredRow = TableRow & { readonly id: number };

/** A hash or a mark. No text that begins with "=", which n8n would evaluate, is one. */
export const MARK = /^[\w.-]+$/;

/** Conditions contain hashes, marks and row ids only. What people or the service wrote is row data. */
export type Condition =
  | { column: string; is: 'equal'; value: string }
  | { column: string; is: 'contains'; value: string }
  | { column: 'id'; is: 'above' | 'atMost'; value: number };

/** A statement takes no more of them: SQLite refuses an expression of 1,000 parts. */
export const MAX_CONDITIONS = 500;

export function equal(column: string, value: string): Condition {
  return { column, is: 'equal', value };
}

/** Conditions of which any may hold, in parts that a statement takes. */
export function equalToAny(column: string, values: readonly string[]): Condition[][] {
  const parts = Math.ceil(values.length / MAX_CONDITIONS);
  return Array.from({ length: parts }, (_, part) =>
    values.slice(part * MAX_CONDITIONS, (part + 1) * MAX_CONDITIONS).map((value) => equal(column, value)),
  );
}

/** An empty `where` matches every row with `all`, and none with `any`. */
export type Statement =
  /** One transaction: all of the rows or none. */
  | { do: 'insert'; table: TableName; rows: readonly TableRow[] }
  /** The matching rows in the order of their ids, all of them or the first `limit`. */
  | { do: 'read'; table: TableName; where: readonly Condition[]; match: 'all' | 'any'; limit?: number }
  /** `set` holds words and marks of ours, and no text that begins with "=", which n8n might evaluate. */
  | { do: 'update'; table: TableName; where: readonly Condition[]; match: 'all' | 'any'; set: TableRow }
  | { do: 'delete'; table: TableName; where: readonly Condition[]; match: 'all' | 'any' };

export type ReadStatement = Extract<Statement, { do: 'read' }>;

export interface Tables {
  /**
   * One call: carries out the statements one after the other, each a transaction of its own, and returns the rows of each
   * `read`, in the order of the reads. When it rejects, any number of them may have been carried out, from the first on.
   */
  run(statements: readonly Statement[]): Promise<StoredRow[][]>;
  /** The last resort when calls are refused: starts them and does not learn what becomes of them. */
  runWithoutWaiting(statements: readonly Statement[]): void;
}
