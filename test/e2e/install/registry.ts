// The npm registry as a user's machine sees it, on loopback: verdaccio answers in its place. n8n takes another registry
// than npm's own only with a licence, so a proxy stands between: whatever host is asked for, it leads to verdaccio, and
// nothing reaches the outside.
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import axios from 'axios';
import { createAuthority, type CertificateAuthority } from '../../sandbox/certificates';
import { runNpm } from '../../support/npm';
import { freePort, listenOnLoopback } from '../../support/ports';
import { startProgram } from '../../support/processes';
import { succeeds, untilReady } from '../../support/waiting';
import type { Tools } from './tools';

export type Registry = Awaited<ReturnType<typeof startRegistry>>;

/** Starts an empty registry that keeps all it has in a folder. */
export async function startRegistry({ node, verdaccio }: Tools, folder: string) {
  await mkdir(folder, { recursive: true });
  const file = (name: string): string => join(folder, name);
  const authority = await createAuthority();
  const { ca, cert, key } = await authority.issue();
  const port = await freePort();
  await writeFile(file('ca.pem'), ca);
  await writeFile(file('cert.pem'), cert);
  await writeFile(file('key.pem'), key);
  await writeFile(file('config.yaml'), JSON.stringify(configuration(file)));
  await writeFile(file('.npmrc'), `//${host}/:_authToken=made-up\n`);
  const server = startProgram({
    command: node,
    args: [verdaccio, '--config', file('config.yaml'), '--listen', `https://127.0.0.1:${port}`],
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    logFile: file('verdaccio.log'),
  });
  const proxy = await startProxy(port, authority).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const stop = async (): Promise<void> => {
    proxy.stop();
    await server.stop();
  };
  const starting = { name: 'The registry', program: server, logFile: file('verdaccio.log') };
  const isReady = () => answers(port, ca);
  await untilReady({ ...starting, isReady, withinMs: readyWithinMs }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const env = {
    HTTPS_PROXY: proxy.url,
    NO_PROXY: '127.0.0.1,localhost',
    NODE_EXTRA_CA_CERTS: file('ca.pem'),
    npm_config_cafile: file('ca.pem'),
    npm_config_registry: `https://${host}/`,
    npm_config_userconfig: file('.npmrc'),
    npm_config_cache: file('npm-cache'),
  };
  return {
    /** With which n8n and npm see this registry and no other host. */
    env,
    /** Publishes a tarball as the latest version of its package. */
    publish: (tarball: string) =>
      runNpm(['publish', tarball, '--ignore-scripts'], { cwd: folder, logFile: file('publish.log'), env }),
    stop,
  };
}

// Where npm is told to look, and to publish. Any other name leads to the same place.
const host = 'registry.example';
const readyWithinMs = 60_000;

// JSON is YAML too. Whoever reaches it may publish: it listens on loopback, and nothing lies behind it.
function configuration(file: (name: string) => string): object {
  return {
    storage: file('storage'),
    auth: { htpasswd: { file: file('htpasswd'), max_users: -1 } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    https: { key: file('key.pem'), cert: file('cert.pem') },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'http' },
  };
}

async function startProxy(registryPort: number, authority: CertificateAuthority) {
  const open = new Set<Duplex>();
  const keep = (socket: Duplex): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((_, response) => response.writeHead(403).end());
  const contexts = new Map<string, Promise<SecureContext>>();
  const contextOf = (name: string): Promise<SecureContext> => {
    const context = contexts.get(name) ?? authority.issue(name).then(createSecureContext);
    contexts.set(name, context);
    return context;
  };
  server.on('connect', (_, client: Socket) => {
    keep(client);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const asked = new TLSSocket(client, {
      isServer: true,
      SNICallback: (name, done) => {
        contextOf(name).then((context) => {
          done(null, context);
        }, done);
      },
    });
    const registry = connect({ port: registryPort, host: '127.0.0.1', ca: authority.ca });
    keep(asked);
    keep(registry);
    asked.pipe(registry).pipe(asked);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function answers(port: number, ca: string): Promise<boolean> {
  const http = axios.create({ proxy: false, httpsAgent: new Agent({ ca }), timeout: 5_000 });
  return succeeds(http.get(`https://127.0.0.1:${port}/-/ping`));
}
