// The decisions of a register as a chain: each row names the newest rows that were there before it, by their seals. So a changed, removed
// or moved row is noticed. Two people who decide at the same instant make two ends; the next row follows both.
import { ONE_DAY_MS } from '../../flowControl/time';
import { areOnePerson } from '../../names/people';
import { plainText, grouped } from '../../names/plainText';
import type { StoredRow } from '../port/tables';
import { hash } from '../rows/cells';
import {
  isDamagedDecision,
  isRemark,
  readDecisionRow,
  type DamagedDecision,
  type Decision,
} from '../rows/decisionRows';
import type { CompanyHash } from '../rows/identity';

export interface Chain {
  /** Each after those that it follows. */
  decisions: readonly Decision[];
  /** Decisions that count as one with an earlier one, by their ids, and that one. */
  recordedTwice: ReadonlyMap<string, Decision>;
  ofCompany: Map<CompanyHash, Decision[]>;
  /**
   * Seals that no row follows, sorted: the next row follows them, and the row of each run keeps them. One that is gone stays among them, so that
   * nobody forgets it before somebody has decided in spite of it.
   */
  newest: string[];
  count: number;
  problems: ChainProblem[];
  /** Consequences of the problems: earlier decisions may not have been the last word. */
  breaks: ChainBreak[];
}

export type ChainProblem =
  | { is: 'changed'; id: number }
  /** A run saw it, and it is not there. */
  | { is: 'goneSince'; seal: string; runId: string }
  /** A row that this one follows is not there. */
  | { is: 'missing'; seal: string; follower: string }
  /** It stands before a row that it follows. */
  | { is: 'moved'; id: number; decision: string };

interface ChainBreak {
  /** Null for all companies. */
  companies: CompanyHash[] | null;
  /** Later decisions, by people who were shown what stood then. */
  later: string[];
}

/**
 * Reads the chain. The order of the rows matters only for `moved`.
 *
 * @param runs what they have seen: only that shows that the newest rows are gone
 * @param removed the seals of rows that were deleted on purpose: none of them is missing
 */
export function decisionChain(
  rows: readonly StoredRow[],
  runs: readonly SeenDecisions[] = [],
  removed: ReadonlySet<string> = new Set(),
): Chain {
  const read = rows
    .toSorted((one, other) => one.id - other.id)
    .map((row) => ({ id: row.id, row: readDecisionRow(row) }));
  const damaged = read.flatMap(({ row }) => (isDamagedDecision(row) ? [row] : []));
  const intact = withoutCopies(read.flatMap(({ id, row }) => (isDamagedDecision(row) ? [] : [{ id, row }])));
  const present = new Map(intact.map((one) => [one.row.seal, one]));
  const seals = new Set([...present.keys(), ...damaged.map(({ seal }) => seal)]);
  const followersOf = followers(intact.map(({ row }) => row));
  const missing = [...followersOf].flatMap(([seal, [follower]]) =>
    seals.has(seal) || removed.has(seal) || !follower
      ? []
      : [{ is: 'missing', seal, follower: follower.decision } as const],
  );
  const moved = intact.filter(({ id, row }) =>
    row.previousSeals.some((seal) => (present.get(seal)?.id ?? 0) > id),
  );
  // References of a damaged row prove nothing: they might hide that another row is gone.
  const followed = new Set(followersOf.keys());
  const breakAt = (seal: string, companies: ChainBreak['companies']): ChainBreak => ({
    companies,
    later: [...descendants(followersOf, seal)],
  });
  // A gone row that another one follows is reported already.
  const gone = goneSince(runs, new Set([...present.keys(), ...followed, ...removed]));
  const goneSeals = gone.map(({ seal }) => seal);
  const newest = new Set([...[...seals].filter((seal) => !followed.has(seal)), ...goneSeals]);
  const decisions = decisionsInOrder(
    intact.map(({ row }) => row),
    present,
  );
  const breaks = [
    ...damaged.map(({ seal, companies }: DamagedDecision) => breakAt(seal, companies)),
    ...[...missing.map(({ seal }) => seal), ...goneSeals].map((seal) => breakAt(seal, null)),
  ];
  return {
    decisions,
    recordedTwice: recordedTwice(decisions, breaks),
    ofCompany: grouped(decisions, ({ company }) => company),
    newest: [...newest].sort(),
    count: intact.length + damaged.length,
    problems: [
      ...damaged.map(({ id }) => ({ is: 'changed', id }) as const),
      ...missing,
      ...gone,
      ...moved.map(({ id, row }) => ({ is: 'moved', id, decision: row.decision }) as const),
    ],
    breaks,
  };
}

