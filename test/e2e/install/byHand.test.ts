// Installing without the editor: by hand, with the very line that docs/start.md prints, on each version of Node; from a copy of the
// repository, with one command; and with Docker, by the settings of the compose file and by what the image starts.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { newFolder, removeFolder } from '../../support/folders';
import { composeFiles, environmentOf } from '../../support/compose';
import { projectFolder } from '../../support/n8n/install';
import { prepareN8n } from '../../support/n8n/prepared';
import { startProgram } from '../../support/processes';
import { reportTo } from '../../support/report';
import { screeningJson, startHarness, type Harness } from '../realN8n';
import { startRegistry, type Registry } from './registry';
import { ensureTools, nodeVersions, type NodeVersion, type Tools } from './tools';

// The first run installs the tools.
const installMs = 10 * 60_000;

let folder: string;
let tools: Tools;
let registry: Registry;
let harness: Harness | undefined;

beforeAll(async () => {
  folder = await newFolder('by-hand');
  tools = await ensureTools();
  registry = await startRegistry(tools, join(folder, 'registry'));
  const { tarball } = await prepareN8n(reportTo(process.stderr));
  await registry.publish(tarball.path);
}, installMs);

// Not in the test itself: what its service got is looked at when the test has ended.
afterEach(async () => {
  await harness?.stop();
  harness = undefined;
});

afterAll(async () => {
  await registry.stop();
  await removeFolder(folder);
});

test('the line of the guide installs the node with each version of Node, and n8n runs it', async () => {
  const [newest = 24, ...others] = nodeVersions.toReversed();
  harness = await startHarness({ installNode: (userFolder) => runReadmeLine(newest, userFolder) });
  const installed = await filesIn(harness.nodesFolder);
  expect(await namesIn(join(harness.nodesFolder, 'node_modules'))).toEqual(['n8n-nodes-company-screening']);
  for (const version of others) {
    const home = join(folder, `home${version}`);
    await runReadmeLine(version, home);
    expect(await filesIn(join(home, '.n8n', 'nodes'))).toEqual(installed);
  }
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
});

test('n8n installs the node by itself with the settings of the compose file for one n8n', async () => {
  const env = { ...registry.env, ...environmentOf(composeFiles.oneN8n, 'n8n') };
  harness = await startHarness({ installNode: () => Promise.resolve(), env });
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
});

test('one command installs the node from this copy into the n8n that is there, and takes it out again', async () => {
  let said = '';
  harness = await startHarness({
    installNode: async (userFolder) => {
      said = await installN8n(userFolder);
    },
  });
  expect(said).toContain('The node is installed in');
  expect(said).not.toContain('could not be determined');
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
  const userFolder = join(harness.nodesFolder, '..', '..');
  const before = await readdir(join(userFolder, '.n8n'));
  expect(await installN8n(userFolder, '--remove')).toContain('The node was removed from');
  expect(await readdir(join(userFolder, '.n8n'))).toEqual(before);
  expect(await namesIn(harness.nodesFolder)).toEqual(['node_modules', 'package-lock.json', 'package.json']);
  expect(await namesIn(join(harness.nodesFolder, 'node_modules'))).toEqual([]);
});

test('what the image starts puts the node into the folder of n8n, in place of an older one, before n8n starts', async () => {
  harness = await startHarness({ installNode: startAsTheImage });
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
});

/** Runs the file that the image starts, beside a packed node as in the image; n8n itself is started afterwards. */
async function startAsTheImage(home: string): Promise<void> {
  const image = join(folder, 'image');
  await mkdir(image);
  await copyFile(join(projectFolder, 'docs', 'one-n8n', 'start.sh'), join(image, 'start.sh'));
  const { tarball } = await prepareN8n(reportTo(process.stderr));
  await copyFile(tarball.path, join(image, basename(tarball.path)));
  const nodes = join(home, '.n8n', 'nodes');
  await mkdir(nodes, { recursive: true });
  await writeFile(join(nodes, 'n8n-nodes-company-screening-0.0.1.tgz'), 'not a package');
  const env = { HOME: home, PATH: process.env['PATH'], N8N_USER_FOLDER: undefined };
  const log = await outputOf('sh', [join(image, 'start.sh'), 'echo', 'n8n starts'], env, home);
  expect(log).toMatch(/n8n starts\n$/);
}

/** Runs the command of the README for the n8n in this folder. @returns what it printed */
async function installN8n(userFolder: string, ...args: string[]): Promise<string> {
  const { install } = await prepareN8n(reportTo(process.stderr));
  // n8n is on the path of whoever installed it.
  const path = [
    dirname(install.node),
    join(dirname(install.script), '..', '..', '.bin'),
    process.env['PATH'],
  ];
  const env = { ...process.env, N8N_USER_FOLDER: userFolder, PATH: path.join(delimiter) };
  const tsx = join(projectFolder, 'node_modules', '.bin', 'tsx');
  return await outputOf(tsx, [join(projectFolder, 'tools', 'install', 'main.ts'), ...args], env, userFolder);
}

async function outputOf(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  home: string,
): Promise<string> {
  const logFile = join(home, 'output.log');
  await rm(logFile, { force: true });
  const { code } = await startProgram({ command, args, cwd: home, env, logFile }).exited;
  const log = await readFile(logFile, 'utf8');
  expect({ code, log }).toEqual({ code: 0, log });
  return log;
}

/** What n8n finds in its folder of installed nodes: the names of all files, and what package.json asks for. */
async function filesIn(nodesFolder: string): Promise<{ names: string[]; manifest: string }> {
  const all = await readdir(nodesFolder, { recursive: true });
  // npm's own notes: each version writes others.
  const names = all.filter((name) => !/(^|\/)\.?package-lock\.json$/.test(name)).sort();
  return { names, manifest: await readFile(join(nodesFolder, 'package.json'), 'utf8') };
}

async function namesIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
}

/** Runs what the guide says, in the folder that it names, as somebody whose home this is. */
async function runReadmeLine(version: NodeVersion, home: string): Promise<void> {
  const nodesFolder = join(home, '.n8n', 'nodes');
  await mkdir(nodesFolder, { recursive: true });
  const logFile = join(home, 'by-hand.log');
  const program = startProgram({
    command: 'sh',
    args: ['-c', `node --version && cd ~/.n8n/nodes && ${await lineOfTheGuide()}`],
    cwd: home,
    env: { ...registry.env, HOME: home, PATH: await tools.pathWith(version, join(folder, `node${version}`)) },
    logFile,
  });
  const { code } = await program.exited;
  const log = await readFile(logFile, 'utf8');
  expect(log).toContain(`v${version}.`);
  expect({ code, log }).toEqual({ code: 0, log: expect.not.stringMatching(/npm (warn|error)/i) as string });
}

async function lineOfTheGuide(): Promise<string> {
  const guide = await readFile(join(projectFolder, 'docs', 'start.md'), 'utf8');
  const [, line] =
    /`(npm install [^`]*n8n-nodes-company-screening[^`]*)` in the folder `~\/\.n8n\/nodes`/.exec(guide) ?? [];
  if (line === undefined) throw new Error('docs/start.md does not say how to install the node by hand.');
  return line;
}
