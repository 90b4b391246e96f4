// The token exchange: what is sent, who shares it, how long its token is used, and that nothing secret is shown.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import axios from 'axios';
import * as fc from 'fast-check';
import * as z from 'zod/v4';

import { NoAnswer } from '../../nodes/CompanyScreening/service/failure';
import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import {
  exchangeToken,
  fingerprint,
  FORM_HEADERS,
  isUsable,
  obtainToken,
  sharedExchanges,
  TokenExchangeError,
  type AccessToken,
  type PostForm,
} from '../../nodes/CompanyScreening/service/token';
import { HeldToken } from '../../nodes/CompanyScreening/transport/heldToken';
import { networkProblem, tokenExchangeErrorSchema } from '../../nodes/CompanyScreening/transport/noReply';
import { aCredential } from './builders';

const NOW = Date.UTC(2025, 2, 1);
let now = NOW;
const clock = () => now;
beforeEach(() => {
  now = NOW;
});
const obtain = async (credential: Record<string, unknown>, postForm: PostForm) =>
  await obtainToken(readSettings(credential), new HeldToken(credential).unwanted, { postForm, now: clock });

// Exchanges are shared by settings for as long as the module lives, so that each test has a client of its own.
let clients = 0;
const freshCredential = (changes: Record<string, unknown> = {}) =>
  aCredential({ clientId: `client-${++clients}`, ...changes });

const granted = (accessToken: string, life: unknown = 300) => ({
  status: 200,
  text: JSON.stringify({ access_token: accessToken, expires_in: life, token_type: 'Bearer' }),
});

/** An authorization server that numbers its tokens, and waits for `release` before it answers. */
function numberingServer() {
  let issued = 0;
  const waiting: Array<() => void> = [];
  const post: PostForm = async () => {
    const token = granted(`token-${++issued}`);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return token;
  };
  return {
    post,
    answering: (async () => await Promise.resolve(granted(`token-${++issued}`))) satisfies PostForm,
    release: () => {
      waiting.splice(0).forEach((resolve) => {
        resolve();
      });
    },
    exchanges: () => issued,
  };
}

async function refusalOf(credential: unknown, post: PostForm): Promise<TokenExchangeError> {
  const error: unknown = await exchangeToken(readSettings(credential), post, clock).catch(
    (reason: unknown) => reason,
  );
  if (error instanceof TokenExchangeError) return error;
  throw new Error('The exchange was expected to fail.');
}
const answering =
  (status: number, body: string): PostForm =>
  async () =>
    await Promise.resolve({ status, text: body });

describe('a token', () => {
  const issued = (lifeMs: number): AccessToken => ({
    accessToken: 't',
    issuedAt: NOW,
    expiresAt: NOW + lifeMs,
    issuedFor: 'us',
  });

  test.each([
    ['10 % of a life of 1 s', 1000, 900],
    ['10 % of a life of 100 s', 100_000, 90_000],
    ['10 % of a life of 300 s, which is 30 s', 300_000, 270_000],
    ['30 s of a life of an hour', 3_600_000, 3_570_000],
  ])('is given up %s before it expires', (_, lifeMs, usableMs) => {
    expect(isUsable(issued(lifeMs), 'us', NOW + usableMs - 1)).toBe(true);
    expect(isUsable(issued(lifeMs), 'us', NOW + usableMs)).toBe(false);
    expect(isUsable(issued(lifeMs), 'us', NOW + lifeMs + 1)).toBe(false);
  });

  test('is not used for settings that it was not issued for', () => {
    expect(isUsable(issued(300_000), 'others', NOW)).toBe(false);
  });

  test('that is empty is not used', () => {
    expect(isUsable({ ...issued(300_000), accessToken: '' }, 'us', NOW)).toBe(false);
  });

  test.each([
    ['in seconds', 300],
    ['in seconds, as text', '300'],
  ])('lives from before the request for the time given %s', async (_, life) => {
    const credential = freshCredential();
    const token = await exchangeToken(
      readSettings(credential),
      async () => {
        now += 2000;
        return await Promise.resolve(granted('t-1', life));
      },
      clock,
    );
    expect(token).toEqual({ accessToken: 't-1', issuedAt: NOW, expiresAt: NOW + 300_000 });
  });
});

