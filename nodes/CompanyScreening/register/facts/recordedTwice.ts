// A page that is sent twice stores two rows: both stay, and they count as one decision.
import { ONE_DAY_MS } from '../../batch/time';
import { plainText } from '../../names/plainText';
import { isRemark, type Decision } from '../rows/decisionRows';
import type { ChainBreak } from './chain';
import { areOnePerson } from '../../names/people';

/**
 * Pure. By their ids, the rows that say what an earlier one of the same case said: the same person, decision and reason within a day, and
 * nothing that was decided in between. What somebody else decided at the same moment is not in between: neither knew of the other. Each with
 * the one that counts. Where a row between them is gone or was changed, they are two.
 *
 * @param decisions each after those that it follows
 */
export function recordedTwice(
  decisions: readonly Decision[],
  breaks: readonly ChainBreak[],
): ReadonlyMap<string, Decision> {
  const isBroken = (one: Decision, other: Decision) =>
    breaks.some(({ later }) => later.includes(one.decision) !== later.includes(other.decision));
  const again = new Map<string, Decision>();
  const knewNoMore = (one: Decision, other: Decision) =>
    other.previous.every(
      (id) => one.previous.includes(id) || (again.get(id)?.decision ?? id) === one.decision,
    );
  const counted = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const subject = subjectOf(decision);
    const earlier = counted.get(subject) ?? [];
    counted.set(subject, earlier);
    const first = earlier.find(
      (one) => saysTheSame(one, decision) && knewNoMore(one, decision) && !isBroken(one, decision),
    );
    if (first) again.set(decision.decision, first);
    else earlier.push(decision);
  }
  return again;
}

/** The case, or of a remark the decision that it is about. */
function subjectOf(decision: Decision): string {
  const { company, mark, hitFingerprint, previous } = decision;
  return JSON.stringify([company, mark, hitFingerprint, isRemark(decision) ? previous : null]);
}

function saysTheSame(one: Decision, other: Decision): boolean {
  const apartMs = Math.abs(Date.parse(other.decidedAt) - Date.parse(one.decidedAt));
  return (
    one.decided === other.decided &&
    plainText(one.reason) === plainText(other.reason) &&
    areOnePerson(one, other) &&
    apartMs <= ONE_DAY_MS
  );
}
