// Why a request has no reply: in words a person can act on, and with what is known of the work.
import { DeadlineExceeded } from '../../nodes/CompanyScreening/flowControl/time';
import {
  networkSentence,
  NetworkError,
  type NetworkProblem,
} from '../../nodes/CompanyScreening/service/failure';
import { SettingsError } from '../../nodes/CompanyScreening/service/settings';
import { ReplyTooLarge, RunTooLarge } from '../../nodes/CompanyScreening/transport/httpReply';
import {
  causesOf,
  credentialFailure,
  networkProblem,
  noCredential,
  failureWithoutReply,
  type FailedRequest,
} from '../../nodes/CompanyScreening/transport/networkFailure';

const URL = 'https://api.example.com:8443/path?key=secret';
const failed = (changes: Partial<FailedRequest> = {}): FailedRequest => ({
  request: { method: 'POST', url: URL },
  mayBeFile: false,
  sent: true,
  ...changes,
});
const asking = { request: { method: 'GET', url: URL } } as const;
const detailsOf = (error: unknown, changes: Partial<FailedRequest> = {}) =>
  failureWithoutReply(error, failed(changes)).details;
const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });
const wrapped = (cause: unknown) => new Error('n8n says', { cause });

describe('each network error', () => {
  test.each<[string, NetworkProblem]>([
    ['EAI_AGAIN', 'hostUnknown'],
    ['ENOTFOUND', 'hostUnknown'],
    ['ECONNREFUSED', 'connectionRefused'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['CERT_NOT_YET_VALID', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ECONNABORTED', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EHOSTUNREACH', 'reset'],
    ['ENETDOWN', 'reset'],
    ['ENETUNREACH', 'reset'],
    ['EPIPE', 'reset'],
    ['Z_BUF_ERROR', 'damaged'],
    ['Z_DATA_ERROR', 'damaged'],
    ['EWHATEVER', 'unknown'],
  ])('%s is known: %s', (code, problem) => {
    expect(networkProblem(coded(code))).toBe(problem);
    expect(networkProblem(wrapped(wrapped(coded(code))))).toBe(problem);
  });

  test.each<[string, string, NetworkProblem]>([
    ['EPROTO', 'wrong version number', 'notHttps'],
    ['EPROTO', 'Packet Length Too Long', 'notHttps'],
    ['EPROTO', 'record layer failure', 'notHttps'],
    ['ERR_SSL_X', 'record layer failure', 'unknown'],
    ['ECONNRESET', 'disconnected before secure TLS connection was established', 'encryption'],
    ['EPROTO', 'ssl/tls alert handshake failure', 'encryption'],
    ['EPROTO', 'tlsv1 alert protocol version', 'encryption'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'sslv3 alert handshake failure', 'unknown'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tlsv1 alert protocol version', 'unknown'],
  ])('%s "%s" is known: %s', (code, message, problem) => {
    expect(networkProblem(Object.assign(new Error(message), { code }))).toBe(problem);
    expect(networkProblem(wrapped(Object.assign(new Error(message), { code })))).toBe(problem);
  });

  // While connecting, nothing can have been received. The others are the protection of n8n.
  test.each<[string, object, NetworkProblem]>([
    ['ECONNRESET', { syscall: 'connect' }, 'unreachable'],
    ['ETIMEDOUT', { syscall: 'connect' }, 'unreachable'],
    ['ECONNREFUSED', { syscall: 'connect' }, 'connectionRefused'],
    ['ECONNRESET', { syscall: 'read' }, 'reset'],
    ['ECONNREFUSED', { name: 'SsrfBlockedIpError' }, 'blocked'],
    ['ECONNREFUSED', { name: 'SsrfBlockedHostnameError' }, 'blocked'],
    ['ECONNREFUSED', { name: 'SsrfBlocked' }, 'blocked'],
  ])('%s with %j is known: %s', (code, more, problem) => {
    expect(networkProblem(coded(code, more))).toBe(problem);
  });

  test('is found through details of odd types, and the first that says something counts', () => {
    expect(networkProblem({ name: 7, message: {}, code: 5, cause: coded('EPIPE') })).toBe('reset');
    expect(networkProblem(Object.assign(coded('ENOTFOUND'), { cause: coded('EPIPE') }))).toBe('hostUnknown');
  });

  test('is looked for in a chain of five', () => {
    const chain = (length: number): Error => {
      const cause: unknown = length === 1 ? coded('EPIPE') : chain(length - 1);
      return length === 1 ? coded('EPIPE') : wrapped(cause);
    };
    expect(causesOf(chain(5))).toHaveLength(5);
    expect(networkProblem(chain(5))).toBe('reset');
    expect(causesOf(chain(6))).toHaveLength(5);
    expect(networkProblem(chain(6))).toBe('unknown');
    expect(causesOf('text')).toEqual([]);
    expect(causesOf(null)).toEqual([]);
  });
});

describe('each network problem in words', () => {
  test.each<[NetworkProblem, string]>([
    ['blocked', 'This n8n does not allow requests to api.example.com:8443.'],
    ['certificate', 'No secure connection to api.example.com:8443: its certificate was not accepted.'],
    [
      'encryption',
      'No secure connection to api.example.com:8443: it closed the connection, or does not support the same encryption.',
    ],
    ['hostUnknown', 'The host api.example.com:8443 cannot be found.'],
    [
      'notHttps',
      'api.example.com:8443 does not use https: its address may begin with http://, or its port may be wrong.',
    ],
    ['connectionRefused', 'Nothing answers at api.example.com:8443: the connection was refused.'],
    ['unreachable', 'The host api.example.com:8443 cannot be reached from this n8n.'],
    ['damaged', 'The reply from api.example.com:8443 is damaged and cannot be decompressed.'],
    ['reset', 'The connection to api.example.com:8443 was closed before a reply arrived.'],
    ['timeout', 'api.example.com:8443 did not answer in time.'],
    ['tooLarge', 'The reply from api.example.com:8443 is too large.'],
    ['unknown', 'The request to api.example.com:8443 failed before a reply arrived.'],
  ])('%s', (problem, sentence) => {
    expect(networkSentence(problem, URL)).toBe(sentence);
    expect(networkSentence(problem, 'no address')).toBe(
      sentence.replaceAll('api.example.com:8443', 'the service'),
    );
  });

  test('an error of our own keeps which one it was', () => {
    expect(new NetworkError('reset')).toMatchObject({
      name: 'NetworkError',
      problem: 'reset',
      message: 'reset',
    });
  });
});

describe('a request that never reached the service', () => {
  test.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'])('may be sent again (%s)', (code) => {
    expect(detailsOf(coded(code))).toEqual({
      state: 'safe',
      sending: 'never',
      isUnreachable: true,
      message: networkSentence(networkProblem(coded(code)), URL),
      advice: 'Check the Base URL in the credential, and that this n8n can reach it.',
    });
  });

  test('since n8n does not allow the address ends the run', () => {
    expect(detailsOf(Object.assign(new Error(), { name: 'SsrfBlockedIpError' }))).toEqual({
      state: 'unsendable',
      failsEveryItem: true,
      message: networkSentence('blocked', URL),
      advice: 'Ask whoever runs this n8n to allow the address.',
    });
  });
});

