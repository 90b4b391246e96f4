// Read Company List: its options, and a workbook.
import { utils, write } from '@e965/xlsx';
import * as z from 'zod/v4';

import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import { fileOf } from '../../nodes/CompanyScreening/operations/lists/inputFile';
import { readCompanyList } from '../../nodes/CompanyScreening/operations/lists/readCompanyList';
import { jsonsOf, localTools, parametersOf, performed } from './builders';

const LIST =
  'Company,Company Number,Country,Former Name\nSunrise FZE,VL-113,AE,Gloomharbour Shipping Ltd\nQuiet Mill,,,\n';

async function readWith(
  options: Record<string, unknown>,
  bytes: Buffer = Buffer.from(LIST),
  companyColumn = 'Company',
  binaryPropertyName: unknown = 'data',
): Promise<LocalResult> {
  const file = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };
  const getBinaryDataBuffer = (_: number, asked: unknown) => {
    expect(asked).toBe(binaryPropertyName);
    return Promise.resolve(bytes);
  };
  const getInputData = () => [{ json: {}, binary: { data: file } }];
  const local = localTools({ getInputData, helpers: { getBinaryDataBuffer } });
  const parameter = parametersOf({ binaryPropertyName, companyColumn, keyColumn: 'Customer No', options });
  return await performed(readCompanyList.begin(local, parameter, [parameter]).prepare(parameter, 0));
}

const rowsWith = async (options: Record<string, unknown>, bytes?: Buffer) =>
  jsonsOf(await readWith(options, bytes));

test('the file may be one that an expression gives, as behind the second page of a form', async () => {
  const place = { data: 'filesystem-v2', id: 'x', fileSize: '9' };
  const file = { ...place, mimeType: 'text/csv', fileName: 'first page.csv' };
  expect(jsonsOf(await readWith({}, Buffer.from('Company\nAlder\n'), 'Company', file))).toMatchObject([
    { companyName: 'Alder', listFile: expect.stringMatching(/^first page\.csv; /) as string },
  ]);
  for (const odd of [undefined, null, 7, '', [], {}, { data: 'x' }, { ...file, id: 7 }])
    await expect(readWith({}, undefined, undefined, odd ?? null)).rejects.toMatchObject({
      message: 'Input Binary Field is empty or not a text.',
    });
});

describe('an asterisk is the only file of the item that may be a list', () => {
  const file = (fileName: string, mimeType = 'application/octet-stream') => ({
    ...{ data: '', mimeType, fileName },
  });
  const list = file('list.csv', 'text/csv');
  const logo = file('logo.png', 'image/png');

  test.each([
    ['alone', { attachment_0: list }, 'attachment_0'],
    ['behind the picture of a signature', { attachment_0: logo, attachment_1: list }, 'attachment_1'],
    ['declared as nothing', { attachment_0: logo, attachment_1: file('list.xlsx') }, 'attachment_1'],
    [
      'in a signed mail',
      {
        attachment_0: list,
        attachment_1: file('smime.p7s', 'application/pkcs7-signature'),
        attachment_2: file('smime.p7s', 'application/x-pkcs7-signature; name=smime.p7s'),
        attachment_3: file('signature.asc', 'application/pgp-signature'),
        attachment_4: file('photo', 'IMAGE/JPEG'),
      },
      'attachment_0',
    ],
    ['missing, so that the failure names what came', { attachment_0: logo }, 'attachment_0'],
  ])('%s', (_, files, field) => {
    const found = Object.entries(files).find(([key]) => key === field)?.[1];
    expect(fileOf(files, ' * ')).toEqual({ file: found, field, asked: field });
  });

  test.each([
    [
      'two lists',
      { a: list, b: logo, c: file('more.csv') },
      'There are 2 files that may be the list: list.csv, more.csv.',
    ],
    [
      'a list and a PDF',
      { a: file('terms.pdf', 'application/pdf'), b: list },
      'There are 2 files that may be the list: terms.pdf, list.csv.',
    ],
    [
      'a list and a file without a name',
      { a: list, b: { data: '', mimeType: 'text/plain' } },
      'There are 2 files that may be the list: list.csv, b.',
    ],
    ['no file', {}, 'There is no file.'],
    ['nothing', undefined, 'There is no file.'],
  ])('%s: the list stops', (_, files, message) => {
    expect(() => fileOf(files, '*')).toThrow(message);
  });

  test('a field is found by its own name only', () => {
    expect(fileOf({ data: list }, 'data')).toEqual({ file: list, field: 'data', asked: 'data' });
    expect(() => fileOf({ data: list }, 'constructor')).toThrow('There is no file in the field constructor.');
  });
});

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
  const result = await readWith({}, titled, 'Company, Name');
  // The name itself is what is screened.
  expect(jsonsOf(result)).toMatchObject([
    { companyName: link, listFile: expect.stringContaining('"List ‹img src=x>"') as string },
  ]);
  expect(result.note).not.toMatch(/<[a-z/]/);
  const named = `Company,Company <b>\n${link},y\n`;
  expect(await readWith({}, Buffer.from(named), 'Company, Company <b>')).toMatchObject({
    note: 'list.csv: read: the column Company, not Company ‹b>. list.csv: no customer number: known by name.',
  });
});

