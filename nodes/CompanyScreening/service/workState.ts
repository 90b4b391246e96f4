// What is known of the work after a request without a result: whether it may be paid for twice if it is sent again.
import type { WorkState } from './failure';
import type { NetworkProblem } from './network';

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
