// What tests, demo and bench import: starts the sandbox service in a process of its own, and drives it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import axios from 'axios';
import type { Fault } from './faultSchema';
import {
  type PaidScreening,
  paidSchema,
  type ReadyLine,
  readyLineSchema,
  type Reset,
  type SandboxCredential,
  type SandboxSettings,
  type Stats,
  statsSchema,
  type Summary,
  summarySchema,
} from './protocol';
import type { WatchlistChangeInput } from './watchlistSchema';

export type { Fault } from './faultSchema';
export type { PaidScreening, SandboxCredential, Stats } from './protocol';

const ROOT = path.resolve(__dirname, '../..');
// Starting the sources takes five times as long.
const BUILT = path.join(ROOT, '.sandbox/main.js');
const START_TIMEOUT_MS = 60_000;

/** A running sandbox service. */
export interface Sandbox {
  /** Address of the service, without a slash at the end. */
  url: string;
  /** The process that is the service, for whoever measures what it uses. */
  pid: number | undefined;
  /** The fields of the node's credential for this service; the token is empty. */
  credential: SandboxCredential;
  /** With `tls`: the file for NODE_EXTRA_CA_CERTS, which lasts as long as the service; else null. */
  caFile: string | null;
  /** Replaces the faults in force; an empty list ends them all. */
  faults: (list: Fault[]) => Promise<void>;
  /** Changes the settings that are named. */
  settings: (settings: SandboxSettings) => Promise<void>;
  /** Everything counted since the start or the last reset. */
  stats: () => Promise<Stats>;
  /** The counts without the long lists: quick, however many companies there were. */
  summary: () => Promise<Summary>;
  /** Every screening done since the start, whatever was reset, but for the first `from` of them. */
  paid: (from: number) => Promise<PaidScreening[]>;
  /** Replaces, removes, changes or adds entities of the watchlist. */
  watchlist: (change: WatchlistChangeInput) => Promise<void>;
  /** No faults, counters at zero; with `{ settings: true }` the settings and the watchlist of the start as well. */
  reset: (reset?: Reset) => Promise<void>;
  /** Ends the service and waits until it has ended. */
  stop: () => Promise<void>;
}

/** The services that this process has started and not ended, for whoever checks what they got. */
export const runningSandboxes = new Set<Sandbox>();

/**
 * Starts a sandbox service on loopback, in a process that ends with this one.
 * @param options `port`: any free one unless given; `tls`: API and authorization server speak https
 * @throws when the service does not come up
 */
export async function startSandbox(options: { port?: number; tls?: boolean } = {}): Promise<Sandbox> {
  if (!existsSync(BUILT)) throw new Error('The sandbox is not built. Run npm run build first.');
  const args = [BUILT, '--json', '--port', String(options.port ?? 0)];
  if (options.tls) args.push('--tls');
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const { url, credential, caFile } = await readyLine(child);
  const trust = caFile === null ? {} : { httpsAgent: new Agent({ ca: readFileSync(caFile) }) };
  const control = axios.create({ baseURL: `${url}/_control`, proxy: false, ...trust });
  const sandbox: Sandbox = {
    url,
    pid: child.pid,
    credential,
    caFile,
    faults: async (list) => {
      await control.post('/faults', list);
    },
    settings: async (settings) => {
      await control.post('/settings', settings);
    },
    stats: async () => statsSchema.parse((await control.get<unknown>('/stats')).data),
    summary: async () => summarySchema.parse((await control.get<unknown>('/stats/summary')).data),
    paid: async (from) => paidSchema.parse((await control.get<unknown>('/paid', { params: { from } })).data),
    watchlist: async (change) => {
      await control.post('/watchlist', change);
    },
    reset: async (reset = {}) => {
      await control.post('/reset', reset);
    },
    stop: () => {
      runningSandboxes.delete(sandbox);
      return stop(child);
    },
  };
  runningSandboxes.add(sandbox);
  return sandbox;
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
