// One line for the editor, above the output: how many items, and what became of them.
import { quantity } from '../names/plainText';
import type { Operation, RunSummary } from '../operations/operation';
import { resultsOf, type RunResult } from '../run/itemState';

/** Names the environment, so that nobody takes an answer from the sandbox for a real one. */
export function runHint<Done>(
  operation: Pick<Operation, 'nouns'> & { summarise(results: Done[], found: Done[]): RunSummary },
  { items, notes, environment }: RunResult<Done>,
): string {
  const { results, found } = resultsOf(items);
  const notProcessed = items.filter(({ state }) => state === 'notSent').length;
  const failed = items.length - results.length - notProcessed;
  const { counts, next } = operation.summarise(results, found);
  const parts =
    items.length > 0 && notProcessed === items.length
      ? ['none was processed']
      : [
          ...counts,
          ...(failed > 0 ? [`${failed} failed`] : []),
          ...(notProcessed > 0 ? [`${notProcessed} not processed`] : []),
        ];
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const all = quantity(items.length, operation.nouns.one, operation.nouns.several);
  return [`${all}${where}: ${parts.join(', ')}.`, ...notes, ...next].join(' ');
}
