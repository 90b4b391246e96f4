// "From spreadsheet to spreadsheet": the workbook on disk, opened as a person opens it.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils } from 'xlsx';
import { z } from 'zod/v4';
import { companiesFile, nodes, readRows, setFile, type Row } from '../../support/examples';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { credentialType } from '../../support/workflows';
import { setParameters, type Examples } from './exampleRuns';

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

  /** @param elsewhere a folder that is entered instead of that of the list */
  async function run(bytes: Buffer | string, elsewhere?: string): Promise<Execution> {
    const { rest, save } = examples();
    const file = join(folder, 'my list.csv');
    await writeFile(file, bytes);
    const workflowId = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
      setFile(workflow, file);
      if (elsewhere !== undefined) saveTo(workflow, elsewhere);
    });
    const execution = await rest.run(workflowId, nodes.start);
    await rm(file);
    return execution;
  }

  const workbook = async (): Promise<Row[]> => {
    const name = (await readdir(folder)).find((one) => one.endsWith('.xlsx')) ?? 'missing';
    return rowsOf(await readFile(join(folder, name)));
  };

  test('every company is in the workbook, hits first, then those for a person, then clear ones, then the totals', async () => {
    const execution = await run(await readFile(companiesFile));
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    const { id } = execution;
    expect((await readdir(folder)).sort()).toEqual([`${id}_list.csv`, `${id}_screened_sandbox.xlsx`]);
    expect(await readFile(join(folder, `${id}_list.csv`))).toEqual(await readFile(companiesFile));

    const all = await workbook();
    const [totals, ...rows] = all.toReversed();
    const listed = await readRows(companiesFile);
    for (const { Company, 'Customer No': number } of listed)
      expect(rows).toContainEqual(expect.objectContaining({ companyName: Company, 'Customer No': number }));
    const groups = rows
      .toReversed()
      .map(({ outcome = '' }) => (['hit', 'clear'].includes(outcome) ? outcome : 'person'));
    expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['hit', 'person', 'clear']);

    for (const { outcome, explanation } of rows)
      if (outcome === 'review' || outcome === 'error') expect(explanation).not.toBe('');

    const companies = (outcome: string) =>
      new Set(rows.filter((row) => row['outcome'] === outcome).map((row) => row['row'])).size;
    const counts = {
      companies: String(listed.length),
      companiesWithHits: String(companies('hit')),
      hits: String(rows.filter((row) => row['outcome'] === 'hit').length),
      clear: String(companies('clear')),
    };
    expect(totals).toMatchObject({ outcome: 'summary', companyName: '', environment: 'sandbox', ...counts });
    expect(execution.output('Your results').map(({ json }) => json)).toEqual([
      { Results: totals?.['explanation'], Workbook: join(folder, `${id}_screened_sandbox.xlsx`) },
    ]);
    expect(totals?.['explanation']).toMatch(
      new RegExp(
        `^${counts.companies} companies in the sandbox, not real results: ${counts.companiesWithHits} with hits \\(${counts.hits} hits`,
      ),
    );
  });

  test('the columns are in order, and the company is in one of them', async () => {
    await run(
      'Customer No,Company,name\n7,Willowbrook Bakery Ltd,first\n8,Gloomharbour Shipping Ltd,second\n',
    );
    const [hit, clear] = await workbook();
    const columns = Object.keys(hit ?? {});
    expect(columns.slice(0, 10)).toEqual([
      'outcome',
      'reason',
      'explanation',
      'companyName',
      'companyKey',
      'row',
      'Customer No',
      'input_name',
      'environment',
      'name',
    ]);
    expect(columns).not.toContain('Company');
    expect([hit, clear].map((row) => [row?.['companyName'], row?.['input_name'], row?.['row']])).toEqual([
      ['Gloomharbour Shipping Ltd', 'second', '3'],
      ['Willowbrook Bakery Ltd', 'first', '2'],
    ]);
  });

  test('Arabic and Chinese names are as they were, zeros of customer numbers stay, and no cell is a formula', async () => {
    const names = ['شركة سراب الخيال للتجارة', '幻海虚构贸易有限公司'];
    await run(`Customer No,Company,Note\n007,${names[0] ?? ''},=1+1\n008,${names[1] ?? ''},@SUM(A1)\n`);
    const rows = (await workbook()).slice(0, -1);
    expect(rows.map((row) => row['companyName'])).toEqual(names);
    expect(rows.map((row) => row['Customer No'])).toEqual(['007', '008']);
    expect(rows.map((row) => row['Note'])).toEqual(["'=1+1", "'@SUM(A1)"]);
  });

  test('where n8n cannot save, the execution fails before anything is sent', async () => {
    const { status } = await run('Company\nWillowbrook Bakery Ltd\n', join(folder, 'missing'));
    expect(status).toBe('error');
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('a list that cannot be read stops, and says where, before anything is sent', async () => {
    const { status, error } = await run('Company,Country\nPlain Co,DE\nA, B and C,DE\n');
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^Line 3 of my list\.csv has another number of cells/);
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('where no company has a result, the workbook is saved and the execution fails with the reason', async () => {
    const { saveCredential, sandbox } = examples();
    await saveCredential(credentialType, { ...sandbox.credential, subscriptionKey: 'refused' });
    const { status, error } = await run(await readFile(companiesFile));
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^No company has a result: .*Subscription Key/s);
    expect(new Set((await workbook()).map(({ outcome }) => outcome))).toEqual(new Set(['error', 'summary']));
  });
}

/** The rows of a workbook, as it shows them. */
export function rowsOf(bytes: Buffer): Row[] {
  const book = read(bytes, { cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const formulas = Object.values(sheet).filter((cell) => z.object({ f: z.string() }).safeParse(cell).success);
  expect(formulas).toEqual([]);
  const cells: unknown[] = utils.sheet_to_json(sheet, { header: 1, defval: '', raw: false });
  const [headings = [], ...rows] = z.array(z.array(z.string())).parse(cells);
  return rows.map((row) => Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])));
}

/** Saves to this folder instead of that of the list. */
function saveTo(workflow: Workflow, folder: string): void {
  for (const name of ['Keep the list', 'Save the workbook']) {
    const fileName = z
      .string()
      .parse(workflow.nodes.find((node) => node.name === name)?.parameters['fileName']);
    setParameters(workflow, name, { fileName: fileName.replace('{{ $binary.data.directory }}', folder) });
  }
}
