// The credential test tells apart what a person has to correct, over HTTP, and pays for nothing.
import { createServer, type Server } from 'node:http';

import axios from 'axios';
import type { ICredentialTestFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { testCredential } from '../../nodes/CompanyScreening/credentialTest';
import { aCredential } from './builders';

let server: Server;
let url: string;
let tokenAnswer = { status: 200, body: '' };
let serviceAnswer = { status: 200, body: '' };
let received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    const isToken = path.startsWith('/realms/');
    if (!isToken) received.push(`${request.method ?? ''} ${path} ${headers.authorization ?? ''}`);
    const { status, body } = isToken ? tokenAnswer : serviceAnswer;
    response.writeHead(status);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  tokenAnswer = { status: 200, body: '{"access_token":"token-1","expires_in":300}' };
  serviceAnswer = { status: 400, body: '{"code":"S0002","message":"INVALID"}' };
});

const requestSchema = z.object({
  uri: z.string(),
  headers: z.record(z.string(), z.string()),
  qs: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

/** n8n's old request helper as far as the test uses it. */
const n8n: Pick<ICredentialTestFunctions, 'helpers'> = {
  helpers: {
    getSSHClient: async () => await Promise.reject(new Error('not used')),
    updateLastUsed: () => undefined,
    request: async (options) => {
      const { uri, headers, qs, body } = requestSchema.parse(options);
      const reply = await axios.post<string>(uri, body, {
        headers,
        params: qs,
        responseType: 'text',
        transformResponse: [],
        validateStatus: () => true,
        maxRedirects: 0,
        proxy: false,
      });
      return { statusCode: reply.status, body: reply.data };
    },
  },
};

const verdict = async (changes: Record<string, unknown> = {}) => {
  const data = z
    .record(z.string(), z.string())
    .parse(aCredential({ baseUrl: url, authUrl: url, ...changes }));
  return await testCredential.call(Object.assign({ logger: console }, n8n), {
    id: '1',
    name: 'Sandbox',
    type: 'companyScreeningApi',
    data,
  });
};

test('a good credential works, and nothing that can be billed was asked for', async () => {
  expect(await verdict()).toMatchObject({ status: 'OK' });
  expect(received).toEqual(['POST /verify-business/api/business/file/pdf/0?v=3.0 Bearer token-1']);
});

test('the key goes where the credential says', async () => {
  await verdict({ subscriptionKeyIn: 'query' });
  expect(received[0]).toContain('v=3.0&subscription-key=demo-subscription-key');
});

test('a refused client is told apart, and the service is not asked', async () => {
  tokenAnswer = { status: 401, body: '{"error":"invalid_client"}' };
  const { status, message } = await verdict();
  expect(status).toBe('Error');
  expect(message).toContain('refused the Client ID or the Client Secret');
  expect(received).toEqual([]);
});

test.each([
  [401, '{"code":"S0003","message":"INVALID_CREDENTIALS"}'],
  [403, '{"code":"S0003","message":"INVALID_CREDENTIALS"}'],
  [401, ''],
])('a refused subscription key is told apart: %i %s', async (status, body) => {
  serviceAnswer = { status, body };
  const result = await verdict();
  expect(result.status).toBe('Error');
  expect(result.message).toContain('refused the Subscription Key');
});

test.each([
  ['the authorization server', { authUrl: 'http://127.0.0.1:1' }, 'Authorization Server URL'],
  ['the service', { baseUrl: 'http://127.0.0.1:1' }, 'Base URL'],
])('%s that is not reachable is told apart', async (_, changes, shownName) => {
  const { status, message } = await verdict(changes);
  expect(status).toBe('Error');
  expect(message).toContain('127.0.0.1:1');
  expect(message).toContain(shownName);
});

test.each([
  [200, '<html>Welcome</html>'],
  [200, '{"id":"1","status":"Pending"}'],
  [404, ''],
  [302, ''],
  [500, '{"code":"S0004","message":"UNKNOWN_ERROR"}'],
  [400, '{"code":"constructor"}'],
])('an answer that proves nothing is not taken for a good key: %i %s', async (status, body) => {
  serviceAnswer = { status, body };
  const result = await verdict();
  expect(result.status).toBe('Error');
  expect(result.message).toContain(`HTTP status ${status}`);
});

test('an incomplete credential is named', async () => {
  expect(await verdict({ realm: '' })).toMatchObject({
    status: 'Error',
    message: expect.stringContaining('Realm') as unknown,
  });
});

test('no verdict holds a secret or a token', async () => {
  const answers = [
    { status: 401, body: '' },
    { status: 500, body: 'demo-subscription-key token-1 demo-client-secret' },
  ];
  for (const answer of answers) {
    serviceAnswer = answer;
    expect((await verdict()).message).not.toMatch(/demo-|token-1/);
    tokenAnswer = answer;
    expect((await verdict()).message).not.toMatch(/demo-|token-1/);
  }
});
