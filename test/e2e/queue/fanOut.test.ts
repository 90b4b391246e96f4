// "Fan out over workers": one list and one register, screened by two workers, one of which is killed or stands still.
import { partPath, type FanOutFleet } from '../../support/queue/fanOutFleet';
import { removeTables } from '../../support/n8n/dataTables';
import type { ExecutionSummary } from '../../support/n8n/rest';
import { pause } from '../../support/processes';
import { drawSeed, randomNumbers } from '../../support/random';
import { until } from '../../support/waiting';
import { callWebhook } from '../../support/webhook';
import { brokenIn, withoutAnswer } from '../listHistory';
import { manyCompanies, verdictOfTheService } from '../manyCompanies';
import { story } from '../story';
import { serviceMayGet, timesPaid } from '../whatTheServiceGot';
import { EXECUTIONS_PER_WORKER, IN_A_PART, newParts, saidBy, screenedList, startTwoWorkers } from './parts';
import { standsStillTests } from './standsStill';

/** The parts of a list that is screened in peace, and of one whose worker is killed. */
const [PARTS, KILLED_PARTS] = [4, 6];

const random = randomNumbers(drawSeed('QUEUE_SEED'));

let fleet: FanOutFleet;

beforeAll(async () => {
  fleet = await startTwoWorkers();
});

beforeEach(async () => {
  serviceMayGet({ timesPaid: 1 });
  await removeTables(fleet.main().rest);
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs: 300 });
});

afterEach(() => fleet.workers[0]?.ensureRunning());

afterAll(() => fleet.stop());

async function expectTwice(names: string[], parts: ExecutionSummary[]): Promise<void> {
  expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 'success'));
  const said = [...names, ...names].map((name) => [name, verdictOfTheService(name)]);
  expect(await saidBy(fleet, parts)).toEqual(said.sort());
}

test('nobody sends a part without the key', async () => {
  const part = { companies: [{ companyName: 'Paid For Ltd' }] };
  expect((await callWebhook(fleet.main().url, partPath, part)).status).toBe(403);
  expect(await fleet.parts()).toEqual([]);
});

test('a list that is started twice is screened by both workers, each company is paid for once, and both starts give everything', async () => {
  const names = manyCompanies(PARTS * IN_A_PART);
  await fleet.writeList(names);
  const parts = await newParts(fleet, PARTS * 2, async () => {
    for (const { error } of await Promise.all([fleet.fanOut(), fleet.fanOut()]))
      expect(error).toBeUndefined();
  });
  await expectTwice(names, parts);
  const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
  const shares = taken.map((ids) => parts.filter(({ id }) => ids.includes(id)).length);
  for (const share of shares) expect(share).toBeGreaterThan(0);
});

story(
  'a list is started twice and a worker is killed: nothing is sent twice, and nothing is lost',
  (step) => {
    const names = manyCompanies(KILLED_PARTS * IN_A_PART, 'Killed');

    step('the other worker gives every company of its parts', async () => {
      await fleet.writeList(names);
      const parts = await newParts(fleet, KILLED_PARTS * 2, async () => {
        await Promise.all([fleet.fanOut(), fleet.fanOut()]);
        const moment = 25 + Math.floor(random() * 50);
        await until('a part was screened', async () => (await timesPaid(fleet)).size >= moment);
        await pause(random() * 1_000);
        await fleet.workers[0]?.kill();
      });
      const ended = parts.filter(({ status }) => status === 'success');
      const lost = parts.length - ended.length;
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER);
      const said = await saidBy(fleet, ended);
      expect(said).toHaveLength(ended.length * IN_A_PART);
      for (const [name = '', outcome] of said)
        expect(['noAnswer', verdictOfTheService(name)]).toContain(outcome);
    });

    step(
      'started once more, every company comes out once; what may have been sent is for a person',
      async () => {
        const parts = await newParts(fleet, KILLED_PARTS, async () => {
          await fleet.fanOut();
        });
        const screened = await screenedList(fleet, names, parts);
        expect(brokenIn(screened)).toEqual([]);
        const left = withoutAnswer(screened.executions);
        // One batch for each execution of the dead worker.
        expect(left.length).toBeLessThanOrEqual(EXECUTIONS_PER_WORKER * IN_A_PART);
        process.stderr.write(`${String(left.length)} of ${String(names.length)} came out as noAnswer.\n`);
      },
    );
  },
);

test('the main process is killed and starts again while the workers live: it starts the list by itself, and nothing is sent twice', async () => {
  const names = manyCompanies(PARTS * IN_A_PART, 'Main');
  await fleet.writeList(names);
  const parts = await newParts(fleet, PARTS * 2, async () => {
    await fleet.fanOut();
    await until('a part was screened', async () => (await timesPaid(fleet)).size >= 25);
    await fleet.killMain();
    await fleet.startMain();
  });
  await expectTwice(names, parts);
});

standsStillTests(() => fleet);
