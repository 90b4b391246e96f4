// Workflows as version 0.1.0 saved them, with every parameter and option that it had: they go on, or say what to do.
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { CompanyScreening } from '../../nodes/CompanyScreening/CompanyScreening.node';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

/** Those of every operation. There were no resources. */
const runOptions = {
  concurrency: 3,
  maxRetries: 2,
  requestsPerSecond: 50,
  retryUncertain: true,
  timeout: 20_000,
};

const screening: INodeParameters = {
  operation: 'screenCompany',
  companyName: '={{ $json.company }}',
  screeningOption: 'Both',
  outputMode: 'byOutcome',
  simplify: true,
  additionalFields: { referenceId: '={{ $json.ref }}', requesterId: 'compliance-team' },
  options: { ...runOptions, screenDuplicatesOnce: true, noHits: 'returnItem' },
};
const request: INodeParameters = {
  operation: 'requestAnnualReturns',
  registrationNumber: '={{ $json.number }}',
  options: { ...runOptions, restoreLeadingZeros: true },
};
const state: INodeParameters = {
  operation: 'getAnnualReturnsRequest',
  requestUri: '={{ $json.requestUri }}',
  options: { ...runOptions, waitForCompletion: true, maxWaitSeconds: 5, pollIntervalSeconds: 1 },
};

test.each([screening, request, state])(
  'every parameter of a node is still known ($operation)',
  (parameters) => {
    const { description } = new CompanyScreening();
    const known = NodeHelpers.getNodeParameters(
      description.properties,
      parameters,
      true,
      false,
      null,
      description,
    );
    expect(known).toMatchObject(parameters);
  },
);

test('a screening gives each company to its output', async () => {
  const { outputs, error } = await runNode({
    credential: sandbox().credential,
    parameters: screening,
    items: [
      { company: 'Gloomharbour Shipping Ltd', ref: 'ref-1' },
      { company: 'Nobody Knows Ltd', ref: 'ref-2' },
      { company: 'Pending Harbour Ltd', ref: 'ref-3' },
    ],
  });

  expect(error).toBeUndefined();
  expect(outputs.map((items) => items.map(({ json }) => [json['outcome'], json['referenceId']]))).toEqual([
    [['hit', 'ref-1']],
    [['clear', 'ref-2']],
    [['review', 'ref-3']],
  ]);
});

test('annual returns are requested, and their state is asked for', async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 0 });
  const { credential } = sandbox();
  const requested = await runNode({ credential, parameters: request, items: [{ number: '1234567890123' }] });
  expect(requested.outputs[0]).toMatchObject([{ json: { registrationNumber: '01234567890123' } }]);

  const items = (requested.outputs[0] ?? []).map(({ json }) => json);
  const asked = await runNode({ credential, parameters: state, items });
  expect(asked.error).toBeUndefined();
  expect(asked.outputs[0]?.[0]?.json['requestUri']).toBe(items[0]?.['requestUri']);
});

test('with Simplify off, nothing is sent, and the error says what to do', async () => {
  const { error } = await runNode({
    credential: sandbox().credential,
    parameters: { ...screening, simplify: false },
    items: [{ company: 'Gloomharbour Shipping Ltd' }],
  });

  expect(error?.message).toMatch(/version 0\.1\.0 with Simplify switched off/);
  expect(error).toMatchObject({ description: expect.stringContaining('set Output to Raw') as string });
  expect((await sandbox().stats()).operations.screening.requests).toBe(0);
});
