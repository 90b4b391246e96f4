// A decision as an item.
import { isRemark, type Decision } from '../../register/rows/decisionRows';

export const DECISION_ITEM_KEYS = [
  'outcome',
  'decided',
  'companyKey',
  'companyName',
  'name',
  'reason',
  'decidedBy',
  'decidedByAddress',
  'decidedAt',
  'hitFingerprint',
  'remarkOn',
  'decisionId',
  'decisionHash',
  'problem',
] as const;

/** @param problem what is wrong with it; null if nothing is */
export function decisionItem(
  one: Decision,
  problem: string | null,
): Record<(typeof DECISION_ITEM_KEYS)[number], string | null> {
  return {
    outcome: 'decision',
    decided: one.decided,
    companyKey: one.companyKey || null,
    companyName: one.companyName || null,
    name: one.name || null,
    reason: one.reason,
    decidedBy: one.decidedBy,
    decidedByAddress: one.decidedByAddress,
    decidedAt: one.decidedAt,
    hitFingerprint: one.hitFingerprint || null,
    remarkOn: isRemark(one) ? (one.previous[0] ?? null) : null,
    decisionId: one.decision,
    decisionHash: one.seal,
    problem,
  };
}