describe('the fingerprint', () => {
  const of = (changes: Record<string, unknown> = {}) => fingerprint(readSettings(aCredential(changes)));

  test.each([
    [{ clientId: 'other' }],
    [{ clientSecret: 'other' }],
    [{ realm: 'other' }],
    [{ authUrl: 'https://other.example.com' }],
    [{ baseUrl: 'https://other.example.com' }],
  ])('is another with %j', (changes) => {
    expect(of(changes)).not.toBe(of());
  });

  test('is the same with a trailing slash more', () => {
    expect(of({ baseUrl: 'https://api.example.com/' })).toBe(of());
  });

  test('does not confuse values that move from one field to the next', () => {
    expect(of({ realm: 'ab', clientId: 'c' })).not.toBe(of({ realm: 'a', clientId: 'bc' }));
  });

  test('does not show the secret', () => {
    expect(of({ clientSecret: 'abcdef' })).not.toContain('abcdef');
  });
});

describe('sharing', () => {
  test('concurrent callers for the same credential share one exchange', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    const all = Promise.all(Array.from({ length: 20 }, () => obtain({ ...credential }, server.post)));
    server.release();
    expect(new Set((await all).map(({ accessToken }) => accessToken))).toEqual(new Set(['token-1']));
    expect(server.exchanges()).toBe(1);
  });

  test('credentials that differ do not share', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    await obtain(credential, server.answering);
    const other = await obtain({ ...credential, clientSecret: 'another' }, server.answering);
    expect(other.accessToken).toBe('token-2');
  });

  test('whoever asks moments after gets the same token', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    await obtain(credential, server.answering);
    now += 9_999;
    expect((await obtain(credential, server.answering)).accessToken).toBe('token-1');
    expect(server.exchanges()).toBe(1);
  });

  test('whoever asks later gets a new one', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    await obtain(credential, server.answering);
    now += 10_000;
    expect((await obtain(credential, server.answering)).accessToken).toBe('token-2');
  });

  test.each([
    ['holds it already', 'accessToken'],
    ['had it refused', 'refusedAccessToken'],
  ])('whoever %s gets a new one at once', async (_, field) => {
    const server = numberingServer();
    const credential = freshCredential();
    const { accessToken } = await obtain(credential, server.answering);
    const next = await obtain({ ...credential, [field]: accessToken }, server.answering);
    expect(next.accessToken).toBe('token-2');
  });

  test('after a refused token of another worker, nobody is given one from before that request', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    await obtain(credential, server.answering);
    now += 1_000;
    const refused = { ...credential, refusedAccessToken: 'of another worker', refusedRequestSentAt: now };
    expect((await obtain(refused, server.answering)).accessToken).toBe('token-2');
    expect((await obtain(refused, server.answering)).accessToken).toBe('token-2');
  });

  test('of many who had the same token refused, one renews it for all', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    const { accessToken } = await obtain(credential, server.answering);
    const refused = { ...credential, refusedAccessToken: accessToken };
    const renewed = Promise.all(Array.from({ length: 10 }, () => obtain(refused, server.post)));
    server.release();
    for (const token of await renewed) expect(token.accessToken).toBe('token-2');
    expect((await obtain(refused, server.post)).accessToken).toBe('token-2');
    expect(server.exchanges()).toBe(2);
  });

  test('a token that is about to expire is not handed on', async () => {
    const credential = freshCredential();
    await obtain(credential, async () => await Promise.resolve(granted('short', 1)));
    now += 900;
    const next = await obtain(credential, async () => await Promise.resolve(granted('next')));
    expect(next.accessToken).toBe('next');
  });

  test('a failed exchange fails all who shared it, and is not kept', async () => {
    const credential = freshCredential();
    let exchanges = 0;
    const down: PostForm = async () => {
      exchanges += 1;
      return await Promise.resolve({ status: 503, text: '' });
    };
    const both = await Promise.allSettled([obtain(credential, down), obtain(credential, down)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(exchanges).toBe(1);
    const next = await obtain(credential, async () => await Promise.resolve(granted('back')));
    expect(next.accessToken).toBe('back');
  });

  test('is forgotten when it is over, whatever the number of credentials', async () => {
    const before = sharedExchanges();
    const server = numberingServer();
    for (let round = 0; round < 100; round++) await obtain(freshCredential(), server.answering);
    expect(sharedExchanges()).toBe(before + 100);
    now += 10_000;
    await obtain(freshCredential(), server.answering);
    expect(sharedExchanges()).toBeLessThanOrEqual(before + 1);
  });

  test('an incomplete credential sends no request', async () => {
    const post = jest.fn<ReturnType<PostForm>, Parameters<PostForm>>();
    await expect(obtain(freshCredential({ realm: '' }), post)).rejects.toThrow('Realm');
    expect(post).not.toHaveBeenCalled();
  });
});

