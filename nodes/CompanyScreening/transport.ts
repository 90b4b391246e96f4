// The one place that sends a request. It goes through n8n's own helper, so that the proxy, the cancellation and
// the protection against internal addresses of the user's n8n hold.
import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { parse as parseDisposition } from 'content-disposition';
import * as z from 'zod/v4';

import type { ServiceRequest } from './service/endpoints';
import { OperationFailure } from './service/failure';
import { causesOf, networkProblem, networkSentence, type NetworkProblem } from './service/network';
import type { ReplyFile, ServiceReply } from './service/reply';
import { retryAfterMs } from './service/retryAfter';
import { readSettings, SettingsError, type ServiceSettings } from './service/settings';
import { bearer } from './service/signature';
import { fingerprint, isUsable, storedTokenSchema, tokenExchangeErrorSchema } from './service/token';

const CREDENTIAL_NAME = 'companyScreeningApi';

/** Sends one request and gives the reply whatever its status. Throws a OperationFailure where none came. */
type Send = (request: ServiceRequest) => Promise<ServiceReply>;

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
 * @throws OperationFailure when the credential cannot be used
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
      throw noReply(error, request);
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
    ...(request.body ? { body: request.body } : {}),
    // Not parsed: whether it is JSON, and which, or a file, is for the contract to say.
    encoding: request.method === 'GET' ? 'arraybuffer' : 'text',
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

const header = z.string().optional().catch(undefined);
const replySchema = z
  .object({
    statusCode: z.int(),
    headers: z
      .object({ 'retry-after': header, 'content-type': header, 'content-disposition': header })
      .catch({}),
    body: z.union([z.string(), z.instanceof(Buffer)]).catch(''),
  })
  .transform(({ statusCode, headers, body }): ServiceReply => {
    const file = fileOf(body, headers['content-type'], headers['content-disposition']);
    return {
      status: statusCode,
      retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
      ...(file ? { kind: 'file', file } : { kind: 'text', text: body.toString() }),
    };
  });

/** A body that came as bytes and is neither JSON nor a page, which would be a gateway's, is a file. */
function fileOf(
  body: Buffer | string,
  contentType: string | undefined,
  disposition: string | undefined,
): ReplyFile | undefined {
  if (typeof body === 'string' || body.length === 0) return undefined;
  if (contentType === undefined || /json|html/i.test(contentType)) return undefined;
  const name = disposition === undefined ? undefined : parseDisposition(disposition).parameters['filename'];
  // The last part only: a name is not to say where a file goes.
  return { bytes: body, contentType, name: name?.split(/[\\/]/).at(-1) };
}

/** Says why no reply came, from whatever n8n's helper threw. */
function noReply(error: unknown, request: IHttpRequestOptions): OperationFailure {
  for (const link of causesOf(error)) {
    const token = tokenExchangeErrorSchema.safeParse(link);
    if (token.success) {
      return new OperationFailure({
        message: token.data.message,
        description: token.data.explanation,
        state: 'notSent',
        endsRun: true,
      });
    }
    // The credential's is a class of its own bundle, so that only the name tells.
    if (link instanceof Error && link.name === SettingsError.name) return settingsFailure(link.message);
  }
  return networkFailure(networkProblem(error), request);
}

function settingsFailure(message: string): OperationFailure {
  return new OperationFailure({
    message,
    description: 'Open the credential, correct it and test it.',
    state: 'notSent',
    endsRun: true,
  });
}

const NEVER_SENT: ReadonlySet<NetworkProblem> = new Set(['hostUnknown', 'refused', 'tls', 'unreachable']);

function networkFailure(problem: NetworkProblem, { method, url }: IHttpRequestOptions): OperationFailure {
  const message = networkSentence(problem, url);
  if (NEVER_SENT.has(problem)) {
    return new OperationFailure({
      message,
      description: 'Nothing was sent. Check the Base URL in the credential, and that this n8n can reach it.',
      state: 'safe',
    });
  }
  if (problem === 'blocked') {
    return new OperationFailure({
      message,
      description: 'Nothing was sent. Ask whoever runs this n8n to allow the address.',
      state: 'notSent',
      endsRun: true,
    });
  }
  // A GET only asks, so that it does no harm to ask again.
  return new OperationFailure(
    method === 'GET' ? { message, state: 'safe' } : { message, state: 'uncertain' },
  );
}
