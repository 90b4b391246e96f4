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
test.each<
  [
    string,
    steps: Array<[starts: number, untilMs: number, thenPauseMs: number]>,
    above: number,
    atMost: number,
    firstAt?: number,
  ]
>([
  // From four a second, a little faster with every moment.
  [
    'a run goes on with a fifth of the requests that it started in the last second',
    [[20, 1000, 0]],
    200,
    250,
  ],
  ['what was started before the last second does not count', [[20, 1001, 0]], 700, 1000],
  [
    'another one within a second is the same',
    [
      [0, 0, 0],
      [0, 999, 0],
    ],
    0,
    1000,
  ],
  [
    'another one after a second is another',
    [
      [0, 0, 0],
      [0, 1000, 0],
    ],
    1000,
    Infinity,
  ],
  [
    'one during the pause is the same',
    [
      [0, 0, 5000],
      [0, 4999, 0],
    ],
    0,
    1000,
    5000,
  ],
])('after a refusal, %s', async (_, steps, above, atMost, ...[firstAt]) => {
  const { pace, starts, start } = aPace();
  for (const [count, untilMs, pauseMs] of steps) {
    await start(count, untilMs);
    pace.pauseAndSlow(pauseMs);
  }
  await start(2);
  const gap = (starts.at(-1) ?? 0) - (starts.at(-2) ?? 0);
  expect(gap).toBeGreaterThan(above);
  expect(gap).toBeLessThanOrEqual(atMost);
  if (firstAt !== undefined) expect(starts[0]).toBe(firstAt);
});

test('after a refusal, the rate that the user has set is kept', async () => {
  const { pace, starts, start } = aPace(0.5);
  pace.pauseAndSlow(0);
  await start(2);
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(2000);
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
