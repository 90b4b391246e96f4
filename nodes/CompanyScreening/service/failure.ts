// Failures of a request: what each says of the work, and so whether the request may be sent again and may have been charged, and why, in
// words.

import { ASK_BUILDER, InvalidItem } from '../names/invalidItem';
import { isRedirect } from './http';

export type NetworkProblem =
  | 'blocked'
  | 'certificate'
  | 'connectionRefused'
  | 'encryption'
  | 'hostUnknown'
  | 'notHttps'
  | 'unreachable'
  | 'damaged'
  | 'reset'
  | 'timeout'
  | 'tooLarge'
  | 'unknown';

const SENTENCES: Record<NetworkProblem, (host: string) => string> = {
  blocked: (host) => `This n8n does not allow requests to ${host}.`,
  certificate: (host) => `No secure connection to ${host}: its certificate was not accepted.`,
  encryption: (host) =>
    `No secure connection to ${host}: it closed the connection, or does not support the same encryption.`,
  hostUnknown: (host) => `The host ${host} cannot be found.`,
  notHttps: (host) =>
    `${host} does not use https: its address may begin with http://, or its port may be wrong.`,
  connectionRefused: (host) => `Nothing answers at ${host}: the connection was refused.`,
  unreachable: (host) => `The host ${host} cannot be reached from this n8n.`,
  damaged: (host) => `The reply from ${host} is damaged and cannot be decompressed.`,
  reset: (host) => `The connection to ${host} was closed before a reply arrived.`,
  timeout: (host) => `${host} did not answer in time.`,
  tooLarge: (host) => `The reply from ${host} is too large.`,
  unknown: (host) => `The request to ${host} failed before a reply arrived.`,
};

/** Gives one sentence that names the host and what happened. */
export function networkSentence(problem: NetworkProblem, address: string): string {
  return SENTENCES[problem](URL.canParse(address) ? new URL(address).host : 'the service');
}

/** A request that got no reply. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(readonly problem: NetworkProblem) {
    super(problem);
  }
}

/** Knowledge about the work that was asked for. It decides whether the request is sent again (`run/retryDecision.ts`), and what may be charged. */
export type WorkState =
  /** Nothing was sent, and nothing can be until something is corrected or an outage is over. */
  | 'unsendable'
  /** The service cannot have done the work, or is never paid for it: the request may be sent again. */
  | 'safe'
  /** The service replied, and did not do the work; or its reply to a request that costs nothing cannot be read. */
  | 'refused'
  /** The service may have done the work, and charged for it: it is sent again only if the user accepts that it may be paid for twice. */
  | 'uncertain'
  /** Work was done, or may have been, for this request or an earlier one of its item. Sending again would not undo a charge: nobody does. */
  | 'staysUncertain'
  /** The service took the request, and reported later that it failed. */
  | 'failedAtService';

/** Words of an error catalog, or those of the service itself if the code is in no catalog. */
export interface ReportedWords {
  errorCode?: string;
  errorName?: string;
  errorType?: string;
  suggestion?: string;
}

export type Sending =
  /** Never sent, as every `unsendable` failure. */
  | 'never'
  /** Not sent, and nothing else is sent from now on. */
  | 'noMore'
  /** Not sent: the run had stopped for this failure before the item's turn. */
  | 'stoppedBefore'
  /** Sent before, and perhaps processed; the other facts are about the last attempt. */
  | 'earlierUnanswered';

interface FailureFacts extends ReportedWords {
  /** The failure, as one sentence without secrets and tokens. */
  message: string;
  /** Further facts. */
  explanation?: string;
  /** Advice on what to do. */
  advice?: string;
  httpStatus?: number;
  /** Milliseconds that the service or the authorization server asked to wait before the next request. */
  retryAfterMs?: number;
  sending?: Sending;
  /** Every other item would fail in the same way: nothing more is to be sent in this run. */
  failsEveryItem?: boolean;
  /** The service, or its authorization server, could not be reached, or did not answer in time. */
  isUnreachable?: true;
  /** The address of an annual returns request that was taken. */
  requestUri?: string;
  /** The reply is none of the interface, but the page of a gateway, or of whatever else answers at this address. */
  isForeign?: true;
  /** The run sends no more, since no answers come: `sinceMs` in epoch milliseconds, and what happened last. */
  outage?: { sinceMs: number; problem: string };
  /** The case that a decision about it has to name. */
  caseId?: string;
  /** Earlier requests for the item, if this was not the first. */
  after?: EarlierRequests;
  /** Message and advice for colleagues, where a part of the advice is for them. */
  forColleagues?: string;
}

/** Earlier requests for the same item, which were answered and paid for. */
export interface EarlierRequests {
  name: string;
  referenceId: string | null;
  /** The failed request may have been charged as well, although no answer came. */
  mayBeCharged: boolean;
  /** The requests that were answered before it. */
  answered: ReadonlyArray<{ name: string; id: string }>;
}

