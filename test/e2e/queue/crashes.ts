// What a crash costs in queue mode: nothing is paid for twice, and what was lost is told.
import { composeFiles, concurrencyOf } from '../../support/compose';
import type { N8nRest } from '../../support/n8n/rest';
import {
  companyLists,
  type PublishedWorkflow,
  type ScreeningFleet,
} from '../../support/queue/screeningFleet';
import { until } from '../../support/waiting';
import { n8nNode } from '../../support/workflows';

/** Executions that two workers of the guide take at once. */
const WORKERS_TAKE = 2 * concurrencyOf(composeFiles.queueMode, 'worker');

/** The tests on a fleet of two workers. */
export function crashTests(fleet: () => ScreeningFleet): void {
  let workflow: PublishedWorkflow;
  let alarmId: string;

  beforeAll(async () => {
    alarmId = await publishAlarm(fleet().main().rest);
    workflow = await fleet().publish({ settings: { errorWorkflow: alarmId } });
  });

  afterEach(() => fleet().workers[0]?.ensureRunning());

  test('kill -9 of a worker: the other one goes on, and each lost execution is an error that raises the alarm', async () => {
    const ended = await midRun('Worker', 6, 30, async () => {
      await fleet().workers[0]?.kill();
    });
    const lost = ended.filter(({ status }) => status === 'error');
    expect(lost.length).toBeGreaterThan(0);
    expect(ended.filter(({ status }) => status === 'success').length).toBe(6 - lost.length);
    const [execution] = await Promise.all(lost.map(({ id }) => fleet().main().rest.untilEnded(id)));
    expect(execution?.error?.message).toMatch(/failed to be processed too many times/);
    await until('the alarm was raised', async () => (await alarms()).length === lost.length);
    await expectNothingPaidTwice();
  });

  test('a worker that is told to end finishes what it runs, and nothing is lost', async () => {
    const ended = await midRun('Told', 6, 30, async () => {
      await fleet().workers[0]?.stop();
    });
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'success'));
    await expectNothingPaidTwice(180);
  });

  test('kill -9 of the main process: the workers finish what runs and what waits, and nothing is lost', async () => {
    // The workers take ten at once: the last two wait.
    const ended = await midRun('Main', 12, 30, async () => {
      await fleet().killMain();
      await fleet().startMain();
    });
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'success'));
    await expectNothingPaidTwice(360);
  });

  test('a restart of Postgres: what runs waits for it, and nothing is lost', async () => {
    const ended = await midRun('Postgres', 6, 30, async () => {
      await fleet().postgres.restart();
      await until('n8n has found it again', fleet().isMainReady);
    });
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'success'));
    await expectNothingPaidTwice(180);
  });

  test('kill -9 of Redis: what runs is finished; what waited is told as crashed when the main process starts again', async () => {
    const before = (await workflow.executions()).length;
    await begin('Redis', 12, 30);
    await fleet().redis.crash();
    const states = async () => (await workflow.executions()).slice(before).map(({ status }) => status);
    const count = async (wanted: string) => (await states()).filter((state) => state === wanted).length;
    await until('ten are finished', async () => (await count('success')) === 10);
    expect(await count('new')).toBe(2);
    await fleet().killMain();
    await fleet().startMain();
    await until('the lost ones are told', async () => !(await states()).includes('new'));
    expect((await states()).filter((state) => state === 'crashed').length).toBe(2);
    await expectNothingPaidTwice(300);
  });

  /** Starts executions, has something happen when they are under way, and waits for their end. */
  async function midRun(name: string, lists: number, companies: number, happen: () => Promise<void>) {
    const before = (await workflow.executions()).length;
    await begin(name, lists, companies);
    await happen();
    return (await workflow.allEnded(before + lists)).slice(before);
  }

  /**
   * Starts executions, and waits until all that the workers take at once screen: one that only starts needs the database
   * and the queue at once. Until then the service is slow, so that none ends before another begins.
   */
  async function begin(name: string, lists: number, companies: number): Promise<void> {
    const atOnce = Math.min(lists, WORKERS_TAKE);
    await fleet().sandbox.settings({ latencyMs: 1_000 });
    await workflow.start(companyLists(name, lists, companies));
    await until('each of them screens', async () => (await listsBegun()) >= atOnce);
    await fleet().sandbox.settings({ latencyMs: 400 });
  }

  /** Of how many lists the service has screened a company. */
  async function listsBegun(): Promise<number> {
    const { screenings } = await fleet().sandbox.stats();
    return new Set(screenings.map(({ companyName }) => / (\d+)-\d+$/.exec(companyName)?.[1])).size;
  }

  async function expectNothingPaidTwice(screenedInAll?: number): Promise<void> {
    const { screenings, screeningsDone } = await fleet().sandbox.stats();
    expect(screenings.filter(({ times }) => times > 1)).toEqual([]);
    if (screenedInAll !== undefined) expect(screeningsDone).toBe(screenedInAll);
  }

  function alarms() {
    return fleet().main().rest.executionsOf(alarmId);
  }
}

/** A workflow that n8n starts for each execution of another that fails. */
async function publishAlarm(rest: N8nRest): Promise<string> {
  const nodes = [n8nNode('Error Trigger', 'errorTrigger', 1)];
  const id = await rest.saveWorkflow({ name: 'Alarm', nodes, connections: {} });
  await rest.activateWorkflow(id);
  return id;
}
