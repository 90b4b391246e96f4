// The message of a run for people: what was found, what has no verdict, and whether the list is as long as it was. Texts of strangers
// make no line, no mention, no link and no markup in it.
import { quantity } from '../names/plainText';
import type { ChangedHit } from '../operations/answer';
import type { CompanyCounts } from '../operations/companyCounts';
import { safeText } from '../names/safeText';
import type { ControlResult, ToldKeys } from '../run/itemState';
import type { AnswerTimes } from '../run/rememberedAnswers';
import { CHARACTERS_SHOWN, isTold, type Tidings } from '../run/tidings';
import type { WaitingCases } from '../run/waitingCases';
import { ageWords, answeredWords, nothingDue } from './answeredWords';

/** What a person should know of a run. */
export interface RunReceipt {
  counts: CompanyCounts;
  answerTimes: AnswerTimes;
  waitingCases: WaitingCases;
  /** When the run began, in the time zone of the workflow. */
  begunAt: string;
  /** What is said of a list that is empty; null if it is not. */
  emptyList: string | null;
  /** How many companies have no verdict because the service could not be reached, or did not answer. */
  unreached: number;
  environment: 'production' | 'sandbox' | null;
  /** How long the list of the run before was; null if there was none. */
  companiesBefore: number | null;
  control: ControlResult;
  keys: ToldKeys;
  tidings: readonly Tidings[];
  /** Whether what is not named comes out again in the next run. */
  comesAgain: boolean;
  /** Where people decide; empty if nobody said. */
  deskAddress: string;
  /** Who has no verdict, and why. */
  withoutVerdict: readonly CompanyLack[];
  /** Who has hits, and why somebody has to look all the same. */
  hitsToReview: readonly CompanyLack[];
}

/** Why a company needs a person. */
export interface CompanyLack {
  companyName: string;
  why: string;
}

export interface RunMessages {
  /** What is new in a few words, without a name: for the subject of an e-mail. */
  subject: string;
  /** Lines of plain text. */
  message: string;
  slackMessage: string;
  /** A few elements of HTML, for the body of an e-mail. */
  htmlMessage: string;
}

/** Pure. Bounded in length, however much was found. */
export function messagesOf(receipt: RunReceipt): RunMessages {
  const { counts, answerTimes, control } = receipt;
  const lines = [
    ...nothingDue(counts, answerTimes, { control, done: 'screened' }),
    ...(receipt.emptyList === null ? [] : [receipt.emptyList]),
    ...unreachedOf(receipt),
    ...(receipt.emptyList === null ? [headingOf(receipt), outcomesOf(receipt)] : []),
    ...warningsOf(receipt),
    CONTROLS[control],
    waitingOf(receipt),
  ].filter(Boolean);
  const sections = sectionsOf(receipt).filter(({ entries }) => entries.length > 0);
  const isNews = sections.some(({ short }) => short !== '');
  const isScreened = counts.screenedNow > 0;
  const nothing = isScreened ? 'Nothing new was found.' : 'There is nothing new to tell.';
  const news = isNews ? [] : [nothing];
  const desk = isNews ? receipt.deskAddress : '';
  const message = [
    ...lines,
    ...news,
    ...sections.flatMap(({ title, entries }) => ['', title, ...entries.map((entry) => `• ${entry}`)]),
    ...(desk === '' ? [] : ['', `Decide here: ${desk}`]),
  ].join('\n');
  const html = (text: string) => safeText(text, 'html');
  const htmlMessage = [
    ...[...lines, ...news].map((line) => `<p>${html(line)}</p>`),
    ...sections.map(({ title, entries }) => {
      const list = entries.map((entry) => `<li>${html(entry)}</li>`);
      return `<p><b>${html(title)}</b></p><ul>${list.join('')}</ul>`;
    }),
    ...(desk === '' ? [] : [`<p>Decide here: <a href="${html(desk)}">${html(desk)}</a></p>`]),
  ].join('\n');
  return {
    subject: subjectOf(receipt, sections),
    message,
    slackMessage: safeText(message, 'slack'),
    htmlMessage,
  };
}

