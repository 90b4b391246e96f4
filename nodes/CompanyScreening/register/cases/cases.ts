// register/cases/: what a person may decide about, and what a decision means, step by step. Rows are read and written elsewhere.
//
// Cases: the hits of a company, its missing verdict, and true matches that are no longer listed; and how items name a case.
import { grouped } from '../../names/plainText';
import type { Chain } from '../facts/decisionChain';
import { hasVerdict, type Doubt } from '../facts/companyState';
import type { KnownHit, IntactAnswer, StoredAnswer } from '../rows/answerRows';
import { isRemark, type Decision } from '../rows/decisionRows';
import { hashOf, type CompanyHash } from '../rows/identity';
import {
  listedSince,
  atTime,
  basisOf,
  applyDecision,
  together,
  type CaseStanding,
  type Refusal,
} from './steps';

export interface Case extends CaseName {
  caseId: string;
  about: 'company' | 'goneHit' | 'hit';
  standing: CaseStanding;
  /** Time since which the hit is listed without a gap, or at which the company was asked for (ISO 8601; empty if that is not known). */
  since: string;
  /** The hit; for one that is gone, its name only. */
  hit: KnownHit | null;
  /** The request to which no answer came, as far as a stored row says it; null for any other case. */
  unansweredRequest: UnansweredRequest | null;
  /** The last known decisions about this case: the next one names them as `previous`. */
  last: string[];
}

interface UnansweredRequest {
  runId: string;
  /** Screenings, one for each name; or requests. */
  requests: number;
  /** True for a registration number, of annual returns. */
  isNumber: boolean;
}

export interface CaseFacts {
  company: CompanyHash;
  /** Every answer, damaged ones included. */
  history: readonly StoredAnswer[];
  /** The answers that count: their hits are the present ones. */
  current: readonly IntactAnswer[];
  /** The reason why it has no verdict; null if it has one. */
  doubt: Doubt | 'beingScreened' | null;
  /** The claim without a verdict; empty if it has one, or if a run is screening it. */
  claimId: string;
  askedAt: string;
}

/**
 * The cases of a company. One whose name, key, option or service changed is another company, and has no decision.
 *
 * @param nowMs epoch milliseconds
 */
export function casesOf(known: CaseFacts, chain: Chain, nowMs: number): Case[] {
  const { company, current, claimId, askedAt, doubt } = known;
  const byCase = decisionsByCase(company, chain);
  const firstWith = listedSince(known.history);
  const caseAt = (
    about: Case['about'],
    subject: Omit<CaseName, 'company'>,
    rest: Pick<Case, 'hit' | 'since'> & Partial<Pick<Case, 'unansweredRequest'>>,
  ): Case => {
    const name = { company, ...subject };
    const ofCase = byCase.get(keyOf(subject.claimId, subject.fingerprint)) ?? [];
    const { standing, last } = standingOfCase(company, ofCase, chain, nowMs);
    return { ...name, unansweredRequest: null, ...rest, about, standing, last, caseId: caseIdOf(name, last) };
  };
  const hits = current.flatMap((answer) =>
    distinct(answer.data.hits).map((hit) => {
      const first = firstWith(answer, hit.fingerprint);
      return caseAt(
        'hit',
        { claimId: first.claimId, fingerprint: hit.fingerprint },
        { hit, since: first.screenedAt },
      );
    }),
  );
  const asked = { hit: null, since: askedAt, unansweredRequest: unansweredIn(known) };
  const withoutVerdict = claimId === '' ? [] : [caseAt('company', { claimId, fingerprint: '' }, asked)];
  const isSure = doubt === null && current.length > 0 && current.every(hasVerdict);
  const gone = isSure ? goneMatches(hits, byCase).map((one) => caseAt('goneHit', one, one)) : [];
  return [...withoutOthers(hits), ...withoutVerdict, ...gone.filter(isUnfinished)];
}

function unansweredIn({ history, claimId }: CaseFacts): UnansweredRequest | null {
  for (const one of history) {
    if (one.kind !== 'unanswered' || one.claimId !== claimId) continue;
    const { names, option } = one.data.company;
    return { runId: one.runId, requests: names.length, isNumber: option === 'AnnualReturns' };
  }
  return null;
}

