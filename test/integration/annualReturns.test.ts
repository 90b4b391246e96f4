// The address at which annual returns are requested, and the item of the reply.
import { jsons } from './attacks';
import { runNode } from './nodeInN8nCore';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();

test('an accepted request comes out with its id, address and status', async () => {
  const run = await runNode({
    credential: sandbox().credential,
    parameters: { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.number }}' },
    items: [{ number: '12-3456/7890 1234' }],
  });

  const text = expect.any(String) as string;
  const item = { registrationNumber: '12345678901234', outcome: 'requested', status: 'Pending' };
  expect(jsons(run)).toMatchObject([{ ...item, id: text, requestUri: text, environment: 'sandbox' }]);
  const { recent } = (await sandbox().stats()).operations.annualReturns;
  expect(recent).toMatchObject([
    { path: '/verify-business/api/business/file/pdf/12345678901234', query: { v: '3.0' }, body: null },
  ]);
});
