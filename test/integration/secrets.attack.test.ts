// Attacks on the secrets: a service that quotes what it got gives nothing away, and no address gets what is not its.
import { createServer } from 'node:http';
import { inspect } from 'node:util';

import { z } from 'zod/v4';

import type { Fault } from '../sandbox/client';
import { listenOnLoopback } from '../support/ports';
import { jsons } from './attacks';
import { runNode, type NodeRun, type RunSetup } from './nodeInN8nCore';
import { useSandbox } from './sandbox';
import { useTime } from './useTime';

const sandbox = useSandbox();
const time = useTime();

const subscriptionKey = () => sandbox().credential.subscriptionKey;

const EVERYTHING =
  'You sent {{address}} with {{authorization}} and {{subscriptionKey}}, that is {{url:address}} {{url:authorization}} {{url:subscriptionKey}} {{token}}';
const QUOTES: Record<string, Fault['fault']> = {
  'a 404 with the whole address': {
    kind: 'status',
    status: 404,
    body: { code: null, message: 'Nothing at {{address}}' },
  },
  'a 404 with the key URL-encoded': {
    kind: 'status',
    status: 404,
    body: { code: null, message: 'Nothing at {{url:address}} {{url:subscriptionKey}}' },
  },
  'a 400 with the token': {
    kind: 'status',
    status: 400,
    body: { code: null, message: 'Bad header {{authorization}}' },
  },
  'an error code that is the token': {
    kind: 'status',
    status: 500,
    body: { code: '{{token}}', message: EVERYTHING },
  },
  'an error code with the key': {
    kind: 'status',
    status: 400,
    body: { code: 'S0002 {{subscriptionKey}}', message: '{{subscriptionKey}}' },
  },
  'a page': { kind: 'raw', status: 502, contentType: 'text/html', body: `<h1>${EVERYTHING}</h1>` },
  'broken JSON': { kind: 'raw', status: 200, contentType: 'application/json', body: `{"id": "${EVERYTHING}` },
  'a field of another type': {
    kind: 'raw',
    status: 200,
    contentType: 'application/json',
    body: '{"{{token}}": 1, "id": ["{{subscriptionKey}}"]}',
  },
  'a place to go to': { kind: 'redirect', location: '/else?key={{subscriptionKey}}&token={{url:token}}' },
  'a date to come back': {
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '{{token}}' },
    body: { message: EVERYTHING },
  },
  'an escaped message': {
    kind: 'raw',
    status: 400,
    contentType: 'application/json',
    body: '{"code":"{{json:subscriptionKey}}","message":"{{json:authorization}} {{json:address}}"}',
  },
  'the errors of a failed record': {
    kind: 'record',
    patch: {
      status: 'Failed',
      totalHits: 0,
      details: [],
      errors: [{ code: '{{token}}', message: '{{subscriptionKey}}', suggestion: '{{url:address}}' }],
    },
  },
  'the errors of a record': {
    kind: 'record',
    patch: {
      isError: true,
      errors: [
        {
          code: 'X {{token}}',
          message: EVERYTHING,
          description: EVERYTHING,
          suggestion: [EVERYTHING],
          type: '{{subscriptionKey}}',
        },
        { code: '{{subscriptionKey}}', message: '{{url:authorization}}' },
      ],
    },
  },
  'a hit': {
    kind: 'record',
    patch: {
      totalHits: 1,
      details: [{ name: EVERYTHING, links: ['{{address}}', '{{url:address}}'], '{{token}}': '{{token}}' }],
    },
  },
  'fields that nobody knows': {
    kind: 'record',
    patch: { id: '{{token}}', requesterId: '{{authorization}}', echo: { address: '{{address}}' } },
  },
  'a request URI with the query': {
    kind: 'record',
    patch: { requestUri: '/verify-business/api/business/requests/1?{{query}}', echo: EVERYTHING },
  },
};

const OPERATIONS: Record<string, { on: Fault['on']; parameters: RunSetup['parameters'] }> = {
  screenCompany: { on: 'screening', parameters: { companyName: 'Gloomharbour Shipping Ltd' } },
  testScreening: {
    on: 'screening',
    parameters: { knownName: 'Gloomharbour Shipping Ltd', keepTest: false, binaryPropertyName: 'test' },
  },
  requestAnnualReturns: { on: 'annualReturns', parameters: { registrationNumber: '12345678901234' } },
  getAnnualReturnsRequest: {
    on: 'requestState',
    parameters: { requestUri: '/verify-business/api/business/requests/1' },
  },
};

