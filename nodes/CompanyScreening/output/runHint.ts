// One line for the editor, above the output: how many items, what became of them, and from when they are.
import { ONE_DAY_MS } from '../flowControl/time';
import { cleanText } from '../names/companyName';
import { compact, quantity, withoutTags } from '../names/plainText';
import { answeredWords, type CompanyCounts } from '../operations/shared/companyCounts';
import type { ControlResult, Operation, RunSummary } from '../operations/shared/operation';
import {
  emptyListIn,
  resultsOf,
  type ItemState,
  type RunResult,
  type AnswerTimes,
} from '../run/state/itemState';

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
  const { counts, next } = operation.summarise(resultsOf(items), all, register !== undefined);
  const outcomes = [
    ...counts,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notProcessed > 0 ? [`${notProcessed} not processed`] : []),
  ];
  const isIdle = companies > 0 && notProcessed === companies;
  const answered = register ? answeredWithAge(all, register.answerTimes, done) : '';
  const parts = isIdle ? ['none was processed'] : [answered, outcomes.join(', ')];
  const inRows = rows === companies ? '' : ` in ${rows} rows`;
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const empty = emptyListIn(items);
  if (empty) return withoutTags([empty.message, empty.advice, ...notes].join(' '));
  const said = [
    ...(register
      ? nothingDue(all, register.answerTimes, { control: control?.result ?? 'none', done, one })
      : []),
    `${quantity(companies, one, several)}${inRows}${where}: ${parts.filter(Boolean).join('; ')}.`,
    ...sameNameNote(operation, items, all),
    ...notes,
    ...next,
  ];
  return withoutTags(said.join(' '));
}

/** Warns of several items with one name: most often the column is the wrong one. */
function sameNameNote(
  { nouns, duplicatesOption }: { nouns: Operation['nouns']; duplicatesOption?: string },
  items: readonly ItemState<unknown>[],
  { screenings }: CompanyCounts,
): string[] {
  const [name = '', ...others] = new Set(items.map(({ subject }) => cleanText(subject?.name)));
  if (!duplicatesOption || items.length < 2 || name === '' || others.length > 0) return [];
  return [
    `All ${items.length} items are the same ${nouns.one}, "${name}": check that the name comes from the right column.`,
    ...(screenings > 1 ? [`${duplicatesOption} in the options pays for it only once.`] : []),
  ];
}

/** The answers now and before, with the age of those before. @param done as in "38 companies screened" */
export function answeredWithAge(
  counts: CompanyCounts,
  { oldest, timeZone }: AnswerTimes,
  done: string,
): string {
  const which = counts.remembered === 1 ? '' : 'the oldest ';
  const when = oldest ? ` (${which}${done} ${ageWords(oldest.ageMs)} ago, at ${oldest.at}, ${timeZone})` : '';
  return answeredWords(counts, `${done} now`, when);
}

/** The first words if no company, or registration number, was due; empty otherwise. */
export function nothingDue(
  { companies, remembered, leftUnanswered }: CompanyCounts,
  { oldest, dueFrom, timeZone }: AnswerTimes,
  { control, done, one }: { control: ControlResult } & Record<'done' | 'one', string>,
): string[] {
  const notDue = remembered + leftUnanswered;
  if (notDue === 0 || notDue < companies) return [];
  return compact(
    `Nothing was ${done} in this run: no ${one} was due.`,
    control === 'notScreened' && 'The Control Name was not screened either.',
    dueFrom !== null &&
      `The next ${one} is due in a run that begins ${dueFrom.includes(':') ? 'at' : 'on'} ${dueFrom} or later (${timeZone}).`,
    // Companies without an answer wait for a person.
    dueFrom === null && oldest && 'With the settings of this node, no answer is ever due again.',
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Rounds down to minutes, to hours from 90 minutes on, and to days from two on. */
export function ageWords(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < 1.5 * HOUR_MS) return quantity(Math.floor(ms / MINUTE_MS), 'minute', 'minutes');
  if (ms < 2 * ONE_DAY_MS) return quantity(Math.floor(ms / HOUR_MS), 'hour', 'hours');
  return quantity(Math.floor(ms / ONE_DAY_MS), 'day', 'days');
}
