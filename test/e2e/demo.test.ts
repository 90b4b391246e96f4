// `npm run demo` as a person starts it, looks at it and ends it. In a copy of the project: it builds what other tests are using.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import axios from 'axios';
import { newFolder, removeFolder } from '../support/folders';
import { projectFolder } from '../support/n8n/install';
import { owner } from '../support/n8n/owner';
import { freePort } from '../support/ports';
import { succeeds, until } from '../support/waiting';
import { quietly } from '../support/webhook';
import { startBrowser } from './browser/editor';

const startMs = 10 * 60_000;
/** Installed once, and only read here. */
const installed = ['node_modules', '.n8n'];
const notCopied = [...installed, '.git', '.tools', '.demo', '.stryker', '.screenshots', 'coverage'];

async function copyOfProject(): Promise<string> {
  const folder = await newFolder('demo-test');
  await cp(projectFolder, folder, {
    recursive: true,
    filter: (path) => !notCopied.includes(relative(projectFolder, path)),
  });
  for (const name of installed) await symlink(join(projectFolder, name), join(folder, name), 'junction');
  return folder;
}

describe('npm run demo', () => {
  let folder: string;
  let port: number;
  let npm: ChildProcess;
  let output: string;

  beforeAll(async () => {
    folder = await copyOfProject();
  });

  afterAll(() => removeFolder(folder));

  beforeEach(async () => {
    port = await freePort();
    output = '';
    npm = spawn('npm', ['run', 'demo', '--', '--port', String(port)], { cwd: folder });
    npm.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    npm.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const isReady = () => {
      if (npm.exitCode !== null) throw new Error(output);
      return Promise.resolve(output.includes('Ctrl-C ends it.') || output);
    };
    await until('the demo said how to end it', isReady, { withinMs: startMs });
  }, startMs);

  afterEach(() => {
    npm.kill('SIGTERM');
  });

  async function untilNothingAnswers(): Promise<void> {
    const addresses = [`http://127.0.0.1:${String(port)}`, /Base URL +(\S+)/.exec(output)?.[1] ?? ''];
    for (const url of addresses) {
      expect(url).toMatch(/^http:/);
      const isGone = async () => !(await succeeds(axios.get(url, quietly)));
      await until(`nothing answered at ${url}`, isGone, { withinMs: startMs });
    }
  }

  test(
    'counts each company once, leads to its workflow, and ends with npm',
    async () => {
      const [, ...counts] =
        /(\d+) companies: (\d+) with hits .*?, (\d+) clear, (\d+) to review, (\d+) failed/.exec(output) ?? [];
      const [companies = 0, ...parts] = counts.map(Number);
      expect(companies).toBe(38);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(companies);

      const [address = ''] = /http:\S+signin\S+/.exec(output) ?? [];
      const browser = await startBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(address);
        await page.locator('[data-test-id=emailOrLdapLoginId] input').fill(owner.email);
        await page.locator('[data-test-id=password] input').fill(owner.password);
        await page.locator('[data-test-id=form-submit-button]').click();
        await page.waitForURL(/\/workflow\/\w+\/executions\/\d+/);
        await page.locator('[data-test-id=canvas-node]').filter({ hasText: 'Your list' }).waitFor();
        await page.getByText('38 items').waitFor();
      } finally {
        await browser.close();
      }

      npm.kill('SIGTERM');
      await untilNothingAnswers();
    },
    startMs,
  );

  test(
    'ends also when npm is killed',
    async () => {
      npm.kill('SIGKILL');
      await once(npm, 'exit');
      await untilNothingAnswers();
    },
    startMs,
  );
});
