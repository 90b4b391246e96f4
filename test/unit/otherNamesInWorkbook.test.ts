// A workbook as the list of the next run: the names under which a company was screened besides its first one are in it, each by itself.
// Otherwise a company with a hit under one of them would come out as clear.
import type { IDataObject } from 'n8n-workflow';

import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbook/workbookList';
import { createWorkbook } from '../../nodes/CompanyScreening/operations/workbook/createWorkbook';
import { getFromRegister } from '../../nodes/CompanyScreening/operations/reports/getFromRegister';
import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { aHit, aRecordWithHits, localTools, parametersOf } from './builders';
import { MemoryTables } from './register/memoryTables';
import { running } from './register/perform';
import { clear, json, screening } from './screeningRuns';

const LISTED = 'Gloomharbour';
const honest = (name: string) =>
  name === LISTED ? json(aRecordWithHits([aHit()], { id: `id-${name}` })) : clear(name);

let tables: MemoryTables;
beforeEach(() => {
  tables = new MemoryTables('sqlite');
});

async function screen(row: IDataObject, keepInRegister: boolean): Promise<IDataObject[]> {
  const { items } = await screening({
    companies: [plainText(row['companyName'])],
    register: tables,
    answer: honest,
    continueOnFail: true,
    // The expression {{ $json.otherNames }} of the user.
    additionalFields: { otherNames: row['otherNames'] ?? '' },
    parameters: { keepInRegister, companyKey: 'K-1' },
  });
  return items;
}

async function workbookOf(items: IDataObject[]): Promise<Buffer> {
  let bytes: Buffer | undefined;
  const context = {
    getInputData: () => items.map((item) => ({ json: item })),
    getWorkflow: () => ({ name: 'My list' }),
    getExecutionId: () => '12',
    helpers: {
      prepareBinaryData: (written: Buffer, _: string, mimeType: string) => {
        bytes = written;
        return Promise.resolve({ data: '', mimeType });
      },
    },
  };
  const n8n = localTools(context, { now: () => Date.parse('2026-11-24T08:30:00Z') });
  const parameter = parametersOf({ binaryPropertyName: 'data', options: {} });
  await createWorkbook.begin(n8n, parameter, [parameter]).prepare(parameter, 0).perform();
  if (!bytes) throw new Error('There is no workbook.');
  return bytes;
}

const listOfTheNextRun = async (items: IDataObject[]) =>
  readBytes(await workbookOf(items), [
    { field: 'otherNames', option: 'Other Names Column', headings: ['Other Names'] },
  ]);

function readBytes(bytes: Buffer, more: Parameters<typeof wantedColumns>[2]): IDataObject[] {
  const { rows } = readWorkbookList({
    bytes,
    ...{ fileName: 'screened.xlsx', wantedSheet: '', headingRow: 0 },
    wanted: wantedColumns('Company, Company Name, Name', { heading: 'Customer No', isRequired: false }, more),
  });
  return rows.map((row) => row.json);
}

const outcomes = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const company = { companyName: 'Nebelwald', otherNames: LISTED };

test('behind Get Many: a company that has a hit under another name is not clear in the next run', async () => {
  expect(outcomes(await screen(company, true))).toEqual(['hit']);
  const world = { tables, nowMs: Date.parse('2026-11-24'), context: { getTimezone: () => 'UTC' } };
  const { items } = await running(getFromRegister, world).perform({ records: 'companies' });
  expect(items).toHaveLength(1);
  const [row = {}] = await listOfTheNextRun(items.map(({ json: item }) => item));
  expect({ row, next: outcomes(await screen(row, false)) }).toMatchObject({ next: ['hit'] });
});

test('behind Screen Company: a company that has a hit under another name is not clear in the next run', async () => {
  const items = await screen(company, true);
  const [row = {}] = await listOfTheNextRun(items);
  expect({ row, next: outcomes(await screen(row, false)) }).toMatchObject({ next: ['hit'] });
});

test('a list whose other names would not be read stops, whatever else is in the workbook', async () => {
  const bytes = await workbookOf(await screen(company, false));
  expect(() => readBytes(bytes, [])).toThrow(
    'screened.xlsx has the other names of its companies in the column Other Names, and this node would not read them.',
  );
});

test('a company that failed does not say its other names, so it is not screened under its first one alone', async () => {
  const failed = { outcome: 'error', companyName: 'Failing Foundry', companyKey: '9', error: 'No answer.' };
  const list = await listOfTheNextRun([...(await screen(company, false)), failed]);
  expect(list.map(({ otherNames }) => otherNames)).toEqual([LISTED, '#N/A']);
});

test('other names that stand in columns of the user stay there, and are not there twice', async () => {
  const items = (await screen(company, false)).map((item) => ({ ...item, 'Trading Name': LISTED }));
  expect(readBytes(await workbookOf(items), [])).toMatchObject([
    { companyName: 'Nebelwald', 'Trading Name': LISTED },
  ]);
  const [row = {}] = readBytes(await workbookOf(items), []);
  expect(row).not.toHaveProperty('Other Names');
});
