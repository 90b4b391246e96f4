// The credential signs requests to its own host only, and obtains its token over HTTP.
import { postForm } from '../../credentials/companyScreeningApi/postForm';
import { systemClock } from '../../nodes/CompanyScreening/flowControl/time';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import axios from 'axios';
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { CompanyScreeningApi } from '../../credentials/CompanyScreeningApi.credentials';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { fingerprint } from '../../nodes/CompanyScreening/service/token';
import { heldTokenSchema } from '../../nodes/CompanyScreening/transport/heldToken';
import { aCredential } from './builders';

const credential = new CompanyScreeningApi();

const storedSchema = z.record(z.string(), z.union([z.string(), z.number()]));
const withToken = (changes: Record<string, unknown> = {}) =>
  storedSchema.parse({
    ...aCredential(),
    accessToken: 'token-1',
    accessTokenIssuedFor: fingerprint(readSettings(aCredential())),
    ...changes,
  });
const sign = async (request: object, changes: Record<string, unknown> = {}) =>
  await credential.authenticate(withToken(changes), { url: 'https://api.example.com/x', ...request });

describe('fields', () => {
  test.each([
    ['environment', 'Environment', 'sandbox'],
    ['baseUrl', 'Base URL', ''],
    ['authUrl', 'Authorization Server URL', ''],
    ['realm', 'Realm', ''],
    ['clientId', 'Client ID', ''],
    ['clientSecret', 'Client Secret', ''],
    ['subscriptionKey', 'Subscription Key', ''],
    ['subscriptionKeyIn', 'Send Subscription Key In', 'header'],
  ])('%s is shown as "%s", by default %j', (name, displayName, value) => {
    const field = credential.properties.find((property) => property.name === name);
    expect(field).toMatchObject({ displayName, default: value });
    expect(field?.type).not.toBe('hidden');
  });

  test.each([
    ['clientSecret', { typeOptions: { password: true } }],
    ['subscriptionKey', { typeOptions: { password: true } }],
    ['environment', { options: [{ value: 'sandbox' }, { value: 'production' }] }],
    ['subscriptionKeyIn', { options: [{ value: 'header' }, { value: 'query' }] }],
    ['accessToken', { type: 'hidden', typeOptions: { expirable: true, password: true } }],
    ['accessTokenExpiresAt', { type: 'hidden' }],
  ])('%s has %j', (name, expected) => {
    expect(credential.properties.find((property) => property.name === name)).toMatchObject(expected);
  });

  test('the names that workflows in the field depend on', () => {
    expect(credential).toMatchObject({ name: 'companyScreeningApi', displayName: 'Company Screening API' });
  });
});

