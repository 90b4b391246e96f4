// What the service's answer to a known name proves: that it finds the name, that it misses it, or nothing. Never that a name is clear.
import * as z from 'zod/v4';

import type { TestOutcome } from '../../register/rows/testRows';
import { hitFingerprint } from '../../service/hitFingerprint';
import { REVIEW_EXPLANATIONS, type Finding, type ReviewReason } from '../../service/outcome';

export interface Judgement {
  outcome: TestOutcome;
  /** Why, if that does not go without saying; null otherwise. */
  reason: ReviewReason | 'failed' | 'notSent' | 'nothingFound' | 'otherHits' | null;
  /** The reason, as a sentence. */
  explanation: string | null;
  /** As received. */
  hits: readonly unknown[];
}

/** A reply that is none to this request proves nothing, whatever is in it. */
const OF_ANOTHER_REQUEST: ReadonlySet<ReviewReason> = new Set(['otherRequest', 'staleAnswer']);

/**
 * Pure, for a screening that did not fail. The hit that is wanted is found also where the service says that something is wrong with its
 * answer. It is missed only if the answer is whole: what has no verdict, or is only a part, proves nothing.
 *
 * @param expectedId of the hit that must be found; empty if any will do
 */
export function judgeKnownName(findings: readonly Finding[], expectedId: string): Judgement {
  const hits = findings.flatMap((finding) => (finding.outcome === 'hit' ? [finding.hit] : []));
  const last = findings.at(-1);
  const doubt = last?.outcome === 'review' ? last.reason : null;
  const doubted = { reason: doubt, explanation: doubt && REVIEW_EXPLANATIONS[doubt], hits };
  if (doubt && OF_ANOTHER_REQUEST.has(doubt)) return { outcome: 'noAnswer', ...doubted };
  if (hits.some((hit) => expectedId === '' || hasId(hit, expectedId)))
    return { outcome: 'found', ...doubted };
  if (doubt) return { outcome: 'noAnswer', ...doubted };
  if (hits.length > 0) return { ...OTHER_HITS, hits };
  return last?.outcome === 'clear' ? NOTHING_FOUND : NO_ANSWER;
}

const NOTHING_FOUND = {
  outcome: 'missed',
  reason: 'nothingFound',
  explanation: 'The service answered that there is nothing on its lists.',
  hits: [],
} as const;
const NO_ANSWER = {
  outcome: 'noAnswer',
  reason: 'failed',
  explanation: 'The service reported that the screening failed.',
  hits: [],
} as const;
const OTHER_HITS = {
  outcome: 'missed',
  reason: 'otherHits',
  explanation: 'There are hits, and none of them has the ID that must be found.',
} as const;

const idsSchema = z
  .object({
    sourceId: z.unknown(),
    companyNumber: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  })
  .transform(({ sourceId, companyNumber }) => [sourceId, ...companyNumber])
  .catch([]);

/** By its source id, one of its company numbers or its fingerprint, whatever the case. */
function hasId(hit: unknown, expectedId: string): boolean {
  const ids = [hitFingerprint(hit), ...idsSchema.parse(hit)].filter((one) => typeof one === 'string');
  return ids.some((one) => one.trim().toLowerCase() === expectedId.toLowerCase());
}

/** A made-up name was found if there is any hit; not found only if the service said so; null if nobody knows. */
export function isMadeUpFound(findings: readonly Finding[] | undefined): boolean | null {
  if (findings?.some(({ outcome }) => outcome === 'hit')) return true;
  return findings?.length === 1 && findings[0]?.outcome === 'clear' ? false : null;
}
