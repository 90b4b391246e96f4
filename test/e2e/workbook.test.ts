// A workbook that was made here, in other programs: printed by LibreOffice, and read by LibreOffice and by Python's openpyxl.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';

import { newFolder, removeFolder } from '../support/folders';
import type { CellContent } from '../../nodes/CompanyScreening/workbook/content';
import { writeWorkbook } from '../../nodes/CompanyScreening/workbook/writeWorkbook';
import { convertInLibreOffice, printInLibreOffice } from '../support/libreOffice';
import { linesOf } from '../support/workbook';

const ATTACKS = ['=1+1', '@SUM(A1)', '-1+1', '+1+1', '\t=1+1', '=HYPERLINK("https://evil.example")', 'a;=2'];
const PLAIN = [
  '+49 30 1234',
  '-1',
  '007',
  'شركة سراب الخيال',
  '幻海',
  '_x0041_',
  ']]>',
  'https://example.com',
];
const TEXTS = [...ATTACKS, ...PLAIN];

const rows: CellContent[][] = TEXTS.map((text) => [
  { is: 'text', text },
  { is: 'number', value: -12.5 },
  { is: 'time', at: Date.parse('2026-11-24T23:59:00Z') },
  { is: 'day', at: Date.parse('2024-02-29T00:00:00Z') },
]);
const many = Array.from({ length: 120 }, (_, index) => rows[index % rows.length] ?? []);
const bytes = Buffer.concat(
  writeWorkbook({
    sheets: [
      {
        name: 'Hits',
        tab: 'red',
        columns: [
          { heading: 'Company' },
          { heading: 'Turnover' },
          { heading: 'Screened at' },
          { heading: 'Since', layout: 'folded' },
        ],
        rowCount: many.length,
        rowAt: (index) => many[index] ?? [],
      },
    ],
    properties: {},
    madeAt: Date.parse('2026-11-24T08:30:00Z'),
    footer: 'My list, execution 12',
    warning: 'Sandbox: not real results',
  }),
);

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await newFolder('workbook');
  file = join(folder, 'made.xlsx');
  await writeFile(file, bytes);
});

afterAll(() => removeFolder(folder));

test('LibreOffice prints headings, warning and page number on every page, and no column that is folded', async () => {
  const pages = await printInLibreOffice(bytes);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, { text }] of pages.entries()) {
    expect(text).toMatch(/Company +Turnover +Screened at/);
    expect(text).toContain('Sandbox: not real results');
    expect(text).toContain('My list, execution 12');
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(text).not.toContain('Since');
    expect(text).toContain('2026-11-24 23:59 UTC');
  }
});

test('LibreOffice shows the same cells, finds no formula, and keeps them when it saves the workbook', async () => {
  const again = join(folder, 'again');
  const [saved = ''] = await convertInLibreOffice([file], 'xlsx', again);
  expect(linesOf(await readFile(saved))).toEqual(linesOf(bytes));
});

const PYTHON = `
import json, sys
from openpyxl import load_workbook
sheet = load_workbook(sys.argv[1])['Hits']
cells = [[[cell.data_type, str(cell.value)] for cell in row] for row in sheet.iter_rows(min_row=2, max_row=${TEXTS.length + 1})]
print(json.dumps({'freeze': sheet.freeze_panes, 'filter': sheet.auto_filter.ref, 'titles': sheet.print_title_rows,
  'landscape': sheet.page_setup.orientation, 'hidden': sheet.column_dimensions['D'].hidden, 'cells': cells}))
`;
const foundSchema = z.object({
  freeze: z.string(),
  filter: z.string(),
  titles: z.string(),
  landscape: z.string(),
  hidden: z.boolean(),
  cells: z.array(z.array(z.tuple([z.string(), z.string()]))),
});

test('openpyxl finds texts, numbers and dates, no formula, and the settings of the sheet', async () => {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', PYTHON, file]);
  const { cells, ...settings } = foundSchema.parse(JSON.parse(stdout));
  expect(settings).toEqual({
    freeze: 'A2',
    filter: 'A1:D121',
    titles: '$1:$1',
    landscape: 'landscape',
    hidden: true,
  });
  expect(cells.map(([, number, time, day]) => [number, time, day])).toEqual(
    TEXTS.map(() => [
      ['n', '-12.5'],
      ['d', '2026-11-24 23:59:00'],
      ['d', '2024-02-29 00:00:00'],
    ]),
  );
  const kinds = new Set(cells.map(([text]) => text?.[0]));
  expect(kinds).toEqual(new Set(['s']));
  expect(cells.slice(ATTACKS.length).map(([text]) => text?.[1])).toEqual(
    PLAIN.map((text) => (text === '_x0041_' ? '_x005F_x0041_' : text)),
  );
});
