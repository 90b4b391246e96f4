// The two places in which the node can be installed, as steps: in a folder with npm, in a container with docker.
import { execFile } from 'node:child_process';
import { access, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from '../../test/support/report';
import type { Target } from './target';

/** A place in which n8n looks for community nodes. */
export interface InstallPlace {
  /** Name in sentences. */
  name: string;
  /** The output of `n8n --version` there; undefined if there is no such command. */
  version: () => Promise<string | undefined>;
  /** Installs a packed node. @throws {PlainError} with the reason and what to do */
  install: (tarball: string) => Promise<void>;
  /** Takes a node out. @throws {PlainError} with the reason and what to do */
  remove: (packageName: string) => Promise<void>;
  /** The way to restart this n8n. */
  restart: string;
}

/** @throws {PlainError} there is no n8n */
export async function placeOf(target: Target): Promise<InstallPlace> {
  return target.kind === 'folder' ? await folderPlace(target.dataFolder) : await containerPlace(target.name);
}

// n8n brings its own n8n-workflow; a second copy would have to be compiled.
const INSTALL = ['install', '--ignore-scripts', '--omit=peer', '--omit=dev', '--no-audit', '--no-fund'];
const REMOVE = ['uninstall', '--ignore-scripts', '--omit=peer', '--no-audit', '--no-fund'];
const MANIFEST = '{ "name": "installed-nodes", "private": true }\n';

async function folderPlace(dataFolder: string): Promise<InstallPlace> {
  if (!(await isThere(dataFolder)))
    throw new PlainError(
      `There is no n8n in ${dataFolder}. Start n8n once, so that it makes this folder. ` +
        'If its folder is elsewhere, use --folder <path>. If n8n runs in Docker, use --container <name>.',
    );
  const nodes = join(dataFolder, 'nodes');
  return {
    name: nodes,
    version: () => run('n8n', ['--version']).catch(() => undefined),
    install: async (tarball) => {
      await mkdir(nodes, { recursive: true });
      if (!(await isThere(join(nodes, 'package.json'))))
        await writeFile(join(nodes, 'package.json'), MANIFEST);
      await removeTarballs(nodes, basename(tarball));
      // The tarball stays beside the installed nodes: npm asks for it again whenever n8n installs another one.
      await copyFile(tarball, join(nodes, basename(tarball)));
      await run('npm', [...INSTALL, `./${basename(tarball)}`], nodes);
    },
    remove: async (packageName) => {
      if (!(await isThere(join(nodes, 'node_modules', packageName))))
        throw new PlainError(`The node is not installed in ${nodes}. Nothing was changed.`);
      await run('npm', [...REMOVE, packageName], nodes);
      await removeTarballs(nodes, `${packageName}-`);
    },
    restart: 'Restart n8n: end it, and start it as you always do.',
  };
}

// The name of the packed node begins with the name of the package.
async function removeTarballs(nodes: string, named: string): Promise<void> {
  const prefix = named.replace(/\d+\.\d+\.\d+.*$/, '');
  const old = (await readdir(nodes)).filter((name) => name.startsWith(prefix) && name.endsWith('.tgz'));
  for (const name of old) await rm(join(nodes, name));
}

/** The folder in which n8n's own image looks for nodes. */
const CONTAINER_NODES = '/home/node/.n8n/nodes';

async function containerPlace(name: string): Promise<InstallPlace> {
  const inside = (...command: string[]): Promise<string> => run('docker', ['exec', name, ...command]);
  const inNodes = (command: string): Promise<string> =>
    inside('sh', '-c', `cd ${CONTAINER_NODES} && ${command}`);
  const version = await inside('n8n', '--version');
  return {
    name: `the container ${name}`,
    version: () => Promise.resolve(version),
    install: async (tarball) => {
      const file = basename(tarball);
      await inside('mkdir', '-p', CONTAINER_NODES);
      await inNodes(`test -f package.json || echo '${MANIFEST.trim()}' > package.json`);
      await run('docker', ['cp', tarball, `${name}:${CONTAINER_NODES}/${file}`]);
      await inNodes(`npm ${INSTALL.join(' ')} ./${file}`);
    },
    remove: async (packageName) => {
      await inNodes(`npm ${REMOVE.join(' ')} ${packageName} && rm -f ${packageName}-*.tgz`);
    },
    restart: `Restart it: docker restart ${name}. The node stays as long as ${CONTAINER_NODES} is on a volume.`,
  };
}

/** Runs a program and gives what it printed. @throws {PlainError} with what it said */
async function run(command: string, args: string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execFileAsync(command, args, { cwd, shell: process.platform === 'win32' });
    return stdout.trim();
  } catch (error) {
    throw new PlainError(`${command} ${args[0] ?? ''} failed: ${reasonOf(error)}`);
  }
}

const execFileAsync = promisify(execFile);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'it is not on this machine, or not on the path.';
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return said === '' ? error.message : said;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
