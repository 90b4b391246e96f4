// The register's verdict on a company, as an operation reads it: the reply as it was stored, and the last word on it.
import * as z from 'zod/v4';

import { verdictOfAnswer, type ScreenedResult } from '../../register/companies/companyResult';
import { NO_CHANGES } from '../../register/facts/history';
import type { IntactAnswer } from '../../register/rows/answerRows';
import { reviewIfInDoubt } from '../../service/outcome';
import { replyText, type ServiceReply } from '../../service/reply';
import type { ReplyAge } from '../../service/staleness';
import type { ServiceSettings } from '../../service/settings';
import type { NamedReply, StoredVerdict, RegisterTask, TaskResult } from './requestTask';

/**
 * Register → items. A stored answer that can no longer be read as one needs a person.
 *
 * @param own what this run got, of which a fresh answer was stored: it has been read
 * @throws OperationFailure if the service reported that the work failed, or where the operation has no item for a doubt
 */
export function taskResultOf(
  { resultFromStored }: Pick<RegisterTask, 'resultFromStored'>,
  result: ScreenedResult,
  environment: ServiceSettings['environment'],
  own: readonly ServiceReply[] = [],
): TaskResult {
  // The reported failure is what comes out.
  if (result.is === 'answer' && result.answer.outcome === 'error')
    return resultFromStored(storedVerdictOf(result, own), environment);
  try {
    return resultFromStored(storedVerdictOf(result, own), environment);
  } catch {
    return resultFromStored(unreadableVerdict(result), environment);
  }
}

function storedVerdictOf(result: ScreenedResult, own: readonly ServiceReply[]): StoredVerdict {
  const unread = unreadableVerdict(result);
  if (result.is === 'answer') {
    const replies = repliesByName(result.answer, result.remembered ? [] : own);
    if (replies.length === 0) return unread;
    return {
      ...unread,
      replies,
      registerVerdict: (said) => verdictOfAnswer(result, said),
      // Nobody can decide about a case that the register does not hold.
      cases: result.stored ? result.cases : [],
      news: result.news,
    };
  }
  const { doubt, answers } = result;
  return {
    ...unread,
    replies: answers.flatMap((answer) => repliesByName(answer)),
    registerVerdict: ({ outcome }) => reviewIfInDoubt(outcome, { reasons: [doubt] }),
  };
}

/** A stored verdict that cannot be read: no more is known than that, and its earlier doubts. */
function unreadableVerdict(result: ScreenedResult): StoredVerdict {
  const isAnswer = result.is === 'answer';
  return {
    replies: [],
    registerVerdict: () => ({ outcome: 'review', reason: isAnswer ? 'damagedRow' : result.doubt }),
    cases: result.cases,
    changes: result.changes,
    news: { is: 'notAsked' },
    remembered: isAnswer ? result.remembered : result.doubt !== 'beingScreened',
    referenceId: referenceIdOf(result),
    screenedAt: askedAtOf(result),
  };
}

/** Hits under some of the company's names before another one failed. They are no verdict. */
export function verdictOnPartialHits(
  replies: readonly ServiceReply[],
  { question, company }: Pick<RegisterTask, 'company' | 'question'>,
  asked: Pick<StoredVerdict, 'cases' | 'referenceId' | 'screenedAt'>,
): StoredVerdict {
  const { referenceId } = asked;
  return {
    ...asked,
    replies: replies.flatMap((reply, nameIndex) => {
      const name = company.names[nameIndex];
      return name === undefined ? [] : { reply, name, nameIndex, question, referenceId };
    }),
    registerVerdict: ({ reason }) => ({ outcome: 'review', reason }),
    changes: NO_CHANGES,
    news: { is: 'notAsked' },
    remembered: false,
  };
}

/**
 * The replies for the names of the company; where no answer came, for those of its names that were answered before. None if that is not what is
 * stored.
 *
 * @param own the same replies as they came, if they came in this run
 */
export function repliesByName(
  { kind, data }: IntactAnswer,
  own: readonly ServiceReply[] = [],
): readonly NamedReply[] {
  const stored = storedReplies(data.payload);
  const { names } = data.company;
  if (!stored) return [];
  const { length } = stored.replies;
  if (kind === 'answer' ? length !== names.length : length >= names.length) return [];
  return stored.replies.flatMap((reply, nameIndex) => {
    const name = names[nameIndex];
    const { question } = stored;
    const { referenceId } = data;
    return name === undefined
      ? []
      : { reply: own[nameIndex] ?? reply, name, nameIndex, question, referenceId };
  });
}

/** The time of the answer, or else of the request (ISO 8601); empty if that is not known. */
export function askedAtOf(result: ScreenedResult): string {
  return result.is === 'answer' ? result.answer.screenedAt : result.askedAt;
}

export function referenceIdOf(result: ScreenedResult): string {
  return result.is === 'answer' ? result.answer.data.referenceId : result.referenceId;
}

const replySchema = z.object({
  method: z.enum(['GET', 'POST']),
  status: z.int(),
  isWhole: z.boolean(),
  repliedAt: z.number(),
  /** Its own date was old when it came. Missing if it was not. */
  isOld: z.literal(true).optional(),
  text: z.string(),
  sha256: z.string(),
});
const ownDataSchema = z.record(z.string(), z.union([z.number(), z.string()]));
const payloadSchema = z.object({
  reply: replySchema,
  question: z.record(z.string(), z.string()),
  /** The replies to the other names of a company, in their order. */
  otherReplies: z.array(replySchema).optional(),
  /** See `RegisterTask`. */
  ownData: ownDataSchema.optional().catch(undefined),
});
type Payload = z.infer<typeof payloadSchema>;

/** Replies as the register stores them, with the question that is needed to read them. */
export function payloadOf(
  [first, ...others]: readonly [ServiceReply, ...ServiceReply[]],
  { question, ownData }: Pick<RegisterTask, 'ownData' | 'question'>,
) {
  return {
    reply: toStored(first),
    question,
    ...(others.length === 0 ? {} : { otherReplies: others.map(toStored) }),
    ...(ownData ? { ownData } : {}),
  };
}

function toStored(reply: ServiceReply) {
  const { method, status, isWhole, repliedAt } = reply;
  const sha256 = reply.kind === 'text' ? reply.sha256() : '';
  const stored = { method, status, isWhole, repliedAt, text: replyText(reply), sha256 };
  return { ...stored, ...(reply.age?.oldDate() ? { isOld: true as const } : {}) };
}

/** The replies as they came; undefined if the payload was not stored by `payloadOf`. */
export function storedReplies(
  payload: unknown,
):
  | (Pick<Payload, 'ownData' | 'question'> & { replies: readonly [StoredReply, ...StoredReply[]] })
  | undefined {
  const stored = payloadSchema.safeParse(payload).data;
  if (!stored) return undefined;
  const { reply, otherReplies = [], ...about } = stored;
  return { ...about, replies: [fromStored(reply), ...otherReplies.map(fromStored)] };
}

type StoredReply = Extract<ServiceReply, { kind: 'text' }>;

function fromStored({ sha256, isOld, ...reply }: Payload['reply']): StoredReply {
  return { ...reply, ...(isOld ? { age: oldWhenStored(reply) } : {}), kind: 'text', sha256: () => sha256 };
}

/** The clock that showed its age is not stored: no verdict depends on it. */
function oldWhenStored({ repliedAt }: Pick<ServiceReply, 'repliedAt'>): ReplyAge {
  return {
    oldDate: () => ({ date: repliedAt, other: repliedAt, clock: 'anotherReply' }),
    anyCameToBeOld: () => true,
    isByThisMachine: false,
  };
}
