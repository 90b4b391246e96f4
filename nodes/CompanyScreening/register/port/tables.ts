// register/port/: the port of the register: statements over tables, and what can go wrong with them. Nothing of n8n.

/** The register's tables, by the last word of their names. */
export const TABLE_NAMES = ['answers', 'archive', 'claims', 'decisions', 'reports', 'runs'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

export type ColumnType = 'boolean' | 'number' | 'string';
/** The columns of each table, without n8n's own: `id`, `createdAt` and `updatedAt`. */
export type TableColumns = Readonly<Record<TableName, Readonly<Record<string, ColumnType>>>>;

export type TableCell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, TableCell>>;
/** A row as it is stored; `id` orders the rows of a table roughly by insertion, and never decides anything. */
export type StoredRow = TableRow & { readonly id: number };

/** A hash or a mark. No text that begins with "=", which n8n would evaluate, is one. */
export const MARK = /^[\w.-]+$/;

/** Conditions contain hashes, marks and row ids only. Texts of people and of the service are row data. */
export type Condition =
  | { column: string; is: 'equal'; value: string }
  | { column: string; is: 'contains'; value: string }
  | { column: 'id'; is: 'above' | 'atMost'; value: number };

/** The most conditions of a statement: SQLite refuses an expression of 1,000 parts. */
export const MAX_CONDITIONS = 500;

export function equal(column: string, value: string): Condition {
  return { column, is: 'equal', value };
}

/** Splits a list into parts of this length; the last one may be shorter. */
export function inParts<One>(list: readonly One[], length: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}

/** Conditions of which any may hold, in parts that a statement takes. */
export function equalToAny(column: string, values: readonly string[]): Condition[][] {
  return inParts(values, MAX_CONDITIONS).map((some) => some.map((value) => equal(column, value)));
}

/** Deletes the rows that have one of these values. */
export function deletingRows(table: TableName, column: string, values: readonly string[]): Statement[] {
  return equalToAny(column, values).map((where) => ({ do: 'delete', table, where, match: 'any' }));
}

/** An empty `where` matches every row with `all`, and none with `any`. */
export type Statement =
  /** One transaction: all of the rows or none. */
  | { do: 'insert'; table: TableName; rows: readonly TableRow[] }
  /** Gives the matching rows in the order of their ids, all of them or the first `limit`. */
  | { do: 'read'; table: TableName; where: readonly Condition[]; match: 'all' | 'any'; limit?: number }
  /** `set` holds words and marks of ours, and no text that begins with "=", which n8n might evaluate. */
  | { do: 'update'; table: TableName; where: readonly Condition[]; match: 'all' | 'any'; set: TableRow }
  | { do: 'delete'; table: TableName; where: readonly Condition[]; match: 'all' | 'any' };

export type ReadStatement = Extract<Statement, { do: 'read' }>;

export interface Tables {
  /**
   * Carries out the statements as one call, one after the other, each a transaction of its own. Returns the rows of each `read`, in the
   * order of the reads. When it rejects, any number of them may have been carried out, from the first on.
   */
  run(statements: readonly Statement[]): Promise<StoredRow[][]>;
  /** Starts statements without learning what becomes of them: the last resort when calls are refused. */
  runWithoutWaiting(statements: readonly Statement[]): void;
}

/**
 * Inserts rows. A statement that failed may have been carried out, so its first row is looked for: that proves the others.
 *
 * @param column that no other row has the same in
 * @returns why they are not there; undefined if they are
 */
export async function insertRows(
  tables: Tables,
  table: TableName,
  rows: readonly TableRow[],
  column: string,
): Promise<Error | undefined> {
  try {
    await tables.run([{ do: 'insert', table, rows }]);
    return undefined;
  } catch (error) {
    const where = [equal(column, String(rows[0]?.[column]))];
    const [stored = []] = await tables.run([{ do: 'read', table, where, match: 'all' }]);
    if (stored.length > 0) return undefined;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A problem of the register, such that the rules can tell one from another. */
export type RegisterProblem =
  /** n8n takes no more rows. */
  | 'full'
  | 'diskFull'
  /** The database is held by something else, or has no connection left. */
  | 'busy'
  | 'unreachable'
  | 'readOnly'
  /** This n8n has no data tables, or has them switched off. */
  | 'notAvailable'
  /** The workflow's time is over, or it was stopped: n8n refuses every call from now on. */
  | 'stopped'
  /** The name that the user gave cannot be that of a register. */
  | 'name'
  /** Nobody has made a register of this name here, and it is only to be read. */
  | 'notThere'
  /** The workflow has had this register, and does not find it. */
  | 'lost'
  /** Tables of the register are missing beside others that have rows. */
  | 'incomplete'
  /** A table of this name belongs to somebody else, or its columns were changed. */
  | 'foreign'
  /** A row on which others depend cannot be read. */
  | 'damaged'
  /** A table was there when the run began, and is not any more. */
  | 'gone'
  | 'unexpected';

/** Problems that may be over in some seconds: the database is held for a moment, or is started again. */
const TRANSIENT: ReadonlySet<RegisterProblem> = new Set(['busy', 'unreachable', 'unexpected']);

/** True if it is worth waiting before the call is tried again. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof RegisterFailure) || TRANSIENT.has(error.problem);
}

/** The register could not be read or written. A statement that failed may have been carried out all the same. */
export class RegisterFailure extends Error {
  override readonly name = 'RegisterFailure';

  constructor(
    readonly problem: RegisterProblem,
    /** The failure, in one sentence. */
    message: string,
    /** Advice on what to do. */
    readonly description: string,
  ) {
    super(message);
  }
}

/** A row of a claim, of a run or of the archive that cannot be read. */
export function damagedRow(register: string, { table, id }: { table: string; id: number }): RegisterFailure {
  if (table === 'archive') return damagedArchive(register, id);
  return new RegisterFailure(
    'damaged',
    `A row of the data table "${register} ${table}" cannot be read (id ${id}), so nobody can tell which companies another run has sent.`,
    "Somebody has changed that row. Put it back as it was. If you cannot: wait until no run is in progress, remove the row, and ask the service's support about what was sent at that time.",
  );
}

function damagedArchive(register: string, id: number): RegisterFailure {
  return new RegisterFailure(
    'damaged',
    `A row of the data table "${register} archive" was changed (id ${id}), so nobody can tell which screening IDs the register has had.`,
    'Put it back as it was, from a backup if need be. If you cannot, remove the row: a screening whose ID it had is then no longer noticed if it comes again, and Get Many with Get set to History names the row as missing from then on.',
  );
}
