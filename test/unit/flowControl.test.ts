// The run's machinery: a bounded pool in order, retries, a start rate with pauses for all.
import * as fc from 'fast-check';

import { AT_ONCE } from '../../nodes/CompanyScreening/flowControl/circuitBreaker';
import { createPace } from '../../nodes/CompanyScreening/flowControl/pace';
import { createPool, type PoolOptions } from '../../nodes/CompanyScreening/flowControl/pool';
import { withRetries, type RetryAdvice } from '../../nodes/CompanyScreening/flowControl/retry';
import { virtualTime } from '../support/virtualTime';

const TWO_MINUTES_MS = 120_000;

const runPool = async <Item, T>({ items, ...how }: PoolOptions<Item, T> & { items: readonly Item[] }) =>
  await createPool(how).run(items);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Counts how many do something at once. */
function aCount() {
  let underWay = 0;
  let most = 0;
  const during = async (work: () => Promise<unknown>) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await work();
    underWay -= 1;
  };
  return { during, most: () => most };
}

describe('the pool', () => {
  test('never runs more tasks at once than allowed, uses what is allowed, and keeps their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 50 }),
        async (scheduler, count, concurrency) => {
          const { during, most } = aCount();
          const task = async (index: number) => {
            await during(() => scheduler.schedule(Promise.resolve()));
            return index;
          };
          const results = runPool({ items: numbers(count), concurrency, task });
          expect(await scheduler.waitFor(results)).toEqual(numbers(count));
          expect(most()).toBe(Math.min(count, concurrency));
        },
      ),
    );
  });
});

test('an item that may not start yet leaves the only slot to the task that it waits for', async () => {
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const ended: string[] = [];
  let isFirstBegun = false;
  const pool = createPool({
    concurrency: 1,
    nextStart: async () => {
      if (isFirstBegun) await mayGoOn;
      isFirstBegun = true;
      return AT_ONCE;
    },
    task: async (name: string, { yieldWhile }) => {
      await yieldWhile(Promise.resolve());
      ended.push(name);
      goOn();
    },
  });
  void pool.run(['first', 'second']);
  await soon();
  expect(ended).toEqual(['first', 'second']);
});

test('a pool that is given more items while it is under way starts them where the first ones leave a place', async () => {
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const pool = createPool({
    concurrency: 2,
    task: async (name: string) => {
      events.push(`${name} starts`);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    },
  });
  const first = pool.run(['A', 'B', 'C']);
  const second = pool.run(['D', 'E']);
  await soon();
  expect(events).toEqual(['A starts', 'B starts']);
  ends[0]?.();
  await soon();
  ends[1]?.();
  await soon();
  expect(events).toEqual(['A starts', 'B starts', 'C starts', 'D starts']);
  ends[2]?.();
  expect(await first).toEqual(['A', 'B', 'C']);
  await soon();
  ends[3]?.();
  ends[4]?.();
  expect(await second).toEqual(['D', 'E']);
});

describe('a task of the pool that waits outside', () => {
  test('leaves its place to others, and goes on only when there is one again', async () => {
    const events: string[] = [];
    let wake: (value: string) => void = () => undefined;
    const results = await runPool({
      items: numbers(3),
      concurrency: 1,
      task: async (index, { yieldWhile }) => {
        events.push(`${index} starts`);
        if (index === 0) events.push(await yieldWhile(new Promise<string>((resolve) => (wake = resolve))));
        // Woken while task 1 has the only place, task 0 goes on after it.
        if (index === 1) wake('0 goes on');
        events.push(`${index} ends`);
        return await Promise.resolve(index);
      },
    });
    expect(results).toEqual([0, 1, 2]);
    expect(events.filter((event) => event.startsWith('1'))).toEqual(['1 starts', '1 ends']);
    expect(events.indexOf('0 goes on')).toBeGreaterThan(events.indexOf('1 ends'));
    expect(events.indexOf('0 ends')).toBe(events.indexOf('0 goes on') + 1);
  });

  test('can be waited for by others that share its result; what follows its wait runs once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (concurrency, count) => {
          let goesOn = 0;
          let first: Promise<string> | undefined;
          const results = await runPool({
            items: numbers(count),
            concurrency,
            task: async (_, { yieldWhile }) => {
              if (first) return await yieldWhile(first);
              first = (async () => {
                await yieldWhile(Promise.resolve());
                goesOn += 1;
                return 'shared';
              })();
              return await first;
            },
          });
          expect(results).toEqual(Array.from({ length: count }, () => 'shared'));
          expect(goesOn).toBe(1);
        },
      ),
    );
  });

  test('never runs more tasks at once than allowed', async () => {
    const { during, most } = aCount();
    await runPool({
      items: numbers(30),
      concurrency: 4,
      task: async (_, { yieldWhile }) => {
        await during(soon);
        await yieldWhile(soon());
        await during(soon);
      },
    });
    expect(most()).toBe(4);
  });

  test('fails with what it waited for, and gives its place back', async () => {
    const outcomes = await runPool({
      items: numbers(5),
      concurrency: 1,
      task: async (index, { yieldWhile }) =>
        await yieldWhile(index === 0 ? Promise.reject(new Error('broken')) : Promise.resolve('fine')).catch(
          (error: unknown) => String(error),
        ),
    });
    expect(outcomes).toEqual(['Error: broken', 'fine', 'fine', 'fine', 'fine']);
  });
});

