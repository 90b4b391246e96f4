// Random workbooks of common programs, with cells of every kind: each cell is read as it was written, and a name or a number of
// the user's is what LibreOffice shows in its place, or it is in doubt.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod/v4';
import { newFolder, removeFolder } from '../../support/folders';
import { doubtIn, shownIn, valueOf, type Cell } from '../../../nodes/CompanyScreening/lists/cell';
import { openWorkbook } from '../../../nodes/CompanyScreening/lists/workbook/openWorkbook';
import { convertInLibreOffice } from '../../support/libreOffice';
import {
  randomCells,
  readWithOpenpyxl,
  writeWorkbooks,
  type WrittenCell,
  type WrittenFile,
} from './writtenCells';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const ROWS = 150;

let folder: string;
let cells: WrittenCell[][];
let files: WrittenFile[];

beforeAll(async () => {
  console.info(`Workbooks: seed ${seed}`);
  folder = await newFolder('cells');
  cells = randomCells(seed, ROWS);
  files = await writeWorkbooks(cells, folder);
});

afterAll(() => removeFolder(folder));

test('every cell has the value that was written', async () => {
  const wrong = await differences((found, { written, file }) => {
    if (isNotSaved(written, file)) return undefined;
    if (mustBeInDoubt(written, file)) return doubtIn(found) ? undefined : 'no doubt';
    if (doubtIn(found) && !mayBeInDoubt(written, file)) return 'doubt';
    const [value, expected] = [valueOf(found), valueIn(written, file)].map((one) => comparable(one, file));
    return isSame(value, expected) ? undefined : `instead of ${JSON.stringify(expected)}`;
  });
  expect(wrong).toEqual([]);
});

test('what the node reads as a name or a number is what LibreOffice shows in the cell', async () => {
  const paths = files.map(({ path }) => path);
  const shown = await Promise.all(
    (await convertInLibreOffice(paths, 'csv', folder)).map(async (path) =>
      z.array(z.array(z.string())).parse(parse(await readFile(path), { relax_column_count: true })),
    ),
  );
  const wrong = await differences((found, { written, file, row, column }) => {
    if (doubtIn(found) || isShownOtherwise(written, file)) return undefined;
    const [ours, theirs] = [shownIn(found), shown[files.indexOf(file)]?.[row]?.[column] ?? ''];
    const same =
      typeof ours === 'number'
        ? // A format with ? shows a blank for a digit that is not there.
          isSame(ours, Number(theirs.replaceAll(/[, ]/g, '')))
        : typeof ours === 'boolean'
          ? String(ours).toUpperCase() === theirs
          : wordsOf(ours ?? '', file) === wordsOf(theirs, file);
    return same ? undefined : `instead of ${JSON.stringify(theirs)}`;
  });
  expect(wrong).toEqual([]);
});

test('openpyxl reads the same from the .xlsx files', async () => {
  const theirs = await readWithOpenpyxl(folder);
  const wrong = await differences((found, { written, file, row, column }) => {
    const value = theirs[basename(file.path)]?.[row]?.[column] ?? null;
    if (file.format !== 'xlsx' || written.kind === 'date' || isEscape(written)) return undefined;
    // Without a result, it takes the zero that a program wrote that cannot calculate.
    if (written.kind === 'formula' || written.kind === 'error') return undefined;
    return isSame(comparable(valueOf(found), file), comparable(value, file))
      ? undefined
      : `instead of ${JSON.stringify(value)}`;
  });
  expect(wrong).toEqual([]);
});

interface Compared {
  written: WrittenCell;
  file: WrittenFile;
  row: number;
  column: number;
}

/** What is wrong with the cells of all files; of many, the first. */
async function differences(
  judge: (found: Cell | undefined, compared: Compared) => string | undefined,
): Promise<string[]> {
  const wrong: string[] = [];
  let compared = 0;
  for (const file of files) {
    const found = await cellsIn(file);
    for (const [row, all] of cells.entries()) {
      for (const [column, written] of all.entries()) {
        const cell = found.get(row + 1)?.[column];
        const difference = judge(cell, { written, file, row, column });
        compared += 1;
        if (difference === undefined) continue;
        wrong.push(
          `${basename(file.path)}: ${JSON.stringify(written)} is ${JSON.stringify(cell)}: ${difference}`,
        );
      }
    }
  }
  console.info(`${compared} cells of ${files.length} files compared, ${wrong.length} different`);
  return wrong.slice(0, 20);
}

