// credentials/companyScreeningApi/: what the credential does for n8n: it gets a token, adds it to requests, and is tested. Nothing of a screening
// is known here.
//
// Adds token and key to a request, if it goes to the service.
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { authenticationOf } from '../../nodes/CompanyScreening/service/endpoints';
import {
  readSettings,
  SettingsError,
  type ServiceSettings,
} from '../../nodes/CompanyScreening/service/settings';
import { fingerprint } from '../../nodes/CompanyScreening/service/token';
import { HeldToken } from '../../nodes/CompanyScreening/transport/heldToken';
import { isProbe, PROBE_TIMEOUT_MS } from './credentialTest';

/**
 * Adds token and key. A token that was issued for other settings is omitted: the service's 401 then makes n8n obtain a new one.
 *
 * @throws SettingsError when the credential is incomplete, or the request is not for the configured Base URL
 */
export function authenticateRequest(
  credentials: ICredentialDataDecryptedObject,
  requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
  const { settings, issuedFor, held } = identityOf(credentials);
  if (!goesToService(requestOptions, settings)) {
    throw new SettingsError(
      'The Company Screening credential is only sent to its own Base URL, so that its token and key go nowhere else. Correct the address of the request, or the Base URL in the credential.',
    );
  }
  const { token } = held;
  const isOurs = token.issuedFor === issuedFor;
  // The credential test sees every answer itself, even a 401, so n8n would not obtain a new token for it.
  if (!isOurs && isProbe(requestOptions)) throw new StaleTokenError();
  const { headers, query } = authenticationOf(settings, isOurs ? token.accessToken : undefined);
  requestOptions.headers = { ...requestOptions.headers, ...headers };
  if (query) requestOptions.qs = { ...requestOptions.qs, ...query };
  if (isProbe(requestOptions)) requestOptions.timeout = PROBE_TIMEOUT_MS;
  // A redirect would take token and key wherever it points. The HTTP Request node has different names for the options.
  return Object.assign(requestOptions, {
    disableFollowRedirect: true,
    followRedirect: false,
    followAllRedirects: false,
  });
}

/** The credential was changed after its token was issued. The error looks like a 401, so n8n obtains a new token. */
class StaleTokenError extends SettingsError {
  readonly response = { status: 401 };

  constructor() {
    super('The credential was changed. Test it again to obtain a new access token.');
  }
}

// n8n's HTTP Request node still calls the address `uri`.
const targetSchema = z.object({
  url: z.string().optional(),
  uri: z.string().optional(),
  baseURL: z.string().optional(),
});

function goesToService(requestOptions: IHttpRequestOptions, { baseUrl }: ServiceSettings): boolean {
  const { url, uri, baseURL } = targetSchema.parse(requestOptions);
  const address = url ?? uri ?? '';
  // An address that begins with the Base URL and a slash is on its host: the Base URL has no user name and no slash at its end.
  if (address.startsWith(`${baseUrl}/`)) return true;
  if (!URL.canParse(address, baseURL)) return false;
  const target = new URL(address, baseURL);
  const base = new URL(baseUrl);
  // A user name would replace the token; the origin of "blob:https://…" is that of the address inside it.
  return (
    target.origin === base.origin &&
    target.protocol === base.protocol &&
    target.username === '' &&
    target.password === ''
  );
}

interface Identity {
  settings: ServiceSettings;
  issuedFor: string;
  held: HeldToken;
}
const identities = new WeakMap<object, Identity>();

// A run sends thousands of requests with one credential object, of which n8n only ever changes the token.
function identityOf(credentials: ICredentialDataDecryptedObject): Identity {
  const known = identities.get(credentials);
  if (known) return known;
  const settings = readSettings(credentials);
  const identity = { settings, issuedFor: fingerprint(settings), held: new HeldToken(credentials) };
  identities.set(credentials, identity);
  return identity;
}
