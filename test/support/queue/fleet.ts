// n8n's queue mode on loopback: Postgres, Redis, one main and some workers, each with a user folder of its own and the
// packed project in it. Whatever fails, all that was started is ended.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, removeFolder } from '../folders';
import { composeFiles, concurrencyOf, environmentOf } from '../compose';
import { owner } from '../n8n/owner';
import { prepareN8n } from '../n8n/prepared';
import { freePort } from '../ports';
import { reportTo } from '../report';
import {
  areReady,
  startN8n,
  startWorker,
  type N8nOptions,
  type RunningN8n,
  type RunningProcess,
} from '../n8n/server';
import { n8nSettingsFor, startPostgres, type RunningPostgres } from './postgres';
import { startRedis, type RunningRedis } from './redis';

export interface FleetOptions {
  workers: number;
  /** Executions that each worker runs at once; as in the compose file of the guide unless given. */
  executionsPerWorker?: number;
  /** Settings of all processes, besides those that the queue needs. */
  env?: NodeJS.ProcessEnv;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/**
 * Starts a fleet. The project must be built.
 * @throws {PlainError} Postgres or Redis is not installed, or something did not start
 */
export async function startFleet(options: FleetOptions) {
  const undo: (() => Promise<void>)[] = [];
  /** Ends everything that was started and removes its folders. */
  const stop = async (): Promise<void> => {
    // The last one first, and each of them even if another one fails.
    const failures: unknown[] = [];
    for (const end of undo.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, 'Not everything of the fleet could be ended.');
  };
  try {
    return { ...(await start(options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { workers: workerCount, executionsPerWorker = ofTheGuide, env = {} }: FleetOptions,
  undo: (() => Promise<void>)[],
) {
  const { install, copyTo, env: startsSooner } = await prepareN8n(reportTo(process.stderr));
  const folder = await newFolder('fleet');
  undo.push(() => removeFolder(folder));
  const postgres = await startPostgres();
  undo.push(postgres.stop);
  const redis = await startRedis();
  undo.push(redis.stop);

  const keyOfAll = randomBytes(24).toString('hex');
  const here = { ...startsSooner, ...placesHere(postgres, redis), N8N_ENCRYPTION_KEY: keyOfAll, ...env };
  const optionsFor = async (name: string, service: 'main' | 'worker'): Promise<N8nOptions> => {
    const userFolder = join(folder, name);
    await copyTo(userFolder, ['package']);
    // The same port after a restart: webhooks keep their address.
    const settings = { ...environmentOf(composeFiles.queueMode, service), ...here };
    return { install, userFolder, port: await freePort(), env: settings, isBare: true };
  };

  // The main process first: it creates the tables.
  const mainOptions = await optionsFor('main', 'main');
  const startMain = async (): Promise<RunningN8n> => {
    const started = await startN8n(mainOptions);
    await started.rest.signIn(owner);
    return started;
  };
  let main = await startMain();
  undo.push(() => main.stop());

  const startOne = async (_: unknown, index: number) => {
    const workerOptions = await optionsFor(`worker-${index + 1}`, 'worker');
    const startIt = (): Promise<RunningProcess> => startWorker(workerOptions, executionsPerWorker);
    let worker = await startIt();
    let hasEnded = false;
    // The worker has a process group of its own.
    const signal = (name: NodeJS.Signals) => {
      if (worker.pid !== undefined && !hasEnded) process.kill(-worker.pid, name);
    };
    undo.push(() => {
      signal('SIGCONT');
      return worker.stop();
    });
    const startAgain = async (): Promise<void> => {
      worker = await startIt();
      hasEnded = false;
    };
    return {
      kill: async () => {
        hasEnded = true;
        await worker.kill();
      },
      stop: async () => {
        hasEnded = true;
        await worker.stop();
      },
      start: startAgain,
      /** Starts it again if it has ended. */
      ensureRunning: async () => {
        if (hasEnded) await startAgain();
      },
      /** Makes it stand still, as a machine does that is out of memory; it knows nothing of it. */
      freeze: () => {
        signal('SIGSTOP');
      },
      thaw: () => {
        signal('SIGCONT');
      },
      /** The ids of the executions that it took, in order. */
      executions: async () => executionsIn(await readFile(worker.logFile, 'utf8')),
    };
  };
  // All are awaited, so that none is left to start after a failure of another.
  const started = await Promise.allSettled(Array.from({ length: workerCount }, startOne));
  const workers = started.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });

  return {
    /** The main process that runs now. */
    main: () => main,
    /** Ends the main process at once, as `kill -9` does. */
    killMain: () => main.kill(),
    /** Starts the main process again, at the same address. */
    startMain: async () => {
      main = await startMain();
    },
    /** True while the main process is at work, with its database. */
    isMainReady: () => areReady([`${main.url}/healthz/readiness`]),
    workers,
    postgres,
    redis,
  };
}

const ofTheGuide = concurrencyOf(composeFiles.queueMode, 'worker');

/** The places of Postgres and Redis, instead of the names that they have in Docker. */
function placesHere(postgres: RunningPostgres, redis: RunningRedis): NodeJS.ProcessEnv {
  return {
    ...n8nSettingsFor(postgres),
    QUEUE_BULL_REDIS_HOST: redis.host,
    QUEUE_BULL_REDIS_PORT: String(redis.port),
  };
}

function executionsIn(log: string): string[] {
  return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id ?? '');
}
