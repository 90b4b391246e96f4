// What a screening record says about the company. A company is clear only when the service said so.
import type { Hit, ScreeningRecord } from './contract';

export type Outcome = 'clear' | 'error' | 'hit' | 'review';
export type ReviewReason = 'errorsReported' | 'hitCountMismatch' | 'pending' | 'unknownStatus';

/** One thing that a record says: a hit, or a word about the record as a whole. */
export interface Finding {
  outcome: Outcome;
  /** Why a person has to look; null unless the outcome is `review`. */
  reason: ReviewReason | null;
  /** The entry of `details`, and its number from 1; null for a word about the record as a whole. */
  hit: Hit | null;
  hitNumber: number | null;
}

/**
 * Reads a screening record (states and fields: service-interface.md, Screening record): each entry of `details`
 * is a hit whatever else the record says, and comes first. Where the record is not simply finished with its hits,
 * one more finding says what it is: `clear`, `review` or `error`. Never empty, never throws.
 */
export function findingsOf(record: ScreeningRecord): Finding[] {
  const hits = (record.details ?? []).map((hit, index): Finding => ({
    outcome: 'hit',
    reason: null,
    hit,
    hitNumber: index + 1,
  }));
  const verdict = verdictOn(record, hits.length);
  if (verdict === 'hit') return hits;
  const about = { hit: null, hitNumber: null };
  if (verdict === 'clear' || verdict === 'error') return [{ outcome: verdict, reason: null, ...about }];
  return [...hits, { outcome: 'review', reason: verdict, ...about }];
}

// The interface lists Completed, and shows Successful in a sample. Compared to the letter: any other spelling is
// a status nobody has heard of, and goes to a person.
const FINISHED = new Set(['Completed', 'Successful']);

function verdictOn(record: ScreeningRecord, hitCount: number): ReviewReason | 'clear' | 'error' | 'hit' {
  const failed = record.status === 'Failed';
  if (hitCount === 0 && (failed || record.isError)) return 'error';
  if (record.status === 'Pending') return 'pending';
  if (!failed && !FINISHED.has(record.status)) return 'unknownStatus';
  // A record that lists errors is not free of them, even where its isError says so.
  if (failed || record.isError || (record.errors?.length ?? 0) > 0) return 'errorsReported';
  if (record.totalHits !== hitCount) return 'hitCountMismatch';
  return hitCount === 0 ? 'clear' : 'hit';
}
