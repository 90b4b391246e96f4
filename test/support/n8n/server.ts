// Starts a real n8n on loopback, with the packed project installed in it where a test does not install it itself.
import axios from 'axios';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { N8nInstall } from './install';
import { runNpm } from '../npm';
import type { Tarball } from './pack';
import { freePort, requireFreePort } from '../ports';
import { startProgram } from '../processes';
import { PlainError } from '../report';
import { untilReady } from '../waiting';
import { N8nRest } from './rest';

export interface N8nOptions {
  install: N8nInstall;
  /** The folder of this n8n alone: its database, its key, its community nodes, its log. */
  userFolder: string;
  /** Undefined to install nothing first. */
  tarball?: Tarball | undefined;
  /** Undefined for any free port. */
  port?: number | undefined;
  /** The folder n8n's file nodes may read and write. */
  filesFolder?: string;
  env?: NodeJS.ProcessEnv;
  /** Starts n8n in half the time: without its editor, and without the process beside it that runs Code nodes. */
  isBare?: boolean;
  /** Arguments of Node, such as `--trace-gc`. */
  nodeArgs?: readonly string[];
  signal?: AbortSignal | undefined;
}

/** A running process of n8n. */
export interface RunningProcess {
  url: string;
  logFile: string;
  pid: number | undefined;
  /** Settles when it has ended, for whatever reason. */
  exited: Promise<unknown>;
  stop: () => Promise<void>;
  /** Ends it at once, as `kill -9` does. */
  kill: () => Promise<void>;
}

export interface RunningN8n extends RunningProcess {
  rest: N8nRest;
}

/**
 * Installs the tarball, starts n8n and waits until it answers.
 * @throws {PlainError} the port is in use, or n8n did not start: with the last lines of its log.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
  const started = await startProcess(options, isBare(options) ? bareMain : main);
  return { ...started, rest: new N8nRest(started.url) };
}

/**
 * Installs the tarball, starts a worker of n8n's queue mode and waits until it takes executions. The settings of the
 * queue are the caller's, in `env`.
 * @throws {PlainError} as `startN8n`
 */
export function startWorker(options: N8nOptions, executionsAtOnce: number): Promise<RunningProcess> {
  return startProcess(options, {
    args: ['worker', `--concurrency=${executionsAtOnce}`],
    env: (port) => ({
      QUEUE_HEALTH_CHECK_ACTIVE: 'true',
      QUEUE_HEALTH_CHECK_PORT: String(port),
      N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
    }),
    readyPaths: ['/healthz/readiness'],
  });
}

/** The role in which n8n is started. */
interface Role {
  args: string[];
  env: (port: number) => NodeJS.ProcessEnv;
  /** Addresses that answer when it is ready. */
  readyPaths: string[];
}

const main: Role = { args: ['start'], env: () => ({}), readyPaths: ['/healthz/readiness', '/rest/settings'] };
// `/rest/settings` is the editor's.
const bareMain: Role = { ...main, readyPaths: ['/healthz/readiness'] };

const isBare = (options: N8nOptions): boolean => options.isBare === true;

