// "Screen a spreadsheet": each kind of file that people have, from its bytes to what the service was asked.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodes, setList, type ListSettings } from '../../support/examples';
import { projectFolder } from '../../support/n8n/install';
import type { Examples } from './exampleRuns';
import { listKinds, type ListKind } from './listKinds';

/** The tests of the front part that all examples with a list share, in `screen-a-spreadsheet.json`. */
export function listTests(examples: () => Examples): void {
  test.each(listKinds)('$kind', async ({ fileName, bytes, encoding, sent, stops, errors = [] }) => {
    const { rest, save, sandbox, filesFolder } = examples();
    const file = join(filesFolder, fileName);
    await writeFile(file, bytes);
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file, ...withEncoding(encoding) });
    });
    const execution = await rest.run(workflowId, nodes.start);
    await rm(file);

    const { screenings } = await sandbox.stats();
    expect(
      screenings.flatMap(({ companyName, times }) => Array.from({ length: times }, () => companyName)).sort(),
    ).toEqual([...sent].sort());
    if (stops !== undefined) {
      expect(execution).toMatchObject({
        status: 'error',
        error: { message: expect.stringMatching(stops) as string },
      });
      return;
    }
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    const items = execution.output(nodes.screen).map(({ json }) => json);
    const failed = items.filter(({ outcome }) => outcome === 'error').map(({ error }) => error);
    expect(failed).toEqual(errors.map((error) => expect.stringMatching(error) as string));
    const screened = items.filter(({ outcome }) => outcome !== 'error').map(({ companyName }) => companyName);
    expect([...new Set(screened)]).toEqual([...new Set(sent)]);
  });

  test('each row brings its other columns along, with the zeros at their beginning', async () => {
    const { rest, save, filesFolder } = examples();
    const file = join(filesFolder, 'list.csv');
    await writeFile(file, 'Customer No;Firm;company name\n00101;x;Willowbrook Bakery Ltd\n');
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file });
    });
    const execution = await rest.run(workflowId, nodes.start);
    expect(execution.output('Rows', 2).map(({ json }) => json)).toEqual([
      {
        'Customer No': '00101',
        Firm: 'x',
        'company name': 'Willowbrook Bakery Ltd',
        company: 'Willowbrook Bakery Ltd',
      },
    ]);
  });

  test('another column can be named', async () => {
    const { rest, save, filesFolder, sandbox } = examples();
    const file = join(filesFolder, 'list.csv');
    await writeFile(file, 'Firma;Land\nWillowbrook Bakery Ltd;X\n');
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file, Columns: 'firma' });
    });
    expect(await rest.run(workflowId, nodes.start)).toMatchObject({ status: 'success' });
    expect((await sandbox.stats()).screenings).toMatchObject([{ companyName: 'Willowbrook Bakery Ltd' }]);
  });

  test('the line of a row with a cell too few is counted as in the file', async () => {
    const { rest, save, filesFolder } = examples();
    const file = join(filesFolder, 'list.csv');
    await writeFile(file, 'sep=;\r\n;;\r\nCompany;Land\r\nWillowbrook Bakery Ltd;X\r\nPebblewick\r\n');
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file });
    });
    const { error } = await rest.run(workflowId, nodes.start);
    expect(error?.message).toMatch(
      /^Line 5 of list\.csv: the row has another number of cells \(1\) than the headings \(2\)\. .* a semicolon: /,
    );
  });

  test.each([
    ['a path where nothing is', 'nothing-here.csv', /No file\(s\) found/],
    ['a folder that n8n may not read', '../../../../etc/hostname', /Access to the file is not allowed/],
  ])('%s stops, and says where lists belong', async (_case, path, n8nSays) => {
    const { rest, save, sandbox, filesFolder } = examples();
    const file = join(filesFolder, path);
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file });
    });
    const { status, error } = await rest.run(workflowId, nodes.start);
    expect(status).toBe('error');
    expect(error?.message).toContain(
      `There is no file ${file}, or n8n may not read it. Lists belong in the folder .n8n-files in the home folder of the user who runs n8n. Nothing was sent.`,
    );
    expect(error?.message).toMatch(n8nSays);
    expect((await sandbox.stats()).screenings).toEqual([]);
  });

  test('a path that finds several files stops', async () => {
    const { rest, save, sandbox, filesFolder } = examples();
    const paths = ['several-1.csv', 'several-2.csv'].map((name) => join(filesFolder, name));
    for (const path of paths) await writeFile(path, 'Company\nWillowbrook Bakery Ltd\n');
    const file = join(filesFolder, 'several-*.csv');
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setList(workflow, { File: file });
    });
    const execution = await rest.run(workflowId, nodes.start);
    for (const path of paths) await rm(path);
    expect(execution).toMatchObject({
      status: 'error',
      error: { message: `${file} finds several files. Enter the path of one list. Nothing was sent.` },
    });
    expect((await sandbox.stats()).screenings).toEqual([]);
  });

  test('the guide says what becomes of each kind', async () => {
    const guide = await readFile(join(projectFolder, 'docs', 'spreadsheets.md'), 'utf8');
    const rows = guide.split('\n').map((line) =>
      line
        .replaceAll('\\|', '|')
        .split(/ *\| */)
        .slice(1, 3),
    );
    expect(
      rows.filter(([, result]) =>
        ['screened', 'stops', 'screened; the row is an error'].includes(result ?? ''),
      ),
    ).toEqual(listKinds.map((kind) => [kind.kind, resultOf(kind)]));
  });
}

const withEncoding = (encoding: string | undefined): ListSettings =>
  encoding === undefined ? {} : { 'Encoding of a file that is not UTF-8': encoding };

function resultOf({ stops, errors }: ListKind): string {
  if (stops !== undefined) return 'stops';
  return errors === undefined ? 'screened' : 'screened; the row is an error';
}
