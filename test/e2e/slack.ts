// A stand-in for Slack that n8n's own Slack node talks to: n8n is told to reach https through a proxy, which leads slack.com here. It keeps Slack's
// limit: a text of more than 40,000 characters is cut, and Slack says that all went well.
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod/v4';
import { newFolder, removeFolder } from '../support/folders';
import { listenOnLoopback } from '../support/ports';
import { createAuthority } from '../sandbox/certificates';

const CHARACTERS = 40_000;
const HOST = 'slack.com';
const messageSchema = z.object({ channel: z.string(), text: z.string() });

/** @param take what Slack answers to a message: ok, or its error */
export async function startSlack(take: (message: string) => string | undefined) {
  const authority = await createAuthority();
  const folder = await newFolder('slack');
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const { cert, key } = await authority.issue(HOST);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { channel, text: whole } = messageSchema.parse(JSON.parse(await text(request)));
    const shown = whole.slice(0, CHARACTERS);
    const error = take(shown);
    const reply =
      error === undefined
        ? { ok: true, channel, ts: String(Date.now()), message: { text: shown } }
        : { ok: false, error };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
  };
  const slack = createTlsServer({ cert, key }, (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  const port = await listenOnLoopback(slack);

  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    if (url !== `${HOST}:443`) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const toSlack = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    toSlack.pipe(socket).pipe(toSlack);
    toSlack.on('error', () => socket.destroy());
    socket.on('error', () => toSlack.destroy());
  });
  const proxyPort = await listenOnLoopback(proxy);

  return {
    /** The settings of an n8n that finds it. */
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      NO_PROXY: '127.0.0.1,localhost',
      NODE_EXTRA_CA_CERTS: caFile,
    },
    stop: async () => {
      for (const server of [proxy, slack]) {
        server.closeAllConnections();
        server.close();
      }
      await removeFolder(folder);
    },
  };
}
