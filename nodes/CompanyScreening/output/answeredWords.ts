// How many companies of a run were screened now, and how many are from before, in words: a run that sends nothing must not read like a
// full one.
import { ONE_DAY_MS } from '../batch/time';
import { quantity } from '../names/plainText';
import type { CompanyCounts } from '../operations/shared/companyCounts';
import type { ControlResult } from '../run/itemState';
import type { AnswerTimes } from '../run/register/rememberedAnswers';

/** Each of these is a part of the companies, and they add up to them. @param done as in "38 companies screened" */
export function answeredWords(
  { screenedNow, remembered, unanswered }: CompanyCounts,
  { oldest, timeZone }: AnswerTimes,
  done: string,
): string {
  const which = remembered === 1 ? '' : 'the oldest ';
  const when = oldest ? ` (${which}${done} ${ageWords(oldest.ageMs)} ago, at ${oldest.at}, ${timeZone})` : '';
  return [
    `${screenedNow} ${done} now`,
    `${remembered} from the register${remembered === 0 ? '' : when}`,
    ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
  ].join(', ');
}

/** What is said first if no company, or registration number, was due; nothing otherwise. */
export function nothingDue(
  { companies, remembered }: CompanyCounts,
  { oldest, dueFrom, timeZone }: AnswerTimes,
  { control, done, one }: { control: ControlResult } & Record<'done' | 'one', string>,
): string[] {
  if (remembered === 0 || remembered < companies) return [];
  return [
    `Nothing was ${done} in this run: no ${one} was due.`,
    ...(control === 'notScreened' ? ['The Control Name was not screened either.'] : []),
    ...(dueFrom === null
      ? []
      : [
          `The next ${one} is due in a run that begins ${dueFrom.includes(':') ? 'at' : 'on'} ${dueFrom} or later (${timeZone}).`,
        ]),
    // What has no answer waits for a person.
    ...(dueFrom === null && oldest ? ['By the settings of this node, no answer is ever due again.'] : []),
  ];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** In full minutes, hours from 90 minutes on, or days from two on. */
export function ageWords(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < 1.5 * HOUR_MS) return quantity(Math.floor(ms / MINUTE_MS), 'minute', 'minutes');
  if (ms < 2 * ONE_DAY_MS) return quantity(Math.floor(ms / HOUR_MS), 'hour', 'hours');
  return quantity(Math.floor(ms / ONE_DAY_MS), 'day', 'days');
}
