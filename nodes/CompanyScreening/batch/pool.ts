// Runs tasks side by side, never more than so many at once, and keeps their order.
import pLimit from 'p-limit';

/**
 * Waits for something without keeping the task's place, which other tasks use meanwhile. Gives the result once the task
 * has a place again. A task that waits for another one has to wait like this: that one may be without a place itself.
 */
export type WaitOutside = <R>(waiting: Promise<R>) => Promise<R>;

export interface PoolOptions<T> {
  count: number;
  /** The maximum number of tasks that have a place at once. */
  concurrency: number;
  /** What follows a wait is the task's own code, so that no other task can go on with it as well. */
  task: (index: number, waitOutside: WaitOutside) => Promise<T>;
}

/**
 * Gives the results in the order of the tasks.
 *
 * @throws what a task throws; a task that can fail on its own makes its failure a result
 */
export async function runPool<T>({ count, concurrency, task }: PoolOptions<T>): Promise<T[]> {
  const limit = pLimit(concurrency);
  // Resolves when there is a place, with what gives it up again.
  const enter = async () =>
    await new Promise<() => void>((entered) => {
      void limit(async () => {
        await new Promise<void>((leave) => {
          entered(leave);
        });
      });
    });

  const runOne = async (index: number): Promise<T> => {
    let leave = await enter();
    const waitOutside: WaitOutside = async (waiting) => {
      leave();
      try {
        return await waiting;
      } finally {
        leave = await enter();
      }
    };
    try {
      return await task(index, waitOutside);
    } finally {
      leave();
    }
  };
  return await Promise.all(Array.from({ length: count }, (_, index) => runOne(index)));
}
