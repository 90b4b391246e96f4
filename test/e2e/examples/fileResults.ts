// "From a spreadsheet to a spreadsheet of hits": the two files on disk, opened as a person opens them.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { read, utils } from 'xlsx';
import { z } from 'zod/v4';
import { companiesFile, nodes, readRows, setList, type Row } from '../../support/examples';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { credentialType } from '../../support/workflows';
import { setParameters, timezone, type Examples } from './exampleRuns';

/** The tests of `spreadsheet-to-spreadsheet.json`. */
export function fileResultTests(examples: () => Examples): void {
  let folder: string;

  beforeEach(async () => {
    folder = join(examples().filesFolder, 'results');
    await mkdir(folder);
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function run(
    source: string,
    edit: (workflow: Workflow) => void = () => undefined,
  ): Promise<Execution> {
    const { rest, save, filesFolder } = examples();
    const file = join(filesFolder, basename(source));
    if (file !== source) await copyFile(source, file);
    const workflowId = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file, 'Folder for the results': folder });
      edit(workflow);
    });
    return rest.run(workflowId, nodes.start);
  }

  /** The day in n8n's timezone, as YYYY-MM-DD. */
  const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: timezone });

  async function runList(text: string): Promise<Execution> {
    const file = join(examples().filesFolder, 'my list.csv');
    await writeFile(file, text);
    const execution = await run(file);
    await rm(file);
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return execution;
  }

  const fileOf = async (extension: string): Promise<string> =>
    join(folder, (await readdir(folder)).find((name) => name.endsWith(extension)) ?? 'missing');
  const csvText = async (): Promise<string> => readFile(await fileOf('.csv'), 'utf8');
  const csvRows = async (): Promise<Row[]> => readRows(await fileOf('.csv'));
  const workbookRows = async (): Promise<Row[]> => {
    const book = read(await readFile(await fileOf('.xlsx')));
    const [sheet = ''] = book.SheetNames;
    const cells: unknown[] = utils.sheet_to_json(book.Sheets[sheet] ?? {}, {
      header: 1,
      defval: '',
      raw: false,
    });
    const [headings = [], ...rows] = z.array(z.array(z.string())).parse(cells);
    return rows.map((row) => Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])));
  };

  test('every company of companies.csv is in both files, beside the columns of its row', async () => {
    const dayBefore = today();
    const { id, status } = await run(companiesFile);
    expect(status).toBe('success');
    const files = (await readdir(folder)).sort();
    const [date = 'no date'] = /\d{4}-\d\d-\d\d/.exec(files.join()) ?? [];
    // The run may have begun just before midnight.
    expect([dayBefore, today()]).toContain(date);
    expect(files).toEqual([
      `companies_screened_${date}_${id}_SANDBOX.csv`,
      `companies_screened_${date}_${id}_SANDBOX.xlsx`,
      `companies_screened_${date}_${id}_started.txt`,
    ]);
    const rows = await workbookRows();
    expect(await csvRows()).toEqual(rows);
    const listed = await readRows(companiesFile);
    expect([...new Set(rows.map((row) => row['Customer No']))].sort()).toEqual(
      listed.map((row) => row['Customer No']).sort(),
    );
    for (const row of rows) {
      expect(row['Company']).toBe(
        listed.find((company) => company['Customer No'] === row['Customer No'])?.['Company'],
      );
      expect(row['environment']).toBe('sandbox');
    }
    expect(new Set(rows.map((row) => row['outcome']))).toEqual(new Set(['hit', 'clear', 'review', 'error']));
  });

  test('Arabic and Chinese names open as they are: the CSV file says that it is UTF-8', async () => {
    await runList('Company\nشركة سراب الخيال للتجارة\n幻海虚构贸易有限公司\n');
    expect((await csvText()).startsWith('\uFEFF')).toBe(true);
    const names = ['شركة سراب الخيال للتجارة', '幻海虚构贸易有限公司'];
    expect((await csvRows()).map((row) => row['Company'])).toEqual(names);
    expect((await workbookRows()).map((row) => row['Company'])).toEqual(names);
  });

  test('no cell is a formula, and the zeros of a customer number stay', async () => {
    const cells = ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)'];
    await runList(
      [
        'Customer No,Company,Note',
        ...cells.map((cell) => `007,Willowbrook Bakery Ltd,"${cell.replaceAll('"', '""')}"`),
      ].join('\n'),
    );
    expect((await csvRows()).map((row) => row['Note'])).toEqual(cells.map((cell) => `'${cell}`));
    const book = read(await readFile(await fileOf('.xlsx')), { cellFormula: true });
    const sheet = Object.values(book.Sheets)[0] ?? {};
    const written = Object.entries(sheet).filter(([address]) => !address.startsWith('!'));
    expect(written.filter(([, cell]) => z.object({ f: z.string() }).safeParse(cell).success)).toEqual([]);
    const rows = await workbookRows();
    expect(rows.map((row) => row['Note'])).toEqual(cells);
    expect(rows.map((row) => row['Customer No'])).toEqual(['007', '007', '007', '007']);
  });

  test('two runs leave six files, and none replaces another', async () => {
    await runList('Company\nWillowbrook Bakery Ltd\n');
    await runList('Company\nWillowbrook Bakery Ltd\n');
    expect(await readdir(folder)).toHaveLength(6);
  });

  test('the columns have one order, yours after the name, even if the first company is an error', async () => {
    await runList('Customer No,Company,name\n1,,first\n2,Gloomharbour Shipping Ltd,second\n');
    const rows = await workbookRows();
    const columns = Object.keys(rows[0] ?? {});
    expect(columns.slice(0, 9)).toEqual([
      'outcome',
      'reason',
      'explanation',
      'companyName',
      'Customer No',
      'Company',
      'input_name',
      'environment',
      'name',
    ]);
    expect(columns.slice(-2)).toEqual(['httpStatus', 'mayBeCharged']);
    expect(Object.keys((await csvRows())[0] ?? {})).toEqual(columns);
    expect(rows.map((row) => [row['outcome'], row['input_name'], row['name']])).toEqual([
      ['error', 'first', ''],
      ['hit', 'second', 'Gloomharbour Shipping Ltd'],
    ]);
  });

  test('where the folder does not exist, the execution fails before anything is sent', async () => {
    const missing = join(folder, 'missing');
    const execution = await run(companiesFile, (workflow) => {
      setList(workflow, { 'Folder for the results': missing });
    });
    expect(execution.status).toBe('error');
    expect(execution.error?.message).toContain(
      `The folder for the results does not exist, or n8n may not write there: ${missing}. Create it, or enter another in "Your file". Nothing was sent.`,
    );
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('before anything is sent, a file says that the run has started', async () => {
    const { id } = await run(companiesFile, (workflow) => {
      setParameters(workflow, 'Save the workbook', { fileName: join(folder, 'missing', 'x.xlsx') });
      setParameters(workflow, 'Save the CSV file', { fileName: join(folder, 'missing', 'x.csv') });
    });
    expect(await readdir(folder)).toEqual([expect.stringMatching(/_started\.txt$/)]);
    expect(await readFile(await fileOf('.txt'), 'utf8')).toMatch(
      new RegExp(
        `^Run ${id} of companies\\.csv started on [-0-9]+ at [0-9:]+ UTC\\.\nIf there is no workbook `,
      ),
    );
  });

  test.each([
    ['neither file', ['Save the workbook', 'Save the CSV file']],
    ['one of the two files', ['Save the CSV file']],
  ])(
    'where %s can be saved after the screening, the execution says where the results are',
    async (which, failing) => {
      const execution = await run(companiesFile, (workflow) => {
        for (const name of failing)
          setParameters(workflow, name, { fileName: join(folder, 'missing', 'results') });
      });
      expect(execution.status).toBe('error');
      expect(execution.error?.message).toMatch(
        new RegExp(
          `^The companies were screened, but ${which} could be saved: .* Do not run it again\\. Open the node "As a workbook" and click Download under Output\\. Later: tab Executions, the run at the top\\.$`,
        ),
      );
      expect(execution.output('As a workbook')).toMatchObject([
        { binary: { data: { fileExtension: 'xlsx' } } },
      ]);
    },
  );

  test('where the key is refused, the files are saved and the execution fails with the reason', async () => {
    const { saveCredential, sandbox } = examples();
    await saveCredential(credentialType, { ...sandbox.credential, subscriptionKey: 'refused' });
    const { status, error } = await run(companiesFile);
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^No company was screened: .*Subscription Key.*\.$/s);
    expect(new Set((await workbookRows()).map(({ outcome }) => outcome))).toEqual(new Set(['error']));
    expect(await csvRows()).toEqual(await workbookRows());
  });

  test('where no credential is chosen, the execution fails', async () => {
    const { status, error } = await run(companiesFile, (workflow) => {
      for (const node of workflow.nodes) delete node.credentials;
    });
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^No company was screened: No credential is chosen\. .*credential/is);
  });
}
