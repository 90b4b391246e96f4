// The line above the output of the register's operations: what each item came to.
import type { LocalResult, RunSummary } from '../operation';

export function localCounts(results: readonly LocalResult[]): RunSummary {
  return { counts: results.flatMap(({ counts }) => counts ?? []), next: [] };
}
