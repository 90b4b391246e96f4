// "Get Annual Returns Request": asks at the request URI how far an annual returns request is, and for its files.
// The interface does not show this reply, so that it is passed on as it comes.
import * as z from 'zod/v4';

import { requestStateSchema } from '../service/contract';
import { requestUriRequest } from '../service/endpoints';
import { ANNUAL_RETURNS_ERRORS } from '../service/errorCatalogs';
import { invalidInput } from '../service/failure';
import { readReply, type ServiceReply } from '../service/reply';
import { isSuccess } from '../service/status';
import { requestFailed } from './annualReturnsFailure';
import { getAnnualReturnsRequestFields } from './getAnnualReturnsRequest.fields';
import type { Asked, Operation, OutputItem } from './operation';
import type { RunOptions } from './options';

const REPLY_CONTEXT = {
  operation: 'Get Annual Returns Request',
  catalog: ANNUAL_RETURNS_ERRORS,
  onlyAsks: true,
};

export const getAnnualReturnsRequest: Operation = {
  choice: {
    name: 'Get Annual Returns Request',
    value: 'getAnnualReturnsRequest',
    action: 'Get the state and files of an annual returns request',
    description: 'Ask how far an annual returns request is, and for its files',
  },
  fields: getAnnualReturnsRequestFields,
  subjectKey: 'requestUri',
  words: { one: 'request', several: 'requests', done: 'asked', receiptId: 'requestUri' },
  summarise: (results) => `${results.length} answered`,

  prepare(parameter, options) {
    const requestUri = z.string().trim().catch('').parse(parameter('requestUri'));

    return {
      subject: { requestUri, referenceId: null },
      duplicateKey: null,

      toRequest(settings) {
        if (requestUri === '') {
          throw invalidInput(
            'Request URI is empty.',
            'Nothing was sent for this item. Either the service gave no address for this request (its requestUri is null), or the expression in Request URI names another field.',
          );
        }
        return requestUriRequest(settings, requestUri);
      },

      toResult(reply, asked) {
        const { status, ...item } = readState(requestUri, reply);
        const pending = options.waitForCompletion && status === 'Pending';
        const askAgainAfterMs = pending ? waitBeforeNext(options, asked) : undefined;
        if (pending && askAgainAfterMs === undefined) item.json['timedOut'] = true;
        return {
          items: [item],
          receipt: { id: requestUri, outcome: 'requested' },
          ...(askAgainAfterMs === undefined ? {} : { askAgainAfterMs }),
        };
      },
    };
  },
};

/** The reply as an item, and the status that it names, if it does. */
function readState(requestUri: string, reply: ServiceReply): OutputItem & { status: string | null } {
  if (reply.file && isSuccess(reply.status)) {
    return {
      outcome: 'requested',
      status: null,
      json: { requestUri, id: null, status: null },
      file: reply.file,
    };
  }
  const state = readReply(reply, requestStateSchema, REPLY_CONTEXT);
  const fields = fieldsSchema.safeParse(state);
  // A list, or a bare value, has no fields to put beside ours.
  if (!fields.success) {
    return {
      outcome: 'requested',
      status: null,
      json: { requestUri, id: null, status: null, reply: state },
    };
  }
  const { id, status } = knownFieldsSchema.parse(state);
  if (status === 'Failed') throw requestFailed(reply, id, REPLY_CONTEXT);
  const { data } = fields;
  const own = { requestUri, id: data['id'] ?? null, status: data['status'] ?? null };
  // Ours first, and never overwritten by a field of the same name.
  return { outcome: 'requested', status, json: { ...own, ...data, ...own } };
}

const fieldsSchema = z.record(z.string(), z.json());
const knownFieldsSchema = z.object({
  id: z.string().nullable().catch(null),
  status: z.string().nullable().catch(null),
});

const MOST_INTERVAL_SECONDS = 60;
const GROWTH = 1.5;

/** How long to wait before asking again, in milliseconds; undefined when the time to wait is up. */
function waitBeforeNext(options: RunOptions, { times, sinceMs }: Asked): number | undefined {
  const leftMs = options.maxWaitSeconds * 1000 - sinceMs;
  if (leftMs <= 0) return undefined;
  const first = options.pollIntervalSeconds;
  const grown = Math.min(Math.max(first, MOST_INTERVAL_SECONDS), first * GROWTH ** (times - 1));
  return Math.min(leftMs, grown * 1000);
}
