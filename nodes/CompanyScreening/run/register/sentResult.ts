// The result of a company that was sent, as the register writes it down. A payment depends on it: a later run sends a company that was not
// charged, and no other one.
//   `answered`     The service replied to each of its names, and the replies are kept. Of a company of one name, it may have said that the
//                  screening failed.
//   `unanswered`   It may have been charged, and not all of its names have such a reply.
//   `notCharged`   Nothing that was sent for it can have been charged (`mayBeCharged`).
import * as z from 'zod/v4';

import type { Receipt, RegisterTask } from '../../operations/shared/requestTask';
import { payloadOf } from '../../operations/shared/storedVerdict';
import type { SentResult } from '../../register/protocol/messages';
import type { CompanyHash } from '../../register/rows/identity';
import { type FailureDetails, OperationFailure, receiptIdOf } from '../../service/failure';
import { mayBeCharged, type UnfinishedItem } from '../state/itemState';
import type { SentItem } from '../state/workQueue';

export function sentResult(
  company: CompanyHash,
  registerTask: Pick<RegisterTask, 'company' | 'ownData' | 'question'>,
  sentItem: SentItem,
): SentResult {
  const { itemState, attempts, taskResult } = sentItem;
  const { replied, allReplied } = attempts;
  const sentAt = (attempts.askedAt ?? new Date(0)).toISOString();
  const { names } = registerTask.company;
  const none: SentResult = { is: 'unanswered', company, sentAt, ...knownIds(itemState) };
  const [first, ...others] = allReplied.map(({ reply }) => reply);
  const isComplete = allReplied.length === names.length && replied !== undefined && first !== undefined;
  if (isComplete && (taskResult || failureOf(itemState)?.state === 'failedAtService')) {
    const receipt: Omit<Receipt, 'hits'> = taskResult?.interpret().receipt ?? receiptOfFailed(itemState);
    const { id, outcome, reason, parts } = receipt;
    const [firstId = id, ...idsOfOthers] = parts?.map((part) => part.id) ?? [];
    const otherIds = [...idsOfOthers, ...(receipt.otherIds ?? [])];
    return {
      is: 'answered',
      company,
      screenedAt: replied.answeredAt.toISOString(),
      screeningId: firstId,
      ...(otherIds.length === 0 ? {} : { otherScreeningIds: otherIds }),
      outcome: outcomeSchema.parse(outcome),
      reason: reason ?? '',
      hits: taskResult?.knownHits?.() ?? [],
      payload: payloadOf([first, ...others], registerTask),
    };
  }
  if (attempts.answeredBefore.length > 0) return { ...none, ...partialHits(registerTask, sentItem) };
  if (itemState.state === 'notSent') return { is: 'notCharged', company };
  // A result without a reply to each name is not known to happen.
  if (itemState.state === 'answered') return none;
  return mayBeCharged(itemState.error, attempts.askedAt !== undefined) ? none : { is: 'notCharged', company };
}

/** The screening ids of the names that were answered before another one failed, and of that one if it has one. */
function knownIds(itemState: SentItem['itemState']): { screeningIds?: readonly string[] } {
  if (itemState.state !== 'failed') return {};
  const { id, parts } = itemState.partialResult?.interpret().receipt ?? { id: '' };
  const screeningIds = [...(parts?.map((part) => part.id) ?? [id]), receiptOfFailed(itemState).id];
  const known = screeningIds.filter((one) => one !== '');
  return known.length === 0 ? {} : { screeningIds: known };
}

/** The hits that were found under names which were answered before another one failed. */
function partialHits(
  registerTask: Pick<RegisterTask, 'ownData' | 'question'>,
  { itemState, attempts }: SentItem,
) {
  const [first, ...others] = attempts.answeredBefore.map(({ reply }) => reply);
  const hits = (itemState.state === 'failed' ? itemState.partialResult?.knownHits?.() : undefined) ?? [];
  if (!first || hits.length === 0) return {};
  return { partial: { hits, payload: payloadOf([first, ...others], registerTask) } };
}

/** The outcomes of a receipt that the register can hold. */
const outcomeSchema = z.enum(['clear', 'error', 'hit', 'requested', 'review']);

function failureOf(itemState: UnfinishedItem): FailureDetails | undefined {
  const error = itemState.state === 'failed' ? itemState.error : undefined;
  return error instanceof OperationFailure ? error.details : undefined;
}

function receiptOfFailed(itemState: UnfinishedItem): Omit<Receipt, 'hits'> {
  const details = failureOf(itemState);
  return { id: (details && receiptIdOf(details)) ?? '', outcome: 'error', reason: null };
}
