// The counts of a run, from the states of its items.
import * as z from 'zod/v4';

import type { Receipt } from '../../operations/shared/requestTask';
import {
  answeredBy,
  countCompanies,
  type CompanyCounts,
  type CountedRow,
} from '../../operations/shared/companyCounts';
import type { RunTally } from '../../register/rows/runRows';
import { OperationFailure, receiptIdOf } from '../../service/failure';
import { emptyListIn, type ItemState, type RunResult } from './itemState';

/** A company in several rows counts once. */
export function countRun({
  items,
  companyOf = String,
}: Pick<RunResult, 'companyOf' | 'items'>): CompanyCounts {
  // An empty list has nothing to count.
  const rows = emptyListIn(items) ? [] : items;
  return countCompanies(
    rows.map((item, itemIndex) => ({ company: companyOf(itemIndex), ...countedItem(item) })),
  );
}

/** Counts a run that screens nothing. */
export function countStates(items: readonly ItemState<unknown>[]): CompanyCounts {
  const counted = { notSent: NOT_PROCESSED, done: DONE, failed: FAILED };
  return countCompanies(
    items.map(({ state }, itemIndex) => ({ company: String(itemIndex), ...counted[state] })),
  );
}

type CountedItem = Omit<CountedRow, 'company'>;

const NOTHING = { needsALook: false, hits: 0, answered: 'none', paidFor: [] } as const;
const NOT_PROCESSED: CountedItem = { ...NOTHING, outcome: 'notProcessed' };
const DONE: CountedItem = { ...NOTHING, outcome: 'done', answered: 'now' };
const FAILED: CountedItem = { ...NOTHING, outcome: 'error', needsALook: true };

function countedItem(item: ItemState): CountedItem {
  if (item.state === 'notSent') return NOT_PROCESSED;
  if (item.state === 'failed') return countedFailure(item);
  const { receipt } = item.result;
  const { outcome, reason, hits, remembered = false } = receipt;
  const answered = answeredBy(reason, remembered);
  const paidFor = remembered ? [] : idsOf(receipt);
  return { outcome: outcomeSchema.parse(outcome), needsALook: reason !== null, hits, answered, paidFor };
}

/** Hits under one of its names count, whatever became of the others. */
function countedFailure({
  error,
  partialResult,
  remembered = false,
}: Extract<ItemState, { state: 'failed' }>): CountedItem {
  if (remembered) return { ...FAILED, answered: 'before' };
  const failedId = error instanceof OperationFailure ? receiptIdOf(error.details) : undefined;
  const hits = partialResult?.receipt.hits ?? 0;
  const ids = [...(partialResult ? idsOf(partialResult.receipt) : []), failedId ?? ''];
  const paidFor = ids.filter((id) => id !== '');
  return { ...FAILED, outcome: hits > 0 ? 'hit' : 'error', hits, paidFor };
}

function idsOf({ id, parts }: Receipt): string[] {
  return (parts?.map((part) => part.id) ?? [id]).filter((one) => one !== '');
}

/** Any other outcome of a receipt needs a person. */
const outcomeSchema = z
  .enum(['clear', 'files', 'hit', 'pending', 'requested', 'review'])
  .catch('review')
  .transform((outcome) =>
    outcome === 'files' || outcome === 'pending' || outcome === 'requested' ? 'done' : outcome,
  );

export type CasesInRow = Pick<RunTally, 'oldestCaseAt' | 'openCases'>;

export type ChangeCounts = Pick<RunTally, 'changedHits' | 'goneHits' | 'hitsListedAgain' | 'newHits'>;

/**
 * The counts for the row of the run, the same as in the line above its output. @param control how many screenings its control was: one, or none
 */
export function tallyOf(
  counts: CompanyCounts,
  { changes, control, waiting }: { changes: ChangeCounts; control: 0 | 1; waiting: CasesInRow },
): RunTally {
  const { companies, unusable, screenedNow, remembered, withHits, clear, done, toReview } = counts;
  const { failed, notProcessed, withHitsToReview, sentNow, verdictsNow } = counts;
  // A company that has hits, and has to be looked at as well, has no verdict.
  const withVerdict = withHits - withHitsToReview + clear + done;
  const answered = { screenedNow, remembered, sentNow, verdictsNow, withVerdict, withHits, clear };
  const others = { reviews: toReview, errors: failed + notProcessed, notProcessed };
  const screeningsPaid = counts.screenings + control;
  return { companies, unusable, ...answered, ...others, screeningsPaid, ...changes, ...waiting };
}
