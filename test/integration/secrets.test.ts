// A service that repeats what it was sent: nothing of it comes out with a secret, plain or in another spelling.
import { inspect } from 'node:util';

import type { Fault } from '../sandbox/client';
import { runNode, type NodeRun } from './nodeInN8nCore';
import { useTime } from './useTime';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const time = useTime();

const EVERYTHING =
  '{{address}} {{query}} {{url:query}} {{authorization}} {{url:authorization}} {{subscriptionKey}} {{url:subscriptionKey}}';
const JSON_HEADERS = { 'Content-Type': 'application/json' };

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

const screen = async (faults: Fault[], more: Record<string, unknown> = {}) => {
  await sandbox().faults(faults);
  return await runNode({
    time,
    credential: { ...sandbox().credential, subscriptionKeyIn: 'query', ...more },
    items: [{ company: 'Gloomharbour Shipping Ltd' }],
    parameters: { output: { content: 'raw' } },
    onError: 'continueErrorOutput',
  });
};

const REPLIES: Record<string, Fault['fault']> = {
  'a 404 that quotes the address': {
    kind: 'status',
    status: 404,
    body: { code: null, message: `No route for {{address}}` },
  },
  'a 400 that quotes the token': {
    kind: 'status',
    status: 400,
    body: { code: 'E1', message: 'Bad token {{token}}', description: EVERYTHING },
  },
  'an error code that is the key': {
    kind: 'status',
    status: 400,
    body: { code: '{{subscriptionKey}}', message: EVERYTHING },
  },
  'a page of a gateway': {
    kind: 'raw',
    status: 502,
    body: `<html>${EVERYTHING}</html>`,
    contentType: 'text/html',
  },
  'the errors of a record': {
    kind: 'record',
    patch: {
      isError: true,
      status: 'Failed',
      totalHits: 0,
      details: [],
      errors: [{ code: 'E1', message: EVERYTHING, description: EVERYTHING, suggestion: [EVERYTHING] }],
    },
  },
  'the hits of a record': { kind: 'record', patchDetails: { otherInformation: [EVERYTHING] } },
  'fields that nobody knows': { kind: 'record', patch: { echo: { deep: [EVERYTHING] } } },
  'truncated JSON': { kind: 'raw', status: 200, body: `{"echo":"${EVERYTHING}`, headers: JSON_HEADERS },
  'a Retry-After that is no date': { kind: 'status', status: 503, headers: { 'Retry-After': '{{token}}' } },
};

test.each(Object.entries(REPLIES))('%s', async (_, fault) => {
  const run = await screen([{ on: 'screening', fault }]);

  expect(run.outputs.flat()).not.toEqual([]);
  expectNoSecret(seenOf(run));
});

test.each(['client_secret of 400', 'client_secret in a page'])(
  'an authorization server that repeats the form: %s',
  async (name) => {
    const body = { error: '{{formSecret}}', error_description: '{{form}}' };
    const fault: Fault['fault'] = name.includes('page')
      ? { kind: 'raw', status: 200, body: '<html>{{form}}</html>', contentType: 'text/html' }
      : { kind: 'status', status: 400, body };
    const run = await screen([{ on: 'token', fault }]);

    expect(run.outputs[1]?.[0]?.json['error']).toMatch(/did not issue an access token/);
    expectNoSecret(seenOf(run));
  },
);

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

describe('a request URI that holds our own key', () => {
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

  test('is returned without it, and still works', async () => {
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
