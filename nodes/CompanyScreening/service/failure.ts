// What can go wrong between a request and its items, in words a person can act on. Knows nothing of n8n.

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

interface FailureWords extends ReportedWords {
  /** What happened. One sentence, no secret, no token. */
  message: string;
  /** What to do, and what else is known. */
  description?: string;
  httpStatus?: number;
  /** What the service asked to wait before the next request, in milliseconds. */
  retryAfterMs?: number;
  /** Every other item would fail in the same way: nothing more is to be sent in this run. */
  endsRun?: boolean;
}

export type FailureDetails = FailureWords &
  (
    | { state: Exclude<WorkState, 'failedAtService' | 'unresolved'> }
    /** `receiptId` is the service's id of the request, if its answer gave one. */
    | { state: 'failedAtService' | 'unresolved'; receiptId: string | null }
  );

/** An operation that came to no result for an item. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';

  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
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
export function fileNotKept(error: unknown, receiptId: string): OperationFailure {
  return new OperationFailure({
    state: 'unresolved',
    receiptId,
    message: `The service answered, but its file could not be stored: ${error instanceof Error ? error.message : String(error)}`,
    description: 'Check the free space where this n8n keeps its binary data.',
  });
}
