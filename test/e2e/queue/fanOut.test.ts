// "Fan out over workers": one register, screened by several executions on two workers, one of which is killed.
import axios from 'axios';
import { fanOutPath, startRegisterFleet, type RegisterFleet } from '../../support/queue/registerFleet';
import { removeTables } from '../../support/n8n/dataTables';
import { until } from '../../support/waiting';
import { story } from '../story';
import { pause } from '../../support/processes';
import type { Company } from '../../support/register';
import { manyCompanies, settle, type Accounts } from '../register/accounts';
import { drawSeed, randomNumbers } from '../../support/random';
import { quickToNotice } from './deadWorkers';

const batch = 20;
const executionsAtOnce = 8;
const random = randomNumbers(drawSeed('QUEUE_SEED'));

let fleet: RegisterFleet;
/** All companies that the test has added, by their keys. */
let expected: Record<string, string>;

beforeAll(async () => {
  fleet = await startRegisterFleet({ workers: 2, executionsPerWorker: 5, env: quickToNotice });
  await fleet.saveRegister({ 'Companies in a batch': batch });
  await fleet.publishFanOut(executionsAtOnce, batch);
});

beforeEach(async () => {
  await removeTables(fleet.main().rest);
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs: 300 });
  await fleet.saveRegister({ 'Companies in a batch': batch });
  expected = {};
});

afterEach(async () => {
  await fleet.workers[0]?.ensureRunning();
});

afterAll(async () => {
  await fleet.stop();
});

test('nobody starts an execution without the key', async () => {
  const before = (await fleet.fanOutExecutions()).length;
  const url = `${fleet.main().url}/webhook/${fanOutPath}`;
  const options = { proxy: false as const, validateStatus: () => true };
  const { status } = await axios.post(url, { lastId: 1_000_000, batchSize: 1_000 }, options);
  expect(status).toBe(403);
  expect((await fleet.fanOutExecutions()).length).toBe(before);
});

test('a list is screened by both workers, and each company once', async () => {
  const before = (await fleet.fanOutExecutions()).length;
  const registerRun = await beginOver(manyCompanies(400));
  const ended = (await fleet.fanOutEnded()).slice(before);
  expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'success'));
  expect((await fleet.main().rest.untilEnded(registerRun)).status).toBe('success');

  const { inState, companies } = await accounts();
  expect(inState('answered')).toHaveLength(400);
  expect(await screened()).toEqual({ screeningsDone: 400, again: 0 });
  for (const share of await sharesOfTheWorkers(companies)) expect(share).toBeGreaterThan(0);
});

story('a worker is killed: nothing is sent twice, and what may have been sent is for a person', (step) => {
  step('the other worker screens the rest', async () => {
    await beginOver(manyCompanies(500, 'Killed'));
    const moment = 100 + Math.floor(random() * 200);
    await until('a part was screened', async () => (await screened()).screeningsDone >= moment);
    await pause(random() * 1_000);
    await fleet.workers[0]?.kill();

    const ended = await fleet.fanOutEnded();
    expect(ended.filter(({ status }) => status === 'error').length).toBeGreaterThan(0);
    expect((await fleet.companies()).filter(({ state }) => state === 'due')).toEqual([]);
    expect((await screened()).again).toBe(0);
  });

  step('the next run of the register gives the others to a person, and sends none of them', async () => {
    const claimed = (await fleet.companies()).filter(({ state }) => state === 'sending');
    // No more than a batch for each execution of the dead worker.
    expect(claimed.length).toBeLessThanOrEqual(5 * batch);
    const before = await screened();
    await fleet.saveRegister({
      'Companies in a batch': batch,
      'Minutes until a batch counts as lost': 0,
    });
    const run = await fleet.main().rest.untilEnded(await fleet.startRegister());
    expect(run).toMatchObject({ status: 'success', error: undefined });

    const { inState, seenNotStored, screenedUnder } = await accounts();
    const undecided = inState('undecided');
    // A worker may have died after it had stored the answers, and before it had removed the claimed rows.
    expect(keysOf(claimed)).toEqual(expect.arrayContaining(keysOf(undecided)));
    expect(inState('answered').length + undecided.length).toBe(500);
    expect(await screened()).toEqual(before);
    const list = new Map((await fleet.personDecides()).map((row) => [row['Key'], row['Reference ID']]));
    expect([...list.keys()].sort()).toEqual(keysOf(undecided));
    for (const company of seenNotStored) expect(screenedUnder(company)).toEqual([list.get(company.key)]);
    process.stderr.write(
      `The service had screened ${String(seenNotStored.length)} of the ${String(undecided.length)} companies on the person's list.\n`,
    );
  });
});

/** Starts the register over a list, and more executions as soon as the list is in it. Gives the register's execution. */
async function beginOver(companies: Record<string, string>): Promise<string> {
  Object.assign(expected, companies);
  await fleet.writeList(companies);
  const registerRun = await fleet.startRegister();
  const isDue = async () => (await fleet.companies()).some(({ state }) => state === 'due');
  await until('the list was in the register', () => isDue().catch(() => false));
  const started = await fleet.fanOut();
  expect(started.error).toBeUndefined();
  expect(started.output('Started').map(({ json }) => json)).toEqual([
    { 'Executions started': executionsAtOnce },
  ]);
  return registerRun;
}

const accounts = (): Promise<Accounts> => settle(fleet, expected);

async function screened(): Promise<{ screeningsDone: number; again: number }> {
  const { screeningsDone, screenedAgain } = await fleet.sandbox.summary();
  return { screeningsDone, again: screenedAgain.companies };
}

/** How many companies each worker has screened. A reference id begins with the execution that claimed the company. */
async function sharesOfTheWorkers(companies: Company[]): Promise<number[]> {
  const marks = companies.map(({ referenceId }) => /^R(\d+)T/.exec(referenceId)?.[1] ?? '');
  const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
  return taken.map((executions) => marks.filter((mark) => executions.includes(mark)).length);
}

const keysOf = (companies: Company[]): string[] => companies.map(({ key }) => key).sort();
