// Why a request got no answer, read from whatever error the HTTP client gave.
import * as z from 'zod/v4';

/** Whether the service can have received the request is what tells these apart. */
export type NetworkProblem =
  // The request cannot have reached the service.
  | 'hostUnknown'
  | 'refused'
  | 'tls'
  | 'unreachable'
  | 'blocked'
  // It may have.
  | 'reset'
  | 'timeout'
  | 'unknown';

const KINDS: Readonly<Record<string, NetworkProblem>> = {
  EAI_AGAIN: 'hostUnknown',
  ENOTFOUND: 'hostUnknown',
  ECONNREFUSED: 'refused',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  ECONNABORTED: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EHOSTUNREACH: 'reset',
  ENETDOWN: 'reset',
  ENETUNREACH: 'reset',
  EPIPE: 'reset',
};

// Before the handshake is through, no request has been sent.
const HANDSHAKE =
  /before secure TLS connection|wrong version number|handshake failure|alert protocol version/i;

const SENTENCES: Record<NetworkProblem, (host: string) => string> = {
  hostUnknown: (host) => `The host ${host} cannot be found.`,
  refused: (host) => `Nothing answers at ${host}: the connection was refused.`,
  tls: (host) => `No secure connection to ${host}: its certificate or encryption was not accepted.`,
  unreachable: (host) => `The host ${host} cannot be reached from this n8n.`,
  blocked: (host) => `This n8n does not allow requests to ${host}.`,
  reset: (host) => `The connection to ${host} broke off before an answer came.`,
  timeout: (host) => `${host} did not answer in time.`,
  unknown: (host) => `The request to ${host} failed before an answer came.`,
};

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
  if (links.some(({ message }) => HANDSHAKE.test(message ?? ''))) return 'tls';
  const problem = links.flatMap(({ code }) => KINDS[code ?? ''] ?? [])[0] ?? 'unknown';
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

/** One sentence that names the host and what happened. */
export function networkSentence(problem: NetworkProblem, address: string): string {
  return SENTENCES[problem](URL.canParse(address) ? new URL(address).host : 'the service');
}