export interface SeenDecisions {
  runId: string;
  /** The seals of the newest ones, separated by spaces. */
  newestDecisions: string;
}

type GoneSince = Extract<ChainProblem, { is: 'goneSince' }>;

/** Names the first run that saw it. */
function goneSince(runs: readonly SeenDecisions[], present: ReadonlySet<string>): GoneSince[] {
  const gone = new Map<string, GoneSince>();
  for (const { runId, newestDecisions } of runs)
    for (const seal of newestDecisions
      .toLowerCase()
      .split(' ')
      .filter((one) => hash.safeParse(one).success && !present.has(one)))
      if (!gone.has(seal)) gone.set(seal, { is: 'goneSince', seal, runId });
  return [...gone.values()];
}

/** Removes copies: a statement that was taken for failed may have been carried out twice. */
function withoutCopies<One extends { row: Decision }>(all: readonly One[]): One[] {
  return [...new Map(all.toReversed().map((one) => [one.row.seal, one])).values()].toReversed();
}

function followers(decisions: readonly Decision[]): Map<string, Decision[]> {
  const found = new Map<string, Decision[]>();
  for (const decision of decisions)
    for (const seal of decision.previousSeals) found.set(seal, [...(found.get(seal) ?? []), decision]);
  return found;
}

/** The ids of all decisions that follow this seal, at whatever distance. */
function descendants(followersOf: ReadonlyMap<string, readonly Decision[]>, seal: string): Set<string> {
  const found = new Set<string>();
  const seals = [seal];
  for (let next = seals.pop(); next !== undefined; next = seals.pop())
    for (const decision of followersOf.get(next) ?? [])
      if (!found.has(decision.decision)) {
        found.add(decision.decision);
        seals.push(decision.seal);
      }
  return found;
}

/**
 * Orders decisions by the chain, and by time and seal where it leaves the order open. If a row between two is gone, the later one still
 * names the earlier one as `previous`. A seal cannot follow itself, but such names can if somebody wrote them by hand, so each row is
 * opened once.
 */
function decisionsInOrder(
  decisions: readonly Decision[],
  present: ReadonlyMap<string, { row: Decision }>,
): Decision[] {
  const ordered = new Map<string, Decision>();
  const opened = new Set<string>();
  const named = grouped(decisions, ({ decision }) => decision);
  const byTime = decisions.toSorted((one, other) => (decisionOrder(one) < decisionOrder(other) ? -1 : 1));
  const stack: Decision[] = byTime.toReversed();
  for (let next = stack.at(-1); next !== undefined; next = stack.at(-1)) {
    const followed = next.previousSeals.flatMap((seal) => present.get(seal)?.row ?? []);
    const isBroken = followed.length < next.previousSeals.length;
    const before = [...followed, ...(isBroken ? next.previous.flatMap((id) => named.get(id) ?? []) : [])];
    const unopened = opened.has(next.seal) ? [] : before.filter(({ seal }) => !opened.has(seal));
    opened.add(next.seal);
    if (unopened.length === 0) {
      ordered.set(next.seal, next);
      stack.pop();
    } else stack.push(...unopened);
  }
  return [...ordered.values()];
}

const decisionOrder = ({ decidedAt, seal }: Decision): string => `${decidedAt} ${seal}`;

/**
 * Finds rows that repeat an earlier one of the same case, by their ids, with the one that counts: the same person, decision and reason
 * within a day, and nothing decided in between. A decision of somebody else at the same moment is not in between: neither knew of the
 * other. If a row between them is gone or was changed, they are two.
 *
 * @param decisions each after those that it follows
 */
function recordedTwice(
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

/** The case, or for a remark the decision that it is about. */
function subjectOf(decision: Decision): string {
  const { company, claimId, hitFingerprint, previous } = decision;
  return JSON.stringify([company, claimId, hitFingerprint, isRemark(decision) ? previous : null]);
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
