// register/dataTables/: the port of the register on n8n's data tables, and the only place that knows of them. No rule of the register is
// here.
//
// The register's tables as n8n's own data tables: the only implementation of the port.
import type { IExecuteFunctions } from 'n8n-workflow';

import {
  RegisterFailure,
  type Condition,
  type ReadStatement,
  type RegisterProblem,
  type Statement,
  type StoredRow,
  type TableColumns,
  type Tables,
} from '../port/tables';
import {
  fitsIntoAPage,
  isRead,
  nodesFor,
  PAGE,
  piecesOf,
  rowsOfPieces,
  statementsOfCalls,
  type TableIds,
} from './statements';
import { runSubWorkflow, startSubWorkflow } from './subWorkflow';

/** The part of n8n that the tables need. */
export type Caller = Pick<IExecuteFunctions, 'executeWorkflow'>;

/**
 * The port over the tables with these ids. Text comes back as it was given, except for NUL and halves of surrogate pairs, which become
 * U+FFFD. A read of more than 1,000 rows takes several calls, and finds each row that matched all the while. So does a read without a limit
 * that is followed by a change of the same table.
 */
export function dataTables(caller: Caller, ids: TableIds, columns: TableColumns): Tables {
  const call = async (pieces: readonly Statement[]): Promise<StoredRow[][]> => {
    if (pieces.length === 0) return [];
    const { rows, input } = nodesFor(pieces, ids);
    return rowsOfPieces(pieces, await explained(() => runSubWorkflow(caller, rows, [{ json: input }])));
  };

  /** Reads the rest of a piece, of which the first page is known. */
  const readOn = async (piece: ReadStatement, firstPage: StoredRow[]): Promise<StoredRow[]> => {
    if (firstPage.length < PAGE) return firstPage;
    // "Any of these, and above that id" cannot be asked for, so each half is read on its own.
    if (piece.match === 'any' && piece.where.length > 1) {
      const half = Math.ceil(piece.where.length / 2);
      const halves = [piece.where.slice(0, half), piece.where.slice(half)];
      return (await inTurn(halves, (where) => readWhole({ ...piece, where }))).flat();
    }
    const found = [...firstPage];
    for (let page = firstPage; page.length === PAGE;) {
      const pages = await call(nextReads(piece, page));
      found.push(...pages.flat());
      page = pages.at(-1) ?? [];
    }
    return found;
  };
  const readWhole = async (piece: ReadStatement): Promise<StoredRow[]> =>
    readOn(piece, (await call([piece]))[0] ?? []);

  const runTogether = async (statements: readonly Statement[]): Promise<StoredRow[][]> => {
    const planned = statements.map((statement) => piecesOf(statement, columns));
    const replies = await call(planned.flat());
    const found: StoredRow[][] = [];
    for (const [index, statement] of statements.entries()) {
      const pieces = planned[index] ?? [];
      const pages = replies.splice(0, pieces.length);
      if (statement.do !== 'read') continue;
      const parts = fitsIntoAPage(statement)
        ? pages
        : await inTurn(pieces.filter(isRead), (piece, at) => readOn(piece, pages[at] ?? []));
      found.push(rowsById(parts.flat()).slice(0, statement.limit));
    }
    return found;
  };

  return {
    async run(statements) {
      return (await inTurn(statementsOfCalls(statements), runTogether)).flat();
    },

    runWithoutWaiting(statements) {
      const { rows, input } = nodesFor(
        statements.flatMap((statement) => piecesOf(statement, columns)),
        ids,
      );
      if (rows.length === 0) return;
      // A failure here cannot be seen, and the run reports the one before it.
      startSubWorkflow(caller, rows, [{ json: input }]).catch(() => undefined);
    },
  };
}

/**
 * The reads of the next call after this page: some ranges of ids, none of which can have more rows than a page, and a page of what lies
 * behind them. Only if that page is not full has everything been read: an empty range may be a gap.
 */
function nextReads(piece: ReadStatement, page: readonly StoredRow[]): ReadStatement[] {
  const last = page.at(-1)?.id ?? 0;
  const ranges = rangesInACall(page);
  const above = (value: number) => ({ column: 'id', is: 'above', value }) as const;
  const readOf = (...where: Condition[]): ReadStatement => ({
    ...piece,
    match: 'all',
    where: [...piece.where, ...where],
  });
  const reads = Array.from({ length: ranges }, (_, index) => {
    const from = last + index * PAGE;
    return readOf(above(from), { column: 'id', is: 'atMost', value: from + PAGE });
  });
  return [...reads, readOf(above(last + ranges * PAGE))];
}

