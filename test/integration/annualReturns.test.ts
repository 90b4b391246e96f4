import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

const request = (numbers: Array<string | number>, options = {}) =>
  runNode({
    credential: sandbox().credential,
    parameters: {
      operation: 'requestAnnualReturns',
      registrationNumber: '={{ $json.number }}',
      options,
    },
    items: numbers.map((number) => ({ number })),
    onError: 'continueRegularOutput',
  });

test('an accepted request comes out with its id, address and status', async () => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: { queuePosition: 3 } } }]);
  const { outputs, hints } = await request(['12-3456/7890 1234']);

  expect(outputs[0]).toEqual([
    {
      pairedItem: { item: 0 },
      json: {
        ...{ registrationNumber: '12345678901234', outcome: 'requested', status: 'Pending' },
        id: expect.any(String) as string,
        requestUri: expect.any(String) as string,
        ...{ reason: null, explanation: null, environment: 'sandbox', queuePosition: 3 },
      },
    },
  ]);
  expect(Object.keys(outputs[0]?.[0]?.json ?? {}).slice(0, 5)).toEqual([
    ...['registrationNumber', 'outcome', 'status', 'id', 'requestUri'],
  ]);
  expect(hints).toEqual([
    '1 registration number in the sandbox, not real results: 1 requested. Next: after a while, pass requestUri to the operation "Get Annual Returns Request".',
  ]);
  const { recent } = (await sandbox().stats()).operations.annualReturns;
  expect(recent).toMatchObject([
    { path: '/verify-business/api/business/file/pdf/12345678901234', query: { v: '3.0' }, body: null },
  ]);
});

test.each([
  [200, ''],
  [202, ' '],
  [204, ''],
])('an empty acknowledgement (%i) may be charged, and is not sent for again', async (status, body) => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'raw', status, body } }]);
  const { outputs } = await request(['12345678901234'], { maxRetries: 3, retryUncertain: true });
  const json = outputs[0]?.[0]?.json;
  expect(json).toMatchObject({
    ...{ outcome: 'error', registrationNumber: '12345678901234', httpStatus: status, mayBeCharged: true },
    description: expect.stringMatching(/The reply is empty\..*charged for it\..*ask its support/) as string,
  });
  expect(json?.['description']).not.toContain('Nothing was sent');
  expect((await sandbox().stats()).operations.annualReturns.requests).toBe(1);
});

test('a 401 that contains the accepted request is not sent again, and its id is reported', async () => {
  const accepted = { id: 'request-7', requestUri: '/requests/request-7', status: 'Pending' };
  const fault = { kind: 'raw', status: 401, body: JSON.stringify(accepted), work: true } as const;
  await sandbox().faults([{ on: 'annualReturns', fault }]);
  const { outputs } = await request(['12345678901234']);

  expect((await sandbox().stats()).operations.annualReturns.recent).toHaveLength(1);
  expect(outputs[0]?.[0]?.json).toMatchObject({
    outcome: 'error',
    requestId: 'request-7',
    requestUri: '/requests/request-7',
    mayBeCharged: true,
  });
});
