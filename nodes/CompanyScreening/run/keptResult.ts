// What the register is told of a request that came back: an answer, that it may have been paid for, or that it was not sent.
import * as z from 'zod/v4';

import type { KeptTask } from '../operations/operation';
import type { CompanyHash } from '../register/identity';
import type { Result } from '../register/messages';
import { mayBeCharged, OperationFailure, receiptIdOf } from '../service/failure';
import { textOf, type ServiceReply } from '../service/reply';
import type { CameBack } from './books';

/** Pure. What may have been paid for is never told as not sent. */
export function resultOf(company: CompanyHash, { question }: KeptTask, cameBack: CameBack): Result {
  const { step, attempts, answer } = cameBack;
  const { answered } = attempts;
  const sentAt = (attempts.askedAt ?? new Date(0)).toISOString();
  const none: Result = { is: 'unanswered', company, sentAt };
  if (answered && (answer || isFailedAtService(step))) {
    const { id, outcome, reason } = answer?.decide().receipt ?? failureOf(step);
    return {
      is: 'answered',
      company,
      screenedAt: answered.answeredAt.toISOString(),
      screeningId: id,
      outcome: outcomeSchema.parse(outcome),
      reason: reason ?? '',
      hits: answer?.knownHits?.() ?? [],
      payload: payloadOf(answered.reply, question),
    };
  }
  if (step.state !== 'failed') return { is: 'notSent', company };
  // Whatever goes wrong on the way of a request is a failure of ours; anything else happened before it, or to its reply.
  const isCharged =
    step.error instanceof OperationFailure ? mayBeCharged(step.error.details) : answered !== undefined;
  return isCharged ? none : { is: 'notSent', company };
}

const outcomeSchema = z.enum(['clear', 'error', 'hit', 'review']);

const replySchema = z.object({
  method: z.enum(['GET', 'POST']),
  status: z.int(),
  isWhole: z.boolean(),
  repliedAt: z.number(),
  text: z.string(),
  sha256: z.string(),
});
const payloadSchema = z.object({ reply: replySchema, question: z.record(z.string(), z.string()) });
type Payload = z.infer<typeof payloadSchema>;

/** A reply as the register stores it, with what has to be known to read it. */
function payloadOf(reply: ServiceReply, question: Payload['question']): Payload {
  const { method, status, isWhole, repliedAt } = reply;
  const sha256 = reply.kind === 'text' ? reply.sha256() : '';
  return { reply: { method, status, isWhole, repliedAt, text: textOf(reply), sha256 }, question };
}

/** The reply as it came; undefined if it is not one that was stored by `resultOf`. */
export function storedReply(
  payload: unknown,
): { reply: ServiceReply; question: Payload['question'] } | undefined {
  const stored = payloadSchema.safeParse(payload).data;
  if (!stored) return undefined;
  const { sha256, ...reply } = stored.reply;
  return { reply: { ...reply, kind: 'text', sha256: () => sha256 }, question: stored.question };
}

function isFailedAtService(step: CameBack['step']): boolean {
  return (
    step.state === 'failed' &&
    step.error instanceof OperationFailure &&
    step.error.details.state === 'failedAtService'
  );
}

function failureOf(step: CameBack['step']): { id: string; outcome: string; reason: string | null } {
  const details =
    step.state === 'failed' && step.error instanceof OperationFailure ? step.error.details : undefined;
  return { id: (details && receiptIdOf(details)) ?? '', outcome: 'error', reason: null };
}
