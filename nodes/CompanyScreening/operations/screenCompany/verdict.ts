// What the items of one screening have in common: the question, and the verdict on the company as a whole.
import { REVIEW_EXPLANATIONS, type Finding, type Outcome, type ReviewReason } from '../../service/outcome';
import type { ServiceSettings } from '../../service/settings';

/** What an item says in addition to the record and its findings. */
export interface ScreeningFacts {
  environment: ServiceSettings['environment'];
  companyName: string;
  screeningOption: string;
  referenceId: string;
  requesterId: string;
}

export interface CompanyVerdict {
  outcome: Outcome;
  reason: ReviewReason | null;
  /** The hits as received. */
  hits: unknown[];
}

/** The outcome of the company as a whole: a hit if there is one, whatever else; with the reason, if any. */
export function companyVerdict(findings: Finding[]): CompanyVerdict {
  const hits = findings.flatMap((finding) => (finding.outcome === 'hit' ? [finding.hit] : []));
  const last = findings.at(-1);
  const reason = last?.outcome === 'review' ? last.reason : null;
  return { outcome: hits.length > 0 ? 'hit' : (last?.outcome ?? 'review'), reason, hits };
}

/** What every item begins with: what came out, why somebody has to look, where and for whom. */
export function verdictFields(outcome: Outcome, reason: ReviewReason | null, facts: ScreeningFacts) {
  return {
    outcome,
    reason,
    explanation: reason === null ? null : REVIEW_EXPLANATIONS[reason],
    environment: facts.environment,
    companyName: facts.companyName,
  };
}

/** Why a person has to look; null if nobody has to. */
export function reasonOf(finding: Finding): ReviewReason | null {
  return finding.outcome === 'review' ? finding.reason : null;
}
