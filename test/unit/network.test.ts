// Why no answer came, and whether the request can have reached the service.
import { createServer, type Server } from 'node:http';

import axios, { AxiosError } from 'axios';
import * as z from 'zod/v4';

import { networkProblem } from '../../nodes/CompanyScreening/transport/networkFailure';

const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });
const http = axios.create({ proxy: false });
const problemOf = async (url: string, timeout = 0) =>
  await http.get(url, { timeout }).then(() => 'answered', networkProblem);

describe('a network error', () => {
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
