// What the items of one screening have in common: the question, and the verdict on the company as a whole.
import type { OwnData } from '../../comparison/compare';
import type { DECISION_KEYS, REGISTER_KEYS } from './keys';
import type { Changes } from '../../register/changes';
import type { Case } from '../../register/decisions/cases';
import { REGISTER_EXPLANATIONS, type RegisterReason } from '../../register/gate';
import { REVIEW_EXPLANATIONS, type Finding, type Outcome, type ReviewReason } from '../../service/outcome';
import type { ServiceSettings } from '../../service/settings';

/** Why a person has to look: because of what the service said, or of what the register holds. */
export type Reason = RegisterReason | ReviewReason;

/** The sentence for each of them. */
export const EXPLANATIONS: Record<Reason, string> = { ...REVIEW_EXPLANATIONS, ...REGISTER_EXPLANATIONS };

/** What a record says, or what the register says of it. */
export type ItemFinding =
  | Exclude<Finding, { outcome: 'review' }>
  | { outcome: 'review'; reason: Reason }
  /** A hit of an earlier screening that is not there any more. It is no word on the company. */
  | { outcome: 'gone'; hit: unknown };
type ItemOutcome = ItemFinding['outcome'];

const GONE =
  'This entry was listed for the company when it was screened before, and is not any more, or the company has another name now. That alone makes no company clear: see its own item.';

/** What an item says in addition to the record and its findings. */
export interface ScreeningFacts {
  environment: ServiceSettings['environment'];
  companyName: string;
  screeningOption: string;
  referenceId: string;
  requesterId: string;
  /** If hits are compared with it. */
  own?: OwnData | undefined;
  /** If the answer is kept in the register. */
  kept?: KeptFacts;
}

/** What the register adds to an item. */
export interface KeptFacts extends Record<
  Exclude<(typeof REGISTER_KEYS)[number], 'change' | (typeof DECISION_KEYS)[number]>,
  boolean | string | null
> {
  /** Of all hits of the company, those that are gone included. */
  changes: Pick<Changes, 'gone' | 'hits'>;
  cases: readonly Case[];
}

export interface CompanyVerdict {
  outcome: ItemOutcome;
  reason: Reason | null;
  /** The hits as received. */
  hits: unknown[];
}

/** The outcome of the company as a whole: a hit if there is one, whatever else; with the reason, if any. */
export function companyVerdict(
  findings: ReadonlyArray<Exclude<ItemFinding, { outcome: 'gone' }>>,
): CompanyVerdict & { outcome: Outcome } {
  const hits = findings.flatMap((finding) => (finding.outcome === 'hit' ? [finding.hit] : []));
  const last = findings.at(-1);
  const reason = last?.outcome === 'review' ? last.reason : null;
  return { outcome: hits.length > 0 ? 'hit' : (last?.outcome ?? 'review'), reason, hits };
}

/** What every item begins with: what came out, why somebody has to look, where and for whom. */
export function verdictFields(outcome: ItemOutcome, reason: Reason | null, facts: ScreeningFacts) {
  return {
    outcome,
    reason,
    explanation: outcome === 'gone' ? GONE : reason === null ? null : EXPLANATIONS[reason],
    environment: facts.environment,
    companyName: facts.companyName,
  };
}

/** Why a person has to look; null if nobody has to. */
export function reasonOf(finding: ItemFinding): Reason | null {
  return finding.outcome === 'review' ? finding.reason : null;
}
