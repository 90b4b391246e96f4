// What comes out, in the forms that people choose: per company, selected, with the input's fields, with evidence.
import { createHash } from 'node:crypto';

import { z } from 'zod/v4';

import { runNode, type NodeRun } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const screen = async (
  companies: string[],
  parameters: NonNullable<Parameters<typeof runNode>[0]['parameters']>,
  more: Partial<Parameters<typeof runNode>[0]> = {},
): Promise<NodeRun> =>
  await runNode({
    credential: sandbox().credential,
    items: companies.map((company, index) => ({ company, name: `row ${index + 1}`, country: 'Velmoria' })),
    parameters,
    ...more,
  });

describe('the evidence file', () => {
  const evidenceSchema = z.record(z.string(), z.unknown());
  const evidenceIn = ({ outputs }: NodeRun, index: number) => {
    const file = outputs[0]?.[index]?.binary?.['evidence'];
    return evidenceSchema.parse(JSON.parse(Buffer.from(file?.data ?? '', 'base64').toString()));
  };

  test('says what was asked and answered, without a key or a token', async () => {
    const run = await screen(['Quillhaven Group'], { output: { evidence: true } });
    const evidence = evidenceIn(run, 0);
    expect(evidence).toMatchObject({
      environment: 'sandbox',
      attempts: 1,
      httpStatus: 200,
      outcome: 'hit',
      request: { method: 'POST', body: { companyName: 'Quillhaven Group', option: 'Both' } },
    });
    expect(evidenceIn(run, 3)).toEqual(evidence);
    const reply = String(evidence['reply']);
    expect(JSON.parse(reply)).toMatchObject({ totalHits: 4 });
    expect(evidence['replySha256']).toBe(createHash('sha256').update(reply).digest('hex'));
    const { clientSecret, subscriptionKey } = sandbox().credential;
    for (const secret of [clientSecret, subscriptionKey, 'Bearer']) {
      expect(JSON.stringify(evidence)).not.toContain(secret);
    }
  });
});
