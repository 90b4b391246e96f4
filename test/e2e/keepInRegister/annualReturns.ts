// Request Annual Returns with Keep in Register, n8n killed in between: no number is requested twice.
import { z } from 'zod/v4';

import type { Execution } from '../../support/n8n/rest';
import { until } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { drawSeed, randomNumbers } from '../../support/random';
import { screeningJson } from '../realN8n';
import { longRunMs, whenN8nHasStarted, type KeptRuns } from './keptRuns';

const BATCH = 50;
const NUMBERS = Array.from({ length: 200 }, (_, index) => String(30_000_000_000_001 + index));

const itemSchema = z.object({
  registrationNumber: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  id: z.string().nullable(),
  requestUri: z.string().nullable(),
  explanation: z.string().nullable(),
});

export function annualReturnsTests(kept: () => KeptRuns): void {
  test('200 numbers by "Instance Started", n8n killed in between: each is requested once, or said to be perhaps charged', async () => {
    const random = randomNumbers(drawSeed('REGISTER_SEED'));
    const { harness, newRegister, publish, firstSuccess, retire } = kept();
    const { sandbox } = harness;
    await sandbox.settings({ latencyMs: 40 });
    const workflowId = await publish(newRegister(), NUMBERS, whenN8nHasStarted, {
      parameters: {
        resource: 'annualReturns',
        operation: 'requestAnnualReturns',
        registrationNumber: '={{ $json.company }}',
      },
      registerSettings: { batchSize: BATCH },
      options: { concurrency: 10 },
    });
    const accepted = async () => (await sandbox.stats()).annualReturns;
    const itemsOf = (execution: Execution) => {
      process.stderr.write(`${execution.hints(nodeUnderTest).join(' ')}\n`);
      expect(execution.error).toBeUndefined();
      return screeningJson(execution).map((json) => itemSchema.parse(json));
    };

    // Not at the very end: of the batch that was killed, some are never sent.
    const at = Math.floor(NUMBERS.length * (0.2 + random() * 0.6));
    await harness.n8n().rest.start(workflowId, whenN8nHasStarted.name);
    const isThere = async () => (await accepted()).length >= at;
    await until(`${String(at)} were requested`, isThere, { everyMs: 20, withinMs: longRunMs });
    await harness.n8n().kill();
    process.stderr.write(`Killed: ${String((await accepted()).length)} requested.\n`);
    await harness.restartN8n();
    const items = itemsOf(await firstSuccess(workflowId));
    const afterwards = await accepted();
    const unknown = items.filter(({ outcome }) => outcome !== 'requested');
    process.stderr.write(`${unknown.length} may have been charged; the service has ${afterwards.length}.\n`);

    expect(items.map(({ registrationNumber }) => registrationNumber)).toEqual(NUMBERS);
    expect(afterwards.filter(({ times }) => times > 1)).toEqual([]);
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.length).toBeLessThanOrEqual(BATCH);
    for (const item of unknown) {
      expect(item).toMatchObject({ outcome: 'review', reason: 'noAnswer' });
      expect(item.explanation).toContain('The service may have charged for it');
    }
    // Whatever was accepted came out, with its id and its address, or as what may have been charged.
    const unknownNumbers = new Set(unknown.map(({ registrationNumber }) => registrationNumber));
    const answered = items.filter(({ registrationNumber }) => !unknownNumbers.has(registrationNumber));
    const acceptedNumbers = new Set(afterwards.map(({ registrationNumber }) => registrationNumber));
    expect(answered.filter(({ registrationNumber }) => !acceptedNumbers.has(registrationNumber))).toEqual([]);
    expect(answered.filter(({ id, requestUri }) => id === null || requestUri === null)).toEqual([]);
    expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length);

    const again = itemsOf(await harness.n8n().rest.run(workflowId, whenN8nHasStarted.name));
    expect(again.map(({ outcome, id }) => [outcome, id])).toEqual(
      items.map(({ outcome, id }) => [outcome, id]),
    );
    expect(await accepted()).toEqual(afterwards);
    await retire(workflowId);
  }, 1_200_000);
}
