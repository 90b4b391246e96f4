// Where each request goes (service-interface.md, Endpoints and Authentication).
import type { ServiceSettings } from './settings';

/** A request to the service, before authentication. */
export interface ServiceRequest {
  method: 'POST';
  /** The whole address, without the query. */
  url: string;
  query: Record<string, string>;
  /** Sent as JSON. The annual returns request has none: its body is not shown. */
  body?: Record<string, string>;
}

/** What the caller chooses in a screening (service-interface.md, Screening request). */
export interface ScreeningRequestBody {
  companyName: string;
  option: ScreeningOption;
  referenceId: string;
  /** Left out of the request when empty. */
  requesterId: string;
}

export type ScreeningOption = 'Aml' | 'Both' | 'Pep';

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

/** The token endpoint of the credential's realm. */
export function tokenUrl(settings: Pick<ServiceSettings, 'authUrl' | 'realm'>): string {
  return `${settings.authUrl}/realms/${encodeURIComponent(settings.realm)}/protocol/openid-connect/token`;
}
