// Keep in Register in a real n8n that is killed. On Postgres, `../queue/fanOut.test.ts` kills a worker of one.
import { readTable } from '../../support/n8n/dataTables';
import { until } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { drawSeed, randomNumbers } from '../../support/random';
import { brokenIn, withoutAnswer } from '../listHistory';
import { cameOut, longRunMs, manyNames, whenN8nHasStarted, type KeptRuns } from './keptRuns';

export function killTests(kept: () => KeptRuns): void {
  test('300 companies by "Instance Started", n8n killed twice: every company comes out once, and none is paid for twice', async () => {
    const random = randomNumbers(drawSeed('REGISTER_SEED'));
    const batchSize = 50;
    const names = manyNames(300, 'Killed');
    const { harness, newRegister, publish, screened, firstSuccess, retire } = kept();
    await harness.sandbox.settings({ latencyMs: 80 });
    const register = newRegister();
    const workflowId = await publish(register, names, whenN8nHasStarted, {
      registerSettings: { batchSize },
      options: { concurrency: 10 },
    });
    await harness.n8n().rest.start(workflowId, whenN8nHasStarted.name);
    // The first run, and the one that goes on with what it left.
    const halves = [0, 1];
    for (const half of halves) {
      // Not at the very end of a half: of each batch that was killed, some are never sent.
      const at = Math.floor((names.length / 2) * (half + 0.1 + random() * 0.6));
      const isScreened = async () => (await screened()) >= at;
      await until(`${String(at)} were screened`, isScreened, { everyMs: 20, withinMs: longRunMs });
      await harness.n8n().kill();
      process.stderr.write(`Kill ${String(half + 1)}: ${String(await screened())} screened.\n`);
      await harness.restartN8n();
    }
    const execution = await firstSuccess(workflowId);
    const { rest } = harness.n8n();
    process.stderr.write(`${execution.hints(nodeUnderTest).join(' ')}\n`);

    expect(execution.error).toBeUndefined();
    const paid = await harness.sandbox.paid(0);
    const executions = [execution];
    const rows = await readTable(rest, `${register} answers`);
    expect(brokenIn({ listed: names, executions, paid, rows })).toEqual([]);
    const said = cameOut(execution);
    expect(said.map(({ name }) => name)).toEqual(names);
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['clear', 'noAnswer']));
    expect(withoutAnswer(executions).length).toBeLessThanOrEqual(halves.length * batchSize);

    const again = await rest.run(workflowId, whenN8nHasStarted.name);
    expect(cameOut(again).map((one) => one.said)).toEqual(said.map((one) => one.said));
    expect(await harness.sandbox.paid(0)).toEqual(paid);
    await retire(workflowId);
  }, 1_200_000);
}
