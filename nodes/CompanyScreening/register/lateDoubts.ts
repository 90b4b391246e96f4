// Runs whose control failed when answers of theirs were stored already, and what is left of those answers.
import { damagedBy, doubtsNamedBy, type StoredAnswer } from './rows/answerRows';
import type { StoredDoubt } from './rows/doubtRows';
import { RUN_IN_DOUBT } from './standing';

/** By the uuids of runs. */
export interface LateDoubts {
  /** Their doubt is there, as it was written. */
  stored: ReadonlySet<string>;
  /** Later answers of the run, or of its next uuid, name its doubt. */
  named: ReadonlySet<string>;
  /** Its doubt was changed, or is gone although an answer names it. */
  missing: ReadonlySet<string>;
}

export const NO_LATE_DOUBTS: LateDoubts = { stored: new Set(), named: new Set(), missing: new Set() };

/** Pure. With what one read of answers has found. */
export function lateDoubts(
  before: LateDoubts,
  doubts: readonly StoredDoubt[],
  answers: readonly StoredAnswer[],
): LateDoubts {
  const names = answers.flatMap(doubtsNamedBy);
  if (doubts.length + names.length === 0) return before;
  const runsOf = (areSound: boolean) =>
    doubts.filter(({ isSound }) => isSound === areSound).flatMap(({ runs }) => runs);
  const stored = new Set([...before.stored, ...runsOf(true)]);
  const named = new Set([...before.named, ...names]);
  const gone = [...named].filter((run) => !stored.has(run));
  return { stored, named, missing: new Set([...before.missing, ...runsOf(false), ...gone]) };
}

/** What an answer is worth as one of its run. */
export function inItsRun(
  answer: StoredAnswer,
  { doubtedRuns, lateDoubts: { missing } }: { doubtedRuns: ReadonlySet<string>; lateDoubts: LateDoubts },
): StoredAnswer {
  const isClear = answer.kind === 'answer' && answer.outcome === 'clear' && answer.reason === '';
  return isClear && missing.has(answer.run) ? damagedBy(answer) : doubted(answer, doubtedRuns);
}

/** An answer as if the control of its run had failed before it came: what was found counts, and nothing else does. */
export function doubted<One extends StoredAnswer>(answer: One, runs: ReadonlySet<string>): One {
  if (answer.kind !== 'answer' || answer.reason !== '' || !runs.has(answer.run)) return answer;
  if (answer.outcome === 'clear') return { ...answer, outcome: 'review', reason: RUN_IN_DOUBT };
  // Nothing may have been found under one of its names.
  const isHitOfSeveral = answer.outcome === 'hit' && answer.data.company.names.length > 1;
  return isHitOfSeveral ? { ...answer, reason: RUN_IN_DOUBT } : answer;
}