describe('retries', () => {
  const failing = (...failures: unknown[]) => {
    let attempts = 0;
    const attempt = async () => {
      await Promise.resolve();
      const failure = failures[attempts++];
      if (failure instanceof Error) throw failure;
      return 'done';
    };
    return { attempt, attempts: () => attempts };
  };
  const errors = (count: number) => numbers(count).map((index) => new Error(`attempt ${index + 1}`));
  const FAILED: RetryAdvice = { reason: 'failed', mayRepeat: true };
  const unavailable = (askedMs: number): RetryAdvice => ({ reason: 'unavailable', mayRepeat: true, askedMs });

  function options(advice = FAILED, { maxRetries = 3, random = 0.5 } = {}) {
    const slept: number[] = [];
    const slowed: number[] = [];
    const advise = (): RetryAdvice => advice;
    const sleep = async (ms: number) => {
      slept.push(ms);
      await Promise.resolve();
    };
    const slowAll = (ms: number) => {
      slowed.push(ms);
    };
    return { slept, slowed, maxRetries, advise, sleep, slowAll, random: () => random };
  }

  test.each<[what: string, failures: number, maxRetries: number, advice: RetryAdvice, attempts: number]>([
    ['are none after a success', 0, 3, FAILED, 1],
    ['end with the first success', 2, 3, FAILED, 3],
    ['are none if none is allowed', 20, 0, FAILED, 1],
    ['are one if one is allowed', 20, 1, FAILED, 2],
    ['are three if three are allowed', 20, 3, FAILED, 4],
    ['are ten if ten are allowed', 20, 10, FAILED, 11],
    ['are none if the failure does not allow it', 5, 3, { reason: 'failed', mayRepeat: false }, 1],
    ['are none after a longer wait than is accepted', 2, 3, unavailable(TWO_MINUTES_MS + 1), 1],
  ])('%s', async (_, failures, maxRetries, advice, attempts) => {
    const run = failing(...errors(failures));
    const outcome = withRetries(run.attempt, options(advice, { maxRetries })).catch(String);
    expect(await outcome).toBe(attempts > failures ? 'done' : `Error: attempt ${attempts}`);
    expect(run.attempts()).toBe(attempts);
  });

  test.each<[string, number | null, number, number[]]>([
    ['not at all in the best case', null, 0, [0, 0, 0, 0, 0, 0, 0]],
    ['in between', null, 0.5, [250, 500, 1000, 2000, 4000, 8000, 10_000]],
    ['up to a bound that doubles up to 20 s', null, 1, [500, 1000, 2000, 4000, 8000, 16_000, 20_000]],
    ['at least as long as was asked for', 7000, 1, [7000, 7000, 7000, 7000, 8000]],
    ['longer each time even if no wait was asked for', 0, 0.5, [250, 500]],
    ['as long as is accepted', TWO_MINUTES_MS, 0.5, [TWO_MINUTES_MS]],
  ])('wait %s', async (_, askedMs, random, waits) => {
    const set = options(askedMs === null ? FAILED : unavailable(askedMs), {
      ...{ random, maxRetries: waits.length },
    });
    await withRetries(failing(...errors(waits.length)).attempt, set);
    expect(set.slept).toEqual(waits);
  });

  test.each<[string, RetryAdvice, number, number[]]>([
    ['slow the whole run if the service is overloaded', unavailable(5000), 1, [5000]],
    ['slow it even if this task gives up', unavailable(10_000_000), 0, [TWO_MINUTES_MS]],
    ['slow nothing else after another failure', FAILED, 1, []],
  ])('%s', async (_, advice, maxRetries, slowed) => {
    const set = options(advice, { maxRetries });
    await withRetries(failing(...errors(1)).attempt, set).catch(() => undefined);
    expect(set.slowed).toEqual(slowed);
  });

  test('that are cut short end in the failure that they followed', async () => {
    const set = { ...options(), sleep: async () => await Promise.reject(new Error('cancelled')) };
    await expect(withRetries(failing(...errors(3)).attempt, set)).rejects.toThrow('attempt 1');
  });

  test('report what was really sent if the run ended before the next attempt', async () => {
    const ended = new Error('ended');
    const advise = (error: unknown): RetryAdvice => (error === ended ? { reason: 'interrupted' } : FAILED);
    const set = { ...options(), advise };
    await expect(withRetries(failing(new Error('sent'), ended).attempt, set)).rejects.toThrow('sent');
    await expect(withRetries(failing(ended).attempt, set)).rejects.toThrow('ended');
  });
});

