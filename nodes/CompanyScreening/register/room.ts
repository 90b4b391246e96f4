// Is there room for what a run will store? n8n refuses every write once all of its data tables together have reached a limit.
import type { Knowledge } from './knowledge';
import type { Workload } from './messages';
import type { StoredAnswer } from './rows/answerRows';

/** In bytes, as n8n counts its tables on SQLite; Postgres takes a little less. */
export interface SizeEstimate {
  /** Of the answers that the run has read: all of the register with a long list, otherwise only those of its list. */
  stored: number;
  /** What the run will store. */
  added: number;
}

/** The rows of a company in all tables, without its reply. `npm run bench:register` measures them. */
const ROWS_OF_A_COMPANY = 2_000;
/** The reply of a company that is clear. Where answers are known, their average counts. */
const USUAL_REPLY = 600;

/** Pure. Counts characters as bytes. A company has a reply for each of its names. */
export function estimateOf(
  known: Pick<Knowledge, 'answers'>,
  { companies, requests }: Workload,
): SizeEstimate {
  const answers = [...known.answers.values()].flat();
  const length = sum(answers.map(lengthOf));
  const replies = sum(
    answers.map((answer) => (answer.kind === 'damaged' ? 1 : answer.data.company.names.length)),
  );
  const average = replies === 0 ? USUAL_REPLY : length / replies;
  return {
    stored: length + answers.length * ROWS_OF_A_COMPANY,
    added: Math.round(requests * average + companies * ROWS_OF_A_COMPANY),
  };
}

function lengthOf(answer: StoredAnswer): number {
  return answer.kind === 'damaged' ? USUAL_REPLY : JSON.stringify(answer.data.payload).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
