// The sandbox service keeps its promises: everything here goes over real HTTP, as the node's requests do.
import axios, { type AxiosResponse } from 'axios';
import { z } from 'zod/v4';
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
const PRODUCTION = '/screenings/company?v=2.0';
const annualReturns = (number: string) => `/verify-business/api/business/file/pdf/${number}?v=3.0`;
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
  it('issues a JWT for a secret with characters that form encoding must protect', async () => {
    const { status, data } = await exchange();
    expect(status).toBe(200);
    expect(tokenReplySchema.parse(data)).toMatchObject({ expires_in: 300, token_type: 'Bearer' });
    expect(tokenReplySchema.parse(data).access_token.split('.')).toHaveLength(3);
  });

  it('refuses a wrong secret as the library does', async () => {
    const { status, data } = await exchange({ client_secret: 'wrong' });
    expect(status).toBe(401);
    expect(data).toMatchObject({ error: 'invalid_client' });
    expect((await sandbox.stats()).tokens).toMatchObject({ issued: 0, failed: 1 });
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
  it.each([
    ['gloomharbour  SHIPPING, ltd.', ['Sanction']],
    ['幻海虚构贸易有限公司', ['SANCTION']],
    ['شركة سراب الخيال للتجارة', ['Sanction']],
    ['Majmuat Nujum al-Wahm al-Qabida', ['Other']],
    ['Slipknuckle Leisure', ['Criminal']],
    ['Quillhaven Group', ['SANCTION', 'Sanction', 'PEP', 'Criminal']],
    ['Plain Honest Bakery', []],
  ])('finds %s', async (companyName, sourceTypes) => {
    const record = recordSchema.parse((await screen(companyName)).data);
    expect(record).toMatchObject({
      status: 'Completed',
      isError: false,
      totalHits: sourceTypes.length,
      errors: [],
    });
    expect(record.details?.map(({ sourceType }) => sourceType)).toEqual(sourceTypes);
  });

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

  it('takes the key by header or query, on both paths, and shows neither key nor token in its counters', async () => {
    const { subscriptionKey } = sandbox.credential;
    await screen('Bakery A', { path: PRODUCTION });
    await screen('Bakery A', { key: '', path: `${SCREENING}&subscription-key=${subscriptionKey}` });
    const stats = await sandbox.stats();
    expect(stats.screeningPaths).toEqual({ sandbox: 1, production: 1 });
    expect(stats.screenings).toEqual([{ companyName: 'Bakery A', times: 2, referenceIds: ['ref', 'ref'] }]);
    const seen = stats.operations.screening.recent;
    expect(seen.map((request) => request.subscriptionKeyIn)).toEqual(['header', 'query']);
    expect(JSON.stringify(stats)).not.toContain(subscriptionKey);
    expect(JSON.stringify(stats)).not.toContain(token);
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

describe('faults', () => {
  it('hits the requests it names: after so many, so many times', async () => {
    const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '2' } } as const;
    await sandbox.faults([{ on: 'screening', match: 'Bakery', after: 1, times: 1, fault }]);
    const replies = [];
    for (const name of ['Bakery 1', 'Mill', 'Bakery 2', 'Bakery 3']) replies.push(await screen(name));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(replies[2]?.headers['retry-after']).toBe('2');
    expect(replies[2]?.data).toBe('');
  });

  it.each([
    ['resetBefore', 'ECONNRESET', 0],
    ['resetAfter', 'ECONNRESET', 1],
    ['hang', 'ECONNABORTED', 1],
  ] as const)('%s: %s, with %i screenings done', async (kind, code, done) => {
    await sandbox.faults([{ on: 'screening', fault: { kind } }]);
    await expect(screen('Bakery', { timeout: 300 })).rejects.toMatchObject({ code });
    expect((await sandbox.stats()).screeningsDone).toBe(done);
  });

  it('sends what no client wants to read', async () => {
    await sandbox.faults([
      { on: 'screening', match: 'Html', fault: { kind: 'html' } },
      { on: 'screening', match: 'Cut', fault: { kind: 'truncated' } },
      { on: 'screening', match: 'Shape', fault: { kind: 'wrongShape' } },
      { on: 'screening', match: 'List', fault: { kind: 'wrongShape', as: 'list' } },
      { on: 'screening', match: 'Away', fault: { kind: 'redirect', location: 'http://127.0.0.1:1/' } },
      { on: 'screening', match: 'Odd', fault: { kind: 'record', patch: { extra: 1 }, remove: ['details'] } },
      { on: 'token', fault: { kind: 'status', status: 503 } },
    ]);
    expect(await screen('Html')).toMatchObject({ status: 502, headers: { 'content-type': /html/ } });
    expect((await screen('Cut')).data).toMatch(/^\{"id"/);
    expect((await screen('Shape')).data).toMatchObject({ totalHits: 'many' });
    expect((await screen('List')).data).toMatchObject([{ totalHits: 0 }]);
    expect(await screen('Away')).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    const { data } = await screen('Odd');
    expect(data).toMatchObject({ extra: 1 });
    expect(data).not.toHaveProperty('details');
    expect((await exchange()).status).toBe(503);
  });

  it('counts the most requests in flight', async () => {
    await sandbox.settings({ latencyMs: 100 });
    await Promise.all(['A', 'B', 'C'].map((name) => screen(name)));
    expect((await sandbox.stats()).operations.screening).toMatchObject({
      requests: 3,
      inFlight: 0,
      maxInFlight: 3,
    });
  });
});

interface Sent {
  path?: string;
  option?: string;
  key?: string;
  bearer?: string;
  timeout?: number;
}

function screen(companyName: string, sent: Sent = {}): Promise<AxiosResponse<unknown>> {
  const body = { companyName, option: sent.option ?? 'Both', referenceId: 'ref' };
  return post(sent.path ?? SCREENING, sent, body);
}

function post(path: string, sent: Sent = {}, body?: unknown): Promise<AxiosResponse<unknown>> {
  const key = sent.key ?? sandbox.credential.subscriptionKey;
  const headers = {
    Authorization: `Bearer ${sent.bearer ?? token}`,
    ...(key === '' ? {} : { 'Ocp-Apim-Subscription-Key': key }),
  };
  return http.post<unknown>(`${sandbox.url}${path}`, body, { headers, timeout: sent.timeout ?? 10_000 });
}

function exchange(fields: Record<string, string> = {}): Promise<AxiosResponse<unknown>> {
  const { authUrl, realm, clientId, clientSecret } = sandbox.credential;
  const form = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    ...fields,
  };
  const address = `${authUrl}/realms/${realm}/protocol/openid-connect/token`;
  return http.post<unknown>(address, new URLSearchParams(form));
}

async function newToken(): Promise<string> {
  return tokenReplySchema.parse((await exchange()).data).access_token;
}
