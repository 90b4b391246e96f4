// transport/: the way to the service and back, through n8n's helpers, and the token as n8n holds it. What a reply means is not known here:
// that is service/.
//
// The access token as n8n holds it, in the decrypted credential. No other file knows the names of its fields.
import * as z from 'zod/v4';

import type { AccessToken, UnwantedTokens } from '../service/token';

/** The credential's hidden fields. */
export const heldTokenSchema = z.object({
  accessToken: z.string().catch(''),
  accessTokenIssuedAt: z.number().catch(0),
  accessTokenExpiresAt: z.number().catch(0),
  accessTokenIssuedFor: z.string().catch(''),
  accessTokenServerDate: z.number().catch(0),
});

// Fields that the credential does not have: only this process has to know them.
const refusedSchema = z.object({
  refusedAccessToken: z.string().catch(''),
  refusedRequestSentAt: z.number().catch(-Infinity),
});

/** The token in a decrypted credential, which n8n changes when it obtains a new one. */
export class HeldToken {
  private latest: { fields: unknown[]; token: AccessToken } | undefined;

  constructor(private readonly credential: Record<string, unknown>) {}

  /** Has an empty `accessToken` if there is none. */
  get token(): AccessToken {
    const { accessToken, accessTokenExpiresAt, accessTokenIssuedFor } = this.credential;
    const fields = [accessToken, accessTokenExpiresAt, accessTokenIssuedFor];
    // The fields are the same for thousands of requests.
    if (!this.latest?.fields.every((field, index) => field === fields[index])) {
      this.latest = { fields, token: tokenIn(this.credential) };
    }
    return this.latest.token;
  }

  /** Makes n8n obtain a new token before it sends the next request. */
  drop(): void {
    this.credential['accessToken'] = '';
  }

  /** Drops a token that got a 401, in the request sent at this time (epoch milliseconds). */
  refuse(sentAt: number): void {
    this.credential['refusedAccessToken'] = this.token.accessToken;
    this.credential['refusedRequestSentAt'] = sentAt;
    this.drop();
  }

  get unwanted(): UnwantedTokens {
    const { refusedAccessToken, refusedRequestSentAt } = refusedSchema.parse(this.credential);
    return {
      held: this.token.accessToken,
      refused: { accessToken: refusedAccessToken, sentAt: refusedRequestSentAt },
    };
  }
}

/** The fields of a token that n8n keeps, encrypted, with the credential. */
export function tokenFields({ accessToken, issuedAt, expiresAt, issuedFor, serverDate }: AccessToken) {
  return {
    accessToken,
    accessTokenIssuedAt: issuedAt,
    accessTokenExpiresAt: expiresAt,
    accessTokenIssuedFor: issuedFor,
    // 0 replaces the date of an earlier token.
    accessTokenServerDate: serverDate ?? 0,
  } satisfies z.infer<typeof heldTokenSchema>;
}

function tokenIn(credential: unknown): AccessToken {
  const held = heldTokenSchema.parse(credential);
  return {
    accessToken: held.accessToken,
    issuedAt: held.accessTokenIssuedAt,
    expiresAt: held.accessTokenExpiresAt,
    issuedFor: held.accessTokenIssuedFor,
    ...(held.accessTokenServerDate > 0 ? { serverDate: held.accessTokenServerDate } : {}),
  };
}