function subjectOf(
  { environment, control, emptyList, unreached, counts: { screenedNow } }: RunReceipt,
  sections: readonly MessageSection[],
): string {
  const counts = sections.flatMap(({ short, count }) => (short === '' ? [] : [`${count} ${short}`]));
  const news = [
    ...(emptyList === null ? [] : ['the list is empty']),
    ...(screenedNow === 0 ? ['nothing was screened'] : []),
    ...(unreached > 0 ? ['the service was not reached'] : []),
    ...(control === 'failed' ? ['control not found'] : []),
    ...counts,
  ];
  const sandbox = environment === 'sandbox' ? 'Sandbox, not real: ' : '';
  return `${sandbox}Company screening: ${news.length === 0 ? 'nothing new' : news.join(', ')}`;
}

/** Of companies without a verdict: they come out every night. */
const ENTRIES_SHOWN = 20;

function firstEntries(entries: readonly string[]): string[] {
  const more = entries.length - ENTRIES_SHOWN;
  return more > 0 ? [...entries.slice(0, ENTRIES_SHOWN), `and ${more} more`] : [...entries];
}

function headingOf({ counts, answerTimes, environment }: RunReceipt): string {
  const { companies, rows } = counts;
  const where = environment === 'sandbox' ? ' in the sandbox, not real results' : '';
  const inRows = rows === companies ? '' : `, in ${quantity(rows, 'row', 'rows')}`;
  const answered = answeredWords(counts, answerTimes, 'screened');
  return `${quantity(companies, 'company', 'companies')} on the list${inRows}${where}: ${answered}.`;
}

/** What people have not decided about yet. */
function waitingOf({ waitingCases: { count, oldestMs } }: RunReceipt): string {
  if (count === 0) return '';
  const cases = quantity(count, 'case waits', 'cases wait');
  const oldest = oldestMs === null || oldestMs < DAY_MS ? '' : `, the oldest for ${ageWords(oldestMs)}`;
  return `${cases} for a person on this list${oldest}.`;
}

const DAY_MS = 24 * 3_600_000;

function unreachedOf({ unreached, begunAt, answerTimes }: RunReceipt): string[] {
  if (unreached === 0) return [];
  const companies = quantity(unreached, 'company has', 'companies have');
  return [
    `The service could not be reached, or did not answer, in this run, which began at ${begunAt} (${answerTimes.timeZone}): ${companies} no verdict because of it.`,
  ];
}

/** Each company is in one of the three. */
function outcomesOf({ counts }: RunReceipt): string {
  const { withHits, clear, toReview, failed, notProcessed, withHitsToReview } = counts;
  const withoutVerdict = toReview + failed + notProcessed;
  const also =
    withHitsToReview === 0 ? '' : ` ${withHitsToReview} of the ${withHits} with hits to review as well.`;
  return `${withHits} with hits, ${clear} clear, ${withoutVerdict} without a verdict.${also}`;
}

function warningsOf({ counts, companiesBefore }: RunReceipt): string[] {
  const companies = counts.companies - counts.unusable;
  const unusable =
    counts.unusable === 0
      ? []
      : [
          `Check the list: ${quantity(counts.unusable, 'row names', 'rows name')} no company that can be screened.`,
        ];
  return [...unusable, ...comparisonOf(companies, companiesBefore)];
}

function comparisonOf(companies: number, companiesBefore: number | null): string[] {
  if (companiesBefore === null) return ['There is no earlier run to compare the length of the list with.'];
  const difference = companies - companiesBefore;
  if (difference === 0)
    return [`The list is as long as in the run before: ${quantity(companies, 'company', 'companies')}.`];
  return difference > 0
    ? [`The list has ${difference} more than in the run before, which had ${companiesBefore}.`]
    : [`Check the list: it has ${-difference} fewer than in the run before, which had ${companiesBefore}.`];
}

const CONTROLS: Record<ControlResult, string> = {
  failed: 'The Control Name was not found, so no company of this run is clear.',
  held: 'The Control Name was found, as it should be.',
  none: '',
  unanswered: 'No answer came for the Control Name, so no company of this run is clear.',
  notScreened: '',
};

interface MessageSection {
  title: string;
  /** The same in the subject; empty if it is nothing new. */
  short: string;
  count: number;
  entries: string[];
}

const CHANGES = [
  ['new', 'New hits', 'new'],
  ['listedAgain', 'Hits that are listed again', 'listed again'],
  ['changed', 'Hits that changed', 'changed'],
  ['gone', 'Hits that are not listed any more', 'not listed any more'],
] as const;

