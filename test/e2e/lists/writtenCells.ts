// Random cells of every kind, and the workbooks of several programs that hold them.
import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { utils, write, type BookType, type CellObject } from '@e965/xlsx';
import { z } from 'zod/v4';
import { convertInLibreOffice } from '../../support/libreOffice';
import { PlainError } from '../../support/report';

export type WrittenCell =
  | { kind: 'boolean'; value: boolean }
  | { kind: 'date'; value: number; format: string }
  | { kind: 'empty' }
  | { kind: 'error'; value: '#N/A' }
  /** `value` is what it gives. */
  | { kind: 'formula'; formula: string; value: boolean | number | string }
  | { kind: 'number'; value: number; format?: string }
  | { kind: 'richText'; parts: string[] }
  | { kind: 'text'; value: string; format?: string };

const letters = fc.constantFrom(
  ...[
    'Acme',
    'Ltd',
    ' ',
    '  ',
    '&',
    '<b>',
    '"',
    "'",
    '=',
    '-',
    '_',
    ';',
    ',',
    '#N/A',
    'TRUE',
    '0',
    '12',
    '1e5',
  ],
  ...['\n', '\t', '\u00a0', 'é', 'ø', 'ß', 'Ωμέγα', 'شركة', '漢字', '😀', '\u200e', '_x0041_'],
);
const text = fc
  .array(letters, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter((made) => !made.startsWith('='));
const number = fc.oneof(
  fc.constantFrom(0, 1, -5, 54, 360, 1.5, 0.1, -0.25, 1e10, 123_456_789_012, -0.00025, 1234.5),
  fc.integer({ min: -1e6, max: 1e9 }),
  fc.integer({ min: -1e9, max: 1e9 }).map((thousands) => thousands / 1000),
);
const plainTexts = fc.stringMatching(/^[A-Za-z]{1,8}$/);
const formula = fc.oneof(
  fc
    .tuple(plainTexts, plainTexts)
    .map(([one, other]) => ({ formula: `"${one}"&"${other}"`, value: one + other })),
  fc
    .tuple(fc.nat(99), fc.nat(99))
    .map(([one, other]) => ({ formula: `${one}+${other}`, value: one + other })),
  fc.boolean().map((value) => ({ formula: value ? '1=1' : '1=2', value })),
);

const numberFormats = [
  ...[
    '0',
    '00000',
    '"Studio "0',
    '0" Ltd"',
    '@',
    '#,##0',
    '0.00',
    '0%',
    '0.0E+00',
    '# ?/?',
    '[Red]0',
    '0;-0',
  ],
  ...[
    '000-000',
    '#,##0.00\\ "EUR"',
    '\\A0',
    '0,',
    '0.0,',
    '"No. "@',
    '0" in "0',
    '[$€-407]0',
    '0;"minus "0;"none"',
  ],
  ...['#', '?0', '0.##', '+0;-0', '"a"', ';;;', '0_)', '(0)', '_-* #,##0_-', '00\\.00'],
];
const textFormats = ['@', '@" Ltd"', '"The "@', '0;0;0;"Firm "@', '0'];
const dateFormats = [
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  'd\\-mmm',
  'mmm\\-yy',
  'h:mm',
  '[h]:mm:ss',
  'd"."m"."yyyy',
];

const cell: fc.Arbitrary<WrittenCell> = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => ({ kind: 'text' as const, value })) },
  { weight: 2, arbitrary: number.map((value) => ({ kind: 'number' as const, value })) },
  fc.record({
    kind: fc.constant('number' as const),
    value: number,
    format: fc.constantFrom(...numberFormats),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    value: text.filter((made) => made.trim() !== ''),
    format: fc.constantFrom(...textFormats),
  }),
  fc.record({
    kind: fc.constant('richText' as const),
    parts: fc.array(text, { minLength: 3, maxLength: 4 }),
  }),
  fc.boolean().map((value) => ({ kind: 'boolean' as const, value })),
  fc.record({
    kind: fc.constant('date' as const),
    value: fc.oneof(
      fc.integer({ min: 61, max: 90_000 }),
      fc.integer({ min: 61 * 24, max: 90_000 * 24 }).map((hours) => hours / 24),
    ),
    format: fc.constantFrom(...dateFormats),
  }),
  formula.map((made) => ({ kind: 'formula' as const, ...made })),
  fc.constant({ kind: 'error' as const, value: '#N/A' as const }),
  fc.constant({ kind: 'empty' as const }),
);

