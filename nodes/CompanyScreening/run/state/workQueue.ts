// The work queue of a run: the run asks it before it sends, and gives it the results. A queue that keeps something may hold items back, send them
// in batches, or know their results already. Sending goes the same way, whatever it says.
import type { QueuePosition } from '../../flowControl/outageRules';
import type { Task, TaskResult } from '../../operations/shared/requestTask';
import type { UnfinishedItem } from './itemState';
import type { EndedRun } from './outage';
import type { Attempts } from './attempts';

export interface WorkQueue {
  /** Opens it. Gives the most items that are to be sent. */
  open(): Promise<number>;
  /** Permits each request. @throws OperationFailure when none may start any more */
  beforeSend(): Promise<void>;
  /**
   * Gives the next items to send, beside those that are being sent.
   *
   * @param happened after a command that says to wait
   */
  next(happened?: QueueEvent): Promise<QueueCommand>;
  /** Closes it: nothing is sent any more, whatever went wrong. */
  close(): void;
  /** Writes down what comes out, before it does. Gives what comes out then: an item says what could not be written down about it. */
  writeDown(ended: EndedRun): Promise<EndedRun>;
  /** Sentences about what it kept, once the run is over. */
  notes(): string[];
}

export type QueueEvent =
  /** A batch that was sent has come back: whichever is first. */
  | { is: 'cameBack'; batch: SentBatch }
  /** One item is to be sent as a probe of whether the service answers again, from this position of those that are not yet handed over. */
  | { is: 'probe'; from: QueuePosition };

export type QueueCommand = {
  /** Items with a result since the command before. Each has exactly one. */
  concluded: readonly ConcludedItem[];
  /** The reason why the run is over before its time: nothing more can be kept. */
  failure?: unknown;
} & ({ is: 'send'; items: readonly QueuedItem[] } | { is: 'wait' } | { is: 'over' });

export interface ConcludedItem {
  itemIndex: number;
  itemState: UnfinishedItem;
}

export interface QueuedItem {
  itemIndex: number;
  prepare: () => PreparedItem;
}

/** An item once its parameters have been read. */
export type PreparedItem =
  | { state: 'ready'; task: Task }
  | Extract<UnfinishedItem, { state: 'failed' | 'notSent' }>;

/** The result of an item that was to be sent. */
export interface SentItem {
  itemState: UnfinishedItem;
  attempts: Attempts;
  /** May be there although the item failed, for instance because its file could not be kept. */
  taskResult?: TaskResult;
}

export interface SentBatch {
  sent: readonly QueuedItem[];
  /** The results of its items, in their order. */
  items: readonly SentItem[];
  /** Milliseconds that an item lately took while all slots were taken; null if no item has ended since this was last asked. */
  companyMs: number | null;
}

/** The queue of a run that keeps nothing: it sends every item when its turn comes, and gives its result at once. */
export function plainQueue(itemCount: number, prepare: (itemIndex: number) => PreparedItem): WorkQueue {
  const all = Array.from({ length: itemCount }, (_, itemIndex) => ({
    itemIndex,
    prepare: () => prepare(itemIndex),
  }));
  const commands: QueueCommand[] = [
    { is: 'send', items: all, concluded: [] },
    { is: 'wait', concluded: [] },
  ];
  return {
    open: () => Promise.resolve(itemCount),
    beforeSend: () => Promise.resolve(),
    next(happened) {
      // All of them are handed over.
      if (happened?.is === 'probe') return Promise.resolve({ is: 'wait', concluded: [] });
      const concluded = (happened?.batch.items ?? []).map(({ itemState }, itemIndex) => ({
        itemIndex,
        itemState,
      }));
      return Promise.resolve(commands.shift() ?? { is: 'over', concluded });
    },
    close: () => undefined,
    writeDown: (ended) => Promise.resolve(ended),
    notes: () => [],
  };
}
