// The line above the output: what became of the companies of a run, in words.
import { quantity } from '../../names/plainText';
import type { ItemResult } from '../shared/answer';
import type { CompanyCounts } from '../shared/companyCounts';
import type { RunSummary } from '../shared/operation';

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
