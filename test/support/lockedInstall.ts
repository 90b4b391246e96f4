// Installs the packages of a folder that has a package.json and a lock of its own, once, into an ignored folder.
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm, type NpmOptions } from './npm';
import type { Report } from './report';

export interface LockedPackages {
  /** The folder with package.json and package-lock.json. */
  from: string;
  /** The ignored folder for everything of this kind. */
  into: string;
  /** The name of this installation's folder, before the hash of its lock. */
  name: string;
  /** The title of the step that downloads. */
  title: string;
  /** Runs before anything is downloaded. */
  before?: () => Promise<void>;
  /** Runs when everything is downloaded, in the folder of that moment. */
  after?: (npm: NpmOptions) => Promise<void>;
}

/** Returns the folder in which the packages are installed, installed first if that has not been done yet. */
export async function ensureInstalled(
  packages: LockedPackages,
  report: Report,
  signal?: AbortSignal,
): Promise<string> {
  const folder = join(packages.into, `${packages.name}-${await hashOf(packages.from)}`);
  if (!(await exists(join(folder, stampName)))) await install(packages, folder, report, signal);
  return folder;
}

export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

const manifestName = 'package.json';
const lockName = 'package-lock.json';
const stampName = 'installed.json';
const unfinished = 'unfinished-';
const npmrc = ['ignore-scripts=true', 'legacy-peer-deps=true', 'audit=false', 'fund=false', ''].join('\n');

async function hashOf(from: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [manifestName, lockName]) hash.update(await readFile(join(from, name), 'utf8'));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex').slice(0, 8);
}

// npm works in a folder of its own, which takes its place only when everything is done: an interrupted
// installation is never mistaken for a finished one, and two at a time do not disturb each other.
async function install(
  { from, into, name, title, before, after }: LockedPackages,
  folder: string,
  report: Report,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(into, { recursive: true });
  if (await removeUnfinished(into)) report.line('An earlier installation did not finish; starting it again.');
  await before?.();
  const workFolder = join(into, unfinished + String(process.pid));
  const logFile = join(into, 'install.log');
  await rm(logFile, { force: true });
  await mkdir(workFolder, { recursive: true });
  for (const file of [manifestName, lockName]) await copyFile(join(from, file), join(workFolder, file));
  await writeFile(join(workFolder, '.npmrc'), npmrc);
  const npm = { cwd: workFolder, logFile, signal };
  await report.step(title, () => runNpm(['ci', '--ignore-scripts', '--legacy-peer-deps'], npm));
  await after?.(npm);
  await writeFile(
    join(workFolder, stampName),
    JSON.stringify({ name, installedAt: new Date().toISOString() }),
  );
  await rm(folder, { recursive: true, force: true });
  await rename(workFolder, folder);
}

async function removeUnfinished(into: string): Promise<boolean> {
  const names = (await readdir(into)).filter((name) => name.startsWith(unfinished));
  const abandoned = names.filter((name) => !isRunning(Number(name.slice(unfinished.length))));
  for (const name of abandoned) await rm(join(into, name), { recursive: true, force: true });
  return abandoned.length > 0;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