describe('the pace', () => {
  function starting(count: number, startsPerSecond: number) {
    const { monotonicMs, sleep, pass } = virtualTime();
    const { signal } = new AbortController();
    const clock = { now: monotonicMs, pass, sleep: (ms: number) => sleep(ms, signal) };
    const pace = createPace({ startsPerSecond, sleep: clock.sleep, now: clock.now });
    const begin = clock.now();
    const starts: Array<[index: number, at: number]> = [];
    const all = Promise.all(
      Array.from({ length: count }, async (_, index) => {
        await pace.turn();
        starts.push([index, clock.now() - begin]);
      }),
    );
    return { clock, pace, starts, all, begin };
  }

  test('without a rate lets all start at once', async () => {
    const { clock, starts } = starting(100, 0);
    await clock.pass();
    expect(new Set(starts.map(([, at]) => at))).toEqual(new Set([0]));
    expect(starts).toHaveLength(100);
  });

  test.each([
    [1, 1000],
    [4, 250],
    [0.5, 2000],
  ])('at %d starts a second lets one start every %i ms, in the order asked for', async (rate, interval) => {
    const { clock, starts } = starting(6, rate);
    await clock.pass();
    expect(starts).toEqual([0, 1, 2, 3, 4, 5].map((index) => [index, index * interval]));
  });

  test('does not make up for idle time', async () => {
    const { clock, pace, starts, begin } = starting(1, 1);
    await clock.pass(begin + 10_000);
    const late: number[] = [];
    const start = async () => {
      await pace.turn();
      late.push(clock.now() - begin);
    };
    void Promise.all([start(), start(), start()]);
    await clock.pass();
    expect(starts).toEqual([[0, 0]]);
    expect(late).toEqual([10_000, 11_000, 12_000]);
  });

  test('starts nothing during a pause, not even what was already waiting', async () => {
    const { clock, pace, starts, begin } = starting(5, 1);
    await clock.pass(begin + 1500);
    pace.pauseAndSlow(10_000);
    await clock.pass();
    const times = starts.map(([, at]) => at);
    expect(times.slice(0, 2)).toEqual([0, 1000]);
    for (const at of times.slice(2)) expect(at).toBeGreaterThanOrEqual(11_500);
    for (const [index, at] of times.slice(3).entries())
      expect(at - (times[index + 2] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(starts).toHaveLength(5);
  });

  test('holds the longest of several pauses', async () => {
    const { clock, pace, begin } = starting(0, 0);
    pace.pauseAndSlow(5000);
    pace.pauseAndSlow(1000);
    const started = pace.turn().then(() => clock.now() - begin);
    await clock.pass(begin + 3000);
    pace.pauseAndSlow(4000);
    await clock.pass();
    expect(await started).toBe(7000);
  });

  test('is as slow after a long pause as after a short one', async () => {
    const gaps: number[] = [];
    for (const pauseMs of [1000, 60_000]) {
      const { clock, pace, starts, all } = starting(0, 0);
      await all;
      pace.pauseAndSlow(pauseMs);
      const turns = [pace.turn(), pace.turn()].map((turn) => turn.then(() => starts.push([0, clock.now()])));
      await clock.pass();
      await Promise.all(turns);
      gaps.push((starts[1]?.[1] ?? 0) - (starts[0]?.[1] ?? 0));
    }
    expect(gaps[1]).toBe(gaps[0]);
    expect(gaps[1]).toBeGreaterThan(500);
  });

  test('comes back as fast as before if there were not too many requests', async () => {
    const { clock, pace, begin } = starting(0, 0);
    pace.pauseOnly(5000);
    pace.pauseOnly(2000);
    const started = Promise.all([1, 2, 3].map(() => pace.turn().then(() => clock.now() - begin)));
    await clock.pass();
    expect(await started).toEqual([5000, 5000, 5000]);
  });

  test('ends a wait that is cut short', async () => {
    const cut = async () => await Promise.reject(new Error('cancelled'));
    const pace = createPace({ startsPerSecond: 0, sleep: cut, now: () => 0 });
    pace.pauseAndSlow(1000);
    await expect(pace.turn()).rejects.toThrow('cancelled');
  });
});
