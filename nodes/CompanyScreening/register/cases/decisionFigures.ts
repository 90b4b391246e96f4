// Figures about decisions: how many of each kind, how many of the decided hits were false positives, and how long people took.
import { ONE_DAY_MS } from '../../flowControl/time';
import type { Chain } from '../facts/decisionChain';
import type { StoredAnswer } from '../rows/answerRows';
import type { Decision, DecisionKind } from '../rows/decisionRows';
import { replay } from './cases';

/** The first seven: decisions of each kind that had an effect, and remarks. */
export interface DecisionFigures extends Record<
  'checked' | 'closed' | 'confirmed' | 'proposed' | 'rejected' | 'sentAgain' | 'trueMatches',
  number
> {
  /** Hits that were decided about for the first time, as a false positive or a true match. */
  decidedHits: number;
  /** Share of these, from 0 to 1; null if there are none. */
  falsePositiveShare: number | null;
  /** Days from the screening that found the hit; null if none of them is known. */
  medianDays: number | null;
  ninetyPercentDays: number | null;
  maximumDays: number | null;
}

/** A decision that counts, and how long the hit had waited if this was the first decision about it. */
export interface CountedDecision {
  decision: Decision;
  first: { isFalsePositive: boolean; days: number | null } | null;
}

/** Keeps their order. @param answers those that say when a hit was found */
export function countedDecisions(
  chain: Pick<Chain, 'decisions' | 'recordedTwice'>,
  answers: readonly StoredAnswer[],
): CountedDecision[] {
  const { after, withoutEffect } = replay(chain);
  const refused = new Set(withoutEffect.map(({ decision }) => decision.decision));
  const foundAt = new Map(
    answers.flatMap((one) =>
      one.kind === 'damaged' ? [] : [[`${one.company} ${one.claimId}`, Date.parse(one.screenedAt)] as const],
    ),
  );
  const decided = new Set<string>();
  return chain.decisions
    .filter(({ decision }) => !refused.has(decision))
    .map((decision): CountedDecision => {
      const { company, claimId, hitFingerprint, decidedAt } = decision;
      const standing = after.get(decision.decision)?.is;
      const hit = `${company} ${claimId} ${hitFingerprint}`;
      const isFirst = (standing === 'falsePositive' || standing === 'trueMatch') && !decided.has(hit);
      if (!isFirst) return { decision, first: null };
      decided.add(hit);
      const found = foundAt.get(`${company} ${claimId}`);
      const days = found === undefined ? null : Math.max(0, (Date.parse(decidedAt) - found) / ONE_DAY_MS);
      return { decision, first: { isFalsePositive: standing === 'falsePositive', days } };
    });
}

export function decisionFigures(counted: readonly CountedDecision[]): DecisionFigures {
  const firsts = counted.flatMap(({ first }) => first ?? []);
  const days = firsts.flatMap((one) => one.days ?? []).sort((one, other) => one - other);
  const having = (kind: DecisionKind) => counted.filter(({ decision }) => decision.decided === kind).length;
  return {
    proposed: having('falsePositive'),
    confirmed: having('confirm'),
    rejected: having('reject'),
    trueMatches: having('trueMatch'),
    closed: having('close'),
    sentAgain: having('sendAgain'),
    checked: having('checked'),
    decidedHits: firsts.length,
    falsePositiveShare:
      firsts.length === 0
        ? null
        : firsts.filter(({ isFalsePositive }) => isFalsePositive).length / firsts.length,
    medianDays: medianOf(days),
    ninetyPercentDays: days[Math.ceil(days.length * 0.9) - 1] ?? null,
    maximumDays: days.at(-1) ?? null,
  };
}

/** @param sorted from the smallest */
function medianOf(sorted: readonly number[]): number | null {
  const half = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}
