// The results of a test: a judgement of each known name in each spelling, the counts, and what differs from earlier tests. Pure.
import * as z from 'zod/v4';

import { compareWith, sameName, type Match } from '../../comparison/compare';
import { cleanText } from '../../names/companyName';
import { grouped, quantity } from '../../names/plainText';
import { equal, type Tables } from '../../register/port/tables';
import {
  readTest,
  spellingHash,
  TEST,
  testRow,
  type EarlierResult,
  type StoredTest,
  type TestFigures,
  type TestOutcome,
} from '../../register/rows/testRows';
import type { ScreeningOption } from '../../service/contract';
import { hitFingerprint } from '../../service/hitFingerprint';
import { REVIEW_EXPLANATIONS, type HitsAndVerdict, type ReviewReason } from '../../service/outcome';
import type { KnownName, SpelledName } from './plan';

export interface TestResult {
  known: KnownName;
  spelled: SpelledName;
  judgement: Judgement;
  referenceId: string;
  /** Null if there was no answer. */
  screeningId: string | null;
  screenedAt: string | null;
  /** True if it may have been charged although there is no answer. */
  mayBeCharged: boolean;
  earlier: EarlierResult | undefined;
}

/** The results of a test as its items have them. */
export interface TestedScreening {
  environment: 'production' | 'sandbox';
  option: ScreeningOption;
  startedAt: string;
  endedAt: string;
  /** A list for each known name. */
  byName: ReadonlyArray<readonly TestResult[]>;
  figures: TestFigures;
  madeUp: { name: string; screeningId: string | null };
  /** The register that keeps it; null if it is not kept. */
  register: string | null;
  before: StoredTest | undefined;
  /** Problems, the worst first. */
  problems: readonly string[];
}

/** True if it was found before, and is missed now. */
const isNoLongerFound = ({ judgement, earlier }: TestResult): boolean =>
  judgement.outcome === 'missed' && earlier?.lastFoundAt !== null && earlier !== undefined;

/** True if it was missed in the last test that had an answer for it. */
export const isFoundNow = ({ judgement, earlier }: TestResult): boolean =>
  judgement.outcome === 'found' && earlier?.last === 'missed';

/** True for a hit known by its list only: nobody can tell whether it is the wanted entry. */
export const isByItsListOnly = ({ judgement }: TestResult): boolean => judgement.reason === 'byItsListOnly';

/** Includes the expected id, since a name may be in the list twice. */
const nameOfSpelling = ({ spelled, known }: TestResult): string =>
  JSON.stringify([spelled.text, known.expectedId.toLowerCase()]);

export interface OutcomeCounts extends Record<TestOutcome, number> {
  /** The list or the spelling. */
  of: string;
}

/** Counts the results by outcome, for each value in the order of its first result. */
export function countsBy(
  results: readonly TestResult[],
  valueOf: (result: TestResult) => string,
): OutcomeCounts[] {
  return [...grouped(results, valueOf)].map(([of, some]) => ({ of, ...outcomesOf(some) }));
}

function outcomesOf(results: readonly TestResult[]): Record<TestOutcome, number> {
  const having = (outcome: TestOutcome) =>
    results.filter(({ judgement }) => judgement.outcome === outcome).length;
  return { found: having('found'), missed: having('missed'), noAnswer: having('noAnswer') };
}

/** @param paid how many screenings were answered, and how many may have been charged without an answer */
export function figuresOf(
  byName: TestedScreening['byName'],
  paid: Pick<TestFigures, 'answered' | 'madeUpFound' | 'mayBeCharged'>,
): TestFigures {
  const results = byName.flat();
  return {
    names: byName.length,
    ...paid,
    ...outcomesOf(results),
    noLongerFound: new Set(results.filter(isNoLongerFound).map(nameOfSpelling)).size,
  };
}

/** The test as the register keeps it. A spelling that is in the list twice counts once for the next test. */
export function storedTest(
  { byName, figures, environment, startedAt, endedAt, option }: TestedScreening,
  kept: Pick<StoredTest, 'run' | 'startedBy'>,
): StoredTest {
  const having = (outcome: TestOutcome) => [
    ...new Set(
      byName
        .flat()
        .filter(({ judgement }) => judgement.outcome === outcome)
        .map(({ spelled, known }) => hashOfSpelling(spelled, known, option)),
    ),
  ];
  const results = { found: having('found'), missed: having('missed'), noAnswer: having('noAnswer') };
  return { ...kept, environment, startedAt, endedAt, figures, results };
}

export function hashOfSpelling(
  { text }: SpelledName,
  { expectedId }: KnownName,
  option: ScreeningOption,
): string {
  return spellingHash({ text, option, expectedId });
}

export interface Judgement {
  outcome: TestOutcome;
  /** The reason, if it does not go without saying; null otherwise. */
  reason: ReviewReason | 'byItsListOnly' | 'failed' | 'notSent' | 'nothingFound' | 'otherHits' | null;
  explanation: string | null;
  /** The hits as received. */
  hits: readonly unknown[];
}

/** Replies to another request prove nothing, whatever is in them. */
const OF_ANOTHER_REQUEST: ReadonlySet<ReviewReason> = new Set(['otherRequest', 'staleAnswer']);

