// An annual returns request that the service itself calls Failed.
import { strictJson } from '../../service/json';
import { errorBodySchema } from '../../service/contract';
import type { OperationFailure } from '../../service/failure';
import { reportedFailure, type ReplyContext } from '../../service/reportedError';

/** In the words of the catalog if the reply has a code. `id` is that of the request, if known. */
export function failedRequest(
  context: ReplyContext,
  replyText: string,
  id: string | null,
  httpStatus: number,
): OperationFailure {
  const body = strictJson(replyText);
  return reportedFailure(context, {
    what: 'the service accepted the request and reports that it failed.',
    id,
    idName: 'request id',
    errors: errorBodySchema.parse(body).code ? [body] : [],
    httpStatus,
  });
}
