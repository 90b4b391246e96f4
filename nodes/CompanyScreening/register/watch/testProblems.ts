// Problems of the tests of the screening: none in time, or a name that is not found any more.
import { ONE_DAY_MS } from '../../flowControl/time';
import { earliest, latest, quantity } from '../../names/plainText';
import type { RunWithCounts } from '../rows/runRows';
import { earlierResults, lastTest, type StoredTest } from '../rows/testRows';
import { CLOCKS_DIFFER_MS } from './problems';

interface TestProblem {
  problem: 'madeUpFound' | 'noLongerFound' | 'noTestInTime' | 'nothingFound';
  /** A sentence, and what to do. */
  explanation: string;
}

/**
 * Empty if all is well. A test in the sandbox proves nothing of the real service, and one in the future silences nothing. Before the
 * first test, the time counts from the first run.
 *
 * @param runs those that screen companies
 * @param testWithinDays how old the last test may be; 0: nobody asks for tests
 */
export function problemsOfTests(
  tests: readonly StoredTest[],
  runs: readonly RunWithCounts[],
  { testWithinDays, nowMs }: { testWithinDays: number; nowMs: number },
): TestProblem[] {
  if (testWithinDays === 0) return [];
  const isReal = ({ environment, startedAt }: Pick<RunWithCounts, 'environment' | 'startedAt'>) =>
    environment === 'production' && Date.parse(startedAt) <= nowMs + CLOCKS_DIFFER_MS;
  const real = tests.filter(isReal);
  const last = lastTest(real);
  const since = last?.startedAt ?? earliest(runs.filter(isReal).map(({ startedAt }) => startedAt));
  const earliestMs = nowMs - testWithinDays * ONE_DAY_MS;
  const isInTime = since === '' || Date.parse(since) >= earliestMs;
  return [
    ...(isInTime ? [] : [noTestInTime(last, testWithinDays)]),
    ...(last?.figures.madeUpFound === true ? [madeUpFound(last)] : []),
    ...(last?.figures.found === 0 ? [nothingFound(last)] : []),
    ...noLongerFound(real, earliestMs),
  ];
}

function noTestInTime(last: StoredTest | undefined, days: number): TestProblem {
  const when = last ? `The last one began at ${last.startedAt}.` : 'There is none at all.';
  return {
    problem: 'noTestInTime',
    explanation: `No test of the screening in production was made within ${quantity(days, 'day', 'days')}. ${when} Run Test Screening with names that you know to be listed, or set Test Expected Within (Days) to 0.`,
  };
}

function madeUpFound({ startedAt }: StoredTest): TestProblem {
  return {
    problem: 'madeUpFound',
    explanation: `In the test that began at ${startedAt}, the service found a name that exists nowhere, so that test proves nothing. Look at the hit, contact the service's support, and test again.`,
  };
}

function nothingFound({ startedAt }: StoredTest): TestProblem {
  return {
    problem: 'nothingFound',
    explanation: `The test that began at ${startedAt} found none of its names. Check in its execution whether these names are listed, contact the service's support, and test again.`,
  };
}

/**
 * Takes each spelling's last answer, whatever later tests were about: a shorter list of names, or one without an answer, silences nothing.
 */
function noLongerFound(tests: readonly StoredTest[], earliestMs: number): TestProblem[] {
  const missed = [...earlierResults(tests).values()].filter(
    ({ last, lastFoundAt, lastAt }) =>
      last === 'missed' && lastFoundAt !== null && Date.parse(lastAt) >= earliestMs,
  );
  if (missed.length === 0) return [];
  return [
    {
      problem: 'noLongerFound',
      explanation: `${quantity(missed.length, 'spelling was', 'spellings were')} missed that an earlier test had found, in the test that began at ${latest(missed.map(({ lastAt }) => lastAt))} or before it. Check in its execution which they are, whether these names are still listed, and contact the service's support.`,
    },
  ];
}
