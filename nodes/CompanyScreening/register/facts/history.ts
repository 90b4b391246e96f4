// The answers of a company in their order, and what the latest one changes. The order comes from the answers themselves, since each says
// which it follows: a clock that was wrong for one night must not make a new hit look old.
import type { IntactAnswer, StoredAnswer, KnownHit } from '../rows/answerRows';
import type { CompanyHash } from '../rows/identity';
import type { Knowledge } from './knowledge';
import { hasVerdict, latestIntactOf, latestOf, CONTROL_FAILED_REASON, verdictText } from './companyState';

/** Compares an answer with the last successful screening of its company. Another name is another company. */
export function changesOf(known: Knowledge, answer: IntactAnswer): AnswerChanges {
  const past = pastOf(known, answer);
  const [last, ...earlier] = past.filter(isSuccessful);
  const { hits, gone } = changesSince(
    last?.data.hits ?? null,
    earlier.flatMap(({ data }) => data.hits),
    answer.data.hits,
  );
  const goneSinceLast = last ? gone.map((hit) => ({ hit, answer: last })) : [];
  return {
    hits: new Map(answer.data.hits.map(({ fingerprint }, index) => [fingerprint, hits[index] ?? 'new'])),
    // Nobody can say without a verdict that a hit is gone.
    gone: isSuccessful(answer)
      ? eachOnce([...goneSinceLast, ...goneFromDoubt(answer, sinceVerdict(answer, past), last)])
      : [],
    previousOutcome: last?.outcome ?? null,
  };
}

/**
 * Hits of answers in doubt that are not there any more. They were told, or have to be told now: the next run compares with this answer.
 *
 * @param before the answers before, back to the last successful one, the latest first
 */
function goneFromDoubt(
  { data }: IntactAnswer,
  before: readonly IntactAnswer[],
  last: IntactAnswer | undefined,
): GoneHit[] {
  const compared = new Set([...data.hits, ...(last?.data.hits ?? [])].map(({ fingerprint }) => fingerprint));
  return before
    .toReversed()
    .flatMap((one) =>
      one.data.hits.flatMap((hit) => (compared.has(hit.fingerprint) ? [] : { hit, answer: one })),
    );
}

/**
 * Gives the changes of a company without a verdict.
 *
 * @param answers the ones that it has all the same
 * @param areInDoubt whether it is these answers that are in doubt; else a later one is missing
 */
export function changesOfDoubtful(
  known: Knowledge,
  company: CompanyHash,
  answers: readonly IntactAnswer[],
  areInDoubt: boolean,
): AnswerChanges {
  const hits = new Map(answers.flatMap((answer) => [...changesOf(known, answer).hits]));
  const latest = areInDoubt && answers.length > 0 ? [] : latestIntactOf(known.answers.get(company) ?? []);
  const before = areInDoubt ? answers.map((answer) => pastOf(known, answer)) : [];
  const all = [...latest.map((answer) => [answer, ...pastOf(known, answer)]), ...before];
  const previous = all.flatMap((answersInOrder) => answersInOrder.find(isSuccessful) ?? []);
  return { hits, gone: [], previousOutcome: previous[0]?.outcome ?? null };
}

/** This answer and every original of its company before it, the latest first. */
export function answersUpTo(known: Knowledge, answer: IntactAnswer): IntactAnswer[] {
  return [answer, ...pastOf(known, answer)];
}

/** The answers before a missing one, or one without a verdict, back to the last successful screening. */
export function answersSinceVerdict(known: Knowledge, unsuccessful: IntactAnswer): IntactAnswer[] {
  return sinceVerdict(unsuccessful, pastOf(known, unsuccessful));
}

/** The answers before this one, back to the last successful screening. @param past the latest first */
function sinceVerdict(answer: IntactAnswer, past: readonly IntactAnswer[]): IntactAnswer[] {
  const last = past.findIndex(isSuccessful);
  // Each of several that contradict each other was the last one.
  const wereLast = new Set(answer.previousOriginals);
  for (const one of past)
    if (wereLast.has(one.answerId) && !isSuccessful(one))
      one.previousOriginals.forEach((id) => wereLast.add(id));
  return past.filter(({ answerId }, index) => last === -1 || index <= last || wereLast.has(answerId));
}

