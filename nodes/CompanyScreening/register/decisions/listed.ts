// Since when a hit has been listed without a gap. A decision about a hit ends when the hit goes, also if it is listed again later.
import type { Answer, SoundAnswer } from '../rows';
import { hasVerdict } from '../standing';

/**
 * Pure. Follows the answers back from this one. An answer with a verdict and without the hit ends the time, and so does one that is
 * damaged or missing: nobody can tell what it said.
 *
 * @param answers every answer of the company
 * @param now one that has the hit
 * @returns the answer in which it was listed first
 */
export function listedSince(answers: readonly Answer[], now: SoundAnswer, fingerprint: string): SoundAnswer {
  const byId = new Map<string, Answer | null>();
  // Two rows with one id contradict each other.
  for (const one of answers) byId.set(one.answer, byId.has(one.answer) ? null : one);
  let first = now;
  let at: readonly SoundAnswer[] = [now];
  const visited = new Set<string>();
  for (;;) {
    const follows = [...new Set(at.flatMap((one) => one.follows))];
    const before = follows.map((id) => byId.get(id) ?? null);
    if (before.length === 0 || follows.some((id) => visited.has(id))) return first;
    for (const id of follows) visited.add(id);
    const sound = before.flatMap((one) => (one && one.kind !== 'damaged' ? [one] : []));
    if (sound.length < before.length) return first;
    const having = sound.filter((one) => hasHit(one, fingerprint));
    const without = sound.filter((one) => !having.includes(one));
    if (without.some(hasVerdict)) return first;
    // Of several that were there at the same time, the one that comes first by its id.
    first = having.toSorted((one, other) => (one.answer < other.answer ? -1 : 1))[0] ?? first;
    at = sound;
  }
}

function hasHit({ data }: SoundAnswer, fingerprint: string): boolean {
  return data.hits.some((hit) => hit.fingerprint === fingerprint);
}
