// The register's tables in memory, with what n8n's two databases do differently.
import type {
  Cell,
  Condition,
  Row,
  Statement,
  StoredRow,
  TableName,
  Tables,
} from '../../../nodes/CompanyScreening/register/tables';

/** SQLite gives a deleted highest id again; Postgres never does. */
export type Kind = 'postgres' | 'sqlite';

/** Rows in the order in which they were committed. */
interface Database {
  kind: Kind;
  rows: Partial<Record<TableName, readonly StoredRow[]>>;
  /** The highest id that a table has ever given. */
  lastIds: Partial<Record<TableName, number>>;
}

const emptyDatabase = (kind: Kind): Database => ({ kind, rows: {}, lastIds: {} });

/** The port over one database; a call is carried out at once. */
export class MemoryTables implements Tables {
  private database: Database;

  constructor(kind: Kind) {
    this.database = emptyDatabase(kind);
  }

  run(statements: readonly Statement[]): Promise<StoredRow[][]> {
    return Promise.resolve(
      statements.flatMap((statement) => {
        const { database, read } = apply(this.database, statement);
        this.database = database;
        return read ? [read] : [];
      }),
    );
  }

  runWithoutWaiting(statements: readonly Statement[]): void {
    void this.run(statements);
  }
}

/** Carries out one statement as one transaction; the rows that it returns are those of a read. */
function apply(database: Database, statement: Statement): { database: Database; read: StoredRow[] | null } {
  const { table } = statement;
  const rows = database.rows[table] ?? [];
  switch (statement.do) {
    case 'insert': {
      const highest =
        database.kind === 'sqlite'
          ? Math.max(0, ...rows.map(({ id }) => id))
          : (database.lastIds[table] ?? 0);
      const added = statement.rows.map((row, index) => ({ ...row, id: highest + 1 + index }));
      const lastIds = { ...database.lastIds, [table]: highest + added.length };
      return { database: { ...withRows(database, table, [...rows, ...added]), lastIds }, read: null };
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
      return {
        database: withRows(
          database,
          table,
          rows.filter((row) => !matches(row)),
        ),
        read: null,
      };
    }
  }
}

function withRows(database: Database, table: TableName, rows: readonly StoredRow[]): Database {
  return { ...database, rows: { ...database.rows, [table]: rows } };
}

function matching({ where, match }: { where: readonly Condition[]; match: 'all' | 'any' }) {
  return (row: Row) =>
    match === 'all' ? where.every((one) => holds(one, row)) : where.some((one) => holds(one, row));
}

function holds(condition: Condition, row: Row): boolean {
  const cell: Cell = row[condition.column] ?? null;
  if (condition.is === 'equal') return cell === condition.value;
  if (typeof cell !== 'number') return false;
  return condition.is === 'above' ? cell > condition.value : cell <= condition.value;
}
