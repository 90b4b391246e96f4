// Where each request goes (docs/service.md, Endpoints and Authentication).
import type { ScreeningOption } from './contract';
import { invalidItem } from './failure';
import type { ServiceSettings } from './settings';

/** A request to the service, before authentication. */
export interface ServiceRequest {
  /** A GET asks only, so that it may be sent again; a POST may be paid for. */
  method: 'GET' | 'POST';
  /** The whole address. */
  url: string;
  /** Added to the address. */
  query: Record<string, string>;
  /** Sent as JSON. The annual returns request has none: its body is not shown. */
  body?: Record<string, string>;
}

/** What the caller chooses in a screening (docs/service.md, Screening request). */
export interface ScreeningRequestBody {
  companyName: string;
  option: ScreeningOption;
  referenceId: string;
  /** Left out of the request when empty. */
  requesterId: string;
}

const SCREENING_PATHS: Record<ServiceSettings['environment'], string> = {
  sandbox: '/aml-pep/screening/company/aml',
  production: '/screenings/company',
};

export const SUBSCRIPTION_KEY_HEADER = 'Ocp-Apim-Subscription-Key';
export const SUBSCRIPTION_KEY_QUERY = 'subscription-key';

/** Operation 2: one company, screened at once. The path differs between the two environments. */
export function screeningRequest(settings: ServiceSettings, body: ScreeningRequestBody): ServiceRequest {
  const { companyName, option, referenceId, requesterId } = body;
  return {
    method: 'POST',
    url: settings.baseUrl + SCREENING_PATHS[settings.environment],
    query: { v: '2.0' },
    body: { referenceId, ...(requesterId === '' ? {} : { requesterId }), companyName, option },
  };
}

/** Operation 1: asks for the list of annual returns files. The registration number is part of the path. */
export function annualReturnsRequest(
  settings: Pick<ServiceSettings, 'baseUrl'>,
  registrationNumber: string,
): ServiceRequest {
  return {
    method: 'POST',
    url: `${settings.baseUrl}/verify-business/api/business/file/pdf/${encodeURIComponent(registrationNumber)}`,
    query: { v: '3.0' },
  };
}

/**
 * The address at which an annual returns request can be found, as the reply to it gave it (section Annual returns
 * request). The interface shows nothing more of it. A relative address counts from the base URL.
 *
 * @throws OperationFailure for an address outside of the base URL's host, which must not get the token
 */
export function requestUriRequest(
  settings: Pick<ServiceSettings, 'baseUrl'>,
  requestUri: string,
): ServiceRequest {
  const base = `${settings.baseUrl}/`;
  if (!URL.canParse(requestUri, base)) {
    throw invalidItem(
      'Request URI is not a web address.',
      'Take the value of requestUri from "Request Annual Returns" as it is.',
    );
  }
  const url = new URL(requestUri, base);
  if (url.origin !== new URL(base).origin) {
    throw invalidItem(
      `Request URI points to ${url.host}, which is not the host of the Base URL in the credential.`,
      'Your access token and key must not reach another host. Check where the value comes from, and that the credential is for the same environment.',
    );
  }
  return { method: 'GET', url: url.href, query: {} };
}

/** The token endpoint of the credential's realm. */
export function tokenUrl(settings: Pick<ServiceSettings, 'authUrl' | 'realm'>): string {
  return `${settings.authUrl}/realms/${encodeURIComponent(settings.realm)}/protocol/openid-connect/token`;
}
