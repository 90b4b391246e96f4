// Room for what a run will store. n8n refuses every write once all of its data tables together have reached a limit.
import type { StoredAnswer } from '../rows/answerRows';
import type { Knowledge } from './knowledge';

/** Bytes, as n8n counts its tables on SQLite; Postgres takes a little less. */
export interface SizeEstimate {
  /** Bytes that the register has; with a short list as of the last closing. */
  stored: number;
  /** Bytes that the run will store. */
  added: number;
}

/** The rows of a company in all tables, without its reply. `npm run bench:register` measures them. */
const ROWS_OF_A_COMPANY = 2_000;
/** The reply of a company that is clear. Where answers are known, their average counts. */
const USUAL_REPLY = 600;

/** The rows of a closing, beside their data. */
const ROWS_OF_A_CLOSING = 2_000;

/** Counts characters as bytes. A company has a reply for each of its names. */
export function estimateOf(
  known: Pick<Knowledge, 'answers' | 'archived'>,
  { companies, requests }: Workload,
): SizeEstimate {
  const answers = [...known.answers.values()].flat();
  const replies = sum(
    answers.map((answer) => (answer.kind === 'damaged' ? 1 : answer.data.company.names.length)),
  );
  const average = replies === 0 ? USUAL_REPLY : sum(answers.map(lengthOf)) / replies;
  const closings = known.archived?.rows ?? [];
  const archive = sum(closings.map(({ size }) => size + ROWS_OF_A_CLOSING));
  // A short list has not read the other answers: the last closing says how much there was.
  const [last] = closings
    .filter(({ otherBytes }) => otherBytes > 0)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return {
    stored: archive + Math.max(bytesOf(known), last?.otherBytes ?? 0),
    added: Math.round(requests * average + companies * ROWS_OF_A_COMPANY),
  };
}

/** The approximate bytes of the tables other than the archive for these answers. */
export function bytesOf({ answers }: Pick<Knowledge, 'answers'>): number {
  const all = [...answers.values()].flat();
  return sum(all.map(lengthOf)) + all.length * ROWS_OF_A_COMPANY;
}

function lengthOf(answer: StoredAnswer): number {
  return answer.kind === 'damaged' ? USUAL_REPLY : JSON.stringify(answer.data.payload).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Companies that would be sent. Each name of a company is a request of its own. */
export interface Workload {
  companies: number;
  requests: number;
}
