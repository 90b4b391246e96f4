// Why no answer came, and whether the request can have reached the service.
import { createServer, type Server } from 'node:http';

import axios, { AxiosError } from 'axios';
import * as z from 'zod/v4';

import { NoAnswer, networkSentence } from '../../nodes/CompanyScreening/service/failure';
import { networkProblem } from '../../nodes/CompanyScreening/transport/noReply';
import { NETWORK_PROBLEMS } from './builders';

const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });
const http = axios.create({ proxy: false });
const problemOf = async (url: string, timeout = 0) =>
  await http.get(url, { timeout }).then(() => 'answered', networkProblem);

describe('a network error', () => {
  test.each([
    ['ENOTFOUND', 'hostUnknown'],
    ['EAI_AGAIN', 'hostUnknown'],
    ['ECONNREFUSED', 'connectionRefused'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ECONNABORTED', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['Z_DATA_ERROR', 'damaged'],
    ['Z_BUF_ERROR', 'damaged'],
    ['SOMETHING_NEW', 'unknown'],
  ])('with the code %s means: %s', (code, problem) => {
    expect(networkProblem(coded(code))).toBe(problem);
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EPROTO', 'ERR_SSL_BAD_RECORD_TYPE'])(
    '%s on an open connection may have been received',
    (code) => {
      expect(['reset', 'timeout', 'unknown']).toContain(networkProblem(coded(code, { syscall: 'read' })));
    },
  );

  test('that timed out after it was connected may have been received', () => {
    expect(networkProblem(coded('ETIMEDOUT', { syscall: 'read' }))).toBe('timeout');
    expect(networkProblem(coded('ETIMEDOUT'))).toBe('timeout');
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])(
    '%s on connecting cannot have been received',
    (code) => {
      expect(networkProblem(coded(code, { syscall: 'connect' }))).toBe('unreachable');
    },
  );

  test.each([
    ['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ssl/tls alert handshake failure'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tlsv1 alert protocol version'],
  ])('that ended the handshake cannot have been received: %s %s', (code, message) => {
    expect(networkProblem(Object.assign(new Error(message), { code }))).toBe('encryption');
  });

  test.each([
    'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:354:',
    'C0:error:0A0000C6:SSL routines:tls_get_more_records:packet length too long:../tls_common.c:655:',
  ])('of an https request to an http server says so, and blames no certificate: %s', (message) => {
    const error = Object.assign(new Error(message), { code: 'EPROTO' });
    expect(networkProblem(error)).toBe('notHttps');
    expect(networkSentence('notHttps', 'https://api.example.com')).not.toMatch(/certificate/);
  });

  test.each([
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:'],
    [
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'C0:error:0A0000C6:SSL routines:ssl3_get_record:packet length too long:',
    ],
  ])(
    'of a secure connection that was disturbed after the request may have been received: %s',
    (code, text) => {
      expect(networkProblem(Object.assign(new Error(text), { code }))).toBe('unknown');
    },
  );

  test("from n8n's protection against internal addresses is recognised by its name", () => {
    expect(networkProblem(Object.assign(new Error('x'), { name: 'SsrfBlockedIpError' }))).toBe('blocked');
  });

  test('is found behind the errors that wrap it', () => {
    const wrapped = new Error('outer', { cause: new Error('inner', { cause: coded('ECONNREFUSED') }) });
    expect(networkProblem(wrapped)).toBe('connectionRefused');
  });

  test('in a circle of causes is unknown, and the search ends', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(networkProblem(circle)).toBe('unknown');
  });

  test.each([[undefined], [null], ['text'], [7], [{}]])(
    'that is no error at all (%j) is unknown',
    (thrown) => {
      expect(networkProblem(thrown)).toBe('unknown');
    },
  );

  test("axios's wrapping of a connect timeout does not hide that nothing was sent", () => {
    const error = AxiosError.from(coded('ETIMEDOUT', { syscall: 'connect' }), 'ETIMEDOUT');
    expect(networkProblem(error)).toBe('unreachable');
  });
});

describe('over real sockets', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/reset') response.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = z.object({ port: z.int() }).parse(server.address());
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a connection that breaks before the answer is a reset', async () => {
    expect(await problemOf(`${url}/reset`)).toBe('reset');
  });

  test('an answer that does not come in time is a timeout', async () => {
    expect(await problemOf(`${url}/hang`, 50)).toBe('timeout');
  });

  test('a port where nobody listens is refused', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = z.object({ port: z.int() }).parse(closed.address());
    await new Promise((resolve) => closed.close(resolve));
    expect(await problemOf(`http://127.0.0.1:${port}`)).toBe('connectionRefused');
  });
});

describe('the sentence', () => {
  test('names the host and nothing else of the address', () => {
    const sentence = networkSentence('timeout', 'https://api.example.com:8443/path?subscription-key=secret');
    expect(sentence).toContain('api.example.com:8443');
    expect(sentence).not.toMatch(/path|secret/);
  });

  test('does without a host if the address is not one', () => {
    expect(networkSentence('connectionRefused', 'no address')).toContain('the service');
  });

  test('is different for each problem', () => {
    expect(new Set(NETWORK_PROBLEMS.map((problem) => networkSentence(problem, 'https://h'))).size).toBe(
      NETWORK_PROBLEMS.length,
    );
  });
});

describe('people are told', () => {
  test.each([
    ['blocked', 'This n8n does not allow requests to api.example.com.'],
    ['certificate', 'No secure connection to api.example.com: its certificate was not accepted.'],
    [
      'encryption',
      'No secure connection to api.example.com: it closed the connection, or does not support the same encryption.',
    ],
    ['hostUnknown', 'The host api.example.com cannot be found.'],
    [
      'notHttps',
      'api.example.com does not use https: its address may begin with http://, or its port may be wrong.',
    ],
    ['connectionRefused', 'Nothing answers at api.example.com: the connection was refused.'],
    ['unreachable', 'The host api.example.com cannot be reached from this n8n.'],
    ['damaged', 'The response from api.example.com is damaged and cannot be decompressed.'],
    ['reset', 'The connection to api.example.com was closed before a response arrived.'],
    ['timeout', 'api.example.com did not answer in time.'],
    ['tooLarge', 'The response from api.example.com is too large.'],
    ['unknown', 'The request to api.example.com failed before a response arrived.'],
  ] as const)('what happened, and where: %s', (problem, sentence) => {
    expect(networkSentence(problem, 'https://api.example.com/screening')).toBe(sentence);
    expect(new NoAnswer(problem)).toMatchObject({ name: 'NoAnswer', problem });
  });
});
