// The editor's test of the credential: its request, and the rules that read the answer. It costs nothing: a registration number that is not 14
// digits cannot be accepted, so the service's own objection to it shows that token and key are good. n8n obtains a token first, and shows what is
// wrong if it gets none.
import type { ICredentialTestRequest, IHttpRequestOptions } from 'n8n-workflow';

import {
  ANNUAL_RETURNS_ERRORS,
  INVALID_CREDENTIALS_CODE,
} from '../../nodes/CompanyScreening/service/reportedError';

const KEY_REFUSED =
  'The client was accepted, but the service refused the Subscription Key. Check the Subscription Key, and that it belongs to this Base URL and Environment.';
const SERVICE_FAILED =
  'The client was accepted, but something is wrong at the service itself, so the Subscription Key could not be checked. Try again later.';
const SOMETHING_ELSE =
  'The client was accepted, but the reply from the Base URL is not that of the service. Check the Base URL, or try again later.';

/** The code of the objection to a registration number. */
const ACCEPTED_CODE = 'S0002';

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

const PROBE_PATH = '/verify-business/api/business/file/pdf/0';

/** The time for the service to answer the test. n8n would wait for five minutes. */
export const PROBE_TIMEOUT_MS = 15_000;

/** True for the test's request: every other one has its whole address as `url`. */
export function isProbe({ url, baseURL }: IHttpRequestOptions): boolean {
  return url === PROBE_PATH && baseURL !== undefined;
}

export const credentialTest: ICredentialTestRequest = {
  request: {
    method: 'POST',
    baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
    url: PROBE_PATH,
    qs: { v: '3.0' },
    // The status of the objection is not documented.
    ignoreHttpStatusErrors: true,
  },
  rules: [
    failing('code', INVALID_CREDENTIALS_CODE, KEY_REFUSED),
    // Gateways refuse a key before the service is asked.
    failing('statusCode', 401, KEY_REFUSED),
    failing('statusCode', 403, KEY_REFUSED),
    failing('message', 'Unauthorized', KEY_REFUSED),
    ...Object.keys(ANNUAL_RETURNS_ERRORS)
      .filter((code) => code !== ACCEPTED_CODE && code !== INVALID_CREDENTIALS_CODE)
      .map((code) => failing('code', code, SERVICE_FAILED)),
    ...otherCodes(),
  ],
};

interface Rule {
  type: 'responseSuccessBody';
  properties: { key: string; value: unknown; message: string };
}

/** Fails the test with the message if the field of the answer has the value. */
function failing(key: string, value: unknown, message: string): Rule {
  return { type: 'responseSuccessBody', properties: { key, value, message } };
}

/**
 * Rules for every wrong answer, since a rule of n8n cannot say which value is right: one for each wrong character in each place of the accepted
 * code, for each that could follow it, and for an answer without it.
 */
function otherCodes(): Rule[] {
  const places = [...Array.from(ACCEPTED_CODE), undefined];
  return places.flatMap((expected, place) => [
    ...(expected === undefined ? [] : [failing(`code[${place}]`, undefined, SOMETHING_ELSE)]),
    ...PRINTABLE.filter((character) => character !== expected).map((character) =>
      failing(`code[${place}]`, character, SOMETHING_ELSE),
    ),
  ]);
}
