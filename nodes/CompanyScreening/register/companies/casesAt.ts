// register/companies/: what the register says of each company: its result, its standing when somebody looks, and what is still owed to
// readers.
//
// The open cases of a register as they stood at some instant: the rows of that time, and the rules of today.
import type { StoredRow } from '../port/tables';
import { readAnswers, type StoredAnswer } from '../rows/answerRows';
import { readDoubt } from '../rows/doubtRows';
import { CONTROL_FAILED } from '../rows/runRows';
import { deskCasesOf, type DeskCase } from './deskCases';
import { everyCompany, READING_REGISTER, type EveryCompany } from './everyCompany';

/** Rows of the companies that have, or had, anything to decide about. */
interface RowsOverTime {
  every: EveryCompany;
  /** The rows of each statement of `READING_REGISTER`. */
  found: readonly (readonly StoredRow[])[];
  read: (row: StoredRow) => StoredAnswer[];
  nowMs: number;
}

/**
 * Pure. The cases that were open. Removed rows are not known any more, and a row that was later found to be damaged counts as damaged
 * before.
 *
 * @param atMs epoch milliseconds; the future is now
 */
export function openCasesAt({ every, found, read, nowMs }: RowsOverTime, atMs: number): DeskCase[] {
  if (atMs >= nowMs) return deskCasesOf(every);
  const then = everyCompany(
    found.map((rows, index) => rowsThen(READING_REGISTER[index]?.table, rows, atMs)),
    atMs,
    read,
  );
  // Unreadable rows would have stopped the reading of `every` already.
  return 'companies' in then ? deskCasesOf(then) : [];
}

/**
 * Pure. Leaves out the companies that were clear at every time: they have no cases, and they are by far the most.
 *
 * @param found the rows of each statement of `READING_REGISTER`
 */
export function rowsWithCases(
  every: EveryCompany,
  found: readonly (readonly StoredRow[])[],
  nowMs: number,
): RowsOverTime {
  const tables = new Map(READING_REGISTER.map(({ table }, index) => [table, found[index] ?? []]));
  const answers = tables.get('answers') ?? [];
  const owners = new Map<unknown, unknown>();
  const shared = answers.filter(({ screening, company }) => {
    if (screening === '') return false;
    const owner = owners.get(screening) ?? company;
    owners.set(screening, owner);
    return owner !== company;
  });
  const sharedIds = new Set(shared.map(({ screening }) => screening));
  const wanted = new Set<unknown>([
    ...every.companies
      .filter(({ cases, is, doubt }) => cases.length > 0 || is !== 'answer' || doubt !== null)
      .map(({ company }) => company),
    // Includes doubts about runs, which have no company.
    ...answers
      .filter(({ outcome, screening }) => outcome !== 'clear' || sharedIds.has(screening))
      .map(({ company }) => company),
    ...(tables.get('decisions') ?? []).map(({ company }) => company),
  ]);
  return {
    every,
    found: found.map((rows, index) =>
      READING_REGISTER[index]?.table === 'answers' ? rows.filter(({ company }) => wanted.has(company)) : rows,
    ),
    read: readOnce(),
    nowMs,
  };
}

function readOnce(): RowsOverTime['read'] {
  const known = new Map<StoredRow, StoredAnswer[]>();
  return (row) => {
    const answers = known.get(row) ?? readAnswers(row);
    known.set(row, answers);
    return answers;
  };
}

const TIMES: Readonly<Record<string, string>> = {
  runs: 'startedAt',
  claims: 'claimedAt',
  answers: 'screenedAt',
  decisions: 'decidedAt',
};

/** Leaves out the rows of later times. A time that cannot be read leaves nothing out. */
function rowsThen(table = '', rows: readonly StoredRow[], atMs: number): StoredRow[] {
  const isLater = (row: StoredRow) => Date.parse(String(row[TIMES[table] ?? ''])) > atMs;
  // Doubts stay: the answers that name one may be dated before it.
  const then = rows.filter((row) => !isLater(row) || readDoubt(row) !== undefined);
  if (table !== 'runs') return then;
  // Ended runs matter only for a control that failed. The decisions that a run saw at its end may have come later.
  return then
    .filter(({ state, control }) => state !== 'ended' || control === CONTROL_FAILED)
    .map((row) => ({ ...row, newestDecisions: '' }));
}
