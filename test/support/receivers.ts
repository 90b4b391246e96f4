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
  const inbox = new Inbox();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      parseMail(stream).then(({ subject = '', text = '', html = '' }) => {
        const isTaken = inbox.take({ subject, text: text.trimEnd(), html });
        done(isTaken ? null : new Error('The mailbox is full.'));
      }, done);
    },
  });
  return await listening(smtp.server, inbox, (stopped) => {
    smtp.close(stopped);
  });
}

/** A server on loopback that takes texts by POST, in the place of a chat. */
export async function startChatServer(): Promise<Receiver> {
  const inbox = new Inbox();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isTaken = inbox.take({ subject: '', text: Buffer.concat(chunks).toString(), html: '' });
      response.writeHead(isTaken ? 200 : 500, { 'content-type': 'application/json' });
      response.end(isTaken ? '{"ok":true}' : '{"message":"channel_not_found"}');
    });
  });
  return await listening(server, inbox, (stopped) => {
    server.close(stopped);
    server.closeAllConnections();
  });
}

/** What a server does with the messages that arrive. */
class Inbox {
  readonly received: Received[] = [];
  refused = 0;
  private refuses = false;

  readonly refuse = (refuses: boolean) => {
    this.refuses = refuses;
  };

  /** Keeps the message, unless it refuses messages now. */
  take(message: Received): boolean {
    if (this.refuses) this.refused += 1;
    else this.received.push(message);
    return !this.refuses;
  }
}

async function listening(
  server: Server,
  inbox: Inbox,
  close: (stopped: () => void) => void,
): Promise<Receiver> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(inbox, { port: portOf(server), stop: () => new Promise<void>(close) });
}

async function parseMail(stream: Readable): Promise<Email> {
  return PostalMime.parse(Buffer.concat(await stream.toArray()));
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
