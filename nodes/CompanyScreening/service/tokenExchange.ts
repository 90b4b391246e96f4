// One client-credentials exchange at the token endpoint (docs/design/service.md, Authentication).
import { errorBodySchema, tokenReplySchema } from './contract';
import { tokenUrl } from './endpoints';
import { httpDate, isSuccess, retryAfterMs } from './http';
import { strictJson } from './json';
import { createMask, type Mask } from './masking';
import { maskReply } from './maskReply';
import { networkSentence, NoAnswer, type NetworkProblem } from './network';
import type { ServiceSettings } from './settings';

/** The headers of a form post. */
export const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Accept: 'application/json',
};

interface FormReply {
  status: number;
  text: string;
  /** The headers Retry-After and Date as they came. */
  retryAfter?: string | undefined;
  date?: string | undefined;
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
  /** When it was issued by the clock of the authorization server; missing if the server did not say. */
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
  // Counted from before the request, so that the token is never taken for younger than it is.
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
  const problem = error instanceof NoAnswer ? error.problem : 'unknown';
  return new TokenExchangeError({
    summary: `The authorization server did not issue an access token. ${networkSentence(problem, url)}`,
    advice:
      problem === 'blocked'
        ? 'Ask whoever runs this n8n to allow the address.'
        : 'Check the Authorization Server URL in the credential, and that this n8n can reach it.',
    passing: !WILL_NOT_PASS.has(problem),
  });
}

/** The service takes no other (docs/design/service.md, Authentication). A server that names no type means this one. */
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
function shown(text: string, mask: Mask): string {
  return mask(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

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
  // Masked before anything of it is cut.
  const mask = maskOf(settings);
  const masked = maskReply(reply.text, mask);
  const { error: code, error_description: description } = errorBodySchema.parse(strictJson(masked));
  const received = shown(code ?? '', mask);
  // Only shown if it is a code: a server may answer with more than that.
  const error = /^[a-z_]{1,40}$/.test(received) ? received : undefined;
  const named = error ? ` and the error "${error}"` : '';
  const words = shown(description ?? '', mask);
  const said = words === '' || isSuccess(status) ? [] : [`It says: "${words}".`];
  if (status === 429 || status >= 500) {
    return new TokenExchangeError({
      summary: `The authorization server is not available at the moment (HTTP status ${status}).`,
      advice:
        'Try again later. If the problem persists, check the Authorization Server URL in the credential.',
      passing: true,
      retryAfterMs: retryAfterMs(reply.retryAfter, now),
    });
  }
  if (error === 'unauthorized_client' && said.length > 0 && knowsTheClient(words)) {
    return new TokenExchangeError({
      summary: 'The authorization server knows the client, and does not allow it to obtain an access token.',
      advice: `${said.join('')} Ask the provider of the service to allow it (in OAuth 2.0: the client credentials grant; in Keycloak: service accounts). It answered with HTTP status ${status}${named}.`,
      passing: false,
    });
  }
  if (error ? CLIENT_REFUSED.has(error) : status === 401) {
    const padded = settings.clientSecret !== settings.clientSecret.trim();
    return new TokenExchangeError({
      summary: 'The authorization server refused the Client ID or the Client Secret.',
      advice: [
        `Check both, and the Realm, in the credential. It answered with HTTP status ${status}${named}.`,
        ...said,
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
    advice: ['Check the Authorization Server URL and the Realm in the credential.', ...said].join(' '),
    passing: false,
  });
}
