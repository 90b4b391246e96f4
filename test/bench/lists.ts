// Lists of 100,000 rows, through Read Company List and through n8n's own Extract From File; and a million rows of CSV, through the
// reader alone: `npm run bench -- --lists`.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { z } from 'zod/v4';
import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { nodeType } from '../support/workflows';
import type { Report } from '../support/report';
import { companyNames } from './companies';
import type { Ground } from './measure';
import { cells, fastestOf, fileNode, inFigures, measureNode, verdict, type NodeFigures } from './measureNode';
import { atMost } from './targets';

const rows = 100_000;
const manyRows = 1_000_000;
const roundsOfEach = 3;

const readers = {
  'Extract From File': (format: Format) => ({
    type: 'n8n-nodes-base.extractFromFile',
    typeVersion: 1.1,
    parameters: { operation: format, options: {} },
  }),
  'Read Company List': () => ({
    type: nodeType,
    typeVersion: 1,
    parameters: { resource: 'company', operation: 'readCompanyList' },
  }),
};
type Reader = keyof typeof readers;

const formats = {
  csv: { name: 'CSV', mostOfTime: 2, mostOfMemory: 1.3 },
  xlsx: { name: '.xlsx', mostOfTime: 0.5, mostOfMemory: 1 },
};
type Format = keyof typeof formats;

/** Reads each list with both nodes in turns, n8n started again each time; gives a table and what became of the targets. */
export async function measureLists(ground: Ground, report: Report): Promise<string> {
  const lines: string[] = [];
  const verdicts: string[] = [];
  for (const format of ['xlsx', 'csv'] as const) {
    const { name, mostOfTime, mostOfMemory } = formats[format];
    const all = await readInTurns(format, ground, report);
    const own = fastestOf(all['Read Company List']);
    const n8ns = fastestOf(all['Extract From File']);
    lines.push(
      `| ${name} | Read Company List | ${cells(own)} |`,
      `| ${name} | Extract From File | ${cells(n8ns)} |`,
    );
    verdicts.push(
      verdict(`${name}: time, of Extract From File's`, atMost(mostOfTime, own.seconds / n8ns.seconds)),
      verdict(
        `${name}: peak memory of n8n, of Extract From File's`,
        atMost(mostOfMemory, own.peakMb / n8ns.peakMb),
      ),
    );
  }
  const table = [
    `A list of ${rows.toLocaleString('en')} rows, the fastest of ${roundsOfEach} rounds:`,
    '',
    '| file | node | seconds | n8n at its peak, MB | grew by, MB |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
    '| target | wanted | measured | |',
    '| --- | --- | --- | --- |',
    ...verdicts,
    '',
    `A CSV file of ${manyRows.toLocaleString('en')} rows takes the reader alone ${secondsForManyRows().toFixed(2)} s of processor time.`,
  ].join('\n');
  report.line(`\n${table}`);
  return table;
}

async function readInTurns(
  format: Format,
  ground: Ground,
  report: Report,
): Promise<Record<Reader, NodeFigures[]>> {
  const all: Record<Reader, NodeFigures[]> = { 'Read Company List': [], 'Extract From File': [] };
  for (let round = 1; round <= roundsOfEach; round++)
    for (const reader of ['Extract From File', 'Read Company List'] as const) {
      ground.signal.throwIfAborted();
      const figures = await readOnce(reader, format, ground);
      all[reader].push(figures);
      report.line(`${formats[format].name}, round ${round}, ${reader}: ${inFigures(figures)}`);
    }
  return all;
}

async function readOnce(reader: Reader, format: Format, ground: Ground): Promise<NodeFigures> {
  const file = join(dirname(ground.userFolder), `companies.${format}`);
  await writeFile(file, format === 'csv' ? csvOf(rows) : workbookOf(rows));
  const nodes = [fileNode(file), { name: reader, ...readers[reader](format) }];
  return await measureNode(ground, nodes, rows);
}

const headings = ['Customer No', 'Company', 'Country'];

const csvOf = (count: number) =>
  [headings.join(','), ...companyNames(count).map((name, index) => `${index},"${name}",X`)].join('\n');

function workbookOf(count: number): Buffer {
  const sheet = utils.aoa_to_sheet([
    headings,
    ...companyNames(count).map((name, index) => [index, name, 'X']),
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Companies');
  const bytes: unknown = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true });
  return z.instanceof(Buffer).parse(bytes);
}

function secondsForManyRows(): number {
  const bytes = Buffer.from(csvOf(manyRows));
  const wanted = wantedColumns('Company', { heading: 'Customer No', isRequired: true });
  const before = process.cpuUsage();
  const { rows: read } = readTextList({
    bytes,
    fileName: 'list.csv',
    encoding: 'automatic',
    wanted,
    headingRow: 0,
  });
  const { user, system } = process.cpuUsage(before);
  if (read.length !== manyRows) throw new Error(`${read.length} rows instead of ${manyRows}.`);
  return (user + system) / 1e6;
}
