// What a test came to: each known name in each spelling, the counts, and what is different from earlier tests. Pure.
import type { EarlierResult, StoredTest, TestFigures, TestOutcome } from '../../register/rows/testRows';
import { spellingHash } from '../../register/rows/testRows';
import type { ScreeningOption } from '../../service/contract';
import type { Judgement } from './judgement';
import type { KnownName, SpelledName } from './knownNames';

/** One known name in one spelling. */
export interface TestResult {
  known: KnownName;
  spelled: SpelledName;
  judgement: Judgement;
  referenceId: string;
  /** Null if there was no answer. */
  screeningId: string | null;
  screenedAt: string | null;
  /** Whether it may have been charged although there is no answer. */
  mayBeCharged: boolean;
  /** Undefined if no earlier test had an answer for it. */
  earlier: EarlierResult | undefined;
}

/** What a test of the screening says, as items and the document have it. */
export interface TestedScreening {
  environment: 'production' | 'sandbox';
  option: ScreeningOption;
  startedAt: string;
  endedAt: string;
  /** One list for each known name. */
  byName: ReadonlyArray<readonly TestResult[]>;
  figures: TestFigures;
  madeUp: { name: string; screeningId: string | null };
  /** Where it is kept; null if it is not. */
  register: string | null;
  /** The test before; undefined if there is none. */
  before: StoredTest | undefined;
  /** What is wrong, the worst first. */
  problems: readonly string[];
}

/** It was found before, and is missed now. */
export const isNoLongerFound = ({ judgement, earlier }: TestResult): boolean =>
  judgement.outcome === 'missed' && earlier?.lastFoundAt !== null && earlier !== undefined;

/** It was missed in the last test that had an answer for it. */
export const isFoundNow = ({ judgement, earlier }: TestResult): boolean =>
  judgement.outcome === 'found' && earlier?.last === 'missed';

/** Known by its list only: nobody can tell whether it is the entry that is wanted. */
export const isByItsListOnly = ({ judgement }: TestResult): boolean => judgement.reason === 'byItsListOnly';

/** A name may be in the list twice. */
const nameOfSpelling = ({ spelled, known }: TestResult): string =>
  JSON.stringify([spelled.text, known.expectedId.toLowerCase()]);

export interface OutcomeCounts extends Record<TestOutcome, number> {
  /** The list or the spelling. */
  of: string;
}

/** How many of the results have each outcome, for each value in the order of its first result. */
export function countsBy(
  results: readonly TestResult[],
  valueOf: (result: TestResult) => string,
): OutcomeCounts[] {
  const counts = new Map<string, OutcomeCounts>();
  for (const result of results) {
    const of = valueOf(result);
    const count = counts.get(of) ?? { of, found: 0, missed: 0, noAnswer: 0 };
    counts.set(of, count);
    count[result.judgement.outcome] += 1;
  }
  return [...counts.values()];
}

/** @param paid how many screenings were answered, and how many may have been charged without an answer */
export function figuresOf(
  byName: TestedScreening['byName'],
  paid: Pick<TestFigures, 'answered' | 'madeUpFound' | 'mayBeCharged'>,
): TestFigures {
  const results = byName.flat();
  const having = (outcome: TestOutcome) =>
    results.filter(({ judgement }) => judgement.outcome === outcome).length;
  return {
    names: byName.length,
    ...paid,
    found: having('found'),
    missed: having('missed'),
    noAnswer: having('noAnswer'),
    noLongerFound: new Set(results.filter(isNoLongerFound).map(nameOfSpelling)).size,
  };
}

/** As the register keeps it. A spelling that is in the list twice counts once for the next test. */
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
