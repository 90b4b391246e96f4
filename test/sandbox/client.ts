// What tests, demo and bench import: starts the sandbox service in a process of its own, and drives it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import axios from 'axios';
import {
  type Fault,
  type ReadyLine,
  readyLineSchema,
  type Reset,
  type SandboxCredential,
  type SandboxSettings,
  type Stats,
  statsSchema,
} from './protocol';

export type { Fault, SandboxCredential, SandboxSettings, Stats } from './protocol';

const ROOT = path.resolve(__dirname, '../..');
const START_TIMEOUT_MS = 60_000;

/** A running sandbox service. */
export interface Sandbox {
  /** Address of the service, without a slash at the end. */
  url: string;
  /** The fields of the node's credential for this service; the token is empty. */
  credential: SandboxCredential;
  /** Replaces the faults in force; an empty list ends them all. */
  faults: (list: Fault[]) => Promise<void>;
  /** Changes the settings that are named. */
  settings: (settings: SandboxSettings) => Promise<void>;
  /** Everything counted since the start or the last reset. */
  stats: () => Promise<Stats>;
  /** No faults, counters at zero; with `{ settings: true }` the settings of the start as well. */
  reset: (reset?: Reset) => Promise<void>;
  /** Ends the service and waits until it has ended. */
  stop: () => Promise<void>;
}

/**
 * Starts a sandbox service on loopback, in a process that ends with this one.
 * @param options `port`: any free one unless given
 * @throws when the service does not come up
 */
export async function startSandbox(options: { port?: number } = {}): Promise<Sandbox> {
  const main = path.join(__dirname, 'main.ts');
  const args = ['--import', 'tsx', main, '--json', '--port', String(options.port ?? 0)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const { url, credential } = await readyLine(child);
  const control = axios.create({ baseURL: `${url}/_control`, proxy: false });
  return {
    url,
    credential,
    faults: async (list) => {
      await control.post('/faults', list);
    },
    settings: async (settings) => {
      await control.post('/settings', settings);
    },
    stats: async () => statsSchema.parse((await control.get<unknown>('/stats')).data),
    reset: async (reset = {}) => {
      await control.post('/reset', reset);
    },
    stop: () => stop(child),
  };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

async function readyLine(child: Child): Promise<ReadyLine> {
  const lines = createInterface({ input: child.stdout });
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  try {
    const line: unknown = await Promise.race([
      once(lines, 'line', { signal }).then(([first]: unknown[]) => first),
      once(child, 'exit', { signal }).then(([code]: unknown[]) => {
        throw new Error(`The sandbox service ended with exit status ${String(code)} before it was ready.`);
      }),
    ]);
    return readyLineSchema.parse(JSON.parse(String(line)));
  } catch (error) {
    await stop(child);
    throw error;
  } finally {
    waiting.abort();
  }
}

async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
