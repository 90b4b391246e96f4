// Read Company List in a real n8n: files of a folder become rows.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write, type WorkBook } from '@e965/xlsx';
import { z } from 'zod/v4';

import { newFolder, removeFolder } from '../../support/folders';
import { listKinds } from '../../support/listKinds';
import type { Execution } from '../../support/n8n/rest';
import { inARow, manualTrigger, n8nNode, nodeUnderTest, ownNode } from '../../support/workflows';
import { startHarness, type Harness } from '../realN8n';

let harness: Harness;
let folder: string;

beforeAll(async () => {
  folder = await newFolder('lists');
  harness = await startHarness({ filesFolder: folder });
});

afterAll(async () => {
  await harness.stop();
  await removeFolder(folder);
});

interface ListFile {
  fileName: string;
  bytes: Buffer | string;
}

/** Reads these files in one run, without a credential. */
async function readLists(
  files: ListFile[],
  parameters: Record<string, unknown> = {},
  onError = 'stopWorkflow',
): Promise<Execution> {
  const paths = files.map(({ fileName }) => join(folder, fileName));
  for (const [index, { bytes }] of files.entries()) await writeFile(paths[index] ?? '', bytes);
  const { rest } = harness.n8n();
  const fileSelector = `{${paths.join(',')},}`;
  const source = { operation: 'read', fileSelector, options: {} };
  const reading = { resource: 'company', operation: 'readCompanyList', ...parameters };
  const workflowId = await rest.saveWorkflow({
    name: 'List',
    nodes: [
      manualTrigger('Start'),
      n8nNode('Read the files', 'readWriteFile', 1.1, source),
      { ...ownNode(reading), onError },
    ],
    connections: inARow('Start', 'Read the files', nodeUnderTest),
    settings: { executionOrder: 'v1' },
  });
  const execution = await rest.run(workflowId, 'Start');
  for (const path of paths) await rm(path);
  return execution;
}

const rowsOf = (execution: Execution, output = 0) =>
  execution.output(nodeUnderTest, output).map(({ json }) => json);

// What the text of a file becomes is a unit test of milliseconds; here is what only n8n can show.
const inN8n = listKinds.filter(({ kind }) => /^(?:\.xlsx|\.xls|\.ods|CSV, comma|.*not closed)$/.test(kind));

test.each(inN8n)('$kind', async ({ companies, stops, encoding = 'automatic', errors = [], ...file }) => {
  const execution = await readLists([file], { options: { encoding } });
  if (stops !== undefined) {
    expect(execution).toMatchObject({
      status: 'error',
      error: { message: expect.stringMatching(stops) as string },
    });
    return;
  }
  expect(execution).toMatchObject({ status: 'success', error: undefined });
  const rows = rowsOf(execution);
  expect(rows.filter(({ outcome }) => outcome === undefined).map(({ companyName }) => companyName)).toEqual(
    companies,
  );
  expect(rows.filter(({ outcome }) => outcome === 'error')).toHaveLength(errors.length);
  expect(await harness.sandbox.paid(0)).toEqual([]);
});

const bytesOf = (book: WorkBook): Buffer =>
  Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType: 'xlsx' })));

function workbook(): Buffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    [],
    ['', 'Customer No', 'Company'],
    [],
    ['', 101, 'Willowbrook Bakery Ltd'],
    ['', 102, 'x'],
    ['', 103, 360],
  ]);
  sheet['C5'] = { t: 'e', v: 0x2a, w: '#N/A' };
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Company'], ['Last Year Ltd']]), '={{ 40 + 2 }}');
  utils.book_append_sheet(book, sheet, '=This & that');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return bytesOf(book);
}

test('the sheet that can be seen is read, each row with its number, and an error in a cell is an error item', async () => {
  const execution = await readLists([{ fileName: 'list.xlsx', bytes: workbook() }]);
  expect(rowsOf(execution)).toMatchObject([
    { companyName: 'Willowbrook Bakery Ltd', companyKey: '101', row: 4, 'Customer No': 101 },
    {
      outcome: 'error',
      fileName: 'list.xlsx',
      error: 'Cell C5 shows the error #N/A.',
      mayBeCharged: false,
      companyName: '#N/A',
      companyKey: '102',
      row: 5,
    },
    { companyName: '360', row: 6 },
  ]);
  const hidden = await readLists([{ fileName: 'list.xlsx', bytes: workbook() }], {
    options: { sheet: '={{ "=" + "{{ 40 + 2 }" + "}" }}' },
  });
  expect(rowsOf(hidden)).toMatchObject([{ companyName: 'Last Year Ltd' }]);
});

test('the rows of several files are linked to their file', async () => {
  const execution = await readLists([
    { fileName: 'one.csv', bytes: 'Company\nA\nB\n' },
    { fileName: 'two.csv', bytes: 'Company\nC\n' },
  ]);
  const items = execution.output(nodeUnderTest);
  expect(items.map(({ json, pairedItem }) => [json['companyName'], pairedItem])).toEqual([
    ['A', { item: 0 }],
    ['B', { item: 0 }],
    ['C', { item: 1 }],
  ]);
});

const mixed = [
  { fileName: 'one.csv', bytes: 'Company,Country\nA,X\n,Y\n' },
  { fileName: 'two.csv', bytes: '%PDF-1.7' },
  { fileName: 'zed.csv', bytes: 'Company\nC\n' },
];

test('with an error output, the errors go there with all their fields', async () => {
  const execution = await readLists(mixed, {}, 'continueErrorOutput');
  expect(rowsOf(execution).map(({ companyName }) => companyName)).toEqual(['A', 'C']);
  expect(rowsOf(execution, 1)).toMatchObject([
    { outcome: 'error', error: 'Company Name is empty.', row: 3, Country: 'Y' },
    { outcome: 'error', fileName: 'two.csv' },
  ]);
});

test('a row that cannot be used is not screened, although Company Screening is handed it', async () => {
  const rows = [['Company'], [new Date(Date.UTC(2025, 6, 11))], [true], ['=A2'], ['Willowbrook Bakery Ltd']];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'List');
  const listed = rowsOf(await readLists([{ fileName: 'list.xlsx', bytes: bytesOf(book) }]));
  const screened = await harness.run({
    parameters: { companyName: '={{ $json.companyName }}' },
    input: listed,
    onError: 'continueRegularOutput',
  });
  expect(rowsOf(screened).map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error', 'clear']);
});
