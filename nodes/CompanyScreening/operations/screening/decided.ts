// Decisions of people, as an item says them. An open hit never looks decided, whatever else was decided about its company.
import type { DECISION_KEYS } from '../../names/itemKeys';
import { casesAbout, type Case } from '../../register/cases/cases';
import { basisOf } from '../../register/cases/steps';
import type { CompanyVerdict, ItemFinding } from './verdict';

export type DecisionFields = Record<(typeof DECISION_KEYS)[number], string | null>;

/** The decision for the item of a hit, or of one that says why there is no verdict. @param fingerprint of the hit; null if it is none */
export function decisionOfFinding(
  cases: readonly Case[],
  outcome: ItemFinding['outcome'],
  fingerprint: string | null,
): DecisionFields {
  const about = outcome === 'gone' ? 'goneHit' : outcome === 'hit' ? 'hit' : 'company';
  const of = about === 'company' ? '' : fingerprint;
  const [found, another] = of === null ? [] : casesAbout(cases, about, of);
  // Nobody can tell here which one of two is meant.
  return found && !another ? decisionFields(found) : NOTHING;
}

/**
 * The decision for the item of a whole company: decided only if all of its hits are, and it has a verdict. Then a true match goes before false
 * positives. It names a case only if there is a single one.
 */
export function decisionOfCompany(
  cases: readonly Case[],
  { outcome, reason }: Pick<CompanyVerdict, 'outcome' | 'reason'>,
  fingerprints: readonly string[],
): DecisionFields {
  const [only, another] = cases.filter(({ about }) => about !== 'goneHit');
  const caseId = only && !another ? only.caseId : null;
  if (fingerprints.length === 0) return { ...decisionOfFinding(cases, outcome, null), caseId };
  const decided = fingerprints.map((one) => decisionOfFinding(cases, 'hit', one));
  const isOpen = decided.some(({ decision }) => decision === null);
  if (isOpen || reason !== null) return { ...NOTHING, caseId };
  const matches = decided.filter(({ decision }) => decision === 'trueMatch');
  const told = matches.length > 0 ? matches : decided;
  return {
    decision: told[0]?.decision ?? null,
    decidedBy: joinedOnce(told.map(({ decidedBy }) => decidedBy)),
    decidedAt:
      told
        .map(({ decidedAt }) => decidedAt ?? '')
        .sort()
        .at(-1) ?? null,
    caseId,
  };
}

const NOTHING: DecisionFields = { decision: null, decidedBy: null, decidedAt: null, caseId: null };

function decisionFields({ about, standing, caseId }: Case): DecisionFields {
  const decision = wordOf(about, standing.is);
  if (decision === null) return { ...NOTHING, caseId };
  // A disputed true match stays one.
  const basis = standing.is === 'disputed' ? [standing.match] : basisOf(standing);
  return {
    decision,
    decidedBy: joinedOnce(basis.map(({ decidedByAddress }) => decidedByAddress)),
    decidedAt: basis.at(-1)?.decidedAt ?? null,
    caseId,
  };
}

/** Null for an open case: a proposal does not count yet. */
function wordOf(about: Case['about'], is: Case['standing']['is']): string | null {
  if (about === 'company') return is === 'closed' || is === 'sendAgain' ? is : null;
  if (is === 'trueMatch' || is === 'disputed') return 'trueMatch';
  return is === 'falsePositive' ? is : null;
}

const joinedOnce = (texts: readonly (string | null)[]): string => [...new Set(texts)].join('; ');
