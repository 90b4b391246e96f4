// What an outage costs, in virtual time: every way to fail × every concurrency × how long it lasts. The breaker, the pool and the retries
// are those of the node; what they send is a wait.
import { Cancellation } from '../../nodes/CompanyScreening/flowControl/time';
import { AT_ONCE } from '../../nodes/CompanyScreening/flowControl/circuitBreaker';
import { createPool, type Slot } from '../../nodes/CompanyScreening/flowControl/pool';
import { withRetries } from '../../nodes/CompanyScreening/flowControl/retry';
import { GuardedRequest, CircuitBreakers } from '../../nodes/CompanyScreening/run/state/outage';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import { virtualTime } from '../support/virtualTime';
import { aNode } from './builders';

const SECOND = 1_000;
const LATENCY_MS = 100;
const TIMEOUT_MS = 30 * SECOND;

const FAULTS: Record<string, FailureDetails & { ms?: number }> = {
  '500': { state: 'uncertain', httpStatus: 500, message: 'The service failed.' },
  HTML: { state: 'staysUncertain', receiptId: null, isForeign: true, message: 'A page.' },
  reset: { state: 'uncertain', isUnreachable: true, message: 'Closed.' },
  hang: { state: 'uncertain', isUnreachable: true, message: 'Not in time.', ms: TIMEOUT_MS },
  Fatal: { state: 'refused', errorType: 'Fatal', message: 'Unknown error.' },
  '429 without end': { state: 'safe', httpStatus: 429, message: 'Fewer requests.' },
  // Longer than the first pause of the breaker: it may try when the request wakes that asked.
  '503 with Retry-After': { state: 'safe', httpStatus: 503, retryAfterMs: 10 * SECOND, message: 'Later.' },
};
const CONCURRENCIES = [1, 5, 50];
const GRID = Object.keys(FAULTS).flatMap((fault) =>
  CONCURRENCIES.map((concurrency) => [fault, concurrency] as const),
);

interface Outage {
  fault: string;
  concurrency: number;
  /** How many companies each of the runs has; the runs follow each other in one execution. */
  runs?: number[];
  isHit: (place: number, atMs: number) => boolean;
}

async function costOf({ fault, concurrency, runs = [300], isHit }: Outage) {
  const time = virtualTime();
  const breakers = new CircuitBreakers(time);
  const begunAtMs = time.monotonicMs();
  const { ms = LATENCY_MS, ...details } = FAULTS[fault] ?? { state: 'refused', message: '' };
  const cost = {
    answered: [] as number[],
    failed: [] as number[],
    notSent: [] as number[],
    mostInFlight: 0,
    hungMs: 0,
  };
  let inFlight = 0;
  let hungUntilMs = 0;
  const send = async (place: number) => {
    inFlight += 1;
    cost.mostInFlight = Math.max(cost.mostInFlight, inFlight);
    const sentAtMs = time.monotonicMs();
    const isFault = isHit(place, sentAtMs - begunAtMs);
    await time.sleep(isFault ? ms : LATENCY_MS, new AbortController().signal);
    inFlight -= 1;
    if (!isFault) return;
    if (ms === TIMEOUT_MS) cost.hungMs += time.monotonicMs() - Math.max(sentAtMs, hungUntilMs);
    hungUntilMs = time.monotonicMs();
    throw new OperationFailure(details);
  };
  let endedAtMs = 0;
  const run = async (places: readonly number[]) => {
    const breaker = breakers.of({ getExecutionId: () => '1', getNode: aNode }, concurrency);
    const cancellation = new Cancellation(undefined);
    const task = async (place: number, taskPlace: Slot) => {
      const guarded = new GuardedRequest(breaker, taskPlace, cancellation, time);
      const attempt = async () => {
        await guarded.waitUntilAllowed();
        await guarded.sendAndReport(async () => {
          guarded.goesOut();
          await send(place);
        });
      };
      try {
        await withRetries(attempt, {
          maxRetries: 3,
          advise: (error) => {
            const { state, retryAfterMs: askedMs } = error instanceof OperationFailure ? error.details : {};
            const mayRepeat = state === 'safe';
            return askedMs === undefined
              ? { reason: 'failed', mayRepeat }
              : { reason: 'unavailable', mayRepeat, askedMs };
          },
          sleep: async (waitMs) => {
            await time.sleep(waitMs, new AbortController().signal);
          },
          slowAll: () => undefined,
          random: time.random,
        });
        cost.answered.push(place);
      } catch (error) {
        const isOutage = error instanceof OperationFailure && error.details.outage !== undefined;
        (isOutage ? cost.notSent : cost.failed).push(place);
      }
      endedAtMs = time.monotonicMs();
    };
    const nextStart = async () => {
      return await breaker.ask('item', cancellation).catch(() => AT_ONCE);
    };
    await createPool({ concurrency, nextStart, task }).run(places);
  };
  let first = 0;
  for (const count of runs) {
    await time.finish(run(Array.from({ length: count }, (_, index) => first + index)));
    first += count;
  }
  return { ...cost, waitedMs: endedAtMs - begunAtMs - cost.hungMs };
}

