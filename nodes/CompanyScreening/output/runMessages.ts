// The message of a run for people: what was found, what has no verdict, and whether the list is as long as it was. Texts of strangers make no
// line, no mention, no link and no markup in it.
import { ONE_DAY_MS } from '../flowControl/time';
import { messageParts, partWords, type Passage } from '../names/messageParts';
import { compact, grouped, quantity, safeText } from '../names/plainText';
import { outcomeWords, unprovenWords, type CompanyCounts } from '../operations/shared/companyCounts';
import type { ControlResult } from '../operations/shared/operation';
import type { RegisterFacts, RunResult } from '../run/state/itemState';
import { sectionsOf, type MessageSection, type MessageProblems } from './messageSections';
import { ageWords, answeredWithAge, nothingDue } from './runHint';

/** The facts that a person should know of a run. */
export interface MessageFacts
  extends
    MessageProblems,
    Pick<RegisterFacts, 'answerTimes' | 'companiesBefore' | 'deskAddress' | 'noReplySince' | 'waitingCases'>,
    Pick<RunResult, 'environment'> {
  counts: CompanyCounts;
  /** An empty list, or one that was not read, in a few words; then with what to do. Null if it is not empty. */
  emptyList: { subject: string; text: string } | null;
  /** Companies without a verdict because the service could not be reached, or did not answer. */
  withoutReply: number;
  control: ControlResult;
}

/** One of the messages of a run: nearly always the only one. */
export interface RunMessage {
  /** Counted from 1. */
  part: number;
  parts: number;
  /** The news in a few words, without a name: for the subject of an e-mail. */
  subject: string;
  /** Lines of plain text. */
  message: string;
  slackMessage: string;
  /** A few elements of HTML, for the body of an e-mail. */
  htmlMessage: string;
}

/** Messages of a run that ended before it looked into the register. @param problem what stopped it, and what to do */
export function messagesOfStop(problem: string): RunMessage[] {
  const lines = ['Nothing was screened: the run stopped before its first company.', problem];
  return inParts(lines.map(line), 'Company screening: nothing was screened, the run stopped', '');
}

/** Messages of bounded length, however much was found; Slack cuts none of them. */
export function messagesOf(facts: MessageFacts): RunMessage[] {
  const { counts, answerTimes, control } = facts;
  const lines = compact(
    ...nothingDue(counts, answerTimes, { control, done: 'screened', one: 'company' }),
    facts.emptyList?.text,
    noReplyOf(facts),
    // Problems come before counts.
    alarmOf(facts),
    ...warningsOf(facts),
    ...(facts.emptyList === null ? [headingOf(facts), outcomesOf(facts)] : []),
    comparisonOf(facts),
    control === 'held' && 'The Control Name was found, as it should be.',
    waitingOf(facts),
  );
  const sections = sectionsOf(facts);
  const isNews = sections.some(({ short }) => short !== '');
  const isScreened = counts.screenedNow > 0;
  const nothing = isScreened ? 'Nothing new was found.' : 'There is nothing new to tell.';
  const news = isNews || facts.emptyList !== null ? [] : [nothing];
  const desk = isNews || facts.waitingCases.count > 0 ? facts.deskAddress : '';
  const passages = [
    ...[...lines, ...news].map(line),
    ...sections.flatMap(({ title, entries }) => entries.map((text) => ({ title, text }))),
  ];
  return inParts(passages, subjectOf(facts, sections), desk);
}

const line = (text: string): Passage => ({ title: '', text });

/** @param desk where people decide; '' if nothing is said about it */
function inParts(passages: readonly Passage[], subject: string, desk: string): RunMessage[] {
  const all = messageParts(passages);
  const parts = all.length;
  return all.map((own, index) => {
    const part = index + 1;
    const which = parts === 1 ? [] : [line(`Message ${part} of ${parts}.`)];
    const groups = [...grouped([...which, ...own], ({ title }) => title)];
    const address = part === parts ? desk : '';
    const message = [
      ...groups.map(([title, some]) =>
        compact(title, ...some.map(({ text }) => (title === '' ? text : `• ${text}`))).join('\n'),
      ),
      ...(address === '' ? [] : [`Decide here: ${address}`]),
    ].join('\n\n');
    return {
      ...{ part, parts, subject: subject + partWords(part, parts) },
      message,
      slackMessage: safeText(message, 'slack'),
      htmlMessage: htmlOf(groups, address),
    };
  });
}

