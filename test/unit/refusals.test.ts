// What follows in a run when requests are refused as too many: how slow it becomes, and how many retries there are.
import { createPace } from '../../nodes/CompanyScreening/flowControl/pace';
import { withRetries, type SlowReason } from '../../nodes/CompanyScreening/flowControl/retry';
import { virtualTime } from '../support/virtualTime';

/** A pace in a time of its own, and the moments of its starts. */
function aPace(startsPerSecond = 0) {
  const { monotonicMs, sleep, pass } = virtualTime();
  const { signal } = new AbortController();
  const begin = monotonicMs();
  const pace = createPace({ startsPerSecond, sleep: (ms) => sleep(ms, signal), now: monotonicMs });
  const starts: number[] = [];
  const start = async (count: number, until?: number) => {
    for (let index = 0; index < count; index++)
      void pace.turn().then(() => starts.push(monotonicMs() - begin));
    await pass(until === undefined ? undefined : begin + until);
  };
  return { pace, starts, start };
}
/** The first pause between two starts, in milliseconds. */
const gap = (starts: number[]) => (starts.at(-1) ?? 0) - (starts.at(-2) ?? 0);

describe('after a refusal', () => {
  test('a run goes on with a fifth of the requests that it started in the last second', async () => {
    const { pace, starts, start } = aPace();
    await start(20, 1000);
    pace.pauseAndSlow(0);
    await start(2);
    // From four a second, a little faster with every moment.
    expect(gap(starts)).toBeGreaterThan(200);
    expect(gap(starts)).toBeLessThanOrEqual(250);
  });

  test('what was started before the last second does not count', async () => {
    const { pace, starts, start } = aPace();
    await start(20, 1001);
    pace.pauseAndSlow(0);
    await start(2);
    expect(gap(starts)).toBeGreaterThan(700);
    expect(gap(starts)).toBeLessThanOrEqual(1000);
  });

  test('another one within a second is the same, and one after a second is another', async () => {
    const within = aPace();
    within.pace.pauseAndSlow(0);
    await within.start(0, 999);
    within.pace.pauseAndSlow(0);
    await within.start(2);
    expect(gap(within.starts)).toBeLessThanOrEqual(1000);

    const after = aPace();
    after.pace.pauseAndSlow(0);
    await after.start(0, 1000);
    after.pace.pauseAndSlow(0);
    await after.start(2);
    expect(gap(after.starts)).toBeGreaterThan(1000);
  });

  test('one during the pause is the same', async () => {
    const { pace, starts, start } = aPace();
    pace.pauseAndSlow(5000);
    await start(0, 4999);
    pace.pauseAndSlow(0);
    await start(2);
    expect(starts[0]).toBe(5000);
    expect(gap(starts)).toBeLessThanOrEqual(1000);
  });

  test('the rate that the user has set is kept', async () => {
    const { pace, starts, start } = aPace(0.5);
    pace.pauseAndSlow(0);
    await start(2);
    expect(gap(starts)).toBe(2000);
  });
});

test.each(['tooMany', 'unavailable'] as const)('a run that is slowed is told why: %s', async (reason) => {
  const slowed: [ms: number, reason: SlowReason][] = [];
  let attempts = 0;
  await withRetries(
    async () => {
      await Promise.resolve();
      if (attempts++ === 0) throw new Error('busy');
    },
    {
      maxRetries: 1,
      advise: () => ({ reason, mayRepeat: true, askedMs: 0 }),
      sleep: async () => {
        await Promise.resolve();
      },
      slowAll: (ms, why) => {
        slowed.push([ms, why]);
      },
      random: () => 1,
    },
  );
  expect(slowed).toEqual([[500, reason]]);
});
