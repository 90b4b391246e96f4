// Why a request got no answer, in words.

export type NetworkProblem =
  | 'blocked'
  | 'certificate'
  | 'connectionRefused'
  | 'encryption'
  | 'hostUnknown'
  | 'notHttps'
  | 'unreachable'
  | 'damaged'
  | 'reset'
  | 'timeout'
  | 'tooLarge'
  | 'unknown';

const SENTENCES: Record<NetworkProblem, (host: string) => string> = {
  blocked: (host) => `This n8n does not allow requests to ${host}.`,
  certificate: (host) => `No secure connection to ${host}: its certificate was not accepted.`,
  encryption: (host) =>
    `No secure connection to ${host}: it closed the connection, or does not support the same encryption.`,
  hostUnknown: (host) => `The host ${host} cannot be found.`,
  notHttps: (host) =>
    `${host} does not use https: its address may begin with http://, or its port may be wrong.`,
  connectionRefused: (host) => `Nothing answers at ${host}: the connection was refused.`,
  unreachable: (host) => `The host ${host} cannot be reached from this n8n.`,
  damaged: (host) => `The response from ${host} is damaged and cannot be decompressed.`,
  reset: (host) => `The connection to ${host} was closed before a response arrived.`,
  timeout: (host) => `${host} did not answer in time.`,
  tooLarge: (host) => `The response from ${host} is too large.`,
  unknown: (host) => `The request to ${host} failed before a response arrived.`,
};

/** One sentence that names the host and what happened. */
export function networkSentence(problem: NetworkProblem, address: string): string {
  return SENTENCES[problem](URL.canParse(address) ? new URL(address).host : 'the service');
}

/** A request that got no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly problem: NetworkProblem) {
    super(problem);
  }
}
