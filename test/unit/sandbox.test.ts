// The sandbox service keeps its promises: everything here goes over real HTTP, as the node's requests do.
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { z } from 'zod/v4';
import { typedAccount } from '../sandbox/account';
import { type Sandbox, startSandbox } from '../sandbox/client';

const tokenReplySchema = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});
const recordSchema = z.looseObject({
  status: z.string(),
  totalHits: z.number(),
  isError: z.boolean(),
  details: z.array(z.looseObject({ name: z.string(), sourceType: z.string() })).nullable(),
  errors: z.array(z.looseObject({ code: z.string() })).nullable(),
});

const SCREENING = '/aml-pep/screening/company/aml?v=2.0';
const annualReturns = (number: string) => `/verify-business/api/business/file/pdf/${number}?v=3.0`;
// An answer that comes at all comes sooner.
const http = axios.create({ proxy: false, maxRedirects: 0, validateStatus: () => true });

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  token = await newToken();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.reset({ settings: true }));

describe('tokens', () => {
  it('issues one for the account that people type, whose secret is on any keyboard', async () => {
    const { clientId, clientSecret } = typedAccount;
    expect(clientSecret).toMatch(/^[a-z-]+$/);
    const { data } = await exchange({ client_id: clientId, client_secret: clientSecret });
    const bearer = tokenReplySchema.parse(data).access_token;
    expect((await screen('Any', { bearer })).status).toBe(200);
    expect((await exchange({ client_secret: clientSecret })).status).toBe(401);
  });

  it('refuses tokens that are missing, forged, revoked, or expired by its clock', async () => {
    const forged = token.replace(/.{4}$/, 'AAAA');
    const revoked = await newToken();
    await sandbox.settings({ revokeTokens: true, tokenLifeSeconds: 30 });
    token = await newToken();
    for (const bad of ['', forged, revoked]) expect((await screen('Any', { bearer: bad })).status).toBe(401);
    expect((await screen('Any')).status).toBe(200);
    await sandbox.settings({ clockSkewSeconds: 60 });
    expect((await screen('Any')).status).toBe(401);
    token = await newToken();
    await sandbox.settings({ clockSkewSeconds: -60 });
    expect((await screen('Any')).status).toBe(200);
    await sandbox.reset({ settings: true });
    token = await newToken();
  });
});

describe('screening', () => {
  it('keeps to the screening option', async () => {
    const hits = async (option: string) =>
      recordSchema.parse((await screen('Quillhaven Group', { option })).data).totalHits;
    expect([await hits('Aml'), await hits('Pep'), await hits('Both')]).toEqual([3, 1, 4]);
  });

  it.each([
    ['Pending Bakery', { status: 'Pending', totalHits: 0 }],
    ['failing Bakery', { status: 'Failed', isError: true, errors: [{ code: 'S0005' }] }],
    ['Unknown Status Bakery', { status: 'OnHold' }],
    ['Miscounted Bakery', { totalHits: 1, details: [] }],
    ['Partial Bakery', { totalHits: 1, isError: true, details: [{}] }],
    ['Successful Bakery', { status: 'Successful', totalHits: 0 }],
    ['Null Details Bakery', { status: 'Completed', details: null, errors: null }],
  ])('%s gives its oddity', async (companyName, expected) => {
    expect((await screen(companyName)).data).toMatchObject(expected);
  });

  it('answers bad requests with the bodies of the interface, and does not screen', async () => {
    expect(await screen('')).toMatchObject({ status: 400, data: { statusCode: 400 } });
    expect(await screen('A', { option: 'All' })).toMatchObject({ status: 400 });
    expect(await screen('A', { path: '/screenings/company' })).toMatchObject({ status: 400 });
    expect(await screen('A', { key: 'wrong' })).toMatchObject({ status: 401, data: { statusCode: 401 } });
    await sandbox.settings({ rejectSubscriptionKey: true });
    expect(await screen('A')).toMatchObject({ status: 401, data: { statusCode: 401 } });
    expect((await sandbox.stats()).screeningsDone).toBe(0);
  });
});

