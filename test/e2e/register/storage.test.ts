// The screening register when its answers cannot be stored: the disk is full, another program holds the database, or n8n's
// limit for data tables is reached. It stops and says why; the next run goes on, and nothing is lost or paid for twice.
import { readFile } from 'node:fs/promises';
import { addRows, addTable, sizeOfTables } from '../../support/n8n/dataTables';
import { pause } from '../../support/processes';
import { until } from '../../support/waiting';
import { manyCompanies } from './accounts';
import { mountSmallDisk, type SmallDisk } from '../../support/n8n/smallDisk';
import { startRegister, type Register } from './registerInN8n';
import { batch, trialOf } from './trial';

const longTestMs = 8 * 60_000;
// Longer than n8n waits for a database that is held, and tries again.
const stillMs = 20_000;
const otherTable = 'Something else';
const megabyte = 1024 * 1024;
const roomForTheList = 2 * megabyte;
const defaultLimit = 200 * megabyte;

let disk: SmallDisk;
let register: Register;
const trial = trialOf(() => register);
const { accounts, paid, duringBatch } = trial;

beforeAll(async () => {
  disk = await mountSmallDisk();
  register = await startRegister(disk.env);
});

beforeEach(async () => {
  await disk.free();
  await trial.reset();
  await register.harness.sandbox.settings({ latencyMs: 20 });
});

afterAll(async () => {
  await register.stop();
  await disk.remove();
});

async function newList(companies: Record<string, string>): Promise<void> {
  await trial.newList(companies);
  await register.save();
}

const screenings = async (): Promise<number> => (await paid()).screenings;

/** Starts the register, and takes the steps while its second batch is under way. */
async function duringSecondBatch<T>(start: () => Promise<unknown>, steps: () => Promise<T>): Promise<T> {
  const before = await screenings();
  await start();
  return duringBatch(before, batch + batch / 5, steps);
}

/** Waits until nothing more is sent: n8n cannot store that such a run has ended, and shows it as running. */
async function standsStill(): Promise<void> {
  let before = await screenings();
  const isStill = async (): Promise<boolean> => {
    const [earlier, now] = [before, await screenings()];
    before = now;
    return earlier === now;
  };
  await pause(stillMs);
  await until('nothing more was sent', isStill, { withinMs: longTestMs, everyMs: stillMs });
}

/** What the service did and n8n could not store is a person's, at most a batch of it; everything else has its answer. */
async function expectNothingLost(list: string): Promise<void> {
  const { inState, seenNotStored, companies } = await accounts();
  for (const { state } of seenNotStored) expect(state).toBe('undecided');
  const ofTheList = seenNotStored.filter(({ key }) => key.startsWith(list));
  expect(ofTheList.length).toBeLessThanOrEqual(batch);
  expect(inState('answered').length + inState('undecided').length).toBe(companies.length);
  expect((await paid()).companiesScreenedAgain).toBe(0);
}

/** n8n is killed and started again; the register goes on by itself, to its end. */
async function goesOn(list: string): Promise<void> {
  await register.kill();
  await register.restart();
  await register.ended();
  await expectNothingLost(list);
}

test(
  'the disk is full',
  async () => {
    await newList(manyCompanies(2_500, 'Full disk'));
    await duringSecondBatch(register.begin, disk.fill);
    await standsStill();
    expect(await screenings()).toBeLessThan(2_500);
    await expect(register.begin()).rejects.toThrow('n8n refused to run a workflow');
    await disk.free();
    await goesOn('Full disk');
  },
  longTestMs,
);

test(
  'another program holds the database',
  async () => {
    await newList(manyCompanies(400, 'Held'));
    const release = await duringSecondBatch(register.begin, disk.lock);
    await standsStill();
    expect(await readFile(register.harness.n8n().logFile, 'utf8')).toMatch('SQLITE_BUSY: database is locked');
    await release();
    await goesOn('Held');
  },
  longTestMs,
);

test(
  "n8n's limit for data tables is reached",
  async () => {
    const { harness } = register;
    // The register begins a moment before the test knows that n8n has started.
    await harness.sandbox.settings({ latencyMs: 200 });
    await newList(manyCompanies(400, 'Limit'));
    await addTable(harness.n8n().rest, otherTable, ['text']);
    const before = await screenings();
    const limit = (await sizeOfTables(harness.n8n().rest)) + roomForTheList;
    await duringSecondBatch(
      () => register.restart({ N8N_DATA_TABLES_MAX_SIZE_BYTES: String(limit) }),
      () => addRows(harness.n8n().rest, otherTable, [{ text: 'x'.repeat(roomForTheList) }]),
    );

    const run = await register.runAfterRestart();
    expect(run.status).toBe('error');
    expect(run.error?.message).toMatch(/size limit exceeded.*Everything else is kept/s);
    const { inState, seenNotStored } = await accounts();
    expect(await screenings()).toBe(before + 2 * batch);
    expect(seenNotStored.map(({ state }) => state)).toEqual(Array.from({ length: batch }, () => 'sending'));
    expect(inState('due')).toHaveLength(2 * batch);

    await register.restart({ N8N_DATA_TABLES_MAX_SIZE_BYTES: String(defaultLimit) });
    await register.ended();
    await expectNothingLost('Limit');
  },
  longTestMs,
);
