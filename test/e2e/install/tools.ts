// What the installation tests need beside n8n: a registry, and the Node and npm that people have.
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ensureInstalled } from '../../support/lockedInstall';
import { ensureN8n, projectFolder } from '../../support/n8n/install';
import { PlainError, reportTo } from '../../support/report';

/** The major versions of Node that n8n's versions run on. */
export const nodeVersions = [20, 22, 24] as const;
export type NodeVersion = (typeof nodeVersions)[number];

export type Tools = Awaited<ReturnType<typeof ensureTools>>;

/** Returns the tools, installed first if that has not been done yet. */
export async function ensureTools() {
  const report = reportTo(process.stderr);
  const { node } = await ensureN8n(report);
  const places = { from: join(__dirname, 'tools'), into: join(projectFolder, '.tools') };
  const said = { name: 'install-tests', title: 'Installing what the installation tests need' };
  const folder = await ensureInstalled({ ...places, ...said }, report);
  const modules = join(folder, 'node_modules');
  const nodeOf = (version: NodeVersion): string =>
    version === 24 ? node : join(modules, `node${version}-${platform()}`, 'bin', 'node');
  const npmOf = (version: NodeVersion): string =>
    join(modules, version === 24 ? 'npm11' : 'npm10', 'bin', 'npm-cli.js');
  return {
    /** A Node that is new enough for the registry. */
    node,
    verdaccio: join(modules, 'verdaccio', 'bin', 'verdaccio'),
    /** A PATH that begins with a Node of this version and the npm that comes with it; its links are made in a folder. */
    pathWith: async (version: NodeVersion, binFolder: string) => {
      await mkdir(binFolder, { recursive: true });
      await symlink(nodeOf(version), join(binFolder, 'node'));
      const npm = join(binFolder, 'npm');
      await writeFile(npm, `#!/bin/sh\nexec node '${npmOf(version)}' "$@"\n`);
      await chmod(npm, 0o755);
      return [binFolder, process.env['PATH']].join(delimiter);
    },
  };
}

function platform(): string {
  const name = `${process.platform}-${process.arch}`;
  if (name === 'linux-x64' || name === 'linux-arm64') return name;
  throw new PlainError(`The installation tests bring Node 20 and 22 along for Linux only; this is ${name}.`);
}
