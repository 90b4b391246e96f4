// Show What Is Found: one item that says what would be read, and the fields of the page on which a person agrees.
import { utils, write } from '@e965/xlsx';
import * as z from 'zod/v4';

import { readCompanyList } from '../../nodes/CompanyScreening/operations/lists/readCompanyList';
import type { LocalResult } from '../../nodes/CompanyScreening/operations/shared/operation';
import { jsonsOf, localTools, parametersOf, performed } from './builders';

interface Entered {
  companyColumn?: string | null;
  keyColumn?: string | null;
  options?: Record<string, unknown>;
}

async function read(bytes: Buffer, { options = {}, ...entered }: Entered = {}): Promise<LocalResult> {
  const file = { data: '', mimeType: 'text/csv', fileName: 'list.csv' };
  const context = {
    getInputData: () => [{ json: {}, binary: { data: file } }],
    helpers: { getBinaryDataBuffer: () => Promise.resolve(bytes) },
  };
  const local = localTools(context);
  const usual = { companyColumn: 'Company, Company Name, Name', keyColumn: 'Customer No' };
  const parameter = parametersOf({ binaryPropertyName: 'data', ...usual, ...entered, options });
  return await performed(readCompanyList.begin(local, parameter, [parameter]).prepare(parameter, 0));
}

async function lookAt(bytes: Buffer, { options, ...entered }: Entered = {}) {
  const result = await read(bytes, { ...entered, options: { ...options, showFound: true } });
  expect(result).toMatchObject({
    items: [{ outcome: 'found' }],
    binary: { data: { fileName: 'list.csv' } },
    counts: ['1 list looked at'],
  });
  const [item] = result.items;
  return found.parse(item?.json);
}

const found = z.looseObject({
  sheet: z.string(),
  companyColumn: z.string(),
  keyColumn: z.string(),
  explanation: z.string().nullable(),
  form: z.string(),
});

const fields = z.array(
  z.looseObject({
    fieldType: z.string(),
    fieldName: z.string().optional(),
    fieldValue: z.string().optional(),
    html: z.string().optional(),
    defaultValue: z.string().optional(),
    fieldOptions: z.object({ values: z.array(z.strictObject({ option: z.string() })) }).optional(),
  }),
);

/** What a person can choose, what is chosen already, and what comes back without being asked for. */
function pageOf(form: string) {
  expect(form).not.toContain('$');
  const all = fields.parse(JSON.parse(form));
  const choices: Record<string, { of: string[]; chosen: string | undefined }> = {};
  const hidden: Record<string, string | undefined> = {};
  for (const { fieldType, fieldName = '', fieldOptions, defaultValue: chosen, fieldValue } of all) {
    if (fieldOptions) choices[fieldName] = { of: fieldOptions.values.map(({ option }) => option), chosen };
    if (fieldType === 'hiddenField') hidden[fieldName] = fieldValue;
  }
  return { html: all.flatMap(({ html }) => html ?? []).join(''), choices, hidden };
}

function workbook(sheets: Record<string, unknown[][]>): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

const CUSTOMERS = [
  ['Our customers, 2026'],
  ['Customer number', 'Firma', 'City'],
  ['K-1', 'Alder Ltd', 'Oslo'],
  ['K-2', '#N/A', 'Bergen'],
  ['K-3', 'Birch <b>& Co', 'Oslo'],
];

const COLUMNS = ['Customer number', 'Firma', 'City'];
const NOTES = [['Notes'], ['Ask Ann about the last two']];

test('a list among notes is found, with its title, its columns and the rows that cannot be screened', async () => {
  const seen = await lookAt(workbook({ Notes: NOTES, Customers: CUSTOMERS }));
  const { form, ...facts } = seen;
  expect(facts).toEqual({
    outcome: 'found',
    fileName: 'list.csv',
    explanation:
      '2 companies from the sheet Customers of list.csv, column Firma, number from Customer number; left out above the headings: "Our customers, 2026"; not read: Notes; 1 row cannot be screened.',
    wouldStop: null,
    sheet: 'Customers',
    companyColumn: 'Firma',
    keyColumn: 'Customer number',
    headingRow: 2,
    notReadAbove: 'Our customers, 2026',
    rows: 3,
    companies: 2,
    cannotBeScreened: 1,
    problems: expect.stringMatching(/^Row 4: /) as string,
    otherSheets: 'Notes',
    otherColumns: 'City',
  });
  expect(pageOf(form)).toEqual({
    html: expect.stringMatching(/^<p>2 companies from .*<\/p><ul><li>Row 4: .*<\/li><\/ul>$/) as string,
    choices: {
      sheet: { of: ['Notes', 'Customers'], chosen: 'Customers' },
      companyColumn: { of: COLUMNS, chosen: 'Firma' },
      keyColumn: { of: ['None: known by name', ...COLUMNS], chosen: 'Customer number' },
      action: { of: ['Screen', 'Look again', 'Send nothing'], chosen: undefined },
    },
    hidden: { seenSheet: 'Customers', seenCompanyColumn: 'Firma', seenKeyColumn: 'Customer number' },
  });
});

