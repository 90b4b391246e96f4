// The one place that sends a request. It goes through n8n's own helper, so that the proxy, the cancellation and
// the protection against internal addresses of the user's n8n hold.
import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { ServiceRequest } from './service/endpoints';
import { ScreeningFailure } from './service/failure';
import { causesOf, networkProblem, networkSentence, type NetworkProblem } from './service/network';
import type { ServiceReply } from './service/reply';
import { retryAfterMs } from './service/retryAfter';
import { readSettings, SettingsError, type ServiceSettings } from './service/settings';
import { bearer } from './service/signature';
import { fingerprint, isUsable, storedTokenSchema, tokenExchangeErrorSchema } from './service/token';

const CREDENTIAL_NAME = 'companyScreeningApi';

/** Sends one request and gives the reply whatever its status. Throws a ScreeningFailure where none came. */
export type Send = (request: ServiceRequest) => Promise<ServiceReply>;

export interface Connection {
  settings: ServiceSettings;
  send: Send;
}

export interface ConnectionOptions {
  timeoutMs: number;
  /** Awaited before every request that goes out, a repeated one included; rejects when none may start. */
  beforeEach: () => Promise<void>;
}

/**
 * Opens the run's connection: reads the credential once, for all its requests. A request that gets a 401 is
 * repeated once, with a new token; that token is shared by all.
 *
 * @throws ScreeningFailure when the credential cannot be used
 */
export async function connect(context: IExecuteFunctions, options: ConnectionOptions): Promise<Connection> {
  const data = await context.getCredentials(CREDENTIAL_NAME);
  const settings = settingsOf(data);
  const issuedFor = fingerprint(settings);
  const reference = context.getNode().credentials?.[CREDENTIAL_NAME];
  // `data` is shared by all requests: n8n puts a new token into this very object, and reads it from there.
  const credentialsDecrypted = {
    id: reference?.id ?? '',
    name: reference?.name ?? '',
    type: CREDENTIAL_NAME,
    data,
  };

  const sendOnce = async (request: IHttpRequestOptions): Promise<ServiceReply> => {
    await options.beforeEach();
    // An empty token makes n8n obtain a new one before it sends.
    if (!isUsable(storedTokenSchema.parse(data), issuedFor, Date.now())) data['accessToken'] = '';
    try {
      return replySchema.parse(
        await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, request, {
          credentialsDecrypted,
        }),
      );
    } catch (error) {
      throw noReply(error, request.url);
    }
  };

  const send: Send = async (serviceRequest) => {
    const request = requestOptions(serviceRequest, options.timeoutMs);
    const reply = await sendOnce(request);
    if (reply.status !== 401) return reply;
    refuseToken(data, request);
    return await sendOnce(requestOptions(serviceRequest, options.timeoutMs));
  };

  return { settings, send };
}

function settingsOf(credential: unknown): ServiceSettings {
  try {
    return readSettings(credential);
  } catch (error) {
    throw settingsFailure(error instanceof SettingsError ? error.message : 'The credential cannot be read.');
  }
}

function requestOptions(request: ServiceRequest, timeoutMs: number): IHttpRequestOptions {
  return {
    method: request.method,
    url: request.url,
    qs: { ...request.query },
    headers: { Accept: 'application/json' },
    ...(request.body ? { body: request.body } : {}),
    // As text: whether it is JSON, and which, is for the contract to say.
    encoding: 'text',
    timeout: timeoutMs,
    disableFollowRedirect: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  };
}

/** Gives up the token that the request carried, unless another request has replaced it already. */
function refuseToken(data: ICredentialDataDecryptedObject, request: IHttpRequestOptions): void {
  const { accessToken } = storedTokenSchema.parse(data);
  if (request.headers?.['Authorization'] !== bearer(accessToken)) return;
  data['refusedAccessToken'] = accessToken;
  data['accessToken'] = '';
}

const replySchema = z
  .object({
    statusCode: z.int(),
    headers: z.object({ 'retry-after': z.string().optional().catch(undefined) }).catch({}),
    body: z.string().catch(''),
  })
  .transform(({ statusCode, headers, body }): ServiceReply => ({
    status: statusCode,
    text: body,
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  }));

/** Says why no reply came, from whatever n8n's helper threw. */
function noReply(error: unknown, url: string): ScreeningFailure {
  for (const link of causesOf(error)) {
    const token = tokenExchangeErrorSchema.safeParse(link);
    if (token.success) {
      return new ScreeningFailure({
        message: token.data.message,
        description: token.data.explanation,
        fatal: true,
      });
    }
    // The credential's is a class of its own bundle, so that only the name tells.
    if (link instanceof Error && link.name === SettingsError.name) return settingsFailure(link.message);
  }
  return networkFailure(networkProblem(error), url);
}

function settingsFailure(message: string): ScreeningFailure {
  return new ScreeningFailure({
    message,
    description: 'Open the credential, correct it and test it.',
    fatal: true,
  });
}

const NEVER_SENT: ReadonlySet<NetworkProblem> = new Set(['hostUnknown', 'refused', 'tls', 'unreachable']);

function networkFailure(problem: NetworkProblem, url: string): ScreeningFailure {
  const message = networkSentence(problem, url);
  if (NEVER_SENT.has(problem)) {
    return new ScreeningFailure({
      message,
      description: 'Nothing was sent. Check the Base URL in the credential, and that this n8n can reach it.',
      retry: 'safe',
    });
  }
  if (problem === 'blocked') {
    return new ScreeningFailure({
      message,
      description: 'Nothing was sent. Ask whoever runs this n8n to allow the address.',
      fatal: true,
    });
  }
  return new ScreeningFailure({ message, retry: 'uncertain', workMayBeDone: true });
}
