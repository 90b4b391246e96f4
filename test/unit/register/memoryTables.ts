// The register's tables in memory, with what n8n's two databases do differently.
import { piecesOf } from '../../../nodes/CompanyScreening/register/dataTables/statements';
import { COLUMNS } from '../../../nodes/CompanyScreening/register/rows/columns';
import {
  MAX_CONDITIONS,
  type TableCell,
  type Condition,
  type TableRow,
  type Statement,
  type StoredRow,
  type TableName,
  type Tables,
} from '../../../nodes/CompanyScreening/register/port/tables';

/** SQLite gives a deleted highest id again; Postgres never does. */
export type Kind = 'postgres' | 'sqlite';

/** Rows in the order in which they were committed. */
export interface Database {
  kind: Kind;
  rows: Partial<Record<TableName, readonly StoredRow[]>>;
  /** The highest id that a table has ever given. */
  lastIds: Partial<Record<TableName, number>>;
}

export const emptyDatabase = (kind: Kind): Database => ({ kind, rows: {}, lastIds: {} });

/** The port over one database; a call is carried out at once. It refuses what n8n's tables would be spared. */
export class MemoryTables implements Tables {
  private database: Database;

  constructor(kind: Kind, database = emptyDatabase(kind)) {
    this.database = database;
  }

  /** Other tables with the same rows. */
  copy(): MemoryTables {
    return new MemoryTables(this.database.kind, this.database);
  }

  run(statements: readonly Statement[]): Promise<StoredRow[][]> {
    return Promise.resolve(
      statements.flatMap((statement) => {
        piecesOf(statement, COLUMNS);
        checkCells(statement);
        if ('where' in statement && statement.where.length > MAX_CONDITIONS)
          throw new Error('A database refuses so many conditions.');
        const { database, read } = apply(this.database, statement);
        this.database = database;
        return read ? [read] : [];
      }),
    );
  }

  runWithoutWaiting(statements: readonly Statement[]): void {
    void this.run(statements);
  }

  // What somebody does to the tables by hand, to the rows that meet all of these conditions.

  async insert(table: TableName, ...rows: TableRow[]): Promise<void> {
    await this.run([{ do: 'insert', table, rows }]);
  }

  async change(table: TableName, set: TableRow, ...where: Condition[]): Promise<void> {
    await this.run([{ do: 'update', table, where, match: 'all', set }]);
  }

  async remove(table: TableName, ...where: Condition[]): Promise<void> {
    await this.run([{ do: 'delete', table, where, match: 'all' }]);
  }
}

/** The rows of a table that meet all of these conditions. */
export async function rowsOf(tables: Tables, table: TableName, ...where: Condition[]): Promise<StoredRow[]> {
  return (await tables.run([{ do: 'read', table, where, match: 'all' }]))[0] ?? [];
}

/** Tables on which this carries out the calls. */
export const tablesOf = (run: Tables['run']): Tables => ({ run, runWithoutWaiting: () => undefined });

/** Tables on which this carries out one statement after the other. */
export const oneByOne = (carryOut: (statement: Statement) => Promise<StoredRow[][]>): Tables =>
  tablesOf(async (statements) => {
    const found: StoredRow[][] = [];
    for (const statement of statements) found.push(...(await carryOut(statement)));
    return found;
  });

/** These tables, where something happens before each call. If it fails, the call is not carried out. */
export const watched = (tables: Tables, before: (statements: readonly Statement[]) => unknown): Tables => ({
  run: async (statements) => {
    await before(statements);
    return await tables.run(statements);
  },
  runWithoutWaiting: (statements) => {
    tables.runWithoutWaiting(statements);
  },
});

export const isInsert = (statements: readonly Statement[], table?: TableName): boolean =>
  statements.some((one) => one.do === 'insert' && (table ?? one.table) === one.table);

/** These tables, which take no new row. */
export const refusingInserts = (tables: Tables, cause: Error): Tables =>
  watched(tables, (statements) => {
    if (isInsert(statements)) throw cause;
  });

/** As n8n does, refuses a cell for which the table has no column. */
function checkCells(statement: Statement): void {
  const rows = statement.do === 'insert' ? statement.rows : statement.do === 'update' ? [statement.set] : [];
  for (const name of new Set(rows.flatMap((row) => Object.keys(row))))
    if (name !== 'id' && !(name in COLUMNS[statement.table]))
      throw new Error(`The table ${statement.table} has no column ${name}.`);
}

/** Carries out one statement as one transaction; the rows that it returns are those of a read. */
export function apply(
  database: Database,
  statement: Statement,
): { database: Database; read: StoredRow[] | null } {
  const { table } = statement;
  const rows = database.rows[table] ?? [];
  switch (statement.do) {
    case 'insert': {
      const reserved = reserve(database, statement);
      return { database: commit(reserved.database, statement, reserved.firstId), read: null };
    }
    case 'read': {
      const found = rows.filter(matching(statement)).toSorted((one, other) => one.id - other.id);
      return { database, read: found.slice(0, statement.limit ?? found.length) };
    }
    case 'update': {
      const matches = matching(statement);
      const changed = rows.map((row) => (matches(row) ? { ...row, ...statement.set, id: row.id } : row));
      return { database: withRows(database, table, changed), read: null };
    }
    case 'delete': {
      const matches = matching(statement);
      const left = rows.filter((row) => !matches(row));
      return { database: withRows(database, table, left), read: null };
    }
  }
}

export type Insert = Extract<Statement, { do: 'insert' }>;

/** The first half of an insert: Postgres gives the ids before the rows can be seen, and another insert may come in between. */
export function reserve(
  database: Database,
  { table, rows }: Insert,
): { database: Database; firstId: number } {
  const ids = (database.rows[table] ?? []).map(({ id }) => id);
  const highest = database.kind === 'sqlite' ? Math.max(0, ...ids) : (database.lastIds[table] ?? 0);
  const lastIds = { ...database.lastIds, [table]: highest + rows.length };
  return { database: { ...database, lastIds }, firstId: highest + 1 };
}

/** The second half: all of the rows at once. */
export function commit(database: Database, { table, rows }: Insert, firstId: number): Database {
  const added = rows.map((row, index) => ({ ...row, id: firstId + index }));
  return withRows(database, table, [...(database.rows[table] ?? []), ...added]);
}

function withRows(database: Database, table: TableName, rows: readonly StoredRow[]): Database {
  return { ...database, rows: { ...database.rows, [table]: rows } };
}

function matching({ where, match }: { where: readonly Condition[]; match: 'all' | 'any' }) {
  return (row: TableRow) =>
    match === 'all' ? where.every((one) => holds(one, row)) : where.some((one) => holds(one, row));
}

function holds(condition: Condition, row: TableRow): boolean {
  const cell: TableCell = row[condition.column] ?? null;
  if (condition.is === 'equal') return cell === condition.value;
  if (condition.is === 'contains') return typeof cell === 'string' && cell.includes(condition.value);
  if (typeof cell !== 'number') return false;
  return condition.is === 'above' ? cell > condition.value : cell <= condition.value;
}
