// The line above the output of the register's operations: what each item came to.
import type { LocalResult, Summary } from '../operation';

export function countsOf(results: readonly LocalResult[]): Summary {
  return { counts: results.flatMap(({ counts }) => counts ?? []), next: [] };
}
