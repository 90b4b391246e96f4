// What every request carries to be accepted (service-interface.md, Authentication).
import { SUBSCRIPTION_KEY_HEADER, SUBSCRIPTION_KEY_QUERY } from './endpoints';
import type { ServiceSettings } from './settings';

export interface Signature {
  headers: Record<string, string>;
  query: Record<string, string>;
}

/** The access token, where there is one, and the subscription key in the place that the credential names. */
export function signatureOf(settings: ServiceSettings, accessToken: string | undefined): Signature {
  const { subscriptionKey, subscriptionKeyIn } = settings;
  const token = accessToken === undefined ? {} : { Authorization: bearer(accessToken) };
  return subscriptionKeyIn === 'header'
    ? { headers: { ...token, [SUBSCRIPTION_KEY_HEADER]: subscriptionKey }, query: {} }
    : { headers: token, query: { [SUBSCRIPTION_KEY_QUERY]: subscriptionKey } };
}

/** The value of the header Authorization. */
export function bearer(accessToken: string): string {
  return `Bearer ${accessToken}`;
}
