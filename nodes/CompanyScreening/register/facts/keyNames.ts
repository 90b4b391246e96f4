// The names under one key. A company is its key and its names, so a key that gets another name is another company; this tells people of it.
// No verdict and no payment depends on it.
import { latest, grouped } from '../../names/plainText';
import type { IntactAnswer } from '../rows/answerRows';
import { companyHash, isScreenedAlike, keyHash, type Company, type CompanyHash } from '../rows/identity';
import { intactAnswersOf } from './history';
import type { Knowledge } from './knowledge';

/** Another name of the key of a company. */
export interface NameNow {
  names: readonly string[];
  /** The time of its first screening after the last one of the company (ISO 8601). */
  since: string;
}

/** A key as people are told of it, with the names of each company as one text. */
export interface KeyNames {
  key: string;
  names: readonly string[];
  /** Its earlier names; empty if it has several in one list. */
  before: readonly string[];
}

/** The keys of a list that stand for several companies, because they come with different names or options. */
export function keysOfSeveral(companies: readonly Company[]): KeyNames[] {
  const distinct = [...new Map(companies.map((company) => [companyHash(company), company])).values()];
  return [...grouped(distinct, ({ key }) => key)].flatMap(([key, some]) =>
    some.length === 1 ? [] : { key, names: some.map(({ names }) => names.join('; ')), before: [] },
  );
}

/** The name under the same key that was screened last, by a run that did not screen this company any more. */
export function nameNow(known: Knowledge, company: CompanyHash): NameNow | null {
  const own = intactAnswersOf(known, company);
  const last = latest(own.map(({ screenedAt }) => screenedAt));
  const runs = new Set(own.map(({ runId }) => runId));
  // Two names of one run were in one list.
  const later = othersUnderKey(known, company)
    .flatMap((one) => intactAnswersOf(known, one))
    .filter(({ screenedAt, runId }) => screenedAt > last && !runs.has(runId))
    .sort(byTime);
  const newest = later.at(-1);
  const first = later.find((one) => one.company === newest?.company);
  return newest && first ? { names: newest.data.company.names, since: first.screenedAt } : null;
}

/** Words for a cell or a field. They never begin with what people wrote. */
export function wordsOfName({ names, since }: NameNow): string {
  return `since ${since.slice(0, 10)}: ${names.join('; ')}`;
}

export function sentenceOfName({ names, since }: NameNow): string {
  return `This key has been called ${names.join('; ')} since ${since.slice(0, 10)}.`;
}

/**
 * The keys that a list has under a name that is screened for the first time, and not under its earlier ones.
 *
 * @param ownRuns the uuids of the run that asks
 */
export function renamedKeys(
  known: Knowledge,
  listed: ReadonlyMap<CompanyHash, { company: Company }>,
  ownRuns: readonly string[],
): KeyNames[] {
  // Others under the key are known by an answer.
  const namesOf = (one: CompanyHash) => intactAnswersOf(known, one).at(-1)?.data.company.names ?? [];
  return [...listed].flatMap(([company, { company: called }]): KeyNames[] => {
    const before = othersUnderKey(known, company, called);
    const isNew = intactAnswersOf(known, company).every(({ runId }) => ownRuns.includes(runId));
    const isMore = before.some((one) => listed.has(one));
    return before.length > 0 && isNew && !isMore
      ? [
          {
            key: called.key,
            names: [called.names.join('; ')],
            before: before.map((one) => namesOf(one).join('; ')),
          },
        ]
      : [];
  });
}

const byTime = (one: IntactAnswer, other: IntactAnswer): number =>
  one.screenedAt < other.screenedAt ? -1 : one.screenedAt > other.screenedAt ? 1 : 0;

/** @param called it, where it may have no answer yet */
function othersUnderKey(known: Knowledge, company: CompanyHash, called?: Company): CompanyHash[] {
  const own = intactAnswersOf(known, company)[0]?.data.company ?? called;
  if (own === undefined) return [];
  const isOther = (one: CompanyHash) =>
    one !== company && intactAnswersOf(known, one).some(({ data }) => isScreenedAlike(data.company, own));
  return [...(known.companiesByKeyHash.get(keyHash(own.key)) ?? [])].filter(isOther);
}
