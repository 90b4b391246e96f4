// Finds since when a hit has been listed without a gap. A decision about a hit ends when the hit goes, even if it is listed again later.
import { hasVerdict } from '../facts/standing';
import type { StoredAnswer, SoundAnswer } from '../rows/answerRows';

/**
 * Pure. Follows the answers back from one that has the hit. An answer with a verdict and without the hit ends the time. So does an answer
 * that is damaged or missing: nobody can tell what it said.
 *
 * @param answers every answer of the company
 * @returns finds the answer in which a hit was listed first
 */
export function listedSince(
  answers: readonly StoredAnswer[],
): (now: SoundAnswer, fingerprint: string) => SoundAnswer {
  const byId = new Map<string, StoredAnswer | null>();
  // Two rows with one id contradict each other.
  for (const one of answers) byId.set(one.answer, byId.has(one.answer) ? null : one);
  const hasHit = hitsByAnswer();
  return (now, fingerprint) => firstWith(byId, now, (one) => hasHit(one, fingerprint));
}

function firstWith(
  byId: ReadonlyMap<string, StoredAnswer | null>,
  now: SoundAnswer,
  hasHit: (answer: SoundAnswer) => boolean,
): SoundAnswer {
  let first = now;
  let at: readonly SoundAnswer[] = [now];
  const visited = new Set<string>();
  for (;;) {
    const past = [...new Set(at.flatMap((one) => one.past))];
    const before = past.map((id) => byId.get(id) ?? null);
    if (before.length === 0 || past.some((id) => visited.has(id))) return first;
    for (const id of past) visited.add(id);
    const sound = before.flatMap((one) => (one && one.kind !== 'damaged' ? [one] : []));
    if (sound.length < before.length) return first;
    const having = sound.filter(hasHit);
    const without = sound.filter((one) => !having.includes(one));
    if (without.some(hasVerdict)) return first;
    // The smallest id decides among several that were there at the same time.
    first = having.toSorted((one, other) => (one.answer < other.answer ? -1 : 1))[0] ?? first;
    at = sound;
  }
}

/** Collects the fingerprints of each answer once: an answer may have thousands of hits, and each of them is looked for in it. */
function hitsByAnswer(): (answer: SoundAnswer, fingerprint: string) => boolean {
  const known = new Map<SoundAnswer, ReadonlySet<string>>();
  return (answer, fingerprint) => {
    const hits = known.get(answer) ?? new Set(answer.data.hits.map((hit) => hit.fingerprint));
    known.set(answer, hits);
    return hits.has(fingerprint);
  };
}
