// Runs tasks side by side, never more than so many at once, and keeps their order.
import pLimit from 'p-limit';

/** A task that is to go on later, and meanwhile leaves its place to others. */
export class Paused<T> {
  constructor(
    /** Resolves when it may go on. It may not reject. */
    readonly wait: Promise<void>,
    readonly goOn: () => Promise<T | Paused<T>>,
  ) {}
}

export interface PoolOptions<T> {
  count: number;
  /** The most tasks that may be under way at once. */
  concurrency: number;
  task: (index: number) => Promise<T | Paused<T>>;
}

/**
 * Gives the results in the order of the tasks.
 *
 * @throws what a task throws; a task that can fail on its own makes its failure a result
 */
export async function runPool<T>({ count, concurrency, task }: PoolOptions<T>): Promise<T[]> {
  const limit = pLimit(concurrency);
  const runOne = async (index: number): Promise<T> => {
    let step = await limit(task, index);
    while (step instanceof Paused) {
      await step.wait;
      step = await limit(step.goOn);
    }
    return step;
  };
  return await Promise.all(Array.from({ length: count }, (_, index) => runOne(index)));
}
