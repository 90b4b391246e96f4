// The access token that n8n keeps with the credential: whether it may be used, and who shares the exchange for a new one.
import { createHash } from 'node:crypto';

import * as z from 'zod/v4';

import { readSettings, type ServiceSettings } from './settings';
import { exchangeToken, type GrantedToken, type PostForm } from './tokenExchange';

/** What the credential keeps of a token. Times are epoch milliseconds of this machine's clock. */
export const storedTokenSchema = z.object({
  accessToken: z.string().catch(''),
  accessTokenIssuedAt: z.number().catch(0),
  accessTokenExpiresAt: z.number().catch(0),
  /** A fingerprint of client, secret, realm and hosts: a token is only used for those it was issued for. */
  accessTokenIssuedFor: z.string().catch(''),
});
export type StoredToken = z.infer<typeof storedTokenSchema>;

const MAX_MARGIN_MS = 30_000;
const MARGIN_SHARE_OF_LIFE = 0.1;
// For this long, a new token is given to those who asked while n8n was still storing it.
const HANDOVER_MS = 10_000;

interface Exchange {
  token: Promise<StoredToken>;
  issued?: StoredToken;
}
// By fingerprint, for the whole module: n8n calls the credential afresh for every request.
const exchanges = new Map<string, Exchange>();

/** How many exchanges are under way or shared at the moment. */
export function sharedExchanges(): number {
  return exchanges.size;
}

/**
 * Obtains an access token. Concurrent callers for the same credential share one exchange, and so do those who
 * ask within moments after it, unless it is the very token they no longer want.
 *
 * @param credential the decrypted credential; `refusedAccessToken` beside its fields is a token that got a 401, in the request sent
 *   at `refusedRequestSentAt` (epoch milliseconds)
 * @param postForm settles within a deadline: until then, everybody who wants a token of this credential waits for it
 * @param now the time of day, in epoch milliseconds
 * @throws TokenExchangeError, SettingsError
 */
export async function obtainToken(
  credential: unknown,
  postForm: PostForm,
  now: () => number,
): Promise<StoredToken> {
  const settings = readSettings(credential);
  const issuedFor = fingerprint(settings);
  forgetHandedOver(now());

  const latest = exchanges.get(issuedFor);
  if (latest && (!latest.issued || mayBeHandedTo(credential, latest.issued, now())))
    return await latest.token;

  const exchange: Exchange = { token: storedToken(issuedFor, exchangeToken(settings, postForm, now)) };
  exchanges.set(issuedFor, exchange);
  exchange.token.then(
    (issued) => (exchange.issued = issued),
    () => exchanges.delete(issuedFor),
  );
  return await exchange.token;
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

async function storedToken(issuedFor: string, granted: Promise<GrantedToken>): Promise<StoredToken> {
  const { accessToken, issuedAt, expiresAt } = await granted;
  return {
    accessToken,
    accessTokenIssuedAt: issuedAt,
    accessTokenExpiresAt: expiresAt,
    accessTokenIssuedFor: issuedFor,
  };
}

// An n8n may run for months, with many credentials, and with their secrets changed.
function forgetHandedOver(now: number): void {
  for (const [issuedFor, { issued }] of exchanges) {
    if (issued && !isFresh(issued, now)) exchanges.delete(issuedFor);
  }
}

const refusedTokenSchema = z.object({
  refusedAccessToken: z.string().optional().catch(undefined),
  refusedRequestSentAt: z.number().catch(-Infinity),
});

function mayBeHandedTo(credential: unknown, issued: StoredToken, now: number): boolean {
  const held = storedTokenSchema.parse(credential);
  const { refusedAccessToken, refusedRequestSentAt } = refusedTokenSchema.parse(credential);
  return (
    isFresh(issued, now) &&
    !isDueForRenewal(issued, now) &&
    issued.accessToken !== held.accessToken &&
    issued.accessToken !== refusedAccessToken &&
    // What revoked the refused one, which another worker may have obtained, revoked an older one as well.
    issued.accessTokenIssuedAt >= refusedRequestSentAt
  );
}

function isFresh({ accessTokenIssuedAt }: StoredToken, now: number): boolean {
  return Math.abs(now - accessTokenIssuedAt) < HANDOVER_MS;
}

function isDueForRenewal({ accessTokenIssuedAt, accessTokenExpiresAt }: StoredToken, now: number): boolean {
  const lifeMs = accessTokenExpiresAt - accessTokenIssuedAt;
  return now >= accessTokenExpiresAt - Math.min(MAX_MARGIN_MS, lifeMs * MARGIN_SHARE_OF_LIFE);
}
