// What Is Wrong with the tests of the screening: none in time, or something that is not found any more.
import { problemsOfTests } from '../../../nodes/CompanyScreening/register/watch/testProblems';
import type { StoredTest } from '../../../nodes/CompanyScreening/register/rows/testRows';
import { aRun } from './aRun';
import { A, aTest, B, C } from './aTest';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

/** A test of that day, and what it said of each spelling. */
const having = (days: number, results?: Partial<StoredTest['results']>, madeUpFound = false): StoredTest => {
  const test = aTest({ startedAt: daysAgo(days), ...(results ? { results } : {}) });
  return { ...test, figures: { ...test.figures, madeUpFound } };
};
const aRunOf = (days: number, environment = 'production') => aRun({ startedAt: daysAgo(days), environment });
const FOUND = having(30, { found: [A, B] });
const MISSED = having(20, { found: [A], missed: [B] });
const problems = (tests: StoredTest[], runs = [aRunOf(900), aRunOf(1)], testWithinDays = 365) =>
  problemsOfTests(tests, runs, { testWithinDays, nowMs: NOW }).map(({ problem }) => problem);

test.each<[string, ReturnType<typeof problems>, string[]]>([
  ['a test in time', problems([having(365)]), []],
  ['a test that is older', problems([having(365.1)]), ['noTestInTime']],
  ['the last one counts, whatever the order', problems([having(1), having(900)]), []],
  ['no test, and runs for longer than that', problems([]), ['noTestInTime']],
  ['no test, and runs for less than that', problems([], [aRunOf(364), aRunOf(1)]), []],
  ['nothing was ever screened', problems([], []), []],
  ['only the sandbox was screened', problems([], [aRunOf(900, 'sandbox')]), []],
  ['a test in the sandbox', problems([{ ...having(1), environment: 'sandbox' }]), ['noTestInTime']],
  ['a test of the future', problems([having(-1)]), ['noTestInTime']],
  ['a test by a clock that is a minute ahead', problems([having(-1 / 1440)]), []],
  ['something is missed that was found', problems([FOUND, MISSED]), ['noLongerFound']],
  ['it is found again', problems([FOUND, MISSED, having(10, { found: [B] })]), []],
  [
    'it has no answer later',
    problems([FOUND, MISSED, having(9, { found: [A], noAnswer: [B] })]),
    ['noLongerFound'],
  ],
  [
    'it is found in the sandbox, and by a clock of the future',
    problems([
      ...[FOUND, MISSED, having(-1, { found: [B] })],
      { ...having(9, { found: [B] }), environment: 'sandbox' },
    ]),
    ['noLongerFound'],
  ],
  ['the next test has other names', problems([FOUND, MISSED, having(9, { found: [C] })]), ['noLongerFound']],
  [
    'it is a year since it was found, and is missed now',
    problems([having(400, { found: [A, B] }), having(9, { found: [A], missed: [B] })]),
    ['noLongerFound'],
  ],
  [
    'it is a year since it was missed',
    problems([having(600, { found: [A, B] }), having(400, { missed: [B] }), having(9, { found: [A] })]),
    [],
  ],
  ['it was never found', problems([having(9, { found: [A], missed: [B] })]), []],
  [
    'it was found only when everything was',
    problems([having(20, { found: [A, B] }, true), having(9, { found: [A], missed: [B] })]),
    [],
  ],
  [
    'it is found only since everything is',
    problems([FOUND, MISSED, having(9, { found: [A, B] }, true)]),
    ['madeUpFound', 'noLongerFound'],
  ],
  ['the made-up name was found', problems([having(9, { found: [A, B] }, true)]), ['madeUpFound']],
  ['nothing was found, in the first test', problems([having(9, { missed: [A, B] })]), ['nothingFound']],
  ['nobody asks for tests', problems([having(800, { missed: [A] })], undefined, 0), []],
])('What Is Wrong on a test of the screening: %s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('the sentences say what happened and what to do', () => {
  const asked = { testWithinDays: 365, nowMs: NOW };
  const [late] = problemsOfTests([aTest({ startedAt: '2023-01-01T00:00:00.000Z' })], [], asked);
  expect(late?.explanation).toBe(
    'No test of the screening in production was made within 365 days. The last one began at 2023-01-01T00:00:00.000Z. Run Test Screening with names that you know to be listed, or set Test Expected Within (Days) to 0.',
  );
  const [missed] = problemsOfTests([FOUND, MISSED], [], asked);
  expect(missed?.explanation).toMatch(
    /^1 spelling was missed that an earlier test had found, in the test that began at 2026-02-10/,
  );
  const [madeUp] = problemsOfTests([having(9, { found: [A] }, true)], [], asked);
  expect(madeUp?.explanation).toMatch(/^In the test that began at 2026-02-21.* proves nothing\./);
  const [nothing] = problemsOfTests([having(9, { missed: [A] })], [], asked);
  expect(nothing?.explanation).toMatch(/^The test that began at 2026-02-21.* found none of its names\./);
});
