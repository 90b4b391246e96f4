// The names under one key. A company is its key and its names, so a key that gets another name is another company; this is what
// people are told of it. No verdict and no payment depends on it.
import { keyHash, type Company, type CompanyHash } from './identity';
import type { Knowledge } from './knowledge';
import { soundAnswersOf } from './history';
import type { SoundAnswer } from './rows';

/** What the key of a company is called now, where lists have another name for it. */
export interface NameNow {
  names: readonly string[];
  /** Since when (ISO 8601); empty where a name came back that has not been screened since then. */
  since: string;
}

/** A key that a list has under another name than before. */
export interface RenamedKey {
  /** With its key. */
  called: Company;
  company: CompanyHash;
  /** Those of names that the list does not have any more. */
  before: readonly CompanyHash[];
}

/** Those of a list, by their hashes. */
type Listed = ReadonlyMap<CompanyHash, { company: Company }>;

/** In the row of a run: ten digits of the hash of each company of its list whose key has had several names. */
export function digestOfNames(known: Knowledge, listed: Listed): string {
  return [...listed]
    .filter(([one, { company }]) => othersUnderKey(known, one, company).length > 0)
    .map(([one]) => digitsOf(one))
    .join('');
}

/** The companies of such a cell, by ten digits of each. */
export function readDigest(cell: string): ReadonlySet<string> {
  return new Set(cell.match(/[0-9a-f]{10}/g) ?? []);
}

/** Pure. @param isListed whether the latest run of any node had it in its list */
export function nameNow(
  known: Knowledge,
  company: CompanyHash,
  isListed: (company: CompanyHash) => boolean,
): NameNow | null {
  if (isListed(company)) return null;
  const own = soundAnswersOf(known, company);
  const times = own.map(({ screenedAt }) => screenedAt).sort();
  const last = times.at(-1) ?? '';
  const runs = new Set(own.map(({ run }) => run));
  // Where no list has any of them, as with forms: names that came later. Two of one run were in one list.
  const isLater = (one: CompanyHash) =>
    soundAnswersOf(known, one).every(({ run, screenedAt }) => screenedAt > last && !runs.has(run));
  const others = othersUnderKey(known, company);
  const inUse = others.filter(isListed);
  const all = (inUse.length > 0 ? inUse : others.filter(isLater)).flatMap((one) =>
    soundAnswersOf(known, one),
  );
  const newest = all.toSorted(byTime).at(-1);
  if (!newest) return null;
  const [first] = all.filter((one) => one.company === newest.company && one.screenedAt > last).sort(byTime);
  return { names: newest.data.company.names, since: first?.screenedAt ?? '' };
}

/** In a sentence, or in a cell: never a text that begins with what people wrote. */
export function wordsOfName({ names, since }: NameNow): string {
  const when = since === '' ? 'again' : `since ${since.slice(0, 10)}`;
  return `${when}: ${names.join('; ')}`;
}

/**
 * Pure. Keys of a list that have other names than when the list of the run before was screened.
 *
 * @param before that run: when it began (ISO 8601), and its cell
 */
export function renamedKeys(
  known: Knowledge,
  listed: Listed,
  before: { startedAt: string; severalNames: string },
): RenamedKey[] {
  const then = readDigest(before.severalNames);
  const wasListed = (one: CompanyHash) => then.has(digitsOf(one));
  const isNew = (one: CompanyHash) => {
    const answers = soundAnswersOf(known, one);
    const isFirst = ({ follows, screenedAt }: SoundAnswer) =>
      follows.length === 0 && screenedAt >= before.startedAt;
    return answers.length === 0 || answers.some(isFirst);
  };
  return [...listed].flatMap(([company, { company: called }]): RenamedKey[] => {
    const all = othersUnderKey(known, company, called);
    const others = all.filter((one) => !listed.has(one));
    if (others.length === 0 || wasListed(company)) return [];
    const namedThen = others.filter(wasListed);
    // A key that had a single name then is in no such cell.
    const isFirstOther = !all.some(wasListed) && isNew(company);
    const replaced =
      namedThen.length > 0 ? namedThen : isFirstOther ? others.filter((one) => !isNew(one)) : [];
    return replaced.length === 0 ? [] : [{ called, company, before: replaced }];
  });
}

/** As the answers have them. */
export function namesOfCompany(known: Knowledge, company: CompanyHash): readonly string[] {
  return soundAnswersOf(known, company).at(-1)?.data.company.names ?? [];
}

const digitsOf = (company: CompanyHash): string => company.slice(0, 10);

const byTime = (one: SoundAnswer, other: SoundAnswer): number =>
  one.screenedAt < other.screenedAt ? -1 : one.screenedAt > other.screenedAt ? 1 : 0;

/** @param called it, where it may have no answer yet */
function othersUnderKey(known: Knowledge, company: CompanyHash, called?: Company): CompanyHash[] {
  const key = soundAnswersOf(known, company)[0]?.keyHash ?? (called && keyHash(called));
  const underKey = key === undefined ? [] : [...(known.keys.get(key) ?? [])];
  return underKey.filter((one) => one !== company);
}
