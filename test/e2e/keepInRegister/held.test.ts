// Keep in Register while another program holds the database, for less time than the run is patient.
import { pause } from '../../support/processes';
import { until } from '../../support/waiting';
import { cameOut, longRunMs, manyNames, START, useKeptRunsOnSmallDisk } from './keptRuns';

/** A backup that takes a moment. What is under way when it begins has come back long before its half. */
const HELD_MS = 4_000;

const { kept, smallDisk } = useKeptRunsOnSmallDisk();

test(
  'the run waits until it is let go, and goes on: every company is clear, and paid for once',
  async () => {
    const names = manyNames(300);
    const batchSize = 50;
    const { harness } = kept();
    const workflowId = await kept().save(kept().newRegister(), names, { registerSettings: { batchSize } });
    await harness.sandbox.settings({ latencyMs: 50 });
    const id = await harness.n8n().rest.start(workflowId, START);
    const isUnderWay = async () => (await kept().screened()) > batchSize + batchSize / 5;
    await until('the second batch is under way', isUnderWay, { everyMs: 5, withinMs: longRunMs });
    const release = await smallDisk().lock();
    await pause(HELD_MS / 2);
    const sent = await kept().screened();
    await pause(HELD_MS / 2);
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
