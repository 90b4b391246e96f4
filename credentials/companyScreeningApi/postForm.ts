// Posts a form through n8n's own helper, within a deadline.
import type { IHttpRequestHelper } from 'n8n-workflow';

import {
  createDeadline,
  untilCancelled,
  Cancellation,
  type Clock,
} from '../../nodes/CompanyScreening/flowControl/time';
import { NetworkError } from '../../nodes/CompanyScreening/service/failure';
import { FORM_HEADERS, type PostForm } from '../../nodes/CompanyScreening/service/token';
import {
  decodeBody,
  httpReplySchema,
  readBody,
  REPLY_OPTIONS,
} from '../../nodes/CompanyScreening/transport/httpReply';
import { networkProblem } from '../../nodes/CompanyScreening/transport/networkFailure';

// Milliseconds from the start to the last byte of the reply. Everybody who wants a token of this credential waits for it.
const TOKEN_TIMEOUT_MS = 15_000;
const MAX_TOKEN_REPLY_MB = 1;

export function postForm({ helpers }: IHttpRequestHelper, clock: Clock): PostForm {
  // Runs share the exchange, so it does not end with any one of them.
  const beginTime = createDeadline(TOKEN_TIMEOUT_MS, new Cancellation(undefined), clock);
  return async (url, form) =>
    await untilCancelled(beginTime(), async (signal) => {
      const received: unknown = await helpers.httpRequest({
        ...REPLY_OPTIONS,
        method: 'POST',
        url,
        // A copy, since n8n adds headers of its own to it.
        headers: { ...FORM_HEADERS },
        body: form,
        timeout: TOKEN_TIMEOUT_MS,
        abortSignal: signal,
      });
      const { statusCode, headers, body } = httpReplySchema.parse(received);
      return {
        status: statusCode,
        text: decodeBody(await readBody(body, { maxMb: MAX_TOKEN_REPLY_MB, signal })),
        retryAfter: headers['retry-after'],
        date: headers.date,
      };
    }).catch((error: unknown) => {
      throw new NetworkError(networkProblem(error));
    });
}
