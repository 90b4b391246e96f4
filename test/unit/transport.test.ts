// One connection of a run: what goes to n8n's helper, when a request is repeated with a new token, and what no reply shows.
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceRequest } from '../../nodes/CompanyScreening/service/endpoints';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { fingerprint } from '../../nodes/CompanyScreening/service/token';
import { REPLY_OPTIONS } from '../../nodes/CompanyScreening/transport/httpReply';
import { connect } from '../../nodes/CompanyScreening/transport/transport';
import { testTime } from '../support/testTime';
import { aCredential, aNode } from './builders';

const URL = 'https://api.example.com/x';
const POST: ServiceRequest = { method: 'POST', url: URL, body: { a: 'b' } };
const GET: ServiceRequest = { method: 'GET', url: URL };
const UNCERTAIN = { state: 'uncertain', message: 'api.example.com did not answer in time.' };
const PAID = JSON.stringify({ id: 'r-1', status: 'Pending' });

type Reply = { statusCode: number; body?: string; headers?: Record<string, string> } | Error;
interface Sent {
  request: IHttpRequestOptions;
  options: unknown;
  signal: AbortSignal | undefined;
}

interface Setting {
  /** What comes back for the request with this number, from 0. */
  reply?: (count: number) => Promise<Reply> | Reply;
  credential?: Record<string, unknown>;
  chosen?: boolean;
  /** Each new token lives this long. */
  lifeMs?: number;
  beforeEach?: () => Promise<void>;
  /** Whether n8n comes as far as to sign the request. */
  signs?: boolean;
}

const issuedFor = fingerprint(readSettings(aCredential()));
/** As n8n keeps a token with the credential. */
const held = (accessToken: string, changes: Record<string, unknown> = {}) => ({
  accessToken,
  accessTokenIssuedAt: Date.now(),
  accessTokenExpiresAt: Date.now() + 300_000,
  accessTokenIssuedFor: issuedFor,
  ...changes,
});
const numbered = (index: number) => `tok${String(index).padStart(2, '0')}-0123456789abc`;

/** A connection through n8n as far as it is needed: n8n obtains a token if there is none, and signs the request. */
async function aConnection({ reply = () => ({ statusCode: 200 }), lifeMs = 300_000, ...setting }: Setting) {
  const time = testTime();
  const data: Record<string, unknown> = { ...aCredential(), ...setting.credential };
  const sent: Sent[] = [];
  let issued = 0;
  const fake = {
    getNode: () => ({
      ...aNode(),
      ...((setting.chosen ?? true)
        ? { credentials: { companyScreeningApi: { id: 'c-1', name: 'My credential' } } }
        : {}),
    }),
    getCredentials: async () => await Promise.resolve(data),
    getExecutionCancelSignal: () => undefined,
    helpers: {
      async httpRequestWithAuthentication(
        this: IExecuteFunctions,
        ...[type, request, options]: [type: string, request: IHttpRequestOptions, options: unknown]
      ) {
        if (type !== 'companyScreeningApi') throw new Error(`Which credential is ${type}?`);
        if (data['accessToken'] === undefined || data['accessToken'] === '') {
          const nowMs = time.epochMs();
          const times = { accessTokenIssuedAt: nowMs, accessTokenExpiresAt: nowMs + lifeMs };
          Object.assign(data, held(`token-${++issued}-0123456789`, times));
        }
        if (this.getNode().id !== 'node-1') throw new Error('This is another context.');
        if (setting.signs ?? true)
          request.headers = { Authorization: `Bearer ${String(data['accessToken'])}` };
        sent.push({ request, options, signal: this.getExecutionCancelSignal() });
        const answer = await reply(sent.length - 1);
        if (answer instanceof Error) throw answer;
        return { headers: {}, body: '', ...answer };
      },
    },
  };
  const context = fake as unknown as IExecuteFunctions;
  const { beforeEach = () => Promise.resolve() } = setting;
  const connection = await connect(context, { timeoutMs: 1000, clock: time });
  return {
    ...connection,
    send: async (request: ServiceRequest) => await connection.send(request, beforeEach),
    sent,
    data,
    time,
    tokens: () => sent.map(({ request }) => request.headers?.['Authorization']),
  };
}

async function failureOf(running: Promise<unknown>): Promise<FailureDetails> {
  const error: unknown = await running.catch((reason: unknown) => reason);
  if (error instanceof OperationFailure) return error.details;
  throw new Error(`It was expected to fail: ${String(error)}`);
}