test('a row has the fields whose options were added', async () => {
  expect(await rowsWith(ALL)).toMatchObject([
    {
      ...{ companyName: 'Sunrise FZE', otherNames: 'Gloomharbour Shipping Ltd' },
      ...{ registrationNumber: 'VL-113', country: 'AE' },
    },
    { companyName: 'Quiet Mill', otherNames: null, registrationNumber: null, country: null },
  ]);
  const [plain] = await rowsWith({});
  expect(plain).toMatchObject({ listFile: 'list.csv; no customer number: known by name; 2 companies' });
  expect(Object.keys(plain ?? {}).join()).toBe(
    'companyName,companyKey,row,listFile,Company,Company Number,Country,Former Name',
  );
});

test('the keys that a row may have of its own are those', async () => {
  const keysOf = async (options: Record<string, unknown>) =>
    Object.keys((await rowsWith({ ...options, otherColumns: 'leaveOut' }))[0] ?? {}).join(' ');
  expect(await keysOf(ALL)).toBe('companyName companyKey row listFile otherNames registrationNumber country');
  expect(await keysOf({})).toBe('companyName companyKey row listFile');
});

test.each<[string, Record<string, unknown>, string]>([
  ...['', ' , ', null, { heading: 'Country' }].map(
    (countryColumn): [string, Record<string, unknown>, string] => [
      `an option that was added and gives no heading (${JSON.stringify(countryColumn)})`,
      { countryColumn },
      'Country Column is empty or not a text.',
    ],
  ),
  ['more rows than Max Rows', { maxRows: 1 }, 'There are 2 rows in list.csv, and Max Rows is 1.'],
  [
    'none of the headings',
    { countryColumn: 'Land, State' },
    'No column of list.csv is called Land or State.',
  ],
])('a list stops with %s', async (_, options, message) => {
  await expect(rowsWith(options)).rejects.toThrow(message);
});

test('a list with as many rows as Max Rows is read', async () => {
  expect(await rowsWith({ maxRows: 2 })).toHaveLength(2);
});

test('with Missing Columns set to Leave Out, rows have the fields of the columns that are there', async () => {
  const asked = { registrationNumberColumn: 'Number', countryColumn: 'Country' };
  for (const row of await rowsWith({ ...asked, missingColumns: 'leaveOut' })) {
    expect(row).toHaveProperty('country');
    expect(row).not.toHaveProperty('registrationNumber');
  }
});

test('with Other Columns set to Leave Out, rows have nothing that was not asked for', async () => {
  const [row] = await rowsWith({ countryColumn: 'Country', otherColumns: 'leaveOut' });
  const listFile = 'list.csv; no customer number: known by name; 2 companies';
  expect(row).toEqual({ companyName: 'Sunrise FZE', companyKey: null, row: 2, listFile, country: 'AE' });
});

test.each<[string, Buffer, Record<string, unknown>, object]>([
  [
    'Heading Row',
    Buffer.from('Our list,of 2026\nold,new\nCompany,Land\nAcme,DE\n'),
    { headingRow: 3 },
    { companyName: 'Acme', row: 4, Land: 'DE' },
  ],
  [
    'Encoding',
    Buffer.concat([Buffer.from('Company\n'), Buffer.from([0xa3, 0xf3, 0x64, 0x9f])]),
    { encoding: 'windows-1250' },
    { companyName: '\u0141\u00f3d\u017a', row: 2 },
  ],
  [
    'Show What Is Found, where the list would stop with Max Rows',
    Buffer.from(LIST),
    { showFound: true, maxRows: 1 },
    { outcome: 'found', wouldStop: expect.stringMatching(/^There are 2 rows .*Max Rows is 1\./) as string },
  ],
])('the option %s reaches the list', async (_, bytes, options, row) => {
  expect(await rowsWith(options, bytes)).toMatchObject([row]);
});

