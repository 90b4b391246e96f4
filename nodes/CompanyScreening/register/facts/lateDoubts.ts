// Answers that were later found to prove nothing, and what is left of them: the control of their run failed when they were stored already,
// or a later reply of the run showed that they are old.
import { damagedBy, doubtsNamedBy, type StoredAnswer } from '../rows/answerRows';
import { runOfDoubt, type StoredDoubt } from '../rows/doubtRows';
import { RUN_IN_DOUBT } from './standing';

export interface LateDoubts {
  /** Names of the doubts that are there, as they were written. */
  stored: ReadonlySet<string>;
  /** Names of the doubts that later answers of the run, or of its next uuid, name. */
  named: ReadonlySet<string>;
  /** The runs whose control failed. */
  failed: ReadonlySet<string>;
  /** The ids of the answers that are old. */
  old: ReadonlySet<string>;
  /** The runs of which a doubt was changed, or is gone although an answer names it. */
  missing: ReadonlySet<string>;
}

export const NO_LATE_DOUBTS: LateDoubts = {
  stored: new Set(),
  named: new Set(),
  failed: new Set(),
  old: new Set(),
  missing: new Set(),
};

/** Adds what one read of answers has found. */
export function lateDoubts(
  before: LateDoubts,
  doubts: readonly StoredDoubt[],
  answers: readonly StoredAnswer[],
): LateDoubts {
  const names = answers.flatMap(doubtsNamedBy);
  if (doubts.length + names.length === 0) return before;
  const sound = doubts.flatMap((one) => (one.isSound ? one : []));
  const changed = doubts.flatMap((one) => (one.isSound ? [] : one.runs));
  const stored = new Set([...before.stored, ...sound.map(({ name }) => name)]);
  const named = new Set([...before.named, ...names]);
  const gone = [...named].filter((name) => !stored.has(name)).map(runOfDoubt);
  return {
    stored,
    named,
    failed: new Set([...before.failed, ...sound.flatMap(({ run, old }) => (old ? [] : run))]),
    old: new Set([...before.old, ...sound.flatMap(({ old }) => old ?? [])]),
    missing: new Set([...before.missing, ...changed, ...gone]),
  };
}

/** Doubts about runs and answers. */
export interface KnownDoubts {
  /** The runs whose control has failed, maybe after answers of theirs were stored: see `doubted`. */
  doubtedRuns: ReadonlySet<string>;
  lateDoubts: LateDoubts;
}

/** An answer with the doubts about its run. */
export function inItsRun(answer: StoredAnswer, known: KnownDoubts): StoredAnswer {
  const isClear = answer.kind === 'answer' && answer.outcome === 'clear' && answer.reason === '';
  return isClear && known.lateDoubts.missing.has(answer.run) ? damagedBy(answer) : doubted(answer, known);
}

/** An answer as if the doubts had been known before it came: its hits count, and nothing else does. */
export function doubted<One extends StoredAnswer>(
  answer: One,
  { doubtedRuns, lateDoubts: { old } }: KnownDoubts,
): One {
  if (answer.kind !== 'answer' || answer.reason !== '') return answer;
  const isFine = answer.outcome === 'clear' || answer.outcome === 'requested';
  if (old.has(answer.answer))
    return { ...answer, outcome: isFine ? 'review' : answer.outcome, reason: 'staleAnswer' };
  if (!doubtedRuns.has(answer.run)) return answer;
  if (answer.outcome === 'clear') return { ...answer, outcome: 'review', reason: RUN_IN_DOUBT };
  // The doubt stays beside a hit: under one of several names, nothing may have been found.
  const isHitOfSeveral = answer.outcome === 'hit' && answer.data.company.names.length > 1;
  return isHitOfSeveral ? { ...answer, reason: RUN_IN_DOUBT } : answer;
}
