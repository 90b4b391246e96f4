// One line for the editor, above the output: how many items, and what became of them.
import { cleanText } from '../names/companyName';
import { quantity } from '../names/plainText';
import type { CompanyCounts } from '../operations/shared/companyCounts';
import type { Operation, RunSummary } from '../operations/shared/operation';
import { emptyListIn, resultsOf, type ItemState, type RunResult } from '../run/itemState';
import { answeredWords, nothingDue } from './answeredWords';

/** Names the environment, so that nobody takes an answer from the sandbox for a real one. */
export function runHint<Done>(
  operation: {
    nouns: Operation['nouns'] & { done?: string };
    duplicatesOption?: string;
    summarise(results: Done[], all: CompanyCounts, isKept: boolean): RunSummary;
  },
  { items, notes, environment, register, control }: RunResult<Done>,
  all: CompanyCounts,
): string {
  const { companies, rows, failed, notProcessed } = all;
  const { one, several, done = 'done' } = operation.nouns;
  const { counts, next } = operation.summarise(resultsOf(items).results, all, register !== undefined);
  const outcomes = [
    ...counts,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notProcessed > 0 ? [`${notProcessed} not processed`] : []),
  ];
  const isIdle = companies > 0 && notProcessed === companies;
  const answered = register ? answeredWords(all, register.answerTimes, done) : '';
  const parts = isIdle ? ['none was processed'] : [answered, outcomes.join(', ')];
  const inRows = rows === companies ? '' : ` in ${rows} rows`;
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const empty = emptyListIn(items);
  if (empty) return [empty.message, empty.advice, ...notes].join(' ');
  return [
    ...(register
      ? nothingDue(all, register.answerTimes, { control: control?.result ?? 'none', done, one })
      : []),
    `${quantity(companies, one, several)}${inRows}${where}: ${parts.filter(Boolean).join('; ')}.`,
    ...sameNameNote(operation, items, all),
    ...notes,
    ...next,
  ].join(' ');
}

/** Of several items with one name: most often the column is the wrong one. */
function sameNameNote(
  { nouns, duplicatesOption }: { nouns: Operation['nouns']; duplicatesOption?: string },
  items: readonly ItemState<unknown>[],
  { screenings }: CompanyCounts,
): string[] {
  const [name = '', ...others] = new Set(items.map(({ subject }) => cleanText(subject?.name)));
  if (!duplicatesOption || items.length < 2 || name === '' || others.length > 0) return [];
  return [
    `All ${items.length} items are the same ${nouns.one}, "${name}": see that the name comes from the right column.`,
    ...(screenings > 1 ? [`${duplicatesOption} in the options pays for it only once.`] : []),
  ];
}
