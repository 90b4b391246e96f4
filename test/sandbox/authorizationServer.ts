// The authorization server: the certified library oidc-provider, set up for two clients that get JWTs by the
// client credentials grant, with their secrets in the form (client_secret_post).
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import type Provider from 'oidc-provider';
import type { Adapter, Configuration, JWKS } from 'oidc-provider';
import { account, typedAccount } from './account';

const AUDIENCE = 'urn:company-screening-sandbox:api';
const SIGNING = 'ES256';

/** The library's application, and what the API needs to check its tokens. */
export interface AuthorizationServer {
  provider: Provider;
  tokenPath: string;
  audience: string;
  keys: JSONWebKeySet;
}

/** Sets up the authorization server of `issuer`. `tokenLifeSeconds` is asked at every exchange. */
export async function createAuthorizationServer(
  issuer: string,
  tokenLifeSeconds: () => number,
): Promise<AuthorizationServer> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING, { extractable: true });
  const named = { kid: 'sandbox', alg: SIGNING, use: 'sig' };
  const jwks: JWKS = { keys: [{ ...(await exportJWK(privateKey)), ...named }] };
  const tokenPath = '/protocol/openid-connect/token';
  const ProviderClass = await loadProvider();
  const provider = new ProviderClass(issuer, configuration(jwks, tokenPath, tokenLifeSeconds));
  acceptAnyCharacter(provider);
  return {
    provider,
    tokenPath,
    audience: AUDIENCE,
    keys: { keys: [{ ...(await exportJWK(publicKey)), ...named }] },
  };
}

const configuration = (jwks: JWKS, tokenPath: string, tokenLifeSeconds: () => number): Configuration => ({
  jwks,
  adapter: () => new NoStore(),
  routes: { token: tokenPath },
  clients: [account, typedAccount].map(({ clientId, clientSecret }) => ({
    client_id: clientId,
    client_secret: encodeURIComponent(clientSecret),
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  })),
  clientDefaults: { id_token_signed_response_alg: SIGNING },
  ttl: { ClientCredentials: tokenLifeSeconds },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      getResourceServerInfo: () => ({ scope: '', audience: AUDIENCE, accessTokenFormat: 'jwt' }),
    },
  },
});

// The library follows RFC 6749, by which a secret is printable ASCII; real servers take more, and the sandbox's
// secret is there to prove that any character arrives. So the library keeps it percent-encoded.
function acceptAnyCharacter(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function (actual) {
    return this.clientSecret === encodeURIComponent(actual);
  };
}

// Nothing needs storing: the client is configured, and a JWT carries all there is to know about it. The
// library's own in-memory store would do, but warns the user of the sandbox against itself.
class NoStore implements Adapter {
  upsert = () => Promise.resolve();
  find = () => Promise.resolve(undefined);
  findByUserCode = () => Promise.resolve(undefined);
  findByUid = () => Promise.resolve(undefined);
  consume = () => Promise.resolve();
  destroy = () => Promise.resolve();
  revokeByGrantId = () => Promise.resolve();
}

// On Node 20 the library says while it loads that it wants a newer one, and has no setting against that. What
// the sandbox uses of it works there and is tested there, so this one notice is held back; others get through.
async function loadProvider(): Promise<typeof Provider> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
  };
  try {
    return (await import('oidc-provider')).default;
  } finally {
    console.warn = warn;
  }
}