// Each form of the items, and each place of an error, which looks the same whatever form the items have.
const SHOWN = [
  ['simplified', 'continueRegularOutput'],
  ['raw', 'continueRegularOutput'],
  ['simplified', 'continueErrorOutput'],
  ['raw', 'stopWorkflow'],
] as const;

// Whatever a person, a later node or a log gets to see, and the two secrets and the token in each of their spellings.
function leaksOf(run: NodeRun, secrets: string[]): string[] {
  const shown = [
    inspect(run.outputs, { depth: 20, showHidden: true, maxStringLength: null }),
    inspect(run.error, { depth: 20, showHidden: true, maxStringLength: null }),
    JSON.stringify([run.outputs, run.error, run.hints]),
    Object.entries(run.error ?? {}).join(' '),
    run.error?.message ?? '',
    run.error?.stack ?? '',
    ...run.outputs
      .flat()
      .flatMap(({ binary = {} }) => Object.values(binary))
      .map(({ data }) => Buffer.from(data, 'base64').toString()),
  ].join('\n');
  return secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURI(secret),
      Buffer.from(secret).toString('base64'),
    ])
    .filter((spelling) => shown.includes(spelling));
}

// With the key in the query, the address has it as well. Which header has it is the same for every operation.
const PLACES = [
  ...Object.keys(OPERATIONS).map((operation) => ['query', operation] as const),
  ['header', 'screenCompany'] as const,
];

describe.each(PLACES)('with the key in the %s, %s', (subscriptionKeyIn, operation) => {
  test.each(Object.entries(QUOTES))(
    'a service that quotes what it got gives no secret away: %s',
    async (_where, fault) => {
      const { on, parameters } = OPERATIONS[operation] ?? { on: 'screening', parameters: {} };
      await sandbox().faults([{ on, fault }]);
      for (const [output, onError] of SHOWN) {
        const run = await runNode({
          credential: { ...sandbox().credential, subscriptionKeyIn },
          parameters: { operation, output, ...parameters, options: { maxRetries: 0 } },
          items: [{}],
          onError,
        });
        const token = z.string().parse(run.stored['accessToken']);
        expect(token).toMatch(/^ey/);
        expect(leaksOf(run, [token, subscriptionKey(), sandbox().credential.clientSecret])).toEqual([]);
      }
      // The lie was told: without it, nothing would be proven.
      expect((await sandbox().summary()).operations[on].requests).toBeGreaterThanOrEqual(SHOWN.length);
    },
  );
});

describe('an authorization server that quotes the form', () => {
  test.each([
    ['as its error', '{"error":"{{json:formSecret}}","error_description":"{{json:form}}"}', true],
    [
      'as its description',
      '{"error":"invalid_client","error_description":"No client {{json:formSecret}}"}',
      true,
    ],
    ['as a message', '{"message":"{{url:formSecret}} {{form}}","code":"{{formSecret}}"}', false],
    ['on a page', '<h1>{{form}} {{formSecret}}</h1>', false],
    ['as the token', '{"access_token":{"for":"{{formSecret}}"},"expires_in":"{{form}}"}', false],
  ])('a service that quotes what it got gives no secret away: %s', async (_where, body, isShown) => {
    let shown = '';
    for (const status of [400, 401, 500, 200]) {
      await sandbox().faults([
        { on: 'token', fault: { kind: 'raw', status, body, contentType: 'application/json' } },
      ]);
      for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
        // No token has been issued for this secret.
        const clientSecret = `wr&ng +secret ${status} ${onError}`;
        const run = await runNode({
          credential: { ...sandbox().credential, clientSecret },
          items: [{ company: 'Honest Bakery' }],
          parameters: { options: { maxRetries: 0 } },
          onError,
        });
        expect(
          leaksOf(run, [clientSecret, new URLSearchParams({ s: clientSecret }).toString().slice(2)]),
        ).toEqual([]);
        const said = [run.error, ...jsons(run)].filter(Boolean);
        expect(said).toHaveLength(1);
        shown += inspect(said);
      }
    }
    // The lie was told, and is shown without the secret: otherwise, nothing would be proven.
    expect(shown.includes('***')).toBe(isShown);
    expect((await sandbox().summary()).operations.token.requests).toBeGreaterThanOrEqual(8);
  });
});