describe('signing', () => {
  test('adds token and key as headers instead of those that were refused, and keeps what else is there', async () => {
    const headers = { Accept: 'text/plain', Authorization: 'Bearer refused' };
    const signed = await sign({ headers, qs: { v: '2.0' }, body: { a: 1 } });
    expect(signed).toMatchObject({
      url: 'https://api.example.com/x',
      headers: {
        Accept: 'text/plain',
        Authorization: 'Bearer token-1',
        'Ocp-Apim-Subscription-Key': 'demo-subscription-key',
      },
      qs: { v: '2.0' },
      body: { a: 1 },
    });
    expect(signed.qs).not.toHaveProperty('subscription-key');
    expect(await sign({})).not.toHaveProperty('qs');
    const named = await sign({ url: undefined, uri: 'https://api.example.com/y' });
    expect(named.headers).toMatchObject({ Authorization: 'Bearer token-1' });
  });

  test('adds the key to the query if the credential says so, and keeps what is there', async () => {
    const signed = await sign({ qs: { v: '2.0' } }, { subscriptionKeyIn: 'query' });
    expect(signed.qs).toEqual({ v: '2.0', 'subscription-key': 'demo-subscription-key' });
    expect(signed.headers).toEqual({ Authorization: 'Bearer token-1' });
  });

  test.each([
    ['another host', { url: 'https://evil.example/x' }],
    ['another host in uri', { url: undefined, uri: 'https://evil.example/x' }],
    ['another port', { url: 'https://api.example.com:8443/x' }],
    ['no encryption', { url: 'http://api.example.com/x' }],
    ['a host that begins like ours', { url: 'https://api.example.com.evil.example/' }],
    ['our host as a user name', { url: 'https://api.example.com@evil.example/' }],
    ['another baseURL', { url: '/x', baseURL: 'https://evil.example' }],
    ['an address that overrides baseURL', { url: '//evil.example/x', baseURL: 'https://api.example.com' }],
    ['a backslash that overrides baseURL', { url: '\\\\evil.example/x', baseURL: 'https://api.example.com' }],
    ['a path without a host', { url: '/x' }],
    ['no address', { url: '' }],
    ['the authorization server', { url: 'https://login.example.com/x' }],
    ['a user name, which would replace the token', { url: 'https://officer:secret@api.example.com/x' }],
    ['a user name alone', { url: 'https://officer@api.example.com/x' }],
    ['a password alone', { url: 'https://:secret@api.example.com/x' }],
    ['another kind of address', { url: 'blob:https://api.example.com/x' }],
  ])('refuses %s, and puts nothing into the request', async (_, request) => {
    const options: IHttpRequestOptions = { url: 'https://api.example.com/x' };
    Object.assign(options, request);
    await expect(credential.authenticate(withToken(), options)).rejects.toThrow('its own Base URL');
    expect(options.headers).toBeUndefined();
    expect(options.qs).toBeUndefined();
  });

  test.each([
    ['another secret', { clientSecret: 'changed' }],
    ['another client', { clientId: 'changed' }],
    ['another realm', { realm: 'changed' }],
    ['another authorization server', { authUrl: 'https://other.example.com' }],
  ])('leaves out a token that was issued for %s', async (_, changes) => {
    const { headers } = await sign({}, changes);
    expect(headers).toEqual({ 'Ocp-Apim-Subscription-Key': 'demo-subscription-key' });
  });

  test('does not let the request follow a redirect, under any of the names n8n has for that', async () => {
    expect(await sign({ followRedirect: true, followAllRedirects: true })).toMatchObject({
      disableFollowRedirect: true,
      followRedirect: false,
      followAllRedirects: false,
    });
  });

  test('gives the credential test a timeout of its own, and no other request', async () => {
    const probe = { baseURL: 'https://api.example.com', url: credential.test.request.url, timeout: 300_000 };
    expect((await sign(probe)).timeout).toBe(15_000);
    expect((await sign({ timeout: 300_000 })).timeout).toBe(300_000);
  });

  test('ends the credential test like a 401 if its token is not for these settings, so that n8n obtains one', async () => {
    const probe = { baseURL: 'https://api.example.com', url: credential.test.request.url };
    await expect(sign(probe, { clientId: 'changed' })).rejects.toMatchObject({
      message: expect.stringContaining('Test it again to obtain a new access token') as string,
      response: { status: 401 },
    });
  });
});

