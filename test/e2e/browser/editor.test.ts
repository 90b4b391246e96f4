// The node in the hands of a user: n8n's editor in a real browser, against the sandbox service.
import type { Page } from 'playwright-core';
import { owner } from '../../support/n8n/owner';
import { untilFound } from '../../support/waiting';
import { nodeUnderTest } from '../../support/workflows';
import { startHarness, type Harness } from '../realN8n';
import {
  cells,
  credentialForm,
  dismissToasts,
  executeStep,
  fillCredential,
  openEditor,
  openNode,
  openNodePanel,
  openWorkflow,
  searchNodes,
  type Editor,
} from './editor';
import { withPicture } from './pictures';

let harness: Harness;
let editor: Editor;

beforeAll(async () => {
  harness = await startHarness({ hasEditor: true });
  editor = await openEditor(harness.n8n().url, owner);
  await editor.context.tracing.start({ snapshots: true });
});

beforeEach(() => harness.sandbox.reset({ settings: true }));

afterAll(async () => {
  await editor.close();
  await harness.stop();
});

/** A test that ends with a picture of the page it gives. */
const inEditor = (name: string, steps: () => Promise<Page>): void => {
  test(name, () => withPicture(editor, name, steps));
};

const companies = (...names: string[]): { company: string }[] => names.map((company) => ({ company }));
const fromInput = { companyName: '={{ $json.company }}' };
const listed = companies('Willowbrook Bakery Ltd', 'Quillhaven Group', 'Pending Partners');

describe('the node panel', () => {
  inEditor('finds the node first, by what people call its work', async () => {
    const page = await openNodePanel(editor);
    for (const text of ['aml', 'pep', 'sanctions', 'kyb', 'screening', 'annual return']) {
      // What is listed for another word must be gone.
      await (await searchNodes(page, 'nothing is called that')).first().waitFor({ state: 'detached' });
      const found = await searchNodes(page, text);
      await found.filter({ hasText: nodeUnderTest }).waitFor();
      expect([text, await found.first().innerText()]).toEqual([text, expect.stringContaining(nodeUnderTest)]);
    }
    return page;
  });

  inEditor('adds the node by one of its actions', async () => {
    const page = await openNodePanel(editor);
    const found = await searchNodes(page, 'sanctions');
    await found.filter({ hasText: nodeUnderTest }).click();
    await found.filter({ hasText: 'Screen company for AML and PEP hits' }).click();
    const operation = page.getByTestId('ndv').getByTestId('parameter-input-operation').locator('input');
    await operation.waitFor();
    expect(await operation.inputValue()).toBe('Screen Company');
    return page;
  });
});

describe('the credential form', () => {
  inEditor('takes a credential from the node, saves it and finds that it works', async () => {
    const page = await openNodePanel(editor);
    const found = await searchNodes(page, 'aml');
    await found.filter({ hasText: nodeUnderTest }).click();
    await found.filter({ hasText: 'Screen company' }).click();
    const slot = page.getByTestId('node-credentials-slot');
    await slot.getByRole('button').click();

    const form = await credentialForm(page);
    const { baseUrl, authUrl, realm, clientId, clientSecret, subscriptionKey } = harness.sandbox.credential;
    await fillCredential(form, { baseUrl, authUrl, realm, clientId, clientSecret, subscriptionKey });
    await form.getByTestId('credential-save-button').click();
    // n8n tests on saving, and closes the form only when the test went well.
    await form.waitFor({ state: 'detached' });
    await slot.getByTestId('credential-edit-button').click();
    await page.getByTestId('credentials-config-container-test-success').waitFor();
    return page;
  });

  inEditor('says that the client is refused', async () => {
    const id = await harness.saveCredential('Typed by a user');
    const page = await editor.open(`/home/credentials/${id}`);
    const form = await credentialForm(page);
    await page.getByTestId('credentials-config-container-test-success').waitFor();
    await fillCredential(form, { clientSecret: 'wrong' });
    await form.getByTestId('credential-save-button').click();
    await form.getByText('More details').click();
    await form.getByText(/refused the Client ID or the Client Secret/).waitFor();
    return page;
  });
});

