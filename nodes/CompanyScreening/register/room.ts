// Is there room for what a run will store? n8n refuses every write once all of its data tables together have reached a limit.
import type { Known } from './knowledge';

/** In bytes, as n8n counts its tables on SQLite; Postgres takes a little less. */
export interface Estimate {
  /** Of the answers that the run has read: all of the register with a long list, otherwise only those of its list. */
  stored: number;
  /** What the run will store. */
  added: number;
}

/** The rows of a company in all tables, without its reply. `npm run bench:register` measures them. */
const ROWS_OF_A_COMPANY = 2_000;
/** The reply of a company that is clear. Where answers are known, their average counts. */
const USUAL_REPLY = 600;

/** Pure. Counts characters as bytes. */
export function estimateOf(known: Pick<Known, 'answers'>, toSend: number): Estimate {
  const replies = [...known.answers.values()].flat().map((answer) => {
    return answer.kind === 'damaged' ? USUAL_REPLY : JSON.stringify(answer.data.payload).length;
  });
  const length = replies.reduce((sum, one) => sum + one, 0);
  const average = replies.length === 0 ? USUAL_REPLY : length / replies.length;
  return {
    stored: length + replies.length * ROWS_OF_A_COMPANY,
    added: Math.round(toSend * (average + ROWS_OF_A_COMPANY)),
  };
}