describe('annual returns', () => {
  it.each([
    ['12345678901234', 200, { status: 'Pending' }],
    ['1234', 400, { code: 'S0002', message: 'INVALID_BUSINESS_REGISTRATION_NUMBER' }],
    ['10000000000403', 403, { code: null }],
    ['10000000000404', 404, { code: null }],
    ['10000000000500', 500, { code: 'S0001', message: 'FAILED_TO_VERIFY_BUSINESS' }],
    ['10000000000600', 200, { status: 'Failed' }],
  ])('%s is answered with %i', async (number, status, data) => {
    expect(await post(annualReturns(number))).toMatchObject({ status, data });
  });

  it('refuses a wrong key with S0003 and a wrong token without a code', async () => {
    const path = annualReturns('12345678901234');
    expect(await post(path, { key: 'no' })).toMatchObject({ status: 401, data: { code: 'S0003' } });
    expect(await post(path, { bearer: 'no' })).toMatchObject({ status: 401, data: { code: null } });
  });
});

it('a fault quotes the request, plain and URL-encoded, in any text of a fault', async () => {
  const { subscriptionKey, clientSecret } = sandbox.credential;
  const address = `${SCREENING}&subscription-key=${subscriptionKey}`;
  await sandbox.faults([
    {
      on: 'screening',
      match: 'Address',
      fault: { kind: 'status', status: 404, body: { message: 'Nothing at {{address}}' } },
    },
    {
      on: 'screening',
      match: 'Header',
      fault: {
        kind: 'raw',
        status: 400,
        body: '{{authorization}} {{token}} {{subscriptionKey}} {{json:subscriptionKey}}',
      },
    },
    {
      on: 'screening',
      match: 'Errors',
      fault: { kind: 'record', patch: { isError: true, errors: [{ code: '{{url:authorization}}' }] } },
    },
    { on: 'annualReturns', fault: { kind: 'record', patch: { requestUri: '/requests/1?{{query}}' } } },
    { on: 'token', fault: { kind: 'status', status: 400, body: { error: '{{form}} {{formSecret}}' } } },
  ]);
  expect((await screen('Address', { path: address, key: '' })).data).toEqual({
    message: `Nothing at ${sandbox.url}${address}`,
  });
  expect((await screen('Header')).data).toBe(
    `Bearer ${token} ${token} ${subscriptionKey} ${subscriptionKey.replaceAll('-', '\\u002D')}`,
  );
  expect((await screen('Errors')).data).toMatchObject({ errors: [{ code: `Bearer%20${token}` }] });
  const { data } = await post(`${annualReturns('12345678901234')}&subscription-key=${subscriptionKey}`);
  expect(data).toMatchObject({ requestUri: `/requests/1?v=3.0&subscription-key=${subscriptionKey}` });
  const form = new URLSearchParams(exchangeForm()).toString();
  expect((await exchange()).data).toEqual({ error: `${form} ${clientSecret}` });
});

