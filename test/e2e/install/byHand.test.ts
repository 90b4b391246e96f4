// Installing without the editor: by hand, with the very line that docs/install.md prints, on each version of Node; and with Docker, by the
// settings of the compose file.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  folder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-by-hand-')));
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
  await rm(folder, { recursive: true, force: true });
});

test.each(nodeVersions)('the line of the guide installs the node with Node %i', async (version) => {
  harness = await startHarness({ installNode: (userFolder) => runReadmeLine(version, userFolder) });
  const installed = await readdir(join(harness.nodesFolder, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['n8n-nodes-company-screening']);
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
});

test('n8n installs the node by itself with the settings of the compose file for one n8n', async () => {
  const env = { ...registry.env, ...environmentOf(composeFiles.oneN8n, 'n8n') };
  harness = await startHarness({ installNode: () => Promise.resolve(), env });
  const execution = await harness.run({ parameters: { companyName: 'Gloomharbour Shipping Ltd' } });
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
});

/** Runs what the guide says, in the folder that it names, as somebody whose home this is. */
async function runReadmeLine(version: NodeVersion, home: string): Promise<void> {
  const nodesFolder = join(home, '.n8n', 'nodes');
  await mkdir(nodesFolder, { recursive: true });
  const logFile = join(home, 'by-hand.log');
  const program = startProgram({
    command: 'sh',
    args: ['-c', `node --version && cd ~/.n8n/nodes && ${await lineOfTheGuide()}`],
    cwd: home,
    env: {
      ...registry.env,
      HOME: home,
      PATH: await tools.pathWith(version, join(folder, `node${version}`)),
    },
    logFile,
  });
  const { code } = await program.exited;
  const log = await readFile(logFile, 'utf8');
  expect(log).toContain(`v${version}.`);
  expect({ code, log }).toEqual({ code: 0, log: expect.not.stringMatching(/npm (warn|error)/i) as string });
}

async function lineOfTheGuide(): Promise<string> {
  const guide = await readFile(join(projectFolder, 'docs', 'install.md'), 'utf8');
  const [, line] =
    /`(npm install [^`]*n8n-nodes-company-screening[^`]*)` in the folder `~\/\.n8n\/nodes`/.exec(guide) ?? [];
  if (line === undefined) throw new Error('docs/install.md does not say how to install the node by hand.');
  return line;
}
