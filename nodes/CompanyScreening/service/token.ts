// The access token: whether it may be used, and who shares the exchange for a new one.
import { createHash } from 'node:crypto';

import type { ServiceSettings } from './settings';
import { exchangeToken, type GrantedToken, type PostForm } from './tokenExchange';

/** A token of the service. Times are epoch milliseconds of this machine's clock. */
export interface AccessToken extends GrantedToken {
  /** A fingerprint of client, secret, realm and hosts: a token is only used for those it was issued for. */
  issuedFor: string;
}

/** What is known of the tokens that somebody no longer wants. */
export interface UnwantedTokens {
  /** The one that is held; empty if there is none. */
  held: string;
  /** A token that got a 401, in the request sent at `sentAt`; empty if there is none. */
  refused: { accessToken: string; sentAt: number };
}

const MAX_MARGIN_MS = 30_000;
const MARGIN_SHARE_OF_LIFE = 0.1;
// For this long, a new token is given to those who asked while it was still being stored.
const HANDOVER_MS = 10_000;

interface Exchange {
  token: Promise<AccessToken>;
  issued?: AccessToken;
}
// By fingerprint, for the whole module: every request asks afresh.
const exchanges = new Map<string, Exchange>();

/** How many exchanges are under way or shared at the moment. */
export function sharedExchanges(): number {
  return exchanges.size;
}

/**
 * Obtains an access token. Concurrent callers for the same credential share one exchange, and so do those who
 * ask within moments after it, unless it is the very token they no longer want.
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

  const exchange: Exchange = { token: issuedToken(issuedFor, exchangeToken(settings, postForm, now)) };
  exchanges.set(issuedFor, exchange);
  exchange.token.then(
    (issued) => (exchange.issued = issued),
    () => exchanges.delete(issuedFor),
  );
  return await exchange.token;
}

/** Whether the stored token may be sent: issued for these very settings, and not about to expire. */
export function isUsable(token: AccessToken, issuedFor: string, now: number): boolean {
  return token.accessToken !== '' && token.issuedFor === issuedFor && !isDueForRenewal(token, now);
}

/** The fingerprint of the settings that a token belongs to. */
export function fingerprint(settings: ServiceSettings): string {
  const { authUrl, realm, clientId, clientSecret, baseUrl } = settings;
  const identity = JSON.stringify([authUrl, realm, clientId, clientSecret, baseUrl]);
  return createHash('sha256').update(identity).digest('hex');
}

async function issuedToken(issuedFor: string, granted: Promise<GrantedToken>): Promise<AccessToken> {
  return { ...(await granted), issuedFor };
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
    // What revoked the refused one, which another worker may have obtained, revoked an older one as well.
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
