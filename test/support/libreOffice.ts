// A real spreadsheet program: LibreOffice opens a file without a screen, in a profile of its own, and says what its cells became, or prints it.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { read } from '@e965/xlsx';
import { z } from 'zod/v4';
import { newFolder, removeFolder } from './folders';
import { PlainError } from './report';

/** A cell, as the program shows it. */
export interface OpenedCell {
  shown: string;
  /** The formula of the cell, if it is one. */
  formula: string | undefined;
}

/** A CSV file, and the separator of cells in the language of whoever opens it. */
export interface CsvFile {
  text: string;
  delimiter: ',' | ';' | '\t';
}

const run = promisify(execFile);

/**
 * Opens CSV files, all in one start of the program. Gives the cells of each that have something in them.
 * @throws {PlainError} LibreOffice is not installed
 */
export async function openInLibreOffice(files: readonly CsvFile[]): Promise<OpenedCell[][]> {
  const folder = await newFolder('office');
  try {
    const cells: OpenedCell[][] = [];
    for (const delimiter of [',', ';', '\t'] as const) {
      const names = await Promise.all(
        files.map(async (file, index) => {
          if (file.delimiter !== delimiter) return [];
          await writeFile(join(folder, `${index}.csv`), file.text);
          return [index];
        }),
      );
      const chosen = names.flat();
      if (chosen.length === 0) continue;
      await convert(folder, delimiter, chosen);
      for (const index of chosen) cells[index] = await cellsOf(join(folder, `${index}.xlsx`));
    }
    return cells;
  } finally {
    await removeFolder(folder);
  }
}

/** A page as it comes out of the printer. */
export interface PrintedPage {
  text: string;
  /** A PNG file. */
  picture: Buffer;
}

/**
 * Prints a workbook, with its settings for printing. Gives every page.
 * @throws {PlainError} LibreOffice or the tools for PDF files are not installed
 */
export async function printInLibreOffice(workbook: Uint8Array, pixelsPerInch = 100): Promise<PrintedPage[]> {
  const folder = await newFolder('office');
  try {
    await writeFile(join(folder, 'printed.xlsx'), workbook);
    await office(['--convert-to', 'pdf', '--outdir', folder], [join(folder, 'printed.xlsx')]);
    const pdf = join(folder, 'printed.pdf');
    const text = await start('pdftotext', 'poppler-utils', ['-layout', pdf, '-']);
    await start('pdftoppm', 'poppler-utils', [
      '-png',
      '-r',
      String(pixelsPerInch),
      pdf,
      join(folder, 'page'),
    ]);
    const files = (await readdir(folder)).filter((name) => name.startsWith('page')).sort();
    // A form feed ends each page.
    const texts = text.split('\f');
    return await Promise.all(
      files.map(async (name, index) => ({
        text: texts[index] ?? '',
        picture: await readFile(join(folder, name)),
      })),
    );
  } finally {
    await removeFolder(folder);
  }
}

// The program's filter for text: the code of the separator, of the quotation mark, UTF-8, and the first line to read.
const filterFor = (delimiter: string) => `CSV:${delimiter.charCodeAt(0)},34,76,1`;

const convert = (folder: string, delimiter: string, indexes: readonly number[]) =>
  office(
    [`--infilter=${filterFor(delimiter)}`, '--convert-to', 'xlsx', '--outdir', folder],
    indexes.map((index) => join(folder, `${index}.csv`)),
  );

// The shown texts of the cells of the first sheet, with commas, quotation marks, and in UTF-8.
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1';

/**
 * Opens workbooks and saves them in another format. Gives the paths of the results, which are called as the workbooks are. The cells of a CSV
 * file have what a person sees in them.
 * @throws {PlainError} LibreOffice is not installed
 */
export async function convertInLibreOffice(
  paths: readonly string[],
  format: 'csv' | 'ods' | 'xlsx',
  folder: string,
): Promise<string[]> {
  await office(['--convert-to', format === 'csv' ? AS_SHOWN : format, '--outdir', folder], paths);
  return paths.map((path) => join(folder, `${parse(path).name}.${format}`));
}

async function office(args: readonly string[], files: readonly string[]): Promise<void> {
  const profile = await newFolder('profile');
  const setting = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  try {
    await start('soffice', 'libreoffice-calc', [setting, '--headless', ...args, ...files]);
  } finally {
    await removeFolder(profile);
  }
}

/** @returns the standard output */
async function start(program: string, debianPackage: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    return stdout;
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new PlainError(
          `This needs ${program}. Install it: sudo apt-get install --no-install-recommends ${debianPackage}`,
        )
      : error;
  }
}

const cellSchema = z
  .object({ v: z.unknown(), f: z.string().optional() })
  .transform(({ v, f }): OpenedCell => ({ shown: String(v), formula: f }));

async function cellsOf(path: string): Promise<OpenedCell[]> {
  const { Sheets, SheetNames } = read(await readFile(path), { cellFormula: true });
  const sheet = Sheets[SheetNames[0] ?? ''] ?? {};
  return Object.entries(sheet).flatMap(([name, cell]) =>
    name.startsWith('!') ? [] : [cellSchema.parse(cell)],
  );
}
