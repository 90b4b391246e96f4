// run/: one run of an operation over its items, until it is known what became of each of them. It knows no operation by its name, and makes no
// items of n8n: output/ does.
//
// The requests of a task, and their answers.
import type { ServiceRequest } from '../service/endpoints';
import type { ServiceReply } from '../service/reply';
import type { ServiceSettings } from '../service/settings';

export class Attempts {
  /** Attempts of the request that was begun last. */
  count = 0;
  /** The time of the first request; another may have gone out since. */
  askedAt: Date | undefined;
  /** The latest answer to the request that was begun last. */
  answered: AnsweredRequest | undefined;
  /** Requests of the task that were answered before that. */
  readonly earlier: Array<AnsweredRequest & { count: number }> = [];

  /** Begins the next of several requests. The last one was answered. */
  beginNext(): void {
    if (!this.answered) throw new Error('The request before has no answer.');
    this.earlier.push({ ...this.answered, count: this.count });
    this.answered = undefined;
    this.count = 0;
  }

  /** Every request that was answered, in their order. */
  get allAnswered(): ReadonlyArray<AnsweredRequest & { count: number }> {
    return this.answered ? [...this.earlier, { ...this.answered, count: this.count }] : this.earlier;
  }
}

export interface AnsweredRequest {
  environment: ServiceSettings['environment'];
  request: ServiceRequest;
  sentAt: Date;
  answeredAt: Date;
  reply: ServiceReply;
}
