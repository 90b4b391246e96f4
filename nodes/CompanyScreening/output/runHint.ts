// One line for the editor, above the output: how many items, and what became of them.
import { quantity } from '../names/plainText';
import type { CompanyCounts } from '../operations/companyCounts';
import type { Operation, RunSummary } from '../operations/operation';
import { resultsOf, type RunResult } from '../run/itemState';

/** Names the environment, so that nobody takes an answer from the sandbox for a real one. */
export function runHint<Done>(
  operation: {
    nouns: Operation['nouns'] & { done?: string };
    summarise(results: Done[], all: CompanyCounts, isKept: boolean): RunSummary;
  },
  { items, notes, environment, register }: RunResult<Done>,
  all: CompanyCounts,
): string {
  const { companies, rows, failed, notProcessed } = all;
  const { one, several, done = 'done' } = operation.nouns;
  const isKept = register !== undefined;
  const { counts, next } = operation.summarise(resultsOf(items).results, all, isKept);
  const outcomes = [
    ...counts,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notProcessed > 0 ? [`${notProcessed} not processed`] : []),
  ];
  const isIdle = companies > 0 && notProcessed === companies;
  const parts = isIdle ? [['none was processed']] : [isKept ? answered(all, done) : [], outcomes];
  const words = parts.filter((part) => part.length > 0).map((part) => part.join(', '));
  const inRows = rows === companies ? '' : ` in ${rows} rows`;
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  return [
    `${quantity(companies, one, several)}${inRows}${where}: ${words.join('; ')}.`,
    ...notes,
    ...next,
  ].join(' ');
}

/** These add up to the companies. */
function answered({ screenedNow, remembered, unanswered }: CompanyCounts, done: string): string[] {
  return [
    `${screenedNow} ${done} now`,
    `${remembered} from the register`,
    ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
  ];
}
