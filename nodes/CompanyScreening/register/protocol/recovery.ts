// Recovery of a failed call. It may have been carried out, wholly or from the first statement up to any other. Nothing is inserted blindly
// again: the rows are read back by their mark first.
import { equal, type Statement, type StoredRow } from '../port/tables';

/** Reads back, for each `insert` in the order of the call, whether its rows are there. */
export function readBackQueries(statements: readonly Statement[]): Statement[] {
  return statements
    .filter((statement) => statement.do === 'insert')
    .map(({ table, rows }) => {
      const column = table === 'runs' ? 'run' : 'mark';
      const where = [equal(column, String(rows[0]?.[column]))];
      return { do: 'read', table, where, match: 'all', limit: 1 };
    });
}

/**
 * The rest of a failed call. An insert is one transaction, so one row of it proves the others; an update, a delete or a read is simply done
 * again.
 *
 * @param found what `readBackQueries` found
 */
export function statementsToRepeat(
  statements: readonly Statement[],
  found: readonly (readonly StoredRow[])[],
): Statement[] {
  const inserts = statements.filter((statement) => statement.do === 'insert');
  const done = new Set<Statement>(inserts.filter((_, index) => (found[index] ?? []).length > 0));
  return statements.filter((statement) => !done.has(statement));
}
