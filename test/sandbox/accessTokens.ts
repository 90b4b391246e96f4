// The API's side of the tokens: checks signature, issuer, audience and expiry of a JWT, as a real API would.
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';

/** Where the tokens come from and whom they are for. */
export interface TokenRules {
  issuer: string;
  audience: string;
  keys: JSONWebKeySet;
}

export class AccessTokens {
  private readonly keys: ReturnType<typeof createLocalJWKSet>;
  // A signature is checked once for each token; its expiry at every request.
  private readonly expiryByToken = new Map<string, number>();
  private readonly issued = new Set<string>();
  private readonly revoked = new Set<string>();
  clockSkewSeconds = 0;
  /** 0: no limit. */
  requestsPerToken = 0;
  private readonly uses = new Map<string, number>();

  constructor(private readonly rules: TokenRules) {
    this.keys = createLocalJWKSet(rules.keys);
  }

  /** The authorization server issued this token. */
  remember(token: string): void {
    this.issued.add(token);
  }

  /** From now on, no token issued so far is good. */
  revokeAll(): void {
    for (const token of this.issued) this.revoked.add(token);
    this.issued.clear();
  }

  /** True when the token is genuine, for this API, not revoked, not used up and not expired by the API's clock. */
  async isGood(token: string): Promise<boolean> {
    if (this.revoked.has(token)) return false;
    const now = Date.now() / 1000 + this.clockSkewSeconds;
    const expiresAt = this.expiryByToken.get(token) ?? (await this.verify(token, now));
    return expiresAt > now && !this.isUsedUp(token);
  }

  private isUsedUp(token: string): boolean {
    if (this.requestsPerToken === 0) return false;
    const uses = (this.uses.get(token) ?? 0) + 1;
    this.uses.set(token, uses);
    return uses > this.requestsPerToken;
  }

  private async verify(token: string, now: number): Promise<number> {
    const { issuer, audience } = this.rules;
    const options = {
      issuer,
      audience,
      typ: 'at+jwt',
      requiredClaims: ['exp'],
      currentDate: new Date(now * 1000),
    };
    try {
      const { payload } = await jwtVerify(token, this.keys, options);
      const expiresAt = payload.exp ?? 0;
      this.expiryByToken.set(token, expiresAt);
      return expiresAt;
    } catch (error) {
      if (error instanceof errors.JOSEError) return 0;
      throw error;
    }
  }
}
