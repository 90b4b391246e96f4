// Sends the requests of a run to the service. They go through n8n's own helper, so that the proxy, the cancellation and the protection
// against internal addresses of the user's n8n hold.
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { createDeadline, untilCancelled, Cancellation, type Clock } from '../flowControl/time';
import { bearer, type ServiceRequest } from '../service/endpoints';
import { createMask, type Mask } from '../service/masking';
import { showsRequestWasTaken, type ServiceReply } from '../service/reply';
import { ReplyDates } from '../service/staleness';
import { readSettings, SettingsError, type ServiceSettings } from '../service/settings';
import { fingerprint, isUsable } from '../service/token';
import { HeldToken } from './heldToken';
import { LargeReplies, REPLY_OPTIONS } from './httpReply';
import { credentialFailure, noCredential, failureWithoutReply } from './networkFailure';
import { receiveReply } from './receive';

const CREDENTIAL_NAME = 'companyScreeningApi';
// A bound for runs whose every token expires on its way.
const MAX_RENEWALS = 5;

/**
 * Sends one request and gives the reply whatever its status. Throws an OperationFailure where none came.
 *
 * @param beforeEach awaited before every time that it goes out, a repeated one included; rejects when it may not
 */
type SendFunction = (request: ServiceRequest, beforeEach: () => Promise<void>) => Promise<ServiceReply>;

export interface Connection {
  settings: ServiceSettings;
  send: SendFunction;
}

export interface ConnectionOptions {
  /** Milliseconds of each request, from its start to the last byte of its reply, including a token exchange that it needs. */
  timeoutMs: number;
  clock: Clock;
}

/**
 * Opens the run's connection: reads the credential once, for all its requests. A request that gets a 401 is repeated once with a new token,
 * which all share, unless the reply shows that it was taken; more often only if its tokens expire on the way.
 *
 * @throws OperationFailure when the credential cannot be used
 */
export async function connect(context: IExecuteFunctions, options: ConnectionOptions): Promise<Connection> {
  const { clock } = options;
  const reference = context.getNode().credentials?.[CREDENTIAL_NAME];
  const data = await context.getCredentials(CREDENTIAL_NAME).catch((error: unknown) => {
    throw reference ? error : noCredential();
  });
  const settings = settingsOf(data);
  const issuedFor = fingerprint(settings);
  // `data` is shared by all requests: n8n puts a new token into this very object, and reads it from there.
  const credentialsDecrypted = {
    id: reference?.id ?? '',
    name: reference?.name ?? '',
    type: CREDENTIAL_NAME,
    data,
  };
  const run = new Cancellation(context.getExecutionCancelSignal());
  const beginTime = createDeadline(options.timeoutMs, run, clock);
  const held = new HeldToken(data);
  const mask = maskOf(settings, held);
  const dates = new ReplyDates();
  const largeReplies = new LargeReplies();

  const sendOnce = async (
    serviceRequest: ServiceRequest,
    request: IHttpRequestOptions,
    beforeEach: () => Promise<void>,
  ): Promise<{ reply: ServiceReply; sentAt: number }> => {
    await beforeEach();
    const sentAt = clock.epochMs();
    if (!isUsable(held.token, issuedFor, sentAt)) held.drop();
    try {
      const reply = await untilCancelled(beginTime(), async (signal) => {
        const received: unknown = await context.helpers.httpRequestWithAuthentication.call(
          cancelledBy(signal, context),
          CREDENTIAL_NAME,
          request,
          { credentialsDecrypted },
        );
        return await receiveReply(received, {
          mask: mask(request),
          signal,
          request: serviceRequest,
          clock,
          dates,
          largeReplies,
          tokenDate: () => held.token.serverDate ?? 0,
        });
      });
      return { reply, sentAt };
    } catch (error) {
      // n8n has not come to the request yet while it has no token.
      const sent = held.token.accessToken !== '' || request.headers !== undefined;
      throw failureWithoutReply(error, { request, mayBeFile: serviceRequest.maxFileMb !== undefined, sent });
    }
  };

  const send: SendFunction = async (serviceRequest, beforeEach) => {
    for (let renewals = 0; ; renewals++) {
      const request = requestOptions(serviceRequest, options.timeoutMs);
      const { reply, sentAt } = await sendOnce(serviceRequest, request, beforeEach);
      if (reply.status !== 401 || showsRequestWasTaken(reply)) return reply;
      // A token that expired on its way was not refused for what it is.
      const mayRenew = renewals === 0 || (renewals < MAX_RENEWALS && hasExpired(held, clock.epochMs()));
      if (!mayRenew) return reply;
      giveUpToken(held, request, sentAt);
    }
  };

  return { settings, send };
}

function settingsOf(credential: unknown): ServiceSettings {
  try {
    return readSettings(credential);
  } catch (error) {
    throw credentialFailure(
      error instanceof SettingsError ? error.message : 'The credential cannot be read.',
    );
  }
}

function requestOptions(request: ServiceRequest, timeoutMs: number): IHttpRequestOptions {
  return {
    method: request.method,
    url: request.url,
    timeout: timeoutMs,
    ...REPLY_OPTIONS,
    ...(request.body ? { body: request.body } : {}),
  };
}

/** Replaces only the context's cancel signal: n8n's helper takes the one that ends the request from there. */
function cancelledBy(signal: AbortSignal, context: IExecuteFunctions): IExecuteFunctions {
  return new Proxy(context, {
    get: (target, name): unknown =>
      name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
  });
}

function hasExpired({ token }: HeldToken, now: number): boolean {
  return token.accessToken !== '' && token.expiresAt <= now;
}

/** Gives up the token that the request carried, unless another request has replaced it already. */
function giveUpToken(held: HeldToken, request: IHttpRequestOptions, sentAt: number): void {
  if (request.headers?.['Authorization'] === bearer(held.token.accessToken)) held.refuse(sentAt);
}

const textSchema = z.string().catch('');
// The number is bounded, since each token of a server that gives very short lives would make every later mask slower.
const MAX_MASKED_TOKENS = 20;

/**
 * Gives the mask for the credential's secrets, the token that the request carried and the latest ones of the run: a reply may still quote a
 * token from before a renewal.
 */
function maskOf(settings: ServiceSettings, held: HeldToken): (request: IHttpRequestOptions) => Mask {
  let accessTokens: string[] = [];
  let latest: { sent: unknown; stored: unknown; mask: Mask } | undefined;
  return ({ headers }) => {
    const sent = headers?.['Authorization'];
    const stored = held.token.accessToken;
    // Both are the same for thousands of requests.
    if (!latest || latest.sent !== sent || latest.stored !== stored) {
      const tokens = [textSchema.parse(sent).slice(bearer('').length), stored];
      const others = accessTokens.filter((token) => !tokens.includes(token));
      accessTokens = [...new Set([...others, ...tokens])].slice(-MAX_MASKED_TOKENS);
      latest = { sent, stored, mask: createMask({ ...settings, accessTokens }) };
    }
    return latest.mask;
  };
}
