// The rules of decisions: where a case stands, what a person's decision makes of it, and since when a hit has been listed without a gap. A
// decision about a hit ends when the hit goes, even if it is listed again later.
import { ONE_DAY_MS } from '../../flowControl/time';
import { areOnePerson } from '../../names/people';
import { hasVerdict } from '../facts/companyState';
import type { StoredAnswer, IntactAnswer } from '../rows/answerRows';
import type { Decision } from '../rows/decisionRows';

/** The subject of a decision: a hit of a company, or the company as a whole where it has no verdict. */
export type CaseKind = 'company' | 'hit';

/** The standing of a case. Each names the decisions that it rests on. */
export type CaseStanding =
  /** No decision counts. */
  | { is: 'open' }
  /** A false positive that no second person has confirmed. */
  | { is: 'proposed'; proposals: Decision[] }
  | { is: 'falsePositive'; proposals: Decision[]; confirmation: Decision }
  | { is: 'trueMatch'; match: Decision }
  /** A true match of which somebody says that it is none. */
  | { is: 'disputed'; match: Decision; proposals: Decision[] }
  /** A company that somebody has looked at, or a true match that is no longer listed. */
  | { is: 'closed'; by: Decision }
  | { is: 'sendAgain'; by: Decision };

/** The reason why a decision is not taken. */
export type Refusal =
  | 'notAboutACompany'
  | 'notAboutAHit'
  | 'nothingToClose'
  | 'nothingToConfirm'
  | 'onlyOnADecision'
  | 'over'
  | 'ownProposal';

export type DecisionEffect = { is: 'refused'; why: Refusal } | { is: 'taken'; standing: CaseStanding };

/** The time for which a confirmed false positive counts. */
export const YEAR_MS = 365 * ONE_DAY_MS;

/**
 * Applies a decision to a case. Only decisions that make a hit look harmless need two people.
 *
 * @param before where the case stood when it was decided
 */
export function applyDecision(about: CaseKind, before: CaseStanding, decision: Decision): DecisionEffect {
  return about === 'hit'
    ? appliedToHit(atTime(before, Date.parse(decision.decidedAt)), decision)
    : appliedToCompany(before, decision);
}

function appliedToHit(before: CaseStanding, decision: Decision): DecisionEffect {
  if (before.is === 'closed') return refused('over');
  switch (decision.decided) {
    case 'falsePositive': {
      const proposals = [decision];
      const isMatch = before.is === 'trueMatch' || before.is === 'disputed';
      return taken(
        isMatch ? { is: 'disputed', match: before.match, proposals } : { is: 'proposed', proposals },
      );
    }
    case 'trueMatch':
      return taken({ is: 'trueMatch', match: decision });
    case 'confirm': {
      if (before.is !== 'proposed' && before.is !== 'disputed') return refused('nothingToConfirm');
      const { proposals } = before;
      if (proposals.some((proposal) => areOnePerson(proposal, decision))) return refused('ownProposal');
      return taken({ is: 'falsePositive', proposals, confirmation: decision });
    }
    case 'reject':
      if (before.is === 'proposed') return taken({ is: 'open' });
      if (before.is === 'disputed') return taken({ is: 'trueMatch', match: before.match });
      return refused('nothingToConfirm');
    case 'close':
      if (before.is === 'proposed' || before.is === 'falsePositive') return taken({ is: 'open' });
      if (before.is === 'trueMatch' || before.is === 'disputed') return taken({ is: 'closed', by: decision });
      return refused('nothingToClose');
    case 'sendAgain':
      return refused('notAboutAHit');
    case 'checked':
      return refused('onlyOnADecision');
  }
}

function appliedToCompany(before: CaseStanding, decision: Decision): DecisionEffect {
  const { decided } = decision;
  if (decided === 'checked') return refused('onlyOnADecision');
  if (decided !== 'close' && decided !== 'sendAgain') return refused('notAboutACompany');
  if (before.is === 'sendAgain') return refused('over');
  return taken({ is: decided === 'close' ? 'closed' : 'sendAgain', by: decision });
}

const refused = (why: Refusal): DecisionEffect => ({ is: 'refused', why });
const taken = (standing: CaseStanding): DecisionEffect => ({ is: 'taken', standing });

