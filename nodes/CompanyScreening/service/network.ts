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
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  ECONNABORTED: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
};

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

/** Finds the first network error in a chain of causes. Anything it cannot name is `unknown`. */
export function networkProblem(error: unknown): NetworkProblem {
  for (const link of causesOf(error)) {
    const parsed = linkSchema.safeParse(link);
    const problem = parsed.success ? problemOf(parsed.data) : undefined;
    if (problem) return problem;
  }
  return 'unknown';
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

function problemOf({ name, message, code, syscall }: z.infer<typeof linkSchema>): NetworkProblem | undefined {
  if (name?.startsWith('SsrfBlocked')) return 'blocked';
  // A handshake that is cut off has carried no request yet.
  if (message?.includes('before secure TLS connection')) return 'tls';
  if (code?.startsWith('ERR_TLS_') || code?.startsWith('ERR_SSL_')) return 'tls';
  if (code === 'ETIMEDOUT' && syscall === 'connect') return 'unreachable';
  return code === undefined ? undefined : KINDS[code];
}