export type FailureDetails = FailureFacts &
  (
    | { state: Exclude<WorkState, 'failedAtService' | 'staysUncertain'> }
    /** `receiptId` is the service's id of the request, if its reply gave one. */
    | { state: 'failedAtService' | 'staysUncertain'; receiptId: string | null }
  );

/** An item for which an operation has no result. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';

  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
}

/** Ends a run without having sent anything for this failure: every item would meet it. */
export const failedRun = (
  words: Pick<
    FailureFacts,
    'advice' | 'explanation' | 'forColleagues' | 'message' | 'isUnreachable' | 'outage' | 'sending'
  >,
): OperationFailure => new OperationFailure({ state: 'unsendable', failsEveryItem: true, ...words });

/** Gives the failure of one of several requests for an item. Those answered before it were paid for. */
export function failedAfter(
  details: FailureDetails,
  after: Omit<EarlierRequests, 'mayBeCharged'>,
): OperationFailure {
  return asStayingUncertain(details, { after: { ...after, mayBeCharged: mayHaveBeenDone(details) } });
}

/** Gives a failure after which sending the request again would not undo a charge. */
export const asStayingUncertain = (
  details: FailureDetails,
  more: Pick<FailureFacts, 'after' | 'sending'>,
): OperationFailure =>
  new OperationFailure({ ...details, state: 'staysUncertain', receiptId: receiptIdOf(details), ...more });

/** The failure, and the help for somebody who sees a page, an e-mail or a workbook, and cannot open the workflow. */
export function forColleagues(error: unknown): string {
  if (error instanceof InvalidItem) return error.forColleagues;
  if (!(error instanceof OperationFailure)) return `This could not be done. ${ASK_BUILDER}`;
  const { details } = error;
  return details.forColleagues ?? `${details.message} ${colleagueAdvice(details)}`;
}

function colleagueAdvice(details: FailureDetails): string {
  if (details.after?.mayBeCharged ?? failureMayBeCharged(details))
    return 'It may have been paid for all the same. Ask whoever set this up before you send it again.';
  const isPassing =
    details.isUnreachable === true || details.outage !== undefined || details.state === 'safe';
  return isPassing ? `Try again later. If that does not help, ask whoever set this up.` : ASK_BUILDER;
}

/** True if the service may have done the work, although its result is not there. */
export function mayHaveBeenDone({ state }: FailureDetails): boolean {
  return state === 'uncertain' || state === 'staysUncertain';
}

/** True if a charge cannot be ruled out. A request that failed at the service counts, since it is not documented what is charged for. */
export function failureMayBeCharged(details: FailureDetails): boolean {
  return mayHaveBeenDone(details) || details.state === 'failedAtService';
}

/** The service's id of the request, if known. */
export function receiptIdOf(details: FailureDetails): string | null {
  return details.state === 'failedAtService' || details.state === 'staysUncertain' ? details.receiptId : null;
}

/** Gives the failure for a file that came, and was paid for, but could not be stored. */
export function fileNotSaved(error: unknown, receiptId: string): OperationFailure {
  return new OperationFailure({
    state: 'staysUncertain',
    receiptId,
    message: `The service answered, but its file could not be stored: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Check the free space where this n8n keeps its binary data.',
  });
}

/** True for a request that only asks: it costs nothing, however often it is sent. */
export function isReadOnly({ method }: { method?: string }): boolean {
  return method === 'GET';
}

/**
 * Gives the state of the work after a reply of this status. 429 and 503 say that the work was not done. A redirect may lead to the result of
 * work that was done: many programs answer a POST with 301, 302 or 303. 408, 499 and every other status from 500 on may come from a gateway
 * that gave up waiting while the service went on.
 */
export function workStateAfter(
  status: number,
  request: { method?: string },
): Exclude<WorkState, 'failedAtService'> {
  if (status === 429 || status === 503) return 'safe';
  if (TRANSIENT.has(status)) return isReadOnly(request) ? 'safe' : 'uncertain';
  const redirectsAway = isRedirect(status) && !REPEATS_ELSEWHERE.has(status);
  const mayBeDone = redirectsAway || status >= 500 || status === 408 || status === 499;
  return mayBeDone && !isReadOnly(request) ? 'staysUncertain' : 'refused';
}

// Statuses after which a second attempt often succeeds.
const TRANSIENT = new Set([500, 502, 504]);
// They ask for the same POST at another address (RFC 9110, sections 15.4.8 and 15.4.9). A service that answered so after the work would
// charge twice for every client that follows.
const REPEATS_ELSEWHERE = new Set([307, 308]);

/** True if the request cannot have reached the service. */
export function wasNeverSent(problem: NetworkProblem): boolean {
  return NEVER_SENT.has(problem);
}

const NEVER_SENT: ReadonlySet<NetworkProblem> = new Set([
  'blocked',
  'certificate',
  'connectionRefused',
  'encryption',
  'hostUnknown',
  'notHttps',
  'unreachable',
]);
