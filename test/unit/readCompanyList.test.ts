// Read Company List: the options that add fields to its rows.
import type { IExecuteFunctions } from 'n8n-workflow';
import { utils, write } from 'xlsx';
import * as z from 'zod/v4';

import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { readCompanyList } from '../../nodes/CompanyScreening/operations/readCompanyList/readCompanyList';
import { parametersOf } from './builders';

const LIST =
  'Company,Company Number,Country,Former Name\nSunrise FZE,VL-113,AE,Gloomharbour Shipping Ltd\nQuiet Mill,,,\n';

interface Read {
  bytes?: Buffer;
  /** What n8n makes of a workbook. */
  rows?: unknown[][];
}

async function rowsWith(
  options: Record<string, unknown>,
  { bytes = Buffer.from(LIST), rows = [] }: Read = {},
) {
  const context = {
    getInputData: () => [
      { json: {}, binary: { data: { data: '', mimeType: 'text/csv', fileName: 'list.csv' } } },
    ],
    helpers: { getBinaryDataBuffer: () => Promise.resolve(bytes) },
    executeWorkflow: () => Promise.resolve({ data: [rows.map((row) => ({ json: { row } }))] }),
  } as unknown as IExecuteFunctions;
  const local = {
    context,
    findRegister: () => Promise.reject(new Error('No register is expected.')),
    now: () => 0,
  };
  const parameter = parametersOf({
    binaryPropertyName: 'data',
    companyColumn: 'Company',
    keyColumn: 'Customer No',
    options,
  });
  const { items } = await readCompanyList.begin(local, parameter).prepare(parameter, 0).perform();
  return items.map(({ json }) => json);
}

const ALL = {
  otherNamesColumn: 'Other Names, Former Name',
  registrationNumberColumn: 'Registration Number, Company Number',
  countryColumn: 'Country',
};

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
  expect(Object.keys(plain ?? {})).toEqual([
    'companyName',
    'companyKey',
    'row',
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
    'otherNames',
    'registrationNumber',
    'country',
  ]);
  expect(readCompanyList.itemKeys({})).toEqual(['companyName', 'companyKey', 'row']);
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
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Company']]), 'One');
  const bytes = Buffer.from(z.instanceof(Uint8Array).parse(write(book, { type: 'buffer', bookType: 'ods' })));
  const sinceOf = async (since: unknown) => {
    const [row] = await rowsWith(
      {},
      {
        bytes,
        rows: [
          ['Company', 'Since'],
          ['Quiet Mill', since],
        ],
      },
    );
    return row?.['Since'];
  };

  test.each([
    [new Date(2023, 5, 26), 45_103],
    [new Date(2023, 5, 26, 18), 45_103.75],
    [new Date(1900, 2, 1), 61],
    [new Date(1900, 0, 1), 1],
    [45_103, 45_103],
  ])('has dates as the numbers of Excel: %s', async (since, number) => {
    expect(await sinceOf(since)).toBe(number);
  });

  test.each([[new Date(Number.NaN)], [Number.NaN]])(
    'stops at a cell that n8n cannot read: %s',
    async (since) => {
      await expect(sinceOf(since)).rejects.toThrow(
        new InvalidItem(
          'Row 2 of list.csv: n8n cannot read cell B2. It has the format of a number or of a date, and something else is in it.',
          '',
        ),
      );
    },
  );
});
