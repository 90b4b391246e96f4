// Runs tasks side by side, never more than a given number at once, and keeps their order.
import pLimit from 'p-limit';

import { AT_ONCE, type Permit, type Start } from './circuitBreaker';
import { indexAt } from './outageRules';

/**
 * Waits for something while other tasks use the task's slot. Gives the result once the task has a slot again. A task must wait for
 * another one like this, since the other one may need the slot.
 */
type YieldWhile = <R>(waiting: Promise<R>) => Promise<R>;

/** The place of a task among those that run at once. */
export interface Slot {
  yieldWhile: YieldWhile;
  /** Permit for its first request. */
  permit: Permit;
}

/** The slot of a task that runs outside any pool. */
export const OWN_SLOT: Slot = { yieldWhile: async (waiting) => await waiting, permit: AT_ONCE.permit };

export interface PoolOptions<Item, T> {
  /** The most tasks that have a slot at once. */
  concurrency: number;
  /** Waits until the next task may start. Never rejects. */
  nextStart?: () => Promise<Start>;
  task: (item: Item, slot: Slot) => Promise<T>;
}

export interface Pool<Item, T> {
  /**
   * Gives the results in the order of the items. May be called again while it is under way: the new items take the slots that the earlier
   * ones leave.
   *
   * @throws what a task throws; a task that can fail on its own makes its failure a result
   */
  run: (items: readonly Item[]) => Promise<T[]>;
}

interface WaitingItem<Item, T> {
  item: Item;
  index: number;
  call: RunningCall<T>;
}

/** A call of `run` that is under way. */
interface RunningCall<T> {
  results: T[];
  left: number;
  resolve: (results: T[]) => void;
  reject: (error: unknown) => void;
}

export function createPool<Item, T>({ concurrency, nextStart, task }: PoolOptions<Item, T>): Pool<Item, T> {
  const limit = pLimit(concurrency);
  // The order is reversed, so that taking the next one moves none of the others.
  let queue: WaitingItem<Item, T>[] = [];
  let isFeeding = false;

  // Resolves when there is a slot, with the function that gives it up again.
  const enter = async () =>
    await new Promise<() => void>((entered) => {
      void limit(async () => {
        await new Promise<void>((leave) => {
          entered(leave);
        });
      });
    });

  const runOne = async (item: Item, permit: Permit, leaveFirst: () => void): Promise<T> => {
    let leave = leaveFirst;
    const yieldWhile: YieldWhile = async (waiting) => {
      leave();
      try {
        return await waiting;
      } finally {
        leave = await enter();
      }
    };
    try {
      return await task(item, { yieldWhile, permit });
    } finally {
      leave();
    }
  };

  const feed = async (): Promise<void> => {
    isFeeding = true;
    while (queue.length > 0) {
      // The circuit breaker is asked without a slot: the request that it waits for may need the only one. A task is made when there is a slot
      // for it: thousands that wait would cost memory from the start.
      const { from, permit } = nextStart ? await nextStart() : AT_ONCE;
      const leave = await enter();
      const [next] = queue.splice(queue.length - 1 - indexAt(from, queue.length), 1);
      if (next) settle(next, runOne(next.item, permit, leave));
      else leave();
    }
    isFeeding = false;
  };

  return {
    async run(items) {
      return await new Promise<T[]>((resolve, reject) => {
        const call: RunningCall<T> = { results: [], left: items.length, resolve, reject };
        if (call.left === 0) resolve([]);
        const added = items.map((item, index) => ({ item, index, call }));
        queue = [...added.reverse(), ...queue];
        if (!isFeeding) void feed();
      });
    },
  };
}

function settle<Item, T>({ index, call }: WaitingItem<Item, T>, running: Promise<T>): void {
  running.then((result) => {
    call.results[index] = result;
    call.left -= 1;
    if (call.left === 0) call.resolve(call.results);
  }, call.reject);
}
