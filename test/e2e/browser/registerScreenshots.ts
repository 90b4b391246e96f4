// The pictures of docs/register.md: the screening register as a person uses it, in a real n8n that is killed in mid-run.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Page } from 'playwright-core';
import { examplesFolder } from '../../support/examples';
import { projectFolder } from '../../support/n8n/install';
import { owner } from '../../support/n8n/owner';
import { pause } from '../../support/processes';
import { manyCompanies } from '../register/accounts';
import { startHarness, type Harness } from '../realN8n';
import { dismissToasts, openEditor, openNode, type Editor } from './editor';

const folder = join(projectFolder, 'docs', 'screenshots');
const companies = 500;

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const filesFolder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-pictures-')));
  const list = join(filesFolder, 'companies.csv');
  const rows = Object.entries(manyCompanies(companies)).map(([key, name]) => ({
    'Customer No': key,
    Company: name,
  }));
  await writeFile(list, stringify(rows, { header: true }));
  const harness = await startHarness({ filesFolder });
  try {
    await harness.saveCredential('Company Screening API');
    await harness.sandbox.settings({ latencyMs: 150 });
    await beforeTheCrash(harness, list);
    await afterTheCrash(harness, list);
  } finally {
    await harness.stop();
    await rm(filesFolder, { recursive: true, force: true });
  }
}

const window = { width: 1440, height: 860, scale: 1 };
const screened = async ({ sandbox }: Harness): Promise<number> => (await sandbox.summary()).screeningsDone;

async function beforeTheCrash(harness: Harness, list: string): Promise<void> {
  const editor = await openEditor(harness.n8n().url, owner, window);
  try {
    const page = await editor.open('/workflow/new');
    await page.getByTestId('workflow-menu').click();
    await take(page, 'x-menu');
    await page
      .getByTestId('workflow-import-input')
      .setInputFiles(join(examplesFolder, 'screening-register.json'));
    await page.getByTestId('canvas-node').last().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(1_000);
    await page.keyboard.press('1');
    await page.waitForTimeout(1_500);
    await take(page, 'register-canvas');
    const settings = await openNode(page, 'Settings');
    await take(page, 'x-settings');
    await settings.getByTestId('assignment-value').first().locator('input, textarea').first().fill(list);
    await take(page, 'register-settings');
    await page.keyboard.press('Escape');
    const screening = await openNode(page, 'Company Screening');
    void screening;
    await take(page, 'x-screening');
    await page.keyboard.press('Escape');
    await page.getByTestId('workflow-open-publish-modal-button').click();
    await page.waitForTimeout(1_000);
    await take(page, 'x-publish');
    await page.getByTestId('workflow-publish-button').click();
    await page.waitForTimeout(1_500);
    await take(page, 'x-published');
    await dismissToasts(page);
    await page.keyboard.press('Escape');
    await page.getByTestId('execute-workflow-button').click();
    await page.waitForTimeout(1_500);
    await take(page, 'x-executing');
    while ((await screened(harness)) < 130) await pause(50);
    await take(page, 'register-running');
    process.kill(harness.n8n().pid ?? NaN, 'SIGKILL');
    await harness.n8n().exited;
    await page.waitForTimeout(3_000);
    await take(page, 'x-killed');
  } finally {
    await editor.close();
  }
}

async function afterTheCrash(harness: Harness, list: string): Promise<void> {
  await harness.restartN8n();
  const editor = await openEditor(harness.n8n().url, owner, window);
  try {
    const page = await editor.open('/home/workflows');
    await page.getByText('Screening register').first().click();
    await page.getByTestId('canvas-node').last().waitFor();
    await page.goto(`${page.url().split('?')[0] ?? ''}/executions`);
    await page.waitForTimeout(3_000);
    await take(page, 'register-executions');
    await pictureOfTables(editor);
    void list;
  } finally {
    await editor.close();
  }
}

async function pictureOfTables(editor: Editor): Promise<void> {
  const page = await editor.open('/home/datatables');
  await page.waitForTimeout(2_000);
  await take(page, 'x-tables');
  await page.getByText('Screening register').first().click();
  await page.waitForTimeout(3_000);
  await take(page, 'register-table');
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error);
});
