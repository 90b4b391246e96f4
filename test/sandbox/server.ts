// Puts the sandbox together: one HTTP server on loopback with the authorization server under its realm, and
// the API and control routes beside it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import Koa from 'koa';
import { AccessTokens } from './accessTokens';
import { account } from './account';
import { apiRoutes } from './api';
import { type AuthorizationServer, createAuthorizationServer } from './authorizationServer';
import { createAuthority } from './certificates';
import { controlRoutes } from './control';
import { answerUnderFault, type Work } from './faults';
import { rememberConnection } from './resets';
import { State } from './state';

// Longer than any client keeps an idle connection, so that the sandbox resets one only when a fault says so.
const KEEP_ALIVE_MS = 600_000;

/** A sandbox that listens. */
export interface RunningServer {
  url: string;
  /** The certificate authority that clients have to trust, in PEM; null for plain http. */
  ca: string | null;
  stop: () => Promise<void>;
}

/**
 * Starts the sandbox on loopback.
 * @param port 0 takes any free port
 * @param tls whether API and authorization server speak https, with a certificate made now
 * @throws the error of the operating system when the port cannot be had, such as EADDRINUSE
 */
export async function startServer(port: number, tls = false): Promise<RunningServer> {
  const certificates = tls ? await (await createAuthority()).issue() : null;
  const options = { keepAliveTimeout: KEEP_ALIVE_MS };
  const server = certificates
    ? createTlsServer({ ...options, cert: certificates.cert, key: certificates.key })
    : createServer(options);
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${String(await listen(server, port))}`;
  const realmPath = `/realms/${account.realm}`;
  const state = new State();
  const issuer = `${url}${realmPath}`;
  const authorization = await createAuthorizationServer(issuer, () => state.tokenLifeSeconds);
  const tokens = new AccessTokens({ issuer, audience: authorization.audience, keys: authorization.keys });
  server.on('connection', (socket: Socket) => {
    state.counters.connections += 1;
    rememberConnection(socket);
  });
  server.on(
    'request',
    atPath(realmPath, tokenListener(authorization, state, tokens), apiListener(state, tokens, url)),
  );
  return { url, ca: certificates?.ca ?? null, stop: () => close(server) };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Requests below `path` go to `inside`, which sees the rest of the path; all others go to `outside`. */
function atPath(path: string, inside: Listener, outside: Listener): Listener {
  return (request, response) => {
    const { url = '/' } = request;
    if (!url.startsWith(`${path}/`)) return outside(request, response);
    request.url = url.slice(path.length);
    return inside(request, response);
  };
}

function tokenListener(
  { provider, tokenPath }: AuthorizationServer,
  state: State,
  tokens: AccessTokens,
): Listener {
  reportingFaults(provider).use(async (ctx, next) => {
    if (ctx.path !== tokenPath || ctx.method !== 'POST') {
      await next();
      return;
    }
    const { counters } = state;
    counters.start('token', ctx);
    const outcome = { issued: false };
    const exchange: Work = async () => {
      await next();
      const token = accessTokenIn(ctx.body);
      if (token === null) return;
      tokens.remember(token);
      outcome.issued = true;
    };
    const fault = state.faults.pick('token', account.clientId);
    await (fault ? answerUnderFault(ctx, 'token', fault, exchange) : exchange());
    if (outcome.issued) counters.tokensIssued += 1;
    else counters.tokensFailed += 1;
  });
  return provider.callback();
}

function accessTokenIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return null;
  return typeof body.access_token === 'string' ? body.access_token : null;
}

function apiListener(state: State, tokens: AccessTokens, url: string): Listener {
  const app = reportingFaults(new Koa());
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // A client that hung up while it was still sending is no fault of the sandbox.
      if (!ctx.req.destroyed || ctx.req.complete) throw error;
      ctx.respond = false;
    }
  });
  app.use(controlRoutes(state, tokens).routes());
  app.use(apiRoutes(state, tokens, url).routes());
  return app.callback();
}

/** Koa writes every error to the console, also that of a client that hung up while it waited: n8n does when its own patience ends. */
function reportingFaults<App extends Koa>(app: App): App {
  app.on('error', (error: Error) => {
    if (!('code' in error) || error.code !== 'ECONNRESET') app.onerror(error);
  });
  return app;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
