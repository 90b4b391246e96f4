// One line for the editor, above the output: how many items, and what became of them.
import type { Operation, Summary } from '../operations/operation';
import { resultsOf, type Run } from '../run/itemState';

/** Names the environment, so that nobody takes an answer from the sandbox for a real one. */
export function runHint<Done>(
  operation: Pick<Operation, 'nouns'> & { summarise(results: Done[], found: Done[]): Summary },
  { items, notes, environment }: Run<Done>,
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
  return [`${quantity(items.length, operation)}${where}: ${parts.join(', ')}.`, ...notes, ...next].join(' ');
}

/** As in "1 company" and "38 companies". */
export function quantity(count: number, { nouns }: Pick<Operation, 'nouns'>): string {
  return `${count} ${count === 1 ? nouns.one : nouns.several}`;
}