test('what was found is what a node with these answers reads, and one without any, which says what it did not read', async () => {
  const bytes = workbook({ Notes: NOTES, Customers: CUSTOMERS });
  const { sheet, companyColumn, keyColumn } = await lookAt(bytes);
  const { items, ...line } = await read(bytes, { companyColumn, keyColumn, options: { sheet } });
  const alone = await read(bytes);
  expect(alone).toEqual({ items, ...line });
  expect(line).toMatchObject({
    counts: ['read only in part'],
    note: expect.stringContaining('Only the sheet Customers of list.csv was read, not: Notes.') as string,
  });
  expect(jsonsOf({ items })).toMatchObject([
    { companyName: 'Alder Ltd', companyKey: 'K-1' },
    { companyKey: 'K-2' },
    { companyName: 'Birch <b>& Co', companyKey: 'K-3' },
  ]);
});

test('a sheet with line breaks and blanks in its name is offered, read and named as a page shows it', async () => {
  const bytes = workbook({ ' Our\n customers ': CUSTOMERS, Notes: NOTES });
  const { form, sheet, otherSheets, explanation } = await lookAt(bytes);
  expect({ sheet, otherSheets, explanation }).toEqual({
    sheet: 'Our customers',
    otherSheets: 'Notes',
    explanation: expect.stringContaining('from the sheet Our customers of list.csv') as string,
  });
  const { choices } = pageOf(form);
  expect(choices['sheet']).toEqual({ of: ['Our customers', 'Notes'], chosen: 'Our customers' });
  const { items } = await read(bytes, { companyColumn: 'Firma', options: { sheet } });
  expect(items).toHaveLength(3);
});

test('of two sheets with companies neither is preselected', async () => {
  const bytes = workbook({ Customers: CUSTOMERS, Leads: [['Company'], ['Cedar']] });
  const { form, wouldStop, rows, sheet } = await lookAt(bytes);
  expect({ wouldStop, rows, sheet }).toEqual({
    wouldStop: expect.stringContaining('has several sheets: Customers, Leads.') as string,
    rows: 0,
    sheet: '',
  });
  expect(pageOf(form)).toMatchObject({
    html: expect.stringContaining('Or choose the sheet below, and Look again.') as string,
    choices: {
      sheet: { of: ['Customers', 'Leads'], chosen: undefined },
      action: { of: ['Look again', 'Send nothing'] },
    },
    hidden: { companyColumn: 'Company, Company Name, Name', keyColumn: 'Customer No' },
  });
  const again = await lookAt(bytes, { options: { sheet: 'Leads' } });
  expect(again).toMatchObject({ companies: 1, sheet: 'Leads', wouldStop: null });
  expect(pageOf(again.form).choices['sheet']?.chosen).toBe('Leads');
});

test.each([
  [
    'two columns of companies',
    'Firma;Raison sociale;Stadt\nA;B;C\n',
    'two columns that may hold the companies',
  ],
  ['no column of companies', 'Liste\n\nKundschaft;Stadt\nA;B\n', 'No column of list.csv is called'],
])('where a list stops for want of a choice, the choice is there: %s', async (_, text, says) => {
  const { form, wouldStop, companyColumn } = await lookAt(Buffer.from(text));
  expect(wouldStop).toContain(says);
  expect(companyColumn).toBe('Company, Company Name, Name');
  const { html, choices, hidden } = pageOf(form);
  expect(html).toContain('Or choose the column below, and Look again.');
  const [possible = ''] = choices['companyColumn']?.of ?? [];
  expect(choices['companyColumn']).toEqual({
    of: expect.arrayContaining([possible, 'Stadt']) as string[],
    chosen: undefined,
  });
  expect(choices['action']?.of).toEqual(['Look again', 'Send nothing']);
  expect(hidden['sheet']).toBe('');
  const again = await lookAt(Buffer.from(text), { companyColumn: possible });
  expect(again).toMatchObject({ companies: 1, companyColumn: possible, wouldStop: null });
});

