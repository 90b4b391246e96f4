// How a run finds its share of an unknown limit, alone and next to other runs.
import {
  afterRefusal,
  createPace,
  FREE,
  rateOf,
  type Allowance,
} from '../../nodes/CompanyScreening/flowControl/pace';
import { createPool } from '../../nodes/CompanyScreening/flowControl/pool';
import { withRetries, type RetryAdvice } from '../../nodes/CompanyScreening/flowControl/retry';
import { RateLimit } from '../sandbox/rateLimit';

const searchFrom = (rate: number): Allowance => afterRefusal(FREE, rate);
const recoverFrom = (rate: number): Allowance => afterRefusal(searchFrom(0), rate);

describe('the allowance of a run', () => {
  test('has no limit until a request is refused as one too many', () => {
    expect(rateOf(FREE, 0)).toBe(Infinity);
  });

  test('starts after the first refusal at a fifth of the rate in use, and doubles every three seconds', () => {
    const search = searchFrom(20);
    expect([0, 3000, 6000, 12_000].map((elapsed) => rateOf(search, elapsed))).toEqual([4, 8, 16, 64]);
  });

  test('starts at one a second where fewer than five were in use', () => {
    expect([0, 1, 5].map((rate) => rateOf(searchFrom(rate), 0))).toEqual([1, 1, 1]);
  });

  test('keeps 70 % of a rate that is refused, and is back at it after 20 seconds', () => {
    const recover = recoverFrom(10);
    expect(rateOf(recover, 0)).toBeCloseTo(7);
    expect(rateOf(recover, 20_000)).toBeCloseTo(10);
  });

  test('stays near the refused rate for a while, and then goes past it ever faster', () => {
    const recover = recoverFrom(10);
    const rates = [15_000, 20_000, 25_000, 40_000, 60_000].map((elapsed) => rateOf(recover, elapsed));
    expect(rates[0]).toBeGreaterThan(9.9);
    expect(rates[2]).toBeLessThan(10.1);
    expect(rates[3]).toBeCloseTo(13);
    expect(rates[4]).toBeCloseTo(34);
  });

  test('never falls so low that the run would seem to hang', () => {
    expect(rateOf(recoverFrom(0.25), 0)).toBe(0.25);
  });
});

describe('runs that share a service', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('take a wave of refusals for one', async () => {
    const pace = createPace({ startsPerSecond: 0, sleep, now: () => performance.now() });
    for (let request = 0; request < 5; request++) pace.pauseAndSlow(0);
    const starts = startTimes(pace, 3);
    await jest.runAllTimersAsync();
    const [first = 0, second = 0] = await starts;
    // A second refusal would have left less than the one a second of the first.
    expect(second - first).toBeLessThanOrEqual(1000);
  });

  test.each([
    ['ten runs', { runs: 10, tasks: 200, concurrency: 5 }],
    ['four runs', { runs: 4, tasks: 300, concurrency: 5 }],
    ['one run', { runs: 1, tasks: 1_000, concurrency: 50 }],
  ])('%s: few requests are refused, no task fails, and most of the limit is used', async (_, setup) => {
    const limit = new RateLimit(20);
    const { requests, refusals, failures, seconds } = await share(() => limit.secondsToWait(), setup);
    expect(failures).toBe(0);
    expect(refusals / requests).toBeLessThan(0.06);
    expect(requests / seconds).toBeGreaterThan(20 * 0.6);
  });
});

describe('a short run alone', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const setup = { runs: 1, tasks: 40, concurrency: 5 };

  // In virtual time; from one a second, it would take 9.4 s.
  test('of 40 companies is not held up for long by one refusal', async () => {
    let requests = 0;
    const { refusals, failures, seconds } = await share(() => ((requests += 1) === 10 ? 1 : 0), setup);
    expect({ refusals, failures }).toEqual({ refusals: 1, failures: 0 });
    expect(seconds).toBeLessThan(6.5);
  });

  // In virtual time; from one a second, it would take 7.4 s.
  test('of 40 companies at 20 a second uses most of what it may', async () => {
    const limit = new RateLimit(20);
    const { refusals, failures, seconds } = await share(() => limit.secondsToWait(), setup);
    expect(failures).toBe(0);
    expect(refusals).toBeLessThanOrEqual(5);
    expect(seconds).toBeLessThan(4);
  });
});

class Refused extends Error {
  constructor(readonly retryAfterMs: number) {
    super('One request too many.');
  }
}

/** Runs against a service that takes 50 ms for each request, and refuses those for which it says how long to wait. */
async function share(takeIn: () => number, setup: { runs: number; tasks: number; concurrency: number }) {
  const begin = performance.now();
  let requests = 0;
  let refusals = 0;
  let failures = 0;
  const send = async () => {
    requests += 1;
    const secondsToWait = takeIn();
    await sleep(50);
    if (secondsToWait === 0) return;
    refusals += 1;
    throw new Refused(secondsToWait * 1000);
  };
  const run = async () => {
    const { tasks, concurrency } = setup;
    const pace = createPace({ startsPerSecond: 0, sleep, now: () => performance.now() });
    const options = {
      maxRetries: 3,
      sleep,
      slowAll: (ms: number) => {
        pace.pauseAndSlow(ms);
      },
      random: () => 0.5,
      advise: (error: unknown): RetryAdvice => ({
        reason: 'unavailable',
        mayRepeat: true,
        askedMs: error instanceof Refused ? error.retryAfterMs : 0,
      }),
    };
    const attempt = async () => {
      await pace.turn();
      await send();
    };
    const task = () => withRetries(attempt, options).catch(() => (failures += 1));
    await createPool({ concurrency, task }).run(numbers(tasks));
  };
  const all = Promise.all(Array.from({ length: setup.runs }, run));
  await jest.runAllTimersAsync();
  await all;
  return { requests, refusals, failures, seconds: (performance.now() - begin) / 1000 };
}

async function startTimes(pace: ReturnType<typeof createPace>, count: number): Promise<number[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      await pace.turn();
      return performance.now();
    }),
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