function htmlOf(groups: ReadonlyArray<[title: string, some: Passage[]]>, desk: string): string {
  const html = (text: string) => safeText(text, 'html');
  return [
    ...groups.flatMap(([title, some]) => {
      if (title === '') return some.map(({ text }) => `<p>${html(text)}</p>`);
      const list = some.map(({ text }) => `<li>${html(text)}</li>`);
      return [`<p><b>${html(title)}</b></p><ul>${list.join('')}</ul>`];
    }),
    ...(desk === '' ? [] : [`<p>Decide here: <a href="${html(desk)}">${html(desk)}</a></p>`]),
  ].join('\n');
}

function subjectOf(
  { environment, control, emptyList, withoutReply, counts: { screenedNow } }: MessageFacts,
  sections: readonly MessageSection[],
): string {
  const counts = sections.flatMap(({ short, count }) => (short === '' ? [] : [`${count} ${short}`]));
  const news = compact(
    emptyList?.subject,
    screenedNow === 0 && 'nothing was screened',
    withoutReply > 0 &&
      (screenedNow === 0 ? 'the service was not reached' : 'the service did not always answer'),
    control === 'failed' && 'control not found',
    ...counts,
  );
  const sandbox = environment === 'sandbox' ? 'Sandbox, not real: ' : '';
  return `${sandbox}Company screening: ${news.length === 0 ? 'nothing new' : news.join(', ')}`;
}

function headingOf({ counts, answerTimes, environment }: MessageFacts): string {
  const { companies, rows } = counts;
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const inRows = rows === companies ? '' : `, in ${quantity(rows, 'row', 'rows')}`;
  const answered = answeredWithAge(counts, answerTimes, 'screened');
  return `${quantity(companies, 'company', 'companies')} on the list${inRows}${where}: ${answered}.`;
}

/** Counts the cases that people have not decided about yet. */
function waitingOf({ waitingCases: { count, oldestMs } }: MessageFacts): string {
  if (count === 0) return '';
  const cases = quantity(count, 'case of this list waits', 'cases of this list wait');
  const oldest = oldestMs === null || oldestMs < ONE_DAY_MS ? '' : `, the oldest for ${ageWords(oldestMs)}`;
  return `${cases} for a decision${oldest}.`;
}

function noReplyOf({ withoutReply, noReplySince, answerTimes }: MessageFacts): string {
  if (withoutReply === 0) return '';
  const companies = quantity(withoutReply, 'company has', 'companies have');
  const since = noReplySince === null ? '' : `, first at ${noReplySince} (${answerTimes.timeZone})`;
  return `The service could not be reached, or did not answer${since}: ${companies} no verdict because of it. Hits of earlier runs stay open.`;
}

function outcomesOf({ counts }: MessageFacts): string {
  const { withHits, withHitsToReview } = counts;
  const also =
    withHitsToReview === 0 ? '' : ` ${withHitsToReview} of the ${withHits} with hits to review as well.`;
  return `${outcomeWords(counts)}.${also}`;
}

function warningsOf({ counts, companiesBefore }: MessageFacts): string[] {
  const fewer = (companiesBefore ?? 0) - listLength(counts);
  return compact(
    counts.unusable > 0 &&
      `Check the list: ${quantity(counts.unusable, 'row names', 'rows name')} no company that can be screened.`,
    fewer > 0 &&
      `Check the list: it has ${fewer} fewer than in the run before, which had ${companiesBefore}.`,
  );
}

/** A shorter list is a warning. */
function comparisonOf({ counts, companiesBefore, emptyList }: MessageFacts): string {
  if (emptyList !== null) return '';
  if (companiesBefore === null) return 'There is no earlier run to compare the length of the list with.';
  const more = listLength(counts) - companiesBefore;
  if (more === 0) return 'The list is as long as in the run before.';
  return more > 0 ? `The list has ${more} more than in the run before, which had ${companiesBefore}.` : '';
}

const listLength = ({ companies, unusable }: CompanyCounts): number => companies - unusable;

function alarmOf({ control, counts }: MessageFacts): string {
  // The companies that earlier runs have screened are the only clear ones then.
  const unproven = unprovenWords(counts.clear);
  if (control === 'failed')
    return `The Control Name was not found, so ${unproven}. Check that the name is still listed, then ask the service's support.`;
  return control === 'unanswered' ? `No answer came for the Control Name, so ${unproven}.` : '';
}
