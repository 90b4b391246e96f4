// The room batch/: how many requests at once, how fast, how often again, and what ends them. It knows neither n8n nor the service, and
// gets its clock, its waits and its randomness from outside.
//
// Runs tasks side by side, never more than a given number at once, and keeps their order.
import pLimit from 'p-limit';

/**
 * Waits for something without occupying the task's place, which other tasks use meanwhile. Returns the result once the task
 * has a place again. A task that waits for another one must wait like this: the other one may need the place.
 */
export type WaitOutside = <R>(waiting: Promise<R>) => Promise<R>;

export interface PoolOptions<Item, T> {
  /** The maximum number of tasks that have a place at once. */
  concurrency: number;
  /** Runs the task of this item. `waitOutside` frees its place while it waits. */
  task: (item: Item, waitOutside: WaitOutside) => Promise<T>;
}

export interface Pool<Item, T> {
  /**
   * Gives the results in the order of the items. May be called again while it is under way: the items of the second call take the
   * places that those of the first one leave.
   *
   * @throws what a task throws; a task that can fail on its own makes its failure a result
   */
  run: (items: readonly Item[]) => Promise<T[]>;
}

export function createPool<Item, T>({ concurrency, task }: PoolOptions<Item, T>): Pool<Item, T> {
  const limit = pLimit(concurrency);
  // Resolves when there is a place, with the function that gives it up again.
  const enter = async () =>
    await new Promise<() => void>((entered) => {
      void limit(async () => {
        await new Promise<void>((leave) => {
          entered(leave);
        });
      });
    });

  const runOne = async (item: Item, leaveFirst: () => void): Promise<T> => {
    let leave = leaveFirst;
    const waitOutside: WaitOutside = async (waiting) => {
      leave();
      try {
        return await waiting;
      } finally {
        leave = await enter();
      }
    };
    try {
      return await task(item, waitOutside);
    } finally {
      leave();
    }
  };

  const startAll = async (items: readonly Item[]) => {
    const running: Array<Promise<T>> = [];
    // A task is made when there is a place for it: thousands that wait would cost memory from the start.
    for (const item of items) {
      const leave = await enter();
      const started = runOne(item, leave);
      // Thrown below, once all have been started.
      started.catch(() => undefined);
      running.push(started);
    }
    return running;
  };

  let allStarted: Promise<unknown> = Promise.resolve();
  return {
    async run(items) {
      const starting = allStarted.then(async () => await startAll(items));
      allStarted = starting;
      return await Promise.all(await starting);
    },
  };
}
