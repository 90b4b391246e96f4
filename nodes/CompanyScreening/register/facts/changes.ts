// Changes since the last successful screening of a company: which hits are new, changed, known, listed again or gone?
import type { KnownHit, SoundAnswer } from '../rows/answerRows';

export type Change = 'changed' | 'known' | 'listedAgain' | 'new';

export interface AnswerChanges {
  /** The change of each of its hits, by their fingerprints. */
  hits: ReadonlyMap<string, Change>;
  gone: GoneHit[];
  /** The outcome of the last successful screening before it; null if there was none. */
  previousOutcome: SoundAnswer['outcome'] | null;
}

/** A hit that is not there any more, and the last answer that had it. */
export interface GoneHit {
  hit: KnownHit;
  answer: SoundAnswer;
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

/** Merges gone hits of one company: a hit that was found under two of its names has gone once. */
export function eachOnce(gone: readonly GoneHit[]): GoneHit[] {
  return [...new Map(gone.map((one) => [one.hit.fingerprint, one])).values()];
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
