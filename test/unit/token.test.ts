// The token exchange: what is sent, who shares it, how long its token is used, and that nothing secret is shown.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import axios from 'axios';
import * as fc from 'fast-check';
import * as z from 'zod/v4';

import { NetworkError } from '../../nodes/CompanyScreening/service/failure';
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
import {
  networkProblem,
  tokenExchangeErrorSchema,
} from '../../nodes/CompanyScreening/transport/networkFailure';
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
  const issued: AccessToken = { accessToken: 't', issuedAt: NOW, expiresAt: 0, issuedFor: 'us' };
  const isUsableAt = (lifeMs: number, afterMs: number, by: Partial<AccessToken> = {}) =>
    isUsable({ ...issued, expiresAt: NOW + lifeMs, ...by }, 'us', NOW + afterMs);

  test.each([
    ['10 % of a life of 1 s', 1000, 900],
    ['10 % of a life of 100 s', 100_000, 90_000],
    ['10 % of a life of 300 s, which is 30 s', 300_000, 270_000],
    ['30 s of a life of an hour', 3_600_000, 3_570_000],
  ])('is given up %s before it expires', (_, lifeMs, usableMs) => {
    const usable = [usableMs - 1, usableMs, lifeMs + 1].map((afterMs) => isUsableAt(lifeMs, afterMs));
    expect(usable).toEqual([true, false, false]);
  });

  test.each([{ issuedFor: 'others' }, { accessToken: '' }])('is not used with %j', (by) => {
    expect(isUsableAt(300_000, 0, by)).toBe(false);
  });

  test.each([
    ['in seconds', 300],
    ['in seconds, as text', '300'],
    ['as nothing, which is five minutes', undefined],
    ['as null, which is five minutes', null],
  ])('lives from before the request for the time given %s', async (_, life) => {
    const post: PostForm = async () => {
      now += 2000;
      const text = JSON.stringify({ access_token: 't-1', expires_in: life, token_type: 'Bearer' });
      return await Promise.resolve({ status: 200, text });
    };
    expect(await exchangeToken(readSettings(freshCredential()), post, clock)).toEqual({
      ...{ accessToken: 't-1', issuedAt: NOW, expiresAt: NOW + 300_000 },
    });
  });

  test.each(['Bearer', 'bearer', ' BEARER ', '', null, undefined])(
    'of the type %j is used',
    async (token_type) => {
      const post = answering(200, JSON.stringify({ access_token: 't', expires_in: 60, token_type }));
      const token = await exchangeToken(readSettings(aCredential()), post, () => 0);
      expect(token.accessToken).toBe('t');
    },
  );
});

describe('the fingerprint', () => {
  const of = (changes: Record<string, unknown>) => fingerprint(readSettings(aCredential(changes)));

  test.each<[what: string, Record<string, unknown>, Record<string, unknown>, isSame: boolean]>([
    ['another client is another', {}, { clientId: 'other' }, false],
    ['another secret is another', {}, { clientSecret: 'other' }, false],
    ['another realm is another', {}, { realm: 'other' }, false],
    ['another authorization server is another', {}, { authUrl: 'https://other.example.com' }, false],
    ['another service is another', {}, { baseUrl: 'https://other.example.com' }, false],
    ['a trailing slash more is the same', {}, { baseUrl: 'https://api.example.com/' }, true],
    [
      'what moves from one field to the next is another',
      { realm: 'ab', clientId: 'c' },
      { realm: 'a', clientId: 'bc' },
      false,
    ],
  ])('%s', (_, one, other, isSame) => {
    expect(of(one) === of(other)).toBe(isSame);
  });

  test('does not show the secret', () => {
    expect(of({ clientSecret: 'abcdef' })).not.toContain('abcdef');
  });
});

