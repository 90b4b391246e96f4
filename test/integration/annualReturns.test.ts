import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

test('an accepted request comes out with its id, address and status', async () => {
  await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: { queuePosition: 3 } } }]);
  const { outputs, hints } = await runNode({
    credential: sandbox().credential,
    parameters: { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.number }}' },
    items: [{ number: '12-3456/7890 1234' }],
  });

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
