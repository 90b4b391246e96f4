// A Redis of its own for a test, on loopback, that keeps nothing on disk.
import { join } from 'node:path';
import { newFolder, removeFolder } from '../folders';
import { answers, freePort } from '../ports';
import { startProgram, type RunningProgram } from '../processes';
import { untilReady } from '../waiting';

export type RunningRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a new, empty Redis.
 * @throws {PlainError} Redis is not installed, or did not start
 */
export async function startRedis() {
  const folder = await newFolder('redis');
  const port = await freePort();
  const logFile = join(folder, 'redis.log');
  const start = async (): Promise<RunningProgram> => {
    const program = startProgram({
      command: 'redis-server',
      args: ['--port', String(port), '--bind', host, '--save', '', '--appendonly', 'no', '--dir', folder],
      cwd: folder,
      env: process.env,
      logFile,
    });
    await untilReady({
      name: 'Redis',
      program,
      logFile,
      isReady: () => answers(port),
      withinMs: readyWithinMs,
      install: 'Install it: sudo apt-get install redis-server',
    });
    return program;
  };

  let program: RunningProgram;
  try {
    program = await start();
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  return {
    host,
    port,
    /** Ends it at once with all it holds, and starts it again, empty. */
    crash: async () => {
      await program.kill();
      program = await start();
    },
    stop: async () => {
      await program.stop();
      await removeFolder(folder);
    },
  };
}

const host = '127.0.0.1';
const readyWithinMs = 30_000;
