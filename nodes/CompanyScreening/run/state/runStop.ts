// The stop of a run before its last item, and with it of everything that waits or is about to start.
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Subject } from '../../operations/shared/requestTask';
import { OperationFailure } from '../../service/failure';
import type { ItemState, StoppedBy } from './itemState';

/** Thrown when something is about to start after the run has stopped. */
export class RunStopped extends Error {}

/** True for a failure that ends the run. One that every item would meet does so whatever the node is set to. */
export function stopsRun(context: IExecuteFunctions, error: unknown): boolean {
  return !context.continueOnFail() || failsEveryItem(error);
}

export function failsEveryItem(error: unknown): boolean {
  return error instanceof OperationFailure && error.details.failsEveryItem === true;
}

type ItemFailure = Extract<ItemState<never>, { state: 'failed' }>;

/** Tells of one run whether it goes on, and if not, why. */
export class RunStop {
  private readonly controller = new AbortController();
  private failure: StoppedBy | undefined;

  constructor(private readonly context: IExecuteFunctions) {}

  /** Aborts when nothing more is to be sent. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Undefined while the run goes on. */
  get by(): StoppedBy | undefined {
    return this.failure;
  }

  /**
   * The state of an item that failed. The run stops with the first failure that ends it.
   *
   * @param sent whether a request may have gone out for the item
   */
  failedItem(itemIndex: number, subject: Subject | undefined, error: unknown, sent = false): ItemFailure {
    if (!this.failure && stopsRun(this.context, error)) this.stop({ itemIndex, error });
    return { state: 'failed', subject, error, sent, binary: {} };
  }

  /** Stops the run for this reason, even if it has another one already. */
  stop(by: StoppedBy): void {
    this.failure = by;
    this.controller.abort(new RunStopped());
  }
}
