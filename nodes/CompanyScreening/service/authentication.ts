// What every request carries to be accepted (docs/design/service.md, Authentication).
import type { ServiceSettings } from './settings';

const SUBSCRIPTION_KEY_HEADER = 'Ocp-Apim-Subscription-Key';
export const SUBSCRIPTION_KEY_QUERY = 'subscription-key';

export interface Authentication {
  headers: Record<string, string>;
  /** Only if the key is sent as part of the address. */
  query?: Record<string, string>;
}

/** The access token, if there is one, and the subscription key in the place that the credential says. */
export function authenticationOf(settings: ServiceSettings, accessToken: string | undefined): Authentication {
  const { subscriptionKey, subscriptionKeyIn } = settings;
  const token = accessToken === undefined ? {} : { Authorization: bearer(accessToken) };
  return subscriptionKeyIn === 'header'
    ? { headers: { [SUBSCRIPTION_KEY_HEADER]: subscriptionKey, ...token } }
    : { headers: token, query: { [SUBSCRIPTION_KEY_QUERY]: subscriptionKey } };
}

/** The value of the header Authorization. */
export function bearer(accessToken: string): string {
  return `Bearer ${accessToken}`;
}
