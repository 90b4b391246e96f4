// A mailbox of its own for a test: a real IMAP server (Dovecot) in a temporary folder, on loopback, ended and removed afterwards.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder, removeFolder } from '../folders';
import { answers, freePort } from '../ports';
import { startProgram, type Account } from '../processes';
import { PlainError } from '../report';
import { untilReady } from '../waiting';

/** A running IMAP server with one empty mailbox. */
export interface RunningMailbox {
  /** The credential of n8n's IMAP trigger. */
  imapCredential: Record<string, unknown>;
  /** Puts mails into the mailbox at the same moment, as a mail server does. Each is the whole mail, as RFC 5322 has it. */
  deliver: (...mails: Array<Buffer | string>) => Promise<void>;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
}

/**
 * Starts a new, empty mailbox.
 * @param timezone of n8n. Its trigger asks for mails since the day of its activation, and a server compares that with its own day.
 * @throws {PlainError} Dovecot is not installed, or did not start
 */
export async function startMailbox(timezone: string): Promise<RunningMailbox> {
  const owner = await mailAccount();
  const folder = await newFolder('mail');
  const inbox = join(folder, 'mail');
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  const config = join(folder, 'dovecot.conf');
  const logFile = join(folder, 'dovecot.log');
  const folders = ['mail', 'mail/tmp', 'mail/new', 'mail/cur', 'run', 'state'].map((path) =>
    join(folder, path),
  );
  for (const path of folders) await mkdir(path);
  await writeFile(config, settings({ folder, port, password, owner }));
  await giveTo(owner, folder, config, ...folders);

  const write = async (mail: Buffer | string): Promise<() => Promise<void>> => {
    const name = `${Date.now()}.${randomBytes(8).toString('hex')}.test`;
    const path = join(inbox, 'tmp', name);
    await writeFile(path, mail);
    await giveTo(owner, path);
    return () => rename(path, join(inbox, 'new', name));
  };
  const program = startProgram({
    command: 'dovecot',
    args: ['-F', '-c', config],
    cwd: folder,
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, TZ: timezone },
    logFile,
    account: owner.account,
  });
  const stop = async (): Promise<void> => {
    await program.stop();
    await removeFolder(folder);
  };
  await untilReady({
    name: 'Dovecot',
    program,
    logFile,
    isReady: () => answers(port),
    withinMs: 30_000,
    install: INSTALL,
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    imapCredential: { user: 'lists', password, host, port, secure: false, allowUnauthorizedCerts: false },
    deliver: async (...mails) => {
      const arrivals = await Promise.all(mails.map(write));
      await Promise.all(arrivals.map((arrive) => arrive()));
    },
    stop,
  };
}

const INSTALL = 'Install it: sudo apt-get install dovecot-imapd';
const host = '127.0.0.1';
const run = promisify(execFile);

interface MailAccount {
  user: string;
  group: string;
  uid: number;
  gid: number;
  /** Undefined for the account of this process. */
  account: Account | undefined;
}

/** Dovecot does not serve the mails of root, so its own account does, which its package creates. */
async function mailAccount(): Promise<MailAccount> {
  const { username, uid, gid } = userInfo();
  const id = async (...args: string[]): Promise<string> => (await run('id', args)).stdout.trim();
  if (uid !== 0) return { user: username, group: await id('-gn'), uid, gid, account: undefined };
  try {
    const account = { uid: Number(await id('-u', 'dovecot')), gid: Number(await id('-g', 'dovecot')) };
    return { user: 'dovecot', group: await id('-gn', 'dovecot'), ...account, account };
  } catch {
    throw new PlainError(`These tests need Dovecot, an IMAP server. ${INSTALL}`);
  }
}

async function giveTo({ account }: MailAccount, ...paths: string[]): Promise<void> {
  if (account) for (const path of paths) await chown(path, account.uid, account.gid);
}

interface Settings {
  folder: string;
  port: number;
  password: string;
  owner: MailAccount;
}

// Everything runs as one account, without the rights of root.
const settings = ({ folder, port, password, owner: { user, group, uid, gid } }: Settings) => `
protocols = imap
listen = ${host}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
mailbox_idle_check_interval = 1 secs
first_valid_uid = ${uid}
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
