// "From spreadsheet to spreadsheet": the workbook on disk, opened as a person opens it.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { companiesFile, nodes, readRows, setFile } from '../../support/examples';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { sheetsOf, type ShownRow } from '../../support/workbook';
import { setParameters, useNewRegister, type Examples } from './exampleRuns';

export function fileResultTests(examples: () => Examples): void {
  let folder: string;
  let results: string;

  beforeEach(async () => {
    folder = join(examples().filesFolder, 'results');
    results = join(folder, 'screened');
    await mkdir(results, { recursive: true });
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** @param elsewhere a folder that is entered instead of that of the list */
  async function run(bytes: Buffer | string, elsewhere?: string): Promise<Execution> {
    const { rest, save } = examples();
    const file = join(folder, 'my list.csv');
    await writeFile(file, bytes);
    const workflowId = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
      setFile(workflow, file);
      useNewRegister(workflow);
      if (elsewhere !== undefined) saveTo(workflow, elsewhere);
    });
    const execution = await rest.run(workflowId, nodes.start);
    await rm(file);
    return execution;
  }

  const workbook = async (): Promise<Record<string, ShownRow[]>> => {
    const name = (await readdir(results)).find((one) => one.endsWith('.xlsx')) ?? 'missing';
    return sheetsOf(await readFile(join(results, name)));
  };
  const columnOf = (rows: ShownRow[] = [], heading: string) => rows.map((row) => row[heading]);

  test('every company is in the workbook once, with its outcome, and in the sheet of that outcome', async () => {
    const execution = await run(await readFile(companiesFile));
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    const { id } = execution;
    const [list = '', file = ''] = (await readdir(results)).sort();
    expect(list).toBe(`list_execution-${id}_0_my list.csv`);
    expect(file).toMatch(new RegExp(`^screened_sandbox_\\d{4}-\\d\\d-\\d\\d_execution-${id}\\.xlsx$`));
    expect(await readFile(join(results, list))).toEqual(await readFile(companiesFile));

    const sheets = await workbook();
    expect(Object.keys(sheets)).toEqual(['Summary', 'Companies', 'Hits', 'To Review', 'Clear', 'Errors']);
    const {
      Companies: companies = [],
      Hits: hits = [],
      'To Review': review = [],
      Errors: errors = [],
    } = sheets;
    const shownOf = (rows: Record<string, unknown>[]) =>
      rows.map(({ 'Customer No': number, Company, Country }) => ({ number, Company, Country }));
    expect(shownOf(companies)).toEqual(shownOf(await readRows(companiesFile)));
    const having = (outcome: string) =>
      companies.filter((row) => row['Outcome'] === outcome).map((row) => row['Customer No']);
    expect(new Set(columnOf(hits, 'Customer No'))).toEqual(new Set(having('Hit')));
    expect(columnOf(sheets['Clear'], 'Customer No')).toEqual(having('Clear'));
    expect(columnOf(errors, 'Customer No')).toEqual(having('Error'));
    expect(columnOf(review, 'Customer No')).toEqual(expect.arrayContaining(having('To review')));
    for (const row of review) expect(row['What to look at']).not.toBe('');
    for (const row of errors) expect(row['What happened']).not.toBe('');

    const [shown] = execution.output('Your results').map(({ json }) => json);
    expect(shown?.['Workbook']).toBe(join(results, file));
    expect(shown?.['Results']).toMatch(
      new RegExp(
        `^${companies.length} companies: ${having('Hit').length} with hits \\(${hits.length} hits.*\\), ${having('Clear').length} clear, ${having('To review').length} to review, ${having('Error').length} failed\\. Sandbox: not real results\\.$`,
      ),
    );
  });

  test('of several lists each has a copy under its own name, and the next run takes none of them for a list', async () => {
    const { rest, save, sandbox } = examples();
    await writeFile(join(folder, 'first.csv'), 'Company\nWillowbrook Bakery Ltd\n');
    await writeFile(join(folder, 'second.csv'), 'Company\nPlain Honest Trading\n');
    const workflowId = await save('spreadsheet-to-spreadsheet.json', (workflow) => {
      setFile(workflow, `${folder}/**.csv`);
      useNewRegister(workflow);
    });
    for (const runs of [1, 2]) {
      expect(await rest.run(workflowId, nodes.start)).toMatchObject({ status: 'success', error: undefined });
      const copies = (await readdir(results)).filter((name) => name.endsWith('.csv'));
      expect(copies).toHaveLength(2 * runs);
      expect(new Set(copies.map((name) => name.replace(/.*_\d_/, '')))).toEqual(
        new Set(['first.csv', 'second.csv']),
      );
    }
    expect((await sandbox.stats()).screeningsDone).toBe(2);
  });

  test('where n8n cannot save, the execution fails before anything is sent', async () => {
    const { status } = await run('Company\nWillowbrook Bakery Ltd\n', join(folder, 'missing'));
    expect(status).toBe('error');
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('a list that cannot be read stops, and says where, before anything is sent', async () => {
    const { status, error } = await run('Company,Country\nPlain Co,DE\nA, B and C,DE\n');
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^Line 3 of my list\.csv has 3 cells, and the list has 2 headings/);
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('where no company has a result, the workbook is saved and the execution fails with the reason', async () => {
    await examples().connect({ subscriptionKey: 'refused' });
    const { status, error } = await run(await readFile(companiesFile));
    expect(status).toBe('error');
    expect(error?.message).toMatch(/^No company has a result: .*Subscription Key/s);
    const { Companies: companies, Clear: clear } = await workbook();
    expect(new Set(columnOf(companies, 'Outcome'))).toEqual(new Set(['Error']));
    expect(clear).toEqual([]);
  });
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
