// Where messages go in the tests: Slack's place is taken by a server on loopback, since Slack's address is fixed;
// e-mails go to a real SMTP server.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod/v4';
import type { Workflow } from '../support/n8n/rest';

/** Takes messages, or refuses them. */
export interface Outgoing {
  /** Puts a node that sends to the stand-in in the place of each Slack node. */
  catchSlack: (workflow: Workflow) => void;
  /** The credential of n8n's e-mail nodes. */
  smtpCredential: Record<string, unknown>;
  /** From now on messages that contain this are refused, e-mails by their subject; none is where it is left out. */
  refuse: (messages: { slack?: string; email?: string }) => void;
  /** The subjects of the e-mails that were refused since the last call. */
  refusedSubjects: () => string[];
  /** The Slack messages that came since the last call. */
  slackMessages: () => string[];
  /** The e-mails that came since the last call. */
  emails: () => Email[];
  /** Stops the mail server for the steps: nobody answers at its address. */
  withoutMailServer: (steps: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startOutgoing(): Promise<Outgoing> {
  let refused: { slack?: string; email?: string } = {};
  const slackMessages: string[] = [];
  const emails: Email[] = [];
  const refusedSubjects: string[] = [];
  const isRefused = (message: string, part: string | undefined): boolean =>
    part !== undefined && message.includes(part);

  const slack = createServer((request, response) => {
    void text(request).then((body) => {
      const { text: message } = z.object({ text: z.string() }).parse(JSON.parse(body));
      if (isRefused(message, refused.slack)) {
        response.writeHead(503).end('Slack is down.');
        return;
      }
      slackMessages.push(message);
      response.end('{}');
    });
  });
  const startMail = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _, done) => {
        void buffer(stream).then(async (bytes) => {
          const email = await PostalMime.parse(bytes);
          const { subject = '' } = email;
          if (isRefused(subject, refused.email)) {
            refusedSubjects.push(subject);
            done(new Error('The mailbox is full.'));
            return;
          }
          emails.push(email);
          done();
        });
      },
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  const stopMail = (): Promise<void> =>
    new Promise((resolve) => {
      smtp.close(resolve);
    });
  const slackPort = await listen(slack);
  let smtp = await startMail(0);

  return {
    catchSlack: (workflow) => {
      for (const node of workflow.nodes) {
        if (node.type !== 'n8n-nodes-base.slack') continue;
        const { text: message } = node.parameters;
        node.type = 'n8n-nodes-base.httpRequest';
        node.typeVersion = 4.2;
        node.parameters = {
          method: 'POST',
          url: `http://127.0.0.1:${String(slackPort)}/`,
          sendBody: true,
          bodyParameters: { parameters: [{ name: 'text', value: message }] },
        };
        delete node.credentials;
      }
    },
    smtpCredential: {
      host: '127.0.0.1',
      port: portOf(smtp.server),
      secure: false,
      disableStartTls: true,
      user: '',
      password: '',
    },
    refuse: (messages) => {
      refused = messages;
    },
    refusedSubjects: () => refusedSubjects.splice(0),
    slackMessages: () => slackMessages.splice(0),
    emails: () => emails.splice(0),
    withoutMailServer: async (steps) => {
      const port = portOf(smtp.server);
      await stopMail();
      try {
        await steps();
      } finally {
        smtp = await startMail(port);
      }
    },
    stop: async () => {
      slack.close();
      await stopMail();
    },
  };
}

/**
 * The text of an e-mail.
 * @throws where it is no plain text, does not say from whom to whom, or holds what only programs read
 */
export function readableText({ from, to, html, text = '', attachments }: Email): string {
  const problems = [
    html !== undefined && 'it has markup',
    attachments.length > 0 && 'it has files',
    (!from?.address || !to?.[0]?.address) && 'it does not say from whom to whom',
    /[{}]|\[object|\b(null|undefined|NaN)\b/.test(text) && 'it holds raw data',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(`An e-mail cannot be read: ${problems.join(', ')}.\n${text}`);
  return text.trimEnd();
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

const addressSchema = z.custom<AddressInfo>(
  (address) => z.object({ port: z.number() }).safeParse(address).success,
);
/** The port that a server listens on. */
const portOf = (server: { address: () => unknown }): number => addressSchema.parse(server.address()).port;
