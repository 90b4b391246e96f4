// A run of the model before it enters: it asks by their ids for the screenings that were Pending, one statement or one question after the
// other, by the code that the node has for it.
import type { CompanyHash } from '../../../../nodes/CompanyScreening/register/identity';
import type { Knowledge } from '../../../../nodes/CompanyScreening/register/knowledge';
import {
  everPending,
  isLaterAnswer,
  readingAbout,
  READING_PENDING,
  stillPending,
  storingLater,
  type LaterWord,
} from '../../../../nodes/CompanyScreening/register/pendingAnswers';
import type { SoundAnswer } from '../../../../nodes/CompanyScreening/register/rows/answerRows';
import type { Statement, StoredRow } from '../../../../nodes/CompanyScreening/register/tables';
import { apply, type Database } from '../memoryTables';

/** How far it is. */
export type Asking =
  | ({ for: 'what was Pending' } & Reading)
  | ({ for: 'what is known'; ever: readonly SoundAnswer[] } & Reading)
  | { for: 'what is Pending'; known: Knowledge; left: readonly SoundAnswer[]; words: readonly StoredWord[] }
  | { for: 'storing'; statements: readonly Statement[] };

interface Reading {
  statements: readonly Statement[];
  rows: readonly StoredRow[][];
}
type StoredWord = Parameters<typeof storingLater>[1][number];

/** What the service said. */
export interface LaterReply {
  company: CompanyHash;
  said: LaterSaid;
  /** The claim of the screening, and what the answer is stored under, if it is. */
  of: string;
  mark: string;
}
export type LaterSaid = 'clear' | 'hit' | 'pending';

/** What becomes of an answer. */
export const LATER = { isLaterAnswer, storingLater };

export interface AskingRun {
  companies: ReadonlySet<CompanyHash>;
  /** Of what it stores. */
  mark: string;
  saidOf: (pending: SoundAnswer) => LaterSaid;
  wordOf: (said: LaterSaid) => LaterWord;
  read: (statement: Statement, rows: StoredRow[]) => StoredRow[];
  rules: typeof LATER;
  /** What people read is written as well. */
  isRead: boolean;
}

export const BEGIN_ASKING: Asking = { for: 'what was Pending', statements: [READING_PENDING], rows: [] };

interface Asked {
  database: Database;
  /** Null when the run may enter. */
  asking: Asking | null;
  reply: LaterReply | null;
}

/** The next step. */
export function ask(asking: Asking, database: Database, run: AskingRun): Asked {
  if (asking.for === 'what is Pending') return { database, ...askService(asking, run) };
  const [statement, ...statements] = asking.statements;
  if (!statement) throw new Error('There is no statement.');
  const { database: after, read } = apply(database, statement);
  const then = (next: Asking | null): Asked => ({ database: after, asking: next, reply: null });
  if (asking.for === 'storing') return then(statements.length === 0 ? null : { ...asking, statements });
  const rows = [...asking.rows, run.read(statement, read ?? [])];
  if (statements.length > 0) return then({ ...asking, statements, rows });
  if (asking.for === 'what was Pending') {
    const ever = everPending(rows[0] ?? [], run.companies);
    const about = { for: 'what is known', statements: readingAbout(ever), rows: [], ever } as const;
    return then(ever.length === 0 ? null : about);
  }
  const { known, answers } = stillPending(asking.ever, rows, null);
  return then(afterAnswers({ for: 'what is Pending', known, left: answers, words: [] }, run));
}

function askService(
  asking: Extract<Asking, { for: 'what is Pending' }>,
  run: AskingRun,
): Pick<Asked, 'asking' | 'reply'> {
  const [pending, ...left] = asking.left;
  if (!pending) throw new Error('Nothing is Pending.');
  const said = run.saidOf(pending);
  const word = { pending, said: run.wordOf(said) };
  const words = run.rules.isLaterAnswer(pending, word.said) ? [...asking.words, word] : asking.words;
  const reply = { company: pending.company, said, of: pending.mark, mark: run.mark };
  return { asking: afterAnswers({ ...asking, left, words }, run), reply };
}

function afterAnswers(
  asking: Extract<Asking, { for: 'what is Pending' }>,
  { mark, rules, isRead }: AskingRun,
): Asking | null {
  const { known, left, words } = asking;
  if (left.length > 0) return asking;
  if (words.length === 0) return null;
  const [insert, ...views] = rules.storingLater(known, words, mark);
  return { for: 'storing', statements: [insert, ...(isRead ? views : [])] };
}
