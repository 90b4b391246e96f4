// Requests to the service, and the authentication that each of them carries (docs/design/service.md, Endpoints and Authentication).
import { InvalidItem } from '../names/invalidItem';
import type { ScreeningOption } from './contract';
import { shownAddress, type Mask } from './masking';
import type { ServiceSettings } from './settings';

const SUBSCRIPTION_KEY_HEADER = 'Ocp-Apim-Subscription-Key';
const SUBSCRIPTION_KEY_QUERY = 'subscription-key';

export interface Authentication {
  headers: Record<string, string>;
  /** The key, if it is sent as part of the address. */
  query?: Record<string, string>;
}

/** Gives the access token, if there is one, and the subscription key in the place that the credential says. */
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

/** A request to the service, before authentication. */
export interface ServiceRequest {
  /** A GET only asks, so it may be sent again. A POST may be paid for. */
  method: 'GET' | 'POST';
  /** The whole address. */
  url: string;
  /** The body, sent as JSON. Missing for annual returns, whose body is not documented. */
  body?: Record<string, string>;
  /** Maximum size in megabytes of a reply that may be a file. */
  maxFileMb?: number;
}

/** The caller's choices in a screening (docs/design/service.md, Endpoints). */
export interface ScreeningRequestBody {
  companyName: string;
  option: ScreeningOption;
  referenceId: string;
  /** Leaves the requester out of the request when empty. */
  requesterId: string;
}

const SCREENING_PATHS: Record<ServiceSettings['environment'], string> = {
  sandbox: '/aml-pep/screening/company/aml?v=2.0',
  production: '/screenings/company?v=2.0',
};

/** Screens one company, at once. The path differs between the two environments. */
export function screeningEndpoint(settings: ServiceSettings, body: ScreeningRequestBody): ServiceRequest {
  const { companyName, option, referenceId, requesterId } = body;
  return {
    method: 'POST',
    url: settings.baseUrl + SCREENING_PATHS[settings.environment],
    body: { referenceId, ...(requesterId === '' ? {} : { requesterId }), companyName, option },
  };
}

/** Asks for the list of annual returns files. The registration number is part of the path. */
export function annualReturnsEndpoint(
  settings: Pick<ServiceSettings, 'baseUrl'>,
  registrationNumber: string,
): ServiceRequest {
  return {
    method: 'POST',
    url: `${settings.baseUrl}/verify-business/api/business/file/pdf/${encodeURIComponent(registrationNumber)}?v=3.0`,
  };
}

// Texts that an expression makes of a field that is null or missing. Resolved as an address, they would look like a page.
const NO_ADDRESS = new Set(['null', 'undefined', '[object Object]', 'NaN']);

/**
 * Asks at the address from the reply to an annual returns request. Nothing more is documented about it. A relative address is resolved
 * against the base URL.
 *
 * @throws InvalidItem for an invalid address, or one that the token must not be sent to
 */
export function requestUriEndpoint(
  settings: Pick<ServiceSettings, 'baseUrl'>,
  requestUri: string,
  { maxFileMb, mask }: { maxFileMb: number; mask: Mask },
): ServiceRequest {
  const base = `${settings.baseUrl}/`;
  const url = requestAddress(settings, requestUri);
  if (!url) {
    throw new InvalidItem(
      'Request URI is not a web address.',
      'Use the value of requestUri from "Request Annual Returns" unchanged. If it is null, the service gave no address for this request.',
    );
  }
  // A user name would replace the token. The origin of "blob:https://…" is that of the address inside it, so the protocol is compared too.
  if (url.username !== '' || url.password !== '' || url.protocol !== new URL(base).protocol) {
    throw new InvalidItem(
      'Request URI must be a plain address with the same protocol as the Base URL and without a user name.',
      'Check where the value comes from.',
    );
  }
  if (url.origin !== new URL(base).origin) {
    throw new InvalidItem(
      `Request URI points to ${shownAddress(url.host, mask)}, which is not the host of the Base URL in the credential.`,
      'Your access token and key must not reach another host. Check where the value comes from, and that the credential is for the same environment.',
    );
  }
  return { method: 'GET', url: url.href, maxFileMb };
}

/** Gives the whole address of a request; undefined if it is none. */
export function requestAddress(
  { baseUrl }: Pick<ServiceSettings, 'baseUrl'>,
  requestUri: string,
): URL | undefined {
  const base = `${baseUrl}/`;
  if (NO_ADDRESS.has(requestUri) || !URL.canParse(requestUri, base)) return undefined;
  const url = new URL(requestUri, base);
  // The service may have added our own key to the address. The key is sent as the credential says.
  const keys = [...url.searchParams.keys()].filter((name) => name.toLowerCase() === SUBSCRIPTION_KEY_QUERY);
  for (const name of keys) url.searchParams.delete(name);
  return url;
}

/** The token endpoint of the credential's realm. */
export function tokenUrl(settings: Pick<ServiceSettings, 'authUrl' | 'realm'>): string {
  return `${settings.authUrl}/realms/${encodeURIComponent(settings.realm)}/protocol/openid-connect/token`;
}