/** Ends a false positive after its year; one from the future does not count. @param nowMs epoch milliseconds */
export function atTime(standing: CaseStanding, nowMs: number): CaseStanding {
  if (standing.is !== 'falsePositive') return standing;
  const confirmedAtMs = Date.parse(standing.confirmation.decidedAt);
  // Clocks of two machines differ, but not by a day.
  const counts = nowMs < confirmedAtMs + YEAR_MS && confirmedAtMs <= nowMs + ONE_DAY_MS;
  return counts ? standing : { is: 'open' };
}

/**
 * Joins the standings after decisions that did not know of each other: never more harmless than any one of them says.
 *
 * @param standings after each of them
 */
export function together(standings: readonly CaseStanding[]): CaseStanding {
  const [first, ...others] = standings;
  if (!first) return { is: 'open' };
  return others.reduce(both, first);
}

function both(one: CaseStanding, other: CaseStanding): CaseStanding {
  if (one.is === 'sendAgain') return one;
  if (other.is === 'sendAgain') return other;
  if (one.is === 'disputed' && other.is === 'disputed')
    return { ...one, proposals: distinct(one.proposals, other.proposals) };
  if ('match' in one) return { is: 'trueMatch', match: one.match };
  if ('match' in other) return { is: 'trueMatch', match: other.match };
  if (one.is === 'closed' && other.is === 'closed') return one;
  if (one.is === 'proposed' && other.is === 'proposed')
    return { is: 'proposed', proposals: distinct(one.proposals, other.proposals) };
  if (one.is === 'falsePositive' && other.is === 'falsePositive')
    return one.confirmation.decidedAt <= other.confirmation.decidedAt ? one : other;
  return { is: 'open' };
}

function distinct(...proposals: readonly Decision[][]): Decision[] {
  return [...new Map(proposals.flat().map((one) => [one.decision, one])).values()];
}

/** The decisions that a standing rests on, the first one first. */
export function basisOf(standing: CaseStanding): Decision[] {
  switch (standing.is) {
    case 'open':
      return [];
    case 'proposed':
      return standing.proposals;
    case 'falsePositive':
      return [...standing.proposals, standing.confirmation];
    case 'trueMatch':
      return [standing.match];
    case 'disputed':
      return [standing.match, ...standing.proposals];
    case 'closed':
    case 'sendAgain':
      return [standing.by];
  }
}

/**
 * Follows the answers back from one that has the hit. An answer with a verdict and without the hit ends the time. So does an answer
 * that is damaged or missing: nobody can tell what it said.
 *
 * @param answers every answer of the company
 * @returns finds the answer in which a hit was listed first
 */
export function listedSince(
  answers: readonly StoredAnswer[],
): (now: IntactAnswer, fingerprint: string) => IntactAnswer {
  const byId = new Map<string, StoredAnswer | null>();
  // Two rows with one id contradict each other.
  for (const one of answers) byId.set(one.answerId, byId.has(one.answerId) ? null : one);
  const hasHit = hitsByAnswer();
  return (now, fingerprint) => firstWith(byId, now, (one) => hasHit(one, fingerprint));
}

function firstWith(
  byId: ReadonlyMap<string, StoredAnswer | null>,
  now: IntactAnswer,
  hasHit: (answer: IntactAnswer) => boolean,
): IntactAnswer {
  let first = now;
  let at: readonly IntactAnswer[] = [now];
  const visited = new Set<string>();
  for (;;) {
    const past = [...new Set(at.flatMap((one) => one.previousOriginals))];
    const before = past.map((id) => byId.get(id) ?? null);
    if (before.length === 0 || past.some((id) => visited.has(id))) return first;
    for (const id of past) visited.add(id);
    const intact = before.flatMap((one) => (one && one.kind !== 'damaged' ? [one] : []));
    if (intact.length < before.length) return first;
    const having = intact.filter(hasHit);
    const without = intact.filter((one) => !having.includes(one));
    if (without.some(hasVerdict)) return first;
    // The smallest id decides among several that were there at the same time.
    first = having.toSorted((one, other) => (one.answerId < other.answerId ? -1 : 1))[0] ?? first;
    at = intact;
  }
}

/** Collects the fingerprints of each answer once: an answer may have thousands of hits, and each of them is looked for in it. */
function hitsByAnswer(): (answer: IntactAnswer, fingerprint: string) => boolean {
  const known = new Map<IntactAnswer, ReadonlySet<string>>();
  return (answer, fingerprint) => {
    const hits = known.get(answer) ?? new Set(answer.data.hits.map((hit) => hit.fingerprint));
    known.set(answer, hits);
    return hits.has(fingerprint);
  };
}
