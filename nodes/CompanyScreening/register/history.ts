// The answers of a company in their order, and what the latest one changes. The order comes from the answers themselves, since each
// says which it follows: a clock that was wrong for one night must not make a new hit look old.
import { changesSince, type AnswerChanges, type GoneHit } from './changes';
import type { CompanyHash } from './identity';
import type { Knowledge } from './knowledge';
import type { KnownHit, SoundAnswer } from './rows';
import { hasVerdict } from './standing';

/** Pure. What an answer changes against the last successful screening of its company, and of the names that it replaces. */
export function changesOf(known: Knowledge, answer: SoundAnswer): AnswerChanges {
  const past = pastOf(known, answer);
  const [last, ...others] = past.filter(isSuccessful);
  // Told as gone when another name took its place: what is there again is listed again.
  const isReplaced = last !== undefined && wasReplaced(known, past.slice(0, past.indexOf(last) + 1));
  const before = last && !isReplaced ? last.data.hits : [];
  const earlier = (isReplaced ? [last, ...others] : others).flatMap(({ data }) => data.hits);
  const { hits, gone } = changesSince(last ? before : null, earlier, answer.data.hits);
  const changed = answer.data.hits.map(
    ({ fingerprint }, index) => [fingerprint, hits[index] ?? 'new'] as const,
  );
  const previousOutcome = last?.outcome ?? null;
  // Without a verdict, nobody can say that a hit is gone.
  if (!isSuccessful(answer)) return { hits: new Map(changed), gone: [], previousOutcome };
  const ofOthers = replacedBy(known, answer).flatMap((one) =>
    one.data.hits
      .filter((hit) => !isStillListed(hit, one, answer))
      .map((hit) => ({ hit, answer: one, isRenamed: true })),
  );
  const ofThis = last ? gone.map((hit) => ({ hit, answer: last, isRenamed: false })) : [];
  return { hits: new Map(changed), gone: eachOnce([...ofThis, ...ofOthers]), previousOutcome };
}

/** Where one name more was added, or one was left out, the very same hit has not gone: it is told as a new one. */
function isStillListed({ fingerprint }: KnownHit, before: SoundAnswer, now: SoundAnswer): boolean {
  const sharesName = before.data.company.names.some((name) => now.data.company.names.includes(name));
  return sharesName && now.data.hits.some((hit) => hit.fingerprint === fingerprint);
}

/**
 * Pure. What an answer does not list any more, whatever was told of other names: who was told of the company while another name
 * had its place believes that it is listed.
 */
export function goneFromOwnName(known: Knowledge, answer: SoundAnswer): GoneHit[] {
  const last = pastOf(known, answer).find(isSuccessful);
  if (!last || !isSuccessful(answer)) return [];
  const { gone } = changesSince(last.data.hits, [], answer.data.hits);
  return gone.map((hit) => ({ hit, answer: last, isRenamed: false }));
}

/**
 * Pure. Those of a company without a verdict.
 *
 * @param answers those that it has all the same
 * @param areInDoubt whether it is these answers that are in doubt; else a later one is missing
 */
export function changesOfDoubtful(
  known: Knowledge,
  company: CompanyHash,
  answers: readonly SoundAnswer[],
  areInDoubt: boolean,
): AnswerChanges {
  const hits = new Map(answers.flatMap((answer) => [...changesOf(known, answer).hits]));
  const latest = areInDoubt && answers.length > 0 ? [] : unfollowedAnswers(soundAnswersOf(known, company));
  const before = areInDoubt ? answers.map((answer) => pastOf(known, answer)) : [];
  const all = [...latest.map((answer) => [answer, ...pastOf(known, answer)]), ...before];
  const previous = all.flatMap((answersInOrder) => answersInOrder.find(isSuccessful) ?? []);
  return { hits, gone: [], previousOutcome: previous[0]?.outcome ?? null };
}

/**
 * Pure. The latest answers of other names under this key that are not in the list of the run, and whose place no other name has
 * taken yet.
 *
 * @param isListed whether a company is in the list of the run
 */
export function takenPlaces(
  known: Knowledge,
  company: CompanyHash,
  key: string,
  isListed: (company: CompanyHash) => boolean,
): string[] {
  const underKey = known.keys.get(key);
  if (underKey === undefined || underKey.size === (underKey.has(company) ? 1 : 0)) return [];
  const others = [...underKey].filter((one) => one !== company && !isListed(one));
  if (others.length === 0) return [];
  const all = known.renamedKeys.has(key) ? [...underKey] : [];
  const taken = new Set(
    all.flatMap((one) => soundAnswersOf(known, one).flatMap(({ data }) => data.replaces)),
  );
  return others.flatMap((one) => {
    const latest = unfollowedAnswers(soundAnswersOf(known, one)).map(({ answer }) => answer);
    return latest.filter((answer) => !taken.has(answer));
  });
}

/** This answer and every one of its company before it, the latest first. */
export function answersUpTo(known: Knowledge, answer: SoundAnswer): SoundAnswer[] {
  return [answer, ...pastOf(known, answer)];
}

/** Pure. Where an answer is missing or is no verdict: those before it, back to the last successful screening. */
export function stillStanding(known: Knowledge, unsuccessful: SoundAnswer): SoundAnswer[] {
  const past = pastOf(known, unsuccessful);
  const last = past.findIndex(isSuccessful);
  // Of several that contradict each other, each was the last one.
  return past.filter(
    ({ answer }, index) => last === -1 || index <= last || unsuccessful.follows.includes(answer),
  );
}

