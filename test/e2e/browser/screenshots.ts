// `npm run screenshots`: the pictures of the README and the guides, taken in a real n8n against the sandbox service.
import { owner } from '../../support/n8n/owner';
import { readExample } from '../../support/examples';
import { PlainError } from '../../support/report';
import { nodeUnderTest } from '../../support/workflows';
import { startHarness, type Harness } from '../realN8n';
import { areaOf, around, hideExtras, pageScale, take, widen } from './documentPictures';
import {
  canvasNode,
  credentialForm,
  dismissToasts,
  executeStep,
  openEditor,
  openNode,
  openWorkflow,
  searchNodes,
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
  triggerOnly,
} from './shownWorkflows';
import { helpIfAsked } from '../../support/help';

// The port of `npm run sandbox`, so that the form shows what a reader types.
const sandboxPort = 4010;

const usage = `npm run screenshots                          all pictures of docs/screenshots
npm run screenshots -- node                  those of the node, its output and its credential
npm run screenshots -- panel                 the node panel for each word, and a node that is not loaded
npm run screenshots -- examples              the canvases of all examples
npm run screenshots -- examples <name> …     the canvases of these
npm run screenshots -- register              the data table of the register
npm run screenshots -- results               the workbook, the mail of a night, the review desk, the report`;

async function main(): Promise<void> {
  helpIfAsked(usage);
  const [what, ...names] = process.argv.slice(2);
  const isWanted = (part: string) => what === undefined || what === part;
  if (!['node', 'panel', 'examples', 'register', 'results'].some(isWanted)) {
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
      if (isWanted('panel')) await panelPictures(editor, harness);
      if (isWanted('examples')) await examplePictures(editor, harness.n8n().rest, names);
    } finally {
      await editor.close();
    }
    if (isWanted('panel')) await notLoaded(harness);
  } finally {
    await harness.stop();
  }
}

async function nodePictures(editor: Editor, harness: Harness): Promise<void> {
  const { rest } = harness.n8n();
  const id = await harness.saveCredential(credentialName);
  await credential(editor, id);
  await refusal(editor, await harness.saveCredential('Refused', { clientSecret: 'wrong' }));
  const fields = ['hitNames', 'sourceTypes', 'jurisdictions'];
  await parameters(editor, await rest.saveWorkflow(selectedFields(id, fields)));
  await tool(editor, await rest.saveWorkflow(await agentExample(id)));
  await threeOutputs(editor, await rest.saveWorkflow(threeBranches(id)));
  await stoppedRun(editor, await rest.saveWorkflow(oneBranch(id, 'A run that stops', failing)));
  // Few fields, since n8n shows an empty one as a red null.
  await outputTable(editor, await rest.saveWorkflow(selectedFields(id, ['sourceTypes'])));
}

/** What people search for, and the pictures of what they find. */
const searched = [
  ['sanctions', 'node-panel'],
  ['aml', 'node-panel-aml'],
  ['pep', 'node-panel-pep'],
  ['kyb', 'node-panel-kyb'],
  ['screening', 'node-panel-screening'],
] as const;

async function panelPictures(editor: Editor, harness: Harness): Promise<void> {
  const empty = await harness.n8n().rest.saveWorkflow(triggerOnly);
  for (const [word, name] of searched) await nodePanel(editor, empty, { word, name });
}

async function nodePanel(
  editor: Editor,
  workflowId: string,
  { word, name }: { word: string; name: string },
): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  await page.getByTestId('node-creator-plus-button').click();
  const found = await searchNodes(page, word);
  await found.filter({ hasText: nodeUnderTest }).waitFor();
  const panel = await areaOf(page.getByTestId('node-creator'));
  await take(page, name, { ...panel, height: 220 });
}

/** The window of the node in an n8n that does not load it, as n8n 3 does not without its setting. */
async function notLoaded(harness: Harness): Promise<void> {
  const id = await harness.n8n().rest.saveWorkflow(await readExample('screen-a-spreadsheet.json'));
  await harness.restartN8n({ N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true' });
  const editor = await openEditor(harness.n8n().url, owner, { width: 1200, height: 720, scale: pageScale });
  try {
    const page = await openWorkflow(editor, id);
    await page.getByTestId('zoom-to-fit').click();
    await canvasNode(page, nodeUnderTest).dblclick();
    await page.waitForTimeout(1_500);
    await take(page, 'node-not-loaded', { x: 0, y: 0, width: 1200, height: 720 });
  } finally {
    await editor.close();
  }
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

async function refusal(editor: Editor, id: string): Promise<void> {
  const page = await editor.open(`/home/credentials/${id}`);
  const form = await credentialForm(page);
  await form.getByText('More details').click();
  await hideExtras(page);
  // The box of the message is as wide as the fields below it.
  const { x, width } = await areaOf(form.getByTestId('parameter-input-baseUrl'));
  const { y } = await areaOf(form.getByText('with these settings'));
  const last = await areaOf(form.getByText(/refused the Client ID or the Client Secret/).last());
  const top = y - 25;
  await take(page, 'credential-client-refused', {
    x,
    y: top,
    width,
    height: last.y + last.height + 25 - top,
  });
}

async function parameters(editor: Editor, workflowId: string): Promise<void> {
  const page = await openWorkflow(editor, workflowId);
  const node = await openNode(page, nodeUnderTest);
  await take(page, 'parameters', await areaOf(node.getByTestId('node-parameters')));
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
