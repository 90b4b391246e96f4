// A request that failed: what it says of the work, so whether it may be sent again and may have been charged, and why in words.

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
  damaged: (host) => `The response from ${host} is damaged and cannot be decompressed.`,
  reset: (host) => `The connection to ${host} was closed before a response arrived.`,
  timeout: (host) => `${host} did not answer in time.`,
  tooLarge: (host) => `The response from ${host} is too large.`,
  unknown: (host) => `The request to ${host} failed before a response arrived.`,
};

/** One sentence that names the host and what happened. */
export function networkSentence(problem: NetworkProblem, address: string): string {
  return SENTENCES[problem](URL.canParse(address) ? new URL(address).host : 'the service');
}

/** A request that got no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly problem: NetworkProblem) {
    super(problem);
  }
}

/** What is known of the work that was asked for. It decides whether the same request may be sent again. */
export type WorkState =
  /** Nothing was sent, and nothing can be until something is corrected. */
  | 'unsendable'
  /** The service cannot have done the work: the request may be sent again. */
  | 'safe'
  /** The service answered, and did not do the work. */
  | 'refused'
  /** The service may have done the work, and charged for it: sending again may pay twice. */
  | 'uncertain'
  /** The same, and sending it again would not resolve it. */
  | 'unresolved'
  /** The service accepted the request, and reports that it failed. */
  | 'failedAtService';

/** The words of an error catalog, or those of the service itself if the code is in no catalog. */
export interface ReportedWords {
  errorCode?: string;
  errorName?: string;
  errorType?: string;
  suggestion?: string;
}

export type Sending =
  /** It was never sent. What is unsendable never is. */
  | 'never'
  /** It did not go out, and neither does anything else from now on. */
  | 'noMore'
  /** The run had stopped, for this failure, before the item's turn. */
  | 'stoppedBefore'
  /** An earlier attempt may have been processed; the rest is what came of the last one. */
  | 'earlierUnanswered';

interface FailureFacts extends ReportedWords {
  /** What happened. One sentence, no secret, no token. */
  message: string;
  /** What else is known. */
  explanation?: string;
  /** What to do. */
  advice?: string;
  httpStatus?: number;
  /** What the service or the authorization server asked to wait before the next request, in milliseconds. */
  retryAfterMs?: number;
  /** What else became of the item's request. */
  sending?: Sending;
  /** Every other item would fail in the same way: nothing more is to be sent in this run. */
  endsRun?: boolean;
  /** Nothing came back: the service, or its authorization server, could not be reached, or did not answer in time. */
  noReply?: true;
  /** The address of an annual returns request that was taken. */
  requestUri?: string;
  /** What came is no reply of the interface: the page of a gateway, or of whatever else answers at this address. */
  isForeign?: true;
  /** The run sends no more, since no answers come: since when, in epoch milliseconds, and what happened last. */
  outage?: { sinceMs: number; problem: string };
  /** What a decision about it has to name. */
  caseId?: string;
  /** If it was not the first of several requests for the item. */
  after?: EarlierRequests;
}

/** A request failed after others for the same item had been answered, and paid for. */
export interface EarlierRequests {
  /** What was asked with the one that failed. */
  name: string;
  referenceId: string | null;
  /** Whether it may have been charged as well, although no answer came. */
  mayBeCharged: boolean;
  /** What was answered before it. */
  answered: ReadonlyArray<{ name: string; id: string }>;
}

export type FailureDetails = FailureFacts &
  (
    | { state: Exclude<WorkState, 'failedAtService' | 'unresolved'> }
    /** `receiptId` is the service's id of the request, if its answer gave one. */
    | { state: 'failedAtService' | 'unresolved'; receiptId: string | null }
  );

/** An operation that has no result for an item. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';

  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
}

/** The failure of one of several requests for an item: what was answered before it was paid for. */
export function failedAfter(
  details: FailureDetails,
  after: Omit<EarlierRequests, 'mayBeCharged'>,
): OperationFailure {
  return new OperationFailure({
    ...details,
    state: 'unresolved',
    receiptId: receiptIdOf(details),
    after: { ...after, mayBeCharged: mayBeCharged(details) },
  });
}

/** Whether the service may have done the work, and charged for it, although no result came. */
export function mayBeCharged({ state }: FailureDetails): boolean {
  return state === 'uncertain' || state === 'unresolved';
}

/**
 * Whether the service took the request, so that a charge cannot be ruled out: also where it reports that the work
 * failed, since what it charges for is not documented.
 */
export function mayHaveBeenTaken(details: FailureDetails): boolean {
  return mayBeCharged(details) || details.state === 'failedAtService';
}

/** The service's id of the request, if known. */
export function receiptIdOf(details: FailureDetails): string | null {
  return details.state === 'failedAtService' || details.state === 'unresolved' ? details.receiptId : null;
}

/** An answer that came, and was paid for, but whose file could not be stored. */
export function fileNotSaved(error: unknown, receiptId: string): OperationFailure {
  return new OperationFailure({
    state: 'unresolved',
    receiptId,
    message: `The service answered, but its file could not be stored: ${error instanceof Error ? error.message : String(error)}`,
    advice: 'Check the free space where this n8n keeps its binary data.',
  });
}

/** A request that only asks costs nothing, however often it is sent. */
export function onlyAsks({ method }: { method?: string }): boolean {
  return method === 'GET';
}

/**
 * What is known after a reply of this status. 303 mostly means that the work was done, and that its result is elsewhere. 429 and 503 say that the work was not done. 408, 499 and every other status
 * from 500 on may come from a gateway that gave up waiting while the service went on.
 */
export function workStateAfter(status: number, asks: boolean): Exclude<WorkState, 'failedAtService'> {
  if (status === 429 || status === 503) return 'safe';
  if (status === 303) return asks ? 'refused' : 'unresolved';
  if (PASSING.has(status)) return asks ? 'safe' : 'uncertain';
  if (status >= 500 || status === 408 || status === 499) return asks ? 'refused' : 'unresolved';
  return 'refused';
}

// A second attempt often succeeds after these.
const PASSING = new Set([500, 502, 504]);

/** Whether the request cannot have reached the service. */
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
