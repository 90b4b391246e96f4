// The reply to an annual returns request: that it was accepted, under which id, and where to ask for the files.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import { annualReturnsReplySchema, errorBodySchema } from '../../service/contract';
import { ANNUAL_RETURNS_ERRORS } from '../../service/errorCatalogs';
import { readReply, textOf, type ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';
import type { Answer, Held } from '../operation';
import { failedRequest } from './failedRequest';

const REPLY_CONTEXT = { operation: 'Request Annual Returns', catalog: ANNUAL_RETURNS_ERRORS };

/**
 * @param held if the answer is kept in the register
 * @throws OperationFailure for a reply that accepts nothing, or that says that the request failed
 */
export function readAcknowledgement(
  reply: ServiceReply,
  registrationNumber: string,
  environment: ServiceSettings['environment'],
  held?: Pick<Held, 'remembered' | 'screenedAt'>,
): Answer {
  const acknowledgement = readReply(reply, annualReturnsReplySchema, REPLY_CONTEXT);
  const { id, requestUri, status, ...others } = acknowledgement;
  const hasFailed = status === 'Failed' || errorBodySchema.parse(acknowledgement).code;
  if (hasFailed) throw failedRequest(REPLY_CONTEXT, textOf(reply), id, reply.status);
  const ours = { registrationNumber, id, requestUri: requestUri ?? null, status, environment };
  const kept = held ? { remembered: held.remembered, requestedAt: held.screenedAt } : {};
  // Ours first, and never overwritten by a field of the same name.
  const json: IDataObject = { ...ours, ...others, ...ours, ...kept };
  return {
    kind: 'answer',
    decide: () => ({
      makeItems: () => [{ outcome: 'requested', json: deepCopy(json) }],
      receipt: {
        id,
        outcome: 'requested',
        reason: null,
        hits: 0,
        ...(held ? { remembered: held.remembered } : {}),
      },
    }),
  };
}