it('a rate limit refuses faster requests with 429 and Retry-After, does no work for them, and counts them', async () => {
  await sandbox.settings({ requestsPerSecond: 2 });
  // At once, so that no half second passes between them.
  const replies = await Promise.all(['A', 'B', 'C', 'D'].map((name) => screen(name)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  expect(refused.map(({ headers }) => headers['retry-after'] as unknown)).toEqual(['1', '1']);
  expect(await sandbox.summary()).toMatchObject({ screeningsDone: 2, rateLimited: 2 });
  await sandbox.settings({ requestsPerSecond: 0.001 });
  expect((await screen('E')).status).toBe(200);
  expect((await screen('E')).headers['retry-after']).toMatch(/^\d{3,4}$/);
  await sandbox.reset({ settings: true });
  expect((await screen('F')).status).toBe(200);
});

const hitsOf = async (companyName: string) =>
  recordSchema.parse((await screen(companyName)).data).details ?? [];

it('a watchlist that changes refuses names that are not on it and fields that no entity has, and stays as it is', async () => {
  const nobody = { remove: ['Gloomharbour Shipping Ltd', 'Nobody'] };
  const odd = { change: [{ name: 'Gloomharbour Shipping Ltd', fields: { odd: 1 } }] };
  await expect(sandbox.watchlist(nobody)).rejects.toMatchObject({
    response: { status: 400, data: { error: '"Nobody" is not on the watchlist.' } },
  });
  await expect(sandbox.watchlist(odd)).rejects.toMatchObject({ response: { status: 400 } });
  expect(await hitsOf('Gloomharbour Shipping Ltd')).toHaveLength(1);
});

it('the summary says which names were screened more than once, and with which reference ids', async () => {
  for (const name of ['A', 'B', 'A', 'C']) await screen(name);
  const summary = await sandbox.summary();
  expect(summary).toMatchObject({ screeningsDone: 4, companiesScreened: 3, rateLimited: 0 });
  expect(summary.screenedAgain).toEqual({
    companies: 1,
    first: [{ companyName: 'A', times: 2, referenceIds: ['ref', 'ref'] }],
  });
  expect(summary.operations.screening).toMatchObject({ requests: 4, inFlight: 0 });
  expect(summary.operations.screening).not.toHaveProperty('recent');
});

describe('over TLS', () => {
  let secure: Sandbox;
  beforeAll(async () => {
    secure = await startSandbox({ tls: true });
  });
  afterAll(() => secure.stop());
  beforeEach(() => secure.reset({ settings: true }));

  const trusting = () => new Agent({ ca: readFileSync(secure.caFile ?? '') });
  const screenSecurely = (httpsAgent: Agent, bearer: string) =>
    http.post<unknown>(
      `${secure.url}${SCREENING}`,
      { companyName: 'Gloomharbour Shipping Ltd', option: 'Both' },
      {
        httpsAgent,
        headers: {
          Authorization: `Bearer ${bearer}`,
          'Ocp-Apim-Subscription-Key': secure.credential.subscriptionKey,
        },
      },
    );
  const secureToken = async () => {
    const address = `${secure.credential.authUrl}/realms/${secure.credential.realm}/protocol/openid-connect/token`;
    const form = new URLSearchParams(exchangeForm());
    const { data } = await http.post<unknown>(address, form, { httpsAgent: trusting() });
    return tokenReplySchema.parse(data).access_token;
  };

  it('serves API and authorization server to those who trust its certificate authority, and only to them', async () => {
    const bearer = await secureToken();
    expect(secure.url).toMatch(/^https:/);
    expect(JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: `${secure.url}/realms/${secure.credential.realm}`,
    });
    expect((await screenSecurely(trusting(), bearer)).data).toMatchObject({ totalHits: 1 });
    await expect(screenSecurely(new Agent(), bearer)).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(await secure.summary()).toMatchObject({ screeningsDone: 1, tokens: { issued: 1 } });
  });

  it('takes its certificate authority away when it stops', async () => {
    const other = await startSandbox({ tls: true });
    expect(existsSync(other.caFile ?? '')).toBe(true);
    await other.stop();
    expect(existsSync(other.caFile ?? '')).toBe(false);
  });
});

interface Sent extends AxiosRequestConfig {
  path?: string;
  option?: string;
  key?: string;
  bearer?: string;
}

function screen(companyName: string, sent: Sent = {}): Promise<AxiosResponse<unknown>> {
  const { path = SCREENING, option = 'Both', ...rest } = sent;
  return post(path, rest, { companyName, option, referenceId: 'ref' });
}

function post(path: string, sent: Sent = {}, body?: unknown): Promise<AxiosResponse<unknown>> {
  const { key = sandbox.credential.subscriptionKey, bearer = token, ...config } = sent;
  const headers = {
    Authorization: `Bearer ${bearer}`,
    ...(key === '' ? {} : { 'Ocp-Apim-Subscription-Key': key }),
  };
  return http.post<unknown>(`${sandbox.url}${path}`, body, { timeout: 10_000, ...config, headers });
}

const exchangeForm = (fields: Record<string, string> = {}) => ({
  client_id: sandbox.credential.clientId,
  client_secret: sandbox.credential.clientSecret,
  grant_type: 'client_credentials',
  ...fields,
});

function exchange(
  fields: Record<string, string> = {},
  config: AxiosRequestConfig = {},
): Promise<AxiosResponse<unknown>> {
  const { authUrl, realm } = sandbox.credential;
  const address = `${authUrl}/realms/${realm}/protocol/openid-connect/token`;
  return http.post<unknown>(address, new URLSearchParams(exchangeForm(fields)), config);
}

async function newToken(): Promise<string> {
  return tokenReplySchema.parse((await exchange()).data).access_token;
}
