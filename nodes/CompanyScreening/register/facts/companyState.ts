// The state of one company, which says whether it is sent. The first of these rules that applies decides:
//   1. A request may have been paid for and has no answer: without a verdict, until a person decides sendAgain about it; then to be sent.
//   2. There is no answer, or the newest one is due, and so are damaged rows beside it: to be sent.
//   3. The control of an earlier run left one of the latest answers in doubt, and this run has a control that works: to be sent.
//   4. The verdict is missing or in doubt, and a person has decided sendAgain about one of the latest answers: to be sent.
//   5. The newest answer can be read, and the others say the same: remembered, in doubt if another company has its screening id. Otherwise
//      without a verdict.
// Each answer names those that it follows, so the order of the rows does not matter.
import type { IntactAnswer, StoredAnswer } from '../rows/answerRows';
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
  claimsLeftOpen: readonly string[];
  /** Those about which a person decided `sendAgain` for this company. */
  claimsToSendAgain: ReadonlySet<string>;
  /** True if an answer of another company has the same screening id. */
  sharesId: (answer: IntactAnswer) => boolean;
}

/** The reason of an answer whose run had a failed control: the run was in doubt, not the company. */
export const CONTROL_FAILED_REASON = 'controlFailed';

/**
 * Decides the state of a company by the rules at the head of this file.
 *
 * @param due null if no answer is ever due again
 * @param hasWorkingControl true if this run has a control, and it has not failed: an answer that an earlier run's control left in doubt is
 * due again
 */
export function companyStateOf(
  { answers, claimsLeftOpen, claimsToSendAgain, sharesId }: CompanyKnowledge,
  due: DueLimit | null,
  hasWorkingControl: boolean,
): CompanyState {
  const latest = latestOf(answers);
  const replaced = replacedAmong(latest, answers);
  // A late answer with hits still has to be looked at.
  const counting = latest.filter(
    (one) => !replaced.includes(one) || (one.kind !== 'damaged' && one.data.hits.length > 0),
  );
  const intact = counting.filter((one) => one.kind !== 'damaged');
  const openClaims = claimsLeftOpen.filter((claimId) => !isAnsweredOrReplaced(claimId, answers));
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
  if (hasWorkingControl && intact.some(({ reason }) => reason === CONTROL_FAILED_REASON)) return toSend;

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

/** True if its answer came after all, or a row says that none did; or if the company was sent again in spite of it. */
function isAnsweredOrReplaced(claimId: string, answers: readonly StoredAnswer[]): boolean {
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
  counting: readonly StoredAnswer[],
  due: DueLimit | null,
): boolean {
  if (due === null) return false;
  const damaged = counting.flatMap((one): DatedAnswer[] => {
    if (one.kind !== 'damaged' || one.screenedAt === null) return [];
    return [{ screenedAt: one.screenedAt, data: { begunAt: one.screenedAt } }];
  });
  return [...(newest ? [newest] : []), ...damaged].every((one) => isDue(one, due));
}

function doubtOf(
  counting: readonly StoredAnswer[],
  intact: readonly IntactAnswer[],
  sharesId: CompanyKnowledge['sharesId'],
): Doubt | null {
  if (counting.length > intact.length) return 'damagedRow';
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
