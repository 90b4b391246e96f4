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
const jsonsOf = ({ outputs }: NodeRun, output = 0) => (outputs[output] ?? []).map(({ json }) => json);

test('one item per company joins its hits', async () => {
  const [group, bakery] = jsonsOf(
    await screen(['Quillhaven Group', 'Willowbrook Bakery Ltd'], { output: { itemsPer: 'company' } }),
  );
  expect(group).toMatchObject({
    outcome: 'hit',
    totalHits: 4,
    companyName: 'Quillhaven Group',
    reason: null,
  });
  expect(group?.['hitNames']).toMatch(/^[^;]+(; [^;]+){3}$/);
  expect(group?.['hitFingerprints']).toMatch(/^([0-9a-f]{64}(; )?){4}$/);
  expect(bakery).toMatchObject({ outcome: 'clear', totalHits: 0, hitNames: null, hitFingerprints: null });
  expect(Object.keys(bakery ?? {})).toEqual(Object.keys(group ?? {}));
});

test('one item per company is a hit if there is one, with the reason', async () => {
  const [json] = jsonsOf(
    await screen(['Miscounted Last Lantern Salvage'], { output: { itemsPer: 'company' } }),
  );
  expect(json).toMatchObject({ outcome: 'hit', reason: 'hitCountMismatch' });
  expect(json?.['explanation']).toContain(
    'The number of hits that the service counted is not the number that it listed',
  );
});

test('raw, per company, the hits are a list as received', async () => {
  const [json] = jsonsOf(
    await screen(['Quillhaven Group'], { output: { itemsPer: 'company', content: 'raw' } }),
  );
  expect(json).toMatchObject({ hits: [{}, {}, {}, {}], screening: { totalHits: 4 } });
});

test('a verdict is never selected away', async () => {
  const run = await screen(['Gloomharbour Shipping Ltd'], {
    output: { content: 'selectedFields', fields: ['sourceType'] },
  });
  expect(jsonsOf(run).map(Object.keys)).toEqual([
    ['companyName', 'outcome', 'sourceType', 'reason', 'totalHits', 'screeningId'],
  ]);
});

test('the fields of the input come after ours, and a name that we use gets a prefix, in error items too', async () => {
  const run = await screen(
    ['Gloomharbour Shipping Ltd', 'Failing Foundry'],
    { output: { includeInputFields: true } },
    { onError: 'continueRegularOutput' },
  );
  const [hit, failed] = jsonsOf(run);
  expect(hit).toMatchObject({ outcome: 'hit', company: 'Gloomharbour Shipping Ltd', input_name: 'row 1' });
  expect(Object.keys(hit ?? {}).slice(-3)).toEqual(['company', 'input_name', 'country']);
  expect(failed).toMatchObject({ outcome: 'error', input_name: 'row 2', country: 'Velmoria' });
  expect(failed?.['screeningId']).toMatch(/^[0-9a-f-]{36}$/);
});

test('raw, the input is in a field of its own', async () => {
  const run = await screen(['Gloomharbour Shipping Ltd'], {
    output: { content: 'raw', includeInputFields: true },
  });
  expect(jsonsOf(run)[0]?.['input']).toEqual({
    company: 'Gloomharbour Shipping Ltd',
    name: 'row 1',
    country: 'Velmoria',
  });
});

test('more companies than the maximum are an error with both numbers, and nothing is sent', async () => {
  const { error } = await screen(['A Ltd', 'B Ltd', 'C Ltd'], { options: { maxCompanies: 2 } });
  expect(error?.message).toBe('The list has 3 companies, and Max Companies per Run is 2.');
  expect((await sandbox().stats()).operations.screening.requests).toBe(0);
});

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
  'Outputs by an expression is refused before anything is sent (%s)',
  async (onError) => {
    const run = await screen(
      ['Alder Ltd', 'Birch Ltd'],
      { output: { outputs: '={{ "byOutcome" }}' } },
      { onError },
    );
    const words =
      onError === 'stopWorkflow' ? [run.error?.message] : run.outputs.flat().map(({ json }) => json['error']);
    expect(words).toHaveLength(onError === 'stopWorkflow' ? 1 : 2);
    for (const word of words) expect(word).toBe('Outputs cannot be an expression.');
    expect((await sandbox().stats()).operations.screening.requests).toBe(0);
  },
);

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

  test('is there for an error that had a reply, and counts the attempts', async () => {
    await sandbox().faults([{ on: 'screening', fault: { kind: 'status', status: 503 } }]);
    const run = await screen(
      ['Alder Ltd'],
      { output: { evidence: true }, options: { maxRetries: 1 } },
      { onError: 'continueRegularOutput' },
    );
    expect(evidenceIn(run, 0)).toMatchObject({ outcome: 'error', httpStatus: 503, attempts: 2, reply: '' });
  });

  test('never says clear if the item says review: the same id came for two companies', async () => {
    const id = '7b0f3c3e-5a53-4c92-9a35-0b8a7f7d1c11';
    await sandbox().faults([{ on: 'screening', fault: { kind: 'record', patch: { id } } }]);
    const run = await screen(['Alder Ltd', 'Birch Ltd'], {
      output: { evidence: true },
      options: { concurrency: 1 },
    });
    expect(jsonsOf(run).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['review', 'otherRequest'],
      ['review', 'otherRequest'],
    ]);
    for (const index of [0, 1]) {
      expect(evidenceIn(run, index)).toMatchObject({ outcome: 'review', reason: 'otherRequest' });
    }
  });
});
