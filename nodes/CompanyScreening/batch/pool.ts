// Runs tasks side by side, never more than so many at once, and keeps their order.
import pLimit from 'p-limit';

export interface PoolOptions<T> {
  count: number;
  /** The most tasks that may be under way at once. */
  concurrency: number;
  task: (index: number) => Promise<T>;
}

/**
 * Gives the results in the order of the tasks.
 *
 * @throws what a task throws; a task that can fail on its own makes its failure a result
 */
export async function runPool<T>({ count, concurrency, task }: PoolOptions<T>): Promise<T[]> {
  const limit = pLimit(concurrency);
  return await Promise.all(Array.from({ length: count }, (_, index) => limit(task, index)));
}
