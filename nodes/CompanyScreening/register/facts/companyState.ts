// The state of one company (to be sent, remembered, or without a verdict), and the answers that decide it.
import { outcomeInDoubt } from '../../service/outcome';
import { equal, MAX_CONDITIONS, type Condition, type ReadStatement, type Statement } from '../port/tables';
import { type IntactAnswer, type StoredAnswer, asDamaged, doubtsNamedBy } from '../rows/answerRows';
import { IS_DOUBT, NAMES_DOUBT, runOfDoubt, type StoredDoubt } from '../rows/doubtRows';
import { isDue, type DatedAnswer, type DueLimit } from './dueness';

/** The reason why a company has no verdict although the register has something of it. */
export type Doubt =
  /** It may have been sent, and its answer is not stored. */
  | 'noAnswer'
  /** Two answers to the same question contradict each other. */
  | 'contradiction'
  /** The row of its answer contradicts itself, or a doubt about its run is gone. */
  | 'damagedRow'
  /** Another company has an answer with the same screening id. */
  | 'otherRequest';

export type CompanyState = KnownState | ToSend;

/** Its answer will name the answers that it follows, and the claims for which nobody waits any more. */
export interface ToSend {
  is: 'toSend';
  previousAnswers: string[];
  replacesClaims: string[];
}

/** It is not sent: the register has its answer, or something that a person has to look at first. */
export type KnownState =
  | { is: 'remembered'; answer: IntactAnswer; doubt: Doubt | null }
  /** `answers` are those that count, damaged ones left out. `claimId` is the claim that a person's decision has to name. */
  | { is: 'withoutVerdict'; doubt: Doubt; claimId: string; answers: IntactAnswer[] };

export interface CompanyKnowledge {
  answers: readonly StoredAnswer[];
  /** Open claims of runs that are over, with this company. Among its answers may be one of them. */
  unansweredClaims: readonly string[];
  /** Those about which a person decided `sendAgain` for this company. */
  claimsToSendAgain: ReadonlySet<string>;
  /** True if an answer of another company has the same screening id. */
  sharesId: (answer: IntactAnswer) => boolean;
}

/** The reason of an answer whose run had a failed control: the run was in doubt, not the company. */
export const CONTROL_FAILED_REASON = 'controlFailed';

/**
 * Decides the state of a company. The order of the rows does not matter.
 *
 * @param due null if no answer is ever due again
 * @param controlHolds the control of this run, if it has one, has not failed: an answer that an earlier run's control left in doubt is due
 * again
 */
export function companyStateOf(
  { answers, unansweredClaims, claimsToSendAgain, sharesId }: CompanyKnowledge,
  due: DueLimit | null,
  controlHolds: boolean,
): CompanyState {
  const latest = latestOf(answers);
  const replaced = replacedAmong(latest, answers);
  // A late answer with hits still has to be looked at.
  const counting = latest.filter(
    (one) => !replaced.includes(one) || (one.kind !== 'damaged' && one.data.hits.length > 0),
  );
  const intact = counting.filter((one) => one.kind !== 'damaged');
  const openClaims = unansweredClaims.filter((claimId) => !isSettled(claimId, answers));
  const toSend: CompanyState = {
    is: 'toSend',
    previousAnswers: previousAnswersOf(answers, latest),
    replacesClaims: openClaims,
  };

  const current = intact.filter((one) => !replaced.includes(one));
  const unanswered = [
    ...openClaims,
    ...current.flatMap(({ kind, claimId }) => (kind === 'unanswered' ? claimId : [])),
  ];
  const undecided = unanswered.find((claimId) => !claimsToSendAgain.has(claimId));
  if (undecided !== undefined) {
    return { is: 'withoutVerdict', doubt: 'noAnswer', claimId: undecided, answers: intact };
  }
  const isNotReplaced = ({ claimId }: StoredAnswer) => !isReplaced(claimId, answers);
  const newest = newestOf(current.filter(isNotReplaced)) ?? newestOf(current);
  const last = newest ?? counting.find((one) => !replaced.includes(one));
  if (unanswered.length > 0 || !last || isDueAgain(newest, counting, due)) return toSend;
  if (controlHolds && intact.some(({ reason }) => reason === CONTROL_FAILED_REASON)) return toSend;

  const doubt = doubtOf(counting, intact, sharesId);
  const mayBeDecided = doubt !== null || !newest || !hasVerdict(newest);
  if (mayBeDecided && counting.some((one) => claimsToSendAgain.has(one.claimId) && isNotReplaced(one)))
    return toSend;
  if (newest && (doubt === null || doubt === 'otherRequest')) {
    return { is: 'remembered', answer: newest, doubt };
  }
  return { is: 'withoutVerdict', doubt: doubt ?? 'damagedRow', claimId: last.claimId, answers: intact };
}

/** The answers that no other one follows. */
export function latestOf(answers: readonly StoredAnswer[]): StoredAnswer[] {
  const followed = new Set(
    answers.flatMap((one) =>
      one.kind === 'damaged' ? [] : [...one.previousAnswers, ...one.previousOriginals],
    ),
  );
  const latest = answers.filter(({ answerId }) => !followed.has(answerId));
  // Answers that follow each other in a circle have been tampered with. None of them may be forgotten.
  return latest.length > 0 ? latest : [...answers];
}

export const latestIntactOf = (answers: readonly StoredAnswer[]): IntactAnswer[] =>
  latestOf(answers).filter((one) => one.kind !== 'damaged');

