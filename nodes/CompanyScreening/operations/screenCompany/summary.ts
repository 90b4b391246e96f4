// What became of the companies of a run, in words for the line above the output.
import type { TaskResult } from '../operation';

/** Counts every company once. */
export function summariseScreenings(results: TaskResult[]): { counts: string[]; next: string[] } {
  const receipts = results.map(({ receipt }) => receipt);
  const having = (outcome: string) => receipts.filter((receipt) => receipt.outcome === outcome);
  const withHits = having('hit');
  const hits = withHits.reduce((sum, receipt) => sum + receipt.hits, 0);
  const toReviewAsWell = withHits.filter(({ reason }) => reason !== null).length;
  return {
    counts: [
      `${withHits.length} with hits (${hits} ${hits === 1 ? 'hit' : 'hits'}${
        toReviewAsWell === 0 ? '' : `; ${toReviewAsWell} of them to review as well`
      })`,
      `${having('clear').length} clear`,
      `${having('review').length} to review`,
    ],
    next: [],
  };
}
