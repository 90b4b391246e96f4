// n8n's editor in a headless Chromium: what a user clicks and reads, by the names that a test uses for it.
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import {
  chromium,
  selectors,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import type { Owner } from '../../support/n8n/rest';
import { succeeds, until } from '../../support/waiting';
import type { SandboxCredential } from '../../sandbox/protocol';

/** A browser that is signed in to one n8n. */
export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** How large the window is, in CSS pixels, and how many pixels a picture may have for one of them. */
export interface EditorOptions {
  width: number;
  height: number;
  scale: number;
}

/**
 * Starts the browser and signs in. Pages of n8n's own need an n8n with its editor. So does a form that asks for signing
 * in: the page on which n8n asks whether the form may run as this person is the editor's.
 */
export async function openEditor(
  url: string,
  owner: Owner,
  { width, height, scale }: EditorOptions = { width: 1440, height: 900, scale: 1 },
) {
  selectors.setTestIdAttribute('data-test-id');
  const browser = await startBrowser();
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(60_000);
  await signIn(context, owner).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  return {
    context,
    /** Opens a page of its own. Paths are those of n8n. */
    open: async (path: string) => {
      const page = await context.newPage();
      // A changed workflow asks before it is left.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(path);
      return page;
    },
    close: () => browser.close(),
  };
}

export async function openNodePanel(editor: Editor): Promise<Page> {
  const page = await editor.open('/workflow/new');
  await page.getByTestId('canvas-plus-button').click();
  await page.getByTestId('node-creator-search-bar').waitFor();
  return page;
}

/** Types into the search of the open node panel; returns what it lists. */
export async function searchNodes(page: Page, text: string): Promise<Locator> {
  await page.getByTestId('node-creator-search-bar').fill(text);
  return page.getByTestId('node-creator').getByTestId('node-creator-item-name');
}

export async function openWorkflow(editor: Editor, id: string): Promise<Page> {
  const page = await editor.open(`/workflow/${id}`);
  await page.getByTestId('canvas-node').last().waitFor();
  return page;
}

export function canvasNode(page: Page, name: string): Locator {
  return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

export async function openNode(page: Page, name: string): Promise<Locator> {
  await canvasNode(page, name).dblclick();
  const node = page.getByTestId('ndv');
  await node.getByTestId('node-parameters').waitFor();
  return node;
}

/** Runs the open node and waits until its output or its error is there. */
export async function executeStep(node: Locator): Promise<Locator> {
  await node.getByTestId('node-execute-button').click();
  const output = node.getByTestId('output-panel');
  await output.getByTestId('node-run-info').waitFor();
  return output;
}

/** The first columns of the output's table. */
export async function cells(output: Locator): Promise<string[][]> {
  const rows = await output.locator('table tbody tr').all();
  const texts = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  return texts.map((row) => row.slice(0, 7).map((text) => text.trim()));
}

/** The form of a credential, once it is open. */
export async function credentialForm(page: Page): Promise<Locator> {
  const form = page.getByTestId('editCredential-modal');
  await form.getByTestId('parameter-input-baseUrl').waitFor();
  return form;
}

export async function fillCredential(form: Locator, values: Partial<SandboxCredential>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await form.getByTestId(`parameter-input-${name}`).locator('input').fill(String(value));
  }
}

/** Takes n8n's notes of success and failure out of the way, which lie over what is below. */
export async function dismissToasts(page: Page): Promise<void> {
  const close = page.locator('.el-notification__closeBtn');
  const areGone = async (): Promise<boolean> => {
    if ((await close.count()) === 0) return true;
    // One that leaves by itself at this moment cannot be clicked any more.
    await close
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    return false;
  };
  await until('no note was left', areGone, { everyMs: 400 });
}

async function signIn(context: BrowserContext, { email, password }: Owner): Promise<void> {
  const answer = await context.request.post('/rest/login', { data: { emailOrLdapLoginId: email, password } });
  if (!answer.ok()) throw new Error(`n8n did not let us sign in: status ${answer.status()}.`);
}

/** A Chromium without a window. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await findBrowser()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const browserNames = ['chromium', 'chromium-browser', 'google-chrome'];

async function findBrowser(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of browserNames.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await succeeds(access(path))) return path;
  }
  throw new Error(
    'No Chromium was found. Install it (Debian, Ubuntu: apt-get install chromium), or name its file in CHROMIUM_PATH.',
  );
}