/** Every answer of the company that came before this one, the latest first. */
function pastOf(known: Knowledge, answer: SoundAnswer): SoundAnswer[] {
  const all = soundAnswersOf(known, answer.company);
  const byId = new Map(all.map((one) => [one.answer, one]));
  const { past, isBroken } = ancestorsOf(answer, byId);
  if (!isBroken) return past;
  // A row between them was changed or deleted. What the date says is better than to forget what was there before.
  const seen = new Set([answer.answer, ...past.map((one) => one.answer)]);
  const isSibling = ({ follows }: SoundAnswer) => JSON.stringify(follows) === JSON.stringify(answer.follows);
  const older = all
    .filter((one) => !seen.has(one.answer) && one.screenedAt < answer.screenedAt && !isSibling(one))
    .sort((one, other) => (one.screenedAt < other.screenedAt ? 1 : -1));
  return [...past, ...older];
}

/** Those that it follows, directly or not, each before all that it follows itself. */
function ancestorsOf(
  answer: SoundAnswer,
  byId: ReadonlyMap<string, SoundAnswer>,
): { past: SoundAnswer[]; isBroken: boolean } {
  const seen = new Set([answer.answer]);
  const oldestFirst: SoundAnswer[] = [];
  let isBroken = false;
  // A company that is screened every hour for years has too many answers for a function that calls itself.
  const open = [{ one: answer, left: [...answer.follows] }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.left.pop();
    if (next === undefined) {
      open.pop();
      if (top.one !== answer) oldestFirst.push(top.one);
    } else if (!seen.has(next)) {
      seen.add(next);
      const found = byId.get(next);
      if (found) open.push({ one: found, left: [...found.follows] });
      else isBroken = true;
    }
  }
  return { past: oldestFirst.reverse(), isBroken };
}

/**
 * What other names under the key had when this answer was the first verdict in their place: the last successful screening of each.
 * Without a verdict, nothing is told of them yet.
 */
function replacedBy(known: Knowledge, answer: SoundAnswer): SoundAnswer[] {
  const ids = placesTakenBy(known, answer);
  if (ids.size === 0) return [];
  return [...(known.keys.get(answer.keyHash) ?? [])].flatMap((company) => {
    const replaced = soundAnswersOf(known, company).filter((one) => ids.has(one.answer));
    const pasts = replaced.map((one) => [one, ...pastOf(known, one)]);
    // It may have come back in between: then its latest answer counts.
    const [longest] = pasts.sort((one, other) => other.length - one.length);
    const last = longest?.find(isSuccessful);
    if (!longest || !last) return [];
    const isTold = wasReplaced(known, longest.slice(0, longest.indexOf(last) + 1), answer);
    return isTold ? [] : [last];
  });
}

/**
 * Those whose place it took, or an answer without a verdict since the last one with one; and in the same way those whose place they
 * had taken, since nobody has told their hits as gone.
 */
function placesTakenBy(known: Knowledge, answer: SoundAnswer): Set<string> {
  const taken = new Set<string>();
  if (!isSuccessful(answer)) return taken;
  const left = [...answer.data.replaces, ...takenSince(pastOf(known, answer))];
  if (left.length === 0) return taken;
  const underKey = [...(known.keys.get(answer.keyHash) ?? [])].flatMap((one) => soundAnswersOf(known, one));
  const byId = new Map(underKey.map((one) => [one.answer, one]));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (taken.has(id)) continue;
    taken.add(id);
    const one = byId.get(id);
    if (one) left.push(...takenSince([one, ...pastOf(known, one)]));
  }
  return taken;
}

/** What these answers replaced, back to the last one with a verdict. @param answers the latest first */
function takenSince(answers: readonly SoundAnswer[]): string[] {
  const last = answers.findIndex(isSuccessful);
  const since = last === -1 ? answers : answers.slice(0, last);
  return since.flatMap(({ data }) => data.replaces);
}

/** Whether a verdict on another name under the key, other than `by`, told the hits of one of these answers as gone. */
function wasReplaced(known: Knowledge, answers: readonly SoundAnswer[], by?: SoundAnswer): boolean {
  return replacersOf(known, answers).some(({ answer }) => answer !== by?.answer);
}

/** The verdicts on other names under the key that came in the place of one of these answers: their hits are told as gone. */
export function replacersOf(known: Knowledge, answers: readonly SoundAnswer[]): SoundAnswer[] {
  const [first] = answers;
  const underKey = first && known.renamedKeys.has(first.keyHash) && known.keys.get(first.keyHash);
  if (!underKey) return [];
  const ids = new Set(answers.map(({ answer }) => answer));
  return [...underKey]
    .filter((company) => company !== first.company)
    .flatMap((company) => soundAnswersOf(known, company))
    .filter((one) => [...placesTakenBy(known, one)].some((id) => ids.has(id)));
}

function eachOnce(gone: readonly GoneHit[]): GoneHit[] {
  const idOf = ({ hit, answer }: GoneHit) => `${answer.company} ${hit.fingerprint}`;
  return [...new Map(gone.map((one) => [idOf(one), one])).values()];
}

function unfollowedAnswers(answers: readonly SoundAnswer[]): SoundAnswer[] {
  const followed = new Set(answers.flatMap(({ follows }) => follows));
  return answers.filter(({ answer }) => !followed.has(answer));
}

export const isSuccessful = (answer: SoundAnswer): boolean => answer.kind === 'answer' && hasVerdict(answer);

function soundAnswersOf(known: Knowledge, company: CompanyHash): SoundAnswer[] {
  return (known.answers.get(company) ?? []).filter((one) => one.kind !== 'damaged');
}
