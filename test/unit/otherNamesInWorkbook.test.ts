// A workbook as the list of the next run: the names under which a company was screened besides its first one are in it, each by itself.
// Otherwise a company with a hit under one of them would come out as clear.
import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../nodes/CompanyScreening/names/plainText';
import { aWorkbook, listIn } from './aWorkbook';
import { aHit, aRecordWithHits, jsonsOf } from './builders';
import { aDesk } from './desk';
import { MemoryTables } from './register/memoryTables';
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

const workbookOf = async (items: IDataObject[]) => (await aWorkbook(items)).bytes;
const OTHER_NAMES = [
  { field: 'otherNames', option: 'Other Names Column', headings: ['Other Names'] },
] as const;
const listOfTheNextRun = async (items: IDataObject[]) =>
  listIn(await workbookOf(items), { more: [...OTHER_NAMES] });

const outcomes = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const company = { companyName: 'Nebelwald', otherNames: LISTED };

test('behind Get Many: a company that has a hit under another name is not clear in the next run', async () => {
  expect(outcomes(await screen(company, true))).toEqual(['hit']);
  const desk = aDesk(() => ({ tables, nowMs: Date.parse('2026-11-24') }));
  const items = jsonsOf(await desk.get('companies'));
  expect(items).toHaveLength(1);
  const [row = {}] = await listOfTheNextRun(items);
  expect({ row, next: outcomes(await screen(row, false)) }).toMatchObject({ next: ['hit'] });
});

test('behind Screen Company: a company that has a hit under another name is not clear in the next run', async () => {
  const items = await screen(company, true);
  const [row = {}] = await listOfTheNextRun(items);
  expect({ row, next: outcomes(await screen(row, false)) }).toMatchObject({ next: ['hit'] });
});

test('a list whose other names would not be read stops, whatever else is in the workbook', async () => {
  const bytes = await workbookOf(await screen(company, false));
  expect(() => listIn(bytes)).toThrow(
    'list.xlsx has the other names of its companies in the column Other Names, and this node would not read them.',
  );
});

test('a company that failed does not say its other names, so it is not screened under its first one alone', async () => {
  const failed = { outcome: 'error', companyName: 'Failing Foundry', companyKey: '9', error: 'No answer.' };
  const list = await listOfTheNextRun([...(await screen(company, false)), failed]);
  expect(list.map(({ otherNames }) => otherNames)).toEqual([LISTED, '#N/A']);
});

test('other names that stand in columns of the user stay there, and are not there twice', async () => {
  const items = (await screen(company, false)).map((item) => ({ ...item, 'Trading Name': LISTED }));
  const [row, ...others] = listIn(await workbookOf(items));
  expect(row).toMatchObject({ companyName: 'Nebelwald', 'Trading Name': LISTED });
  expect(row).not.toHaveProperty('Other Names');
  expect(others).toEqual([]);
});

test('other names of which a column of the user has only one are all in the workbook', async () => {
  const otherNames = `Alder; ${LISTED}`;
  const items = await screen({ ...company, otherNames }, false);
  const list = await listOfTheNextRun(items.map((item) => ({ ...item, 'Trading Name': LISTED })));
  expect(list).toMatchObject([{ otherNames }]);
});
