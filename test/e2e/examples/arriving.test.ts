// The example workflows that a person or a list comes to, run in one real n8n against the sandbox service: pages for colleagues, a form, a
// CRM and a mailbox.
import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { z } from 'zod/v4';
import { companiesFile } from '../../support/examples';
import { owner } from '../../support/n8n/owner';
import { sheetsOf } from '../../support/workbook';
import { canvasNode, openEditor, openWorkflow, type Editor } from '../browser/editor';
import { allowForm, openForm } from '../monitoring/deskSteps';
import { colleaguePagesTests } from './colleaguePages';
import { crmTests } from './crm';
import { emailTests } from './emails';
import { useExamples } from './exampleRuns';

const examples = useExamples({ hasEditor: true });

// The first one: it counts what is in the register.
describe('look-up-a-company.json and forget-a-customer.json', () => {
  colleaguePagesTests(examples);
});

describe('form-for-colleagues.json', () => {
  let colleague: Editor;
  let workflowId: string;

  beforeAll(async () => {
    const { rest, save } = examples();
    workflowId = await save('form-for-colleagues.json', () => undefined);
    await rest.activateWorkflow(workflowId);
    colleague = await openEditor(examples().url, owner);
  });

  afterAll(() => colleague.close());

  /** Uploads a list, and waits for the second page. */
  const upload = async (name: string, buffer: Buffer) => {
    return uploadOn(await openForm(colleague, '/form/screen-a-list', 'Look at it'), name, buffer);
  };

  const uploadOn = async (page: Page, name: string, buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    return page;
  };

  const answer = async (page: Page, action: 'Look again' | 'Screen' | 'Send nothing') => {
    await page.getByLabel(action, { exact: true }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
  };

  const workbookOf = async (page: Page) => {
    const download = page.waitForEvent('download');
    await answer(page, 'Screen');
    return sheetsOf(await readFile(await (await download).path()));
  };

  const screenings = async () => (await examples().sandbox.stats()).screenings;

  test('a colleague uploads a list, agrees on the second page, and gets the workbook, with the totals on the page', async () => {
    const page = await upload('companies.csv', await readFile(companiesFile));
    await page
      .getByText('38 companies from companies.csv, column Company, number from Customer No')
      .waitFor();
    await page.getByText('38 would be sent (38 screenings)').waitFor();
    expect(await screenings()).toEqual([]);
    const { Companies: companies = [], Hits: hits = [] } = await workbookOf(page);
    expect(companies).toHaveLength(38);
    expect(hits[0]).toMatchObject({ 'Customer No': '00101', Outcome: 'Hit', Environment: 'Sandbox' });
    await page.getByText(/^38 companies: .* Sandbox: not real results\./).waitFor();
    await page.close();
  });

  test('"Execute workflow" in the editor opens the form, and its second page comes too', async () => {
    const editor = await openWorkflow(colleague, workflowId);
    await canvasNode(editor, 'Upload a list').waitFor();
    await editor.waitForLoadState('networkidle');
    const opened = editor.waitForEvent('popup');
    await editor.getByTestId('execute-workflow-button-Upload a list').dispatchEvent('click');
    const page = await opened;
    await allowForm(page, 'Look at it');
    expect(page.url()).toContain('/form-test/screen-a-list');
    await uploadOn(page, 'list.csv', Buffer.from('Company\nNot Asked From The Editor Ltd\n'));
    await page.getByText('1 company from list.csv, column Company').waitFor();
    await answer(page, 'Send nothing');
    await page.getByText('There is no result').waitFor();
    expect(await screenings()).toEqual([]);
    await page.close();
    await editor.close();
  });

  test('the list among notes is found, another sheet is seen before it is sent, and uploading it again costs nothing', async () => {
    const workbook = utils.book_new();
    const addSheet = (name: string, rows: string[][]) => {
      utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), name);
    };
    addSheet('Notes', [['Ask Ann about the last two']]);
    addSheet('Kunden', [
      ['Our customers'],
      ['Customer number', 'Firma', 'Partner'],
      ['K-1', 'Quiet Lane Ltd', 'Elsewhere AG'],
      ['K-2', '#N/A', 'Nowhere AG'],
      ['K-3', 'Gloomharbour Shipping Ltd', 'Anywhere <b>AG'],
    ]);
    const bytes = z.instanceof(Buffer).parse(write(workbook, { type: 'buffer', bookType: 'xlsx' }));

    const page = await upload('customers.xlsx', bytes);
    const seen =
      '2 companies from the sheet Kunden of customers.xlsx, column Firma, number from Customer number';
    await page.getByText(seen).waitFor();
    await page.getByText('Row 4: ').waitFor();
    // Whoever chooses something else has not seen it yet.
    await page.getByLabel('Column of the companies').selectOption('Partner');
    await answer(page, 'Screen');
    await page.getByText('3 companies from the sheet Kunden of customers.xlsx, column Partner').waitFor();
    await page.getByLabel('Sheet').selectOption('Notes');
    await answer(page, 'Look again');
    await page.getByText('No column of customers.xlsx is called Partner').waitFor();
    await answer(page, 'Send nothing');
    await page.getByText('There is no result').waitFor();
    expect(await screenings()).toEqual([]);
    await page.close();

    for (const known of [null, '2 known']) {
      const again = await upload('customers.xlsx', bytes);
      if (known !== null) await again.getByText(known).waitFor();
      const { Companies: companies = [], Errors: errors = [] } = await workbookOf(again);
      expect(companies.map((company) => [company['Customer number'], company['Firma']])).toEqual([
        ['K-1', 'Quiet Lane Ltd'],
        ['K-2', '#N/A'],
        ['K-3', 'Gloomharbour Shipping Ltd'],
      ]);
      expect(errors).toHaveLength(1);
      await again.close();
    }
    expect(await screenings()).toHaveLength(2);
  });

  test('whoever chooses only the column of the companies keeps the numbers', async () => {
    const page = await upload('list.csv', Buffer.from('Customer number,Customer\nK-9,Quiet Lane Ltd\n'));
    await page.getByLabel('Column of the companies').selectOption('Customer');
    await answer(page, 'Look again');
    await page.getByText('1 company from list.csv, column Customer, number from Customer number').waitFor();
    await answer(page, 'Send nothing');
    await page.close();
  });

  test('where no company has a result, the page says why, and there is no download', async () => {
    await examples().connect({ clientSecret: 'wrong' });
    const page = await upload('list.csv', Buffer.from('Company\nNobody Asked Before Ltd\n'));
    await answer(page, 'Screen');
    await page.getByText('There is no result').waitFor();
    await page.getByText('refused the Client ID or the Client Secret').waitFor();
    await page.close();
  });

  test.each([
    [
      'a list that cannot be read',
      'Company,Land\nPlain Co,DE\nA, B and C,DE\n',
      'Line 3 of list.csv has 3 cells, and the list has 2 headings',
    ],
    ['a file that is no list', '%PDF-1.7', 'list.csv is a PDF'],
    [
      'a list of 501 companies',
      ['Company', ...Array.from({ length: 501 }, (_, at) => `Mill ${at} Ltd`)].join('\n'),
      'and 500 at most are screened at once. Split it, or ask whoever set this up.',
    ],
  ])('%s is not sent, and the page says what to do', async (_, list, sentence) => {
    const page = await upload('list.csv', Buffer.from(list));
    await page.getByText(sentence).waitFor();
    expect(await screenings()).toEqual([]);
    await page.close();
  });
});

describe('crm-webhook.json', () => {
  crmTests(examples);
});

describe('email-with-a-list.json', () => {
  emailTests(examples);
});
