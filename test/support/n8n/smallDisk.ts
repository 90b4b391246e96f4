// The database of an n8n on a disk of its own, which can be filled, and which another program can lock.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '../folders';
import { ensureN8n } from './install';
import { prepareN8n } from './prepared';
import { reportTo } from '../report';

/** A small disk in memory that holds a database of SQLite. */
export interface SmallDisk {
  /** The settings that make n8n keep its database there. */
  env: NodeJS.ProcessEnv;
  /** Takes all the space that is left. */
  fill: () => Promise<void>;
  /** Gives the space back. */
  free: () => Promise<void>;
  /** Locks the database as another program does that writes into it. The returned function ends that. */
  lock: () => Promise<() => Promise<void>>;
  /** Removes the disk; n8n must have ended. */
  remove: () => Promise<void>;
}

const megabytes = 64;
const run = promisify(execFile);

/** Mounts a disk with the prepared database on it. Needs root, or a sudo that asks nothing. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await newFolder('disk');
  const size = `size=${String(megabytes)}m,mode=777`;
  await asRoot('mount', '-t', 'tmpfs', '-o', size, 'company-screening', folder);
  const { copyTo } = await prepareN8n(reportTo(process.stderr));
  await copyTo(folder, ['database']);
  const database = join(folder, '.n8n', 'database.sqlite');
  const ballast = join(folder, 'ballast');
  return {
    env: { DB_SQLITE_DATABASE: database },
    fill: async () => {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(ballast, 'w');
      try {
        await file.write(Buffer.alloc(bavail * bsize));
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    lock: () => lockDatabase(database),
    remove: async () => {
      await asRoot('umount', folder);
      await rm(folder, { recursive: true });
    },
  };
}

async function asRoot(command: string, ...args: string[]): Promise<void> {
  if (process.getuid?.() === 0) await run(command, args);
  else await run('sudo', ['-n', command, ...args]);
}

// n8n's own Node has SQLite in it. The program holds the lock until its input ends.
const locker = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 60_000 });
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.resume().on('end', () => { database.exec('ROLLBACK'); database.close(); });
`;

async function lockDatabase(database: string): Promise<() => Promise<void>> {
  const { node } = await ensureN8n(reportTo(process.stderr));
  const child = spawn(node, ['-e', locker, database], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const isLocked = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    exited.then(() => false),
  ]);
  if (!isLocked) throw new Error('The database could not be locked.');
  return async () => {
    child.stdin.end();
    await exited;
  };
}