/** Requests without an answer that were stored after another request had replaced them: nobody waits for these. */
function replacedAmong(
  unfollowed: readonly StoredAnswer[],
  answers: readonly StoredAnswer[],
): StoredAnswer[] {
  if (unfollowed.every(({ kind }) => kind === 'unanswered')) return [];
  return unfollowed.filter(({ kind, claimId }) => kind === 'unanswered' && isReplaced(claimId, answers));
}

/**
 * The answers that the next one follows: the latest, and the repeats. A repeat that stays must not become the latest when others leave.
 *
 * @param latest as `latestOf` gives them
 */
function previousAnswersOf(answers: readonly StoredAnswer[], latest: readonly StoredAnswer[]): string[] {
  const repeats = answers.filter((one) => one.kind !== 'damaged' && one.isRepeat);
  return [...new Set([...latest, ...repeats].map(({ answerId }) => answerId))];
}

/** True if another answer was asked for in spite of it: the decision about it has been carried out. */
function isReplaced(claimId: string, answers: readonly StoredAnswer[]): boolean {
  return answers.some(
    (one) => one.kind === 'answer' && one.claimId !== claimId && one.replacesClaims.includes(claimId),
  );
}

/** True if its answer came after all, or a later one was asked for in spite of it. */
function isSettled(claimId: string, answers: readonly StoredAnswer[]): boolean {
  return answers.some(
    (one) => one.claimId === claimId || (one.kind !== 'damaged' && one.replacesClaims.includes(claimId)),
  );
}

function newestOf(answers: readonly IntactAnswer[]): IntactAnswer | undefined {
  return answers.reduce<IntactAnswer | undefined>(
    (newest, one) => (newest && answerOrder(newest) >= answerOrder(one) ? newest : one),
    undefined,
  );
}

// Answers that say the same differ in nothing that is shown. Of answers that contradict each other, the newest says when the company is due.
function answerOrder({ screenedAt, answerId }: IntactAnswer): string {
  return `${screenedAt} ${answerId}`;
}

/** True if the newest answer is due. A damaged row is due when its answer would be. One without a time keeps no company from being sent. */
function isDueAgain(
  newest: IntactAnswer | undefined,
  latest: readonly StoredAnswer[],
  due: DueLimit | null,
): boolean {
  if (due === null) return false;
  const damaged = latest.flatMap((one): DatedAnswer[] => {
    if (one.kind !== 'damaged' || one.screenedAt === null) return [];
    return [{ screenedAt: one.screenedAt, data: { begunAt: one.screenedAt } }];
  });
  return [...(newest ? [newest] : []), ...damaged].every((one) => isDue(one, due));
}

function doubtOf(
  latest: readonly StoredAnswer[],
  intact: readonly IntactAnswer[],
  sharesId: CompanyKnowledge['sharesId'],
): Doubt | null {
  if (latest.length > intact.length) return 'damagedRow';
  if (new Set(intact.map(verdictText)).size > 1) return 'contradiction';
  // An answer's own reason says more, and stays when the other answer has left the table.
  return intact.some((one) => one.reason === '' && sharesId(one)) ? 'otherRequest' : null;
}

/** The content of a verdict as text; equal for two answers that say the same. */
export function verdictText({
  outcome,
  reason,
  data,
}: Pick<IntactAnswer, 'data' | 'outcome' | 'reason'>): string {
  return JSON.stringify([outcome, reason, data.hits.map(({ fingerprint }) => fingerprint).sort()]);
}

/** True if the service did what was asked for, and nobody needs to look whether its answer is complete. */
export function hasVerdict({ outcome, reason }: Pick<IntactAnswer, 'outcome' | 'reason'>): boolean {
  return reason === '' && ['clear', 'hit', 'requested'].includes(outcome);
}

/**
 * Reads the answers with these values, and those that name a doubt: it may be about a run of these companies, and gone. Reads all answers
 * for many values, since each condition costs a scan.
 */
export function answersQuery(
  column: 'company' | 'keyHash' | 'mark' | 'run',
  values: readonly string[],
): ReadStatement {
  return values.length > MAX_CONDITIONS ? EVERY_ANSWER : answersBy([...equals(column, values), NAMES_DOUBT]);
}

/** Reads the answers with one of these screening ids, under whichever of their names. */
export function screeningIdQueries(ids: readonly string[]): Statement[] {
  const first = ids.length > MAX_CONDITIONS ? EVERY_ANSWER : answersBy(equals('screening', ids));
  return [first, OF_SEVERAL_NAMES];
}

export const EVERY_ANSWER: ReadStatement = { do: 'read', table: 'answers', where: [], match: 'all' };

/** Reads the answers that have ids beside the one in `screening`. */
const OF_SEVERAL_NAMES = answersBy([{ column: 'data', is: 'contains', value: 'otherScreenings' }]);

/** Reads answers and doubts. The doubts come last: a read in several pieces gives its own answers first. */
function answersBy(where: readonly Condition[]): ReadStatement {
  return { do: 'read', table: 'answers', where: [...where, IS_DOUBT], match: 'any' };
}

function equals(column: string, values: readonly string[]): Condition[] {
  return values.map((value) => equal(column, value));
}

// Answers that were later found to prove nothing, and what is left of them: the control of their run failed when they were stored already,
// or a later reply of the run showed that they are old.

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

export interface KnownDoubts {
  /** The runs whose control has failed, maybe after answers of theirs were stored, and those that have lost a doubt: see `withDoubts`. */
  doubtedRuns: ReadonlySet<string>;
  lateDoubts: LateDoubts;
}

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
