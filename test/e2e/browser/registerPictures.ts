// The picture of the register's table in docs/register-in-the-node.md, after "Register from a list" was run once.
import { companiesFile, credentialName, nodes, readExample, setFile } from '../../support/examples';
import { credentialType } from '../../support/workflows';
import type { Harness } from '../realN8n';
import { areaOf, take } from './documentPictures';
import type { Editor } from './editor';

const TABLE = 'Screening register companies';

export async function registerPictures(editor: Editor, harness: Harness): Promise<void> {
  const { rest } = harness.n8n();
  const name = credentialName(credentialType);
  const credential = { id: await harness.saveCredential(name), name };
  const workflow = await readExample('register-from-a-list.json');
  setFile(workflow, companiesFile);
  for (const node of workflow.nodes)
    if (node.credentials) node.credentials = { [credentialType]: credential };
  const { status, error } = await rest.run(await rest.saveWorkflow(workflow), nodes.start);
  if (status !== 'success') throw new Error(`The register did not run: ${error?.message ?? status}`);

  const page = await editor.open('/home/datatables');
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.getByText(TABLE, { exact: true }).first().click();
  const grid = page.getByTestId('data-table-grid');
  await grid.getByText('clear').first().waitFor();
  const { x, width } = await areaOf(grid);
  await take(page, 'register-companies', { x, y: 0, width, height: 365 });
}
