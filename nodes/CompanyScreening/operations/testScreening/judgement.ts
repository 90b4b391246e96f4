// What the service's answer to a known name proves: that it finds the name, that it misses it, or nothing. Never that a name is clear.
import * as z from 'zod/v4';

import { compareWith } from '../../comparison/compare';
import { sameName, type Match } from '../../comparison/matches';
import { cleanText } from '../../names/companyName';
import type { TestOutcome } from '../../register/rows/testRows';
import { hitFingerprint } from '../../service/hitFingerprint';
import { REVIEW_EXPLANATIONS, type Finding, type ReviewReason } from '../../service/outcome';

export interface Judgement {
  outcome: TestOutcome;
  /** Why, if that does not go without saying; null otherwise. */
  reason: ReviewReason | 'byItsListOnly' | 'failed' | 'notSent' | 'nothingFound' | 'otherHits' | null;
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
 * A source id is that of a list, which has many entries: a hit that is known by it alone must have the known name as well, as it was given.
 *
 * @param expectedId of the hit that must be found; empty if any will do
 */
export function judgeKnownName(
  findings: readonly Finding[],
  { name, expectedId }: { name: string; expectedId: string },
): Judgement {
  const hits = findings.flatMap((finding) => (finding.outcome === 'hit' ? [finding.hit] : []));
  const last = findings.at(-1);
  const doubt = last?.outcome === 'review' ? last.reason : null;
  const doubted = { reason: doubt, explanation: doubt && REVIEW_EXPLANATIONS[doubt], hits };
  if (doubt && OF_ANOTHER_REQUEST.has(doubt)) return { outcome: 'noAnswer', ...doubted };
  const matches = hits.map((hit) => matchOf(hit, name, expectedId));
  if (matches.includes('same')) return { outcome: 'found', ...doubted };
  if (matches.includes('unknown'))
    return { outcome: 'found', ...BY_ITS_LIST, ...(doubt ? doubted : {}), hits };
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
  explanation:
    'There are hits, and none of them has the ID that must be found. A source ID is that of a list: a hit of it must have the known name too.',
} as const;

const BY_ITS_LIST = {
  reason: 'byItsListOnly',
  explanation:
    'There is a hit of the list that has this source ID, by its list only: its names cannot be compared with the known name, in another script for example. Look at the hit.',
} as const;

const idsSchema = z
  .object({
    companyNumber: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  })
  .transform(({ companyNumber }) => companyNumber)
  .catch([]);
const listedSchema = z
  .object({ sourceId: z.unknown(), tlName: z.unknown() })
  .catch({ sourceId: undefined, tlName: undefined });

/** Whether it is the hit that is wanted: by its fingerprint, by one of its company numbers, or by its list and its name. */
function matchOf(hit: unknown, name: string, expectedId: string): Match {
  const wanted = cleanText(expectedId).toLowerCase();
  const isId = (one: unknown) => typeof one === 'string' && cleanText(one).toLowerCase() === wanted;
  if (expectedId === '' || [hitFingerprint(hit), ...idsSchema.parse(hit)].some(isId)) return 'same';
  const { sourceId, tlName } = listedSchema.parse(hit);
  if (!isId(sourceId)) return 'different';
  const own = { names: [name], registrationNumber: null, country: null, address: null };
  const { nameMatch } = compareWith(own, hit);
  if (nameMatch === 'same' || sameName(name, tlName) === 'same') return 'same';
  return nameMatch;
}

/** A made-up name was found if there is any hit; not found only if the service said so; null if nobody knows. */
export function isMadeUpFound(findings: readonly Finding[] | undefined): boolean | null {
  if (findings?.some(({ outcome }) => outcome === 'hit')) return true;
  return findings?.length === 1 && findings[0]?.outcome === 'clear' ? false : null;
}
