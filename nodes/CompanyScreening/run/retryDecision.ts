// The decision whether a request is sent again. It follows from what its failure says of the work (`WorkState` in `service/failure.ts`):
//   `safe`             It is sent again.
//   `uncertain`        It is sent again only with Retry When Uncertain, since it may then be paid for twice.
//   any other state    It is never sent again.
// Nothing is sent again once the run has ended, or if the service asks for a longer wait than `MAX_RETRY_AFTER_MS`. The option
// `maxRetries` bounds the retries, and `flowControl/retry.ts` has the wait before each. After a 401, `transport/transport.ts` repeats a request
// with a new token by itself.
import { MAX_RETRY_AFTER_MS, type RetryAdvice } from '../flowControl/retry';
import type { RunOptions } from '../operations/shared/options';
import { asStayingUncertain, mayHaveBeenDone, OperationFailure } from '../service/failure';
import { RunStopped } from './state/runStop';

/** The decisions about one request. */
export class RetryDecision {
  /** True once an attempt failed that may have been charged, and another one may follow. */
  private earlierMayBeDone = false;

  /** @param hasEnded whether the run has ended */
  constructor(
    private readonly options: Pick<RunOptions, 'retryUncertain'>,
    private readonly hasEnded: () => boolean,
  ) {}

  /** Says of a failed attempt whether there may be another one, and who has to wait. */
  advise(error: unknown): RetryAdvice {
    const hasEnded = this.hasEnded();
    if (!(error instanceof OperationFailure)) {
      // The register may be the first to say that nothing more is to begin.
      const isInterrupted = hasEnded || error instanceof RunStopped;
      return isInterrupted ? { reason: 'interrupted' } : { reason: 'failed', mayRepeat: false };
    }
    const { state, retryAfterMs, httpStatus } = error.details;
    const { retryUncertain } = this.options;
    const mayRepeat = !hasEnded && (state === 'safe' || (state === 'uncertain' && retryUncertain));
    this.earlierMayBeDone ||= mayRepeat && mayHaveBeenDone(error.details);
    const askedMs = retryAfterMs ?? 0;
    if (httpStatus === 429) return { reason: 'tooMany', mayRepeat, askedMs };
    // An outage says nothing about how much the service takes.
    return retryAfterMs !== undefined
      ? { reason: 'unavailable', mayRepeat, askedMs }
      : { reason: 'failed', mayRepeat };
  }

  /** The failure of the request once no further attempt follows. */
  failureOf(lastError: unknown): unknown {
    if (!(lastError instanceof OperationFailure)) return lastError;
    const { details } = lastError;
    // A refused attempt with Retry When Uncertain does not undo an earlier one that may have been charged.
    const failure =
      this.earlierMayBeDone && !mayHaveBeenDone(details)
        ? asStayingUncertain(details, { sending: 'earlierUnanswered' })
        : lastError;
    // The service asked for a long wait: the next request would get the same reply.
    return (details.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS
      ? new OperationFailure({ ...failure.details, failsEveryItem: true })
      : failure;
  }
}
