// Lists of 100,000 rows, through Read Company List and through n8n's own Extract From File; and a million rows of CSV, through the
// reader alone: `npm run bench -- --lists`.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { utils, write } from 'xlsx';
import { z } from 'zod/v4';
import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readTextList } from '../../nodes/CompanyScreening/lists/textList';
import { owner } from '../support/n8n/owner';
import { startN8n } from '../support/n8n/server';
import { inARow, manualTrigger, nodeType, type WorkflowNode } from '../support/workflows';
import type { Report } from '../support/report';
import { companyNames } from './companies';
import { Executions } from './executions';
import type { Ground } from './measure';
import { measureProcess } from './processUsage';
import { atMost, inWords } from './targets';

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

interface ListFigures {
  seconds: number;
  /** How much n8n's memory grew, in megabytes, from before the run to its peak. */
  grewMb: number;
  peakMb: number;
}

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
): Promise<Record<Reader, ListFigures[]>> {
  const all: Record<Reader, ListFigures[]> = { 'Read Company List': [], 'Extract From File': [] };
  for (let round = 1; round <= roundsOfEach; round++)
    for (const reader of ['Extract From File', 'Read Company List'] as const) {
      ground.signal.throwIfAborted();
      const figures = await readOnce(reader, format, ground);
      all[reader].push(figures);
      report.line(`${formats[format].name}, round ${round}, ${reader}: ${inFigures(figures)}`);
    }
  return all;
}

async function readOnce(reader: Reader, format: Format, ground: Ground): Promise<ListFigures> {
  const { install, tarball, userFolder, signal } = ground;
  const filesFolder = dirname(userFolder);
  const file = join(filesFolder, `companies.${format}`);
  await writeFile(file, format === 'csv' ? csvOf(rows) : workbookOf(rows));
  const n8n = await startN8n({ install, tarball, userFolder, signal, filesFolder });
  try {
    await n8n.rest.signIn(owner);
    const executions = await Executions.signIn(n8n.url, owner);
    const nodes: WorkflowNode[] = [
      manualTrigger('Start'),
      {
        name: 'File',
        type: 'n8n-nodes-base.readWriteFile',
        typeVersion: 1.1,
        position: [200, 0],
        parameters: { operation: 'read', fileSelector: file, options: {} },
      },
      { name: reader, position: [400, 0], ...readers[reader](format) },
    ];
    const workflowId = await n8n.rest.saveWorkflow({
      name: reader,
      nodes,
      connections: inARow('Start', 'File', reader),
      // What n8n writes down afterwards is the same for both.
      settings: { executionOrder: 'v1' },
    });
    const used = await measureProcess(n8n.pid ?? 0);
    const timing = (await executions.timings(await executions.run(workflowId, 'Start', signal))).get(reader);
    const { startMb, peakMb } = await used();
    if (timing?.items[0] !== rows)
      throw new Error(`${reader}: ${timing?.items[0] ?? 0} rows instead of ${rows}.`);
    return { seconds: timing.executionTimeMs / 1_000, grewMb: peakMb - startMb, peakMb };
  } finally {
    await n8n.stop();
  }
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
  const read = readTextList({ bytes, fileName: 'list.csv', encoding: 'automatic', wanted, headingRow: 0 });
  const { user, system } = process.cpuUsage(before);
  if (read.length !== manyRows) throw new Error(`${read.length} rows instead of ${manyRows}.`);
  return (user + system) / 1e6;
}

const verdict = (target: string, { wanted, measured, reached }: ReturnType<typeof atMost>) =>
  `| ${target} | ${wanted} | ${measured} | ${inWords(reached)} |`;
const cells = ({ seconds, peakMb, grewMb }: ListFigures) =>
  [seconds.toFixed(2), peakMb.toFixed(0), grewMb.toFixed(0)].join(' | ');
const inFigures = ({ seconds, peakMb, grewMb }: ListFigures) =>
  `${seconds.toFixed(2)} s, ${peakMb.toFixed(0)} MB at the peak, grew by ${grewMb.toFixed(0)} MB`;

/** What slows a round down is the machine. */
const fastestOf = (all: readonly ListFigures[]): ListFigures => ({
  seconds: Math.min(...all.map(({ seconds }) => seconds)),
  grewMb: Math.min(...all.map(({ grewMb }) => grewMb)),
  peakMb: Math.min(...all.map(({ peakMb }) => peakMb)),
});
