// What is wrong with the tests of the screening: none in time, or a name that is not found any more.
import { ONE_DAY_MS } from '../batch/time';
import { quantity } from '../names/plainText';
import type { RunForPeople } from './rows/runRows';
import { lastTest, type StoredTest } from './rows/testRows';

export interface TestFinding {
  problem: 'noLongerFound' | 'noTestInTime';
  /** A sentence, and what to do. */
  explanation: string;
}

/** Clocks of several computers may differ by so much. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Pure. None if all is well. A test in the sandbox proves nothing of the real service, and one in the future silences nothing. Before
 * the first test, the time counts from the first run.
 *
 * @param runs those that screen companies
 * @param testWithinDays how old the last test may be; 0: nobody asks for tests
 */
export function problemsOfTests(
  tests: readonly StoredTest[],
  runs: readonly RunForPeople[],
  { testWithinDays, nowMs }: { testWithinDays: number; nowMs: number },
): TestFinding[] {
  if (testWithinDays === 0) return [];
  const isReal = ({ environment, startedAt }: Pick<RunForPeople, 'environment' | 'startedAt'>) =>
    environment === 'production' && Date.parse(startedAt) <= nowMs + CLOCKS_DIFFER_MS;
  const last = lastTest(tests.filter(isReal));
  const [firstRun] = runs
    .filter(isReal)
    .map(({ startedAt }) => startedAt)
    .sort();
  const since = last?.startedAt ?? firstRun;
  const isInTime = since === undefined || Date.parse(since) >= nowMs - testWithinDays * ONE_DAY_MS;
  return [
    ...(isInTime ? [] : [noTestInTime(last, testWithinDays)]),
    ...(last && last.figures.noLongerFound > 0 ? [noLongerFound(last)] : []),
  ];
}

function noTestInTime(last: StoredTest | undefined, days: number): TestFinding {
  const when = last ? `The last one began at ${last.startedAt}.` : 'There is none at all.';
  return {
    problem: 'noTestInTime',
    explanation: `No test of the screening in production was made within ${quantity(days, 'day', 'days')}. ${when} Run Test Screening with names that you know to be listed, or set Test Expected Within (Days) to 0.`,
  };
}

function noLongerFound({ startedAt, figures }: StoredTest): TestFinding {
  return {
    problem: 'noLongerFound',
    explanation: `The test that began at ${startedAt} missed ${quantity(figures.noLongerFound, 'spelling', 'spellings')} that an earlier test had found. See in its page which, whether these names are still listed, and contact the support of the service.`,
  };
}
