// What can go wrong between a request and its items, in words a person can act on. Knows nothing of n8n.

/** Whether the same request may be sent again. */
export type Retry =
  /** The service cannot have done the work. */
  | 'safe'
  /** The service may have done the work: sending again may pay for it twice. */
  | 'uncertain'
  | 'never';

export interface FailureDetails {
  /** What happened. One sentence, no secret, no token. */
  message: string;
  /** What to do, and what else is known. */
  description?: string;
  /** Code, name, type and suggestion of the error catalog, where the service gave a code. */
  errorCode?: string;
  errorName?: string;
  errorType?: string;
  suggestion?: string;
  httpStatus?: number;
  retry?: Retry;
  /** What the service asked to wait before the next request, in milliseconds. */
  retryAfterMs?: number;
  /** Every other item would fail in the same way: nothing more is to be sent. */
  fatal?: boolean;
  /** The item itself is at fault; no request was sent. */
  beforeRequest?: boolean;
  /** The service may have done, and charged for, the work all the same. */
  workMayBeDone?: boolean;
  /** The service's id of a request that it took and reported as failed. */
  receiptId?: string;
}

/** A request that did not lead to a result. */
export class ScreeningFailure extends Error {
  override readonly name = 'ScreeningFailure';

  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
}

/** An item that cannot be sent as it stands. */
export function invalidInput(message: string, description: string): ScreeningFailure {
  return new ScreeningFailure({ message, description, beforeRequest: true });
}
