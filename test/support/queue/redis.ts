// A Redis of its own for a test, on loopback, that keeps nothing on disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../ports';
import { pause, startProgram, type RunningProgram } from '../processes';
import { PlainError } from '../report';
import { lastLines } from '../n8n/server';

/** A running Redis. */
export interface RunningRedis {
  host: string;
  port: number;
  /** Ends it at once with all it holds, and starts it again, empty. */
  crash: () => Promise<void>;
  /** Ends it and removes its folder. */
  stop: () => Promise<void>;
}

/**
 * Starts a new, empty Redis.
 * @throws {PlainError} Redis is not installed, or did not start
 */
export async function startRedis(): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-redis-'));
  const port = await freePort();
  const start = async (): Promise<RunningProgram> => {
    const program = startProgram({
      command: 'redis-server',
      args: ['--port', String(port), '--bind', host, '--save', '', '--appendonly', 'no', '--dir', folder],
      cwd: folder,
      env: process.env,
      logFile: join(folder, 'redis.log'),
    });
    await untilReady(port, program, join(folder, 'redis.log'));
    return program;
  };
  const removeFolder = () => rm(folder, { recursive: true, force: true });

  let program: RunningProgram;
  try {
    program = await start();
  } catch (error) {
    await removeFolder();
    throw error;
  }
  return {
    host,
    port,
    crash: async () => {
      await program.kill();
      program = await start();
    },
    stop: async () => {
      await program.stop();
      await removeFolder();
    },
  };
}

const host = '127.0.0.1';
const readyWithinMs = 30_000;

async function untilReady(port: number, program: RunningProgram, logFile: string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (!(await answers(port))) {
    if (program.hasExited()) {
      const { error } = await program.exited;
      throw new PlainError(
        error === undefined
          ? `Redis did not start. The end of its log:\n${await lastLines(logFile)}`
          : 'These tests need Redis, and redis-server was not found. Install it: sudo apt-get install redis-server',
      );
    }
    if (Date.now() > giveUpAt) {
      await program.stop();
      throw new PlainError(`Redis did not get ready. The end of its log:\n${await lastLines(logFile)}`);
    }
    await pause(50);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
