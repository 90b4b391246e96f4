// Keep in Register on a database that takes nothing: another program holds it, or its disk is full. A run waits for a moment; after that
// nothing more is sent, and the next run goes on.
import { readFile } from 'node:fs/promises';
import { pause } from '../../support/processes';
import { until } from '../../support/waiting';
import { story } from '../story';
import { cameOut, longRunMs, manyNames, START, useKeptRunsOnSmallDisk } from './keptRuns';

const BATCH = 50;
const LISTS = { held: manyNames(400, 'Held'), full: manyNames(1_000, 'Full disk') };
// Each list takes less than that if nothing stops it, and the run is patient with a database for a shorter time.
const STILL_MS = 25_000;
/** A backup that takes a moment. What is under way when it begins has come back long before its half. */
const BACKUP_MS = 4_000;

const { kept, smallDisk } = useKeptRunsOnSmallDisk();

const screenings = async () => (await kept().harness.sandbox.summary()).screeningsDone;

/** Takes the step while the second batch is under way, and waits until the rest would have been sent. Gives what was sent after it. */
async function duringSecondBatch<T>(step: () => Promise<T>): Promise<{ sentAfter: number; result: T }> {
  const before = await screenings();
  const isUnderWay = async () => (await screenings()) > before + BATCH + BATCH / 5;
  await until('the second batch was under way', isUnderWay, { everyMs: 10 });
  const result = await step();
  const during = await screenings();
  await pause(STILL_MS);
  return { sentAfter: (await screenings()) - during, result };
}

test(
  'while another program holds the database for a moment, the run waits, and goes on: every company is clear, and paid for once',
  async () => {
    const names = manyNames(300, 'Backup');
    const { harness } = kept();
    const workflowId = await kept().save(kept().newRegister(), names, {
      registerSettings: { batchSize: BATCH },
    });
    await harness.sandbox.settings({ latencyMs: 50 });
    const id = await harness.n8n().rest.start(workflowId, START);
    const isUnderWay = async () => (await kept().screened()) > BATCH + BATCH / 5;
    await until('the second batch is under way', isUnderWay, { everyMs: 5, withinMs: longRunMs });
    const release = await smallDisk().lock();
    await pause(BACKUP_MS / 2);
    const sent = await kept().screened();
    await pause(BACKUP_MS / 2);
    expect(await kept().screened()).toBe(sent);
    expect(sent).toBeLessThan(names.length);
    await release();

    const execution = await harness.n8n().rest.untilEnded(id, { withinMs: longRunMs });
    expect(execution.error).toBeUndefined();
    const said = cameOut(execution).filter((one) => one.said === 'clear' && !one.remembered);
    expect(said.map(({ name }) => name).join()).toBe(names.join());
    expect(await kept().screened()).toBe(names.length);
    expect((await harness.sandbox.stats()).screeningsDone).toBe(names.length);
  },
  2 * longRunMs,
);

story(
  'a database that takes nothing stops the sending; afterwards every company comes out, and none is paid for twice',
  (step) => {
    const register = { held: '', full: '' };
    const workflow = { held: '', full: '' };

    const begin = async (which: keyof typeof LISTS, latencyMs: number): Promise<void> => {
      register[which] = kept().newRegister();
      workflow[which] = await kept().save(register[which], LISTS[which], {
        registerSettings: { batchSize: BATCH },
      });
      await kept().harness.sandbox.settings({ latencyMs });
      await kept().harness.n8n().rest.start(workflow[which], START);
    };

    step('another program holds the database', async () => {
      await begin('held', 50);
      const { sentAfter, result: release } = await duringSecondBatch(smallDisk().lock);
      expect(sentAfter).toBeLessThanOrEqual(BATCH);
      expect(await readFile(kept().harness.n8n().logFile, 'utf8')).toMatch('SQLITE_BUSY: database is locked');
      await release();
    });

    step('the disk is full', async () => {
      await begin('full', 80);
      const { sentAfter } = await duringSecondBatch(smallDisk().fill);
      // The database has room in its own file for some more.
      process.stderr.write(`${String(sentAfter)} sent after the disk was full.\n`);
      expect(sentAfter).toBeLessThan(LISTS.full.length / 2);
      await smallDisk().free();
    });

    step('n8n is killed and started again: both lists go on', async () => {
      await kept().harness.n8n().kill();
      await kept().harness.sandbox.settings({ latencyMs: 0 });
      await kept().harness.restartN8n();
      const [held, full] = await Promise.all([kept().run(workflow.held), kept().run(workflow.full)]);
      for (const [execution, names] of [
        [held, LISTS.held],
        [full, LISTS.full],
      ] as const) {
        const said = cameOut(execution);
        expect(said.map(({ name }) => name)).toEqual(names);
        // A statement that waited for the database at the very end may have been carried out after all.
        for (const one of said) expect(['clear', 'noAnswer']).toContain(one.said);
        expect(said.filter((one) => one.said === 'noAnswer').length).toBeLessThanOrEqual(BATCH);
      }
    });
  },
);
