// `npm run bench:nights`: one list night after night in a real n8n, with the service's answers kept: time, memory and the size of the
// tables of each night, and what a screening costs that found nothing new. With --archived, the archive is filled first, by the
// project's own code, as so many nights would have left it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox, type PaidScreening } from '../sandbox/client';
import { addArchivedNights } from '../support/n8n/archivedNights';
import { readLastRow } from '../support/n8n/dataTables';
import { ensureN8n } from '../support/n8n/install';
import { owner } from '../support/n8n/owner';
import { packProject } from '../support/n8n/pack';
import { startN8n, type RunningN8n } from '../support/n8n/server';
import { n8nSettingsFor, startPostgres } from '../support/queue/postgres';
import { duration, PlainError, reportTo } from '../support/report';
import {
  credentialType,
  inARow,
  manualTrigger,
  nodeUnderTest,
  pinned,
  screeningNode,
} from '../support/workflows';
import { Executions } from './executions';
import { table } from './markdownTable';
import { checkPaid } from './paidFor';
import { measureProcess } from './processUsage';
import { interrupted, runBench } from './program';
import { helpIfAsked } from '../support/help';

const usage = `npm run bench:nights                       10 nights of 1,000 companies on SQLite
npm run bench:nights -- --nights 60 --companies 1000 --kill-every 10 --archived 300 --postgres --latency 100
  --archived 300   after four nights, the archive is filled as 300 nights would have left it
  --kill-every 10  n8n is killed in mid-run in every tenth night, and the run repeated
  --latency 100    the service answers after so many milliseconds
  --batch 500      Batch Size`;

/** The first night in which each company has two answers, and those after it. */
const EARLY = [3, 4];
const FILLED_BEFORE = 5;
const REGISTER = 'Nights';
const TRIGGER = 'Companies';
const report = reportTo(process.stdout);

interface Night {
  night: number;
  ms: number;
  /** Of processor time, which depends less on what else the machine does. */
  cpuMs: number;
  peakMb: number;
  /** The most that was left after a full collection of garbage: what n8n really needed at that time. */
  heapMb: number;
  tablesMb: number;
  /** Null for a night that closed nothing. */
  closing: Closing | null;
}

/** What the last closing took, and what it has left in the archive. */
interface Closing {
  /** From its beginning until the node is over, so a little more than it costs. */
  ms: number;
  bytes: number;
  screenings: number;
}

