// The accounts that the sandbox knows. All of it is made up.
import type { SandboxCredential } from './protocol';

export const account = {
  realm: 'screening-sandbox',
  clientId: 'demo-client',
  // Every character that form encoding can get wrong, so that each exchange in a test proves it right.
  clientSecret: 's&nd+box %=é secret',
  subscriptionKey: 'demo-subscription-key',
} as const;

/** For people to type, on any keyboard. */
export const typedAccount = {
  ...account,
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
} as const;

/** The credential's fields for a sandbox at `url`, as the node's credential names them. */
export const credentialFor = (url: string): SandboxCredential => ({
  environment: 'sandbox',
  baseUrl: url,
  authUrl: url,
  ...account,
  subscriptionKeyIn: 'header',
  accessToken: '',
  accessTokenExpiresAt: 0,
});
