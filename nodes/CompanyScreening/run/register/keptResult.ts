// What the register is told of a request that came back: an answer, that it may have been paid for, or that it was not sent.
import * as z from 'zod/v4';

import { payloadOf } from '../../operations/shared/held';
import type { Receipt } from '../../operations/shared/answer';
import type { KeptTask } from '../../operations/shared/keptTask';
import type { CompanyHash } from '../../register/rows/identity';
import type { CompanyResult } from '../../register/protocol/messages';
import { mayHaveBeenTaken, OperationFailure, receiptIdOf } from '../../service/failure';
import type { ItemReturn } from '../books';

/** Pure. What may have been paid for is never told as not sent. Of several names, all were answered or the company was not. */
export function companyResult(
  company: CompanyHash,
  kept: Pick<KeptTask, 'company' | 'ownData' | 'question'>,
  cameBack: ItemReturn,
): CompanyResult {
  const { step, attempts, answer } = cameBack;
  const { answered, allAnswered } = attempts;
  const sentAt = (attempts.askedAt ?? new Date(0)).toISOString();
  const { names } = kept.company;
  const none: CompanyResult = { is: 'unanswered', company, sentAt, ...knownIds(step) };
  const [first, ...others] = allAnswered.map(({ reply }) => reply);
  const isComplete = allAnswered.length === names.length && answered !== undefined && first !== undefined;
  if (isComplete && (answer || isFailedAtService(step))) {
    const receipt: Omit<Receipt, 'hits'> = answer?.decide().receipt ?? failureOf(step);
    const { id, outcome, reason, parts } = receipt;
    const [firstId = id, ...idsOfOthers] = parts?.map((part) => part.id) ?? [];
    const otherIds = [...idsOfOthers, ...(receipt.otherIds ?? [])];
    return {
      is: 'answered',
      company,
      screenedAt: answered.answeredAt.toISOString(),
      screeningId: firstId,
      ...(otherIds.length === 0 ? {} : { otherScreeningIds: otherIds }),
      outcome: outcomeSchema.parse(outcome),
      reason: reason ?? '',
      hits: answer?.knownHits?.() ?? [],
      payload: payloadOf([first, ...others], kept),
    };
  }
  if (attempts.earlier.length > 0) return { ...none, ...foundBefore(kept, cameBack) };
  if (step.state !== 'failed') return { is: 'notSent', company };
  // Whatever goes wrong on the way of a request is a failure of ours; anything else happened before it, or to its reply.
  const isCharged =
    step.error instanceof OperationFailure ? mayHaveBeenTaken(step.error.details) : answered !== undefined;
  return isCharged ? none : { is: 'notSent', company };
}

/** The screening ids of the names that were answered before another one failed, and of that one if it has one. */
function knownIds(step: ItemReturn['step']): { screeningIds?: readonly string[] } {
  if (step.state !== 'failed') return {};
  const { id, parts } = step.found?.decide().receipt ?? { id: '' };
  const screeningIds = [...(parts?.map((part) => part.id) ?? [id]), failureOf(step).id];
  const known = screeningIds.filter((one) => one !== '');
  return known.length === 0 ? {} : { screeningIds: known };
}

/** The hits that were found under names which were answered before another one failed. */
function foundBefore(kept: Pick<KeptTask, 'ownData' | 'question'>, { step, attempts }: ItemReturn) {
  const [first, ...others] = attempts.earlier.map(({ reply }) => reply);
  const hits = (step.state === 'failed' ? step.found?.knownHits?.() : undefined) ?? [];
  if (!first || hits.length === 0) return {};
  return { found: { hits, payload: payloadOf([first, ...others], kept) } };
}

/** What the register can hold of a receipt. */
const outcomeSchema = z.enum(['clear', 'error', 'hit', 'requested', 'review']);

function isFailedAtService(step: ItemReturn['step']): boolean {
  return (
    step.state === 'failed' &&
    step.error instanceof OperationFailure &&
    step.error.details.state === 'failedAtService'
  );
}

function failureOf(step: ItemReturn['step']): Omit<Receipt, 'hits'> {
  const details =
    step.state === 'failed' && step.error instanceof OperationFailure ? step.error.details : undefined;
  return { id: (details && receiptIdOf(details)) ?? '', outcome: 'error', reason: null };
}
