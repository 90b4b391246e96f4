// Installs the pinned n8n into the ignored folder .n8n/ of the project, once.
import { createHash } from 'node:crypto';
import {
  access,
  constants,
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod/v4';
import { runNpm } from '../npm';
import { PlainError, type Report } from '../report';

/** An n8n that is ready to start. */
export interface N8nInstall {
  version: string;
  /** The program that runs it (n8n needs a newer Node than this project does). */
  node: string;
  /** The script to run with it. */
  script: string;
}

/** The project's folder. */
export const projectFolder = resolve(__dirname, '../../..');

/**
 * Gives the pinned n8n, installed first where that has not been done yet.
 * @throws {PlainError} with what to do: Node too old, no network, disk full, no compiler.
 */
export async function ensureN8n(report: Report, signal?: AbortSignal): Promise<N8nInstall> {
  checkOwnNode();
  const pinned = await readPinned();
  const folder = join(installsFolder, `${pinned.version}-${pinned.hash}`);
  const node = nodeFor(pinned, folder);
  if (!(await exists(join(folder, stampName)))) await install(pinned.version, folder, report, signal);
  return {
    version: pinned.version,
    node,
    script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
  };
}

/** @throws {PlainError} when the Node that runs this is too old for the project's tools. */
export function checkOwnNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new PlainError(
    `This needs Node.js 20.19 or newer; this is ${version}. Install a newer one from https://nodejs.org.`,
  );
}

/** The setting that names another n8n than the pinned one, by its folder: `older/1.123`, for example. */
const otherN8n = 'COMPANY_SCREENING_N8N';
const pinnedFolder = join(__dirname, process.env[otherN8n] ?? 'pinned');
/** Whether the n8n in use is the pinned one. */
export const isPinnedN8n = process.env[otherN8n] === undefined;
const installsFolder = join(projectFolder, '.n8n');
const stampName = 'installed.json';
const neededBytes = 3e9;

const npmrc = ['ignore-scripts=true', 'legacy-peer-deps=true', 'audit=false', 'fund=false', ''].join('\n');

const manifestSchema = z.object({
  dependencies: z.object({ n8n: z.string() }),
  optionalDependencies: z.record(z.string(), z.string()),
});

interface Pinned {
  version: string;
  hash: string;
  /** The packages that bring a Node for one platform each. */
  brings: string[];
}

async function readPinned(): Promise<Pinned> {
  const text = await readFile(join(pinnedFolder, 'package.json'), 'utf8');
  const lock = await readFile(join(pinnedFolder, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(text).update(lock).update(`${process.platform} ${process.arch}`);
  const manifest = manifestSchema.parse(JSON.parse(text));
  return {
    version: manifest.dependencies.n8n,
    hash: hash.digest('hex').slice(0, 8),
    brings: Object.keys(manifest.optionalDependencies),
  };
}

// npm works in a folder of its own, which takes its place only when everything is done: an interrupted
// installation is never mistaken for a finished one, and two at a time do not disturb each other.
async function install(version: string, folder: string, report: Report, signal?: AbortSignal): Promise<void> {
  await mkdir(installsFolder, { recursive: true });
  if (await removeUnfinished()) report.line('An earlier installation did not finish; starting it again.');
  await checkDisk();
  report.line(
    `Installing n8n ${version} into .n8n/: about 4 minutes (longer on a busy machine) and 2.5 GB, only this first time.`,
  );
  if (!(await hasCompiler()))
    report.line('No python3, make and g++ found: fine, unless the database driver has to be compiled here.');

  const workFolder = join(installsFolder, unfinished + String(process.pid));
  const logFile = join(installsFolder, 'install.log');
  await rm(logFile, { force: true });
  await mkdir(workFolder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(pinnedFolder, name), join(workFolder, name));
  await writeFile(join(workFolder, '.npmrc'), npmrc);

  const npm = { cwd: workFolder, logFile, signal };
  await report.step('Downloading n8n', () => runNpm(['ci', '--ignore-scripts', '--legacy-peer-deps'], npm));
  await report.step('Building its database driver', () =>
    runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], npm),
  );
  await writeFile(
    join(workFolder, stampName),
    JSON.stringify({ version, installedAt: new Date().toISOString() }),
  );
  await rm(folder, { recursive: true, force: true });
  await rename(workFolder, folder);
}

const unfinished = 'unfinished-';

async function removeUnfinished(): Promise<boolean> {
  const names = (await readdir(installsFolder)).filter((name) => name.startsWith(unfinished));
  const abandoned = names.filter((name) => !isRunning(Number(name.slice(unfinished.length))));
  for (const name of abandoned) await rm(join(installsFolder, name), { recursive: true, force: true });
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

async function checkDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(installsFolder);
  if (bavail * bsize >= neededBytes) return;
  const free = ((bavail * bsize) / 1e9).toFixed(1);
  throw new PlainError(
    `n8n with everything it needs takes about 2.5 GB, and only ${free} GB are free on this disk. ` +
      'Free some space, then start again.',
  );
}

async function hasCompiler(): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const has = async (name: string): Promise<boolean> =>
    (await Promise.all(folders.map((folder) => exists(join(folder, name))))).includes(true);
  return (await Promise.all(['python3', 'make', 'g++'].map(has))).every(Boolean);
}

// The pinned n8n brings Node 24 along for Linux and Windows; elsewhere the machine's own has to do.
function nodeFor({ brings }: Pinned, folder: string): string {
  const isWindows = process.platform === 'win32';
  const packageName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  if (brings.includes(packageName))
    return join(folder, 'node_modules', packageName, 'bin', isWindows ? 'node.exe' : 'node');
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new PlainError(
    `n8n needs Node.js 24 or newer, which cannot be brought along for ${process.platform} ${process.arch}; ` +
      `this is ${process.versions.node}. Install Node.js 24 from https://nodejs.org and start again with it.`,
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
