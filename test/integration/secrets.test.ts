// A service that repeats what it was sent: nothing of it comes out with a secret, plain or in another spelling.
import { inspect } from 'node:util';

import { runNode, type NodeRun } from './nodeInN8nCore';
import { useTime } from './useTime';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const time = useTime();

/** All that n8n gets to see of a run, hidden parts of errors included. */
function seenOf({ outputs, error, hints }: NodeRun): string {
  return inspect([outputs, error, hints], { depth: null, showHidden: true, maxStringLength: null });
}

function expectNoSecret(seen: string) {
  const { clientSecret, subscriptionKey } = sandbox().credential;
  for (const secret of [clientSecret, subscriptionKey]) {
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain(encodeURIComponent(secret));
    expect(seen).not.toContain(Buffer.from(secret).toString('base64'));
  }
  expect(seen).not.toContain('eyJ');
}

test('a token from before the renewal is masked too', async () => {
  const { stored } = await runNode({
    time,
    credential: sandbox().credential,
    items: [{ company: 'Alder Ltd' }],
  });
  const { accessToken } = stored;
  await sandbox().settings({ revokeTokens: true });
  await sandbox().faults([
    {
      on: 'screening',
      fault: { kind: 'status', status: 400, body: { message: `instead of ${JSON.stringify(accessToken)}` } },
    },
  ]);
  const run = await runNode({
    time,
    credential: stored,
    items: [{ company: 'Alder Ltd' }],
    onError: 'continueRegularOutput',
  });

  expect(run.outputs[0]?.[0]?.json['description']).toContain('instead of "***"');
  expectNoSecret(seenOf(run));
});

const requested = async () => {
  await sandbox().settings({ annualReturnsPendingSeconds: 0 });
  await sandbox().faults([
    {
      on: 'annualReturns',
      fault: {
        kind: 'record',
        patch: { requestUri: `${sandbox().url}/verify-business/api/business/requests/7?x=1&{{query}}` },
      },
    },
  ]);
  return await runNode({
    time,
    credential: { ...sandbox().credential, subscriptionKeyIn: 'query' },
    items: [{ number: '01234567890123' }],
    parameters: { operation: 'requestAnnualReturns', registrationNumber: '={{ $json.number }}' },
  });
};

test('a request URI that holds our own key is returned without it, and still works', async () => {
  const run = await requested();
  expectNoSecret(seenOf(run));
  const requestUri = run.outputs[0]?.[0]?.json['requestUri'] ?? null;
  expect(requestUri).toContain('subscription-key=***');

  await runNode({
    time,
    credential: sandbox().credential,
    items: [{ requestUri }],
    parameters: { operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.requestUri }}' },
    onError: 'continueRegularOutput',
  });
  const [asked] = (await sandbox().stats()).operations.requestState.recent;
  expect(asked).toMatchObject({ subscriptionKeyIn: 'header', query: { x: '1' } });
});

test('the name and the type of a file are without it', async () => {
  await sandbox().faults([
    {
      on: 'requestState',
      fault: {
        kind: 'raw',
        status: 200,
        body: '%PDF-1.7',
        contentType: 'application/pdf; for={{subscriptionKey}}',
        headers: { 'Content-Disposition': 'attachment; filename="returns-{{subscriptionKey}}.pdf"' },
      },
    },
  ]);
  const run = await runNode({
    time,
    credential: sandbox().credential,
    items: [{ uri: '/verify-business/api/business/requests/7' }],
    parameters: { operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.uri }}' },
  });

  expect(run.outputs[0]?.[0]?.binary?.['data']?.fileName).toBe('returns-***.pdf');
  expectNoSecret(seenOf(run));
});