function sectionsOf(receipt: RunReceipt): MessageSection[] {
  const { tidings, comesAgain, withoutVerdict, hitsToReview, keys } = receipt;
  const changes = tidings.flatMap((one) => one.changes);
  const named = tidings.flatMap((one) => one.changes.slice(0, one.named));
  return [
    ...CHANGES.map(([change, title, short]) => {
      const count = changes.filter((hit) => hit.change === change).length;
      const entries = named.filter((hit) => hit.change === change).map(entryOf);
      const here = entries.length === count ? '' : `, ${entries.length} of them here`;
      return { title: `${title} (${count}${here}):`, short, count, entries };
    }),
    section('Of these companies there are more', '', moreOf(tidings)),
    section('Not told by this message', 'not told yet', untoldOf(tidings, comesAgain)),
    lacking('With hits, and to review as well', 'with hits to review', hitsToReview),
    lacking('Without a verdict', 'without a verdict', withoutVerdict),
    section(
      'Company Keys with another name than before',
      'renamed',
      keys.renamed.map(
        ({ key, names, before }) =>
          `${inert(key)}: ${inert(names.join(', '))}, before: ${inert(before.join(', '))}`,
      ),
    ),
    section(
      'Company Keys with several names',
      '',
      keys.several.map(({ key, names }) => `${inert(key)}: ${inert(names.join(', '))}`),
    ),
  ];
}

function section(title: string, short: string, all: string[]): MessageSection {
  return { title: `${title} (${all.length}):`, short, count: all.length, entries: firstEntries(all) };
}

function lacking(title: string, short: string, lacks: readonly CompanyLack[]): MessageSection {
  const entries = firstEntries(entriesOf(lacks));
  return { title: `${title} (${lacks.length}):`, short, count: lacks.length, entries };
}

/** Of a company with very many changes, how many more there are. */
function moreOf(tidings: readonly Tidings[]): string[] {
  return tidings.flatMap(({ changes, named }) => {
    const [first] = changes;
    const more = changes.length - named;
    if (!first || named === 0 || more === 0) return [];
    return [`${inert(first.companyName)}: ${quantity(more, 'more hit', 'more hits')}`];
  });
}

/** Who could not be named: a message that is too long would not arrive. */
function untoldOf(tidings: readonly Tidings[], comesAgain: boolean): string[] {
  const untold = tidings.filter((one) => !isTold(one)).length;
  if (untold === 0) return [];
  const where = comesAgain ? 'They come out again in the next run.' : 'Get Many has them.';
  return [`${quantity(untold, 'more company', 'more companies')} with such hits. ${where}`];
}

/** What more than a few have in common is said once. */
function entriesOf(lacks: readonly CompanyLack[]): string[] {
  const alike = new Map<string, string[]>();
  for (const { companyName, why } of lacks) {
    alike.set(why, [...(alike.get(why) ?? []), inert(companyName) || 'a row without a company']);
  }
  return [...alike].flatMap(([why, names]) => {
    if (names.length <= NAMED_ALIKE) return names.map((name) => `${name}: ${inert(why)}`);
    const others = names.length - NAMED_ALIKE;
    return [`${names.slice(0, NAMED_ALIKE).join(', ')} and ${others} more: ${inert(why)}`];
  });
}

const NAMED_ALIKE = 5;

function entryOf({ companyName, name, sourceType }: ChangedHit): string {
  return `${inert(companyName)}: ${inert(name) || 'no name given'} (${inert(sourceType) || 'source type not given'})`;
}

/** A stranger's text as one short line in which no program finds a mention, a link, an emoji or markup. */
function inert(text: string): string {
  const line = text.replaceAll(/[\s\p{Control}\p{Format}\u2028\u2029]+/gu, ' ').trim();
  const characters = Array.from(line);
  const isCut = characters.length > CHARACTERS_SHOWN;
  const short = `${characters.slice(0, CHARACTERS_SHOWN).join('')}${isCut ? '…' : ''}`;
  return short
    .replaceAll(/[*_~`|]/g, (sign) => LOOK_ALIKES[sign] ?? '')
    .replaceAll(/[@#:./\\](?=\S)/g, (sign) => `${sign}\u200C`);
}

const LOOK_ALIKES: Record<string, string> = {
  '*': '\u2217',
  _: '\u02CD',
  '~': '\u223C',
  '`': '\u02CB',
  '|': '\u2223',
};
