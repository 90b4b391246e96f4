// What Is Wrong with the tests of the screening: none in time, or something that is not found any more.
import { problemsOfTests } from '../../../nodes/CompanyScreening/register/watch/testProblems';
import type { StoredTest } from '../../../nodes/CompanyScreening/register/rows/testRows';
import { readRunForPeople } from '../../../nodes/CompanyScreening/register/rows/runRows';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

const [A, B, C] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;
/** What a test said of each spelling. */
const having = (days: number, results: Partial<StoredTest['results']>, madeUpFound = false): StoredTest => {
  const all = { found: [], missed: [], noAnswer: [], ...results };
  const test = aTest(daysAgo(days), 0, { results: all });
  const figures = { found: all.found.length, missed: all.missed.length, noAnswer: all.noAnswer.length };
  return { ...test, figures: { ...test.figures, ...figures, madeUpFound } };
};
const aTest = (startedAt: string, noLongerFound = 0, by: Partial<StoredTest> = {}): StoredTest => ({
  run: 'run-1',
  startedAt,
  endedAt: startedAt,
  startedBy: 'Yearly test',
  environment: 'production',
  figures: {
    names: 1,
    answered: 2,
    mayBeCharged: 0,
    found: 1,
    missed: noLongerFound,
    noAnswer: 0,
    noLongerFound,
    madeUpFound: false,
  },
  results: { found: [], missed: [A, B].slice(0, noLongerFound), noAnswer: [] },
  ...by,
});
const aRun = (startedAt: string, environment = 'production') => {
  const run = readRunForPeople({
    id: 1,
    run: 'r',
    state: 'ended',
    beat: 'b',
    beatAt: startedAt,
    startedAt,
    environment,
  });
  if (!run) throw new Error('The row cannot be read.');
  return run;
};
const FOUND = having(30, { found: [A, B] });
const MISSED = having(20, { found: [A], missed: [B] });
const problems = (tests: StoredTest[], runs = [aRun(daysAgo(900)), aRun(daysAgo(1))], testWithinDays = 365) =>
  problemsOfTests(tests, runs, { testWithinDays, nowMs: NOW }).map(({ problem }) => problem);

test.each<[string, ReturnType<typeof problems>, string[]]>([
  ['a test in time', problems([aTest(daysAgo(365))]), []],
  ['a test that is older', problems([aTest(daysAgo(365.1))]), ['noTestInTime']],
  ['the last one counts, whatever the order', problems([aTest(daysAgo(1)), aTest(daysAgo(900))]), []],
  ['no test, and runs for longer than that', problems([]), ['noTestInTime']],
  ['no test, and runs for less than that', problems([], [aRun(daysAgo(364)), aRun(daysAgo(1))]), []],
  ['nothing was ever screened', problems([], []), []],
  ['only the sandbox was screened', problems([], [aRun(daysAgo(900), 'sandbox')]), []],
  ['a test in the sandbox', problems([aTest(daysAgo(1), 0, { environment: 'sandbox' })]), ['noTestInTime']],
  ['a test of the future', problems([aTest(daysAgo(-1))]), ['noTestInTime']],
  ['a test by a clock that is a minute ahead', problems([aTest(daysAgo(-1 / 1440))]), []],
  ['something is missed that was found', problems([FOUND, MISSED]), ['noLongerFound']],
  ['it is found again', problems([FOUND, MISSED, having(10, { found: [B] })]), []],
  [
    'it has no answer later',
    problems([FOUND, MISSED, having(9, { found: [A], noAnswer: [B] })]),
    ['noLongerFound'],
  ],
  ['the next test has other names', problems([FOUND, MISSED, having(9, { found: [C] })]), ['noLongerFound']],
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
  ['nobody asks for tests', problems([aTest(daysAgo(800), 1)], undefined, 0), []],
])('What Is Wrong on a test of the screening: %s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('the sentences say what happened and what to do', () => {
  const asked = { testWithinDays: 365, nowMs: NOW };
  const [late] = problemsOfTests([aTest('2023-01-01T00:00:00.000Z')], [], asked);
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
