// Reads a reply: gives what the contract promises, or says in plain words what came instead.
import * as z from 'zod/v4';

import { errorBodySchema, plainErrorSchema, receiptSchema } from './contract';
import type { ServiceRequest } from './endpoints';
import { OperationFailure } from './failure';
import { isRedirect, isSuccess } from './http';
import { strictJson } from './json';
import type { ReplyAge } from './replyAge';
import { quotation } from './quotation';
import { describeReportedError, type ReplyContext } from './reportedError';
import { statusAdvice } from './statusAdvice';
import { onlyAsks, workStateAfter } from './workState';

/** A reply as it came over the wire. */
export type ServiceReply = {
  /** Of the request that it answers. */
  method: ServiceRequest['method'];
  status: number;
  /** False if it says that its body is a part, or that it was changed on its way. */
  isWhole: boolean;
  /** Epoch milliseconds, by the clock of the service where its reply says it, or else by another date. */
  repliedAt: number;
  /** Missing for a file, which may be of any age. */
  age?: ReplyAge | undefined;
  /** From the header Retry-After, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The host that it says to go to, if it does. */
  leadsTo?: string | undefined;
} & (ReplyText | { kind: 'file'; file: ReplyFile });

interface ReplyText {
  kind: 'text';
  /** Without the credential's secrets, should the service repeat one. */
  text: string;
  /** Of the bytes as they came, in hexadecimal digits. Only the evidence file asks for it. */
  sha256: () => string;
}

export interface ReplyFile {
  bytes: Buffer;
  contentType: string;
  /** As the header Content-Disposition names it. */
  name: string | undefined;
}

/**
 * Reads the reply of an operation (docs/design/service.md, Endpoints and Errors). Where a result has an error code as well, it is
 * the operation that judges it.
 *
 * @throws OperationFailure for an error status, an error body, or a reply that is not what the contract says
 */
export function readReply<Schema extends z.ZodType>(
  reply: ServiceReply,
  schema: Schema,
  context: ReplyContext,
): z.infer<Schema> {
  const body = strictJson(replyText(reply));
  const parsed = schema.safeParse(body);
  if (isSuccess(reply.status)) {
    if (parsed.success) return parsed.data;
    throw errorBodySchema.parse(body).code
      ? errorReply(reply, body, context)
      : unreadableReply(reply, body, parsed.error, context);
  }
  throw errorReply(reply, body, context);
}

/** Whether the reply shows that its request was taken, whatever the status says: it is then not sent again. */
export function holdsReceipt(reply: ServiceReply): boolean {
  return wasTaken(reply, strictJson(replyText(reply)));
}

function wasTaken(reply: ServiceReply, body: unknown): boolean {
  return !onlyAsks(reply) && receiptSchema.safeParse(body).success;
}

/** The text of a reply; a file has none. */
export function replyText(reply: ServiceReply): string {
  return reply.kind === 'text' ? reply.text : '';
}

function errorReply(reply: ServiceReply, body: unknown, context: ReplyContext): OperationFailure {
  const { status, retryAfterMs } = reply;
  // Whatever the status says, the service did the work where it gives the result: its id is not to be lost.
  const state = wasTaken(reply, body) ? 'unresolved' : workStateAfter(status, onlyAsks(reply));
  const about = {
    httpStatus: status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(state === 'unresolved' ? { state, ...receiptIn(body) } : { state }),
  };
  const error = errorBodySchema.parse(body);
  // Which status an error body comes with is not documented, so that a code counts under any.
  if (error.code) {
    const { endsRun, ...described } = describeReportedError(error, context.catalog);
    return new OperationFailure({
      ...about,
      ...described,
      endsRun: endsRun || status === 401,
      message: `${context.operation}: ${described.message.replace(/^The /, 'the ')}`,
      advice: [described.advice, `The HTTP status was ${status}.`].filter(Boolean).join(' '),
    });
  }
  const isForeign = !plainErrorSchema.safeParse(body).success;
  const { what, todo, endsRun } = statusAdvice(status, { isForeign, asks: onlyAsks(reply) });
  const reason = error.message || quotation([error.title, error.detail].filter(Boolean).join(': '));
  const explanation = [
    isRedirect(status) && reply.leadsTo !== undefined && `It leads to ${reply.leadsTo}.`,
    reason && `The service says: ${asSentence(reason)}`,
  ].filter(Boolean);
  return new OperationFailure({
    ...about,
    ...(endsRun ? { endsRun } : {}),
    ...(isForeign ? { isForeign } : {}),
    message: `${context.operation}: ${what} (HTTP status ${status}).`,
    ...(explanation.length === 0 ? {} : { explanation: explanation.join(' ') }),
    advice: todo,
  });
}

function unreadableReply(
  reply: ServiceReply,
  body: unknown,
  error: z.ZodError,
  { operation }: ReplyContext,
): OperationFailure {
  const { status } = reply;
  return new OperationFailure({
    ...(onlyAsks(reply) ? { state: 'refused' } : { state: 'unresolved', ...receiptIn(body) }),
    isForeign: true,
    httpStatus: status,
    message: `${operation}: the service's reply cannot be understood (HTTP status ${status}).`,
    explanation: `${whatCameInstead(replyText(reply), body, error)} This item has no result.`,
  });
}

const receiptFieldsSchema = z
  .object({ id: z.string().trim().min(1).catch(''), requestUri: z.string().trim().catch('') })
  .catch({ id: '', requestUri: '' });

/** By what the request is found, if the reply says it. */
function receiptIn(body: unknown): { receiptId: string | null; requestUri?: string } {
  const { id, requestUri } = receiptFieldsSchema.parse(body);
  return { receiptId: id || null, ...(requestUri === '' ? {} : { requestUri }) };
}

function whatCameInstead(text: string, body: unknown, error: z.ZodError): string {
  if (text.trim() === '') return 'The reply is empty.';
  if (body === undefined) {
    return text.trimStart().startsWith('<')
      ? 'A web page came back instead of data, perhaps from a gateway on the way. Check the Base URL in the credential.'
      : 'The reply is not complete JSON, names a field twice, or has a number that cannot be read.';
  }
  const [issue] = error.issues;
  const [field] = issue?.path ?? [];
  if (field === undefined && issue?.code === 'custom') return issue.message;
  return field === undefined
    ? 'The reply is not an object.'
    : `The field "${String(field)}" is missing or not of the expected type.`;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