describe('the token exchange', () => {
  let server: Server;
  let authUrl: string;
  let received = '';
  let status = 200;
  let issued = 0;

  beforeAll(async () => {
    const read = async (request: IncomingMessage) => {
      const { accept = '', 'content-type': type = '' } = request.headers;
      received = [request.method, request.url, accept, type, await text(request)].join(' ');
    };
    server = createServer((request, response) => {
      void read(request).then(() => {
        issued += 1;
        response.writeHead(status, { Location: '/elsewhere', 'Retry-After': '7' });
        response.end(status === 200 ? '{"access_token":"token-2","expires_in":300}' : '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    authUrl = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
  });
  afterAll(() => server.close());

  /** n8n's helper as far as the exchange uses it: a POST whose answer comes back whatever its status. */
  const n8n: IHttpRequestHelper = {
    helpers: {
      httpRequest: async ({ method, url, body, headers, disableFollowRedirect }: IHttpRequestOptions) => {
        const reply = await axios.request<string>({
          ...(method ? { method } : {}),
          url,
          data: body,
          headers: z.record(z.string(), z.string()).parse(headers),
          responseType: 'text',
          transformResponse: [],
          validateStatus: () => true,
          proxy: false,
          ...(disableFollowRedirect ? { maxRedirects: 0 } : {}),
        });
        return { statusCode: reply.status, headers: reply.headers, body: reply.data };
      },
    },
  };
  const exchange = async (clientId: string) =>
    await credential.preAuthentication.call(n8n, storedSchema.parse(aCredential({ authUrl, clientId })));

  test('gives what n8n keeps with the credential', async () => {
    status = 200;
    const before = Date.now();
    const given = await exchange('client-a');
    expect(Object.keys(given).sort()).toEqual(Object.keys(heldTokenSchema.shape).sort());
    const stored = heldTokenSchema.parse(given);
    expect(stored.accessToken).toBe('token-2');
    expect(stored.accessTokenExpiresAt).toBe(stored.accessTokenIssuedAt + 300_000);
    expect(stored.accessTokenIssuedAt).toBeGreaterThanOrEqual(before);
    const hidden = credential.properties.filter(({ type }) => type === 'hidden').map(({ name }) => name);
    expect(hidden.sort()).toEqual(Object.keys(given).sort());
    expect(received).toMatch(/^POST \S+ application\/json application\/x-www-form-urlencoded /);
    expect(received).toContain('client_secret=demo-client-secret');
  });

  test('does not give a token again that was refused, or that the credential has already', async () => {
    status = 200;
    issued = 0;
    const first = await exchange('client-f');
    const again = async (changes: object) =>
      await credential.preAuthentication.call(
        n8n,
        storedSchema.parse({ ...aCredential({ authUrl, clientId: 'client-f' }), ...changes }),
      );
    await again({});
    expect(issued).toBe(1);
    await again({ ...first });
    expect(issued).toBe(2);
    await again({ refusedAccessToken: 'another', refusedRequestSentAt: Date.now() + 1_000 });
    expect(issued).toBe(3);
  });

  test('ends in time, also while its reply is being read', async () => {
    const deadline = new AbortController();
    const clock = { ...systemClock, timeout: () => deadline.signal };
    async function* endless() {
      yield Buffer.from('{');
      deadline.abort();
      await new Promise(() => undefined);
    }
    const httpRequest = () => Promise.resolve({ statusCode: 200, headers: {}, body: endless() });
    await expect(
      postForm({ helpers: { httpRequest } }, clock)('https://a.example', ''),
    ).rejects.toMatchObject({ problem: 'timeout' });
  });

  test('waits for fifteen seconds, and ends the request after that', async () => {
    const timeout = jest.fn(() => new AbortController().signal);
    const httpRequest = jest.fn(() => Promise.resolve({ statusCode: 200, headers: {}, body: '' }));
    await postForm({ helpers: { httpRequest } }, { ...systemClock, timeout })('https://a.example', '');
    expect(httpRequest).toHaveBeenCalledWith(
      expect.objectContaining({ timeout: 15_000, abortSignal: expect.any(AbortSignal) as object }),
    );
    expect(timeout).toHaveBeenCalledWith(15_150);
  });

  test('does not follow a redirect with the secret', async () => {
    status = 302;
    await expect(exchange('client-b')).rejects.toThrow('HTTP status 302');
    expect(received).not.toContain('/elsewhere');
  });

  test('tells how long the authorization server asks to wait', async () => {
    status = 503;
    await expect(exchange('client-d')).rejects.toMatchObject({
      failure: { retryAfterMs: 7000, passing: true },
    });
  });

  test('says that nobody answers', async () => {
    const nobody = storedSchema.parse(aCredential({ authUrl: 'http://127.0.0.1:1', clientId: 'client-e' }));
    await expect(credential.preAuthentication.call(n8n, nobody)).rejects.toMatchObject({
      name: 'TokenExchangeError',
      failure: { passing: true },
    });
  });
});
