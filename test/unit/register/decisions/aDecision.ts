// Decisions and the rows of a register, as tests of decisions need them.
import { decisionChain, type Chain } from '../../../../nodes/CompanyScreening/register/facts/decisionChain';
import {
  decisionId,
  decisionRow,
  readDecisionRow,
  isDamagedDecision,
  isRemark,
  type DecisionKind,
  type Decision,
} from '../../../../nodes/CompanyScreening/register/rows/decisionRows';
import type { StoredRow } from '../../../../nodes/CompanyScreening/register/port/tables';

export const COMPANY = 'c'.repeat(64);
const FINGERPRINT = 'f'.repeat(64);
export const NOW = '2026-03-01T12:00:00.000Z';
export const DAY_MS = 24 * 60 * 60 * 1000;

export const person = (name: string) => ({
  decidedBy: `id-of-${name}`,
  decidedByAddress: `${name}@company.example`,
});

let uuids = 0;
/** About the hit unless it says otherwise, by Ann. */
export function aDecision(decided: DecisionKind, by: Partial<Omit<Decision, 'seal'>> = {}): StoredRow {
  const company = by.company ?? COMPANY;
  uuids += 1;
  const row = decisionRow({
    decision: decisionId(company, `uuid-${uuids}`),
    company,
    claimId: 'm1',
    hitFingerprint: FINGERPRINT,
    decided,
    reason: 'Another company of that name',
    ...person('ann'),
    decidedAt: NOW,
    companyKey: 'P-1',
    companyName: 'Alder',
    name: 'Somebody',
    previous: [],
    previousSeals: [],
    ...by,
  });
  return { ...row, id: uuids };
}

export function soundOf(row: StoredRow): Decision {
  const decision = readDecisionRow(row);
  if (isDamagedDecision(decision)) throw new Error('The row is damaged.');
  return decision;
}

/** Adds a decision as the node does: it follows the newest rows, and the last decisions about its case. */
export function added(
  rows: readonly StoredRow[],
  decided: DecisionKind,
  by: Partial<Omit<Decision, 'seal'>> = {},
): StoredRow[] {
  const chain: Chain = decisionChain(rows);
  const company = by.company ?? COMPANY;
  const ofCase = chain.decisions.filter(
    (one) =>
      !isRemark(one) &&
      one.company === company &&
      one.claimId === (by.claimId ?? 'm1') &&
      one.hitFingerprint === (by.hitFingerprint ?? FINGERPRINT),
  );
  const followed = new Set(ofCase.flatMap(({ previous }) => previous));
  const previous = ofCase.map(({ decision }) => decision).filter((id) => !followed.has(id));
  return [...rows, aDecision(decided, { previousSeals: chain.newest, previous, ...by })];
}

/** A hit that Ann has proposed as a false positive, and Ben has confirmed. */
export function dismissed(
  about: Partial<Omit<Decision, 'seal'>>,
  [proposedAt, confirmedAt]: readonly [string, string] = [NOW, NOW],
): StoredRow[] {
  const proposed = added([], 'falsePositive', { ...about, decidedAt: proposedAt });
  return added(proposed, 'confirm', { ...about, ...person('ben'), decidedAt: confirmedAt });
}
