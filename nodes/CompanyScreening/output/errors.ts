// output/: what n8n and people get of a run, as items, sentences and errors. Nothing is sent here, and nothing is decided: what became of an item
// and what it means is known before.
//
// The one place that turns a failure into a node error and into an error item.
import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';

import { MAX_RETRY_AFTER_MS } from '../flowControl/retry';
import { InvalidItem } from '../names/invalidItem';
import { sentences, withoutTags } from '../names/plainText';
import type { Operation } from '../operations/shared/operation';
import type { Subject } from '../operations/shared/requestTask';
import { mayBeCharged } from '../run/state/itemState';
import {
  forColleagues,
  failureMayBeCharged,
  OperationFailure,
  receiptIdOf,
  type EarlierRequests,
  type FailureDetails,
  type Sending,
  type WorkState,
} from '../service/failure';
import { quotedName } from '../service/json';

export interface FailedItem {
  node: INode;
  itemIndex: number;
  /** Undefined if the item's parameters could not even be read. */
  subject: Subject | undefined;
  /** True if a request may have gone out for the item. */
  sent: boolean;
  scope: Scope;
}

/** Tells whether only this item failed, or every item would fail alike. */
type Scope = 'item' | 'run';

export type NodeError = NodeApiError | NodeOperationError;

/** The error that n8n shows. A failure of ours keeps its words; anything else is wrapped as it is. */
export function toNodeError(
  error: unknown,
  { node, itemIndex, subject }: Omit<FailedItem, 'scope' | 'sent'>,
): NodeError {
  if (error instanceof NodeOperationError || error instanceof NodeApiError) return error;
  if (error instanceof InvalidItem) {
    const description = withoutTags(sentences(error.notDone, error.advice));
    return withoutStack(
      new NodeOperationError(node, error.message, { description, itemIndex, level: 'warning' }),
    );
  }
  if (error instanceof OperationFailure) {
    const { details } = error;
    const nodeError = apiError(node, details, withoutTags(descriptionOf(details, subject)), itemIndex);
    // n8n replaces some messages that look like a network error by its own.
    nodeError.message = details.message;
    return withoutStack(nodeError);
  }
  return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/** Removes the stack: it would reveal where n8n is installed on its server, and does not say what happened. */
function withoutStack<Shown extends NodeError>(nodeError: Shown): Shown {
  nodeError.stack = '';
  return nodeError;
}

function apiError(
  node: INode,
  details: FailureDetails,
  description: string,
  itemIndex: number,
): NodeApiError {
  return new NodeApiError(
    node,
    // The message alone is passed: n8n would search a reply or a cause for its own texts.
    { message: details.message },
    {
      message: details.message,
      description,
      itemIndex,
      // n8n shows it as the error code, which would be misleading for a status of success.
      ...((details.httpStatus ?? 0) < 300 ? {} : { httpCode: String(details.httpStatus) }),
    },
  );
}

/**
 * An item for a failure; its json has the same keys for every failure.
 *
 * n8n moves an item to the error output if it has `error` set, but then replaces all json of an item that still has it by the message. So `error`
 * is only set when it is needed, and is not enumerable: n8n copies the item when it moves it, and the copy lacks it. If an n8n did this in a
 * different order, the item would stay where it is, with its outcome "error"; it is never lost.
 */
export function errorItem(
  error: unknown,
  failed: FailedItem,
  operation: Operation,
  environment: string | null,
): INodeExecutionData {
  const nodeError = toNodeError(error, failed);
  const { node, subject, itemIndex, sent, scope } = failed;
  const details = error instanceof OperationFailure ? error.details : undefined;
  const json: IDataObject = {
    outcome: 'error',
    environment,
    ...(operation.kind === 'request'
      ? { [operation.receiptKey]: details ? receiptIdOf(details) : null }
      : {}),
    [operation.subjectKey]: subject?.name ?? null,
    referenceId: subject?.referenceId ?? null,
    ...(subject?.companyKey === undefined ? {} : { companyKey: subject.companyKey }),
    ...subject?.also,
    ...(details?.requestUri === undefined ? {} : { requestUri: details.requestUri }),
    ...(details?.caseId === undefined ? {} : { caseId: details.caseId }),
    scope,
    error: nodeError.message,
    description: nodeError.description ?? null,
    forColleagues: forColleagues(error),
    errorCode: details?.errorCode ?? null,
    errorName: details?.errorName ?? null,
    errorType: details?.errorType ?? null,
    suggestion: details?.suggestion ?? null,
    httpStatus: details?.httpStatus ?? null,
    mayBeCharged: mayBeCharged(error, sent),
  };
  const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };
  if (node.onError !== 'continueErrorOutput') return item;
  return Object.defineProperty(item, 'error', { value: nodeError, enumerable: false });
}

/** The failure of an item that was not sent because another one had stopped the run. */
export function notSentBecauseOf(error: unknown): unknown {
  if (!(error instanceof OperationFailure)) return error;
  const details = { ...error.details };
  // These facts are another item's.
  delete details.after;
  delete details.caseId;
  return new OperationFailure({ ...details, state: 'unsendable', sending: 'stoppedBefore' });
}

/** Empty if there is nothing to say. `subject` is the item's, if its parameters could be read. */
export function descriptionOf(details: FailureDetails, subject: Subject | undefined): string {
  const { state, retryAfterMs } = details;
  const sending = details.sending ?? (state === 'unsendable' ? 'never' : undefined);
  return sentences(
    sending && SENDING[sending],
    details.explanation,
    retryAfterMs !== undefined && waitSentence(retryAfterMs),
    details.advice,
    (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS &&
      'Nothing more is sent in this run: run the items without a result again after that time.',
    details.after && earlierSentence(details.after),
    (details.after ?? { mayBeCharged: failureMayBeCharged(details) }).mayBeCharged &&
      chargeSentence(state, details.after ?? subject),
  );
}

function earlierSentence({ name, answered }: EarlierRequests): string {
  const before = answered.map(
    ({ name: other, id }) => `"${other}"${id === '' ? '' : ` (id ${quotedName(id)})`}`,
  );
  return `This happened with the name "${name}". Screened and paid for before that: ${before.join(', ')}. If the company is sent again, all its names are.`;
}

const SENDING: Readonly<Record<Sending, string>> = {
  never: 'Nothing was sent.',
  noMore: 'Nothing more was sent.',
  stoppedBefore: 'Nothing was sent for this item: the run had stopped before its turn.',
  earlierUnanswered: 'An earlier attempt had no clear answer; this is the result of the last one.',
};

function waitSentence(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `It asks you to wait ${seconds} s.`;
  return seconds < 7200
    ? `It asks you to wait ${Math.ceil(seconds / 60)} minutes.`
    : `It asks you to wait ${Math.ceil(seconds / 3600)} hours.`;
}

function chargeSentence(state: WorkState, subject: Pick<Subject, 'referenceId'> | undefined): string {
  const what =
    state === 'failedAtService'
      ? 'The service took the request, and may have charged for it.'
      : 'The service may have done the work anyway and charged for it.';
  const reference = subject?.referenceId ? ` and quote the reference ID ${subject.referenceId}` : '';
  return `${what} Before you send it again, ask its support about this request${reference}.`;
}
