// An annual returns request that the service itself calls Failed.
import { errorBodySchema } from '../service/contract';
import { ScreeningFailure } from '../service/failure';
import { jsonOf } from '../service/json';
import { describeReportedError, type ReplyContext, type ServiceReply } from '../service/reply';

/** Says so in the words of the catalog where the reply gives a code. `id` is the request's, if it is known. */
export function requestFailed(
  reply: ServiceReply,
  id: string | null,
  { operation, catalog }: ReplyContext,
): ScreeningFailure {
  const reported = errorBodySchema.parse(jsonOf(reply.text));
  const words = reported.code ? describeReportedError(reported, catalog) : undefined;
  return new ScreeningFailure({
    ...words,
    message: `${operation}: the service says that the request failed.${words ? ` ${words.message}` : ''}`,
    description: [
      words?.description ?? "Request it again later; if this stays, contact the service's support.",
      id ? `The service knows it by the request id ${id}.` : '',
    ]
      .join(' ')
      .trim(),
    httpStatus: reply.status,
    ...(id ? { receiptId: id } : {}),
  });
}
