// The lists of a run's message: each hit that is new or changed, and companies without a verdict. A stranger's text is a line of its own there.
import { grouped, quantity, shortText } from '../names/plainText';
import type { ChangedHit } from '../operations/shared/requestTask';
import type { ToldKeys } from '../run/state/itemState';
import { CHARACTERS_SHOWN, isInMessage, type MessageEntry } from '../run/register/messageEntries';

/** The facts that the lists are made of. */
export interface MessageProblems {
  keys: ToldKeys;
  messageEntries: readonly MessageEntry[];
  /** True if a company that is not named comes out again in the next run. */
  comesAgain: boolean;
  withoutVerdict: readonly CompanyLack[];
  /** Companies with hits that somebody has to look at all the same, and why. */
  hitsToReview: readonly CompanyLack[];
}

/** The reason why a company needs a person. */
export interface CompanyLack {
  companyName: string;
  why: string;
}

export interface MessageSection {
  title: string;
  /** Short words for the subject; empty if it is nothing new. */
  short: string;
  count: number;
  entries: string[];
}

const CHANGES = [
  ['new', 'New hits', 'new'],
  ['listedAgain', 'Hits that are listed again', 'listed again'],
  ['changed', 'Hits that changed', 'changed'],
  ['gone', 'Hits that are no longer listed', 'no longer listed'],
] as const;

/** Keeps the order in which they are read, without empty ones. */
export function sectionsOf(facts: MessageProblems): MessageSection[] {
  const { messageEntries, comesAgain, withoutVerdict, hitsToReview, keys } = facts;
  const listed = messageEntries.filter(({ item }) => item !== null);
  const changes = listed.flatMap((one) => one.changes);
  const named = listed.flatMap((one) => one.named);
  const all = [
    ...CHANGES.map(([change, title, short]) => {
      const count = changes.filter((hit) => hit.change === change).length;
      const entries = named.filter((hit) => hit.change === change).map(entryOf);
      const here = entries.length === count ? '' : `, ${entries.length} of them here`;
      return { title: `${title} (${count}${here}):`, short, count, entries };
    }),
    ofFormer(messageEntries.filter(({ item }) => item === null)),
    section('More hits of these companies', '', moreOf(messageEntries, comesAgain)),
    section('Not in this message', 'not reported yet', undeliveredOf(messageEntries, comesAgain)),
    section(
      'With hits, and to review as well',
      'with hits to review',
      entriesOf(hitsToReview),
      hitsToReview.length,
    ),
    section('Without a verdict', 'without a verdict', entriesOf(withoutVerdict), withoutVerdict.length),
    renamedKeysSection(
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
  return all.filter(({ entries }) => entries.length > 0);
}

/** Names as many keys as fit, since the next message does not repeat them. */
function renamedKeysSection(all: readonly string[]): MessageSection {
  let room = ROOM_OF_KEYS;
  const fits = all.findIndex((entry) => (room -= entry.length) < 0);
  const named = fits === -1 ? all : all.slice(0, fits);
  const more = all.length - named.length;
  const others = `and ${more} more: Get Many gives the present name of each company`;
  const title = `Company Keys with another name than before (${all.length}):`;
  return {
    title,
    short: 'renamed',
    count: all.length,
    entries: more === 0 ? [...named] : [...named, others],
  };
}

/** Characters. */
const ROOM_OF_KEYS = 5_000;

/** The most entries of companies without a verdict: they come out every night. */
const ENTRIES_SHOWN = 20;

function firstEntries(entries: readonly string[]): string[] {
  const more = entries.length - ENTRIES_SHOWN;
  return more > 0 ? [...entries.slice(0, ENTRIES_SHOWN), `and ${more} more`] : [...entries];
}

function section(title: string, short: string, all: readonly string[], count = all.length): MessageSection {
  return { title: `${title} (${count}):`, short, count, entries: firstEntries(all) };
}

/** Names all of them: they are marked as told, and nobody is asked for these companies any more. */
function ofFormer(messageEntries: readonly MessageEntry[]): MessageSection {
  const entries = messageEntries.flatMap(({ named }) =>
    named.map((hit) => `${entryOf(hit)}${hit.change === 'gone' ? ', no longer listed' : ''}`),
  );
  const count = messageEntries.filter(({ named }) => named.length > 0).length;
  return {
    title: `Found earlier, not reported yet, and not on this list now (${quantity(count, 'company', 'companies')}):`,
    short: 'found earlier and not reported yet',
    count,
    entries,
  };
}

/** Says of a company with very many changes how many more there are. */
function moreOf(messageEntries: readonly MessageEntry[], comesAgain: boolean): string[] {
  return messageEntries.flatMap(({ changes, named }) => {
    const [first] = changes;
    const more = changes.length - named.length;
    if (!first || named.length === 0 || more === 0) return [];
    const where = comesAgain ? 'in the next message' : 'Get Many has them';
    return [`${inert(first.companyName)}: ${quantity(more, 'more hit', 'more hits')}, ${where}`];
  });
}

/** Counts the companies that could not be named: a message that is too long would not arrive. */
function undeliveredOf(messageEntries: readonly MessageEntry[], comesAgain: boolean): string[] {
  const undelivered = messageEntries.filter((one) => !isInMessage(one)).length;
  if (undelivered === 0) return [];
  const where = comesAgain ? 'They come out again in the next run.' : 'Get Many has them.';
  return [`${quantity(undelivered, 'more company', 'more companies')} with such hits. ${where}`];
}

/** Says once what more than a few have in common. */
function entriesOf(lacks: readonly CompanyLack[]): string[] {
  return [...grouped(lacks, ({ why }) => why)].flatMap(([why, some]) => {
    const names = some.map(({ companyName }) => inert(companyName) || 'a row without a company');
    if (names.length < ALIKE) return names.map((name) => `${name}: ${inert(why)}`);
    if (names.length <= NAMED_ALIKE) return [`${names.join(', ')}: ${inert(why)}`];
    const others = names.length - NAMED_ALIKE;
    return [`${names.slice(0, NAMED_ALIKE).join(', ')} and ${others} more: ${inert(why)}`];
  });
}

/** Companies that have a line together. */
const ALIKE = 3;
const NAMED_ALIKE = 5;

function entryOf({ companyName, name, sourceType }: ChangedHit): string {
  return `${inert(companyName)}: ${inert(name) || 'no name given'} (${inert(sourceType) || 'source type not given'})`;
}

/** A stranger's text as one short line in which no program finds a mention, a link, an emoji or markup. */
function inert(text: string): string {
  const line = text.replaceAll(/[\s\p{Control}\p{Format}\u2028\u2029]+/gu, ' ').trim();
  return shortText(line, CHARACTERS_SHOWN)
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
