// "Get Annual Returns Status and Files": asks at the request URI for the status of an annual returns request, and for
// its files. What the service answers there is not documented, so that it is passed on as it comes.
import { deepCopy } from 'n8n-workflow';
import * as z from 'zod/v4';

import { jsonValueSchema, requestStateSchema } from '../../service/contract';
import { requestUriEndpoint } from '../../service/endpoints';
import { ANNUAL_RETURNS_ERRORS } from '../../service/errorCatalogs';
import { InvalidItem } from '../../names/invalidItem';
import { OperationFailure } from '../../service/failure';
import { readReply, replyText, type ReplyFile, type ServiceReply } from '../../service/reply';
import { isSuccess } from '../../service/http';
import type { OutputItem } from '../answer';
import type { RequestOperation } from '../operation';
import type { InquiryHistory, Subject, Task } from '../requestTask';
import { waitBeforeNext } from '../waitBeforeNext';
import { readItemOptions } from '../options';
import { failedRequest } from './acknowledgement';
import { getAnnualReturnsFields, waitingOptions } from './annualReturnsFields';
import { saveAs } from './saveAs';

const REPLY_CONTEXT = {
  operation: 'Get Annual Returns Status and Files',
  catalog: ANNUAL_RETURNS_ERRORS,
};

const requestUriSchema = z.string().trim().catch('');

export const annualReturnsStatusAndFiles: RequestOperation = {
  kind: 'request',
  resource: 'annualReturns',
  choice: {
    name: 'Get Annual Returns Status and Files',
    value: 'getAnnualReturnsRequest',
    action: 'Get status and files of annual returns request',
    description: 'Ask for the status of an annual returns request, and for its files',
  },
  fields: getAnnualReturnsFields,
  options: [waitingOptions],
  output: [],
  subjectKey: 'requestUri',
  itemKeys: () => ['requestUri', 'id', 'status', 'environment', 'reply', 'timedOut', 'saveAs'],
  readOnce: () => [],
  readForEach: () => [],
  receiptKey: 'requestUri',
  nouns: { one: 'request', several: 'requests', done: 'answered' },
  summarise: (_, { screenedNow }) => ({ counts: [`${screenedNow} answered`], next: [] }),
  countsForSearch: (results, failed) => ({
    annual_returns_answered: results.length,
    annual_returns_errors: failed,
  }),

  begin: () => ({
    prepare(parameter) {
      const requestUri = requestUriSchema.parse(parameter('requestUri'));
      const subject = { name: requestUri, referenceId: null };
      return {
        subject,
        toTask() {
          const options = readItemOptions(waitingOptions, parameter('options'));
          if (requestUri === '') throw noRequestUri();
          return statusTask(requestUri, subject, options);
        },
      };
    },
  }),
};

function statusTask(requestUri: string, subject: Subject, options: z.infer<typeof waitingOptions>): Task {
  return {
    subject,
    duplicateKey: null,
    evidence: false,
    toRequest: (settings) => requestUriEndpoint(settings, requestUri, options.maxFileMb),

    read(reply, asked) {
      const { status, file, item } = readState(requestUri, reply, asked.environment);
      const isPending = options.waitForCompletion && status === 'Pending';
      const afterMs = isPending ? waitBeforeNext(options, asked) : undefined;
      if (afterMs !== undefined) return { kind: 'askAgain', afterMs };
      return {
        kind: 'answer',
        ...(file ? { file } : {}),
        decide: () => ({
          makeItems: () => [
            { ...item, json: deepCopy(isPending ? { ...item.json, timedOut: true } : item.json) },
          ],
          receipt: { id: requestUri, outcome: 'requested', reason: null, hits: 0 },
        }),
      };
    },
  };
}

interface RequestState {
  item: OutputItem;
  /** The status that the reply names, if it does. */
  status: string | null;
  file?: ReplyFile;
}

function readState(
  requestUri: string,
  reply: ServiceReply,
  environment: InquiryHistory['environment'],
): RequestState {
  const without = { requestUri, id: null, status: null, environment };
  if (reply.kind === 'file' && isSuccess(reply.status)) {
    if (!reply.isWhole) throw partOfFile(reply.status);
    const json = { ...without, saveAs: saveAs(requestUri, reply.file) };
    return { item: { outcome: 'requested', json }, status: null, file: reply.file };
  }
  const state = readReply(reply, requestStateSchema, REPLY_CONTEXT);
  const fields = fieldsSchema.safeParse(state);
  // A list, or a bare value, has no fields to put beside ours.
  if (!fields.success) {
    return { item: { outcome: 'requested', json: { ...without, reply: state } }, status: null };
  }
  const { id, status } = knownFieldsSchema.parse(state);
  if (status === 'Failed') throw failedRequest(REPLY_CONTEXT, replyText(reply), id, reply.status);
  const { data } = fields;
  const ours = { requestUri, id: data['id'] ?? null, status: data['status'] ?? null, environment };
  // Ours first, and never overwritten by a field of the same name.
  return { item: { outcome: 'requested', json: { ...ours, ...data, ...ours } }, status };
}

const fieldsSchema = z.object({}).catchall(jsonValueSchema);
const knownFieldsSchema = z.object({
  id: z.string().nullable().catch(null),
  status: z.string().nullable().catch(null),
});

function noRequestUri() {
  return new InvalidItem(
    'Request URI is empty.',
    'Either the service gave no address for this request (its requestUri is null), or the expression in Request URI names the wrong field.',
  );
}

function partOfFile(status: number) {
  return new OperationFailure({
    state: 'refused',
    httpStatus: status,
    message: `${REPLY_CONTEXT.operation}: only a part of the file came, or it was changed on its way (HTTP status ${status}).`,
    explanation: 'This item has no file.',
    advice: 'Run it again.',
  });
}
