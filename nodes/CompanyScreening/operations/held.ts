// What the register holds of a company, as an operation reads it: the reply as it was stored, and the last word on it.
import * as z from 'zod/v4';

import { verdictOf } from '../register/gate';
import type { SettledCompany } from '../register/messages';
import type { SoundAnswer } from '../register/rows';
import { textOf, type ServiceReply } from '../service/reply';
import type { ServiceSettings } from '../service/settings';
import type { Answer, Held, KeptTask } from './operation';

/**
 * Register → items. What is stored as an answer, and can no longer be read as one, needs a person.
 *
 * @throws OperationFailure if the service reported that the work failed, or where the operation has no item for a doubt
 */
export function recallSettled(
  { recall }: Pick<KeptTask, 'recall'>,
  settled: SettledCompany,
  environment: ServiceSettings['environment'],
): Answer {
  // Its failure is what comes out.
  if (settled.is === 'answer' && settled.answer.outcome === 'error')
    return recall(heldOf(settled), environment);
  try {
    return recall(heldOf(settled), environment);
  } catch {
    return recall(unreadable(settled), environment);
  }
}

function heldOf(settled: SettledCompany): Held {
  if (settled.is === 'answer') {
    const reply = replyOf(settled.answer);
    if (!reply) return unreadable(settled);
    return {
      replies: [reply],
      judge: (said) => verdictOf(settled, said),
      // Nobody can decide about what the register does not hold.
      cases: settled.stored ? settled.cases : [],
      changes: settled.changes,
      news: settled.news,
      remembered: settled.remembered,
      referenceId: reply.referenceId,
      screenedAt: settled.answer.screenedAt,
    };
  }
  const { doubt, answers, referenceId, askedAt } = settled;
  return {
    replies: answers.flatMap((answer) => replyOf(answer) ?? []),
    judge: ({ outcome }) => ({ outcome: outcome === 'hit' ? 'hit' : 'review', reason: doubt }),
    cases: settled.cases,
    changes: settled.changes,
    news: { is: 'notAsked' },
    remembered: doubt !== 'beingScreened',
    referenceId,
    screenedAt: askedAt,
  };
}

/** What is stored cannot be read: no more is known than that, and what was doubtful before. */
function unreadable(settled: SettledCompany): Held {
  const isAnswer = settled.is === 'answer';
  return {
    replies: [],
    judge: () => ({ outcome: 'review', reason: isAnswer ? 'damagedRow' : settled.doubt }),
    cases: settled.cases,
    changes: settled.changes,
    news: { is: 'notAsked' },
    remembered: isAnswer ? settled.remembered : settled.doubt !== 'beingScreened',
    referenceId: referenceIdOf(settled),
    screenedAt: askedAtOf(settled),
  };
}

/** The reply of an answer; undefined where none is stored that can be read. */
export function replyOf({ kind, data }: SoundAnswer): Held['replies'][number] | undefined {
  const stored = kind === 'answer' ? storedReply(data.payload) : undefined;
  return stored && { ...stored, referenceId: data.referenceId };
}

/** When it was answered, or else asked for (ISO 8601); empty if that is not known. */
export function askedAtOf(settled: SettledCompany): string {
  return settled.is === 'answer' ? settled.answer.screenedAt : settled.askedAt;
}

/** The answer that says who it is; undefined if none is stored. */
export function newestAnswerOf(settled: SettledCompany): SoundAnswer | undefined {
  return settled.is === 'answer' ? settled.answer : settled.answers.at(-1);
}

export function referenceIdOf(settled: SettledCompany): string {
  return settled.is === 'answer' ? settled.answer.data.referenceId : settled.referenceId;
}

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
export function payloadOf(reply: ServiceReply, question: Payload['question']): Payload {
  const { method, status, isWhole, repliedAt } = reply;
  const sha256 = reply.kind === 'text' ? reply.sha256() : '';
  return { reply: { method, status, isWhole, repliedAt, text: textOf(reply), sha256 }, question };
}

/** The reply as it came; undefined if it is not one that was stored by `payloadOf`. */
export function storedReply(
  payload: unknown,
): { reply: ServiceReply; question: Payload['question'] } | undefined {
  const stored = payloadSchema.safeParse(payload).data;
  if (!stored) return undefined;
  const { sha256, ...reply } = stored.reply;
  return { reply: { ...reply, kind: 'text', sha256: () => sha256 }, question: stored.question };
}