test('with Unusable Rows set to Stop, a row that cannot be screened stops the list, and is named', async () => {
  const list = Buffer.from('Company\nAcme\n#N/A\n');
  await expect(rowsWith({ unusableRows: 'stop' }, list)).rejects.toMatchObject({
    message: expect.stringMatching(/^Row 3 of list\.csv: /) as string,
    notDone: 'Nothing of this list was sent.',
  });
  const read = await readWith({}, list);
  expect(readCompanyList.summarise([read])).toMatchObject({
    counts: ['2 rows read', '1 of them without a usable name'],
    next: expect.arrayContaining([expect.stringContaining('the outcome error')]) as string[],
  });
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
  const source = 'list.xlsx, sheet Companies';
  const partly = { items: [row, row], note, counts: ['read only in part'], source };
  expect(readCompanyList.summarise([partly])).toEqual({
    counts: ['2 rows read', '1 workbook read only in part'],
    next: [note],
  });
  expect(readCompanyList.summarise([partly, { items: [row], source: 'b.csv' }])).toEqual({
    counts: ['3 rows read', '1 workbook read only in part'],
    next: ['Read: list.xlsx, sheet Companies (2 rows), b.csv (1 row).', note],
  });
  expect(readCompanyList.summarise([{ items: [row] }])).toEqual({ counts: ['1 row read'], next: [] });
});

test('where two columns might be that of the companies, the totals and each row say which one was read', async () => {
  const both = Buffer.from('Company,Name,Customer No\nOur Own Firm,Acme,7\n');
  const result = await readWith({}, both, 'Company, Company Name, Name');
  expect(jsonsOf(result)).toMatchObject([
    { companyName: 'Our Own Firm', listFile: 'list.csv; read: the column Company, not Name; 1 company' },
  ]);
  expect(readCompanyList.summarise([result])).toEqual({
    counts: ['1 row read'],
    next: ['list.csv: read: the column Company, not Name.'],
  });
});

