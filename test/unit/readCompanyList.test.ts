// Read Company List: its options, and a workbook.
import type { IExecuteFunctions } from 'n8n-workflow';
import { utils, write } from 'xlsx';
import * as z from 'zod/v4';

import type { LocalResult } from '../../nodes/CompanyScreening/operations/operation';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { readCompanyList } from '../../nodes/CompanyScreening/operations/readCompanyList/readCompanyList';
import { parametersOf } from './builders';

const LIST =
  'Company,Company Number,Country,Former Name\nSunrise FZE,VL-113,AE,Gloomharbour Shipping Ltd\nQuiet Mill,,,\n';

async function readWith(
  options: Record<string, unknown>,
  bytes: Buffer = Buffer.from(LIST),
  companyColumn = 'Company',
): Promise<LocalResult> {
  const context = {
    getInputData: () => [
      { json: {}, binary: { data: { data: '', mimeType: 'text/csv', fileName: 'list.csv' } } },
    ],
    helpers: { getBinaryDataBuffer: () => Promise.resolve(bytes) },
  } as unknown as IExecuteFunctions;
  const local = {
    context,
    findRegister: () => Promise.reject(new Error('No register is expected.')),
    now: () => 0,
  };
  const parameter = parametersOf({
    binaryPropertyName: 'data',
    companyColumn,
    keyColumn: 'Customer No',
    options,
  });
  return await readCompanyList.begin(local, parameter).prepare(parameter, 0).perform();
}

async function rowsWith(options: Record<string, unknown>, bytes?: Buffer) {
  const { items } = await readWith(options, bytes);
  return items.map(({ json }) => json);
}

const ALL = {
  otherNamesColumn: 'Other Names, Former Name',
  registrationNumberColumn: 'Registration Number, Company Number',
  countryColumn: 'Country',
};

test('a list that stops says that nothing of it was sent', async () => {
  await expect(rowsWith({}, Buffer.from('Land\nAE\n'))).rejects.toMatchObject({
    notDone: 'Nothing of this list was sent.',
  });
});

test('what a list says becomes no tag in a sentence, which a form shows as HTML', async () => {
  const link = '<a href=https://elsewhere.example>Here</a>';
  const stopped = await rowsWith({}, Buffer.from(`Firma,${link}\nx,y\n`)).catch((error: unknown) => error);
  expect(stopped).toMatchObject({
    message: expect.stringContaining('‹a href=https://elsewhere.example>Here‹/a>') as string,
  });
  expect(JSON.stringify(stopped)).not.toMatch(/<[a-z/]/);
  const titled = Buffer.from(`List <img src=x>,\nCompany,Name\n${link},y\n`);
  const { items, note } = await readWith({}, titled, 'Company, Name');
  // The name itself is what is screened.
  expect(items.map(({ json }) => json)).toMatchObject([
    { companyName: link, listFile: expect.stringContaining('"List ‹img src=x>"') as string },
  ]);
  expect(note).not.toMatch(/<[a-z/]/);
  const named = `Company,Company <b>\n${link},y\n`;
  expect(await readWith({}, Buffer.from(named), 'Company, Company <b>')).toMatchObject({
    note: 'list.csv: read: the column Company, not Company ‹b>.',
  });
});

test('a row has the fields whose options were added', async () => {
  expect(await rowsWith(ALL)).toMatchObject([
    {
      companyName: 'Sunrise FZE',
      otherNames: 'Gloomharbour Shipping Ltd',
      registrationNumber: 'VL-113',
      country: 'AE',
    },
    { companyName: 'Quiet Mill', otherNames: null, registrationNumber: null, country: null },
  ]);
  const [plain] = await rowsWith({});
  expect(plain).toMatchObject({ listFile: 'list.csv; 2 companies' });
  expect(Object.keys(plain ?? {})).toEqual([
    'companyName',
    'companyKey',
    'row',
    'listFile',
    'Company',
    'Company Number',
    'Country',
    'Former Name',
  ]);
});

test('the keys that a row may have of its own are those', () => {
  expect(readCompanyList.itemKeys({ options: ALL })).toEqual([
    'companyName',
    'companyKey',
    'row',
    'listFile',
    'otherNames',
    'registrationNumber',
    'country',
  ]);
  expect(readCompanyList.itemKeys({})).toEqual(['companyName', 'companyKey', 'row', 'listFile']);
});

test.each([[''], [' , '], [null], [{ heading: 'Country' }]])(
  'an option that was added and gives no heading (%j) stops the list',
  async (countryColumn) => {
    await expect(rowsWith({ countryColumn })).rejects.toThrow(
      new InvalidItem('Country Column is empty, or it is no text.', ''),
    );
  },
);

test('a list without any of the headings stops', async () => {
  await expect(rowsWith({ addressColumn: 'Address, Street' })).rejects.toThrow(
    'No column of list.csv is called Address or Street.',
  );
});

describe('a workbook', () => {
  const workbook = (...names: string[]) => {
    const book = utils.book_new();
    for (const name of names) utils.book_append_sheet(book, utils.aoa_to_sheet([['Company'], [name]]), name);
    return Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType: 'xlsx' })));
  };

  test('is read like a text file', async () => {
    expect(await rowsWith({}, workbook('Acme'))).toMatchObject([{ companyName: 'Acme', row: 2 }]);
  });

  test('has the sheet that the user names', async () => {
    await expect(rowsWith({}, workbook('Acme', 'Beta'))).rejects.toThrow('has several sheets: Acme, Beta.');
    expect(await rowsWith({ sheet: 'Beta' }, workbook('Acme', 'Beta'))).toMatchObject([
      { companyName: 'Beta' },
    ]);
  });
});

test('the totals say that sheets were not read, and which', () => {
  const note = 'Only the sheet Companies of list.xlsx was read, not: Old, New.';
  const row = { outcome: 'company', json: {} } as const;
  const partly = { items: [row], note, counts: ['not read as a whole'] };
  expect(readCompanyList.summarise([partly, { items: [row] }])).toEqual({
    counts: ['2 rows read', '1 workbook not read as a whole'],
    next: [note],
  });
  expect(readCompanyList.summarise([{ items: [row] }])).toEqual({ counts: ['1 row read'], next: [] });
});

test('where two columns might be that of the companies, the totals and each row say which one was read', async () => {
  const both = Buffer.from('Company,Name\nOur Own Firm,Acme\n');
  const result = await readWith({}, both, 'Company, Company Name, Name');
  expect(result.items.map(({ json }) => json)).toMatchObject([
    { companyName: 'Our Own Firm', listFile: 'list.csv; read: the column Company, not Name; 1 company' },
  ]);
  expect(readCompanyList.summarise([result])).toEqual({
    counts: ['1 row read'],
    next: ['list.csv: read: the column Company, not Name.'],
  });
});
