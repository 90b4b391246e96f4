// `npm run screenshots`: the pictures of the README and the guides, taken in a real n8n against the sandbox service.
import { owner } from '../../support/n8n/owner';
import { PlainError } from '../../support/report';
import { nodeUnderTest } from '../../support/workflows';
import { startHarness, type Harness } from '../realN8n';
import { areaOf, around, hideExtras, pageScale, take, widen } from './documentPictures';
import {
  credentialForm,
  dismissToasts,
  executeStep,
  openEditor,
  openNode,
  openWorkflow,
  type Editor,
} from './editor';
import { examplePictures } from './examplePictures';
import { resultPictures } from './resultPictures';
import {
  agentExample,
  credentialName,
  failing,
  oneBranch,
  selectedFields,
  threeBranches,
} from './shownWorkflows';
import { helpIfAsked } from '../../support/help';

// The port of `npm run sandbox`, so that the form shows what a reader types.
const sandboxPort = 4010;

const usage = `npm run screenshots                          all pictures of docs/screenshots
npm run screenshots -- node                  those of the node, its output and its credential
npm run screenshots -- examples              the canvases that examples/README.md shows
npm run screenshots -- examples <name> …     the canvases of these
npm run screenshots -- results               the workbook, the mail of a night, the review desk, the report`;

async function main(): Promise<void> {
  helpIfAsked(usage);
  const [what, ...names] = process.argv.slice(2);
  const isWanted = (part: string) => what === undefined || what === part;
  if (!['node', 'examples', 'results'].some(isWanted)) {
    console.log(usage);
    return;
  }
  if (isWanted('results')) await resultPictures();
  if (what === 'results') return;
  const harness = await startHarness({ hasEditor: true, ...(isWanted('node') ? { sandboxPort } : {}) });
  try {
    const editor = await openEditor(harness.n8n().url, owner, { width: 1200, height: 720, scale: pageScale });
    try {
      if (isWanted('node')) await nodePictures(editor, harness);
      if (isWanted('examples')) await examplePictures(editor, harness.n8n().rest, names);
    } finally {
      await editor.close();
    }
  } finally {
    await harness.stop();
  }
}

async function nodePictures(editor: Editor, harness: Harness): Promise<void> {
  const { rest } = harness.n8n();
  const id = await harness.saveCredential(credentialName);
  await credential(editor, id);
  await tool(editor, await rest.saveWorkflow(await agentExample(id)));
  await threeOutputs(editor, await rest.saveWorkflow(threeBranches(id)));
  await stoppedRun(editor, await rest.saveWorkflow(oneBranch(id, 'A run that stops', failing)));
  // Few fields, since n8n shows an empty one as a red null.
  await outputTable(editor, await rest.saveWorkflow(selectedFields(id, ['sourceTypes'])));
}

async function credential(editor: Editor, id: string): Promise<void> {
  const page = await editor.open(`/home/credentials/${id}`);
  await page.setViewportSize({ width: 1000, height: 1_600 });
  const form = await credentialForm(page);
  // The form scrolls inside of n8n's window for it; a picture shows all of it.
  await page.addStyleTag({
    content:
      '[data-test-id="editCredential-modal"], [data-test-id="editCredential-modal"] * { max-height: none !important }' +
      '[data-test-id="editCredential-modal"] { height: 1400px !important }',
  });
  await page.getByTestId('credentials-config-container-test-success').waitFor();
  await hideExtras(page);
  const area = await areaOf(form);
  const lastField = await areaOf(form.getByTestId('parameter-input-subscriptionKeyIn'));
  await take(page, 'credential', { ...area, height: lastField.y + lastField.height + 20 - area.y });
}

async function tool(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  await page.setViewportSize({ width: 1200, height: 1100 });
  const node = await openNode(page, nodeUnderTest);
  const area = await areaOf(node.getByTestId('node-parameters'));
  const last = await areaOf(node.getByTestId('parameter-input-keepInRegister'));
  await take(page, 'tool', { ...area, height: last.y + last.height + 8 - area.y });
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
  await dismissToasts(page);
  const area = await areaOf(output);
  const details = await areaOf(output.getByText('Error details'));
  await take(page, 'error', { ...area, height: details.y + details.height + 20 - area.y });
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
