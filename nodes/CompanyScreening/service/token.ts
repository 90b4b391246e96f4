// The access token: the exchange for one, whether it may be used, and who shares the exchange for a new one.
import { createHash } from 'node:crypto';

import { oneLine, sentences } from '../names/plainText';
import { errorBodySchema, tokenReplySchema } from './contract';
import { tokenUrl } from './endpoints';
import { networkSentence, NetworkError, type NetworkProblem } from './failure';
import { httpDate, isSuccess, retryAfterMs } from './http';
import { strictJson } from './json';
import { createMask, maskReply, type Mask } from './masking';
import type { ServiceSettings } from './settings';

/** A token of the service. Times are epoch milliseconds of this machine's clock. */
export interface AccessToken extends GrantedToken {
  /** A fingerprint of client, secret, realm and hosts: a token is only used for those it was issued for. */
  issuedFor: string;
}

/** Tokens that a caller no longer wants. */
export interface UnwantedTokens {
  /** The token that is held; empty if there is none. */
  held: string;
  /** A token that got a 401, in the request sent at `sentAt`; empty if there is none. */
  refused: { accessToken: string; sentAt: number };
}

const MAX_MARGIN_MS = 30_000;
const MARGIN_SHARE_OF_LIFE = 0.1;
// Time for which a new token is given to those who asked while it was still being stored.
const HANDOVER_MS = 10_000;

interface Exchange {
  token: Promise<AccessToken>;
  issued?: AccessToken;
}
// Exchanges by their fingerprints, for the whole module: every request asks afresh.
const exchanges = new Map<string, Exchange>();

/** Counts the exchanges that are under way or shared at the moment. */
export function sharedExchanges(): number {
  return exchanges.size;
}

/**
 * Obtains an access token. Concurrent callers for the same credential share one exchange, and so do those who ask within moments after it,
 * unless it is the very token they no longer want.
 *
 * @param postForm settles within a deadline: until then, everybody who wants a token of this credential waits for it
 * @param now the time of day, in epoch milliseconds
 * @throws TokenExchangeError
 */
export async function obtainToken(
  settings: ServiceSettings,
  unwanted: UnwantedTokens,
  { postForm, now }: { postForm: PostForm; now: () => number },
): Promise<AccessToken> {
  const issuedFor = fingerprint(settings);
  forgetHandedOver(now());

  const latest = exchanges.get(issuedFor);
  if (latest && (!latest.issued || mayBeHandedTo(unwanted, latest.issued, now()))) return await latest.token;

  const exchange: Exchange = {
    token: exchangeToken(settings, postForm, now).then((granted) => ({ ...granted, issuedFor })),
  };
  exchanges.set(issuedFor, exchange);
  exchange.token.then(
    (issued) => (exchange.issued = issued),
    () => exchanges.delete(issuedFor),
  );
  return await exchange.token;
}

/** True if the stored token may be sent: issued for these very settings, and not about to expire. */
export function isUsable(token: AccessToken, issuedFor: string, now: number): boolean {
  return token.accessToken !== '' && token.issuedFor === issuedFor && !isDueForRenewal(token, now);
}

/** The fingerprint of the settings that a token belongs to. */
export function fingerprint(settings: ServiceSettings): string {
  const { authUrl, realm, clientId, clientSecret, baseUrl } = settings;
  const identity = JSON.stringify([authUrl, realm, clientId, clientSecret, baseUrl]);
  return createHash('sha256').update(identity).digest('hex');
}

// A process may run for months, with many credentials, and with their secrets changed.
function forgetHandedOver(now: number): void {
  for (const [issuedFor, { issued }] of exchanges) {
    if (issued && !isFresh(issued, now)) exchanges.delete(issuedFor);
  }
}

