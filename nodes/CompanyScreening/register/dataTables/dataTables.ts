// The room register/dataTables/: the port of the register on n8n's data tables, and the only place that knows of them. No rule of the
// register is here.
//
// The register's tables as n8n's own data tables: the only implementation of the port.
import type { IExecuteFunctions } from 'n8n-workflow';

import { runSubWorkflow, startSubWorkflow } from './subWorkflow';
import type {
  TableColumns,
  Condition,
  ReadStatement,
  Statement,
  StoredRow,
  TableName,
  Tables,
} from '../port/tables';
import { explained } from './explained';
import { nodesFor, PAGE, piecesOf, rowsOfPieces, type TableIds } from './statements';

/** What the tables need of n8n. */
export type Caller = Pick<IExecuteFunctions, 'executeWorkflow'>;

/**
 * The port over the tables with these ids. Text comes back as it was given, but for NUL and halves of surrogate pairs, which
 * become U+FFFD. A read of more than 1,000 rows takes several calls, and finds each row that matched all the while. So does
 * a read without a limit that is followed by a change of the same table.
 */
export function dataTables(caller: Caller, ids: TableIds, columns: TableColumns): Tables {
  const call = async (pieces: readonly Statement[]): Promise<StoredRow[][]> => {
    if (pieces.length === 0) return [];
    const { rows, input } = nodesFor(pieces, ids);
    return rowsOfPieces(pieces, await explained(() => runSubWorkflow(caller, rows, [{ json: input }])));
  };

  /** Everything that a piece reads, of which the first page is known. */
  const readOn = async (piece: ReadStatement, firstPage: StoredRow[]): Promise<StoredRow[]> => {
    if (firstPage.length < PAGE) return firstPage;
    // "Any of these, and above that id" cannot be asked for, so that each half is read on its own.
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
      return (await inTurn(inCalls(statements), runTogether)).flat();
    },

    runWithoutWaiting(statements) {
      const { rows, input } = nodesFor(
        statements.flatMap((statement) => piecesOf(statement, columns)),
        ids,
      );
      if (rows.length === 0) return;
      // Whether it worked cannot be known, and what failed before it is what the run reports.
      startSubWorkflow(caller, rows, [{ json: input }]).catch(() => undefined);
    },
  };
}

const isRead = (statement: Statement): statement is ReadStatement => statement.do === 'read';

/**
 * The reads of the next call after this page: some ranges of ids, none of which can have more rows than a page, and a page of
 * what lies behind them. Only if that is not full has everything been read: an empty range may be a gap.
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

/** More ranges in a call gain nothing, and fewer where the rows are long: a call is in memory as a whole, several times. */
function rangesInACall(page: readonly StoredRow[]): number {
  const characters = page
    .flatMap((row) => Object.values(row))
    .reduce<number>((sum, cell) => sum + String(cell).length, 0);
  return Math.min(10, Math.max(1, Math.floor(MAX_CHARACTERS / characters)));
}
const MAX_CHARACTERS = 5_000_000;

const fitsIntoAPage = ({ limit }: ReadStatement): boolean => limit !== undefined && limit <= PAGE;

/** The statements of each call: what is changed after a read must wait until all of its pages have been read. */
function inCalls(statements: readonly Statement[]): Statement[][] {
  const calls: Statement[][] = [];
  let pagesMayFollow = new Set<TableName>();
  for (const statement of statements) {
    const current = calls.at(-1);
    if (current === undefined || (!isRead(statement) && pagesMayFollow.has(statement.table))) {
      calls.push([statement]);
      pagesMayFollow = new Set();
    } else current.push(statement);
    if (isRead(statement) && !fitsIntoAPage(statement)) pagesMayFollow.add(statement.table);
  }
  return calls;
}

/** A row that meets conditions of two pieces came twice. */
function rowsById(rows: readonly StoredRow[]): StoredRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((one, other) => one.id - other.id);
}

// n8n's calls gain nothing side by side, and on SQLite hold each other up.
async function inTurn<T, U>(list: readonly T[], work: (one: T, at: number) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const [at, one] of list.entries()) results.push(await work(one, at));
  return results;
}
