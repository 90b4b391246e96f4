// Where a workflow's messages arrive in a test: a mail server and a server for everything else, which can refuse them.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as it arrived. */
interface Received {
  subject: string;
  text: string;
  /** Empty where it came as plain text only. */
  html: string;
}

/** A server that takes messages, or refuses them all. */
export interface Receiver {
  port: number;
  received: Received[];
  /** How many messages it refused. */
  refused: number;
  /** From now on it refuses messages, or takes them. */
  refuse: (refuses: boolean) => void;
  stop: () => Promise<void>;
}

/** The values of n8n's SMTP credential for a mail server of this file. */
export function smtpAccount({ port }: Receiver): Record<string, unknown> {
  return { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' };
}

/** A mail server on loopback. */
export async function startMailServer(): Promise<Receiver> {
  let refuses = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      parseMail(stream).then(({ subject = '', text = '', html = '' }) => {
        if (refuses) receiver.refused += 1;
        else receiver.received.push({ subject, text: text.trimEnd(), html });
        done(refuses ? new Error('The mailbox is full.') : null);
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const receiver: Receiver = {
    port: portOf(server.server),
    received: [],
    refused: 0,
    refuse: (value) => {
      refuses = value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
  return receiver;
}

/** A server on loopback that takes texts by POST, in the place of a chat. */
export async function startChatServer(): Promise<Receiver> {
  let refuses = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (refuses) receiver.refused += 1;
      else receiver.received.push({ subject: '', text: Buffer.concat(chunks).toString(), html: '' });
      response.writeHead(refuses ? 500 : 200, { 'content-type': 'application/json' });
      response.end(refuses ? '{"message":"channel_not_found"}' : '{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    port: portOf(server),
    received: [],
    refused: 0,
    refuse: (value) => {
      refuses = value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function parseMail(stream: Readable): Promise<Email> {
  return PostalMime.parse(Buffer.concat(await stream.toArray()));
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
