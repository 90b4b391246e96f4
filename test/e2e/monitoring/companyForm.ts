// The form of "Nightly re-screening" that takes a list of companies, in a browser.
import type { Page } from 'playwright-core';
import { readTable } from '../../support/n8n/dataTables';
import { owner } from '../../support/n8n/owner';
import { openEditor, type Editor } from '../browser/editor';
import { withPicture } from '../browser/pictures';
import { openForm } from './deskSteps';
import type { Monitoring } from './monitoring';
import { story } from '../story';

/** The tests of the form "Companies to monitor". */
export function companyFormTests(monitoring: () => Monitoring): void {
  let ann: Editor;

  beforeAll(async () => {
    const { rest, save, url } = monitoring();
    await rest.activateWorkflow(await save('nightly-rescreening.json'));
    ann = await openEditor(url, owner);
    await ann.context.tracing.start({ snapshots: true });
  });

  beforeEach(async () => {
    // It makes the tables.
    await monitoring().night();
  });

  afterAll(async () => {
    await ann.close();
  });

  async function upload(list: string | Buffer): Promise<Page> {
    const page = await openForm(ann, '/form/monitored-companies', 'Take over');
    const file = {
      name: 'companies.csv',
      mimeType: 'text/csv',
      buffer: typeof list === 'string' ? Buffer.from(list) : list,
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Take over' }).click();
    return page;
  }

  const rows = async (): Promise<unknown[]> =>
    (await readTable(monitoring().rest, 'Monitored companies')).map(({ key, company, otherColumns }) => [
      key,
      company,
      otherColumns,
    ]);

  story('a list with odd rows is taken over, each of them is said, and it can be uploaded again', (step) => {
    step('two rows of one number, one without a number, one without a company: each is said', () =>
      withPicture(ann, 'A list with odd rows', async () => {
        const page = await upload(
          [
            'Customer No,Company,Country',
            'F1,First Ferry,Velmoria',
            'F1,Second Ferry,Velmoria',
            ',Ferry Without a Number,Nebulia',
            'F3,,Nebulia',
          ].join('\n'),
        );
        await page.getByText('2 companies taken over').waitFor();
        const said = await page.locator('body').innerText();
        expect(said).toContain('Rows without a company, left out: 1 (row 5 of the file).');
        expect(said).toContain(
          'Left out, because another row of the file has the same number: F1 Second Ferry.',
        );
        expect(await rows()).toEqual([
          ['F1', 'First Ferry', 'Country: Velmoria'],
          ['Ferry Without a Number', 'Ferry Without a Number', 'Country: Nebulia'],
        ]);
        return page;
      }),
    );

    step('a list that is uploaded again replaces the rows that it has, and removes none', () =>
      withPicture(ann, 'A list again', async () => {
        const page = await upload('Customer No,Company,Country\nF1,First Ferry Renamed,Fret\n');
        await page.getByText('1 company taken over').waitFor();
        expect(await page.locator('body').innerText()).toContain('No row was left out.');
        expect(await rows()).toEqual([
          ['F1', 'First Ferry Renamed', 'Country: Fret'],
          ['Ferry Without a Number', 'Ferry Without a Number', 'Country: Nebulia'],
        ]);
        return page;
      }),
    );
  });

  test('a list as Excel saves it is read: with semicolons, and with a mark at its beginning', () =>
    withPicture(ann, 'A list of Excel', async () => {
      const page = await upload('\uFEFFCustomer No;Company;Country\r\nF2;"Ferry; and Sons";Fret\r\n');
      await page.getByText('1 company taken over').waitFor();
      expect(await rows()).toEqual([['F2', 'Ferry; and Sons', 'Country: Fret']]);
      return page;
    }));

  test.each([
    ['damaged letters', Buffer.from('Customer No,Company\nF7,Caf\u00e9\n', 'latin1'), 'CSV UTF-8'],
    ['no company column', Buffer.from('No,Firm\nF7,Somebody\n'), 'a column “Company”'],
    [
      'a comma too many',
      Buffer.from('Customer No,Company\nF8,Fine\nF7,Some, Body\n'),
      'Line 3 of the file has 3 cells, but there are 2 headings.',
    ],
  ])('a file with %s is refused with a sentence', (what, list, sentence) =>
    withPicture(ann, `A list with ${what}`, async () => {
      const page = await upload(list);
      await page.getByText('No company was taken over').waitFor();
      expect(await page.locator('body').innerText()).toContain(sentence);
      expect(await rows()).toEqual([]);
      return page;
    }),
  );
}
