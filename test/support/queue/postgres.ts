// A Postgres of its own for a test: a new database in a temporary folder, on loopback, ended and removed afterwards.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readdir, realpath, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder, removeFolder } from '../folders';
import { freePort } from '../ports';
import { startProgram, type Account, type RunningProgram } from '../processes';
import { PlainError } from '../report';
import { succeeds, untilReady } from '../waiting';

interface Login {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export type RunningPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Settings of an n8n that keeps its data in it. */
export const n8nSettingsFor = (postgres: RunningPostgres): NodeJS.ProcessEnv => ({
  DB_TYPE: 'postgresdb',
  DB_POSTGRESDB_HOST: postgres.host,
  DB_POSTGRESDB_PORT: String(postgres.port),
  DB_POSTGRESDB_USER: postgres.user,
  DB_POSTGRESDB_PASSWORD: postgres.password,
  DB_POSTGRESDB_DATABASE: postgres.database,
});

/**
 * Starts a new, empty Postgres.
 * @throws {PlainError} Postgres is not installed, or did not start
 */
export async function startPostgres() {
  const programs = await findPrograms();
  const account = await accountFor();
  const folder = await newFolder('postgres');
  if (account) await chown(folder, account.uid, account.gid);
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, ...login, password: randomBytes(16).toString('hex') };
  const logFile = join(folder, 'postgres.log');

  const start = async (): Promise<RunningProgram> => {
    const program = startProgram({
      command: join(programs, 'postgres'),
      args: ['-D', join(folder, 'data'), '-p', String(port), ...settings],
      cwd: folder,
      env: process.env,
      logFile,
      account,
      // A fast shutdown: connections are closed, not waited for.
      endSignal: 'SIGINT',
    });
    const isReady = () => answers(programs, port);
    await untilReady({ name: 'Postgres', program, logFile, isReady, withinMs: readyWithinMs });
    return program;
  };

  let program: RunningProgram;
  try {
    await createCluster(programs, folder, connection.password, account);
    program = await start();
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  const startAgain = async (): Promise<void> => {
    program = await start();
  };
  return {
    ...connection,
    /** Ends every connection and every query at once, and starts it again with all it has stored. */
    restart: async () => {
      await program.stop();
      await startAgain();
    },
    /** Ends it at once, as `kill -9` does. */
    kill: () => program.kill(),
    /** Starts it again after that, with all it has stored. */
    start: startAgain,
    /** Runs SQL with Postgres's own client. Gives what it prints: the values of a SELECT, without headings. */
    run: (sql: string) => runSql(programs, connection, sql),
    stop: async () => {
      await program.stop();
      await removeFolder(folder);
    },
  };
}

const login = { user: 'postgres', database: 'postgres' };
const readyWithinMs = 60_000;
const run = promisify(execFile);

// A test's data need not outlive the machine. Nobody uses the socket, whose path the system does not let be long.
const settings = Object.entries({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_connections: '100',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The folder of Postgres's own programs, which Debian and Ubuntu keep off the path. */
async function findPrograms(): Promise<string> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch((): string[] => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...newestFirst.map((version) => join(debian, version, 'bin')),
  ];
  for (const folder of folders) {
    // The real path, since only there the other programs are sure to be beside it.
    const initdb = await realpath(join(folder, 'initdb')).catch(() => undefined);
    if (initdb !== undefined) return dirname(initdb);
  }
  throw new PlainError(
    'These tests need Postgres, and initdb was not found. Install it: sudo apt-get install postgresql',
  );
}

/** Postgres refuses to run as root, so its own account runs it, which its package creates. */
async function accountFor(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    throw new PlainError(
      'Postgres does not run as root, and there is no account "postgres" to run it. ' +
        'Run the tests as another user, or install the package that creates it: apt-get install postgresql',
    );
  }
}

async function createCluster(
  programs: string,
  folder: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const args = ['-D', join(folder, 'data'), '-U', login.user, '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(programs, 'initdb'), [...args, '--auth=scram-sha-256', `--pwfile=${passwordFile}`], {
    cwd: folder,
    ...account,
  });
}

async function runSql(
  programs: string,
  { host, port, user, password, database }: Login,
  sql: string,
): Promise<string> {
  const env = {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
  };
  const args = ['-X', '-At', '-v', 'ON_ERROR_STOP=1', '-c', sql];
  const { stdout } = await run(join(programs, 'psql'), args, { env, maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

function answers(programs: string, port: number): Promise<boolean> {
  return succeeds(run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]));
}
