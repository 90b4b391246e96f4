// Keep in Register in a real n8n that is killed. On Postgres, `../queue/fanOut.test.ts` kills a worker of one.
import { z } from 'zod/v4';

import { until, untilFound } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { drawSeed, randomNumbers } from '../../support/random';
import { cameOut, longRunMs, manyNames, whenN8nHasStarted, type KeptRuns } from './keptRuns';

export function killTests(kept: () => KeptRuns): void {
  test('500 companies by "Instance Started", n8n killed on the way: every company comes out once, and none is paid for twice', async () => {
    const random = randomNumbers(drawSeed('REGISTER_SEED'));
    const batchSize = 50;
    const names = manyNames(500);
    await kept().harness.sandbox.settings({ latencyMs: 80 });
    const workflowId = await kept().publish(kept().newRegister(), names, whenN8nHasStarted, {
      registerSettings: { batchSize },
      options: { concurrency: 10 },
    });
    // The first run, and the one that goes on with what it left.
    const halves = [0, 1];
    for (const half of halves) {
      // Not at the very end of a half: of each batch that was killed, some are never sent.
      const at = Math.floor((names.length / 2) * (half + 0.1 + random() * 0.6));
      await kept().harness.restartN8n();
      const isScreened = async () => (await kept().screened()) >= at;
      await until(`${String(at)} were screened`, isScreened, { everyMs: 20, withinMs: longRunMs });
      await kept().harness.n8n().kill();
      process.stderr.write(`Kill ${String(half + 1)}: ${String(await kept().screened())} screened.\n`);
    }
    await kept().harness.restartN8n();
    const first = async () => (await kept().succeeded(workflowId))[0];
    const { id } = await untilFound('a run has succeeded', first, { withinMs: longRunMs });
    const execution = await kept().harness.n8n().rest.untilEnded(id);
    const said = cameOut(execution);
    const left = said.filter((one) => one.said === 'noAnswer').length;
    const counted = (await kept().harness.sandbox.stats()).screeningsDone;
    process.stderr.write(`${execution.hints(nodeUnderTest).join(' ')}\n`);
    process.stderr.write(
      `${String(said.length)} came out, ${String(left)} of them as noAnswer. The service screened ${String(counted)}: ${String((await kept().paid()).size)} companies.\n`,
    );

    expect(execution.error).toBeUndefined();
    expect(said.map(({ name }) => name)).toEqual(names);
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['clear', 'noAnswer']));
    expect(left).toBeLessThanOrEqual(halves.length * batchSize);
    // Whatever is clear was screened, and what may have been screened in a batch that was killed has no verdict.
    expect(counted).toBeGreaterThanOrEqual(names.length - left);
    await kept().harness.restartN8n();
    const second = async () => (await kept().succeeded(workflowId))[1];
    const again = await untilFound('one more run has succeeded', second, { withinMs: longRunMs });
    const { rest } = kept().harness.n8n();
    const saidAgain = cameOut(await rest.untilEnded(again.id));
    expect(saidAgain.map((one) => one.said)).toEqual(said.map((one) => one.said));
    expect((await kept().harness.sandbox.stats()).screeningsDone).toBe(counted);
    await rest.send('end the production', 'post', `/workflows/${workflowId}/deactivate`, z.unknown());
  }, 1_200_000);
}
