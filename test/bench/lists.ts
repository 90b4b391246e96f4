// A list of 100,000 rows, through Read Company List and through n8n's own Extract From File: `npm run bench -- --lists`.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { owner } from '../support/n8n/owner';
import { startN8n } from '../support/n8n/server';
import { inARow, manualTrigger, nodeType, type WorkflowNode } from '../support/workflows';
import type { Report } from '../support/report';
import { companyNames } from './companies';
import { Executions } from './executions';
import type { Ground } from './measure';
import { median } from './median';
import { measureProcess } from './processUsage';
import { atMost, inWords } from './targets';

const rows = 100_000;
const mostSeconds = 4;
const mostMemory = 1.3;
const roundsOfEach = 3;

const readers = {
  'Read Company List': {
    type: nodeType,
    typeVersion: 1,
    parameters: { resource: 'company', operation: 'readCompanyList' },
  },
  'Extract From File': {
    type: 'n8n-nodes-base.extractFromFile',
    typeVersion: 1.1,
    parameters: { operation: 'csv', options: {} },
  },
};
type Reader = keyof typeof readers;

interface ListFigures {
  seconds: number;
  /** How much n8n's memory grew, in megabytes, from before the run to its peak. */
  grewMb: number;
  peakMb: number;
}

/** Reads the list with both nodes in turns, n8n started again each time; gives a table and what became of the targets. */
export async function measureLists(ground: Ground, report: Report): Promise<string> {
  const all: Record<Reader, ListFigures[]> = { 'Read Company List': [], 'Extract From File': [] };
  for (let round = 1; round <= roundsOfEach; round++)
    for (const reader of ['Extract From File', 'Read Company List'] as const) {
      ground.signal.throwIfAborted();
      const figures = await readOnce(reader, ground);
      all[reader].push(figures);
      report.line(`Round ${round}, ${reader}: ${inFigures(figures)}`);
    }
  const own = medianOf(all['Read Company List']);
  const n8ns = medianOf(all['Extract From File']);
  const verdicts = [
    { target: 'seconds', ...atMost(mostSeconds, own.seconds) },
    { target: "peak memory of n8n, of Extract From File's", ...atMost(mostMemory, own.peakMb / n8ns.peakMb) },
  ];
  const table = [
    `A CSV file of ${rows.toLocaleString('en')} rows, the median of ${roundsOfEach} rounds:`,
    '',
    '| node | seconds | n8n at its peak, MB | grew by, MB |',
    '| --- | --- | --- | --- |',
    `| Read Company List | ${cells(own)} |`,
    `| Extract From File | ${cells(n8ns)} |`,
    '',
    '| target | wanted | measured | |',
    '| --- | --- | --- | --- |',
    ...verdicts.map(
      ({ target, wanted, measured, reached }) =>
        `| ${target} | ${wanted} | ${measured} | ${inWords(reached)} |`,
    ),
  ].join('\n');
  report.line(`\n${table}`);
  return table;
}

async function readOnce(reader: Reader, ground: Ground): Promise<ListFigures> {
  const { install, tarball, userFolder, signal } = ground;
  const filesFolder = dirname(userFolder);
  const file = join(filesFolder, 'companies.csv');
  const names = companyNames(rows);
  await writeFile(
    file,
    ['Customer No,Company,Country', ...names.map((name, index) => `${index},"${name}",X`)].join('\n'),
  );
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
      { name: reader, position: [400, 0], ...readers[reader] },
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

const cells = ({ seconds, peakMb, grewMb }: ListFigures) =>
  [seconds.toFixed(2), peakMb.toFixed(0), grewMb.toFixed(0)].join(' | ');
const inFigures = ({ seconds, peakMb, grewMb }: ListFigures) =>
  `${seconds.toFixed(2)} s, ${peakMb.toFixed(0)} MB at the peak, grew by ${grewMb.toFixed(0)} MB`;

function medianOf(all: readonly ListFigures[]): ListFigures {
  return {
    seconds: median(all.map(({ seconds }) => seconds)),
    grewMb: median(all.map(({ grewMb }) => grewMb)),
    peakMb: median(all.map(({ peakMb }) => peakMb)),
  };
}
