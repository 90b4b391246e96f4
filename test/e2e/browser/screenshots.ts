// `npm run screenshots`: the pictures of the README, taken in a real n8n against the sandbox service.
import { mkdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../../support/n8n/install';
import { owner } from '../../support/n8n/owner';
import { PlainError } from '../../support/report';
import type { Workflow } from '../../support/n8n/rest';
import { inARow, manualTrigger, nodeUnderTest, pinned, screeningNode, to } from '../../support/workflows';
import { startHarness, type Harness } from '../realN8n';
import {
  credentialForm,
  dismissToasts,
  executeStep,
  openEditor,
  openNode,
  openWorkflow,
  searchNodes,
  type Editor,
} from './editor';

const folder = join(projectFolder, 'docs', 'screenshots');
const mostPixels = 1200;
const pageScale = 1.5;
const mostBytes = 150_000;
const credentialName = 'Company Screening account';
// The port of `npm run sandbox`, so that the form shows what a reader types.
const sandboxPort = 4010;

/** Part of a page, in CSS pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const harness = await startHarness({ sandboxPort });
  try {
    const editor = await openEditor(harness.n8n().url, owner, { width: 1200, height: 720, scale: pageScale });
    try {
      const id = await harness.saveCredential(credentialName);
      await nodePanel(editor, await save(harness, triggerOnly));
      await credential(editor, id);
      await threeOutputs(editor, await save(harness, threeBranches(id)));
      await stoppedRun(editor, await save(harness, oneBranch(id, 'A run that stops', failing)));
      await outputTable(editor, await save(harness, oneBranch(id, 'Screen a list', companies)));
    } finally {
      await editor.close();
    }
  } finally {
    await harness.stop();
  }
}

async function nodePanel(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  await page.getByTestId('node-creator-plus-button').click();
  const found = await searchNodes(page, 'sanctions');
  await found.filter({ hasText: nodeUnderTest }).waitFor();
  const panel = await areaOf(page.getByTestId('node-creator'));
  await take(page, 'node-panel', { ...panel, height: 220 });
}

async function credential(editor: Editor, id: string): Promise<void> {
  const page = await editor.open(`/home/credentials/${id}`);
  await page.setViewportSize({ width: 1000, height: 860 });
  const form = await credentialForm(page);
  await page.getByTestId('credentials-config-container-test-success').waitFor();
  await hideExtras(page);
  const area = await areaOf(form);
  const lastField = await areaOf(form.getByTestId('parameter-input-realm'));
  await take(page, 'credential', { ...area, height: lastField.y + lastField.height + 20 - area.y });
}

async function threeOutputs(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  await page.getByTestId('execute-workflow-button').click();
  await page.getByTestId('canvas-node-status-success').nth(3).waitFor();
  await dismissToasts(page);
  const nodes = await Promise.all((await page.getByTestId('canvas-node').all()).map(areaOf));
  await take(page, 'three-outputs', around(nodes, { left: 55, top: 25, right: 55, bottom: 60 }));
}

async function outputTable(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  await page.setViewportSize({ width: 1440, height: 760 });
  const node = await openNode(page, nodeUnderTest);
  const output = await executeStep(node);
  await output.getByTestId('radio-button-table').click();
  await widen(page, 280);
  await dismissToasts(page);
  const right = await areaOf(output);
  const { x } = await areaOf(node.getByTestId('tab-params'));
  await take(page, 'output', { ...right, x, width: right.x + right.width - x });
}

async function stoppedRun(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  const output = await executeStep(await openNode(page, nodeUnderTest));
  await widen(page, 120);
  await output.getByText('From Company Screening').click();
  await dismissToasts(page);
  await take(page, 'error', { ...(await areaOf(output)), height: 560 });
}

/** Makes more room for the output: drags what divides it from the parameters to the left. */
async function widen(page: Page, pixels: number): Promise<void> {
  const { x, y, width, height } = await areaOf(page.getByTestId('panel-drag-button'));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - pixels, y + height / 2, { steps: 5 });
  await page.mouse.up();
}

// What n8n shows beside the thing that a picture is about.
const extras = [
  'credential-edit-instance-ai-help-button',
  'node-error-view-instance-ai-button',
  'floating-nodes',
  'execute-workflow-button',
  'canvas-handle-plus-wrapper',
];

async function hideExtras(page: Page): Promise<void> {
  const selector = extras.map((id) => `[data-test-id="${id}"]`).join(', ');
  await page.addStyleTag({ content: `${selector} { display: none !important; }` });
}

/** Takes the picture, finer than the page where it stays small enough, and closes the page. */
async function take(page: Page, name: string, clip: Area): Promise<void> {
  const path = join(folder, `${name}.png`);
  await hideExtras(page);
  await page.mouse.move(2, 2);
  await page.waitForTimeout(800);
  const scale = clip.width * pageScale <= mostPixels ? 'device' : 'css';
  await page.screenshot({ path, clip, scale, animations: 'disabled', caret: 'hide' });
  const { size } = await stat(path);
  console.log(`${relative(projectFolder, path)}  ${Math.round(size / 1000)} KB`);
  if (size > mostBytes) throw new PlainError(`${name}.png has more than ${mostBytes / 1000} KB. Crop it.`);
  await page.close();
}

async function areaOf(element: Locator): Promise<Area> {
  await element.waitFor();
  const area = await element.boundingBox();
  if (area === null) throw new Error('What the picture is to show is not on the page.');
  return area;
}

function around(areas: Area[], margin: Record<'left' | 'top' | 'right' | 'bottom', number>): Area {
  const left = Math.min(...areas.map(({ x }) => x)) - margin.left;
  const top = Math.min(...areas.map(({ y }) => y)) - margin.top;
  const right = Math.max(...areas.map(({ x, width }) => x + width)) + margin.right;
  const bottom = Math.max(...areas.map(({ y, height }) => y + height)) + margin.bottom;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const companies = [
  'Willowbrook Bakery Ltd',
  'Quillhaven Group',
  'Pending Partners',
  'Gloomharbour Shipping Ltd',
];
const failing = ['Willowbrook Bakery Ltd', 'Failing Foundry', 'Quillhaven Group'];
const start = 'Companies';
const ends = ['Alert the team', 'Append to the sheet', 'Ask a colleague'];

const save = (harness: Harness, workflow: Workflow): Promise<string> =>
  harness.n8n().rest.saveWorkflow(workflow);

const triggerOnly: Workflow = { name: 'Add the node', nodes: [manualTrigger(start)], connections: {} };

function oneBranch(credentialId: string, name: string, names: string[]): Workflow {
  return {
    name,
    nodes: [manualTrigger(start), screening(credentialId, 'single')],
    connections: inARow(start, nodeUnderTest),
    pinData: pinned(
      start,
      names.map((company) => ({ company })),
    ),
  };
}

function threeBranches(credentialId: string): Workflow {
  const branch = oneBranch(credentialId, 'Screen and act', companies);
  return {
    ...branch,
    nodes: [
      manualTrigger(start),
      screening(credentialId, 'byOutcome'),
      ...ends.map((name, index) => ({
        name,
        type: 'n8n-nodes-base.noOp',
        typeVersion: 1,
        position: [520, (index - 1) * 160],
        parameters: {},
      })),
    ],
    connections: { ...branch.connections, [nodeUnderTest]: { main: ends.map((end) => [to(end)]) } },
  };
}

const screening = (id: string, outputMode: string): Workflow['nodes'][number] => ({
  ...screeningNode({ id, name: credentialName }, { companyName: '={{ $json.company }}', outputMode }),
  position: [220, 0],
});

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
