// Finds out why a request got no answer, from whatever error n8n and its HTTP client gave.
import * as z from 'zod/v4';

import type { NetworkProblem } from '../service/network';

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
// Before the handshake is complete, no request has been sent.
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
  // The same words end a connection over which the request has gone, if something else then speaks on it. Node.js gives
  // them a code of their own there; in a handshake they are the EPROTO of a write.
  const afterHandshake = links.some(({ code }) => code?.startsWith('ERR_SSL_'));
  if (!afterHandshake && links.some(({ message }) => NO_TLS_SPOKEN.test(message ?? ''))) return 'notHttps';
  if (links.some(({ message }) => HANDSHAKE.test(message ?? ''))) return 'encryption';
  const problem = links.flatMap(({ code }) => PROBLEM_OF_CODE[code ?? ''] ?? [])[0] ?? 'unknown';
  // The same codes also end a connection over which the request may have gone.
  const connecting = links.some(({ syscall }) => syscall === 'connect');
  return connecting && (problem === 'timeout' || problem === 'reset') ? 'unreachable' : problem;
}

/** The error, what caused it, and so on: n8n wraps once or twice; a longer chain, or a circle, is cut off. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (typeof link === 'object' && link !== null && chain.length < 5) {
    chain.push(link);
    link = 'cause' in link ? link.cause : undefined;
  }
  return chain;
}
