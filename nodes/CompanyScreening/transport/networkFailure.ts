// Explains why a request has no reply that can be read, from whatever was thrown on its way, in words a person can act on.
import type { IHttpRequestOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { DeadlineExceeded } from '../flowControl/time';
import {
  failedRun,
  networkSentence,
  isReadOnly,
  OperationFailure,
  wasNeverSent,
  type NetworkProblem,
} from '../service/failure';
import { SettingsError } from '../service/settings';
import { ReplyTooLarge, RunTooLarge } from './httpReply';

export interface FailedRequest {
  request: IHttpRequestOptions;
  /** True if its reply may be a file, for whose size there is an option. */
  mayBeFile: boolean;
  /** True if it may have gone out. Before that, n8n obtains a token if one is needed. */
  sent: boolean;
}

/** Gives the failure to report. */
export function failureWithoutReply(error: unknown, failed: FailedRequest): OperationFailure {
  const { request, sent } = failed;
  for (const link of causesOf(error)) {
    if (link instanceof ReplyTooLarge) return tooLarge(link, failed);
    if (link instanceof Error && tokenExchangeErrorSchema.safeParse(link).success) return noToken(link);
    // The name is compared, since the credential's bundle has its own copy of the class.
    if (link instanceof Error && link.name === SettingsError.name) return credentialFailure(link.message);
  }
  if (error instanceof DeadlineExceeded && !sent) {
    return new OperationFailure({
      message: 'The authorization server did not issue an access token in time.',
      isUnreachable: true,
      advice: 'Try again later, or raise Timeout in the options.',
      state: 'safe',
      sending: 'never',
    });
  }
  return networkFailure(networkProblem(error), request);
}

/** A credential that cannot be used. */
export function credentialFailure(
  message: string,
  todo = 'Open the credential, correct it and test it.',
): OperationFailure {
  return failedRun({
    message,
    advice: todo,
  });
}

/** A node in which nobody has chosen a credential. */
export function noCredential(): OperationFailure {
  return credentialFailure(
    'No credential is chosen.',
    'Open the node, choose one under Credential, and run it again.',
  );
}

/** A TokenExchangeError of the credential, inside n8n's own error. The credential's bundle has its own copy of the class. */
export const tokenExchangeErrorSchema = z.object({
  name: z.literal('TokenExchangeError'),
  failure: z.object({
    summary: z.string(),
    advice: z.string(),
    passing: z.boolean(),
    retryAfterMs: z.number().optional(),
  }),
});

function noToken(error: Error): OperationFailure {
  const { summary, advice, passing, retryAfterMs } = tokenExchangeErrorSchema.parse(error).failure;
  return new OperationFailure({
    message: summary,
    advice,
    ...(passing
      ? { isUnreachable: true, state: 'safe', sending: 'never', ...(retryAfterMs ? { retryAfterMs } : {}) }
      : { state: 'unsendable', failsEveryItem: true }),
  });
}

function tooLarge(error: ReplyTooLarge, { request, mayBeFile }: FailedRequest): OperationFailure {
  const { maxMb } = error;
  const host = new URL(request.url).host;
  if (error instanceof RunTooLarge) {
    return new OperationFailure({
      message: `The reply from ${host} is larger than ${maxMb} MB, and such replies in this run add up to more than ${error.ofRunMb} MB.`,
      explanation: 'It was not read completely, and nothing more is sent, since n8n might run out of memory.',
      advice: "Run the rest of the list again. If it happens again, contact the service's support.",
      failsEveryItem: true,
      ...(isReadOnly(request) ? { state: 'refused' } : { state: 'staysUncertain', receiptId: null }),
    });
  }
  const todo = mayBeFile ? 'For a file, raise Max File Size in the options.' : 'This item has no result.';
  return new OperationFailure({
    message: `The reply from ${host} is larger than ${maxMb} MB.`,
    explanation: 'It was not read completely.',
    advice: todo,
    ...(isReadOnly(request) ? { state: 'refused' } : { state: 'staysUncertain', receiptId: null }),
  });
}

function networkFailure(problem: NetworkProblem, request: IHttpRequestOptions): OperationFailure {
  const message = networkSentence(problem, request.url);
  if (problem === 'blocked') {
    return failedRun({ message, advice: 'Ask whoever runs this n8n to allow the address.' });
  }
  if (wasNeverSent(problem)) {
    return new OperationFailure({
      message,
      advice: 'Check the Base URL in the credential, and that this n8n can reach it.',
      isUnreachable: true,
      state: 'safe',
      sending: 'never',
    });
  }
  if (!isReadOnly(request)) return new OperationFailure({ message, isUnreachable: true, state: 'uncertain' });
  const advice =
    problem === 'timeout'
      ? 'Raise Timeout in the options, or run this item again later: asking costs nothing.'
      : 'Run this item again later: asking costs nothing.';
  return new OperationFailure({ message, advice, isUnreachable: true, state: 'safe' });
}

const PROBLEM_OF_CODE: Readonly<Record<string, NetworkProblem>> = {
  EAI_AGAIN: 'hostUnknown',
  ENOTFOUND: 'hostUnknown',
  ECONNREFUSED: 'connectionRefused',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  ECONNABORTED: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EHOSTUNREACH: 'reset',
  ENETDOWN: 'reset',
  ENETUNREACH: 'reset',
  EPIPE: 'reset',
  Z_BUF_ERROR: 'damaged',
  Z_DATA_ERROR: 'damaged',
};

// A server that speaks plain http answers the first message of a TLS connection with something that is not TLS.
const NO_TLS_SPOKEN = /wrong version number|packet length too long|record layer failure/i;
// No request has been sent before the handshake is complete.
const HANDSHAKE = /before secure TLS connection|handshake failure|alert protocol version/i;

const linkSchema = z.object({
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
});

/** Finds the network error in a chain of causes. Anything it cannot name is `unknown`. */
export function networkProblem(error: unknown): NetworkProblem {
  const links = causesOf(error).flatMap((link) => linkSchema.safeParse(link).data ?? []);
  if (links.some(({ name }) => name?.startsWith('SsrfBlocked'))) return 'blocked';
  if (links.some(({ name }) => name === 'DeadlineExceeded')) return 'timeout';
  if (links.some(({ name }) => name === 'ReplyTooLarge')) return 'tooLarge';
  // The same words may end a connection over which the request has gone. Node.js gives them a code of their own there; in a handshake they
  // are the EPROTO of a write.
  const afterHandshake = links.some(({ code }) => code?.startsWith('ERR_SSL_'));
  const says = (words: RegExp) => links.some(({ message }) => words.test(message ?? ''));
  if (!afterHandshake && says(NO_TLS_SPOKEN)) return 'notHttps';
  if (!afterHandshake && says(HANDSHAKE)) return 'encryption';
  const problem = links.flatMap(({ code }) => PROBLEM_OF_CODE[code ?? ''] ?? [])[0] ?? 'unknown';
  // Only a failed connect is certain: the same codes also end a connection over which the request may have gone.
  const connecting = links.some(({ syscall }) => syscall === 'connect');
  return connecting && (problem === 'timeout' || problem === 'reset') ? 'unreachable' : problem;
}

/** The error, its cause, and so on. n8n wraps once or twice; a longer chain, or a circle, is cut off. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (typeof link === 'object' && link !== null && chain.length < 5) {
    chain.push(link);
    link = 'cause' in link ? link.cause : undefined;
  }
  return chain;
}
