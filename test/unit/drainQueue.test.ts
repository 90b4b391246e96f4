// The pace that a queue is told: it decides how many companies are under way at once.
import { AT_ONCE } from '../../nodes/CompanyScreening/flowControl/circuitBreaker';
import { drainQueue } from '../../nodes/CompanyScreening/run/drainQueue';
import { Attempts } from '../../nodes/CompanyScreening/run/state/attempts';
import type { QueueCommand, QueuedItem } from '../../nodes/CompanyScreening/run/state/workQueue';
import { virtualTime } from '../support/virtualTime';

/** Sends batches of so many items one after the other, each item in 100 ms, and gives the pace told after each batch. */
async function pacesOf(batches: readonly number[], concurrency: number): Promise<Array<number | null>> {
  const time = virtualTime();
  const paces: Array<number | null> = [];
  const item: QueuedItem = { itemIndex: 0, prepare: () => ({ state: 'notSent', subject: undefined }) };
  const commands = batches.flatMap((size): QueueCommand[] => [
    { is: 'send', items: Array.from({ length: size }, () => item), concluded: [] },
    { is: 'wait', concluded: [] },
  ]);
  const queue = {
    open: () => Promise.resolve(0),
    beforeSend: () => Promise.resolve(),
    next: (happened?: { is: string; batch?: { companyMs: number | null } }) => {
      if (happened?.batch) paces.push(happened.batch.companyMs);
      return Promise.resolve(commands.shift() ?? { is: 'over' as const, concluded: [] });
    },
    close: () => undefined,
    writeDown: <Ended>(ended: Ended) => Promise.resolve(ended),
    notes: () => [],
  };
  const ran = drainQueue(queue, {
    tasks: {
      send: async () => {
        await time.sleep(100, new AbortController().signal);
        return { itemState: { state: 'notSent', subject: undefined }, attempts: new Attempts() };
      },
    },
    sender: { nextStart: () => Promise.resolve(AT_ONCE) },
    concurrency,
    stop: { stop: () => undefined },
    progress: { count: () => undefined, waits: () => undefined },
    clock: time,
  });
  await time.finish(ran);
  return paces;
}

test('the time that slots had nothing to do is no part of the time that an item takes', async () => {
  expect(await pacesOf([4], 4)).toEqual([25]);
  // One slot of four is busy: an item takes a quarter of the time that went by.
  expect(await pacesOf([1, 8], 4)).toEqual([25, 25]);
});
