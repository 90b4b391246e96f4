// "From a spreadsheet to a spreadsheet of hits": the two files on disk, opened as a person opens them.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { read, utils } from 'xlsx';
import { z } from 'zod/v4';
import { companiesFile, nodes, readRows, setList, type Row } from '../../support/examples';
import type { Execution } from '../../support/n8n/rest';
import type { Examples } from './exampleRuns';

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

  async function run(source: string, into = folder): Promise<Execution> {
    const { rest, save, filesFolder } = examples();
    const file = join(filesFolder, basename(source));
    if (file !== source) await copyFile(source, file);
    const workflowId = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file, 'Folder for the results': into });
    });
    return rest.run(workflowId, nodes.start);
  }

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
    const { id, status } = await run(companiesFile);
    expect(status).toBe('success');
    const date = new Date().toISOString().slice(0, 10);
    expect((await readdir(folder)).sort()).toEqual([
      `companies_screened_${date}_${id}.csv`,
      `companies_screened_${date}_${id}.xlsx`,
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

  test('two runs leave four files', async () => {
    await runList('Company\nWillowbrook Bakery Ltd\n');
    await runList('Company\nWillowbrook Bakery Ltd\n');
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('where the files cannot be saved, the execution fails and says where the results are', async () => {
    const execution = await run(companiesFile, join(folder, 'missing'));
    expect(execution).toMatchObject({
      status: 'error',
      error: {
        message: expect.stringMatching(
          /^The companies were screened, but neither file could be saved: .* do not screen again\.$/,
        ) as string,
      },
    });
    expect(execution.output('Columns').length).toBeGreaterThan(38);
  });
}
