// The circuit breaker alone, in a time of its own: a service that fails in every way that the grid names, and the bounds of what an
// outage costs. A random order of events prints its seed.
import * as fc from 'fast-check';

import {
  afterEvent,
  indexAt,
  newBreaker,
  type BreakerEvent,
  type BreakerState,
  type RequestEnd,
} from '../../nodes/CompanyScreening/flowControl/outageRules';
import { Cancellation } from '../../nodes/CompanyScreening/flowControl/time';
import { CircuitBreaker } from '../../nodes/CompanyScreening/flowControl/circuitBreaker';
import { virtualTime } from '../support/virtualTime';
import { randomCases } from '../support/random';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('the circuit breaker', () => {
  const run = new Cancellation(undefined);

  async function whileItTries() {
    const time = virtualTime();
    const breaker = new CircuitBreaker(1, time);
    for (let failures = 0; failures < 10; failures++) {
      const { permit } = await breaker.ask('item', run);
      breaker.end(permit, { sentAtMs: time.monotonicMs(), how: 'unanswered', problem: 'timeout' });
    }
    return { breaker, time, trying: await time.finish(breaker.ask('item', run)) };
  }

  test('a try that sends nothing is no answer: the next one tries as well, and alone', async () => {
    const { breaker, trying } = await whileItTries();
    expect(trying.permit.isProbe).toBe(true);
    breaker.giveBack(trying.permit);
    expect((await breaker.ask('item', run)).permit.isProbe).toBe(true);
  });

  test('a leave to try is good for one request', async () => {
    const { breaker, time, trying } = await whileItTries();
    expect(breaker.allows(trying.permit)).toBe(true);
    breaker.end(trying.permit, { sentAtMs: time.monotonicMs(), how: 'unanswered', problem: 'timeout' });
    expect(breaker.allows(trying.permit)).toBe(false);
    const next = await time.finish(breaker.ask('item', run));
    expect([trying, next].map(({ permit }) => breaker.allows(permit))).toEqual([false, true]);
  });

  test('a leave to try is worth nothing once the run is over', async () => {
    const { breaker, time, trying } = await whileItTries();
    const failed = { sentAtMs: time.monotonicMs(), how: 'notCharged', problem: 'refused' } as const;
    breaker.end({ isProbe: false }, failed);
    await time.pass(time.monotonicMs() + 11 * 60_000);
    breaker.end({ isProbe: false }, failed);
    expect(breaker.allows(trying.permit)).toBe(false);
  });

  test('whoever waits after a try that failed is woken for the next one', async () => {
    const { breaker, time, trying } = await whileItTries();
    const woken = jest.fn();
    void breaker.ask('item', run).then(woken);
    breaker.end(trying.permit, { sentAtMs: time.monotonicMs(), how: 'unanswered', problem: 'timeout' });
    await time.pass();
    expect(woken).toHaveBeenCalledTimes(1);
  });
});

