// The verdict on a company under all of its names (`verdictOver`), and what its items say of it: the reason in words, and the decisions of
// people. An open hit never looks decided, whatever else was decided about its company.
import type { CustomerData } from '../../comparison/compare';
import type { DECISION_KEYS, REGISTER_KEYS } from '../../names/itemKeys';
import { latest } from '../../names/plainText';
import { type Case, casesAbout } from '../../register/cases/cases';
import { basisOf } from '../../register/cases/steps';
import { REGISTER_EXPLANATIONS, type RegisterReason } from '../../register/companies/companyResult';
import type { AnswerChanges } from '../../register/facts/history';
import type { ScreeningRecord } from '../../service/contract';
import {
  reviewIfInDoubt,
  REVIEW_EXPLANATIONS,
  type HitsAndVerdict,
  type Outcome,
  type ReviewReason,
  type Verdict,
} from '../../service/outcome';
import type { ServiceSettings } from '../../service/settings';
import { shownDates } from '../../service/staleness';

/** The reason why a person has to look: by the word of the service, or of the register. */
export type Reason = RegisterReason | ReviewReason | 'nameNotScreened';

export const EXPLANATIONS: Record<Reason, string> = {
  ...REVIEW_EXPLANATIONS,
  ...REGISTER_EXPLANATIONS,
  nameNotScreened:
    'The company was not screened under all of its names, so hits may be missing. An error says why. Screen the company again.',
};

export const isReason = (reason: unknown): reason is Reason =>
  typeof reason === 'string' && Object.hasOwn(EXPLANATIONS, reason);

/** The verdict on a company under all of its names, with its hits. */
export type CompanyVerdict = HitsAndVerdict<Reason>;

/** A hit that an item tells, or the verdict. */
export type HitGoneOrVerdict =
  /** The number is that of the hit in its record, from 1. */
  | { outcome: 'hit'; hit: unknown; hitNumber: number }
  | { outcome: 'review'; reason: Reason }
  | { outcome: 'clear' | 'error' }
  /** A hit of an earlier screening that is not there any more. It is no word on the company. */
  | { outcome: 'gone'; hit: unknown };

const GONE =
  'This entry was listed for the company in an earlier screening, and is no longer listed. That alone does not make the company clear: see its own item.';

/** @param reason the doubt about the answer that listed it; empty if there was none */
export const explanationOfGone = (reason: string): string =>
  reason === '' ? GONE : `${GONE} The answer that listed it was in doubt (${reason}).`;

/** The facts that an item says in addition to the record, its hits and its verdict. */
export interface ScreeningFacts {
  environment: ServiceSettings['environment'];
  companyName: string;
  screeningOption: string;
  referenceId: string;
  requesterId: string;
  /** Set if the run screens companies under several names. */
  names?: NameFacts | undefined;
  /** Latin readings of its names under which it is not screened. */
  latinReadings?: readonly string[];
  /** Set if hits are compared with it. */
  customer?: CustomerData | undefined;
  /** Set if the answer is kept in the register. */
  stored?: StoredFacts;
}

export interface NameFacts {
  others: readonly string[];
  ofHits: readonly string[];
  screenings: ReadonlyArray<{ screenedName: string; referenceId: string; record: ScreeningRecord }>;
}

/** The part of an item that the register adds. */
export interface StoredFacts extends Record<
  Exclude<(typeof REGISTER_KEYS)[number], 'change' | (typeof DECISION_KEYS)[number]>,
  boolean | string | null
> {
  /** Changes of all hits of the company, including those that are gone. */
  changes: Pick<AnswerChanges, 'gone' | 'hits'>;
  cases: readonly Case[];
}

/**
 * The outcome of a company with several names: clear only if it was screened under every name and is clear under each.
 *
 * @param verdicts for each name that was screened
 * @param isComplete whether that is every name
 */
export function verdictOver(
  verdicts: ReadonlyArray<Verdict<Outcome, Reason>>,
  isComplete: boolean,
): Verdict<Outcome, Reason> {
  const having = (outcome: Outcome) => verdicts.filter((one) => one.outcome === outcome).length;
  const isClear = verdicts.length > 0 && having('clear') === verdicts.length;
  const reasons = verdicts.map(({ reason }) => reason);
  return reviewIfInDoubt(having('hit') > 0 ? 'hit' : isClear ? 'clear' : 'review', {
    reasons: [
      // A failed control says nothing about this company: any other reason comes first.
      ...reasons.filter((one) => one !== 'controlFailed'),
      isComplete ? null : 'nameNotScreened',
      ...reasons,
    ],
    defaultReason: 'nameNotScreened',
  });
}

/** Fields of every item: the company, the outcome, the reason why somebody has to look, and the environment. */
export function verdictFields(
  outcome: Outcome | 'gone',
  reason: Reason | null,
  { environment, companyName, latinReadings = [] }: ScreeningFacts,
  record: ScreeningRecord | null,
) {
  return {
    companyName,
    outcome,
    reason,
    explanation: reason === null ? null : explanationOf(reason, record, latinReadings),
    environment,
  };
}

/** Adds the dates, or the reading, that a person has to judge. */
function explanationOf(
  reason: Reason,
  record: ScreeningRecord | null,
  latinReadings: readonly string[],
): string {
  if (reason === 'mixedScripts' && latinReadings.length > 0) {
    const quoted = latinReadings.map((reading) => `"${reading}"`).join(' and ');
    return `${EXPLANATIONS.mixedScripts} In Latin letters it reads ${quoted}. If it is clear under that name too, it is clear: add it to Other Names, or switch on Also Screen the Latin Reading.`;
  }
  const dates = reason === 'staleAnswer' && record ? shownDates(record) : '';
  return dates === '' ? EXPLANATIONS[reason] : `${EXPLANATIONS[reason]} Its dates as received: ${dates}.`;
}

export function reasonOf(hitOrVerdict: HitGoneOrVerdict): Reason | null {
  return hitOrVerdict.outcome === 'review' ? hitOrVerdict.reason : null;
}

/** The verdict that follows the hits of a company, if one does. */
export function verdictAfterHits({ outcome, reason }: Verdict<Outcome, Reason>): HitGoneOrVerdict[] {
  if (reason !== null) return [{ outcome: 'review', reason }];
  return outcome === 'clear' ? [{ outcome }] : [];
}

export type DecisionFields = Record<(typeof DECISION_KEYS)[number], string | null>;

/** The decision for the item of a hit, or of one that says why there is no verdict. @param fingerprint of the hit; null if it is none */
export function decisionAbout(
  cases: readonly Case[],
  outcome: Outcome | 'gone',
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
  { outcome, reason }: Verdict<Outcome, Reason>,
  fingerprints: readonly string[],
): DecisionFields {
  const [only, another] = cases.filter(({ about }) => about !== 'goneHit');
  const caseId = only && !another ? only.caseId : null;
  if (fingerprints.length === 0) return { ...decisionAbout(cases, outcome, null), caseId };
  const decided = fingerprints.map((one) => decisionAbout(cases, 'hit', one));
  const isOpen = decided.some(({ decision }) => decision === null);
  if (isOpen || reason !== null) return { ...NOTHING, caseId };
  const matches = decided.filter(({ decision }) => decision === 'trueMatch');
  const told = matches.length > 0 ? matches : decided;
  return {
    decision: told[0]?.decision ?? null,
    decidedBy: joinedOnce(told.map(({ decidedBy }) => decidedBy)),
    decidedAt: latest(told.map(({ decidedAt }) => decidedAt ?? '')),
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
