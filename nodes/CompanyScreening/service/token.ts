// The client-credentials exchange (service-interface.md, Access token) and when its token may be used.
import { createHash } from 'node:crypto';

import * as z from 'zod/v4';

import { errorBodySchema, tokenReplySchema } from './contract';
import { tokenUrl } from './endpoints';
import { jsonOf } from './json';
import { networkProblem, networkSentence } from './network';
import { readSettings, type ServiceSettings } from './settings';
import { isSuccess } from './status';

/** What the credential keeps of a token. Times are epoch milliseconds of this machine's clock. */
export const storedTokenSchema = z.object({
  accessToken: z.string().catch(''),
  accessTokenIssuedAt: z.number().catch(0),
  accessTokenExpiresAt: z.number().catch(0),
  /** A fingerprint of client, secret, realm and hosts: a token is only used for those it was issued for. */
  accessTokenIssuedFor: z.string().catch(''),
});
export type StoredToken = z.infer<typeof storedTokenSchema>;

/** The headers of a form post. */
export const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Accept: 'application/json',
};

/** A reply of n8n's HTTP helpers, as status and body text. */
export const textReplySchema = z
  .object({ statusCode: z.int(), body: z.string().catch('') })
  .transform(({ statusCode, body }) => ({ status: statusCode, text: body }));

/** A form post, answered with status and body text whatever the status; rejects when no answer came. */
export type PostForm = (url: string, form: string) => Promise<z.infer<typeof textReplySchema>>;

/**
 * The exchange gave no token. It crosses from the credential to the node inside n8n's own error, so the node
 * reads it back with `tokenExchangeErrorSchema`. It has no `code` or `status`, which n8n would show instead.
 */
export class TokenExchangeError extends Error {
  override readonly name = 'TokenExchangeError';

  constructor(
    message: string,
    readonly explanation: string,
    readonly reason: 'clientRefused' | 'noToken' | 'unreachable',
  ) {
    super(message);
  }
}

export const tokenExchangeErrorSchema = z.object({
  name: z.literal('TokenExchangeError'),
  message: z.string(),
  explanation: z.string(),
});

/** How long the authorization server may take. */
export const TOKEN_TIMEOUT_MS = 15_000;

const MOST_MARGIN_MS = 30_000;
const MARGIN_SHARE_OF_LIFE = 0.1;
// For so long a new token is handed to those who asked while n8n was still storing it.
const HANDOVER_MS = 10_000;

// By fingerprint, for the whole module: n8n calls the credential afresh for every request.
const exchanges = new Map<string, { token: Promise<StoredToken>; issued?: StoredToken }>();

/**
 * Obtains an access token. Concurrent callers for the same credential share one exchange, and so do those who
 * ask within moments after it, unless it is the very token they no longer want.
 *
 * @param credential the decrypted credential; `refusedAccessToken` beside its fields is a token that got a 401
 * @throws TokenExchangeError, SettingsError
 */
export async function obtainToken(credential: unknown, postForm: PostForm): Promise<StoredToken> {
  const settings = readSettings(credential);
  const issuedFor = fingerprint(settings);

  const latest = exchanges.get(issuedFor);
  if (latest && (!latest.issued || mayBeHandedTo(credential, latest.issued))) return await latest.token;

  const exchange: { token: Promise<StoredToken>; issued?: StoredToken } = {
    token: exchangeToken(settings, postForm),
  };
  exchanges.set(issuedFor, exchange);
  exchange.token.then(
    (issued) => (exchange.issued = issued),
    () => exchanges.delete(issuedFor),
  );
  return await exchange.token;
}

/**
 * Runs one exchange, shared with nobody.
 *
 * @throws TokenExchangeError
 */
export async function exchangeToken(settings: ServiceSettings, postForm: PostForm): Promise<StoredToken> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  });
  // The life counts from before the request, so that the token is never thought younger than it is.
  const issuedAt = Date.now();
  const url = tokenUrl(settings);
  const reply = await postForm(url, form.toString()).catch((error: unknown) => {
    throw new TokenExchangeError(
      `The authorization server gave no access token. ${networkSentence(networkProblem(error), url)}`,
      'Check the Authorization Server URL in the credential, and that this n8n can reach it.',
      'unreachable',
    );
  });
  const body = jsonOf(reply.text);
  const granted = tokenReplySchema.safeParse(body);
  if (!isSuccess(reply.status) || !granted.success) throw refusal(reply.status, body);
  return {
    accessToken: granted.data.access_token,
    accessTokenIssuedAt: issuedAt,
    accessTokenExpiresAt: issuedAt + granted.data.expires_in * 1000,
    accessTokenIssuedFor: fingerprint(settings),
  };
}

/** Whether the stored token may be sent: issued for these very settings, and not about to expire. */
export function isUsable(token: StoredToken, issuedFor: string, now: number): boolean {
  return token.accessToken !== '' && token.accessTokenIssuedFor === issuedFor && !isDueForRenewal(token, now);
}

/** The fingerprint of the settings that a token belongs to. */
export function fingerprint(settings: ServiceSettings): string {
  const { authUrl, realm, clientId, clientSecret, baseUrl } = settings;
  const identity = JSON.stringify([authUrl, realm, clientId, clientSecret, baseUrl]);
  return createHash('sha256').update(identity).digest('hex');
}

const refusedTokenSchema = z.object({ refusedAccessToken: z.string().optional().catch(undefined) });

function mayBeHandedTo(credential: unknown, issued: StoredToken): boolean {
  const now = Date.now();
  const held = storedTokenSchema.parse(credential);
  const { refusedAccessToken } = refusedTokenSchema.parse(credential);
  return (
    Math.abs(now - issued.accessTokenIssuedAt) < HANDOVER_MS &&
    !isDueForRenewal(issued, now) &&
    issued.accessToken !== held.accessToken &&
    issued.accessToken !== refusedAccessToken
  );
}

function isDueForRenewal({ accessTokenIssuedAt, accessTokenExpiresAt }: StoredToken, now: number): boolean {
  const lifeMs = accessTokenExpiresAt - accessTokenIssuedAt;
  return now >= accessTokenExpiresAt - Math.min(MOST_MARGIN_MS, lifeMs * MARGIN_SHARE_OF_LIFE);
}

// Errors that OAuth 2.0 (RFC 6749, section 5.2) uses when the client itself is not accepted.
const CLIENT_REFUSED = new Set(['access_denied', 'invalid_client', 'unauthorized_client']);

function refusal(status: number, body: unknown): TokenExchangeError {
  const { error: received } = errorBodySchema.parse(body);
  // Shown only where it is a code: a server may answer with more than that, and with what we sent.
  const error = received && /^[a-z_]{1,40}$/.test(received) ? received : undefined;
  const named = error ? ` and the error "${error}"` : '';
  if (error ? CLIENT_REFUSED.has(error) : status === 401) {
    return new TokenExchangeError(
      'The authorization server refused the Client ID or the Client Secret.',
      `Check both, and the Realm, in the credential. It answered with HTTP status ${status}${named}.`,
      'clientRefused',
    );
  }
  return new TokenExchangeError(
    `The authorization server gave no access token (HTTP status ${status}${named}).`,
    `Check the Authorization Server URL and the Realm in the credential.`,
    'noToken',
  );
}
