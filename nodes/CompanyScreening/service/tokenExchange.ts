// One client-credentials exchange at the token endpoint (docs/design/service.md, Authentication).
import { errorBodySchema, tokenReplySchema } from './contract';
import { tokenUrl } from './endpoints';
import { isSuccess, retryAfterMs } from './http';
import { strictJson } from './json';
import { createMask } from './masking';
import { networkSentence, NoAnswer } from './network';
import type { ServiceSettings } from './settings';

/** The headers of a form post. */
export const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Accept: 'application/json',
};

interface FormReply {
  status: number;
  text: string;
  /** The header Retry-After as it came. */
  retryAfter?: string | undefined;
}

/** A form post, answered whatever the status; rejects with NoAnswer when none came in time. */
export type PostForm = (url: string, form: string) => Promise<FormReply>;

interface ExchangeFailure {
  /** What happened, as one sentence. */
  summary: string;
  /** What to do. */
  advice: string;
  /** Whether the next exchange may work. A refused client or a wrong address will not get better by itself. */
  passing: boolean;
  /** What the authorization server asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/**
 * The exchange gave no token. Whoever tests a credential sees its message only. It has no `code` and no `status`, which would be
 * shown instead.
 */
export class TokenExchangeError extends Error {
  override readonly name = 'TokenExchangeError';

  constructor(readonly failure: ExchangeFailure) {
    super(`${failure.summary} ${failure.advice}`);
  }
}

/** What the token endpoint granted. Times are epoch milliseconds of this machine's clock. */
export interface GrantedToken {
  accessToken: string;
  issuedAt: number;
  expiresAt: number;
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
  // Counted from before the request, so that the token is never taken for younger than it is.
  const issuedAt = now();
  const url = tokenUrl(settings);
  const reply = await postForm(url, form.toString()).catch((error: unknown) => {
    throw notReached(error, url);
  });
  const body = strictJson(reply.text);
  const granted = tokenReplySchema.safeParse(body);
  if (!isSuccess(reply.status) || !granted.success) throw refusal(reply, body, settings, now());
  return {
    accessToken: granted.data.access_token,
    issuedAt,
    expiresAt: issuedAt + granted.data.expires_in * 1000,
  };
}

function notReached(error: unknown, url: string): TokenExchangeError {
  const problem = error instanceof NoAnswer ? error.problem : 'unknown';
  return new TokenExchangeError({
    summary: `The authorization server did not issue an access token. ${networkSentence(problem, url)}`,
    advice:
      problem === 'blocked'
        ? 'Ask whoever runs this n8n to allow the address.'
        : 'Check the Authorization Server URL in the credential, and that this n8n can reach it.',
    passing: problem !== 'blocked' && problem !== 'notHttps',
  });
}

// Errors that OAuth 2.0 (RFC 6749, section 5.2) uses when the client itself is not accepted.
const CLIENT_REFUSED = new Set(['access_denied', 'invalid_client', 'unauthorized_client']);

function refusal(
  reply: FormReply,
  body: unknown,
  settings: ServiceSettings,
  now: number,
): TokenExchangeError {
  const { status } = reply;
  const mask = createMask({ ...settings, accessTokens: [] });
  const received = mask(errorBodySchema.parse(body).error ?? '');
  // Only shown if it is a code: a server may answer with more than that.
  const error = /^[a-z_]{1,40}$/.test(received) ? received : undefined;
  const named = error ? ` and the error "${error}"` : '';
  if (status === 429 || status >= 500) {
    return new TokenExchangeError({
      summary: `The authorization server is not available at the moment (HTTP status ${status}).`,
      advice:
        'Try again later. If the problem persists, check the Authorization Server URL in the credential.',
      passing: true,
      retryAfterMs: retryAfterMs(reply.retryAfter, now),
    });
  }
  if (error ? CLIENT_REFUSED.has(error) : status === 401) {
    const padded = settings.clientSecret !== settings.clientSecret.trim();
    return new TokenExchangeError({
      summary: 'The authorization server refused the Client ID or the Client Secret.',
      advice: [
        `Check both, and the Realm, in the credential. It answered with HTTP status ${status}${named}.`,
        ...(padded
          ? [
              'The Client Secret begins or ends with a space or a line break: enter it again without it, unless it belongs there.',
            ]
          : []),
      ].join(' '),
      passing: false,
    });
  }
  return new TokenExchangeError({
    summary: `The authorization server did not issue an access token (HTTP status ${status}${named}).`,
    advice: 'Check the Authorization Server URL and the Realm in the credential.',
    passing: false,
  });
}
