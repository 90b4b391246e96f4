// "Register from a list" in the hands of a person, in n8n's editor: imported, filled in and run; published, it runs by itself.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Page } from 'playwright-core';
import { newFolder, removeFolder } from '../../support/folders';
import { credentialName, examplesFolder } from '../../support/examples';
import { readTable } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import type { Execution } from '../../support/n8n/rest';
import { untilFound } from '../../support/waiting';
import { credentialType, nodeUnderTest } from '../../support/workflows';
import { brokenIn, itemsOf, withoutAnswer } from '../listHistory';
import { manyCompanies } from '../manyCompanies';
import { startHarness, type Harness } from '../realN8n';
import { story } from '../story';
import { timesPaid } from '../whatTheServiceGot';
import { canvasNode, dismissToasts, openEditor, openNode, type Editor } from './editor';

const LIST = manyCompanies(20);
// A machine with much to do takes its time to draw a canvas.
const DRAWN_MS = 60_000;
const ANSWERS = 'Screening register answers';
const [START, END] = ['Start', 'Replace me: tell a person'];

let harness: Harness;
let filesFolder: string;
let list: string;

beforeAll(async () => {
  filesFolder = await newFolder('register');
  list = join(filesFolder, 'companies.csv');
  harness = await startHarness({ filesFolder, hasEditor: true });
  await harness.saveCredential(credentialName(credentialType));
});

afterAll(async () => {
  await harness.stop();
  await removeFolder(filesFolder);
});

story('a person imports the register and runs it, and it runs again when n8n starts', (step) => {
  let workflowId = '';

  step('unpublished, it runs by hand, and its messages are ready', async () => {
    await writeList();
    workflowId = await inEditor(async (editor) => {
      const page = await importExample(editor);
      await fillIn(page);
      await start(page);
      await expectAllOf(await runOfMode('manual', () => idOf(page)));
      await publish(page);
      return idOf(page);
    });
  });

  step('published, it runs by itself when n8n starts, gives the same, and pays for nothing', async () => {
    const before = await timesPaid(harness);
    await harness.restartN8n();
    await expectAllOf(await runOfMode('trigger', () => workflowId));
    expect(await timesPaid(harness)).toEqual(before);
  });
});

/** Every company came out once, as the service said of it. */
async function expectAllOf(execution: Execution): Promise<void> {
  expect(execution.status).toBe('success');
  const executions = [execution];
  const paid = await harness.sandbox.paid(0);
  const rows = await readTable(harness.n8n().rest, ANSWERS);
  expect(brokenIn({ listed: LIST, executions, paid, rows })).toEqual([]);
  for (const { json } of execution.output(nodeUnderTest, 3))
    expect(json['message']).toContain(`\n${LIST.length} companies on the list: `);
  const toPerson = itemsOf(execution).filter(({ outcome }) => outcome !== 'clear');
  const messages = execution.output(END).map(({ json }) => String(json['message']));
  expect(messages.flatMap((message) => message.match(/^•/gm) ?? [])).toHaveLength(toPerson.length);
  expect(withoutAnswer(executions)).toEqual([]);
}

/** Waits for the first execution of this mode, and for its end. */
async function runOfMode(mode: string, workflow: () => string) {
  const { rest } = harness.n8n();
  const look = async () => (await rest.executionsOf(workflow())).find((one) => one.mode === mode);
  const { id } = await untilFound(`a run of mode ${mode} had begun`, look);
  return rest.untilEnded(id);
}

async function writeList(): Promise<void> {
  const rows = LIST.map((Company, index) => ({ 'Customer No': String(index), Company }));
  await writeFile(list, stringify(rows, { header: true }));
}

async function inEditor<T>(steps: (editor: Editor) => Promise<T>): Promise<T> {
  const editor = await openEditor(harness.n8n().url, owner);
  editor.context.setDefaultTimeout(DRAWN_MS);
  try {
    return await steps(editor);
  } finally {
    await editor.close();
  }
}

async function importExample(editor: Editor): Promise<Page> {
  const page = await editor.open('/workflow/new');
  await page.getByTestId('workflow-menu').click();
  const file = join(examplesFolder, 'register-from-a-list.json');
  await page.getByTestId('workflow-import-input').setInputFiles(file);
  await page.getByTestId('canvas-node').last().waitFor();
  await page.keyboard.press('Escape');
  return page;
}

/** Enters the path of the list; n8n has chosen the only credential. */
async function fillIn(page: Page): Promise<void> {
  const source = await openNode(page, 'Your list');
  await source.getByTestId('parameter-input-fileSelector').locator('input').fill(list);
  await closeNode(page);
  const screening = await openNode(page, nodeUnderTest);
  const credential = screening.getByTestId('node-credentials-select').locator('input');
  expect(await credential.inputValue()).toBe(credentialName(credentialType));
  await closeNode(page);
}

async function publish(page: Page): Promise<void> {
  await dismissToasts(page);
  await page.getByTestId('workflow-open-publish-modal-button').click();
  await page.getByTestId('workflow-publish-button').click();
  await page.getByRole('button', { name: 'Got it' }).click();
}

/** "Execute workflow" beside the trigger. The whole canvas is shown, too small for a mouse to hit a button. */
async function start(page: Page): Promise<void> {
  await canvasNode(page, START).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByTestId(`execute-workflow-button-${START}`).dispatchEvent('click');
}

/** n8n saves an imported workflow when it is run for the first time, and its address then has the id. */
function idOf(page: Page): string {
  return /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
}

async function closeNode(page: Page): Promise<void> {
  const node = page.getByTestId('ndv');
  await node.getByTestId('ndv-close-button').click();
  await node.getByTestId('node-parameters').waitFor({ state: 'hidden' });
}
