// The credential test of the n8n editor. It tells apart what a person has to correct, and pays for nothing: a
// registration number that is not 14 digits cannot be accepted, so that the service's own objection to it shows
// that the token and the key are good.
import type {
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import type * as z from 'zod/v4';

import { errorBodySchema } from './service/contract';
import { annualReturnsRequest, type ServiceRequest } from './service/endpoints';
import { ANNUAL_RETURNS_ERRORS, INVALID_CREDENTIALS_CODE } from './service/errorCatalogs';
import { jsonOf } from './service/json';
import { networkProblem, networkSentence } from './service/network';
import { readSettings, SettingsError, type ServiceSettings } from './service/settings';
import { signatureOf } from './service/signature';
import {
  exchangeToken,
  FORM_HEADERS,
  textReplySchema,
  TOKEN_TIMEOUT_MS,
  TokenExchangeError,
} from './service/token';

const NOT_A_REGISTRATION_NUMBER = '0';
const PROBE_TIMEOUT_MS = 15_000;

/** Tests a credential: works; client refused; subscription key refused; a host not reachable; anything else. */
export async function testCredential(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const request: SendRequest = async (options) =>
    // eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions -- n8n gives a credential test no other way to send
    textReplySchema.parse(await this.helpers.request({ ...options, ...WHATEVER_THE_STATUS }));
  try {
    const settings = readSettings(credential.data);
    const { accessToken } = await exchangeToken(settings, async (uri, body) =>
      request({
        method: 'POST',
        uri,
        // A copy: n8n adds headers of its own to what it is given.
        headers: { ...FORM_HEADERS },
        body,
        timeout: TOKEN_TIMEOUT_MS,
      }),
    );
    return await probe(settings, accessToken, request);
  } catch (error) {
    if (error instanceof TokenExchangeError) return failed(`${error.message} ${error.explanation}`);
    if (error instanceof SettingsError) return failed(error.message);
    return failed('The credential could not be tested. Check its fields and try again.');
  }
}

interface LegacyRequest {
  method: ServiceRequest['method'];
  uri: string;
  headers: Record<string, string>;
  qs?: Record<string, string>;
  body?: string;
  timeout: number;
}
type TextReply = z.infer<typeof textReplySchema>;
type SendRequest = (request: LegacyRequest) => Promise<TextReply>;

const WHATEVER_THE_STATUS = { simple: false, resolveWithFullResponse: true, followRedirect: false };

async function probe(
  settings: ServiceSettings,
  accessToken: string,
  request: SendRequest,
): Promise<INodeCredentialTestResult> {
  const { method, url, query } = annualReturnsRequest(settings, NOT_A_REGISTRATION_NUMBER);
  const signature = signatureOf(settings, accessToken);
  let reply: TextReply;
  try {
    reply = await request({
      method,
      uri: url,
      headers: { ...signature.headers, Accept: 'application/json' },
      qs: { ...query, ...signature.query },
      timeout: PROBE_TIMEOUT_MS,
    });
  } catch (error) {
    return failed(
      `The client is accepted, but the service is not reachable. ${networkSentence(networkProblem(error), url)} Check the Base URL.`,
    );
  }
  return verdictOn(reply);
}

function verdictOn({ status, text }: TextReply): INodeCredentialTestResult {
  const { code } = errorBodySchema.parse(jsonOf(text));
  if (code === INVALID_CREDENTIALS_CODE || status === 401) {
    return failed(
      'The client is accepted, but the service refused the Subscription Key. Check the Subscription Key, and that it belongs to this Base URL.',
    );
  }
  // The objection to the data comes from behind the check of token and key.
  if (code && ANNUAL_RETURNS_ERRORS[code]?.type === 'Data') {
    return { status: 'OK', message: 'The client and the subscription key are accepted.' };
  }
  return failed(
    `The client is accepted, but the service did not answer as expected (HTTP status ${status}${code ? `, error ${code}` : ''}), so the subscription key could not be checked. Check the Base URL, or try again later.`,
  );
}

function failed(message: string): INodeCredentialTestResult {
  return { status: 'Error', message };
}