describe('a request that may have reached the service', () => {
  test.each(['ECONNRESET', 'ETIMEDOUT', 'Z_DATA_ERROR', 'EWHATEVER'])('may be paid for (%s)', (code) => {
    expect(detailsOf(coded(code))).toEqual({
      state: 'uncertain',
      isUnreachable: true,
      message: networkSentence(networkProblem(coded(code)), URL),
    });
    expect(detailsOf(coded(code), asking).state).toBe('safe');
  });

  test('until its deadline is not the fault of the authorization server', () => {
    const message = 'api.example.com:8443 did not answer in time.';
    for (const error of [new DeadlineExceeded(), wrapped(new DeadlineExceeded())])
      expect(detailsOf(error)).toEqual({ state: 'uncertain', isUnreachable: true, message });
  });
});

describe('a token that did not come', () => {
  const noToken = (failure: object) =>
    wrapped(
      Object.assign(new Error('x'), {
        name: 'TokenExchangeError',
        failure: { summary: 'No token.', advice: 'Wait.', passing: true, ...failure },
      }),
    );

  const unsent = { isUnreachable: true, state: 'safe', sending: 'never' };
  const words = { message: 'No token.', advice: 'Wait.' };
  const late = {
    message: 'The authorization server did not issue an access token in time.',
    advice: 'Try again later, or raise Timeout in the options.',
  };
  test.each([
    ['in time leaves the request unsent', new DeadlineExceeded(), false, { ...unsent, ...late }],
    ['may come later', noToken({}), true, { ...unsent, ...words }],
    [
      'may come when the server asks to come back',
      noToken({ retryAfterMs: 7000 }),
      true,
      { ...unsent, ...words, retryAfterMs: 7000 },
    ],
    ['may come at once', noToken({ retryAfterMs: 0 }), true, { ...unsent, ...words }],
    [
      'and will not come ends the run at once',
      noToken({ passing: false }),
      true,
      { state: 'unsendable', failsEveryItem: true, ...words },
    ],
  ])('%s', (_, error, sent, details) => {
    expect(detailsOf(error, { sent })).toEqual(details);
  });
});

