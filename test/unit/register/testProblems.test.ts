// What Is Wrong with the tests of the screening: none in time, or something that is not found any more.
import { problemsOfTests } from '../../../nodes/CompanyScreening/register/testProblems';
import type { StoredTest } from '../../../nodes/CompanyScreening/register/rows/testRows';
import { readRunForPeople } from '../../../nodes/CompanyScreening/register/rows/runRows';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

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
  results: { found: [], missed: [], noAnswer: [] },
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
const problems = (tests: StoredTest[], runs = [aRun(daysAgo(900))], testWithinDays = 365) =>
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
  ['something is missed that was found', problems([aTest(daysAgo(1), 2)]), ['noLongerFound']],
  ['it was missed in an earlier test only', problems([aTest(daysAgo(9), 2), aTest(daysAgo(1))]), []],
  ['both', problems([aTest(daysAgo(800), 1)]), ['noTestInTime', 'noLongerFound']],
  ['nobody asks for tests', problems([aTest(daysAgo(800), 1)], undefined, 0), []],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('the sentences say what happened and what to do', () => {
  const [late, missed] = problemsOfTests([aTest('2023-01-01T00:00:00.000Z', 1)], [], {
    testWithinDays: 365,
    nowMs: NOW,
  });
  expect(late?.explanation).toBe(
    'No test of the screening in production was made within 365 days. The last one began at 2023-01-01T00:00:00.000Z. Run Test Screening with names that you know to be listed, or set Test Expected Within (Days) to 0.',
  );
  expect(missed?.explanation).toMatch(
    /^The test that began at 2023.* missed 1 spelling that an earlier test had found\./,
  );
});
