// The message of a run for people: what was found, what has no verdict, and whether the list is as long as it was. Texts of strangers
// make no line, no mention, no link and no markup in it.
import { quantity } from '../names/plainText';
import type { ChangedHit } from '../operations/answer';
import type { CompanyCounts } from '../operations/companyCounts';
import { safeText } from '../names/safeText';
import type { ControlResult, ToldKeys } from '../run/itemState';
import type { AnswerTimes } from '../run/rememberedAnswers';
import { answeredWords, nothingDue } from './answeredWords';

/** What a person should know of a run. */
export interface RunReceipt {
  counts: CompanyCounts;
  answerTimes: AnswerTimes;
  environment: 'production' | 'sandbox' | null;
  /** How long the list of the run before was; null if there was none. */
  companiesBefore: number | null;
  control: ControlResult;
  keys: ToldKeys;
  hits: readonly ChangedHit[];
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
    headingOf(receipt),
    outcomesOf(receipt),
    ...warningsOf(receipt),
    CONTROLS[control],
  ].filter(Boolean);
  const sections = sectionsOf(receipt).filter(({ entries }) => entries.length > 0);
  const isNews = sections.some(({ short }) => short !== '');
  const isScreened = counts.screenedNow > 0 || counts.companies === 0;
  const nothing = isScreened ? 'Nothing new was found.' : 'There is nothing new to tell.';
  const news = isNews ? [] : [nothing];
  const desk = isNews ? receipt.deskAddress : '';
  const message = [
    ...lines,
    ...news,
    ...sections.flatMap(({ title, entries }) => [
      '',
      title,
      ...firstEntries(entries).map((entry) => `• ${entry}`),
    ]),
    ...(desk === '' ? [] : ['', `Decide here: ${desk}`]),
  ].join('\n');
  const html = (text: string) => safeText(text, 'html');
  const htmlMessage = [
    ...[...lines, ...news].map((line) => `<p>${html(line)}</p>`),
    ...sections.map(({ title, entries }) => {
      const list = firstEntries(entries).map((entry) => `<li>${html(entry)}</li>`);
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
  { environment, control, counts: { screenedNow, companies } }: RunReceipt,
  sections: readonly MessageSection[],
): string {
  const counts = sections.flatMap(({ short, entries }) => (short === '' ? [] : `${entries.length} ${short}`));
  const news = [
    ...(screenedNow === 0 && companies > 0 ? ['nothing was screened'] : []),
    ...(control === 'failed' ? ['control not found'] : []),
    ...counts,
  ];
  const sandbox = environment === 'sandbox' ? 'Sandbox, not real: ' : '';
  return `${sandbox}Company screening: ${news.length === 0 ? 'nothing new' : news.join(', ')}`;
}

/** In one section. */
const ENTRIES_SHOWN = 20;
/** Of one name. */
const CHARACTERS_SHOWN = 100;

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
  notScreened: '',
};

interface MessageSection {
  title: string;
  /** The same in the subject; empty if it is nothing new. */
  short: string;
  entries: string[];
}

function sectionsOf({ hits, withoutVerdict, hitsToReview, keys }: RunReceipt): MessageSection[] {
  const having = (wanted: ChangedHit['change']) =>
    hits.filter(({ change }) => change === wanted).map(entryOf);
  const titled = (title: string, short: string, entries: string[]) => ({
    title: `${title} (${entries.length}):`,
    short,
    entries,
  });
  return [
    titled('New hits', 'new', having('new')),
    titled('Hits that are listed again', 'listed again', having('listedAgain')),
    titled('Hits that changed', 'changed', having('changed')),
    titled('Hits that are not listed any more', 'not listed any more', having('gone')),
    titled('With hits, and to review as well', 'with hits to review', hitsToReview.map(lackOf)),
    titled('Without a verdict', 'without a verdict', withoutVerdict.map(lackOf)),
    titled(
      'Company Keys with another name than before',
      'renamed',
      keys.renamed.map(
        ({ key, names, before }) =>
          `${inert(key)}: ${inert(names.join(', '))}, before: ${inert(before.join(', '))}`,
      ),
    ),
    titled(
      'Company Keys with several names',
      '',
      keys.several.map(({ key, names }) => `${inert(key)}: ${inert(names.join(', '))}`),
    ),
  ];
}

const lackOf = ({ companyName, why }: CompanyLack): string =>
  `${inert(companyName) || 'a row without a company'}: ${inert(why)}`;

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
