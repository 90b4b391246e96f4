// Says in plain words why n8n's data tables failed. n8n hands on the text of an error only, whatever it came from.
import { RegisterFailure, type RegisterProblem } from '../port/registerProblem';

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
    message.replace('%', () => firstLineOf(text)),
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

// The texts of n8n 2.41, of SQLite and of Postgres 15, and what an older n8n says that cannot do the work.
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
    message: "n8n's database is busy, and did not take what the register wanted to store or read: %",
    description: `Wait until other work, a backup for example, is done. ${AGAIN}`,
  },
  {
    pattern: /SQLITE_READONLY|readonly database|read-only|permission denied|EACCES|SQLITE_CANTOPEN/i,
    problem: 'readOnly',
    message: 'n8n may not write to its data tables: %',
    description: `Have n8n's administrator give it the right to write to its database. ${AGAIN}`,
  },
  {
    pattern:
      /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|connection terminated|terminating connection|database system is|server closed the connection|client has encountered a connection error|SQLITE_IOERR|database is not open|driver not connected|database is not ready|waiting for database connection|query runner already released/i,
    problem: 'unreachable',
    message: 'n8n cannot reach its database: %',
    description: `See that the database runs. ${AGAIN}`,
  },
  {
    // The last one: n8n 1.123, whose Data Table node is older.
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

const firstLineOf = (text: string): string => text.split('\n', 1)[0]?.slice(0, 300) ?? '';
