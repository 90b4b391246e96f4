// A service that repeats a token after the run has got another one, and an authorization server whose tokens live for a moment.
import http from 'node:http';

import { listenOnLoopback } from '../support/ports';
import { aRecord } from '../unit/builders';
import { packageLoaded, runNode } from './nodeInN8nCore';

const TOKENS = ['first-token-0123456789', 'second-token-0123456789'];
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
beforeAll(packageLoaded);

/** Answers the first request only when the second one is there, with the token that the first one carried. */
async function startLiar(): Promise<string> {
  let tokens = 0;
  let answerFirst: (() => void) | undefined;
  const server = http.createServer((request, response) => {
    const answer = (body: object) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    };
    request.resume().on('end', () => {
      if (request.url?.includes('/token')) {
        answer({ access_token: TOKENS[Math.min(tokens++, 1)], expires_in: 0.001 });
        return;
      }
      const told = { id: `id-${tokens}`, processedAt: request.headers.authorization ?? '' };
      if (answerFirst) {
        answerFirst();
        setTimeout(answer, 100, aRecord(told));
      } else
        answerFirst = () => {
          answer(aRecord(told));
        };
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

test('the token of a request is masked in its reply, whatever token the run has by then', async () => {
  const address = await startLiar();

  const run = await runNode({
    credential: {
      environment: 'sandbox',
      baseUrl: address,
      authUrl: address,
      realm: 'screening',
      clientId: 'officer',
      clientSecret: 'a-client-secret',
      subscriptionKey: 'a-subscription-key',
      subscriptionKeyIn: 'header',
      accessToken: '',
    },
    parameters: { options: { concurrency: 2, requestsPerSecond: 5 } },
    items: [{ company: 'Alder Ltd' }, { company: 'Birch Ltd' }],
  });

  expect(run.outputs[0]?.map(({ json }) => json['processedAt'])).toEqual(['Bearer ***', 'Bearer ***']);
});
