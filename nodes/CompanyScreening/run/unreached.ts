// Since when the service does not answer: what people need to know of a night in which it could not be reached.
import { OperationFailure } from '../service/failure';
import type { UnfinishedItem } from './itemState';

/** Whether no reply came, and not one that says no. */
export function isUnreached(error: unknown): boolean {
  return error instanceof OperationFailure && error.details.noReply === true;
}

export class Unreached {
  /** When the first request that got no reply was begun, in epoch milliseconds; undefined if there is none. */
  sinceMs: number | undefined;

  /** @param begunAtMs when it was asked for first; undefined if nothing was sent for it */
  see(step: UnfinishedItem, begunAtMs: number | undefined): void {
    if (begunAtMs === undefined || step.state !== 'failed' || !isUnreached(step.error)) return;
    this.sinceMs = Math.min(this.sinceMs ?? begunAtMs, begunAtMs);
  }
}
