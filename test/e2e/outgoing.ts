// Where messages go in the tests: n8n's own nodes send them to a stand-in for Slack, and to a real SMTP server.
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '../support/ports';
import { startSlack } from './slack';

export type Outgoing = Awaited<ReturnType<typeof startOutgoing>>;

/** Takes messages, or refuses them. */
export async function startOutgoing() {
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
  let mailPort = 0;
  const startMail = async (): Promise<SMTPServer> => {
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
    // Started again, it is where it was.
    mailPort = await listenOnLoopback(server.server, mailPort);
    return server;
  };
  const stopMail = (): Promise<void> =>
    new Promise((resolve) => {
      smtp.close(resolve);
    });
  let smtp = await startMail();

  return {
    /** The settings of an n8n whose Slack nodes send here. */
    env: slack.env,
    slackCredential: { accessToken: 'xoxb-test' },
    smtpCredential: {
      host: '127.0.0.1',
      port: mailPort,
      secure: false,
      disableStartTls: true,
      user: '',
      password: '',
    },
    /** From now on messages that contain this are refused, e-mails by their subject; none is where it is left out. */
    refuse: (messages: typeof refused) => {
      refused = messages;
    },
    // Each gives what came since its last call.
    refusedSubjects: () => refusedSubjects.splice(0),
    slackMessages: () => slackMessages.splice(0),
    emails: () => emails.splice(0),
    /** Stops the mail server for the steps: nobody answers at its address. */
    withoutMailServer: async (steps: () => Promise<void>) => {
      await stopMail();
      try {
        await steps();
      } finally {
        smtp = await startMail();
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

/** The bytes of a file of an e-mail; none if there is no file. */
export function bytesOf({ content }: Pick<Attachment, 'content'> = { content: '' }): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
