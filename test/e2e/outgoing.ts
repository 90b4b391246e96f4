// Where messages go in the tests: n8n's own nodes send them to a stand-in for Slack, and to a real SMTP server.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod/v4';
import { startSlack } from './slack';

/** Takes messages, or refuses them. */
export interface Outgoing {
  /** The settings of an n8n whose Slack nodes send here. */
  env: NodeJS.ProcessEnv;
  /** The credential of n8n's Slack nodes. */
  slackCredential: Record<string, unknown>;
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

  const slack = await startSlack((message) => {
    if (isRefused(message, refused.slack)) return 'internal_error';
    slackMessages.push(message);
    return undefined;
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
  let smtp = await startMail(0);

  return {
    env: slack.env,
    slackCredential: { accessToken: 'xoxb-test' },
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
      await slack.stop();
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

const addressSchema = z.custom<AddressInfo>(
  (address) => z.object({ port: z.number() }).safeParse(address).success,
);
/** The port that a server listens on. */
const portOf = (server: { address: () => unknown }): number => addressSchema.parse(server.address()).port;
