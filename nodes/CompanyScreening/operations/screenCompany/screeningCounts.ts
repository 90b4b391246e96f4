// What became of the companies of a run: in words for the line above the output, in numbers for the search.
import { quantity } from '../../names/plainText';
import type { ItemResult } from '../answer';

/**
 * Counts every company once. Only one that failed under a later name is counted here for its hits, and among those that failed.
 *
 * @param found what was found for companies that failed after that
 */
export function screeningSummary(
  results: ItemResult[],
  found: ItemResult[],
): { counts: string[]; next: string[] } {
  const receipts = results.map(({ receipt }) => receipt);
  const having = (outcome: string) => receipts.filter((receipt) => receipt.outcome === outcome);
  const withHits = having('hit');
  const failedWithHits = found.filter(({ receipt }) => receipt.outcome === 'hit').length;
  const hits = hitTotal([...results, ...found]);
  const toReviewAsWell = withHits.filter(({ reason }) => reason !== null).length;
  const details = [
    quantity(hits, 'hit', 'hits'),
    ...(toReviewAsWell === 0 ? [] : [`${toReviewAsWell} of them to review as well`]),
    ...(failedWithHits === 0 ? [] : [`${failedWithHits} of them failed under another name`]),
  ];
  return {
    counts: [
      ...registerCounts(results),
      ...nameCounts(results),
      `${withHits.length + failedWithHits} with hits (${details.join('; ')})`,
      `${having('clear').length} clear`,
      `${having('review').length} to review`,
    ],
    next: [],
  };
}

/** Where answers are kept: how many of them were there before. */
function registerCounts(results: ItemResult[]): string[] {
  const receipts = results.map(({ receipt }) => receipt).filter(({ remembered }) => remembered !== undefined);
  if (receipts.length === 0) return [];
  const remembered = receipts.filter((receipt) => receipt.remembered);
  const now = receipts.filter((receipt) => !receipt.remembered && receipt.reason !== 'beingScreened');
  return [`${remembered.length} from the register`, `${now.length} screened now`];
}

/** With Other Names: how many screenings the companies were that have an answer of this run. */
function nameCounts(results: ItemResult[]): string[] {
  const sent = results.map(({ receipt }) => receipt).filter(({ id, remembered }) => id !== '' && !remembered);
  if (!sent.some(({ parts }) => parts)) return [];
  // Items of one company share a screening.
  const ids = sent.flatMap(({ id, parts }) => parts?.map((part) => part.id) ?? [id]);
  return [`${new Set(ids).size} screenings, since each name is one`];
}

/** A company with hits that a person has to look at as well, or that failed after that, counts for both. */
export function screeningCounts(
  results: ItemResult[],
  failed: number,
  found: ItemResult[],
): Record<string, number> {
  const receipts = results.map(({ receipt }) => receipt);
  return {
    screening_hits: hitTotal([...results, ...found]),
    screening_clear: receipts.filter(({ outcome }) => outcome === 'clear').length,
    screening_review: receipts.filter(({ reason }) => reason !== null).length,
    screening_errors: failed,
  };
}

const hitTotal = (results: ItemResult[]): number =>
  results.reduce((sum, { receipt }) => sum + receipt.hits, 0);