describe('over HTTP', () => {
  let server: Server;
  let authUrl: string;
  let received: { path: string | undefined; form: URLSearchParams };

  beforeAll(async () => {
    const answer = async (request: IncomingMessage) => {
      received = { path: request.url, form: new URLSearchParams(await text(request)) };
      return granted('over-http').text;
    };
    server = createServer((request, response) => {
      void answer(request).then((body) => response.end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    authUrl = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
  });
  afterAll(() => server.close());

  const post: PostForm = async (url, form) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, data } = await axios.post<string>(url, form, {
      headers,
      responseType: 'text',
      proxy: false,
    });
    return { status, text: data };
  };
  const exchange = async (changes: Record<string, unknown>) =>
    await exchangeToken(readSettings(aCredential({ authUrl, ...changes })), post, clock);

  test('the form asks for client credentials at the realm', async () => {
    expect((await exchange({ realm: 'my realm', clientId: 'me' })).accessToken).toBe('over-http');
    expect(received.path).toBe('/realms/my%20realm/protocol/openid-connect/token');
    expect(Object.fromEntries(received.form)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'me',
      client_secret: 'demo-client-secret',
    });
  });

  test.each([
    'a&b',
    'a+b',
    'a%20b%',
    ' a b ',
    'a=b==',
    'é ü 密钥 مفتاح',
    '\u{1F511}',
    '#?/\\"\'<>;',
    'x&client_id=you',
  ])('the secret %j arrives unchanged', async (clientSecret) => {
    await exchange({ clientSecret });
    expect(received.form.getAll('client_secret')).toEqual([clientSecret]);
    expect(received.form.getAll('client_id')).toEqual(['officer']);
  });

  test('any secret arrives unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (clientSecret) => {
        await exchange({ clientSecret });
        expect(received.form.get('client_secret')).toBe(clientSecret);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a token', () => {
  test.each([{}, { expires_in: null }])(
    'of which the server does not say how long it lives is used for five minutes: %j',
    async (life) => {
      const now = 1_000;
      const post = answering(200, JSON.stringify({ access_token: 't', ...life }));
      const granted = await exchangeToken(readSettings(aCredential()), post, () => now);
      expect(granted.expiresAt).toBe(now + 300_000);
    },
  );

  test.each(['Bearer', 'bearer', ' BEARER ', '', null, undefined])(
    'of the type %j is used',
    async (token_type) => {
      const post = answering(200, JSON.stringify({ access_token: 't', expires_in: 60, token_type }));
      expect(await exchangeToken(readSettings(aCredential()), post, () => 0)).toMatchObject({
        accessToken: 't',
      });
    },
  );
});

describe('a token of a type that the service does not take', () => {
  test.each(['mac', '  ', 'Bearer x'])('%j is refused', async (token_type) => {
    const post = answering(200, JSON.stringify({ access_token: 't', expires_in: 60, token_type }));
    const { failure } = await refusalOf(freshCredential(), post);
    expect(failure.summary).toMatch(/of the type ".*", and the service takes a Bearer token only/);
    expect(failure.passing).toBe(false);
  });
});

describe('a refusal', () => {
  test.each([
    [401, '{"error":"invalid_client"}'],
    [400, '{"error":"invalid_client","error_description":"no"}'],
    [400, '{"error":"unauthorized_client"}'],
    [403, '{"error":"access_denied"}'],
    [401, ''],
    [401, '<html>'],
  ])('of the client (%i %s) says to check id and secret, and is final', async (status, body) => {
    const { failure } = await refusalOf(freshCredential(), answering(status, body));
    expect(failure.summary).toContain('Client ID or the Client Secret');
    expect(failure.advice).toContain(`HTTP status ${status}`);
    expect(failure.advice).not.toContain('space');
    expect(failure.passing).toBe(false);
  });

  test.each([' s3cret', 's3cret ', 's3cret\n'])(
    'of a client whose secret is %j says that white space may have come along',
    async (clientSecret) => {
      const { message } = await refusalOf(freshCredential({ clientSecret }), answering(401, ''));
      expect(message).toContain('begins or ends with a space or a line break');
    },
  );

  test.each([
    [429, ''],
    [500, ''],
    [502, '<html>'],
    [503, '{"error":"invalid_client"}'],
  ])('that is an outage (%i %s) blames neither client nor realm, and passes', async (status, body) => {
    const { failure } = await refusalOf(freshCredential(), answering(status, body));
    expect(failure.passing).toBe(true);
    expect(failure.summary).toContain(`not available at the moment (HTTP status ${status})`);
    expect(failure.summary + failure.advice).not.toMatch(/Client|Realm/);
  });

  test('that says when to come back hands it on', async () => {
    const busy: PostForm = async () => await Promise.resolve({ status: 429, text: '', retryAfter: '7' });
    expect((await refusalOf(freshCredential(), busy)).failure.retryAfterMs).toBe(7000);
  });

  test.each([
    [404, ''],
    [404, '{"error":"Realm does not exist"}'],
    [400, '{"error":"invalid_request"}'],
    [401, '{"error":"invalid_grant"}'],
    [302, ''],
    [200, '<html>Welcome</html>'],
    [200, '{"access_token":"t","expires_in":0}'],
    [200, '{"access_token":"t","expires_in":true}'],
    [200, '{"access_token":"t","token_type":["Bearer"]}'],
    [200, '{"expires_in":300}'],
    [200, ''],
  ])('of a different kind (%i %s) does not blame the client', async (status, body) => {
    const { failure } = await refusalOf(freshCredential(), answering(status, body));
    expect(failure.passing).toBe(false);
    expect(failure.summary).toContain(`HTTP status ${status}`);
    expect(failure.advice).toContain('Authorization Server URL');
  });

  test('by a server that cannot be reached names its host', async () => {
    const error = await refusalOf(freshCredential(), async () => {
      await Promise.resolve();
      throw new NoAnswer(networkProblem(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })));
    });
    expect(error.failure.passing).toBe(true);
    expect(error.message).toContain('login.example.com');
  });

  test.each([
    ['that n8n does not allow', { name: 'SsrfBlockedIpError' }],
    ['that does not speak https', { code: 'EPROTO', message: 'wrong version number' }],
    ['of which the reply is too large', { name: 'ReplyTooLarge' }],
  ])('by an address %s does not go away by itself', async (_, details) => {
    const { failure } = await refusalOf(freshCredential(), async () => {
      await Promise.resolve();
      throw new NoAnswer(networkProblem(Object.assign(new Error(), details)));
    });
    expect(failure.passing).toBe(false);
  });

  test('can be read back from an error that has lost its class', async () => {
    const { name, failure, message } = await refusalOf(freshCredential(), answering(404, ''));
    expect(tokenExchangeErrorSchema.parse({ name, message, failure, stack: 'x' })).toEqual({ name, failure });
    expect(tokenExchangeErrorSchema.safeParse({ name: 'Error', message, failure }).success).toBe(false);
    // The credential test of n8n shows the message only.
    expect(message).toBe(`${failure.summary} ${failure.advice}`);
  });

  test('never holds a secret or a token, not even if the server or the HTTP client repeats it', async () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9+&=%_-]{12,40}$/);
    await fc.assert(
      fc.asyncProperty(
        secret,
        secret,
        fc.constantFrom(200, 302, 400, 401, 500),
        async (clientSecret, token, status) => {
          const replies: PostForm[] = [
            answering(status, JSON.stringify({ error: 'invalid_client', error_description: clientSecret })),
            answering(status, JSON.stringify({ access_token: token, expires_in: 0, message: clientSecret })),
            answering(status, `<html>${clientSecret} ${token}</html>`),
            async (_, form) => {
              await Promise.resolve();
              throw new Error(`failed to send ${form} with ${token}`, { cause: { message: clientSecret } });
            },
          ];
          for (const post of replies) {
            const error = await refusalOf(freshCredential({ clientSecret }), post);
            const words = JSON.stringify([error.message, error.failure]);
            expect(words).not.toContain(clientSecret);
            expect(words).not.toContain(token);
            expect(error.cause).toBeUndefined();
          }
        },
      ),
    );
  });

  test('does not show a secret that the server gives as its error code', async () => {
    const clientSecret = 'S3cret-With-Some-Length';
    const body = JSON.stringify({ error: `bad secret: ${clientSecret}` });
    const { message } = await refusalOf(freshCredential({ clientSecret }), answering(400, body));
    expect(message).not.toContain(clientSecret);
  });

  test('does not show a secret that looks like an error code', async () => {
    const clientSecret = 'my_secret_word';
    const body = JSON.stringify({ error: clientSecret });
    const { message } = await refusalOf(freshCredential({ clientSecret }), answering(400, body));
    expect(message).not.toContain(clientSecret);
  });
});