async function cellsIn({ path }: WrittenFile): Promise<Map<number, readonly Cell[]>> {
  const workbook = openWorkbook(await readFile(path));
  const rows = workbook.sheets[0]?.rows() ?? [];
  return new Map(Array.from(rows, ({ row, cells }): [number, readonly Cell[]] => [row, cells]));
}

/**
 * A formula of a program that cannot calculate is saved as zero by LibreOffice, and it loses tabs in texts of several lines or formats
 * (.ods). SheetJS writes no error and no format into .ods.
 */
function isNotSaved(written: WrittenCell, { writer, format, isSavedAgain }: WrittenFile): boolean {
  const { kind } = written;
  if (!isSavedAgain) return writer === 'SheetJS' && format === 'ods' && (kind === 'date' || kind === 'error');
  const text = textIn(written);
  const isLong = kind === 'richText' || text.includes('\n');
  return (
    (writer === 'xlsxwriter' && (kind === 'formula' || kind === 'error')) ||
    (format === 'ods' && isLong && text.includes('\t'))
  );
}

const mustBeInDoubt = (written: WrittenCell, file: WrittenFile) =>
  written.kind === 'date' ||
  written.kind === 'error' ||
  (written.kind === 'formula' && !hasResult(written.value, file));

/** SheetJS puts results that are texts in .xlsx among the shared texts, where LibreOffice takes them for none, and calculates. */
const hasResult = (value: unknown, { writer, format, isSavedAgain }: WrittenFile) =>
  isSavedAgain || (writer === 'SheetJS' && (format === 'ods' || typeof value !== 'string'));

/** Only some formats are certain. LibreOffice may save what is true or false as a number, the format of which says so. */
const mayBeInDoubt = (written: WrittenCell, { format }: WrittenFile) =>
  'format' in written || (format === 'ods' && isTruth(written));

const isTruth = (written: WrittenCell) => 'value' in written && typeof written.value === 'boolean';

function valueIn(written: WrittenCell, { writer, format, isSavedAgain }: WrittenFile): unknown {
  if (written.kind === 'empty') return null;
  const value = written.kind === 'richText' ? written.parts.join('') : written.value;
  // These two write a text as it is, also where it is the notation for another character.
  const isRaw = !isSavedAgain && format === 'xlsx' && writer !== 'xlsxwriter' && typeof value === 'string';
  return isRaw
    ? value.replaceAll(/_x(0041|005F)_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : value;
}

/** Blank is blank. In .ods, LibreOffice may save what is true or false as a number. */
function comparable(value: unknown, file: WrittenFile): unknown {
  if (typeof value === 'boolean' && file.format === 'ods') return Number(value);
  if (typeof value !== 'string') return value ?? null;
  return value.trim() === '' ? null : wordsOf(value, file, 'whole');
}

/** In .ods, several spaces are one, unless the program says how many there are. */
function wordsOf(text: string, { format }: WrittenFile, ends?: 'whole'): string {
  const words = format === 'ods' ? text.replaceAll(/ +/g, ' ') : text;
  return ends ? words : words.trim();
}

/** LibreOffice keeps 15 digits. */
const isSame = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= Math.abs(other) * 1e-14
    : one === other;

const textIn = (written: WrittenCell): string =>
  written.kind === 'richText'
    ? written.parts.join('')
    : 'value' in written && typeof written.value === 'string'
      ? written.value
      : '';

const isEscape = (written: WrittenCell) => /x(?:0041|005F)_/.test(textIn(written));

/** Where LibreOffice does not show what the format, or the standard, would have it show. */
function isShownOtherwise(written: WrittenCell, file: WrittenFile): boolean {
  if (isEscape(written) || isNotSaved(written, file)) return true;
  const text = textIn(written);
  if (text.includes('\t') && file.format === 'ods') return true;
  // Texts of several lines or scripts do without their formats.
  if ('format' in written && /[^ -ÿ]/.test(text)) return true;
  // Without a format that says so, it shows a number.
  return isTruth(written) && file.format !== 'xlsx';
}
