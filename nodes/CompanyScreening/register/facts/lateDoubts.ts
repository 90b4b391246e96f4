// Late doubts: an answer proves nothing if the control of its run failed after it was stored, or if a later reply of the run showed that it is
// old. Its hits count all the same. If a doubt is gone although an answer names it, the clear answers of that run count as damaged.
import { outcomeInDoubt } from '../../service/outcome';
import { asDamaged, doubtsNamedBy, type StoredAnswer } from '../rows/answerRows';
import { runOfDoubt, type StoredDoubt } from '../rows/doubtRows';
import { CONTROL_FAILED_REASON } from './companyState';

export interface KnownDoubts {
  /** The runs whose control has failed, maybe after answers of theirs were stored, and those that have lost a doubt. */
  doubtedRuns: ReadonlySet<string>;
  lateDoubts: LateDoubts;
}

/** The answer as it counts: damaged if it is clear and a doubt about its run is gone; otherwise as `withDoubts` gives it. */
export function withDoubtsOfItsRun(answer: StoredAnswer, known: KnownDoubts): StoredAnswer {
  const isClear = answer.kind === 'answer' && answer.outcome === 'clear' && answer.reason === '';
  return isClear && known.lateDoubts.runsMissingDoubt.has(answer.runId)
    ? asDamaged(answer)
    : withDoubts(answer, known);
}

/** An answer as if the doubts had been known before it came: its hits count, and nothing else does. */
export function withDoubts<One extends StoredAnswer>(
  answer: One,
  { doubtedRuns, lateDoubts: { oldAnswers } }: KnownDoubts,
): One {
  if (answer.kind !== 'answer' || answer.reason !== '') return answer;
  const because = (reason: string): One => ({
    ...answer,
    outcome: outcomeInDoubt(reason, answer.outcome),
    reason,
  });
  if (oldAnswers.has(answer.answerId)) return because('staleAnswer');
  if (!doubtedRuns.has(answer.runId)) return answer;
  // The doubt stays beside a hit: under one of several names, nothing may have been found.
  const isHitOfSeveral = answer.outcome === 'hit' && answer.data.company.names.length > 1;
  return answer.outcome === 'clear' || isHitOfSeveral ? because(CONTROL_FAILED_REASON) : answer;
}

export interface LateDoubts {
  /** Names of the doubts that are there, as they were written. */
  storedNames: ReadonlySet<string>;
  /** Names of the doubts that later answers of the run, or of its next uuid, name. */
  namedByAnswers: ReadonlySet<string>;
  failedRuns: ReadonlySet<string>;
  oldAnswers: ReadonlySet<string>;
  /** The runs of which a doubt was changed, or is gone although an answer names it. */
  runsMissingDoubt: ReadonlySet<string>;
}

export const NO_LATE_DOUBTS: LateDoubts = {
  storedNames: new Set(),
  namedByAnswers: new Set(),
  failedRuns: new Set(),
  oldAnswers: new Set(),
  runsMissingDoubt: new Set(),
};

/** Adds what one read of answers has found. */
export function withLateDoubts(
  before: LateDoubts,
  doubts: readonly StoredDoubt[],
  answers: readonly StoredAnswer[],
): LateDoubts {
  const names = answers.flatMap(doubtsNamedBy);
  if (doubts.length + names.length === 0) return before;
  const intact = doubts.flatMap((one) => (one.isIntact ? one : []));
  const changed = doubts.flatMap((one) => (one.isIntact ? [] : one.runs));
  const storedNames = new Set([...before.storedNames, ...intact.map(({ name }) => name)]);
  const namedByAnswers = new Set([...before.namedByAnswers, ...names]);
  const gone = [...namedByAnswers].filter((name) => !storedNames.has(name)).map(runOfDoubt);
  return {
    storedNames,
    namedByAnswers,
    failedRuns: new Set([...before.failedRuns, ...intact.flatMap(({ runId, old }) => (old ? [] : runId))]),
    oldAnswers: new Set([...before.oldAnswers, ...intact.flatMap(({ old }) => old ?? [])]),
    runsMissingDoubt: new Set([...before.runsMissingDoubt, ...changed, ...gone]),
  };
}
