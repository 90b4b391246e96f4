// A test of the screening as the register keeps it: a row of its own kind among the runs. It has no company, and does not count as a night
// when runs are watched.
import * as z from 'zod/v4';

import type { StoredRow, TableRow } from '../port/tables';
import { hash, jsonText, mark, time } from './cells';
import { hashOf } from './identity';

export const TEST = 'test';

/** The result of a known name in one spelling. It is never a verdict on a company. */
export type TestOutcome = 'found' | 'missed' | 'noAnswer';

const number = z.int().nonnegative();
/** The first digits of a hash, by which a spelling is known again in the next test. */
const spelling = z.string().regex(/^[0-9a-f]{12}$/);

const figuresSchema = z.object({
  /** Known names. */
  names: number,
  /** Screenings that were answered, and so were paid for; and those that may have been paid for without an answer. */
  answered: number,
  mayBeCharged: number,
  found: number,
  missed: number,
  noAnswer: number,
  /** Missed spellings that an earlier test had found. */
  noLongerFound: number,
  /** True if a name that exists nowhere was found; null if that is not known. */
  madeUpFound: z.boolean().nullable(),
});
export type TestFigures = z.infer<typeof figuresSchema>;

const testSchema = z.object({
  figures: figuresSchema,
  results: z.object({ found: z.array(spelling), missed: z.array(spelling), noAnswer: z.array(spelling) }),
  seal: hash,
});

const testRowSchema = z.object({
  run: mark,
  kind: z.literal(TEST),
  startedAt: time,
  endedAt: time,
  startedBy: z.string(),
  environment: z.enum(['production', 'sandbox']),
  test: jsonText(testSchema),
});

/** A test that is over. */
export type StoredTest = Omit<z.infer<typeof testRowSchema>, 'kind' | 'test'> &
  Omit<z.infer<typeof testSchema>, 'seal'>;

export function isTest(row: TableRow): boolean {
  return row['kind'] === TEST;
}

/** The row of a test, sealed. It has ended when it is written: a test that goes on holds nobody up. */
export function testRow({ figures, results, ...facts }: StoredTest): TableRow {
  const data = { figures, results };
  return {
    ...facts,
    kind: TEST,
    state: 'ended',
    beat: 'over',
    beatAt: facts.endedAt,
    test: JSON.stringify({ ...data, seal: testSeal({ ...facts, ...data }) }),
  };
}

/** Undefined for a row that is no test, or was changed. */
export function readTest(row: StoredRow): StoredTest | undefined {
  const read = testRowSchema.safeParse(row).data;
  if (!read) return undefined;
  const { run, startedAt, endedAt, startedBy, environment, test } = read;
  const { seal, ...data } = test;
  const stored = { run, startedAt, endedAt, startedBy, environment, ...data };
  return testSeal(stored) === seal ? stored : undefined;
}

/** The seal shows an accident or a careless edit, as that of an answer. */
function testSeal({ run, startedAt, endedAt, environment, figures, results }: StoredTest): string {
  const { found, missed, noAnswer } = results;
  const sorted = Object.entries(figures).sort();
  return hashOf(['test', 1, run, startedAt, endedAt, environment, sorted, [found, missed, noAnswer]]);
}

/**
 * The hash of a known name in one spelling, the same from test to test. The case of an ID makes no difference: nor does it where hits are
 * told by it.
 */
export function spellingHash(asked: { text: string; option: string; expectedId: string }): string {
  return hashOf(['spelling', 1, asked.text, asked.option, asked.expectedId.trim().toLowerCase()]).slice(
    0,
    12,
  );
}

export interface EarlierResult {
  /** The outcome of the last test with an answer. */
  last: Exclude<TestOutcome, 'noAnswer'>;
  /** The beginning of that test. */
  lastFoundAt: string | null;
  /** The beginning of that last test. */
  lastAt: string;
}

/**
 * Gives the results of earlier tests for each spelling that they had an answer for, by its hash. If the service finds a made-up name,
 * its other hits prove nothing. @param tests in any order
 */
export function earlierResults(tests: readonly StoredTest[]): Map<string, EarlierResult> {
  const results = new Map<string, EarlierResult>();
  for (const { startedAt: lastAt, figures, results: outcomes } of inOrder(tests)) {
    const found = figures.madeUpFound === true ? [] : outcomes.found;
    for (const one of found) results.set(one, { last: 'found', lastFoundAt: lastAt, lastAt });
    for (const one of outcomes.missed) {
      results.set(one, { last: 'missed', lastFoundAt: results.get(one)?.lastFoundAt ?? null, lastAt });
    }
  }
  return results;
}

/** The last one; undefined if there is none. */
export function lastTest(tests: readonly StoredTest[]): StoredTest | undefined {
  return inOrder(tests).at(-1);
}

const inOrder = (tests: readonly StoredTest[]): StoredTest[] =>
  tests.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