async function startProcess(options: N8nOptions, role: Role): Promise<RunningProcess> {
  const { install, userFolder, tarball, signal } = options;
  const port = options.port ?? (await freePort());
  await requireFreePort(port, 'End that program, or choose another port: npm run demo -- --port 5699');
  if (tarball !== undefined) await installTarball(tarball, userFolder, signal);
  const logFile = join(userFolder, 'n8n.log');
  await rm(logFile, { force: true });
  const env = { ...(await settings(options, port)), ...role.env(port), ...options.env };
  const program = startProgram({
    command: install.node,
    args: [...(options.nodeArgs ?? []), install.script, ...role.args],
    cwd: userFolder,
    env,
    logFile,
  });
  const url = `http://127.0.0.1:${String(port)}`;
  const isReady = () => areReady(role.readyPaths.map((path) => `${url}${path}`));
  await untilReady({ name: 'n8n', program, logFile, isReady, withinMs: readyWithinMs, signal });
  try {
    await checkNodeLoaded(logFile);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return {
    url,
    logFile,
    pid: program.pid,
    exited: program.exited,
    stop: () => program.stop(),
    kill: () => program.kill(),
  };
}

const readyWithinMs = 180_000;

/** Installs the tarball, and nothing beside it, in the folder of an n8n. The same tarball is installed once. */
export async function installTarball(
  tarball: Tarball,
  userFolder: string,
  signal?: AbortSignal,
): Promise<void> {
  const folder = join(userFolder, '.n8n', 'nodes');
  const stamp = join(folder, 'installed-tarball.txt');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === tarball.sha256) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const logFile = join(userFolder, 'install-node.log');
  await rm(logFile, { force: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "installed-nodes", "private": true }\n');
  const args = ['install', tarball.path, '--ignore-scripts', '--legacy-peer-deps', '--omit=dev'];
  await runNpm(args, { cwd: folder, logFile, signal });
  await writeFile(stamp, tarball.sha256);
}

async function settings(options: N8nOptions, port: number): Promise<NodeJS.ProcessEnv> {
  const { install, userFolder, filesFolder } = options;
  return {
    ...ownEnvironment(),
    // n8n starts its task runner with the first `node` it finds.
    PATH: [dirname(install.node), process.env['PATH']].join(delimiter),
    N8N_USER_FOLDER: userFolder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(await freePort(port)),
    N8N_SECURE_COOKIE: 'false',
    ...(filesFolder === undefined ? {} : { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder }),
    ...asInVersion3,
    ...keepsToItself,
    ...(isBare(options) ? bare : {}),
  };
}

const bare = {
  N8N_DISABLE_UI: 'true',
  // n8n waits for a program that runs Code nodes, and starts none.
  N8N_RUNNERS_MODE: 'external',
  N8N_RUNNERS_AUTH_TOKEN: 'nobody-comes',
  // Modules that no test uses take a sixth of a start. n8n runs nothing without `otel`.
  N8N_DISABLED_MODULES:
    'agents,chat-hub,insights,instance-ai,ldap,mcp-registry,quick-connect,source-control,sso-oidc,sso-saml,workflow-reviews',
};

/** The settings that n8n 3 has by default, or leaves no choice about, as far as n8n 2 has them. */
const asInVersion3 = {
  // The database in queue mode, in both versions.
  N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
  N8N_RUNNERS_TASK_TIMEOUT: '60',
  N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
  N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
  N8N_WORKFLOW_CALLER_POLICY_DEFAULT_OPTION: 'workflowsFromSameOwner',
  // A user has to set this there.
  N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
};

// Keeps this n8n from talking to the outside: no statistics, no news, no templates, no lists of nodes.
const keepsToItself = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DIAGNOSTICS_CONFIG_FRONTEND: '',
  N8N_DIAGNOSTICS_CONFIG_BACKEND: '',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_DISABLED_MODULES: 'mcp-registry',
  EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

// Settings of another n8n on this machine, of a proxy or of the program that started us must not leak in.
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign =
    /^(n8n_|db_|npm_|executions_|queue_|credentials_|nodes_|generic_timezone|node_options|jest_|node_env|webhook_url|(https?|all)_proxy)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function checkNodeLoaded(logFile: string): Promise<void> {
  const log = await readFile(logFile, 'utf8');
  const failure = /Failed to load package "n8n-nodes-company-screening"\n(.*)/.exec(log);
  if (failure === null) return;
  throw new PlainError(`n8n could not load the node: ${failure[1] ?? ''}\nMore is in n8n's log, ${logFile}.`);
}

/** True if all these addresses answer with success; otherwise names one that does not. */
export async function areReady(urls: string[]): Promise<true | string> {
  for (const url of urls) {
    const answer = axios.get(url, { proxy: false, timeout: 5_000, validateStatus: () => true });
    const problem = await answer.then(
      ({ status }) => (status === 200 ? undefined : `answers with status ${String(status)}`),
      () => 'does not answer',
    );
    if (problem !== undefined) return `${url} ${problem}.`;
  }
  return true;
}
