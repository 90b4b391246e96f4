// The names under one key. A company is its key and its names, so a key that gets another name is another company; this is what
// people are told of it. No verdict and no payment depends on it.
import { grouped } from './grouped';
import { companyHash, keyHash, type Company, type CompanyHash } from './identity';
import type { Knowledge } from './knowledge';
import { soundAnswersOf } from './history';
import type { SoundAnswer } from './rows/answerRows';

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
  /** The companies of names that the list does not have any more. */
  before: readonly CompanyHash[];
}

/** A key as people are told of it; of each company its names, as one text. */
export interface KeyNames {
  key: string;
  names: readonly string[];
  /** The names that it had before; empty if it has several in one list. */
  before: readonly string[];
}

/** Pure. The keys of a list that stand for several companies, because they come with different names or options. */
export function keysOfSeveral(companies: readonly Company[]): KeyNames[] {
  const distinct = [...new Map(companies.map((company) => [companyHash(company), company])).values()];
  return [...grouped(distinct, ({ key }) => key)].flatMap(([key, some]) =>
    some.length === 1 ? [] : { key, names: some.map(({ names }) => names.join('; ')), before: [] },
  );
}

/** The companies of a list, by their hashes. */
type CompaniesOfList = ReadonlyMap<CompanyHash, { company: Company }>;

/** With it begins each such cell that is not empty, so that a condition finds it. */
export const SEVERAL = 'several.';

/** In the row of a run: ten digits of the hash of each company of its list whose key has had several names. */
export function digestOfNames(known: Knowledge, listed: CompaniesOfList): string {
  const several = [...listed].filter(([one, { company }]) => othersUnderKey(known, one, company).length > 0);
  return several.length === 0 ? '' : `${SEVERAL}${several.map(([one]) => digitsOf(one)).join('')}`;
}

/** The cell without these companies; empty if no other is in it. */
export function withoutDigests(cell: string, companies: ReadonlySet<CompanyHash>): string {
  const gone = new Set([...companies].map(digitsOf));
  const all = digitsIn(cell);
  const left = all.filter((digits) => !gone.has(digits));
  if (left.length === all.length) return cell;
  return left.length === 0 ? '' : `${SEVERAL}${left.join('')}`;
}

/** Gives whether a company is in one of these cells. */
export function listedIn(cells: readonly string[]): (company: CompanyHash) => boolean {
  const listed = new Set(cells.flatMap(digitsIn));
  return (company) => listed.has(digitsOf(company));
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

/** In a cell or a field: never a text that begins with what people wrote. */
export function wordsOfName({ names, since }: NameNow): string {
  const when = since === '' ? 'again' : `since ${since.slice(0, 10)}`;
  return `${when}: ${names.join('; ')}`;
}

export function sentenceOfName({ names, since }: NameNow): string {
  const name = names.join('; ');
  return since === ''
    ? `This key is called ${name} again.`
    : `This key has been called ${name} since ${since.slice(0, 10)}.`;
}

/**
 * Pure. Keys of a list that have other names than in the run before.
 *
 * @param before that run: when it ended (ISO 8601), and its cell
 */
export function renamedKeys(
  known: Knowledge,
  listed: CompaniesOfList,
  before: { endedAt: string; severalNames: string },
): RenamedKey[] {
  const wasListed = listedIn([before.severalNames]);
  const isNew = (one: CompanyHash) => {
    const answers = soundAnswersOf(known, one);
    const isFirst = ({ follows, screenedAt }: SoundAnswer) =>
      follows.length === 0 && screenedAt > before.endedAt;
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
const digitsIn = (cell: string): string[] => cell.slice(SEVERAL.length).match(/[0-9a-f]{10}/g) ?? [];

const byTime = (one: SoundAnswer, other: SoundAnswer): number =>
  one.screenedAt < other.screenedAt ? -1 : one.screenedAt > other.screenedAt ? 1 : 0;

/** @param called it, where it may have no answer yet */
function othersUnderKey(known: Knowledge, company: CompanyHash, called?: Company): CompanyHash[] {
  const key = soundAnswersOf(known, company)[0]?.keyHash ?? (called && keyHash(called));
  const underKey = key === undefined ? [] : [...(known.keys.get(key) ?? [])];
  return underKey.filter((one) => one !== company);
}