describe('the open node', () => {
  inEditor('takes an expression, runs, and shows what came out under a line that sums it up', async () => {
    const page = await openWorkflow(editor, await harness.saveWorkflow({ parameters: {}, input: listed }));
    const node = await openNode(page, nodeUnderTest);
    const field = node.getByTestId('companyName-parameter-input-options-container');
    await field.getByTestId('radio-button-expression').click();
    await node.getByTestId('inline-expression-editor-input').getByRole('textbox').fill('{{ $json.company }}');
    await node.getByTestId('parameter-expression-preview-companyName').getByText('Willowbrook').waitFor();

    const output = await executeStep(node);
    expect((await output.getByTestId('node-hint').innerText()).trim()).toMatch(
      /^3 companies in the sandbox, not real results: 1 with hits \(4 hits\), 1 clear, 1 to review\.$/,
    );
    await output.getByTestId('radio-button-table').click();
    expect(await cells(output)).toEqual([
      ['Willowbrook Bakery Ltd', 'clear', 'null', 'null', 'null', 'null', 'null'],
      ['Quillhaven Group', 'hit', 'Quillhaven Group', 'Sanction', 'Quillhaven', 'QH-1', 'null'],
      ['Quillhaven Group', 'hit', 'Quillhaven Group Trading Arm', 'Sanction', 'Zorblaxia', 'null', 'null'],
      ['Quillhaven Group', 'hit', 'Quillhaven Group Pension Fund', 'PEP', 'Quillhaven', 'null', 'null'],
      ['Quillhaven Group', 'hit', 'Inkwell Partners', 'Criminal', 'Quillhaven', 'null', 'null'],
      ['Pending Partners', 'review', 'null', 'null', 'null', 'null', 'pending'],
    ]);
    return page;
  });

  inEditor('has three named outputs when Outputs says so', async () => {
    const page = await openWorkflow(
      editor,
      await harness.saveWorkflow({ parameters: fromInput, input: listed }),
    );
    const node = await openNode(page, nodeUnderTest);
    await node.getByPlaceholder('Add Output Setting').click();
    await page.getByTestId('collection-parameter-option').getByText('Outputs', { exact: true }).click();
    await node.getByTestId('parameter-input-outputs').click();
    await page.getByRole('option', { name: 'Three: Hits, Clear, Review' }).click();
    const output = await executeStep(node);
    const branches = output.getByTestId('branches').locator('[data-test-id^="tab-"]');
    await branches.last().waitFor();
    expect(await branches.allInnerTexts()).toEqual([
      'Hits Branch (4 items)',
      'Clear Branch (1 item)',
      'Review Branch (1 item)',
    ]);

    await node.getByTestId('ndv-close-button').click();
    const outputs = page.getByTestId('canvas-node-output-handle').filter({ hasText: /Hits|Clear|Review/ });
    await outputs.last().waitFor();
    expect((await outputs.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Hits',
      'Clear',
      'Review',
    ]);
    await dismissToasts(page);
    return page;
  });
});

describe('the error of a run that stopped', () => {
  const input = companies('Willowbrook Bakery Ltd', 'Failing Foundry', 'Quillhaven Group');

  inEditor('says what happened and what to do, lists what had been screened, and can be copied', async () => {
    const page = await openWorkflow(editor, await harness.saveWorkflow({ parameters: fromInput, input }));
    const output = await executeStep(await openNode(page, nodeUnderTest));
    await dismissToasts(page);
    expect(await output.getByTestId('node-error-message').innerText()).toMatch(/S0005 UNKNOWN_ERROR/);
    const description = await output.getByTestId('node-error-description').innerText();
    expect(description).toMatch(/Try again later/);
    expect(description).toMatch(/their IDs are in the details/);

    await output.getByText('From Company Screening').click();
    const details = output.locator('details').filter({ hasText: 'From Company Screening' });
    const text = await details.innerText();
    expect(text).toContain('"companyName": "Willowbrook Bakery Ltd"');
    expect(text).toContain('"outcome": "clear"');
    expect(text).toMatch(/"referenceId": "[0-9a-f-]{36}"/);

    await output.locator('.copy-button').getByRole('button').click();
    const copied = await untilFound('something was copied', async () => {
      const clipboard = String(await page.evaluate('navigator.clipboard.readText()'));
      return clipboard === '' ? undefined : clipboard;
    });
    expect(copied).toContain('Willowbrook Bakery Ltd');
    expect(copied).not.toContain(harness.sandbox.credential.clientSecret);
    expect(copied).not.toContain(harness.sandbox.credential.subscriptionKey);
    return page;
  });
});
