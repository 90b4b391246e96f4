// Workbooks with elements and attributes where they do not belong: a list is read as LibreOffice shows it, or it stops.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod/v4';
import { newFolder, removeFolder } from '../../support/folders';
import { wantedColumns } from '../../../nodes/CompanyScreening/lists/headings';
import { readWorkbookList } from '../../../nodes/CompanyScreening/lists/workbook/workbookList';
import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import { convertInLibreOffice } from '../../support/libreOffice';
import { randomNumbers } from '../../support/random';
import { zip } from '../../support/workbookParts';
import { randomFile } from './misplaced';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
/** MISPLACED_FILES=10000 takes half an hour. */
const FILES = Number(process.env['MISPLACED_FILES'] ?? 400);
/** LibreOffice opens so many in one start. */
const BATCH = 200;

let folder: string;

beforeAll(async () => {
  console.info(`Misplaced elements: seed ${seed}`);
  folder = await newFolder('places');
});

afterAll(() => removeFolder(folder));

test('a file with something misplaced is read as LibreOffice shows it, or it stops', async () => {
  const { stopped, wrong } = await judge(FILES, (index) => 1 + (index % 3), seed);
  console.info(`${FILES} files with something misplaced, ${stopped} stopped, ${wrong.length} read otherwise`);
  expect(wrong.slice(0, 5)).toEqual([]);
});

test('of the files with nothing misplaced, none stops', async () => {
  const { stopped, wrong } = await judge(Math.ceil(FILES / 10), () => 0, seed);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(stopped).toBe(0);
});

async function judge(count: number, mistakes: (index: number) => number, from: number) {
  const random = randomNumbers(from);
  let stopped = 0;
  const wrong: string[] = [];
  for (let first = 0; first < count; first += BATCH) {
    const batch = join(folder, `${mistakes(0)}-${first}`);
    await mkdir(batch);
    const files = await Promise.all(
      Array.from({ length: Math.min(BATCH, count - first) }, async (_, index) => {
        const { format, parts } = randomFile((below) => Math.floor(random() * below), mistakes(index));
        const path = join(batch, `${index}.${format}`);
        const bytes = zip(parts);
        await writeFile(path, bytes);
        return { path, bytes, parts };
      }),
    );
    const paths = files.map(({ path }) => path);
    const shown = await convertInLibreOffice(paths, 'csv', join(batch, 'shown'));
    for (const [index, { bytes, parts }] of files.entries()) {
      const read = readList(bytes);
      if (read === undefined) stopped += 1;
      else {
        const found = difference(read, await shownIn(shown[index] ?? ''));
        if (found !== undefined) wrong.push(`${found}\n${JSON.stringify(parts)}`);
      }
    }
  }
  return { stopped, wrong };
}

interface ReadList {
  /** The company of each row; null for a row that is an error. */
  rows: ReadonlyMap<number, string | null>;
  /** The line above the output. */
  said: string;
}

/** Undefined for a list that stops. */
function readList(bytes: Buffer): ReadList | undefined {
  const wanted = wantedColumns('Company', { heading: 'Customer No', isRequired: true });
  try {
    const { rows } = readWorkbookList({ bytes, fileName: 'list', wantedSheet: '', wanted, headingRow: 0 });
    const texts = rows.map((row): [number, string | null] =>
      row.kind === 'company' ? [Number(row.json['row']), asText(row.json)] : [row.row, null],
    );
    return { rows: new Map(texts), said: String(rows[0]?.json['listFile']) };
  } catch (error) {
    if (error instanceof InvalidItem) return undefined;
    throw error;
  }
}

/** A key is a text, a number or nothing. */
const shownSchema = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((key) => key ?? '');
const asText = ({ companyName, companyKey }: Record<string, unknown>): string =>
  words(`${String(companyName)}|${shownSchema.parse(companyKey)}`);

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The cells of the rows that LibreOffice shows. */
async function shownIn(path: string): Promise<string[][]> {
  const text = await readFile(path).catch(() => '');
  const rows = z.array(z.array(z.string())).parse(parse(text, { relax_column_count: true }));
  return rows.map((cells) => cells.map(words));
}

const isEmpty = (cells: readonly string[] = []): boolean => cells.every((cell) => cell === '');

function difference({ rows, said }: ReadList, shown: ReadonlyArray<readonly string[]>): string | undefined {
  // A row with one cell may be put above the headings: it is a title, which is not read, but named.
  const headings = Number(/headings in row (\d+)/.exec(said)?.[1] ?? 1);
  const [company, key] = columnsIn(shown[headings - 1] ?? []);
  if (company === undefined || key === undefined)
    return `row ${headings} is ${shown[headings - 1]?.join('|')}, and is taken for the headings`;
  for (const [index, cells] of shown.entries()) {
    if (index === headings - 1 || isEmpty(cells)) continue;
    const row = words(`${cells[company] ?? ''}|${cells[key] ?? ''}`);
    if (index < headings - 1) {
      if (cells.every((cell) => cell === '' || said.includes(`"${cell}"`))) continue;
      return `row ${index + 1} is ${cells.join('|')}, and is not named: ${said}`;
    }
    const ours = rows.get(index + 1);
    if (ours === undefined) return `row ${index + 1} is ${row}, and is not read`;
    if (ours !== null && ours !== row) return `row ${index + 1} is ${row}, and is read as ${ours}`;
  }
  const more = [...rows].find(([row, read]) => read !== null && isEmpty(shown[row - 1]));
  return more && `row ${more[0]} is read as ${more[1] ?? ''}, and is not there`;
}

/** The only columns of these headings with the company and its number: another one may have been put before them or between them. */
const columnsIn = (headings: readonly string[]) =>
  ['company', 'customer no'].map((wanted) => {
    const [column, other] = headings.flatMap((heading, at) => (heading.toLowerCase() === wanted ? [at] : []));
    return other === undefined ? column : undefined;
  });
