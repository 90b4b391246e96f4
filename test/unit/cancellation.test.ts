// What ends with the run: waits of any length, and requests with a deadline of their own.
import { sleep } from 'n8n-workflow';

import {
  createDeadline,
  createSleep,
  DeadlineExceeded,
  untilCancelled,
  Cancellation,
  MAX_TIMER_MS,
} from '../../nodes/CompanyScreening/flowControl/time';
import { testTime } from '../support/testTime';
import { warningsDuring } from '../support/warnings';

const never = async () => await new Promise<never>(() => undefined);
const run = () => {
  const controller = new AbortController();
  return {
    cancellation: new Cancellation(controller.signal),
    end: (reason?: unknown) => {
      controller.abort(reason);
    },
  };
};

describe('a wait', () => {
  test('takes its time', async () => {
    const slept: number[] = [];
    const timer = async (ms: number) => {
      slept.push(ms);
      await Promise.resolve();
    };
    await createSleep(new Cancellation(undefined), timer)(1234);
    expect(slept).toEqual([1234]);
  });

  test('of no time sets no timer', async () => {
    const timer = jest.fn<Promise<void>, [number]>();
    await createSleep(new Cancellation(undefined), timer)(0);
    expect(timer).not.toHaveBeenCalled();
    expect(MAX_TIMER_MS).toBe(2_147_483_647);
  });

  test('that is longer than a timer can be set for is cut into several', async () => {
    const slept: number[] = [];
    const timer = async (ms: number) => {
      slept.push(ms);
      await Promise.resolve();
    };
    await createSleep(new Cancellation(undefined), timer)(2 * MAX_TIMER_MS + 5);
    expect(slept).toEqual([MAX_TIMER_MS, MAX_TIMER_MS, 5]);
  });

  test('ends with the run, for its reason, even if the timer takes no signal', async () => {
    const { cancellation, end } = run();
    const waiting = createSleep(cancellation, never)(60_000);
    end(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(createSleep(cancellation, never)(60_000)).rejects.toThrow('stopped');
  });

  test('of thousands at once puts one listener on the run, so that Node.js warns of no leak', async () => {
    const controller = new AbortController();
    const listen = jest.spyOn(controller.signal, 'addEventListener');
    const wait = createSleep(new Cancellation(controller.signal), sleep);
    const warnings = await warningsDuring(async () => {
      const waits = Array.from({ length: 2000 }, async () => {
        await wait(60_000);
      });
      controller.abort(new Error('stopped'));
      const settled = await Promise.allSettled(waits);
      expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(['rejected']));
    });
    expect(listen).toHaveBeenCalledTimes(1);
    expect(warnings).toEqual([]);
  });
});

describe('the end of a run', () => {
  test('is told with its reason, and only to those that still listen', () => {
    const { cancellation, end } = run();
    const told: string[] = [];
    cancellation.listen(() => told.push('listens'));
    const leave = cancellation.listen(() => told.push('has left'));
    leave();
    cancellation.throwIfCancelled();
    end(new Error('stopped'));
    expect(told).toEqual(['listens']);
    expect(cancellation.reason).toEqual(new Error('stopped'));
    expect(() => {
      cancellation.throwIfCancelled();
    }).toThrow('stopped');
    cancellation.listen(() => told.push('came late'));
    expect(told).toEqual(['listens', 'came late']);
  });

  test('never comes to a run that cannot be ended', () => {
    const cancellation = new Cancellation(undefined);
    cancellation.throwIfCancelled();
    expect([cancellation.isCancelled, cancellation.reason]).toEqual([false, undefined]);
  });

  test('does not end what is done already', async () => {
    const { cancellation, end } = run();
    let given: AbortSignal | undefined;
    await untilCancelled(cancellation, async (signal) => {
      given = signal;
      await Promise.resolve();
    });
    end(new Error('stopped'));
    expect(given?.aborted).toBe(false);
  });

  test('for a reason that is no error has it as its message', async () => {
    const { cancellation, end } = run();
    const waiting = untilCancelled(cancellation, never);
    end('a word');
    await expect(waiting).rejects.toThrow('a word');
  });
});

describe('a deadline', () => {
  test('lets through what is done in time, and what fails in time', async () => {
    const { cancellation } = run();
    const deadline = createDeadline(60_000, cancellation, testTime())();
    expect(await untilCancelled(deadline, async () => await Promise.resolve('done'))).toBe('done');
    await expect(
      untilCancelled(deadline, async () => await Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
  });

  test('aborts the signal of what is not done in time, and waits for it no longer', async () => {
    const { cancellation } = run();
    const time = testTime();
    let given: AbortSignal | undefined;
    const late = untilCancelled(createDeadline(1000, cancellation, time)(), async (signal) => {
      given = signal;
      return await never();
    });
    expect(given?.aborted).toBe(false);
    time.deadlines[0]?.pass();
    await expect(late).rejects.toThrow(DeadlineExceeded);
    await expect(late).rejects.toMatchObject({ name: 'DeadlineExceeded' });
    expect(given?.aborted).toBe(true);
  });

  test('is one for requests that begin together, and another for those that begin later', () => {
    let now = 1000;
    const time = testTime();
    const beginTime = createDeadline(500, new Cancellation(undefined), { ...time, monotonicMs: () => now });
    const first = beginTime();
    now = 1005;
    expect(beginTime()).toBe(first);
    now = 1006;
    expect(beginTime()).not.toBe(first);
    // A hundredth longer: what began last of those that share it does not end early.
    expect(time.deadlines.map(({ ms }) => ms)).toEqual([505, 505]);
  });

  test('can be distinguished from the end of the run', async () => {
    const { cancellation, end } = run();
    const request = untilCancelled(createDeadline(60_000, cancellation, testTime())(), never);
    end(new Error('cancelled'));
    await expect(request).rejects.toThrow('cancelled');
    await expect(untilCancelled(createDeadline(60_000, cancellation, testTime())(), never)).rejects.toThrow(
      'cancelled',
    );
  });

  test('beyond what a timer can be set for does not pass at once', () => {
    const time = testTime();
    createDeadline(3_000_000_000, new Cancellation(undefined), time)();
    expect(time.deadlines.map(({ ms }) => ms)).toEqual([MAX_TIMER_MS]);
  });
});
