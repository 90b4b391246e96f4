// What became of the companies of a run: in words for the line above the output, in numbers for the search.
import { quantity } from '../../names/plainText';
import type { ItemResult } from '../answer';
import type { CompanyCounts } from '../companyCounts';
import type { RunSummary } from '../operation';

/** In words. A company that is one of several things counts once; what else there is stands beside it. */
export function screeningSummary(results: ItemResult[], all: CompanyCounts): RunSummary {
  const { withHits, withHitsToReview, hits, clear, toReview } = all;
  const details = [
    quantity(hits, 'hit', 'hits'),
    ...(withHitsToReview === 0 ? [] : [`${withHitsToReview} of them to review as well`]),
  ];
  return {
    counts: [
      ...nameCounts(results, all),
      `${withHits} with hits (${details.join('; ')})`,
      `${clear} clear`,
      `${toReview} to review`,
    ],
    next: [],
  };
}

/** With Other Names: how many screenings the companies were. */
function nameCounts(results: ItemResult[], { screenings }: CompanyCounts): string[] {
  const isOfSeveral = results.some(
    ({ receipt }) => receipt.parts && receipt.id !== '' && !receipt.remembered,
  );
  return isOfSeveral ? [`${quantity(screenings, 'screening', 'screenings')}, since each name is one`] : [];
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
