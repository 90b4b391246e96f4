// The reply at the address of an annual returns request: its state, or its file.
import * as z from 'zod/v4';

import {
  documentedStatus,
  idIn,
  stateVerdict,
  type AskedRequest,
  type SaidAtAddress,
  type StateVerdict,
} from '../../service/annualReturns';
import { fieldsOf, jsonValueSchema, requestStateSchema } from '../../service/contract';
import { OperationFailure } from '../../service/failure';
import { isSuccess } from '../../service/http';
import { strictJson } from '../../service/json';
import { readReply, replyText, type ReplyFile, type ServiceReply } from '../../service/reply';
import { ANNUAL_RETURNS_ERRORS } from '../../service/reportedError';
import { stalenessOf, type Staleness } from '../../service/staleness';
import { failedRequest } from './acknowledgement';

const REPLY_CONTEXT = { operation: 'Get Annual Returns Request', catalog: ANNUAL_RETURNS_ERRORS };

export interface RequestState {
  verdict: Exclude<StateVerdict, { outcome: 'error' }>;
  said: SaidAtAddress;
  /** Evidence that the reply is an old one; null for a file, which may be of any age. */
  staleness: Staleness | null;
  /** The file that came instead of a body. */
  file?: ReplyFile;
}

/**
 * @param onFailed told of a request that failed
 * @throws OperationFailure for a request that failed, and for a reply that says nothing of the request
 */
export function readState(
  reply: ServiceReply,
  asked: AskedRequest,
  onFailed: () => void = () => undefined,
): RequestState {
  const { status: httpStatus, isWhole } = reply;
  if (reply.kind === 'file' && isSuccess(httpStatus)) {
    if (!isWhole) throw partOfFile(httpStatus);
    const said = { httpStatus, isWhole, isOld: false, body: undefined };
    return { verdict: { outcome: 'files', reason: null }, said, staleness: null, file: reply.file };
  }
  const staleness = stalenessOf({}, reply);
  const said = { httpStatus, isWhole, isOld: staleness !== null, body: bodyOf(reply) };
  const verdict = stateVerdict(said, asked);
  if (verdict.outcome !== 'error') return { verdict, said, staleness };
  onFailed();
  const id = idIn(fieldsOf(said.body)['id']) ?? asked.id;
  throw failedAtAddress(reply, id);
}

export const failedAtAddress = (reply: ServiceReply, id: string | null): OperationFailure =>
  failedRequest(REPLY_CONTEXT, replyText(reply), id, reply.status);

/** JSON; undefined for a reply that says nothing. */
function bodyOf(reply: ServiceReply): unknown {
  const written = replyText(reply);
  const body = strictJson(written);
  if (isSuccess(reply.status)) {
    const saysNothing = written.trim() === '' || (reply.status === 202 && body === undefined);
    return saysNothing ? undefined : readReply(reply, requestStateSchema, REPLY_CONTEXT);
  }
  return isRecord(body) ? body : readReply(reply, jsonValueSchema, REPLY_CONTEXT);
}

/** True for the record of a request, which counts before the HTTP status. */
function isRecord(body: unknown): boolean {
  const record = recordSchema.safeParse(body).data;
  return record !== undefined && documentedStatus(record.status) !== null;
}
const recordSchema = z.object({ id: z.string(), status: z.string() });

function partOfFile(status: number) {
  return new OperationFailure({
    state: 'refused',
    httpStatus: status,
    message: `${REPLY_CONTEXT.operation}: only a part of the file arrived, or it was changed on its way (HTTP status ${status}).`,
    explanation: 'This item has no file.',
    advice: 'Run it again.',
  });
}