describe('sharing', () => {
  /** Whoever asks, one after the other: what they do not want, and how many milliseconds have passed since the one before. */
  interface Caller {
    without?: Record<string, unknown>;
    afterMs?: number;
  }
  const refusedHere = { refusedAccessToken: 'token-1' };
  const refusedElsewhere = { refusedAccessToken: 'of another', refusedRequestSentAt: NOW + 1_000 };

  test.each<[string, Caller[], string[]]>([
    [
      'credentials that differ do not share',
      [{}, { without: { clientSecret: 'another' } }],
      ['token-1', 'token-2'],
    ],
    ['whoever asks moments after gets the same token', [{}, { afterMs: 9_999 }], ['token-1', 'token-1']],
    ['whoever asks later gets a new one', [{}, { afterMs: 10_000 }], ['token-1', 'token-2']],
    [
      'whoever asks after the clock was set back gets a new one',
      [{}, { afterMs: -10_000 }],
      ['token-1', 'token-2'],
    ],
    [
      'whoever holds it already gets a new one at once',
      [{}, { without: { accessToken: 'token-1' } }],
      ['token-1', 'token-2'],
    ],
    [
      'whoever had it refused gets a new one at once, which is given to the next one',
      [{}, { without: refusedHere }, { without: refusedHere }],
      ['token-1', 'token-2', 'token-2'],
    ],
    [
      'after a refused token of another worker, nobody is given one from before that request',
      [{}, { afterMs: 1_000, without: refusedElsewhere }, { without: refusedElsewhere }],
      ['token-1', 'token-2', 'token-2'],
    ],
  ])('%s', async (_, callers, tokens) => {
    const server = numberingServer();
    const credential = freshCredential();
    const got: string[] = [];
    for (const { without, afterMs = 0 } of callers) {
      now += afterMs;
      got.push((await obtain({ ...credential, ...without }, server.answering)).accessToken);
    }
    expect(got).toEqual(tokens);
    expect(server.exchanges()).toBe(new Set(tokens).size);
  });

  test('concurrent callers for the same credential share one exchange, also of a token that all had refused', async () => {
    const server = numberingServer();
    const credential = freshCredential();
    const askedTogether = async (more: Record<string, unknown>) => {
      const all = Promise.all(
        Array.from({ length: 20 }, () => obtain({ ...credential, ...more }, server.post)),
      );
      server.release();
      return new Set((await all).map(({ accessToken }) => accessToken));
    };
    expect(await askedTogether({})).toEqual(new Set(['token-1']));
    expect(await askedTogether(refusedHere)).toEqual(new Set(['token-2']));
    expect(server.exchanges()).toBe(2);
  });

  test('a token that is about to expire is not handed on', async () => {
    const credential = freshCredential();
    await obtain(credential, answering(200, granted('short', 1).text));
    now += 900;
    const { accessToken } = await obtain(credential, answering(200, granted('next').text));
    expect(accessToken).toBe('next');
  });

  test('a failed exchange fails all who shared it, and is not kept', async () => {
    const credential = freshCredential();
    const down = jest.fn(answering(503, ''));
    const both = await Promise.allSettled([obtain(credential, down), obtain(credential, down)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(down).toHaveBeenCalledTimes(1);
    const next = await obtain(credential, answering(200, granted('back').text));
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
    const how = { headers: FORM_HEADERS, responseType: 'text', proxy: false } as const;
    const { status, data } = await axios.post<string>(url, form, how);
    return { status, text: data };
  };
  const exchange = async (changes: Record<string, unknown>) =>
    await exchangeToken(readSettings(aCredential({ authUrl, ...changes })), post, clock);

  test('the form asks for client credentials at the realm', async () => {
    expect((await exchange({ realm: 'my realm', clientId: 'me' })).accessToken).toBe('over-http');
    expect(received.path).toBe('/realms/my%20realm/protocol/openid-connect/token');
    expect(Object.fromEntries(received.form)).toEqual({
      ...{ grant_type: 'client_credentials', client_id: 'me', client_secret: 'demo-client-secret' },
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

const NO_TOKEN = 'The authorization server did not issue an access token';
const REFUSED = 'The authorization server refused the Client ID or the Client Secret.';
const NOT_ALLOWED =
  'The authorization server knows the client, and does not allow it to obtain an access token.';
const CHECK = 'Check the Authorization Server URL and the Realm in the credential.';
const unusable = (field: string) =>
  `${CHECK} The field "${field}" of its reply is missing, or cannot be used.`;
const LATER =
  'Try again later. If the problem persists, check the Authorization Server URL in the credential.';
const WHITE_SPACE =
  'The Client Secret begins or ends with a space or a line break: enter it again without it, unless it belongs there.';
const checkBoth = (what: string, said = '') =>
  `Check both, and the Realm, in the credential. It answered with HTTP status ${what}.${said}`;
const notNow = (status: number) =>
  `The authorization server is not available at the moment (HTTP status ${status}).`;
const failureOf = async (post: PostForm, changes: Record<string, unknown> = {}) =>
  (await refusalOf(freshCredential(changes), post)).failure;

describe('a refusal', () => {
  test.each<[status: number, body: string, summary: string, advice: string, clientSecret?: string]>([
    [401, '{"error":"invalid_client"}', REFUSED, checkBoth('401 and the error "invalid_client"')],
    [
      400,
      '{"error":"invalid_client","error_description":"no"}',
      REFUSED,
      checkBoth('400 and the error "invalid_client"', ' It says: "no".'),
    ],
    [400, '{"error":"unauthorized_client"}', REFUSED, checkBoth('400 and the error "unauthorized_client"')],
    [403, '{"error":"access_denied"}', REFUSED, checkBoth('403 and the error "access_denied"')],
    [401, '', REFUSED, checkBoth('401')],
    [401, '<html>', REFUSED, checkBoth('401')],
    [401, '', REFUSED, checkBoth('401', ` ${WHITE_SPACE}`), ' s3cret'],
    [401, '', REFUSED, checkBoth('401', ` ${WHITE_SPACE}`), 's3cret '],
    [401, '', REFUSED, checkBoth('401', ` ${WHITE_SPACE}`), 's3cret\n'],
    [404, '', `${NO_TOKEN} (HTTP status 404).`, CHECK],
    [404, '{"error":"Realm does not exist"}', `${NO_TOKEN} (HTTP status 404).`, CHECK],
    [
      400,
      '{"error":"invalid_request"}',
      `${NO_TOKEN} (HTTP status 400 and the error "invalid_request").`,
      CHECK,
    ],
    [401, '{"error":"invalid_grant"}', `${NO_TOKEN} (HTTP status 401 and the error "invalid_grant").`, CHECK],
    [400, '{"error":"invalid_scope"}', `${NO_TOKEN} (HTTP status 400 and the error "invalid_scope").`, CHECK],
    [400, '{"error":"Invalid scope"}', `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [400, '{"error":"invalid scope"}', `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [400, '{"error":"invalid-scope"}', `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [400, '{"error":""}', `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [400, '{"error":7}', `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [400, `{"error":"${'x'.repeat(41)}"}`, `${NO_TOKEN} (HTTP status 400).`, CHECK],
    [
      400,
      `{"error":"${'x'.repeat(40)}"}`,
      `${NO_TOKEN} (HTTP status 400 and the error "${'x'.repeat(40)}").`,
      CHECK,
    ],
    [302, '', `${NO_TOKEN} (HTTP status 302).`, CHECK],
    [499, '', `${NO_TOKEN} (HTTP status 499).`, CHECK],
    [200, '<html>Welcome</html>', `${NO_TOKEN} (HTTP status 200).`, CHECK],
    [200, '{"access_token":"t","expires_in":0}', `${NO_TOKEN} (HTTP status 200).`, unusable('expires_in')],
    [200, '{"access_token":"t","expires_in":true}', `${NO_TOKEN} (HTTP status 200).`, unusable('expires_in')],
    [
      200,
      '{"access_token":"t","token_type":["Bearer"]}',
      `${NO_TOKEN} (HTTP status 200).`,
      unusable('token_type'),
    ],
    [200, '{"expires_in":300}', `${NO_TOKEN} (HTTP status 200).`, unusable('access_token')],
    [200, '{"access_token":"a\\nb"}', `${NO_TOKEN} (HTTP status 200).`, unusable('access_token')],
    [200, '', `${NO_TOKEN} (HTTP status 200).`, CHECK],
  ])(
    'that does not go away by itself says what to check: %i %s',
    async (...[status, body, summary, advice, clientSecret]) => {
      const changes = clientSecret === undefined ? {} : { clientSecret };
      const failure = await failureOf(answering(status, body), changes);
      expect(failure).toEqual({ summary, advice, passing: false });
    },
  );

  test.each([
    [429, '', '3', 3_000],
    [500, '', undefined, undefined],
    [502, '<html>', undefined, undefined],
    [503, '{"error":"invalid_client"}', '7', 7_000],
  ])(
    'that is an outage blames neither client nor realm, passes, and hands on when to come back: %i %s',
    async (status, text, retryAfter, retryAfterMs) => {
      const busy: PostForm = async () => await Promise.resolve({ status, text, retryAfter });
      const failure = { summary: notNow(status), advice: LATER, passing: true, retryAfterMs };
      expect(await failureOf(busy)).toEqual(failure);
    },
  );

  test.each([
    ['Client not enabled to retrieve service account', NOT_ALLOWED],
    ["Grant type 'client_credentials' not allowed for the client.", NOT_ALLOWED],
    ['The client is not authorized to use the client credentials grant.', NOT_ALLOWED],
    ['Invalid client or Invalid client credentials', REFUSED],
    ['Invalid client secret', REFUSED],
    ['Application with the name was not found', REFUSED],
  ])('by Keycloak blames the secret only if it may be wrong: %s', async (error_description, summary) => {
    const body = JSON.stringify({ error: 'unauthorized_client', error_description });
    const failure = await failureOf(answering(401, body));
    expect(failure).toMatchObject({ summary, passing: false });
    expect(failure.advice).toContain(`It says: "${error_description}".`);
    expect(failure.advice.includes('Check both')).toBe(summary === REFUSED);
  });

  test.each(['mac', '  ', 'Bearer x'])('of a token of the type %j names the type', async (token_type) => {
    const post = answering(200, JSON.stringify({ access_token: 't', expires_in: 60, token_type }));
    expect(await failureOf(post)).toEqual({
      summary: `The authorization server issued an access token of the type "${token_type.trim()}", and the service takes a Bearer token only.`,
      ...{ advice: CHECK, passing: false },
    });
  });

  const REACH = 'Check the Authorization Server URL in the credential, and that this n8n can reach it.';
  test.each<[string, object, string, string, boolean]>([
    ['refuses', { code: 'ECONNREFUSED' }, 'at login.example.com: the connection was refused.', REACH, true],
    ['is late', { code: 'ETIMEDOUT' }, 'login.example.com did not answer in time.', REACH, true],
    [
      'n8n does not allow',
      { name: 'SsrfBlockedIpError' },
      'This n8n does not allow requests to login.example.com.',
      'Ask whoever runs this n8n to allow the address.',
      false,
    ],
    [
      'does not speak https',
      { code: 'EPROTO', message: 'wrong version number' },
      'login.example.com',
      REACH,
      false,
    ],
    ['replies without end', { name: 'ReplyTooLarge' }, 'login.example.com', REACH, false],
  ])(
    'by a server that %s names it, and passes only if that may be over',
    async (_, details, said, advice, passing) => {
      const problem = networkProblem(Object.assign(new Error(), details));
      const failure = await failureOf(async () => await Promise.reject(new NetworkError(problem)));
      expect(failure).toMatchObject({ advice, passing });
      expect(failure.summary).toContain(`${NO_TOKEN}. `);
      expect(failure.summary).toContain(said);
    },
  );

  test('by an error that nobody knows is one before a reply', async () => {
    expect(await failureOf(async () => await Promise.reject(new Error('x')))).toMatchObject({
      summary: `${NO_TOKEN}. The request to login.example.com failed before a reply arrived.`,
    });
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
            answering(200, JSON.stringify({ access_token: token, expires_in: 9, token_type: clientSecret })),
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

  test.each(['bad secret: S3cret-With-Some-Length', 'my_secret_word'])(
    'does not show a secret that the server gives as its error code: %s',
    async (error) => {
      const clientSecret = error.replace('bad secret: ', '');
      const post = answering(400, JSON.stringify({ error }));
      expect((await refusalOf(freshCredential({ clientSecret }), post)).message).not.toContain(clientSecret);
    },
  );

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
});

test('a token is asked for as a form, whose reply is to be JSON', () => {
  expect(FORM_HEADERS).toEqual({
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
  });
});