/** Every original of the company that came before this one, the latest first. */
function pastOf(known: Knowledge, answer: IntactAnswer): IntactAnswer[] {
  const all = intactAnswersOf(known, answer.company);
  const byId = new Map(all.map((one) => [one.answerId, one]));
  const { past, isBroken } = ancestorsOf(answer, byId);
  if (!isBroken) return past;
  // Falls back on the date, since a row between them was changed or deleted: better than to forget what was there before.
  const seen = new Set([answer.answerId, ...past.map((one) => one.answerId)]);
  const isSibling = ({ previousOriginals }: IntactAnswer) =>
    JSON.stringify(previousOriginals) === JSON.stringify(answer.previousOriginals);
  const older = all
    .filter((one) => !one.isRepeat && !seen.has(one.answerId))
    .filter((one) => one.screenedAt < answer.screenedAt && !isSibling(one))
    .sort((one, other) => (one.screenedAt < other.screenedAt ? 1 : -1));
  return [...past, ...older];
}

/** The answers that it follows, directly or not, each before all that it follows itself. */
function ancestorsOf(
  answer: IntactAnswer,
  byId: ReadonlyMap<string, IntactAnswer>,
): { past: IntactAnswer[]; isBroken: boolean } {
  const seen = new Set([answer.answerId]);
  const oldestFirst: IntactAnswer[] = [];
  let isBroken = false;
  // A company that is screened every hour for years has too many answers for a function that calls itself.
  const open = [{ one: answer, left: [...answer.previousOriginals] }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.left.pop();
    if (next === undefined) {
      open.pop();
      if (top.one !== answer) oldestFirst.push(top.one);
    } else if (!seen.has(next)) {
      seen.add(next);
      const found = byId.get(next);
      if (found) open.push({ one: found, left: [...found.previousOriginals] });
      else isBroken = true;
    }
  }
  return { past: oldestFirst.reverse(), isBroken };
}

export const isSuccessful = (answer: IntactAnswer): boolean => answer.kind === 'answer' && hasVerdict(answer);

export function intactAnswersOf(known: Knowledge, company: CompanyHash): IntactAnswer[] {
  return (known.answers.get(company) ?? []).filter((one) => one.kind !== 'damaged');
}

/** An answer that is about to be stored. */
export type NewAnswer = Omit<IntactAnswer, 'isRepeat' | 'previousOriginals'>;

/**
 * Adds to an answer the originals that it comes after, and whether it repeats one.
 *
 * @param known every answer of its company before it
 */
export function withPast(known: readonly StoredAnswer[], answer: NewAnswer): IntactAnswer {
  const previousOriginals = originalsBefore(known, answer.previousAnswers);
  const [id = '', ...others] = previousOriginals;
  const isRepeat = others.length === 0 && mayRepeat(answer) && repeated(known, id, answer) !== undefined;
  return { ...answer, previousOriginals, isRepeat };
}

/** Counts the originals that were screened before this time (ISO 8601). */
export function countOriginals(answers: readonly StoredAnswer[], before: string): number {
  return answers.filter((one) => one.kind !== 'damaged' && !one.isRepeat && one.screenedAt < before).length;
}

/** The answer that this one repeats; undefined for an original. @param known every answer of the company */
export function originalOf(known: readonly StoredAnswer[], answer: StoredAnswer): IntactAnswer | undefined {
  if (answer.kind === 'damaged' || !answer.isRepeat || answer.previousOriginals.length !== 1)
    return undefined;
  return repeated(known, answer.previousOriginals[0] ?? '', answer);
}

function originalsBefore(known: readonly StoredAnswer[], previous: readonly string[]): string[] {
  const followed = known.filter(({ answerId }) => previous.includes(answerId));
  // Repeats among them come before others of them.
  const latest = new Set(latestOf(followed).map(({ answerId }) => answerId));
  const originals = previous
    .filter((id) => latest.has(id) || !followed.some(({ answerId }) => answerId === id))
    .map((id) => {
      const one = followed.find(({ answerId }) => answerId === id);
      return (one && originalOf(known, one)?.answerId) ?? id;
    });
  return [...new Set(originals)];
}

/**
 * True for an answer that may be stored as a repeat. Annual returns have files of their own. An answer that a person had asked for again
 * stays as it came, and so does one that names a doubt.
 */
function mayRepeat({ data, replacesClaims }: NewAnswer): boolean {
  return (
    data.company.option !== 'AnnualReturns' &&
    replacesClaims.length === 0 &&
    data.lateDoubtNames === undefined
  );
}

/** Doubts because of other answers, or of the run: whoever looks at such an answer must find it as it came. */
const DOUBTS: ReadonlySet<string> = new Set([CONTROL_FAILED_REASON, 'otherRequest', 'staleAnswer']);