describe('a list in a field', () => {
  const read = async (list: unknown, { options = {}, ...columns }: Record<string, unknown> = {}) => {
    const parameter = parametersOf({
      ...{ listFrom: 'field', list, companyColumn: 'companyName', keyColumn: 'id', options },
      ...columns,
    });
    const local = localTools({ getInputData: () => [{ json: {} }] });
    return await performed(readCompanyList.begin(local, parameter, [parameter]).prepare(parameter, 0));
  };

  const USUAL = { companyColumn: 'Company, Company Name, Name', keyColumn: 'Customer No' };
  const READ = { companyName: 'Acme', companyKey: '007', row: 501, listFile: 'list.csv; 900 companies' };

  test.each<[string, unknown[], Record<string, unknown>, rows: object[]]>([
    [
      'each object is a row, with its number, its place and its own fields',
      [
        { id: 4711, companyName: '  Acme Co., Ltd. ', tags: ['a', 'b'], companyKey: 'own' },
        { id: 'c2', companyName: 'Quiet Mill', vip: true },
      ],
      {},
      [
        {
          ...{ companyName: 'Acme Co., Ltd.', companyKey: '4711', row: 1, listFile: 'the list; 2 companies' },
          ...{ id: 4711, tags: '["a","b"]', input_companyKey: 'own' },
        },
        {
          ...{ companyName: 'Quiet Mill', companyKey: 'c2', row: 2, listFile: 'the list; 2 companies' },
          ...{ id: 'c2', vip: true },
        },
      ],
    ],
    [
      'usual names of its fields are known',
      [{ legalName: 'Acme', client_id: 7 }],
      USUAL,
      [
        {
          ...{ companyName: 'Acme', companyKey: '7', row: 1, listFile: 'the list; 1 company' },
          ...{ legalName: 'Acme', client_id: 7 },
        },
      ],
    ],
    [
      'a list without numbers says so',
      [{ name: 'Acme' }],
      USUAL,
      [
        {
          ...{ companyName: 'Acme', companyKey: null, row: 1, name: 'Acme' },
          listFile: 'the list; no customer number: known by name; 1 company',
        },
      ],
    ],
    [
      'the field that is called exactly so is read, whatever else is called much the same',
      [{ id: 1, 'Company Name': 'B Ltd', companyName: 'A Ltd' }],
      {},
      [
        {
          ...{ companyName: 'A Ltd', companyKey: '1', row: 1, listFile: 'the list; 1 company' },
          ...{ id: 1, 'Company Name': 'B Ltd' },
        },
      ],
    ],
    [
      'also where the other one is usual',
      [{ Name: 'Acme', name: 'Beta' }],
      { ...USUAL, companyColumn: 'name' },
      [
        {
          ...{ companyName: 'Beta', companyKey: null, row: 1, Name: 'Acme', name: 'Beta' },
          listFile: 'the list; no customer number: known by name; 1 company',
        },
      ],
    ],
    [
      'a number that the first company does not have is one of the others',
      [{ companyName: 'Acme' }, { companyName: 'Beta', id: 7 }],
      {},
      [
        { companyName: 'Acme', companyKey: null, row: 1, listFile: 'the list; 2 companies' },
        { companyName: 'Beta', companyKey: '7', row: 2, listFile: 'the list; 2 companies', id: 7 },
      ],
    ],
    ['a row that was read from a file keeps its place in it', [READ], { keyColumn: 'companyKey' }, [READ]],
    [
      'names alone are a list, and a comma in one separates nothing',
      ['Acme Co., Ltd.', 'Quiet Mill'],
      {},
      [
        { companyName: 'Acme Co., Ltd.', companyKey: null, row: 1, listFile: 'the list; 2 companies' },
        { companyName: 'Quiet Mill', companyKey: null, row: 2, listFile: 'the list; 2 companies' },
      ],
    ],
  ])('%s', async (_, list, columns, rows) => {
    expect(jsonsOf(await read(list, columns))).toEqual(rows);
  });

  test('only a list of objects is said to have no numbers', async () => {
    expect((await read([{ name: 'Acme' }], USUAL)).note).toBe('the list: no customer number: known by name.');
    expect((await read(['Acme'], USUAL)).note).toBeUndefined();
  });

  test('of names, an object is no company; of objects, a name is none', async () => {
    const kinds = async (...list: unknown[]) =>
      (await read(list)).items.map(({ json, problem }) => [json['companyName'], problem !== undefined]);
    const object = { id: 1, companyName: 'B Ltd' };
    expect(await kinds('A Ltd', object)).toEqual([
      ['A Ltd', false],
      [null, true],
    ]);
    expect(await kinds(object, 'A Ltd')).toEqual([
      ['B Ltd', false],
      [null, true],
    ]);
  });

  test.each<[unknown, string, Record<string, unknown>?]>([
    [[{ name: 'Acme', clientId: 7, 'customer-number': 8 }], 'clientId and customer-number', USUAL],
    [['A Ltd'], 'The option sheet is for a list in a file.', { options: { sheet: 'List' } }],
    ['A Ltd, B Ltd, C Ltd', 'List is a text, not a list.'],
    ['["A Ltd"]', 'List is a text, not a list.'],
    [{ companyName: 'A Ltd' }, 'List is not a list.'],
    [undefined, 'List is empty.'],
    [[], 'The list has no company.'],
    [[{ id: 1, name: 'A Ltd' }], 'No column of the list is called companyName'],
    [[{ companyName: 'A Ltd' }], 'No column of the list is called id'],
    [[{ id: 1, 'Company Name': 'A', 'company name': 'B' }], 'Two fields of the list are called'],
  ])('%j stops', async (list, message, asked = {}) => {
    await expect(read(list, asked)).rejects.toMatchObject({
      message: expect.stringContaining(message) as string,
      notDone: 'Nothing of this list was sent.',
    });
  });

  const odd: unknown[] = [
    { id: 1, companyName: 'Good Ltd' },
    { id: 2 },
    { id: 3, companyName: '#N/A' },
    { id: 4, companyName: { a: 1 } },
    { id: Number.MAX_SAFE_INTEGER * 4, companyName: 'Rounded Ltd' },
    { companyName: 'No Number Ltd' },
    null,
    ['A'],
    true,
    { id: 5, companyName: ['A Ltd', 'B Ltd'] },
  ];

  test('what cannot be screened is an error of its row', async () => {
    const { items } = await read(odd);
    expect(items).toHaveLength(odd.length);
    expect(items.map(({ problem }) => problem === undefined)).toEqual([
      ...[true, false, false, false, false, true],
      ...[false, false, false, false],
    ]);
  });

  test('passed on, no such row has a name that would be screened, or a number that is not its own', async () => {
    const { items } = await read(odd, { options: { unusableRows: 'passOn' } });
    expect(items.map(({ problem }) => problem)).toEqual(odd.map(() => undefined));
    const good = items.filter(({ json }) => ![null, '', '#N/A'].includes(json['companyName'] as string));
    expect(good.map(({ json }) => [json['companyName'], json['companyKey']])).toEqual([
      ['Good Ltd', '1'],
      ['No Number Ltd', null],
    ]);
    expect(items[4]?.json['companyKey']).toBeNull();
  });
});
