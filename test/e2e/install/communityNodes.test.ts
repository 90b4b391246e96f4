// What a user does under Settings > Community nodes: install, use, update, uninstall.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod/v4';
import { newFolder, removeFolder } from '../../support/folders';
import { owner } from '../../support/n8n/owner';
import { prepareN8n } from '../../support/n8n/prepared';
import type { Execution } from '../../support/n8n/rest';
import { runNpm } from '../../support/npm';
import { reportTo } from '../../support/report';
import { nodeUnderTest } from '../../support/workflows';
import { openEditor, openNodePanel, searchNodes, type Editor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { screeningJson, startHarness, type Harness } from '../realN8n';
import { story } from '../story';
import { startRegistry, type Registry } from './registry';
import { ensureTools } from './tools';

// The first run installs the tools.
const installMs = 10 * 60_000;
// npm runs inside n8n.
const npmRunsMs = 120_000;
const packageName = 'n8n-nodes-company-screening';
const higherVersion = '999.0.0';

let folder: string;
let registry: Registry;
let harness: Harness;
let editor: Editor;
let published: string;

beforeAll(async () => {
  folder = await newFolder('community');
  registry = await startRegistry(await ensureTools(), join(folder, 'registry'));
  const { path } = (await prepareN8n(reportTo(process.stderr))).tarball;
  published = await unpack(path);
  await registry.publish(path);
  harness = await startHarness({ installNode: () => Promise.resolve(), env: registry.env, hasEditor: true });
  editor = await openEditor(harness.n8n().url, owner);
  await editor.context.tracing.start({ snapshots: true });
}, installMs);

afterAll(async () => {
  await editor.close();
  await harness.stop();
  await registry.stop();
  await removeFolder(folder);
});

story('Settings > Community nodes: the package is installed, used, updated and removed', (step) => {
  /** A step that ends with a picture of the page it gives. */
  const inEditor = (name: string, take: () => Promise<Page>): void => {
    step(name, () => withPicture(editor, name, take));
  };

  inEditor('Install a community node: the package is installed by its name', async () => {
    const page = await editor.open('/settings/community-nodes');
    await page.getByRole('button', { name: 'Install a community node' }).click();
    const modal = page.getByTestId('communityPackageInstall-modal');
    await modal.getByRole('textbox').fill(packageName);
    await modal.getByText('I understand the risks').click();
    await modal.getByRole('button', { name: 'Install', exact: true }).click();
    await card(page)
      .getByText(`v${await publishedVersion()}`)
      .waitFor({ timeout: npmRunsMs });
    expect(await card(page).innerText()).toMatch(/1 node:\s+Company Screening/);
    return page;
  });

  inEditor('the node panel finds the installed node', async () => {
    const page = await openNodePanel(editor);
    const found = await searchNodes(page, 'aml');
    await found.filter({ hasText: nodeUnderTest }).waitFor();
    return page;
  });

  let runSaved: () => Promise<Execution>;

  step('the installed node screens a company', async () => {
    runSaved = await harness.save({ parameters: asSavedBefore });
    expectHit(await runSaved());
  });

  inEditor('Update: a higher version is offered and takes the place of the installed one', async () => {
    await registry.publish(await packHigherVersion());
    const page = await editor.open('/settings/community-nodes');
    await card(page).getByRole('button', { name: 'Update' }).click({ timeout: npmRunsMs });
    await page.getByRole('button', { name: 'Confirm update' }).click();
    await card(page).getByText(`v${higherVersion}`).waitFor({ timeout: npmRunsMs });
    return page;
  });

  step('a workflow that was saved before the update goes on', async () => {
    expectHit(await runSaved());
  });

  inEditor('Uninstall: the package and its node are gone', async () => {
    const page = await editor.open('/settings/community-nodes');
    await card(page).getByTestId('action-toggle').click({ timeout: npmRunsMs });
    await page.getByText('Uninstall package').click();
    await page.getByRole('button', { name: 'Confirm uninstall' }).click();
    await card(page).waitFor({ state: 'detached', timeout: npmRunsMs });
    const panel = await openNodePanel(editor);
    await searchNodes(panel, nodeUnderTest);
    await panel.getByText(`No results for "${nodeUnderTest}"`).waitFor();
    return panel;
  });
});

function card(page: Page): Locator {
  return page.getByTestId('community-package-card').filter({ hasText: packageName });
}

const asSavedBefore = {
  resource: 'company',
  operation: 'screenCompany',
  companyName: 'Gloomharbour Shipping Ltd',
  screeningOption: 'Both',
  output: { outputs: 'single', content: 'simplified' },
  additionalFields: {},
  options: {},
};

function expectHit(execution: Execution): void {
  expect(screeningJson(execution)).toMatchObject([{ outcome: 'hit', sourceType: 'Sanction' }]);
}

/** The folder in which the files of a tarball lie. */
async function unpack(tarball: string): Promise<string> {
  const into = await mkdtemp(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xzf', tarball, '-C', into]);
  return join(into, 'package');
}

const manifestSchema = z.looseObject({ version: z.string() });

async function publishedManifest(): Promise<z.infer<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile(join(published, 'package.json'), 'utf8')));
}

async function publishedVersion(): Promise<string> {
  return (await publishedManifest()).version;
}

/** The same build as a tarball of a higher version. */
async function packHigherVersion(): Promise<string> {
  const manifest = { ...(await publishedManifest()), version: higherVersion };
  await writeFile(join(published, 'package.json'), JSON.stringify(manifest));
  await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: published,
    logFile: join(folder, 'pack-higher.log'),
  });
  return join(folder, `${packageName}-${higherVersion}.tgz`);
}