/** The answer with this id, if it says the same. */
function repeated(known: readonly StoredAnswer[], id: string, answer: NewAnswer): IntactAnswer | undefined {
  const [one, ...copies] = known.filter((other) => other.answerId === id);
  if (!one || copies.length > 0 || one.kind !== 'answer' || answer.kind !== 'answer') return undefined;
  return verdictText(one) === verdictText(answer) && !DOUBTS.has(answer.reason) ? one : undefined;
}

export type Change = 'changed' | 'known' | 'listedAgain' | 'new';

export interface AnswerChanges {
  /** The change of each of its hits, by their fingerprints. */
  hits: ReadonlyMap<string, Change>;
  gone: GoneHit[];
  /** The outcome of the last successful screening before it; null if there was none. */
  previousOutcome: IntactAnswer['outcome'] | null;
}

/** A hit that is not there any more, and the last answer that had it. */
export interface GoneHit {
  hit: KnownHit;
  answer: IntactAnswer;
}

export const NO_CHANGES: AnswerChanges = { hits: new Map(), gone: [], previousOutcome: null };

/** The change of a company as a whole; null if it has no hits and had none. */
export function mostNotable({ hits, gone }: Pick<AnswerChanges, 'gone' | 'hits'>): Change | 'gone' | null {
  const all = new Set<Change | 'gone'>([...hits.values(), ...(gone.length > 0 ? (['gone'] as const) : [])]);
  return NOTABLE.find((change) => all.has(change)) ?? null;
}

/** The change of two that a person must not miss. */
export function stronger(one: Change, other: Change): Change {
  return NOTABLE.indexOf(one) < NOTABLE.indexOf(other) ? one : other;
}

/**
 * Merges gone hits of one company: a hit that was found under two of its names has gone once. It stands where it went last, since an older
 * answer may be pruned.
 */
export function eachOnce(gone: readonly GoneHit[]): GoneHit[] {
  const last = new Map<string, GoneHit>();
  for (const one of gone) {
    last.delete(one.hit.fingerprint);
    last.set(one.hit.fingerprint, one);
  }
  return [...last.values()];
}

const NOTABLE = ['new', 'listedAgain', 'changed', 'gone', 'known'] as const;

interface HitChanges {
  /** A change for each present hit, in their order. */
  hits: Change[];
  /** Hits of the last successful screening that are not there any more. */
  gone: KnownHit[];
}

/**
 * Compares hits. One that differs in any field is never `known`. As many new ones as gone ones of the same list and name count as
 * `changed`; otherwise they are reported as new and as gone.
 *
 * @param before the hits of the last successful screening; null if there was none
 * @param earlier the hits of every screening before that one
 */
export function changesSince(
  before: readonly KnownHit[] | null,
  earlier: readonly KnownHit[],
  now: readonly KnownHit[],
): HitChanges {
  const fingerprintsBefore = new Set((before ?? []).map(({ fingerprint }) => fingerprint));
  const fingerprintsNow = new Set(now.map(({ fingerprint }) => fingerprint));
  const fingerprintsEver = new Set(earlier.map(({ fingerprint }) => fingerprint));
  const added = now.filter(({ fingerprint }) => !fingerprintsBefore.has(fingerprint));
  const missing = (before ?? []).filter(({ fingerprint }) => !fingerprintsNow.has(fingerprint));
  const addedOf = countByEntity(added);
  const missingOf = countByEntity(missing);
  const isChanged = (hit: KnownHit) => {
    const count = missingOf.get(entityOf(hit)) ?? 0;
    return count > 0 && count === addedOf.get(entityOf(hit));
  };
  return {
    hits: now.map((hit): Change => {
      if (fingerprintsBefore.has(hit.fingerprint)) return 'known';
      if (isChanged(hit)) return 'changed';
      return fingerprintsEver.has(hit.fingerprint) ? 'listedAgain' : 'new';
    }),
    gone: missing.filter((hit) => !isChanged(hit)),
  };
}

/** The list and the name as one text: JSON keeps the two apart. */
function entityOf({ sourceId, name }: KnownHit): string {
  return JSON.stringify([sourceId, name]);
}

/** Counts hits with one fingerprint once. */
function countByEntity(hits: readonly KnownHit[]): Map<string, number> {
  const fingerprints = new Map<string, Set<string>>();
  for (const hit of hits) {
    const entity = entityOf(hit);
    fingerprints.set(entity, (fingerprints.get(entity) ?? new Set()).add(hit.fingerprint));
  }
  return new Map([...fingerprints].map(([entity, { size }]) => [entity, size]));
}