test('of two columns of numbers, one can be chosen, or none', async () => {
  const text = Buffer.from('Company,Customer ID,Client Number\nAlder,1,2\n');
  const { form, wouldStop } = await lookAt(text);
  expect(wouldStop).toContain('two columns that may hold your own numbers');
  const { choices } = pageOf(form);
  expect(choices['keyColumn']).toEqual({
    of: ['None: known by name', 'Company', 'Customer ID', 'Client Number'],
    chosen: undefined,
  });
  const chosen = { companyColumn: 'Company', keyColumn: 'None: known by name' };
  const without = await lookAt(text, chosen);
  expect(without).toMatchObject({ wouldStop: null, keyColumn: 'None: known by name' });
  expect(without.explanation).toContain('no customer number: known by name');
  expect(jsonsOf(await read(text, chosen))).toMatchObject([{ companyName: 'Alder', companyKey: null }]);
});

test('what a list is called becomes no tag, no template and no other answer on the page', async () => {
  const rows = [
    ['Company', 'Id $& <i>', 'Line\r\nbreak', '{{ 6*7 }}'],
    ['#N/A', '1', '2', '3'],
    ['B', '4', '5', '6'],
  ];
  const { form, ...facts } = await lookAt(workbook({ 'A$& <b>x': rows, Other: [['x']] }), {
    keyColumn: 'Id $& <i>',
    options: { sheet: 'A$& <b>x' },
  });
  expect(JSON.stringify(facts.explanation)).not.toMatch(/<[a-z/]/);
  const { html, choices, hidden } = pageOf(form);
  expect(html.replaceAll(/<\/?(?:p|ul|li)>/g, '')).not.toMatch(/[<>{}$]/);
  // n8n would find no option with such a sign, and the browser would show the first one.
  expect(choices).toMatchObject({
    sheet: { of: ['A$& <b>x', 'Other'], chosen: undefined },
    companyColumn: { of: ['Company', 'Id $& <i>', 'Line break', '{{ 6*7 }}'], chosen: 'Company' },
    keyColumn: { chosen: undefined },
  });
  expect(hidden).toMatchObject({ seenSheet: 'A$& <b>x', seenKeyColumn: 'Id $& <i>' });
});

test('a page on which nothing was chosen looks for the usual headings', async () => {
  const nothing = { companyColumn: null, keyColumn: null };
  const seen = await lookAt(Buffer.from('Company,Customer No\nAlder,1\n'), nothing);
  expect(seen).toMatchObject({ companies: 1, keyColumn: 'Customer No' });
  await expect(read(Buffer.from('Company\nAlder\n'), { companyColumn: null })).rejects.toMatchObject({
    message: 'Company Column is empty or not a text.',
  });
});

test('a list that nobody can correct by a choice offers none', async () => {
  const { form, wouldStop } = await lookAt(Buffer.from('%PDF-1.7'));
  expect(wouldStop).toContain('list.csv');
  expect(pageOf(form).choices).toEqual({ action: { of: ['Send nothing'], chosen: 'Send nothing' } });
});

test('a list that stops further down says so, and keeps what was chosen', async () => {
  const { form, wouldStop } = await lookAt(Buffer.from('Company,City\nAlder,Oslo\nB,C,D\n'));
  expect(wouldStop).toContain('Line 3 of list.csv');
  expect(pageOf(form)).toMatchObject({
    html: expect.not.stringContaining('Or choose') as string,
    choices: {
      companyColumn: { chosen: 'Company' },
      keyColumn: { chosen: 'None: known by name' },
      action: { of: ['Look again', 'Send nothing'] },
    },
  });
});

test('of many rows that cannot be screened, ten are shown', async () => {
  const list = Buffer.from(`Company,No\n${'#N/A,1\n'.repeat(15)}Alder,2\n`);
  const { problems, cannotBeScreened } = await lookAt(list);
  expect(cannotBeScreened).toBe(15);
  expect(z.string().parse(problems).split('\n')).toHaveLength(10);
});