describe('the state machine', () => {
  const asked = (state: BreakerState, atMs: number) => afterEvent(state, { is: 'asked', atMs });
  type EndedEvent = Extract<BreakerEvent, { is: 'ended' }>;
  const ended = (state: BreakerState, how: RequestEnd, atMs: number, more: Partial<EndedEvent> = {}) => {
    const event: EndedEvent = { is: 'ended', atMs, sentAtMs: atMs, how, problem: how, isProbe: false };
    return afterEvent(state, { ...event, ...more }).state;
  };
  const failing = (
    count: number,
    how: RequestEnd = 'unanswered',
    concurrency = 5,
    state = newBreaker(concurrency),
  ) => Array.from({ length: count }).reduce<BreakerState>((before) => ended(before, how, 0), state);

  test.each([
    [1, 10],
    [10, 10],
    [50, 50],
  ])('at concurrency %i, %i unanswered ends in a row stop everything', (concurrency, width) => {
    expect(asked(failing(width - 1, 'unanswered', concurrency), 0).command).toEqual({ do: 'start' });
    expect(asked(failing(width, 'unanswered', concurrency), 0).command).toEqual({
      do: 'wait',
      untilMs: 5 * SECOND,
    });
  });

  test('ends in a row count however far apart they are', () => {
    let state = newBreaker(5);
    for (let loop = 0; loop < 10; loop++) state = ended(state, 'unanswered', loop * 30 * MINUTE);
    expect(asked(state, 270 * MINUTE).command).toMatchObject({ do: 'wait' });
  });

  test('what costs nothing neither counts nor breaks the row', () => {
    let state = failing(9);
    for (const how of ['notCharged', 'notSent'] as const) state = ended(state, how, 0);
    expect(asked(state, 0).command).toEqual({ do: 'start' });
    expect(asked(ended(state, 'unanswered', 0), 0).command).toMatchObject({ do: 'wait' });
  });

  test('an answer breaks it, whenever it comes, and the pauses begin anew', () => {
    expect(asked(failing(1, 'unanswered', 5, ended(failing(9), 'answered', 0)), 0).command).toEqual({
      do: 'start',
    });
    const late = ended(failing(10), 'answered', 1);
    expect(asked(late, 1).command).toEqual({ do: 'start' });
    expect(asked(failing(10, 'unanswered', 5, late), 0).command).toEqual({ do: 'wait', untilMs: 5 * SECOND });
  });

  test('one request tries after 5, 20 and 60 s, from another place each time; the third failed try is the end', () => {
    let { state } = { state: failing(10) };
    let nowMs = 0;
    for (const [pause, from] of [
      [5, 'middle'],
      [20, 'last'],
      [60, 'first'],
    ] as const) {
      expect(asked(state, nowMs + pause * SECOND - 1).command).toEqual({
        do: 'wait',
        untilMs: nowMs + pause * SECOND,
      });
      nowMs += pause * SECOND;
      const tried = asked(state, nowMs);
      expect(tried.command).toEqual({ do: 'probe', from });
      // Nobody else goes with it.
      expect(asked(tried.state, nowMs).command).toEqual({ do: 'wait', untilMs: Infinity });
      state = ended(tried.state, 'unanswered', nowMs, { isProbe: true });
    }
    expect(asked(state, nowMs).command).toEqual({ do: 'refuse' });
    // Ended is ended.
    expect(asked(ended(state, 'answered', nowMs), nowMs).command).toEqual({ do: 'refuse' });
  });

  test('a try that sends nothing leaves its turn to another one at once', () => {
    const tried = asked(failing(10), 5 * SECOND).state;
    expect(asked(ended(tried, 'notSent', 5 * SECOND, { isProbe: true }), 5 * SECOND).command).toEqual({
      do: 'probe',
      from: 'middle',
    });
  });

  test.each([
    ['ten minutes after the last answer', ended(newBreaker(5), 'answered', 0), 10 * MINUTE],
    ['two minutes after the first of them where there was no answer', newBreaker(5), 2 * MINUTE],
  ])('failures that cost nothing end it %s', (_, begin, endsAtMs) => {
    const once = ended(begin, 'notCharged', 1, { sentAtMs: 0 });
    expect(asked(ended(once, 'notCharged', endsAtMs - 1), endsAtMs - 1).command).toEqual({ do: 'start' });
    expect(asked(ended(once, 'notCharged', endsAtMs), endsAtMs).command).toEqual({ do: 'refuse' });
    // An outage of many of them is waited out, one try at a time.
    let state = failing(10, 'notCharged', 5, begin);
    for (let nowMs = 0; nowMs < endsAtMs;) {
      const { state: next, command } = asked(state, nowMs);
      if (command?.do === 'wait') nowMs = command.untilMs;
      state = command?.do === 'probe' ? ended(next, 'notCharged', nowMs, { isProbe: true }) : next;
      expect(command?.do).toMatch(/wait|probe/);
    }
    expect(asked(state, endsAtMs).command).toEqual({ do: 'refuse' });
  });

  test.each(['notCharged', 'answered'] as const)('what was %s long ago is not the same outage', (how) => {
    const state = ended(newBreaker(5), how, 0);
    const later = ended(state, 'notCharged', 20 * MINUTE);
    expect(asked(later, 20 * MINUTE).command).toEqual({ do: 'start' });
  });

  test('in any order of events, nothing starts while it is open, one tries at a time, and ended is ended', () => {
    const step = fc.record({
      how: fc.constantFrom<RequestEnd | 'ask'>('answered', 'ask', 'notSent', 'notCharged', 'unanswered'),
      afterMs: fc.integer({ min: 0, max: 30 * SECOND }),
      ofTry: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 1, max: 12 }),
        (steps, concurrency) => {
          let state = newBreaker(concurrency);
          let nowMs = 0;
          let tries = 0;
          for (const { how, afterMs, ofTry } of steps) {
            nowMs += afterMs;
            const { circuit } = state;
            if (how === 'ask') {
              const { state: next, command } = asked(state, nowMs);
              expect(command?.do === 'start').toBe(circuit.is === 'closed');
              if (circuit.is === 'ended') expect(command).toEqual({ do: 'refuse' });
              if (command?.do === 'probe') tries += 1;
              state = next;
            } else {
              const isProbe = ofTry && tries > 0;
              if (isProbe) tries -= 1;
              state = ended(state, how, nowMs, { isProbe });
              if (circuit.is === 'ended') expect(state.circuit).toEqual(circuit);
              if (how === 'answered' && circuit.is !== 'ended')
                expect(state.circuit).toEqual({ is: 'closed' });
            }
            expect(tries).toBeLessThanOrEqual(1);
            if (state.circuit.is === 'closed') tries = 0;
          }
        },
      ),
      { numRuns: randomCases(150) },
    );
  });
});

test('a place among so many is one of them', () => {
  expect(
    [1, 2, 5].map((length) => (['first', 'middle', 'last'] as const).map((place) => indexAt(place, length))),
  ).toEqual([
    [0, 0, 0],
    [0, 1, 1],
    [0, 2, 4],
  ]);
});