/** More ranges in a call gain nothing. Long rows get fewer: a call is in memory as a whole, several times. */
function rangesInACall(page: readonly StoredRow[]): number {
  const characters = page
    .flatMap((row) => Object.values(row))
    .reduce<number>((sum, cell) => sum + String(cell).length, 0);
  return Math.min(10, Math.max(1, Math.floor(MAX_CHARACTERS / characters)));
}
const MAX_CHARACTERS = 5_000_000;

/** Removes doubles: a row that meets conditions of two pieces came twice. */
function rowsById(rows: readonly StoredRow[]): StoredRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((one, other) => one.id - other.id);
}

// n8n's calls gain nothing side by side, and on SQLite hold each other up.
async function inTurn<T, U>(list: readonly T[], work: (one: T, at: number) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const [at, one] of list.entries()) results.push(await work(one, at));
  return results;
}

/** Does the work. @throws {RegisterFailure} where it fails */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RegisterFailure ? error : explanationOf(error);
  }
}

function explanationOf(error: unknown): RegisterFailure {
  const text = error instanceof Error ? error.message : String(error);
  const known = KNOWN.find(({ pattern }) => pattern.test(text));
  const { problem, message, description } = known ?? UNKNOWN;
  return new RegisterFailure(
    problem,
    message.replace('%', () => text.split('\n', 1)[0]?.slice(0, 300) ?? ''),
    description,
  );
}

interface Explanation {
  problem: RegisterProblem;
  /** "%" is what n8n said. */
  message: string;
  description: string;
}

const AGAIN = 'Then run the workflow again: what was stored is not paid for again.';

// Texts of n8n 2.41, of SQLite and of Postgres 15, and those of an older n8n that cannot do the work.
const KNOWN: (Explanation & { pattern: RegExp })[] = [
  {
    pattern: /size limit exceeded/i,
    problem: 'full',
    message: "n8n's data tables are full: %",
    description: `Remove rows or tables that are no longer needed, or have n8n's administrator raise the limit for all data tables (N8N_DATA_TABLES_MAX_SIZE_BYTES). ${AGAIN}`,
  },
  {
    pattern: /SQLITE_FULL|disk is full|disk full|no space left on device|ENOSPC|could not extend file/i,
    problem: 'diskFull',
    message: "The disk of n8n's database is full: %",
    description: `Free some space there. ${AGAIN}`,
  },
  {
    pattern:
      /SQLITE_BUSY|SQLITE_LOCKED|database (table )?is locked|lock timeout|deadlock detected|could not obtain lock|too many clients|connection slots|timeout exceeded when trying to connect|statement timeout|could not serialize/i,
    problem: 'busy',
    message: "n8n's database is busy, so the register could not be read or written: %",
    description: `Wait until other work, for example a backup, is done. ${AGAIN}`,
  },
  {
    pattern: /SQLITE_READONLY|readonly database|read-only|permission denied|EACCES|SQLITE_CANTOPEN/i,
    problem: 'readOnly',
    message: 'n8n is not allowed to write to its data tables: %',
    description: `Have n8n's administrator give it the right to write to its database. ${AGAIN}`,
  },
  {
    pattern:
      /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|connection terminated|terminating connection|database system is|server closed the connection|client has encountered a connection error|SQLITE_IOERR|database is not open|driver not connected|database is not ready|waiting for database connection|query runner already released/i,
    problem: 'unreachable',
    message: 'n8n cannot reach its database: %',
    description: `Make sure that the database is running. ${AGAIN}`,
  },
  {
    // The last text is that of n8n 1.123, whose Data Table node is older.
    pattern:
      /module is disabled|unrecognized node type|unknown node type|could not find property option|could not get parameter/i,
    problem: 'notAvailable',
    message: 'The register needs the data tables of n8n 2.41 or newer, and this n8n does not have them: %',
    description:
      'Update n8n to 2.41 or newer. Where its data tables are switched off (N8N_DISABLED_MODULES), have them switched on again.',
  },
  {
    pattern: /execution was cancelled/i,
    problem: 'stopped',
    message: 'n8n has stopped this workflow, and no longer lets it use the register: %',
    description: `If the time limit in the settings of the workflow has passed, raise it. ${AGAIN}`,
  },
  {
    pattern:
      /could not be found in this project|could not find the data table|no such table|relation .* does not exist/i,
    problem: 'gone',
    message: 'A table of the register has been deleted or moved while the workflow was running: %',
    description: 'Put it back, from a backup if need be. Nothing is screened while a table is missing.',
  },
  {
    pattern:
      /unknown column name|do not exist in the selected table|does not match column type|no such column|column .* does not exist/i,
    problem: 'foreign',
    message: 'The columns of a table of the register have been changed: %',
    description: 'Put them back as they were. Nothing is screened until then.',
  },
];

const UNKNOWN: Explanation = {
  problem: 'unexpected',
  message: "n8n's data tables failed: %",
  description: `Look for the cause in n8n's log. ${AGAIN}`,
};
