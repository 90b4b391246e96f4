// "Fan out over workers": one list and one register, screened by two workers, one of which is killed.
import axios from 'axios';
import { partPath, startFanOutFleet, type FanOutFleet } from '../../support/queue/fanOutFleet';
import type { Execution, ExecutionSummary } from '../../support/n8n/rest';
import { readTable, removeTables } from '../../support/n8n/dataTables';
import { pause } from '../../support/processes';
import { isEnded } from '../../support/queue/screeningFleet';
import { until, untilFound } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { manyCompanies, verdictOfTheService } from '../manyCompanies';
import { drawSeed, randomNumbers } from '../../support/random';
import { story } from '../story';
import { quickToNotice } from './deadWorkers';

const IN_A_PART = 50;
const EXECUTIONS_PER_WORKER = 4;
/** Requests at once in an execution, if the node is not told otherwise. */
const CONCURRENCY = 5;
const RUNS = 'Screening register runs';
const random = randomNumbers(drawSeed('QUEUE_SEED'));

let fleet: FanOutFleet;

beforeAll(async () => {
  fleet = await startFanOutFleet({
    workers: 2,
    executionsPerWorker: EXECUTIONS_PER_WORKER,
    env: quickToNotice,
  });
  await fleet.publishFanOut(IN_A_PART);
});

beforeEach(async () => {
  await removeTables(fleet.main().rest);
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs: 300 });
});

afterEach(async () => {
  for (const worker of fleet.workers) worker.thaw();
  await fleet.workers[0]?.ensureRunning();
});

afterAll(async () => {
  await fleet.stop();
});

test('nobody sends a part without the key', async () => {
  const url = `${fleet.main().url}/webhook/${partPath}`;
  const options = { proxy: false as const, validateStatus: () => true };
  const { status } = await axios.post(url, { companies: [{ companyName: 'Paid For Ltd' }] }, options);
  expect(status).toBe(403);
  expect(await fleet.parts()).toEqual([]);
});

test('a list that is started twice is screened by both workers, each company is paid for once, and both starts give everything', async () => {
  const names = manyCompanies(400);
  await fleet.writeList(names);
  const parts = await newParts(16, async () => {
    for (const { error } of await Promise.all([fleet.fanOut(), fleet.fanOut()]))
      expect(error).toBeUndefined();
  });
  expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 'success'));
  expect(saidBy(await executionsOf(parts))).toEqual(
    [...names, ...names].map((name) => [name, verdictOfTheService(name)]).sort(),
  );
  expect(await timesPaid()).toEqual(new Map(names.map((name) => [name, 1])));
  const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
  const shares = taken.map((ids) => parts.filter(({ id }) => ids.includes(id)).length);
  for (const share of shares) expect(share).toBeGreaterThan(0);
});

story(
  'a list is started twice and a worker is killed: nothing is sent twice, and nothing is lost',
  (step) => {
    const names = manyCompanies(500, 'Killed');

    step('the other worker gives every company of its parts', async () => {
      await fleet.writeList(names);
      const parts = await newParts(20, async () => {
        await Promise.all([fleet.fanOut(), fleet.fanOut()]);
        const moment = 100 + Math.floor(random() * 200);
        await until('a part was screened', async () => (await timesPaid()).size >= moment);
        await pause(random() * 1_000);
        await fleet.workers[0]?.kill();
      });
      const ended = parts.filter(({ status }) => status === 'success');
      const lost = parts.length - ended.length;
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER);
      const said = saidBy(await executionsOf(ended));
      expect(said).toHaveLength(ended.length * IN_A_PART);
      for (const [name = '', outcome] of said)
        expect(['noAnswer', verdictOfTheService(name)]).toContain(outcome);
      expect(new Set((await timesPaid()).values())).toEqual(new Set([1]));
    });

    step(
      'started once more, every company comes out once; what may have been sent is for a person',
      async () => {
        const parts = await newParts(10, async () => {
          await fleet.fanOut();
        });
        const said = saidBy(await executionsOf(parts));
        expect(said.map(([name]) => name)).toEqual([...names].sort());
        const left = withoutAnswer(said);
        // One batch for each execution of the dead worker.
        expect(left.length).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER * IN_A_PART);
        for (const [name = '', outcome] of said)
          expect([name, outcome]).toEqual([
            name,
            left.includes(name) ? 'noAnswer' : verdictOfTheService(name),
          ]);
        const paid = await timesPaid();
        expect(new Set(paid.values())).toEqual(new Set([1]));
        for (const name of names) expect([name, paid.has(name) || left.includes(name)]).toEqual([name, true]);
        process.stderr.write(`${String(left.length)} of ${String(names.length)} came out as noAnswer.\n`);
      },
    );
  },
);

