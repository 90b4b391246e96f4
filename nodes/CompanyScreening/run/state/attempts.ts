// run/state/: the state of each item and of the run as a whole, and what a run asks before it sends. Nothing here sends, or calls a register.
//
// The requests of one task: how often each was sent, and the latest answered one.
import type { ServiceRequest } from '../../service/endpoints';
import type { ServiceReply } from '../../service/reply';
import type { ServiceSettings } from '../../service/settings';

export class Attempts {
  /** Attempts of the request that was begun last. */
  count = 0;
  /** The time at which the first request went out; another may have since. Undefined while none has. */
  askedAt: Date | undefined;
  /** The latest reply to the request that was begun last, whatever its status. */
  replied: AnsweredRequest | undefined;
  /** Requests of the task that were answered before that. */
  readonly answeredBefore: Array<AnsweredRequest & { count: number }> = [];

  /** Begins the next of several requests. The last one was answered. */
  beginNext(): void {
    if (!this.replied) throw new Error('The request before has no answer.');
    this.answeredBefore.push({ ...this.replied, count: this.count });
    this.replied = undefined;
    this.count = 0;
  }

  /** Every request that has a reply, in their order. */
  get allReplied(): ReadonlyArray<AnsweredRequest & { count: number }> {
    return this.replied
      ? [...this.answeredBefore, { ...this.replied, count: this.count }]
      : this.answeredBefore;
  }
}

export interface AnsweredRequest {
  environment: ServiceSettings['environment'];
  request: ServiceRequest;
  /** The time at which it went out, after every wait for its turn. */
  sentAt: Date;
  answeredAt: Date;
  reply: ServiceReply;
}