describe('a request', () => {
  test('goes to n8n as it is, with its bounds, and its reply comes back whatever its status', async () => {
    const { send, sent, data } = await aConnection({
      reply: () => ({ statusCode: 418, body: 'tea', headers: { 'retry-after': '7' } }),
    });
    const reply = { kind: 'text', method: 'POST', status: 418, text: 'tea', retryAfterMs: 7000 };
    expect(await send(POST)).toMatchObject(reply);
    expect(sent[0]?.request).toEqual({
      ...{ ...POST, timeout: 1000, ...REPLY_OPTIONS },
      headers: { Authorization: 'Bearer token-1-0123456789' },
    });
    expect(sent[0]?.options).toEqual({
      credentialsDecrypted: { id: 'c-1', name: 'My credential', type: 'companyScreeningApi', data },
    });
  });

  test('can be ended by n8n, and ends at its deadline', async () => {
    const { send, sent, time } = await aConnection({
      reply: async () => await new Promise<never>(() => undefined),
    });
    const running = failureOf(send(POST));
    await new Promise(setImmediate);
    expect(sent[0]?.signal?.aborted).toBe(false);
    time.deadlines[0]?.pass();
    expect(await running).toMatchObject(UNCERTAIN);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

describe('a credential', () => {
  test('that cannot be used is told of before anything is sent', async () => {
    expect(await failureOf(aConnection({ credential: { realm: '' } }))).toEqual({
      state: 'unsendable',
      failsEveryItem: true,
      message: 'Realm is empty. Enter it in the credential.',
      advice: 'Open the credential, correct it and test it.',
    });
  });

  test("that n8n cannot read is told of in n8n's words", async () => {
    const credentials = { companyScreeningApi: { id: 'c-1', name: 'Mine' } };
    const context = {
      getNode: () => ({ ...aNode(), credentials }),
      getCredentials: async () => await Promise.reject(new Error('n8n says why')),
      getExecutionCancelSignal: () => undefined,
    } as unknown as IExecuteFunctions;
    const connecting = connect(context, { timeoutMs: 1000, clock: testTime() });
    await expect(connecting).rejects.toThrow('n8n says why');
  });

  test('has no name where n8n gives none, and is used all the same', async () => {
    const { send, sent } = await aConnection({ chosen: false });
    await send(GET);
    expect(sent[0]?.options).toMatchObject({ credentialsDecrypted: { id: '', name: '' } });
  });
});

describe('a 401', () => {
  test('is repeated once, with a new token, and n8n is told which one was refused and when it was sent', async () => {
    const { send, tokens, data, time } = await aConnection({ reply: () => ({ statusCode: 401 }) });
    const before = time.epochMs();
    expect((await send(GET)).status).toBe(401);
    expect(tokens()).toEqual(['Bearer token-1-0123456789', 'Bearer token-2-0123456789']);
    expect(data['refusedAccessToken']).toBe('token-1-0123456789');
    expect(data['refusedRequestSentAt']).toBeGreaterThanOrEqual(before);
    expect(data['accessToken']).toBe('token-2-0123456789');
  });

  test('is not repeated where the reply holds the result: it was paid for', async () => {
    const { send, sent } = await aConnection({ reply: () => ({ statusCode: 401, body: PAID }) });
    expect(await send(POST)).toMatchObject({ status: 401, text: PAID });
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Setting, number]>([
    ['up to five times if the new tokens expire on their way', { lifeMs: 0 }, 5],
    ['once if n8n did not sign the request', { signs: false }, 1],
  ])('is repeated %s', async (_, setting, times) => {
    const { send, sent } = await aConnection({ ...setting, reply: () => ({ statusCode: 401 }) });
    expect((await send(GET)).status).toBe(401);
    expect(sent).toHaveLength(1 + times);
  });

  test('does not give up the token that another request has obtained meanwhile', async () => {
    const { send, sent, data, tokens } = await aConnection({
      reply: (count) => {
        if (count === 0) data['accessToken'] = 'token-of-another-request';
        return { statusCode: count === 0 ? 401 : 200 };
      },
    });
    expect((await send(GET)).status).toBe(200);
    expect(sent).toHaveLength(2);
    expect(tokens()[1]).toBe('Bearer token-of-another-request');
    expect(data).not.toHaveProperty('refusedAccessToken');
  });

  test('is not repeated for ever where there is no token that could expire', async () => {
    const { send, sent, data } = await aConnection({
      reply: (count) => {
        if (count === 1) Object.assign(data, { accessToken: '', accessTokenExpiresAt: 0 });
        return { statusCode: 401 };
      },
    });
    expect((await send(GET)).status).toBe(401);
    expect(sent).toHaveLength(2);
  });
});

describe('a token that n8n holds', () => {
  test.each([
    [
      'is about to expire',
      { accessTokenExpiresAt: Date.now() + 20_000, accessTokenIssuedAt: Date.now() - 280_000 },
    ],
    ['belongs to other settings', { accessTokenIssuedFor: 'others' }],
  ])('is not sent if it %s', async (_, changes) => {
    const { send, tokens } = await aConnection({ credential: held('held-token-0123456789', changes) });
    await send(GET);
    expect(tokens()).toEqual(['Bearer token-1-0123456789']);
  });

  test('is not sent if it is about to expire once the request has waited for its turn', async () => {
    let wait: () => void = () => undefined;
    const { send, tokens, time } = await aConnection({
      credential: held('held-token-0123456789'),
      beforeEach: async () => {
        await Promise.resolve();
        wait();
      },
    });
    wait = () => {
      time.later(280);
    };
    await send(GET);
    expect(tokens()).toEqual(['Bearer token-1-0123456789']);
  });
});

test('a reply shows none of the last twenty tokens; an older one is not looked for', async () => {
  const all = Array.from({ length: 25 }, (_, index) => numbered(index));
  const { send, data } = await aConnection({ reply: () => ({ statusCode: 200, body: all.join(' ') }) });
  for (const token of all) {
    Object.assign(data, held(token));
    await send(GET);
  }
  const reply = await send(GET);
  const shown = reply.kind === 'text' ? reply.text.split(' ').filter((word) => word !== '***') : [];
  expect(shown).toEqual(all.slice(0, 5));
});

describe('a reply that quotes a token', () => {
  const obtained = (data: Record<string, unknown>, token: string) => Object.assign(data, held(token));
  const [ONE, TWO, THREE] = ['one-token-0123456789', 'two-token-0123456789', 'six-token-0123456789'];

  test('has neither the one that was sent nor the one that came meanwhile', async () => {
    const { send, data } = await aConnection({
      reply: (count) => {
        if (count === 1) obtained(data, TWO);
        if (count === 3) obtained(data, THREE);
        return { statusCode: 200, body: `${ONE}, ${TWO}, ${THREE}, the end` };
      },
    });
    obtained(data, TWO);
    expect(await send(GET)).toMatchObject({ text: `${ONE}, ***, ${THREE}, the end` });
    obtained(data, ONE);
    expect(await send(GET)).toMatchObject({ text: `***, ***, ${THREE}, the end` });
    expect(await send(GET)).toMatchObject({ text: `***, ***, ${THREE}, the end` });
    expect(await send(GET)).toMatchObject({ text: '***, ***, ***, the end' });
  });

  test('has not the one that is used again after nineteen others', async () => {
    const { send, data } = await aConnection({
      reply: () => ({ statusCode: 200, body: `${numbered(0)}, ${numbered(20)}` }),
    });
    for (const index of [...Array(20).keys(), 0, 20]) {
      obtained(data, numbered(index));
      await send(GET);
    }
    expect(await send(GET)).toMatchObject({ text: '***, ***' });
  });
});

test.each<[string, Setting & { drops?: boolean }]>([
  ['may have gone out if there was a token, though nobody saw it signed', { signs: false }],
  ['may have gone out if it was signed, though its token is gone by now', { drops: true }],
])('a request whose time is up: %s', async (_, { drops, ...setting }) => {
  const connection = await aConnection({
    ...setting,
    reply: async () => {
      if (drops) connection.data['accessToken'] = '';
      return await new Promise<never>(() => undefined);
    },
  });
  const running = failureOf(connection.send(POST));
  await new Promise(setImmediate);
  connection.time.deadlines[0]?.pass();
  expect(await running).toMatchObject(UNCERTAIN);
});

describe('a request without a reply', () => {
  test('whose token could not be obtained in time was never sent', async () => {
    const time = testTime();
    const context = {
      getNode: aNode,
      getCredentials: async () => await Promise.resolve(aCredential()),
      getExecutionCancelSignal: () => undefined,
      helpers: { httpRequestWithAuthentication: async () => await new Promise<never>(() => undefined) },
    } as unknown as IExecuteFunctions;
    const { send } = await connect(context, { timeoutMs: 1000, clock: time });
    const running = failureOf(send(POST, () => Promise.resolve()));
    await new Promise(setImmediate);
    time.deadlines[0]?.pass();
    expect(await running).toEqual({
      state: 'safe',
      isUnreachable: true,
      message: 'The authorization server did not issue an access token in time.',
      advice: 'Try again later, or raise Timeout in the options.',
      sending: 'never',
    });
  });

  test('that may have been a file says which option bounds it', async () => {
    const headers = { 'content-type': 'application/pdf' };
    const { send } = await aConnection({
      reply: () => ({ statusCode: 200, headers, body: 'x'.repeat(16_000_001) }),
    });
    expect((await failureOf(send({ ...GET, maxFileMb: 1 }))).advice).toContain('raise Max File Size');
    expect((await failureOf(send(GET))).advice).toContain('This item has no result.');
  });
});
