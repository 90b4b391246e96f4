// "Fan out over workers": one register, screened by several executions on two workers, one of which is killed.
import axios from 'axios';
import { fanOutPath, startRegisterFleet, type RegisterFleet } from '../../support/queue/registerFleet';
import { until } from '../../support/waiting';
import { pause } from '../../support/processes';
import type { Company } from '../../support/register';
import { manyCompanies, settle, type Accounts } from '../register/accounts';
import { drawSeed, randomNumbers } from '../register/random';
import { quickToNotice } from './deadWorkers';

const batch = 20;
const executionsAtOnce = 8;
const random = randomNumbers(drawSeed('QUEUE_SEED'));

let fleet: RegisterFleet;
/** All companies that were ever added, by their keys. */
const expected: Record<string, string> = {};

beforeAll(async () => {
  fleet = await startRegisterFleet({ workers: 2, executionsPerWorker: 5, env: quickToNotice });
  await fleet.saveRegister({ 'Companies in a batch': batch });
  await fleet.publishFanOut(executionsAtOnce, batch);
}, 20 * 60_000);

beforeEach(async () => {
  await fleet.sandbox.settings({ latencyMs: 300, rejectSubscriptionKey: false });
});

afterAll(async () => {
  await fleet.stop();
});

test('nobody starts an execution without the key', async () => {
  const url = `${fleet.main().url}/webhook/${fanOutPath}`;
  const options = { proxy: false as const, validateStatus: () => true };
  const { status } = await axios.post(url, { lastId: 1_000_000, batchSize: 1_000 }, options);
  expect(status).toBe(403);
  expect(await fleet.fanOutExecutions()).toEqual([]);
});

test('a list is screened by both workers, and each company once', async () => {
  const registerRun = await beginOver(manyCompanies(500));
  const ended = await fleet.fanOutEnded();
  expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'success'));
  expect((await fleet.main().rest.untilEnded(registerRun)).status).toBe('success');

  const { inState, companies } = await accounts();
  expect(inState('answered')).toHaveLength(500);
  expect(await screened()).toEqual({ screeningsDone: 500, again: 0 });
  for (const share of await sharesOfTheWorkers(companies)) expect(share).toBeGreaterThan(0);
}, 300_000);

test('kill -9 of a worker: the other one screens the rest, and nothing is sent twice', async () => {
  await beginOver(manyCompanies(600, 'Killed'));
  const before = (await screened()).screeningsDone;
  const moment = before + 100 + Math.floor(random() * 200);
  await until('a part is screened', async () => (await screened()).screeningsDone >= moment);
  await pause(random() * 1_000);
  await fleet.workers[0]?.kill();

  const ended = await fleet.fanOutEnded();
  expect(ended.filter(({ status }) => status === 'error').length).toBeGreaterThan(0);
  const rows = await fleet.companies();
  expect(rows.filter(({ state }) => state === 'due')).toEqual([]);
  expect((await screened()).again).toBe(0);
}, 300_000);

test('the next run of the register gives to a person what may have been sent, and sends none of it', async () => {
  const claimed = (await fleet.companies()).filter(({ state }) => state === 'sending');
  // No more than a batch for each execution of the dead worker.
  expect(claimed.length).toBeLessThanOrEqual(5 * batch);
  const before = await screened();
  await fleet.saveRegister({ 'Companies in a batch': batch, 'Minutes until a batch counts as lost': 0 });
  const run = await fleet.main().rest.untilEnded(await fleet.startRegister());
  expect(run).toMatchObject({ status: 'success', error: undefined });

  const { inState, seenNotStored, screenedUnder } = await accounts();
  const undecided = inState('undecided');
  // A worker may have died after it had stored the answers, and before it had removed the claimed rows.
  expect(keysOf(claimed)).toEqual(expect.arrayContaining(keysOf(undecided)));
  expect(inState('answered').length + undecided.length).toBe(1_100);
  expect(await screened()).toEqual(before);
  const list = new Map((await fleet.personDecides()).map((row) => [row['Key'], row['Reference ID']]));
  expect([...list.keys()].sort()).toEqual(keysOf(undecided));
  for (const company of seenNotStored) expect(screenedUnder(company)).toEqual([list.get(company.key)]);
  process.stderr.write(
    `The service had screened ${String(seenNotStored.length)} of the ${String(undecided.length)} companies on the person's list.\n`,
  );
}, 300_000);

test('a refused subscription key stops every execution with the reason, and everything stays due', async () => {
  await fleet.saveRegister({ 'Companies in a batch': batch });
  await fleet.sandbox.settings({ rejectSubscriptionKey: true });
  const before = await screened();
  const already = (await fleet.fanOutExecutions()).length;
  await beginOver(manyCompanies(200, 'Refused'));
  const [, ...ended] = (await fleet.fanOutEnded()).slice(already);
  const executions = await Promise.all(ended.map(({ id }) => fleet.main().rest.untilEnded(id)));
  const stopped = executions.filter(({ status }) => status === 'error');
  expect(stopped.length).toBeGreaterThan(0);
  for (const { error } of stopped)
    expect(error?.message).toMatch(/Subscription Key.*What was not sent is still due/s);
  expect((await accounts()).inState('due')).toHaveLength(200);
  expect(await screened()).toEqual(before);
}, 300_000);

test('the start of the main process starts the register again, which ends what a killed worker left', async () => {
  await fleet.workers[0]?.start();
  await fleet.saveRegister({ 'Companies in a batch': batch });
  const companies = manyCompanies(200, 'Restarted');
  Object.assign(expected, companies);
  await fleet.writeList(companies);
  const before = await screened();
  const run = await fleet.startRegister();
  const moment = before.screeningsDone + 20 + Math.floor(random() * 100);
  await until('a part is screened', async () => (await screened()).screeningsDone >= moment);
  for (const worker of fleet.workers)
    if ((await worker.executions()).includes(run)) {
      await worker.kill();
      await worker.start();
    }
  // The worker may have died after it had stored answers and before it had removed the claimed rows, so that nothing else is
  // counted yet.
  expect((await fleet.companies()).map(({ state }) => state)).toContain('due');

  await fleet.killMain();
  await fleet.startMain();
  const isSettled = async () =>
    (await fleet.companies()).every(({ state }) => state === 'answered' || state === 'undecided');
  await until('every company is settled', isSettled, { withinMs: 180_000 });
  const { inState, seenNotStored } = await accounts();
  const restarted = inState('undecided').filter(({ key }) => key.startsWith('Restarted'));
  expect(restarted.length).toBeLessThanOrEqual(batch);
  for (const { state } of seenNotStored) expect(state).toBe('undecided');
  expect((await screened()).again).toBe(0);
}, 300_000);

/** Starts the register over a list, and more executions as soon as the list is in it. Gives the register's execution. */
async function beginOver(companies: Record<string, string>): Promise<string> {
  Object.assign(expected, companies);
  await fleet.writeList(companies);
  const registerRun = await fleet.startRegister();
  const isDue = async () => (await fleet.companies()).some(({ state }) => state === 'due');
  await until('the list is in the register', () => isDue().catch(() => false));
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