async function main(): Promise<void> {
  helpIfAsked(usage);
  const { nights, companies, killEvery, archived, postgres, latencyMs, batchSize } = readArguments();
  if (process.platform !== 'linux')
    throw new PlainError('The bench reads memory from /proc, which only Linux has.');
  const startedAt = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'company-screening-nights-'));
  const userFolder = join(folder, 'n8n');
  await mkdir(userFolder);
  const [install, tarball, sandbox] = await Promise.all([
    ensureN8n(report, interrupted),
    packProject(folder, interrupted),
    startSandbox(),
  ]);
  const database = postgres ? await startPostgres() : undefined;
  const env = {
    ...(database ? n8nSettingsFor(database) : {}),
    N8N_DATA_TABLES_MAX_SIZE_BYTES: String(1024 ** 3),
  };
  const start = async () => {
    const n8n = await startN8n({
      ...{ install, tarball, userFolder, signal: interrupted, env, isBare: true },
      nodeArgs: ['--trace-gc'],
    });
    await n8n.rest.signIn(owner);
    return n8n;
  };
  let n8n = await start();
  try {
    const credential = { name: 'Nights', type: credentialType, data: { ...sandbox.credential } };
    const id = await n8n.rest.saveCredential(credential);
    await sandbox.settings({ latencyMs });
    const workflow = workflowOf({ id, name: credential.name }, { companies, batchSize });
    const workflowId = await n8n.rest.saveWorkflow(workflow);
    const all: Night[] = [];
    let [kills, paidBefore] = [0, 0];
    let bytesBefore = 0;
    for (let night = 1; night <= nights; night++) {
      if (night === FILLED_BEFORE && archived > 0) {
        const from = '2025-01-01T02:00:00.000Z';
        const filled = { nights: archived, from, originals: originalsOf(companies) };
        await addArchivedNights(n8n.rest, REGISTER, filled);
        report.line(
          `The archive is filled as ${archived} nights of ${companies} companies would have left it.`,
        );
      }
      if (archived > 0 && [EARLY[0], FILLED_BEFORE].includes(night)) {
        // An n8n that has run for as long, whichever nights are compared.
        await n8n.stop();
        n8n = await start();
      }
      const isKilled = killEvery > 0 && night % killEvery === 0;
      if (isKilled) {
        kills += 1;
        const running = Executions.signIn(n8n.url, owner)
          .then((one) => one.run(workflowId, TRIGGER, interrupted))
          .catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 1_500 + Math.random() * 2_500));
        await n8n.kill();
        await running;
        n8n = await start();
      }
      const executions = await Executions.signIn(n8n.url, owner);
      const logFrom = (await readFile(n8n.logFile, 'utf8')).length;
      const used = await measureProcess(n8n.pid ?? 0);
      const execution = await executions.run(workflowId, TRIGGER, interrupted);
      const { peakMb, cpuMs } = await used();
      const heapMb = heapIn((await readFile(n8n.logFile, 'utf8')).slice(logFrom));
      const timing = (await executions.timings(execution)).get(nodeUnderTest);
      if (!timing) throw new Error('The node has not run.');
      const { executionTimeMs: ms, endedAtMs, items } = timing;
      const paid = await sandbox.paid(paidBefore);
      paidBefore += paid.length;
      checkNight({ items, paid, isKilled, kills }, { companies, batchSize });
      const bytes = await executions.tablesBytes();
      const closing = await closingIn(n8n, endedAtMs - ms, endedAtMs);
      all.push({ night, ms, cpuMs, peakMb, heapMb, tablesMb: bytes / 1024 ** 2, closing });
      const more = ((bytes - bytesBefore) / companies).toFixed(0);
      report.line(
        `night ${night}: ${inSeconds(ms)} s (${inSeconds(cpuMs)} s of processor time), ${peakMb.toFixed(0)} MB at the peak, ${heapMb.toFixed(0)} MB of it in use, tables ${(bytes / 1024 ** 2).toFixed(1)} MB, ${more} bytes a company more${closing ? `, closing at most ${inSeconds(closing.ms)} s` : ''}`,
      );
      bytesBefore = bytes;
    }
    report.line(`\n${summary(all, companies, archived)}\nIt took ${duration(Date.now() - startedAt)}.`);
  } finally {
    await n8n.stop();
    await Promise.all([sandbox.stop(), database?.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

interface NightList {
  companies: number;
  batchSize: number;
}

interface ScreenedNight {
  /** The number of items at each output. */
  items: readonly number[];
  paid: readonly PaidScreening[];
  isKilled: boolean;
  /** Up to this night. */
  kills: number;
}

/** @throws where a night did not give each company once, or did not screen those that were due, each once */
function checkNight(
  { items, paid, isKilled, kills }: ScreenedNight,
  { companies, batchSize }: NightList,
): void {
  const cameOut = items.reduce((sum, count) => sum + count, 0);
  if (cameOut !== companies) throw new Error(`${cameOut} of ${companies} companies came out.`);
  // After a kill, the list is run again, and a batch may be left to people for good.
  const times = isKilled ? 2 : 1;
  const between = [companies - kills * batchSize, times * companies] as const;
  checkPaid(paid, { listed: namesOf(companies), times, between });
}

/** Of the run between these times (epoch milliseconds). */
async function closingIn({ rest }: RunningN8n, fromMs: number, endedAtMs: number): Promise<Closing | null> {
  const index = await readLastRow(rest, `${REGISTER} archive`);
  const atMs = Date.parse(String(index?.['at']));
  if (!(atMs >= fromMs)) return null;
  return { ms: endedAtMs - atMs, bytes: Number(index?.['size']), screenings: Number(index?.['screenings']) };
}

/** As V8 says in the log: "Mark-Compact 310.2 (340.1) -> 287.5 (338.6) MB". */
function heapIn(log: string): number {
  const left = [...log.matchAll(/Mark-Compact.*? -> ([\d.]+) \(/g)].map(([, mb]) => Number(mb));
  return Math.max(0, ...left);
}

const namesOf = (companies: number): string[] =>
  Array.from({ length: companies }, (_, index) =>
    index % 50 === 0 ? 'Gloomharbour Shipping Ltd' : `Plain Honest Bakery ${index + 1}`,
  );

function workflowOf(credential: { id: string; name: string }, { companies, batchSize }: NightList) {
  const parameters = {
    companyName: '={{ $json.company }}',
    keepInRegister: true,
    companyKey: '={{ $json.key }}',
    // Some milliseconds: each night screens the whole list.
    registerSettings: {
      register: REGISTER,
      ...{ screenAgainAfterDays: 0.00000001, batchSize, dataTablesLimitMb: 0 },
    },
    output: { itemsPer: 'company', content: 'selectedFields', fields: [] },
    options: { concurrency: 10 },
  };
  return {
    name: 'Nights',
    nodes: [manualTrigger(TRIGGER), screeningNode(credential, parameters)],
    connections: inARow(TRIGGER, nodeUnderTest),
    pinData: pinned(
      TRIGGER,
      namesOf(companies).map((company, index) => ({ company, key: `K-${index}` })),
    ),
    settings: { executionOrder: 'v1' },
  };
}

/** What each company said in nights that nobody screened. */
function originalsOf(companies: number): string[] {
  const marks = Array.from({ length: Math.ceil(companies / 100) }, () => randomUUID());
  return Array.from({ length: companies }, (_, place) => `${marks[Math.floor(place / 100)]}.${place % 100}`);
}

/** The time and the memory of the last nights beside those of early ones, and what a screening takes. */
function summary(all: readonly Night[], companies: number, archived: number): string {
  const early = all.filter(({ night }) => EARLY.includes(night));
  const late = all.filter(({ night }) => !EARLY.includes(night)).slice(-EARLY.length);
  const [first, last] = [
    all.find(({ night }) => night === (archived > 0 ? FILLED_BEFORE : EARLY[0])),
    all.at(-1),
  ];
  if (late.length < EARLY.length || !first || !last) return '';
  // A night in which V8 did not collect everything says nothing of what is in use.
  const meanOf = (some: readonly Night[], of: (night: Night) => number) =>
    mean(some.map(of).filter((one) => one > 0));
  const ratio = (of: (night: Night) => number) => (meanOf(late, of) / meanOf(early, of)).toFixed(2);
  const bytes = ((last.tablesMb - first.tablesMb) * 1024 ** 2) / (last.night - first.night) / companies;
  const closings = late.flatMap(({ closing, ms }) =>
    closing ? [{ ...closing, share: closing.ms / ms }] : [],
  );
  const sumOf = (of: (closing: Closing) => number) => closings.reduce((sum, one) => sum + of(one), 0);
  return table([
    [
      ...['night', 'seconds', 'of them closing, at most', 'processor seconds'],
      ...['MB at the peak', 'MB in use', 'MB in the tables'],
    ],
    ...all.map(({ night, ms, cpuMs, closing, peakMb, heapMb, tablesMb }) => [
      String(night),
      inSeconds(ms),
      closing ? inSeconds(closing.ms) : '',
      inSeconds(cpuMs),
      peakMb.toFixed(0),
      heapMb > 0 ? heapMb.toFixed(0) : '',
      tablesMb.toFixed(1),
    ]),
  ]).concat(
    `\n\nThe last ${EARLY.length} nights beside nights ${EARLY.join(' and ')}, on average: ${ratio(({ ms }) => ms)} of the time, ${ratio(({ cpuMs }) => cpuMs)} of the processor time, ${ratio(({ peakMb }) => peakMb)} of the memory at the peak, ${ratio(({ heapMb }) => heapMb)} of what is in use.`,
    ` ${bytes.toFixed(1)} bytes a screening with all tables, ${(sumOf((one) => one.bytes) / sumOf((one) => one.screenings)).toFixed(1)} in the data of the archive.`,
    ` A closing takes ${(100 * mean(closings.map(({ share }) => share))).toFixed(1)} % of its night at most.`,
  );
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const inSeconds = (ms: number): string => (ms / 1_000).toFixed(2);

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        nights: { type: 'string', default: '10' },
        companies: { type: 'string', default: '1000' },
        'kill-every': { type: 'string', default: '0' },
        archived: { type: 'string', default: '0' },
        latency: { type: 'string', default: '0' },
        batch: { type: 'string', default: '100' },
        postgres: { type: 'boolean', default: false },
      },
    });
    return {
      nights: Number(values.nights),
      companies: Number(values.companies),
      killEvery: Number(values['kill-every']),
      archived: Number(values.archived),
      latencyMs: Number(values.latency),
      batchSize: Number(values.batch),
      postgres: values.postgres,
    };
  } catch {
    throw new PlainError(usage);
  }
}

runBench(main);
