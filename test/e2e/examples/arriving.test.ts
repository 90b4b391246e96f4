// The example workflows that a list comes to, run in one real n8n against the sandbox service: a form and a CRM.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { utils, write } from 'xlsx';
import { z } from 'zod/v4';
import { companiesFile } from '../../support/examples';
import { owner } from '../../support/n8n/owner';
import { until } from '../../support/waiting';
import { sheetsOf } from '../../support/workbook';
import { credentialType } from '../../support/workflows';
import { openEditor, type Editor } from '../browser/editor';
import { openForm } from '../monitoring/deskSteps';
import { setParameters, startExamples, type Examples } from './exampleRuns';

let examples: Examples;

beforeAll(async () => {
  examples = await startExamples({ hasEditor: true });
});

beforeEach(async () => {
  await examples.sandbox.reset({ settings: true });
  await examples.saveCredential(credentialType, examples.sandbox.credential);
});

afterAll(async () => {
  await examples.stop();
});

describe('form-for-colleagues.json', () => {
  let colleague: Editor;

  beforeAll(async () => {
    const { rest, save, saveCredential, sandbox } = examples;
    await saveCredential(credentialType, sandbox.credential);
    await rest.activateWorkflow(await save('form-for-colleagues.json', () => undefined));
    colleague = await openEditor(examples.url, owner);
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
    expect((await examples.sandbox.stats()).screenings).toEqual([]);
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
    expect((await examples.sandbox.stats()).screenings).toHaveLength(2);
  });

  test('where no company has a result, the page says why, and there is no download', async () => {
    const { saveCredential, sandbox } = examples;
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
  ])('%s sends nothing, and the page says what to do', async (_, list, sentence) => {
    const { page, submit } = await upload('list.csv', Buffer.from(list));
    await submit();
    await page.getByText(sentence).waitFor();
    expect((await examples.sandbox.stats()).screenings).toEqual([]);
    await page.close();
  });
});

describe('crm-webhook.json', () => {
  const key = { name: 'X-CRM-Key', value: 'made-up-key-of-the-test' };
  let crm: Server;
  let told: Array<Record<string, unknown>>;

  beforeAll(async () => {
    const { rest, save, saveCredential, sandbox } = examples;
    crm = createServer((request, response) => {
      void text(request).then((body) => {
        told.push(z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
        response.end('{}');
      });
    });
    crm.listen(0, '127.0.0.1');
    await once(crm, 'listening');
    const { port } = z.object({ port: z.number() }).parse(crm.address());
    await saveCredential(credentialType, sandbox.credential);
    await saveCredential('httpHeaderAuth', key);
    const id = await save('crm-webhook.json', (workflow) => {
      for (const name of ['Release it', 'Block it'])
        setParameters(workflow, name, { url: `http://127.0.0.1:${String(port)}/` });
    });
    await rest.activateWorkflow(id);
    await until('the webhook was there', async () => (await call({}, {})).status !== 404);
  });

  beforeEach(() => {
    told = [];
  });

  afterAll(() => {
    crm.close();
  });

  const call = (body: unknown, headers: Record<string, string> = { [key.name]: key.value }) =>
    axios.post<unknown>(`${examples.url}/webhook/crm-screening`, body, {
      headers,
      proxy: false,
      validateStatus: () => true,
    });
  const toldAbout = async (companies: unknown[]) => {
    expect(await call({ companies })).toMatchObject({
      status: 200,
      data: { message: 'The companies are screened. Each result follows.' },
    });
    await until('the CRM was told about every company', () =>
      Promise.resolve(told.length >= companies.length),
    );
    return new Map(told.map((answer) => [answer['id'], answer]));
  };

  test('of the sandbox, nothing is released', async () => {
    const answers = await toldAbout([{ id: 'c1', companyName: 'Willowbrook Bakery Ltd' }]);
    expect(answers.get('c1')).toMatchObject({ status: 'blocked', outcome: 'clear', environment: 'sandbox' });
  });

  test('only what is clear is released; a hit, a review, an error and a company without a name or an id block', async () => {
    const { saveCredential, sandbox } = examples;
    await saveCredential(credentialType, { ...sandbox.credential, environment: 'production' });
    const answers = await toldAbout([
      { id: 'c1', companyName: 'Willowbrook Bakery Ltd' },
      { id: 'c2', companyName: 'Gloomharbour Shipping Ltd' },
      { id: 'c3', companyName: 'Pending Partners' },
      { id: 'c4', companyName: 'Failing Foundry' },
      { id: 'c5' },
      { companyName: 'Quiet Mill Ltd' },
    ]);
    expect([...answers].map(([id, { status, outcome }]) => [id, status, outcome]).toSorted()).toEqual([
      [undefined, 'blocked', 'clear'],
      ['c1', 'released', 'clear'],
      ['c2', 'blocked', 'hit'],
      ['c3', 'blocked', 'review'],
      ['c4', 'blocked', 'error'],
      ['c5', 'blocked', 'error'],
    ]);
    for (const id of ['c1', 'c2', 'c3'])
      expect(z.uuid().safeParse(answers.get(id)?.['screeningId']).success).toBe(true);
    for (const id of ['c1', 'c2']) expect(answers.get(id)?.['date']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(answers.get('c2')).toMatchObject({
      hitNames: 'Gloomharbour Shipping Ltd',
      sourceTypes: 'Sanction',
    });
    expect(answers.get('c3')?.['reason']).toBe('pending');
  });

  test('where the key of the service is refused, everything blocks', async () => {
    const { saveCredential, sandbox } = examples;
    await saveCredential(credentialType, { ...sandbox.credential, subscriptionKey: 'refused' });
    const answers = await toldAbout([{ id: 'c1', companyName: 'Willowbrook Bakery Ltd' }]);
    expect(answers.get('c1')).toMatchObject({ status: 'blocked', outcome: 'error' });
  });

  test.each<[string, unknown, string]>([
    ['no list', {}, 'companies'],
    ['a body that is a list', [{ id: 'c1', companyName: 'Willowbrook Bakery Ltd' }], 'companies'],
    ['an empty list', { companies: [] }, 'companies[0].id'],
    ['a list that is none', { companies: 'Willowbrook Bakery Ltd' }, 'companies[0].id'],
    ['no id', { companies: [{ companyName: 'Willowbrook Bakery Ltd' }] }, 'companies[0].id'],
    ['no name', { companies: [{ id: 4711, name: 'Willowbrook Ltd' }] }, 'companies[0].companyName'],
    ['an empty name', { companies: [{ id: 'c1', companyName: '' }] }, 'companies[0].companyName'],
  ])(
    '%s is answered with 400 and the field that is missing; nothing is screened',
    async (_, body, missing) => {
      const { status, data } = await call(body);
      expect({ status, data }).toEqual({
        status: 400,
        data: { missing, error: 'Nothing was screened: a field is missing.' },
      });
      expect(told).toEqual([]);
      expect((await examples.sandbox.stats()).screenings).toEqual([]);
    },
  );

  test('without the key of the webhook nothing is screened', async () => {
    expect((await call({ companies: [{ id: 'c1', companyName: 'A' }] }, {})).status).toBe(403);
    expect((await examples.sandbox.stats()).screenings).toEqual([]);
  });
});