export function randomCells(seed: number, rows: number): WrittenCell[][] {
  return fc.sample(fc.array(cell, { minLength: 1, maxLength: 9 }), { numRuns: rows, seed });
}

/** A workbook, the cells of which are known. */
export interface WrittenFile {
  path: string;
  format: 'ods' | 'xlsx';
  writer: 'openpyxl' | 'SheetJS' | 'xlsxwriter';
  /** Whether LibreOffice opened the file of the writer, and saved it. */
  isSavedAgain: boolean;
}

const FORMATS = ['ods', 'xlsx'] as const;

/** Writes the cells with each program into that folder. @throws {PlainError} one of them is not installed */
export async function writeWorkbooks(cells: WrittenCell[][], folder: string): Promise<WrittenFile[]> {
  await python(['write', folder], JSON.stringify(cells));
  const direct: WrittenFile[] = [
    ['openpyxl', 'openpyxl.xlsx'] as const,
    ['xlsxwriter', 'xlsxwriter.xlsx'] as const,
    ['xlsxwriter', 'xlsxwriterInRows.xlsx'] as const,
  ].map(([writer, name]) => ({ writer, path: join(folder, name), format: 'xlsx', isSavedAgain: false }));
  for (const format of FORMATS) {
    const path = join(folder, `SheetJS-${format}.${format}`);
    await writeFile(path, withSheetJs(cells, format));
    direct.push({ writer: 'SheetJS', path, format, isSavedAgain: false });
  }
  const again: WrittenFile[] = [];
  const sources = direct.filter(({ format }) => format === 'xlsx');
  for (const format of FORMATS) {
    const paths = sources.map(({ path }) => path);
    const saved = await convertInLibreOffice(paths, format, join(folder, 'saved'));
    for (const [index, from] of saved.entries()) {
      const path = join(folder, `${basename(from, `.${format}`)}-LibreOffice-${format}.${format}`);
      await rename(from, path);
      again.push({ writer: sources[index]?.writer ?? 'SheetJS', path, format, isSavedAgain: true });
    }
  }
  return [...direct, ...again];
}

function withSheetJs(rows: WrittenCell[][], bookType: BookType): Buffer {
  const sheet = utils.aoa_to_sheet(rows.map((cells) => cells.map(asSheetJs)));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'One');
  return z.instanceof(Buffer).parse(write(book, { bookType, type: 'buffer', bookSST: true }));
}

const TYPES = { boolean: 'b', number: 'n', string: 's' } as const;

function asSheetJs(written: WrittenCell): CellObject | undefined {
  switch (written.kind) {
    case 'empty':
      return undefined;
    case 'richText':
      return { t: 's', v: written.parts.join('') };
    case 'error':
      return { t: 'e', v: 0x2a, w: '#N/A' };
    case 'formula':
      return { t: TYPES[kindOf(written.value)], v: written.value, f: written.formula };
    case 'date':
    case 'number':
    case 'text':
    case 'boolean':
      return {
        t: TYPES[kindOf(written.value)],
        v: written.value,
        ...('format' in written ? { z: written.format } : {}),
      };
  }
}

const kindOf = (value: boolean | number | string) =>
  typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';

const valuesSchema = z.record(z.string(), z.array(z.array(z.unknown())));

/** The cells of all .xlsx files of a folder as openpyxl reads them, by the names of the files. */
export async function readWithOpenpyxl(folder: string): Promise<Record<string, unknown[][]>> {
  return valuesSchema.parse(JSON.parse(await python(['read', folder])));
}

// That of the system: Debian's packages are for no other.
const PYTHON = '/usr/bin/python3';

async function python(args: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(PYTHON, [join(__dirname, 'workbooks.py'), ...args], {
    maxBuffer: 2 ** 28,
  });
  running.child.stdin?.end(input);
  const { stdout } = await running.catch((error: unknown) => {
    throw error instanceof Error && /No module named|ENOENT/.test(error.message)
      ? new PlainError(
          'This test needs openpyxl and xlsxwriter. Install them: sudo apt-get install python3-openpyxl python3-xlsxwriter',
        )
      : error;
  });
  return stdout;
}
