// A workbook of 100,000 results, by Create Workbook and by n8n's own Convert to File: `npm run bench -- --workbooks`.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeType } from '../support/workflows';
import type { Report } from '../support/report';
import { companyNames } from './companies';
import type { Ground } from './measure';
import { cells, fastestOf, fileNode, inFigures, measureNode, verdict, type NodeFigures } from './measureNode';
import { atMost } from './targets';

const rows = 100_000;
const roundsOfEach = 2;

const writers = {
  'Convert to File': {
    type: 'n8n-nodes-base.convertToFile',
    typeVersion: 1.1,
    parameters: { operation: 'xlsx', options: {} },
  },
  'Create Workbook': {
    type: nodeType,
    typeVersion: 1,
    parameters: { resource: 'company', operation: 'createWorkbook' },
  },
};
type Writer = keyof typeof writers;

/** Writes the same items with both nodes in turns, n8n started again each time; gives a table and what became of the targets. */
export async function measureWorkbooks(ground: Ground, report: Report): Promise<string> {
  const all: Record<Writer, NodeFigures[]> = { 'Convert to File': [], 'Create Workbook': [] };
  const file = join(dirname(ground.userFolder), 'results.csv');
  await writeFile(file, resultsOf(rows));
  const items = {
    name: 'Results',
    type: 'n8n-nodes-base.extractFromFile',
    typeVersion: 1.1,
    parameters: { operation: 'csv', options: {} },
  };
  for (let round = 1; round <= roundsOfEach; round++)
    for (const name of ['Convert to File', 'Create Workbook'] as const) {
      ground.signal.throwIfAborted();
      const figures = await measureNode(ground, [fileNode(file), items, { name, ...writers[name] }], 1);
      all[name].push(figures);
      report.line(`Round ${round}, ${name}: ${inFigures(figures)}`);
    }
  const own = fastestOf(all['Create Workbook']);
  const n8ns = fastestOf(all['Convert to File']);
  const table = [
    `A workbook of ${rows.toLocaleString('en')} results, the fastest of ${roundsOfEach} rounds. Convert to File writes one bare sheet; Create Workbook each company twice, with its form:`,
    '',
    '| node | seconds | n8n at its peak, MB | grew by, MB |',
    '| --- | --- | --- | --- |',
    `| Create Workbook | ${cells(own)} |`,
    `| Convert to File | ${cells(n8ns)} |`,
    '',
    '| target | wanted | measured | |',
    '| --- | --- | --- | --- |',
    verdict("time, of Convert to File's", atMost(2, own.seconds / n8ns.seconds)),
    verdict("peak memory of n8n, of Convert to File's", atMost(1, own.peakMb / n8ns.peakMb)),
  ].join('\n');
  report.line(`\n${table}`);
  return table;
}

/** Items as Screen Company gives them: one company in ten has a hit. */
function resultsOf(count: number): string {
  const headings = [
    ...['outcome', 'reason', 'explanation', 'environment', 'companyName', 'totalHits', 'name', 'sourceType'],
    ...['jurisdiction', 'hitFingerprint', 'screeningId', 'referenceId', 'date', 'Customer No', 'Country'],
  ];
  const lines = companyNames(count).map((company, index) =>
    [
      ...(index % 10 === 0
        ? ['hit', '', '', 'production', company, 1]
        : ['clear', '', '', 'production', company, 0]),
      ...(index % 10 === 0
        ? [`${company} Holding`, 'Sanction', 'AE', String(index).padStart(64, '0')]
        : ['', '', '', '']),
      ...[`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, `reference-${index}`],
      ...['2026-11-24T08:30:00.000Z', `K-${index}`, 'AE'],
    ]
      .map((cell) => `"${String(cell)}"`)
      .join(','),
  );
  return [headings.join(','), ...lines].join('\n');
}