describe('what is said of an exchange without a token', () => {
  const failureOf = async (post: PostForm, changes: Record<string, unknown> = {}) =>
    (await refusalOf(freshCredential(changes), post)).failure;
  const unreachable =
    (problem: ConstructorParameters<typeof NoAnswer>[0]): PostForm =>
    async () =>
      await Promise.reject(new NoAnswer(problem));
  const NO_TOKEN = 'The authorization server did not issue an access token';

  test('that was not answered', async () => {
    expect(await failureOf(unreachable('timeout'))).toEqual({
      summary: `${NO_TOKEN}. login.example.com did not answer in time.`,
      advice: 'Check the Authorization Server URL in the credential, and that this n8n can reach it.',
      passing: true,
    });
    expect(await failureOf(unreachable('blocked'))).toEqual({
      summary: `${NO_TOKEN}. This n8n does not allow requests to login.example.com.`,
      advice: 'Ask whoever runs this n8n to allow the address.',
      passing: false,
    });
    expect((await failureOf(unreachable('notHttps'))).passing).toBe(false);
    expect((await failureOf(async () => await Promise.reject(new Error('x')))).summary).toBe(
      `${NO_TOKEN}. The request to login.example.com failed before a reply arrived.`,
    );
  });

  test('of a server that is not available', async () => {
    const busy: PostForm = async () => await Promise.resolve({ status: 500, text: '', retryAfter: '3' });
    expect(await failureOf(busy)).toEqual({
      summary: 'The authorization server is not available at the moment (HTTP status 500).',
      advice:
        'Try again later. If the problem persists, check the Authorization Server URL in the credential.',
      passing: true,
      retryAfterMs: 3000,
    });
    expect((await failureOf(answering(499, ''))).passing).toBe(false);
  });

  test('of a client that is known, and not allowed to do this: its secret is not blamed', async () => {
    const body = JSON.stringify({
      error: 'unauthorized_client',
      error_description: 'Client not enabled to retrieve service account',
    });
    const { summary, advice } = await failureOf(answering(401, body));
    expect(summary).toBe(
      'The authorization server knows the client, and does not allow it to obtain an access token.',
    );
    expect(advice).toContain('It says: "Client not enabled to retrieve service account".');
    expect(advice).not.toContain('Secret');
  });

  test.each([
    ['Invalid client or Invalid client credentials', /refused the Client ID or the Client Secret/],
    ['Invalid client secret', /refused the Client ID or the Client Secret/],
    ['Application with the name was not found', /refused the Client ID or the Client Secret/],
    ["Grant type 'client_credentials' not allowed for the client.", /does not allow it/],
    ['The client is not authorized to use the client credentials grant.', /does not allow it/],
  ])('of a client that Keycloak does not know: %s', async (description, summary) => {
    const body = JSON.stringify({ error: 'unauthorized_client', error_description: description });
    const failure = await failureOf(answering(401, body));
    expect(failure.summary).toMatch(summary);
    expect(failure.advice).toContain(`It says: "${description}".`);
  });

  test('shows the words of the server on one line, masked and not too long', async () => {
    const clientSecret = 'S3cret-With-Some-Length';
    const error_description = `Bad:\n${clientSecret} ${'x'.repeat(5_000)}`;
    const body = JSON.stringify({ error: 'invalid_scope', error_description });
    const { advice } = await failureOf(answering(400, body), { clientSecret });
    expect(advice).toMatch(/It says: "Bad: \*\*\* x+"\.$/);
    expect(advice.length).toBeLessThan(400);
  });

  test.each([
    (secret: string) => `${secret} `.repeat(40),
    (secret: string) => `bad${' '.repeat(9_970)}${secret}`,
    (secret: string) => `${'x'.repeat(480)} ${secret}`,
  ])('masks its words before it cuts them', async (wordsWith) => {
    const clientSecret = 'S3cretValue-abcdefghijklmnopqrstuvwxyz';
    const body = JSON.stringify({ error: 'invalid_request', error_description: wordsWith(clientSecret) });
    const { advice } = await failureOf(answering(400, body), { clientSecret });
    expect(advice).toContain('It says: ');
    expect(advice).not.toContain('S3cret');
  });

  test('of another type than the service takes', async () => {
    const body = JSON.stringify({ access_token: 't', expires_in: 300, token_type: 'mac' });
    const { summary, passing } = await failureOf(answering(200, body));
    expect(summary).toContain('an access token of the type "mac"');
    expect(passing).toBe(false);
  });

  test('of a client that was refused', async () => {
    expect(await failureOf(answering(400, '{"error":"unauthorized_client"}'))).toEqual({
      summary: 'The authorization server refused the Client ID or the Client Secret.',
      advice:
        'Check both, and the Realm, in the credential. It answered with HTTP status 400 and the error "unauthorized_client".',
      passing: false,
    });
    expect(await failureOf(answering(401, ''), { clientSecret: 'secret ' })).toEqual({
      summary: 'The authorization server refused the Client ID or the Client Secret.',
      advice:
        'Check both, and the Realm, in the credential. It answered with HTTP status 401. The Client Secret begins or ends with a space or a line break: enter it again without it, unless it belongs there.',
      passing: false,
    });
  });

  test('for any other reason', async () => {
    const advice = 'Check the Authorization Server URL and the Realm in the credential.';
    expect(await failureOf(answering(400, '{"error":"invalid_scope"}'))).toEqual({
      summary: `${NO_TOKEN} (HTTP status 400 and the error "invalid_scope").`,
      advice,
      passing: false,
    });
    for (const error of ['Invalid scope', 'invalid scope', 'x'.repeat(41), 'invalid-scope', '', 7])
      expect(await failureOf(answering(400, JSON.stringify({ error })))).toEqual({
        summary: `${NO_TOKEN} (HTTP status 400).`,
        advice,
        passing: false,
      });
    expect((await failureOf(answering(400, `{"error":"${'x'.repeat(40)}"}`))).summary).toContain('xxx');
  });

  test('is asked for as a form, whose reply is to be JSON', () => {
    expect(FORM_HEADERS).toEqual({
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    });
  });
});
