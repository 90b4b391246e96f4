// "Screen a spreadsheet": a handful of the files that people have, from their bytes to what the service was asked. How every
// other kind is read, the unit tests of lists/ show.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write, type BookType } from '@e965/xlsx';
import { z } from 'zod/v4';
import { companiesFile, nodes, setFile } from '../../support/examples';
import type { Execution, Workflow } from '../../support/n8n/rest';
import { nodeOf, type Examples } from './exampleRuns';

const listed = [
  { 'Customer No': '00101', Company: 'Willowbrook Bakery Ltd' },
  { 'Customer No': '00102', Company: 'Präzision & Söhne' },
];

export function listTests(examples: () => Examples): void {
  async function run(
    fileName: string,
    bytes: Buffer | string,
    edit: (workflow: Workflow) => void = () => undefined,
  ): Promise<Execution> {
    const { rest, save, filesFolder } = examples();
    const file = join(filesFolder, fileName);
    await writeFile(file, bytes);
    const workflowId = await save('screen-a-spreadsheet.json', (workflow) => {
      setFile(workflow, file);
      edit(workflow);
    });
    const execution = await rest.run(workflowId, nodes.start);
    await rm(file);
    return execution;
  }
  const sent = async () =>
    (await examples().sandbox.stats()).screenings.map(({ companyName }) => companyName).sort();

  test.each<[string, string, Buffer]>([
    ['a workbook', 'list.xlsx', workbook('xlsx')],
    ['an OpenDocument sheet', 'list.ods', workbook('ods')],
    ['a CSV file in UTF-8', 'list.csv', Buffer.from(csv(','))],
    ['what Excel saves as CSV in Western Europe', 'list.csv', Buffer.from(csv(';'), 'latin1')],
  ])('%s: every company of the list is screened', async (_, fileName, bytes) => {
    const execution = await run(fileName, bytes);
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    expect(await sent()).toEqual(listed.map(({ Company }) => Company).sort());
    expect(execution.output('Read the list').map(({ json }) => json)).toEqual(
      listed.map((row, index) => ({
        companyName: row.Company,
        companyKey: row['Customer No'],
        row: index + 2,
        listFile: `${fileName}${fileName.endsWith('.csv') ? '' : ', sheet List'}; ${listed.length} companies`,
        ...row,
      })),
    );
  });

  test('every company comes out at one of the three ends', async () => {
    const execution = await run('companies.csv', await readFile(companiesFile));
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    const outcomes = nodes.ends.map(
      (end) => new Set(execution.output(end).map(({ json }) => json['outcome'])),
    );
    expect(outcomes).toEqual([new Set(['hit']), new Set(['clear']), new Set(['review', 'error'])]);
  });

  test('an end that fails keeps no other back, and the execution fails when all of them have run', async () => {
    const [slack = '', , mail = ''] = nodes.ends;
    const execution = await run('companies.csv', await readFile(companiesFile), (workflow) => {
      for (const name of [slack, mail])
        Object.assign(nodeOf(workflow, name), {
          ...{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
          // Nobody listens there.
          parameters: { url: 'http://127.0.0.1:9/', options: {} },
        });
    });
    expect(execution).toMatchObject({
      ...{ status: 'error', lastNode: 'Stop: not done' },
      error: { message: expect.stringMatching(/^A node behind Company Screening failed: \S/) as string },
    });
    const [hits, clear, review] = [0, 1, 2].map(
      (output) => execution.output('Company Screening', output).length,
    );
    expect(nodes.ends.map((end) => execution.output(end).length)).toEqual([0, clear, 0]);
    expect(execution.output('Not done')).toHaveLength((hits ?? NaN) + (review ?? NaN));
  });

  test.each([
    [
      'a list with a line that has a cell too many',
      'Company,Country\nPlain Co,DE\nA, B and C,DE\n',
      /^Line 3 of list\.csv /,
    ],
    [
      'a list without a company column',
      'Debtor,Land\nPlain Co,DE\n',
      /^No column of list\.csv is called Company, /,
    ],
    ['a PDF', '%PDF-1.4\n\0\0', /list\.csv/],
  ])('%s stops with a sentence before anything is sent', async (_, text, sentence) => {
    const { status, error } = await run('list.csv', text);
    expect({ status, message: error?.message }).toEqual({
      status: 'error',
      message: expect.stringMatching(sentence) as string,
    });
    expect(await sent()).toEqual([]);
  });
}

function csv(delimiter: string): string {
  return [Object.keys(listed[0] ?? {}), ...listed.map(Object.values<string>)]
    .map((cells) => `${cells.join(delimiter)}\r\n`)
    .join('');
}

function workbook(bookType: BookType): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(listed), 'List');
  const bytes: unknown = write(book, { bookType, type: 'array' });
  return Buffer.from(z.instanceof(ArrayBuffer).parse(bytes));
}