const unique = (places: readonly number[]) => new Set(places).size;

describe.each(GRID)('%s, concurrency %i', (fault, concurrency) => {
  const isFree = FAULTS[fault]?.state === 'safe';
  const bound = Math.max(10, concurrency) + concurrency + 2;
  // Each company that fails for nothing has three retries first.
  const endsWithinMs = (isFree ? 2 * 60 : 90) * SECOND;

  test('all fail', async () => {
    const cost = await costOf({ fault, concurrency, isHit: () => true });
    expect(cost.answered.length + cost.failed.length + cost.notSent.length).toBe(300);
    expect(cost.mostInFlight).toBeLessThanOrEqual(concurrency);
    expect(cost.failed.length).toBeLessThanOrEqual(bound);
    expect(cost.waitedMs).toBeLessThanOrEqual(endsWithinMs);
  });

  test.each([0, 7, 20, 33, 40])('twenty in a row of sixty, from %i on', async (from) => {
    const isHit = (place: number) => place >= from && place < from + 20;
    const cost = await costOf({ fault, concurrency, runs: [60], isHit });
    expect(cost.answered).toHaveLength(40);
    expect(unique(cost.answered)).toBe(40);
    expect([...cost.failed, ...cost.notSent].filter((place) => !isHit(place))).toEqual([]);
    expect(cost.mostInFlight).toBeLessThanOrEqual(concurrency);
  });

  test('back after 30 s', async () => {
    const cost = await costOf({
      fault,
      concurrency,
      isHit: (_, atMs) => atMs < 30 * SECOND,
    });
    expect(cost.notSent).toEqual([]);
    expect(cost.failed.length).toBeLessThanOrEqual(bound);
    expect(unique(cost.answered)).toBe(300 - cost.failed.length);
    expect(cost.answered).toHaveLength(300 - cost.failed.length);
  });

  test('30 loops of 10', async () => {
    const runs = Array.from({ length: 30 }, () => 10);
    const cost = await costOf({ fault, concurrency, runs, isHit: () => true });
    expect(cost.failed.length).toBeLessThanOrEqual(bound);
    expect(cost.waitedMs).toBeLessThanOrEqual(endsWithinMs);
  });

  test('none after sixty answers: ended ten minutes after the last one', async () => {
    const runs = Array.from({ length: 30 }, () => 20);
    const cost = await costOf({
      fault,
      concurrency,
      runs,
      isHit: (place) => place >= 60,
    });
    expect(unique(cost.answered)).toBe(60);
    expect(cost.failed.length).toBeLessThanOrEqual(bound);
    expect(cost.waitedMs).toBeLessThanOrEqual((isFree ? 11 * 60 : 100) * SECOND);
  });
});

test('the state of many executions is forgotten an hour after its last use', () => {
  const time = virtualTime();
  let nowMs = 0;
  const breakers = new CircuitBreakers({ ...time, monotonicMs: () => nowMs });
  const of = (execution: number) =>
    breakers.of({ getExecutionId: () => String(execution), getNode: aNode }, 5);
  const first = of(0);
  let most = 0;
  for (let execution = 0; execution < 1_000; execution++) {
    nowMs += 60 * SECOND;
    of(execution);
    most = Math.max(most, breakers.size);
  }
  expect(most).toBe(61);
  expect(of(0)).not.toBe(first);
  expect(of(0)).toBe(of(0));
});
