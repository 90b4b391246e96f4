// The example workflows that a list comes to, run in one real n8n against the sandbox service: a form and a CRM.
import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import { z } from 'zod/v4';
import { companiesFile } from '../../support/examples';
import { owner } from '../../support/n8n/owner';
import { sheetsOf } from '../../support/workbook';
import { credentialType } from '../../support/workflows';
import { openEditor, type Editor } from '../browser/editor';
import { openForm } from '../monitoring/deskSteps';
import { crmTests } from './crm';
import { useExamples } from './exampleRuns';

const examples = useExamples({ hasEditor: true });

describe('form-for-colleagues.json', () => {
  let colleague: Editor;

  beforeAll(async () => {
    const { rest, save, saveCredential, sandbox } = examples();
    await saveCredential(credentialType, sandbox.credential);
    await rest.activateWorkflow(await save('form-for-colleagues.json', () => undefined));
    colleague = await openEditor(examples().url, owner);
  });

  afterAll(async () => {
    await colleague.close();
  });

  const upload = async (name: string, buffer: Buffer, sheet = '') => {
    const page = await openForm(colleague, '/form/screen-a-list', 'Screen it');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByLabel('Sheet').fill(sheet);
    return { page, submit: () => page.getByRole('button', { name: 'Screen it' }).click() };
  };

  test('a colleague uploads a list and gets the workbook back, with the totals on the page', async () => {
    const { page, submit } = await upload('companies.csv', await readFile(companiesFile));
    const download = page.waitForEvent('download');
    await submit();
    const file = await (await download).path();
    const { Companies: companies = [], Hits: hits = [] } = sheetsOf(await readFile(file));
    expect(companies).toHaveLength(38);
    expect(hits[0]).toMatchObject({ 'Customer No': '00101', Outcome: 'Hit', Environment: 'Sandbox' });
    await page.getByText(/^38 companies: .* Sandbox: not real results\./).waitFor();
    await page.close();
  });

  test('of a workbook with several sheets, the one that is entered is read, and uploading it again costs nothing', async () => {
    const workbook = utils.book_new();
    const addSheet = (name: string, ...companies: string[]) => {
      utils.book_append_sheet(
        workbook,
        utils.aoa_to_sheet([['Company'], ...companies.map((one) => [one])]),
        name,
      );
    };
    addSheet('Former', 'Closed Long Ago Ltd');
    addSheet('Customers', 'Quiet Lane Ltd', 'Gloomharbour Shipping Ltd');
    const bytes = z.instanceof(Buffer).parse(write(workbook, { type: 'buffer', bookType: 'xlsx' }));

    const refused = await upload('customers.xlsx', bytes);
    await refused.submit();
    await refused.page.getByText('Former, Customers').waitFor();
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
    await refused.page.close();

    for (const _ of ['the first time', 'again']) {
      const { page, submit } = await upload('customers.xlsx', bytes, 'Customers');
      const download = page.waitForEvent('download');
      await submit();
      const { Companies: companies = [] } = sheetsOf(await readFile(await (await download).path()));
      expect(companies.map(({ Company }) => Company)).toEqual([
        'Quiet Lane Ltd',
        'Gloomharbour Shipping Ltd',
      ]);
      await page.close();
    }
    expect((await examples().sandbox.stats()).screenings).toHaveLength(2);
  });

  test('where no company has a result, the page says why, and there is no download', async () => {
    const { saveCredential, sandbox } = examples();
    await saveCredential(credentialType, { ...sandbox.credential, clientSecret: 'wrong' });
    const { page, submit } = await upload('list.csv', Buffer.from('Company\nNobody Asked Before Ltd\n'));
    await submit();
    await page.getByText('There is no result').waitFor();
    await page.getByText('refused the Client ID or the Client Secret').waitFor();
    await page.close();
  });

  test.each([
    [
      'a list that cannot be read',
      'Company,Land\nPlain Co,DE\nA, B and C,DE\n',
      'Line 3 of list.csv has another number of cells',
    ],
    [
      'a row without a usable name',
      'Company,Land\nPlain Co,DE\n#N/A,DE\n',
      'Row 3 of list.csv: Company Name "#N/A"',
    ],
    [
      'a list of 501 companies',
      ['Company', ...Array.from({ length: 501 }, (_, at) => `Mill ${at} Ltd`)].join('\n'),
      'Max Companies per Run is 500',
    ],
  ])('%s sends nothing, and the page says what to do', async (_, list, sentence) => {
    const { page, submit } = await upload('list.csv', Buffer.from(list));
    await submit();
    await page.getByText(sentence).waitFor();
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
    await page.close();
  });
});

describe('crm-webhook.json', () => {
  crmTests(examples);
});