/**
 * Judges a screening that did not fail. A wanted hit is found even if the service says that something is wrong with its reply. It is
 * missed only if the reply is whole: one without a verdict, or a part, proves nothing.
 *
 * A source id is that of a list, which has many entries: a hit that is known by it alone must have the known name as well, as it was given.
 *
 * @param expectedId of the hit that must be found; empty if any will do
 */
export function judgeKnownName(
  { outcome, reason: doubt, hits }: HitsAndVerdict,
  { name, expectedId }: { name: string; expectedId: string },
): Judgement {
  const doubted = { reason: doubt, explanation: doubt && REVIEW_EXPLANATIONS[doubt], hits };
  if (doubt && OF_ANOTHER_REQUEST.has(doubt)) return { outcome: 'noAnswer', ...doubted };
  const matches = hits.map((hit) => matchOf(hit, name, expectedId));
  if (matches.includes('same')) return { outcome: 'found', ...doubted };
  if (matches.includes('unknown'))
    return { outcome: 'found', ...BY_ITS_LIST, ...(doubt ? doubted : {}), hits };
  if (hits.length > 0 && doubt === null) return { ...OTHER_HITS, hits };
  return outcome === 'clear' ? NOTHING_FOUND : { outcome: 'noAnswer', ...doubted };
}

const NOTHING_FOUND = {
  outcome: 'missed',
  reason: 'nothingFound',
  explanation: 'The service answered that there is nothing on its lists.',
  hits: [],
} as const;
const OTHER_HITS = {
  outcome: 'missed',
  reason: 'otherHits',
  explanation:
    'There are hits, and none of them has the ID that must be found. A source ID belongs to a list, so a hit with that ID must have the known name too.',
} as const;

const BY_ITS_LIST = {
  reason: 'byItsListOnly',
  explanation:
    'There is a hit with this source ID, which belongs to a list. Its names cannot be compared with the known name, for example because they are in another script. Look at the hit.',
} as const;

const idsSchema = z
  .object({
    companyNumber: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  })
  .transform(({ companyNumber }) => companyNumber)
  .catch([]);
const listedSchema = z
  .object({ sourceId: z.unknown(), tlName: z.unknown() })
  .catch({ sourceId: undefined, tlName: undefined });

/** Compares with the wanted hit: by its fingerprint, by one of its company numbers, or by its list and its name. */
function matchOf(hit: unknown, name: string, expectedId: string): Match {
  const wanted = cleanText(expectedId).toLowerCase();
  const isId = (one: unknown) => typeof one === 'string' && cleanText(one).toLowerCase() === wanted;
  if (expectedId === '' || [hitFingerprint(hit), ...idsSchema.parse(hit)].some(isId)) return 'same';
  const { sourceId, tlName } = listedSchema.parse(hit);
  if (!isId(sourceId)) return 'different';
  const own = { names: [name], registrationNumber: null, country: null };
  const { nameMatch } = compareWith(own, hit);
  if (nameMatch === 'same' || sameName(name, tlName) === 'same') return 'same';
  return nameMatch;
}

/** True if there is any hit; false only if the service said so; null if nobody knows. */
export function isMadeUpFound(verdict: Pick<HitsAndVerdict, 'outcome'> | undefined): boolean | null {
  if (verdict?.outcome === 'hit') return true;
  return verdict?.outcome === 'clear' ? false : null;
}

export interface EarlierTests {
  /** Earlier tests in the same environment. */
  tests: readonly StoredTest[];
  /** A sentence on rows with problems; empty if there are none. */
  problem: string;
}

export const NO_EARLIER_TESTS: EarlierTests = { tests: [], problem: '' };

/** @throws RegisterFailure if the table cannot be read */
export async function readEarlierTests(
  tables: Tables,
  environment: StoredTest['environment'],
): Promise<EarlierTests> {
  const [rows = []] = await tables.run([
    { do: 'read', table: 'runs', where: [equal('kind', TEST)], match: 'all' },
  ]);
  const read = rows.map(readTest);
  const damaged = read.filter((test) => test === undefined).length;
  return {
    tests: read.filter((test) => test?.environment === environment).filter((test) => test !== undefined),
    problem:
      damaged === 0
        ? ''
        : `${quantity(damaged, 'earlier test', 'earlier tests')} in the table of runs cannot be read, and took no part in the comparison: find out who changed the tables of the register.`,
  };
}

/**
 * Stores the row. A call that failed may have been carried out: the row is looked for before it is stored again.
 *
 * @returns whether it is there; a test that is paid for must come out all the same
 */
export async function keepTest(tables: Tables, test: StoredTest): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (await insertOnce(tables, test).catch(() => false)) return true;
  }
  return false;
}

async function insertOnce(tables: Tables, test: StoredTest): Promise<boolean> {
  const query = { do: 'read', table: 'runs', where: [equal('run', test.run)], match: 'all' } as const;
  const [found = []] = await tables.run([query]);
  if (found.length > 0) return true;
  const [stored = []] = await tables.run([{ do: 'insert', table: 'runs', rows: [testRow(test)] }, query]);
  return stored.length > 0;
}
