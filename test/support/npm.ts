// Runs npm quietly: its output goes to a file, and a failure becomes a sentence that says what to do.
import { readFile, stat } from 'node:fs/promises';
import { startProgram } from './processes';
import { PlainError } from './report';

export interface NpmOptions {
  cwd: string;
  logFile: string;
  /** Settings beside those of this process. */
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
}

/**
 * Runs npm and waits for it.
 * @throws {PlainError} npm failed: no network, a full disk, or what its log says.
 */
export async function runNpm(args: string[], { cwd, logFile, env, signal }: NpmOptions): Promise<void> {
  signal?.throwIfAborted();
  const logged = await sizeOf(logFile);
  const npm = startProgram({
    command: 'npm',
    args: [...args, ...quiet],
    cwd,
    env: { ...process.env, ...env },
    logFile,
  });
  const stop = (): void => {
    void npm.stop(2_000);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const exit = await npm.exited;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (exit.error !== undefined)
    throw new PlainError(`npm could not be started (${exit.error.message}). Is Node.js installed with npm?`);
  if (exit.code !== 0)
    throw new PlainError(explain((await readFile(logFile)).subarray(logged).toString(), logFile));
}

/** The sentence for a failed npm run, from what npm wrote. */
export function explain(output: string, logFile: string): string {
  const known = knownFailures.find(({ pattern }) => pattern.test(output));
  const sentence = known?.sentence ?? `npm failed: ${lastError(output)}`;
  return `${sentence}\nnpm's full output is in ${logFile}.`;
}

const quiet = [
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--no-progress',
  // npm would otherwise try for minutes before it says that there is no network.
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=8000',
];

// Order matters: a failed download of a ready-made driver is in the log too when compiling it fails afterwards.
const knownFailures = [
  {
    pattern: /ENOSPC|no space left on device/i,
    sentence:
      'The disk is full. n8n with everything it needs takes 2.5 GB: free some space, then start again.',
  },
  {
    pattern: /gyp ERR! (find Python|stack Error: (not found: make|`make` failed))|gyp: No Xcode/,
    sentence:
      "n8n's database driver (sqlite3) had to be compiled here, and that did not work. It needs python3, make and a " +
      'C++ compiler: on Debian or Ubuntu `sudo apt-get install -y python3 make g++`, on macOS ' +
      '`xcode-select --install`. Then start again.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network request to .* failed/,
    sentence:
      'The npm registry could not be reached. Check the network (and the proxy, if there is one), then start again.',
  },
  {
    pattern: /EACCES|EPERM/,
    sentence:
      'npm may not write where it has to. Check who owns this folder and the npm cache, then start again.',
  },
];

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function lastError(output: string): string {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error '));
  const line = lines.find((candidate) => !/^npm error (code|errno|syscall)\b/.test(candidate)) ?? lines[0];
  return line === undefined ? 'it gave no reason' : line.slice('npm error '.length);
}