describe('a request URI', () => {
  const path = '/verify-business/api/business/requests/1';
  const get = (requestUri: string) =>
    runNode({
      credential: sandbox().credential,
      parameters: { operation: 'getAnnualReturnsRequest', requestUri: '={{ $json.uri }}' },
      items: [{ uri: requestUri }],
      onError: 'continueRegularOutput',
    });
  const withUser = (user: string) => sandbox().url.replace('http://', `http://${user}@`) + path;

  test('a request URI on another host gets neither token nor key', async () => {
    let received = 0;
    const other = createServer((_, response) => response.end('{}'));
    other.on('connection', () => (received += 1));
    const port = await listenOnLoopback(other);
    const uris = [`http://127.0.0.1:${port}${path}`, `//127.0.0.1:${port}/x`, 'file:///etc/hostname'];
    const runs = await Promise.all(uris.map(get));
    await new Promise((resolve) => other.close(resolve));

    expect(runs.flatMap(jsons).map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error']);
    expect([received, (await sandbox().stats()).operations.requestState.requests]).toEqual([0, 0]);
  });

  test('that holds our own key is returned without it, and still works', async () => {
    const uri = `${sandbox().url}${path}?x=1&{{query}}`;
    await sandbox().faults([{ on: 'annualReturns', fault: { kind: 'record', patch: { requestUri: uri } } }]);
    const run = await runNode({
      credential: { ...sandbox().credential, subscriptionKeyIn: 'query' },
      items: [{}],
      parameters: { operation: 'requestAnnualReturns', registrationNumber: '01234567890123' },
    });
    expect(leaksOf(run, [subscriptionKey(), sandbox().credential.clientSecret])).toEqual([]);
    const requestUri = z.string().parse(jsons(run)[0]?.['requestUri']);
    expect(requestUri).toContain('subscription-key=***');

    await get(requestUri);
    const [asked] = (await sandbox().stats()).operations.requestState.recent;
    expect(asked).toMatchObject({ subscriptionKeyIn: 'header', query: { x: '1' } });
  });

  // Without the name of the parameter in it.
  const KEY = 'Q7-typed-by-hand-0815';
  const typedWith = (key: string): string[] => [
    `${path}?page=2&subscription-key=${key}`,
    `${sandbox().url}${path}?SUBSCRIPTION-KEY=${key}`,
    sandbox().url + path + encodeURIComponent(`?subscription-key=${key}`),
    withUser(key),
    withUser(`user:${key}`),
    `//${key}@127.0.0.1${path}`,
  ];
  const typedElsewhere = [
    `${path}/${KEY}`,
    `${path}?k=${KEY.toUpperCase()}`,
    `${path}?k=${Buffer.from(KEY).toString('base64')}`,
    `https://${KEY}${path}`,
  ];
  const ANSWERS: Record<string, Fault['fault']> = {
    pending: { kind: 'raw', status: 204, body: '' },
    'a file': { kind: 'raw', status: 200, body: 'pdf', contentType: 'application/pdf' },
    'an error': { kind: 'status', status: 500 },
    'a refusal of all': { kind: 'status', status: 401 },
  };

  test.each(Object.entries(ANSWERS))(
    'with a subscription key in it shows none, answered by %s',
    async (_, fault) => {
      await sandbox().faults([{ on: 'requestState', fault }]);
      const inTurn = (uris: string[]) => uris.map((uri) => [uri]);
      const runs = [typedWith('somebodys-key-0815'), [...typedWith(KEY), ...typedElsewhere]];
      for (const uris of [...runs, ...inTurn(runs.flat())]) {
        const run = await runNode({
          time,
          credential: { ...sandbox().credential, subscriptionKey: KEY },
          parameters: {
            operation: 'getAnnualReturnsRequest',
            requestUri: '={{ $json.uri }}',
            output: { includeInputFields: true },
            options: { maxRetries: 0 },
          },
          items: uris.map((uri) => ({ uri, requestUri: ` ${uri}` })),
          onError: uris.length > 1 ? 'continueErrorOutput' : 'stopWorkflow',
        });
        expect(run.error ? [] : jsons(run)).toHaveLength(run.error ? 0 : uris.length);
        const base64 = Buffer.from(KEY).toString('base64');
        expect(leaksOf(run, [KEY, KEY.toUpperCase(), base64, 'somebodys-key-0815'])).toEqual([]);
      }
    },
  );
});