describe('a credential that cannot be used', () => {
  test('is recognised by the name of its error, whose class is another one in its bundle', () => {
    const error = Object.assign(new Error('Realm is empty.'), { name: new SettingsError('x').name });
    expect(detailsOf(wrapped(error))).toEqual({
      state: 'unsendable',
      failsEveryItem: true,
      message: 'Realm is empty.',
      advice: 'Open the credential, correct it and test it.',
    });
  });

  test('has its own advice where nobody has chosen one', () => {
    expect(credentialFailure('No.', 'Do this.').details.advice).toBe('Do this.');
    expect(noCredential().details).toEqual({
      state: 'unsendable',
      failsEveryItem: true,
      message: 'No credential is chosen.',
      advice: 'Open the node, choose one under Credential, and run it again.',
    });
  });
});

test('a reply that is too large was paid for, and says what may be done', () => {
  expect(detailsOf(wrapped(new ReplyTooLarge(16)))).toEqual({
    state: 'staysUncertain',
    receiptId: null,
    message: 'The reply from api.example.com:8443 is larger than 16 MB.',
    explanation: 'It was not read completely.',
    advice: 'This item has no result.',
  });
  expect(detailsOf(new ReplyTooLarge(1), { ...asking, mayBeFile: true })).toEqual({
    state: 'refused',
    message: 'The reply from api.example.com:8443 is larger than 1 MB.',
    explanation: 'It was not read completely.',
    advice: 'For a file, raise Max File Size in the options.',
  });
  expect(detailsOf(wrapped(new RunTooLarge()))).toEqual({
    state: 'staysUncertain',
    receiptId: null,
    failsEveryItem: true,
    message:
      'The reply from api.example.com:8443 is larger than 1 MB, and such replies in this run add up to more than 32 MB.',
    explanation: 'It was not read completely, and nothing more is sent, since n8n might run out of memory.',
    advice: "Run the rest of the list again. If it happens again, contact the service's support.",
  });
  expect(detailsOf(new RunTooLarge(), asking).state).toBe('refused');
  expect(new ReplyTooLarge(2)).toMatchObject({
    name: 'ReplyTooLarge',
    message: 'The reply has more than 2 MB.',
  });
});