/** The cases about one hit, or with an empty fingerprint about the company as a whole. */
export function casesAbout(
  cases: readonly Case[],
  about: Case['about'],
  fingerprint: string,
): readonly Case[] {
  const known = INDEXES.get(cases) ?? grouped(cases, (one) => keyOf(one.about, one.fingerprint));
  INDEXES.set(cases, known);
  return known.get(keyOf(about, fingerprint)) ?? [];
}

/** Indexes of all cases of a company, each made once: each of its hits asks, and there may be thousands. */
const INDEXES = new WeakMap<readonly Case[], ReadonlyMap<string, readonly Case[]>>();

const keyOf = (...parts: string[]): string => JSON.stringify(parts);

function distinct(hits: readonly KnownHit[]): KnownHit[] {
  return [...new Map(hits.map((hit) => [hit.fingerprint, hit])).values()];
}

/** Merges equal cases: the same hit of two answers that contradict each other may be one case or two. */
function withoutOthers(cases: readonly Case[]): Case[] {
  return [...new Map(cases.map((one) => [one.caseId, one])).values()];
}

/** The hits that were decided about and are no longer listed, each once. */
function goneMatches(
  listed: readonly Case[],
  byCase: ReadonlyMap<string, readonly Decision[]>,
): (Omit<CaseName, 'company'> & Pick<Case, 'hit' | 'since'>)[] {
  const present = new Set(['', ...listed.map(({ fingerprint }) => fingerprint)]);
  // The keys are sorted, since the first decisions may be pruned and give no order.
  return [...byCase]
    .sort(byKey)
    .flatMap(([, ofCase]) => ofCase.at(-1) ?? [])
    .filter(({ hitFingerprint }) => !present.has(hitFingerprint))
    .map(({ claimId, hitFingerprint: fingerprint, name, decidedAt }) => ({
      claimId,
      fingerprint,
      hit: { fingerprint, name, sourceId: '', sourceType: '' },
      since: decidedAt,
    }));
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** True for a case that waits for a person. */
export function isOpenCase({ about, standing }: Case): boolean {
  if (about === 'goneHit') return true;
  return ['disputed', 'open', 'proposed'].includes(standing.is);
}

const isUnfinished = ({ standing }: Pick<Case, 'standing'>): boolean =>
  standing.is === 'trueMatch' || standing.is === 'disputed';

/** Leaves out remarks: they are about a decision, and not about a case. */
const decisionsByCase = (company: CompanyHash, { ofCompany }: Chain): ReadonlyMap<string, Decision[]> =>
  grouped(
    (ofCompany.get(company) ?? []).filter((one) => !isRemark(one)),
    (one) => keyOf(one.claimId, one.hitFingerprint),
  );

/** The decisions about hits of a company that are cases again whenever they are not listed. */
export function unfinishedDecisions(company: CompanyHash, chain: Chain, nowMs: number): Decision[] {
  return [...decisionsByCase(company, chain).values()]
    .filter((ofCase) => isUnfinished(standingOfCase(company, ofCase, chain, nowMs)))
    .flat()
    .filter(({ hitFingerprint }) => hitFingerprint !== '');
}

/** True for a decision about this case. A remark on a decision is none. */
export function isAbout({ claimId, fingerprint, company }: CaseName, decision: Decision): boolean {
  if (isRemark(decision)) return false;
  return (
    decision.company === company && decision.claimId === claimId && decision.hitFingerprint === fingerprint
  );
}

/** @param decisions those about the case */
function standingOfCase(
  company: CompanyHash,
  decisions: readonly Decision[],
  chain: Chain,
  nowMs: number,
): { standing: CaseStanding; last: string[] } {
  if (decisions.length === 0) return { standing: { is: 'open' }, last: [] };
  const { after } = replay({ decisions, recordedTwice: chain.recordedTwice });
  const followed = new Set(decisions.flatMap(({ previous }) => previous));
  const last = decisions.filter(({ decision }) => !followed.has(decision)).map(({ decision }) => decision);
  const standings = last.toSorted().flatMap((id) => after.get(id) ?? []);
  const standing = atTime(together(standings), nowMs);
  return { standing: believed(standing, company, chain), last };
}

/** The reason why a row changes nothing. */
export type NoEffect = Refusal | 'recordedTwice';

/**
 * Applies the rules again to decisions about one case, each after those that it follows. A row that breaks them has no effect,
 * whoever wrote it, and neither has one that was recorded twice. A remark is no step.
 */
export function replay({ decisions, recordedTwice }: Pick<Chain, 'decisions' | 'recordedTwice'>): {
  after: Map<string, CaseStanding>;
  withoutEffect: { decision: Decision; why: NoEffect }[];
} {
  const after = new Map<string, CaseStanding>();
  const withoutEffect: { decision: Decision; why: NoEffect }[] = [];
  for (const decision of decisions) {
    const first = recordedTwice.get(decision.decision);
    if (first) {
      withoutEffect.push({ decision, why: 'recordedTwice' });
      after.set(decision.decision, after.get(first.decision) ?? { is: 'open' });
      continue;
    }
    if (isRemark(decision)) continue;
    const known = decision.previous.toSorted().map((id): CaseStanding => after.get(id) ?? { is: 'open' });
    const before = together(known);
    const taken = applyDecision(decision.hitFingerprint === '' ? 'company' : 'hit', before, decision);
    if (taken.is === 'refused') withoutEffect.push({ decision, why: taken.why });
    after.set(decision.decision, taken.is === 'taken' ? taken.standing : before);
  }
  return { after, withoutEffect };
}

/** Withdraws earlier decisions that make a hit look harmless, where a row was changed or removed since. */
function believed(standing: CaseStanding, company: CompanyHash, { breaks }: Chain): CaseStanding {
  const concerned = breaks.filter(({ companies }) => companies === null || companies.includes(company));
  const saidHarmless = standing.is === 'disputed' ? standing.proposals : basisOf(standing);
  const isDoubtful = saidHarmless.some(({ decision }) =>
    concerned.some(({ later }) => !later.includes(decision)),
  );
  if (!isDoubtful) return standing;
  switch (standing.is) {
    case 'trueMatch':
    case 'sendAgain':
      return standing;
    case 'disputed':
      return { is: 'trueMatch', match: standing.match };
    default:
      return { is: 'open' };
  }
}

export interface CaseName {
  company: CompanyHash;
  /** See `Decision`. */
  claimId: string;
  /** Empty for the company as a whole. */
  fingerprint: string;
}

/** A case, and a digest of the last decisions about it. */
export interface SeenCase extends CaseName {
  seen: string;
}

const FORM = /^case1~([0-9a-f]{64})~([\w.-]+)~([0-9a-f]{64}|company)~([0-9a-f]{16})$/;

/** @param last the ids of the last decisions about it, in any order */
export function caseIdOf({ company, claimId, fingerprint }: CaseName, last: readonly string[]): string {
  return withCheck(['case1', company, claimId, fingerprint || 'company', seenOf(last)]);
}

/** Undefined for a text that no item can have had. */
export function readCaseId(text: string): SeenCase | undefined {
  const parts = partsOfId(FORM, text);
  if (!parts) return undefined;
  const [company = '', claimId = '', about = '', seen = ''] = parts;
  return { company, claimId, fingerprint: about === 'company' ? '' : about, seen };
}

export function seenOf(last: readonly string[]): string {
  return hashOf(['last decisions', ...last.toSorted()]).slice(0, 16);
}

/** Makes an id, with a checksum that shows one that was cut off or typed. */
export function withCheck(parts: readonly string[]): string {
  const id = parts.join('~');
  return `${id}~${checkOf(id)}`;
}

/** The groups of the form in an id; undefined if it has another one, or another checksum. @param form of the id without it */
export function partsOfId(form: RegExp, text: string): string[] | undefined {
  const end = text.lastIndexOf('~');
  const id = text.slice(0, Math.max(0, end));
  return text.slice(end + 1) === checkOf(id) ? form.exec(id)?.slice(1) : undefined;
}

const checkOf = (id: string): string => hashOf(['case', id]).slice(0, 8);