function mayBeHandedTo({ held, refused }: UnwantedTokens, issued: AccessToken, now: number): boolean {
  return (
    isFresh(issued, now) &&
    !isDueForRenewal(issued, now) &&
    issued.accessToken !== held &&
    issued.accessToken !== refused.accessToken &&
    // Older tokens are out: the revocation of the refused one, which another worker may have obtained, revoked them as well.
    issued.issuedAt >= refused.sentAt
  );
}

function isFresh({ issuedAt }: AccessToken, now: number): boolean {
  return Math.abs(now - issuedAt) < HANDOVER_MS;
}

function isDueForRenewal({ issuedAt, expiresAt }: AccessToken, now: number): boolean {
  const lifeMs = expiresAt - issuedAt;
  return now >= expiresAt - Math.min(MAX_MARGIN_MS, lifeMs * MARGIN_SHARE_OF_LIFE);
}

export const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Accept: 'application/json',
};

interface FormReply {
  status: number;
  text: string;
  retryAfter?: string | undefined;
  date?: string | undefined;
}

/** Posts a form, and resolves whatever the status; rejects with NetworkError when no reply came in time. */
export type PostForm = (url: string, form: string) => Promise<FormReply>;

interface ExchangeFailure {
  /** The failure, as one sentence. */
  summary: string;
  advice: string;
  /** True if the next exchange may work. A refused client or a wrong address will not get better by itself. */
  passing: boolean;
  /** Milliseconds that the authorization server asked to wait. */
  retryAfterMs?: number | undefined;
}

/**
 * An exchange that gave no token. Whoever tests a credential sees its message only. It has no `code` and no `status`, which would be shown
 * instead.
 */
export class TokenExchangeError extends Error {
  override readonly name = 'TokenExchangeError';

  constructor(readonly failure: ExchangeFailure) {
    super(`${failure.summary} ${failure.advice}`);
  }
}

/** A token as the token endpoint granted it. Times are epoch milliseconds of this machine's clock. */
export interface GrantedToken {
  accessToken: string;
  issuedAt: number;
  expiresAt: number;
  /** The moment of issue by the clock of the authorization server; missing if the server did not say. */
  serverDate?: number;
}

/**
 * Runs one exchange, not shared with anybody.
 *
 * @param now the time of day, in epoch milliseconds
 * @throws TokenExchangeError
 */
export async function exchangeToken(
  settings: ServiceSettings,
  postForm: PostForm,
  now: () => number,
): Promise<GrantedToken> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  });
  // The time counts from before the request, so that the token is never taken for younger than it is.
  const issuedAt = now();
  const url = tokenUrl(settings);
  const reply = await postForm(url, form.toString()).catch((error: unknown) => {
    throw notReached(error, url);
  });
  const body = strictJson(reply.text);
  const granted = tokenReplySchema.safeParse(body);
  if (!isSuccess(reply.status) || !granted.success) throw refusal(reply, settings, now());
  checkTokenType(granted.data.token_type ?? '', settings);
  const serverDate = httpDate(reply.date?.trim() ?? '');
  return {
    accessToken: granted.data.access_token,
    issuedAt,
    expiresAt: issuedAt + granted.data.expires_in * 1000,
    ...(serverDate === undefined ? {} : { serverDate }),
  };
}

const WILL_NOT_PASS: ReadonlySet<NetworkProblem> = new Set(['blocked', 'notHttps', 'tooLarge']);

function notReached(error: unknown, url: string): TokenExchangeError {
  const problem = error instanceof NetworkError ? error.problem : 'unknown';
  return new TokenExchangeError({
    summary: `The authorization server did not issue an access token. ${networkSentence(problem, url)}`,
    advice:
      problem === 'blocked'
        ? 'Ask whoever runs this n8n to allow the address.'
        : 'Check the Authorization Server URL in the credential, and that this n8n can reach it.',
    passing: !WILL_NOT_PASS.has(problem),
  });
}

