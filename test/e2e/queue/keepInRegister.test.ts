// Keep in Register in queue mode: two workers screen one list at the same time, and one of them is killed.
import { randomUUID } from 'node:crypto';
import { drawSeed, randomNumbers } from '../../support/random';
import { isEnded, startScreeningFleet, type ScreeningFleet } from '../../support/queue/screeningFleet';
import { until } from '../../support/waiting';
import { cameOut } from '../keepInRegister/keptRuns';
import { quickToNotice } from './deadWorkers';

const batchSize = 50;

let fleet: ScreeningFleet;

beforeAll(async () => {
  // Each takes one execution at a time, so that two executions are on two workers.
  fleet = await startScreeningFleet({ workers: 2, executionsPerWorker: 1, env: quickToNotice });
});

beforeEach(async () => {
  await fleet.sandbox.reset({ settings: true });
});

afterEach(async () => {
  await fleet.workers[0]?.ensureRunning();
});

afterAll(async () => {
  await fleet.stop();
});

test('both return every company, and none is paid for twice', async () => {
  const { workflow, names } = await publish('Both', 300);
  await workflow.start([names, names]);
  const [first, second] = await workflow.allEnded(2);

  for (const said of [await outcomesOf(first?.id), await outcomesOf(second?.id)])
    expect(said).toEqual(names.map((name) => [name, 'clear']));
  expect(await paid()).toEqual({ companies: 300, screenings: 300 });
});

test('kill -9 of one in mid-run: the other one returns every company, and none is paid for twice', async () => {
  const random = randomNumbers(drawSeed('QUEUE_SEED'));
  const { workflow, names } = await publish('Killed', 600);
  const at = Math.floor(names.length * (0.3 + random() * 0.4));
  const taken = async () => Promise.all(fleet.workers.map(async (one) => (await one.executions()).length));
  const before = await taken();
  await workflow.start([names, names]);
  const haveBegun = async () => (await taken()).every((count, worker) => count === (before[worker] ?? 0) + 1);
  await until('each worker has one', haveBegun, { withinMs: 300_000 });
  await until(`${String(at)} were screened`, async () => (await paid()).companies >= at, {
    everyMs: 5,
    withinMs: 300_000,
  });
  await fleet.workers[0]?.kill();
  // A call to the tables that the kill has ended stays in the list as running.
  const executions = async () => (await workflow.executions()).filter(({ mode }) => mode === 'webhook');
  const haveEnded = async () => (await executions()).every(isEnded);
  await until('both have ended', haveEnded, { withinMs: 600_000, everyMs: 1_000 });
  const survivors = (await executions()).filter(({ status }) => status === 'success');
  expect(survivors).toHaveLength(1);

  const said = await outcomesOf(survivors[0]?.id);
  const left = said.filter(([, outcome]) => outcome === 'noAnswer').length;
  process.stderr.write(`Killed at ${String(at)}: ${String(left)} of ${String(said.length)} as noAnswer.\n`);
  expect(said.map(([name]) => name)).toEqual(names);
  expect(left).toBeLessThanOrEqual(batchSize);
  expect(said.filter(([, outcome]) => outcome === 'clear').length).toBe(names.length - left);
  const { companies, screenings } = await paid();
  expect(screenings).toBe(companies);
}, 900_000);

async function publish(word: string, count: number) {
  const workflow = await fleet.publish({
    parameters: {
      keepInRegister: true,
      register: `Register ${randomUUID()}`,
      options: { batchSize, concurrency: 5 },
    },
  });
  await fleet.sandbox.settings({ latencyMs: 100 });
  const names = Array.from({ length: count }, (_, number) => `${word} Bakery ${String(number)}`);
  return { workflow, names };
}

async function outcomesOf(execution = ''): Promise<[string, string][]> {
  const { rest } = fleet.main();
  return cameOut(await rest.untilEnded(execution)).map(({ name, said }) => [name, said]);
}

/** How many companies the service screened, and how often in all. */
async function paid(): Promise<{ companies: number; screenings: number }> {
  const { screenings, screeningsDone } = await fleet.sandbox.stats();
  return { companies: screenings.length, screenings: screeningsDone };
}