story(
  'a worker stands still until it is taken for dead, and goes on: what it had been answered comes in, and nothing is sent twice',
  (step) => {
    const names = manyCompanies(400, 'Frozen');
    let unknownMeanwhile: string[] = [];
    let frozen: FanOutFleet['workers'][number] | undefined;

    step('meanwhile, its companies are for a person', async () => {
      await fleet.writeList(names);
      // A part takes 20 s: none of them has ended when the worker stands still.
      await fleet.sandbox.settings({ latencyMs: 2_000 });
      await newParts(8, async () => {
        await fleet.fanOut();
        await until('some were screened', async () => (await timesPaid()).size >= 60);
        frozen = await untilFound('a worker was at work', busiestWorker);
        frozen.freeze();
        await fleet.sandbox.settings({ latencyMs: 300 });
      });
      const meanwhile = await newParts(8, async () => {
        await fleet.fanOut();
      });
      const said = saidBy(await executionsOf(meanwhile));
      expect(said.map(([name]) => name)).toEqual([...names].sort());
      unknownMeanwhile = withoutAnswer(said);
      expect(unknownMeanwhile.length).toBeGreaterThan(0);
      for (const [name = '', outcome] of said)
        expect(['noAnswer', verdictOfTheService(name)]).toContain(outcome);
    });

    step('when it has gone on, only what was under way at that moment is left', async () => {
      frozen?.thaw();
      await until('its runs had ended', async () => {
        const states = (await readTable(fleet.main().rest, RUNS)).map(({ state }) => state);
        return states.every((state) => state === 'ended') || `They are ${JSON.stringify(states)}.`;
      });
      const parts = await newParts(8, async () => {
        await fleet.fanOut();
      });
      const said = saidBy(await executionsOf(parts));
      expect(said.map(([name]) => name)).toEqual([...names].sort());
      const left = withoutAnswer(said);
      expect(left.length).toBeLessThan(unknownMeanwhile.length);
      // A request that waits for longer than its timeout is given up.
      expect(left.length).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER * CONCURRENCY);
      for (const [name = '', outcome] of said)
        expect([name, outcome]).toEqual([name, left.includes(name) ? 'noAnswer' : verdictOfTheService(name)]);
      const paid = await timesPaid();
      expect(new Set(paid.values())).toEqual(new Set([1]));
      process.stderr.write(
        `${String(unknownMeanwhile.length)} without an answer while it stood still, ${String(left.length)} afterwards.\n`,
      );
    });
  },
);

test('the main process is killed and starts again while the workers live: it starts the list by itself, and nothing is sent twice', async () => {
  const names = manyCompanies(400, 'Main');
  await fleet.writeList(names);
  const parts = await newParts(16, async () => {
    await fleet.fanOut();
    await until('a part was screened', async () => (await timesPaid()).size >= 50);
    await fleet.killMain();
    await fleet.startMain();
  });
  expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 'success'));
  expect(saidBy(await executionsOf(parts))).toEqual(
    [...names, ...names].map((name) => [name, verdictOfTheService(name)]).sort(),
  );
  expect(await timesPaid()).toEqual(new Map(names.map((name) => [name, 1])));
});

/** Has something start so many parts, and gives them when they have ended. */
async function newParts(count: number, happen: () => Promise<void>): Promise<ExecutionSummary[]> {
  const before = (await fleet.parts()).length;
  await happen();
  return (await fleet.partsEnded(before + count)).slice(before);
}

const executionsOf = (parts: ExecutionSummary[]): Promise<Execution[]> =>
  Promise.all(parts.map(({ id }) => fleet.main().rest.untilEnded(id)));

/** Every company that came out, with its outcome or `noAnswer`, in order. */
function saidBy(executions: Execution[]): string[][] {
  return executions
    .flatMap((execution) => [0, 1, 2].flatMap((output) => execution.output(nodeUnderTest, output)))
    .map(({ json }) => [
      String(json['companyName']),
      String(json['reason'] === 'noAnswer' ? 'noAnswer' : json['outcome']),
    ])
    .sort();
}

/** The one that has begun the most of the parts that have not ended. */
async function busiestWorker(): Promise<FanOutFleet['workers'][number] | undefined> {
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

const withoutAnswer = (said: readonly string[][]): string[] =>
  said.flatMap(([name = '', outcome]) => (outcome === 'noAnswer' ? [name] : []));

async function timesPaid(): Promise<Map<string, number>> {
  const { screenings } = await fleet.sandbox.stats();
  return new Map(screenings.map(({ companyName, times }) => [companyName, times]));
}
