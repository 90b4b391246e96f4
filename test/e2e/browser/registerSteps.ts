// The screening register in the hands of a person, in n8n's editor: imported, filled in, started, watched; n8n is killed, and
// the register goes on by itself.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { credentialName, examplesFolder } from '../../support/examples';
import { owner } from '../../support/n8n/owner';
import { until } from '../../support/waiting';
import { tables } from '../../support/register';
import { credentialType } from '../../support/workflows';
import { manyCompanies } from '../register/accounts';
import type { Register } from '../register/registerInN8n';
import { batch } from '../register/trial';
import { canvasNode, dismissToasts, openEditor, openNode, type Editor } from './editor';

/** Where somebody looks closer on the way: to take a picture, or to read. */
export interface Views {
  canvas?: (page: Page) => Promise<void>;
  table?: (page: Page) => Promise<void>;
  personDecides: (output: Locator) => Promise<void>;
  summary: (output: Locator) => Promise<void>;
}

/** The companies of the list, by their keys. */
export const companies = manyCompanies(500);

const window = { width: 1440, height: 900, scale: 1.5 };
// The canvas is large: a machine with much to do takes its time to draw it.
const drawnMs = 60_000;
const slowly = 10_000;

/** The whole way, to the summary; n8n is killed while the second batch is under way. */
export async function useRegister(register: Register, views: Views): Promise<void> {
  const { sandbox } = register.harness;
  await register.writeList(companies);
  await sandbox.settings({ latencyMs: 100 });
  const workflow = await inEditor(register, async (editor) => {
    const page = await importRegister(editor);
    await fillIn(page, register.list);
    await views.canvas?.(page);
    await publish(page);
    const address = new URL(page.url()).pathname;
    // The second batch lasts until the kill, however busy the page is with drawing what happens.
    const secondBatch = screened(register, batch).then(() => sandbox.settings({ latencyMs: slowly }));
    await Promise.all([secondBatch, start(page)]);
    await page.close();
    const table = await openTable(editor);
    await views.table?.(table);
    await register.kill();
    return address;
  });
  await sandbox.settings({ latencyMs: 0 });
  await register.restart();
  await register.ended();
  await runAgain(register, workflow, views);
}

/** Starts it once more, when nothing is due, and looks at what it says. */
async function runAgain(register: Register, workflow: string, views: Views): Promise<void> {
  await inEditor(register, async (editor) => {
    const page = await editor.open(workflow);
    await register.forgetFiles();
    await start(page);
    await register.ended();
    await dismissToasts(page);
    await views.personDecides(await openOutput(page, 'A person decides'));
    await closeNode(page);
    await views.summary(await openOutput(page, 'Summary'));
  });
}

async function inEditor<T>({ harness }: Register, steps: (editor: Editor) => Promise<T>): Promise<T> {
  const editor = await openEditor(harness.n8n().url, owner, window);
  editor.context.setDefaultTimeout(drawnMs);
  try {
    return await steps(editor);
  } finally {
    await editor.close();
  }
}

async function screened({ harness }: Register, count: number): Promise<void> {
  const isScreened = async () => (await harness.sandbox.summary()).screeningsDone > count;
  await until(`more than ${count} were screened`, isScreened, { everyMs: 20, withinMs: drawnMs });
}

async function importRegister(editor: Editor): Promise<Page> {
  const page = await editor.open('/workflow/new');
  await page.getByTestId('workflow-menu').click();
  const file = join(examplesFolder, 'screening-register.json');
  await page.getByTestId('workflow-import-input').setInputFiles(file);
  await page.getByTestId('canvas-node').last().waitFor();
  await page.keyboard.press('Escape');
  return page;
}

/** Enters the path of the list; n8n has chosen the only credential. */
async function fillIn(page: Page, list: string): Promise<void> {
  const settings = await openNode(page, 'Settings');
  await settings.getByTestId('assignment-value').first().locator('input, textarea').first().fill(list);
  await closeNode(page);
  const screening = await openNode(page, 'Company Screening');
  const credential = screening.getByTestId('node-credentials-select').locator('input');
  const chosen = await credential.inputValue();
  if (chosen !== credentialName(credentialType))
    throw new Error(`n8n has chosen the credential "${chosen}".`);
  await closeNode(page);
}

async function publish(page: Page): Promise<void> {
  await page.getByTestId('workflow-open-publish-modal-button').click();
  await page.getByTestId('workflow-publish-button').click();
  await page.getByRole('button', { name: 'Got it' }).click();
  // n8n's advice on what to do next lies over the canvas.
  await page.getByTestId('suggested-actions-close').click();
  await dismissToasts(page);
}

/** "Execute workflow" beside the trigger "Start". The whole canvas is shown, too small for a mouse to hit a button. */
async function start(page: Page): Promise<void> {
  await canvasNode(page, 'Start').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByTestId('execute-workflow-button-Start').dispatchEvent('click');
}

async function openTable(editor: Editor): Promise<Page> {
  const page = await editor.open('/home/datatables');
  await page.getByText(tables.register, { exact: true }).first().click();
  await page.getByTestId('data-table-grid').getByText('sending').first().waitFor();
  return page;
}

async function openOutput(page: Page, name: string): Promise<Locator> {
  const node = await openNode(page, name);
  const output = node.getByTestId('output-panel');
  await output.getByTestId('radio-button-table').click();
  await output.locator('table tbody tr').first().waitFor();
  return output;
}

async function closeNode(page: Page): Promise<void> {
  const node = page.getByTestId('ndv');
  await node.getByTestId('ndv-close-button').click();
  await node.getByTestId('node-parameters').waitFor({ state: 'hidden' });
}
