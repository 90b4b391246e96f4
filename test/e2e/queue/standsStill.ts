// A worker that stands still, as a machine does that is out of memory, and goes on after it was taken for dead.
import { readTable } from '../../support/n8n/dataTables';
import type { FanOutFleet } from '../../support/queue/fanOutFleet';
import { isEnded } from '../../support/n8n/rest';
import { until, untilFound } from '../../support/waiting';
import { brokenIn, withoutAnswer } from '../listHistory';
import { manyCompanies } from '../manyCompanies';
import { story } from '../story';
import { timesPaid } from '../whatTheServiceGot';
import { EXECUTIONS_PER_WORKER, IN_A_PART, newParts, screenedList } from './parts';

/** Requests at once in an execution, if the node is not told otherwise. */
const CONCURRENCY = 5;
const PARTS = 2 * EXECUTIONS_PER_WORKER;
const RUNS = 'Screening register runs';

export function standsStillTests(fleet: () => FanOutFleet): void {
  story(
    'a worker stands still until it is taken for dead, and goes on: what it had been answered comes in, and nothing is sent twice',
    (step) => {
      const names = manyCompanies(PARTS * IN_A_PART, 'Frozen');
      let unknownMeanwhile: string[] = [];
      let frozen: FanOutFleet['workers'][number] | undefined;

      step('meanwhile, its companies are for a person', async () => {
        await fleet().writeList(names);
        // A part takes 15 s: none of them has ended when the worker stands still.
        await fleet().sandbox.settings({ latencyMs: 3_000 });
        await newParts(fleet(), PARTS, async () => {
          await fleet().fanOut();
          await until('some were screened', async () => (await timesPaid(fleet())).size >= 15);
          frozen = await untilFound('a worker was at work', () => busiestWorker(fleet()));
          frozen.freeze();
          await fleet().sandbox.settings({ latencyMs: 300 });
        });
        const meanwhile = await newParts(fleet(), PARTS, async () => {
          await fleet().fanOut();
        });
        const screened = await screenedList(fleet(), names, meanwhile);
        expect(brokenIn(screened)).toEqual([]);
        unknownMeanwhile = withoutAnswer(screened.executions);
        expect(unknownMeanwhile.length).toBeGreaterThan(0);
      });

      step('when it has gone on, only what was under way at that moment is left', async () => {
        frozen?.thaw();
        await until('its runs had ended', async () => {
          const runs = await readTable(fleet().main().rest, RUNS);
          // A run that was taken for dead may have entered again, in a row of its own.
          const ended = runs.filter(({ state }) => state === 'ended');
          return ended.length === 2 * PARTS || `They are ${JSON.stringify(runs)}.`;
        });
        const parts = await newParts(fleet(), PARTS, async () => {
          await fleet().fanOut();
        });
        const screened = await screenedList(fleet(), names, parts);
        expect(brokenIn(screened)).toEqual([]);
        const left = withoutAnswer(screened.executions);
        expect(left.length).toBeLessThan(unknownMeanwhile.length);
        // A request that waits for longer than its timeout is given up.
        expect(left.length).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER * CONCURRENCY);
        process.stderr.write(
          `${String(unknownMeanwhile.length)} without an answer while it stood still, ${String(left.length)} afterwards.\n`,
        );
      });
    },
  );
}

/** The one that has begun the most of the parts that have not ended. */
async function busiestWorker(fleet: FanOutFleet): Promise<FanOutFleet['workers'][number] | undefined> {
  const going = new Set((await fleet.parts()).filter((part) => !isEnded(part)).map(({ id }) => id));
  const begun = await Promise.all(
    fleet.workers.map(async (worker) => ({
      worker,
      parts: (await worker.executions()).filter((id) => going.has(id)).length,
    })),
  );
  const [busiest] = begun.toSorted((one, other) => other.parts - one.parts);
  return busiest && busiest.parts > 0 ? busiest.worker : undefined;
}
