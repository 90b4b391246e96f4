// Keep in Register when n8n's database cannot be written in mid-run: its disk is full, or another program holds it. Nothing more is
// sent than can be kept, and the next run goes on.
import { readFile } from 'node:fs/promises';
import { mountSmallDisk, type SmallDisk } from '../../support/n8n/smallDisk';
import { pause } from '../../support/processes';
import { until } from '../../support/waiting';
import { cameOut, longRunMs, manyNames, START, useKeptRuns } from './keptRuns';

let disk: SmallDisk;
const kept = useKeptRuns('sqlite', async () => {
  disk = await mountSmallDisk();
  return disk.env;
});
afterAll(() => disk.remove());

const batchSize = 50;
const names = manyNames(600);
const longTestMs = 15 * 60_000;
// Longer than n8n waits for a database that is held, and the node tries again.
const stillMs = 30_000;

let workflowId = '';
beforeEach(async () => {
  workflowId = await kept().save(kept().newRegister(), names, { options: { batchSize } });
  await kept().harness.sandbox.settings({ latencyMs: 50 });
});

const screened = async () => (await kept().harness.sandbox.stats()).screeningsDone;

test(
  'the disk is full: the run stops; once there is space, the next one returns every company and pays for none again',
  async () => {
    await begin();
    await disk.fill();
    await standsStill();
    expect(await screened()).toBeLessThan(names.length);
    await disk.free();
    await expectNothingLost();
  },
  longTestMs,
);

test(
  'another program holds the database for a while: the run waits, and goes on',
  async () => {
    const id = await begin();
    const release = await disk.lock();
    await until('n8n has found it held', isSaidToBeBusy, { withinMs: longRunMs });
    await release();
    const execution = await kept().harness.n8n().rest.untilEnded(id, { withinMs: longRunMs });
    expect(cameOut(execution).map(({ said }) => said)).toEqual(names.map(() => 'clear'));
    expect(await screened()).toBe(names.length);
  },
  longTestMs,
);

test(
  'another program holds the database for longer than the run waits: it stops, and the next one goes on',
  async () => {
    await begin();
    const release = await disk.lock();
    await standsStill();
    await release();
    expect(await screened()).toBeLessThan(names.length);
    await expectNothingLost();
  },
  longTestMs,
);

/** Starts a run, and waits until it sends its second batch. Gives the id of the execution. */
async function begin(): Promise<string> {
  const id = await kept().harness.n8n().rest.start(workflowId, START);
  const isBegun = async () => (await screened()) > batchSize + batchSize / 5;
  await until('the second batch is under way', isBegun, { everyMs: 5, withinMs: longRunMs });
  return id;
}

/** Waits until nothing more is sent: n8n cannot store that such a run has ended, and may show it as running for ever. */
async function standsStill(): Promise<void> {
  let before = await screened();
  const isStill = async () => {
    const [earlier, now] = [before, await screened()];
    before = now;
    return earlier === now;
  };
  await pause(stillMs);
  await until('nothing more was sent', isStill, { withinMs: longRunMs, everyMs: stillMs });
}

async function isSaidToBeBusy(): Promise<boolean> {
  return (await readFile(kept().harness.n8n().logFile, 'utf8')).includes('SQLITE_BUSY');
}

async function expectNothingLost(): Promise<void> {
  await kept().harness.n8n().kill();
  await kept().harness.restartN8n();
  const said = cameOut(await kept().run(workflowId));
  const left = said.filter((one) => one.said === 'noAnswer').length;
  process.stderr.write(`${String(left)} of ${String(said.length)} came out as noAnswer.\n`);
  expect(said.map(({ name }) => name)).toEqual(names);
  expect(said.filter((one) => one.said === 'clear').length).toBe(names.length - left);
  expect(left).toBeLessThanOrEqual(batchSize);
  expect(new Set((await kept().paid()).values())).toEqual(new Set([1]));
}
