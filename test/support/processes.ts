// Starts programs in a process group of their own and ends the whole group, so that no child of theirs is left.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** The end of a program: its exit code, or the signal that ended it, or why it could not be started. */
interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  error?: Error;
}

export interface RunningProgram {
  pid: number | undefined;
  /** Settles when the program has ended; never rejects. */
  exited: Promise<Exit>;
  hasExited: () => boolean;
  /** Asks the program to end, then ends the rest of its group, and waits for that. */
  stop: (patienceMs?: number) => Promise<void>;
  /** Ends the whole group at once, as `kill -9` does, and waits for that. */
  kill: () => Promise<void>;
}

/** The program to start, its folder, and the file that takes all its output. */
export interface ProgramOptions {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** The account that runs it; ours unless given. */
  account?: Account | undefined;
  /** The signal that asks it to end; SIGTERM unless given. */
  endSignal?: NodeJS.Signals;
}

export interface Account {
  uid: number;
  gid: number;
}

/** Starts a program whose output is appended to a file. */
export function startProgram({
  command,
  args,
  cwd,
  env,
  logFile,
  account,
  endSignal = 'SIGTERM',
}: ProgramOptions): RunningProgram {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', log, log],
    detached: !isWindows,
    ...account,
  });
  closeSync(log);
  let ended = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => {
      ended = true;
      resolve({ code: null, signal: null, error });
    });
    child.once('exit', (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
  });
  const stop = async (patienceMs = 10_000): Promise<void> => {
    if (!ended) {
      child.kill(endSignal);
      await Promise.race([exited, pause(patienceMs)]);
    }
    await kill();
  };
  const kill = async (): Promise<void> => {
    endGroup(child);
    await exited;
  };
  return { pid: child.pid, exited, hasExited: () => ended, stop, kill };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

const isWindows = process.platform === 'win32';

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left, as wanted.
  }
}