/** Accepts Bearer only: the service takes no other (docs/design/service.md, Authentication). A server that names no type means this one. */
function checkTokenType(type: string, settings: ServiceSettings): void {
  if (type === '' || type.trim().toLowerCase() === 'bearer') return;
  throw new TokenExchangeError({
    summary: `The authorization server issued an access token of the type "${shown(type, maskOf(settings))}", and the service takes a Bearer token only.`,
    advice: 'Check the Authorization Server URL and the Realm in the credential.',
    passing: false,
  });
}

const maskOf = (settings: ServiceSettings): Mask => createMask({ ...settings, accessTokens: [] });

/** A text of the server, masked, on one line and not longer than an error should be. */
const shown = (text: string, mask: Mask): string => oneLine(mask(text)).slice(0, 200);

// Errors that OAuth 2.0 (RFC 6749, section 5.2) uses when the client itself is not accepted.
const CLIENT_REFUSED = new Set(['access_denied', 'invalid_client', 'unauthorized_client']);
// Keycloak gives `unauthorized_client` for a wrong secret as well.
const MEANS_SECRET = /secret|(?:invalid|wrong|bad) client|client credentials(?! grant)/i;
const MEANS_GRANT = /grant|not (?:allowed|authori[sz]ed|enabled)/i;
const MEANS_UNKNOWN = /not found|unknown|does not exist/i;

const knowsTheClient = (words: string): boolean =>
  MEANS_GRANT.test(words) || !(MEANS_SECRET.test(words) || MEANS_UNKNOWN.test(words));

function refusal(reply: FormReply, settings: ServiceSettings, now: number): TokenExchangeError {
  const { status } = reply;
  // The mask comes before anything of it is cut.
  const mask = maskOf(settings);
  const masked = maskReply(reply.text, mask);
  const { error: code, error_description: description } = errorBodySchema.parse(strictJson(masked));
  const received = shown(code ?? '', mask);
  // A code is shown, and nothing else: a server may answer with more than that.
  const error = /^[a-z_]{1,40}$/.test(received) ? received : undefined;
  const named = error ? ` and the error "${error}"` : '';
  const words = shown(description ?? '', mask);
  const said = words === '' || isSuccess(status) ? '' : `It says: "${words}".`;
  if (status === 429 || status >= 500) {
    return new TokenExchangeError({
      summary: `The authorization server is not available at the moment (HTTP status ${status}).`,
      advice:
        'Try again later. If the problem persists, check the Authorization Server URL in the credential.',
      passing: true,
      retryAfterMs: retryAfterMs({ 'retry-after': reply.retryAfter, date: reply.date }, now),
    });
  }
  if (error === 'unauthorized_client' && said !== '' && knowsTheClient(words)) {
    return new TokenExchangeError({
      summary: 'The authorization server knows the client, and does not allow it to obtain an access token.',
      advice: `${said} Ask the service's provider to allow it (in OAuth 2.0: the client credentials grant; in Keycloak: service accounts). It answered with HTTP status ${status}${named}.`,
      passing: false,
    });
  }
  if (error ? CLIENT_REFUSED.has(error) : status === 401) {
    const padded = settings.clientSecret !== settings.clientSecret.trim();
    return new TokenExchangeError({
      summary: 'The authorization server refused the Client ID or the Client Secret.',
      advice: sentences(
        `Check both, and the Realm, in the credential. It answered with HTTP status ${status}${named}.`,
        said,
        padded &&
          'The Client Secret begins or ends with a space or a line break: enter it again without it, unless it belongs there.',
      ),
      passing: false,
    });
  }
  const [unusable] = tokenReplySchema.safeParse(strictJson(masked)).error?.issues ?? [];
  const field = isSuccess(status) && !error ? unusable?.path[0] : undefined;
  return new TokenExchangeError({
    summary: `The authorization server did not issue an access token (HTTP status ${status}${named}).`,
    advice: sentences(
      'Check the Authorization Server URL and the Realm in the credential.',
      field !== undefined && `The field "${String(field)}" of its reply is missing, or cannot be used.`,
      said,
    ),
    passing: false,
  });
}
