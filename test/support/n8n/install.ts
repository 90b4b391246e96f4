// Installs the pinned n8n into the ignored folder .n8n/ of the project, once.
import { readFile, statfs } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod/v4';
import { ensureInstalled, exists } from '../lockedInstall';
import { runNpm, type NpmOptions } from '../npm';
import { PlainError, type Report } from '../report';

export interface N8nInstall {
  version: string;
  /** The Node that runs it: n8n needs a newer one than this project does. */
  node: string;
  script: string;
}

export const projectFolder = resolve(__dirname, '../../..');

/**
 * Returns the pinned n8n, installed first if that has not been done yet.
 * @throws {PlainError} with what to do: Node too old, no network, disk full, no compiler.
 */
export async function ensureN8n(report: Report, signal?: AbortSignal): Promise<N8nInstall> {
  checkOwnNode();
  const { version, nodeIn } = await readPinned();
  const packages = {
    from: pinnedFolder,
    into: installsFolder,
    name: version,
    title: 'Downloading n8n',
    before: () => announce(version, report),
    after: (npm: NpmOptions) =>
      report.step('Building its database driver', () =>
        runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], npm),
      ),
  };
  const folder = await ensureInstalled(packages, report, signal);
  return { version, node: nodeIn(folder), script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/** @throws {PlainError} when the Node that runs this is too old for the project's tools. */
export function checkOwnNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new PlainError(
    `This needs Node.js 20.19 or newer; this is ${version}. Install a newer one from https://nodejs.org.`,
  );
}

const pinnedFolder = join(__dirname, 'pinned');
const installsFolder = join(projectFolder, '.n8n');
const neededBytes = 3e9;

const manifestSchema = z.object({
  dependencies: z.object({ n8n: z.string() }),
  optionalDependencies: z.record(z.string(), z.string()),
});

interface Pinned {
  version: string;
  /** The Node to run it with, once it is installed in a folder. */
  nodeIn: (folder: string) => string;
}

async function readPinned(): Promise<Pinned> {
  const text = await readFile(join(pinnedFolder, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies } = manifestSchema.parse(JSON.parse(text));
  return { version: dependencies.n8n, nodeIn: nodeFor(Object.keys(optionalDependencies)) };
}

/** Disk space of n8n, as the demo says it before it is installed. */
const N8N_SIZE = '2.5 GB';

async function announce(version: string, report: Report): Promise<void> {
  await checkDisk();
  report.line(
    `Installing n8n ${version} into .n8n/: about 4 minutes (longer on a busy machine) and ${N8N_SIZE}, only this first time.`,
  );
  if (!(await hasCompiler()))
    report.line('No python3, make and g++ found: fine, unless the database driver has to be compiled here.');
}

async function checkDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(installsFolder);
  if (bavail * bsize >= neededBytes) return;
  const free = ((bavail * bsize) / 1e9).toFixed(1);
  throw new PlainError(
    `n8n with everything it needs takes about ${N8N_SIZE}, and only ${free} GB are free on this disk. ` +
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
function nodeFor(brings: string[]): Pinned['nodeIn'] {
  const isWindows = process.platform === 'win32';
  const packageName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  if (brings.includes(packageName))
    return (folder) => join(folder, 'node_modules', packageName, 'bin', isWindows ? 'node.exe' : 'node');
  if (Number(process.versions.node.split('.')[0]) >= 24) return () => process.execPath;
  throw new PlainError(
    `n8n needs Node.js 24 or newer, which cannot be brought along for ${process.platform} ${process.arch}; ` +
      `this is ${process.versions.node}. Install Node.js 24 from https://nodejs.org and start again with it.`,
  );
}
