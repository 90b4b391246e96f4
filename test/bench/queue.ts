// `npm run bench:queue`: one, two and three workers of n8n's queue mode screen one list at the sandbox service, and two of them
// share a service that allows 20 requests a second. What they did is printed.
import { cpus, loadavg } from 'node:os';
import { removeTables } from '../support/n8n/dataTables';
import { startFanOutFleet, type FanOutFleet } from '../support/queue/fanOutFleet';
import { companyLists } from '../support/queue/screeningFleet';
import { PlainError, duration, reportTo } from '../support/report';
import { runBench, unlessInterrupted } from './program';
import { atLeast, inWords } from './targets';
import { helpIfAsked } from '../support/help';

const usage =
  'npm run bench:queue  the figures of one, two and three workers, on Redis and Postgres; about half an hour';

const report = reportTo(process.stdout);

const latencyMs = 300;
// Few enough that two cores are not what is measured: with three, their load rises to 4, and the share of three workers falls to 0.82.
const executionsPerWorker = 2;
// The parts of the example as it is. Every number of workers has as many rounds as it has places.
const companiesInAPart = 500;
const parts = 12;
const companies = parts * companiesInAPart;
const wantedShare = 0.85;

const allowedPerSecond = 20;
const limitedExecutions = 10;
const limitedCompaniesEach = 200;

interface Throughput {
  workers: number;
  perSecond: number;
  /** The machine's load average when the measurement began and when it had ended. */
  load: [number, number];
}

interface Limited {
  requests: number;
  refused: number;
  failed: number;
  perSecond: number;
}

async function main(): Promise<void> {
  helpIfAsked(usage);
  const fleet = await startFanOutFleet({ workers: 3, executionsPerWorker });
  try {
    await unlessInterrupted(measure(fleet));
  } finally {
    await fleet.stop();
  }
}

async function measure(fleet: FanOutFleet): Promise<void> {
  const [, ...others] = fleet.workers;
  for (const worker of others) await worker.stop();
  const throughputs: Throughput[] = [];
  for (const workers of [1, 2, 3]) {
    if (workers > 1) await fleet.workers[workers - 1]?.start();
    throughputs.push(await measureThroughput(fleet, workers));
  }
  await fleet.workers[2]?.stop();
  const limited = await measureLimit(fleet);
  report.line(`\n${markdown(throughputs, limited)}`);
}

async function measureThroughput(fleet: FanOutFleet, workers: number): Promise<Throughput> {
  await fleet.sandbox.reset({ settings: true });
  await screenAll(fleet, `Warm Up ${workers}`, workers * executionsPerWorker, 20);
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs });
  // Each of them begins with an empty register.
  await removeTables(fleet.main().rest);
  const before = loadavg()[0] ?? NaN;
  const ms = await screenAll(fleet, `Measured ${workers}`, parts, companiesInAPart);
  const { screeningsDone, screenedAgain } = await fleet.sandbox.summary();
  if (screeningsDone !== companies || screenedAgain.companies > 0)
    throw new PlainError(`${screeningsDone} screenings of ${companies} companies.`);
  const perSecond = (companies * 1_000) / ms;
  report.line(`${workers} workers: ${perSecond.toFixed(1)} companies a second, ${duration(ms)}`);
  return { workers, perSecond, load: [before, loadavg()[0] ?? NaN] };
}

/** Has so many executions of so many companies screen a new list, and gives the milliseconds until the last one has ended. */
async function screenAll(
  fleet: FanOutFleet,
  name: string,
  executions: number,
  companiesEach: number,
): Promise<number> {
  await fleet.writeList(companyLists(name, 1, executions * companiesEach).flat());
  await fleet.publishFanOut(companiesEach);
  const startedAt = performance.now();
  await fleet.fanOut();
  const ended = await fleet.partsEnded(executions);
  const ms = performance.now() - startedAt;
  const failed = ended.filter(({ status }) => status !== 'success');
  if (failed.length > 0) throw new PlainError(`${failed.length} executions did not end with success.`);
  return ms;
}

async function measureLimit(fleet: FanOutFleet): Promise<Limited> {
  const workflow = await fleet.publish({ onError: 'continueRegularOutput' });
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs: 50, requestsPerSecond: allowedPerSecond });
  const startedAt = performance.now();
  await workflow.start(companyLists('Limited', limitedExecutions, limitedCompaniesEach));
  await workflow.allEnded(limitedExecutions);
  const ms = performance.now() - startedAt;
  const { operations, rateLimited, screeningsDone } = await fleet.sandbox.summary();
  return {
    requests: operations.screening.requests,
    refused: rateLimited,
    failed: limitedExecutions * limitedCompaniesEach - screeningsDone,
    perSecond: (screeningsDone * 1_000) / ms,
  };
}

function markdown(throughputs: Throughput[], limited: Limited): string {
  const one = throughputs[0]?.perSecond ?? NaN;
  const rows = throughputs.map(({ workers, perSecond, load }) => {
    const share = perSecond / (workers * one);
    const { measured, reached } = atLeast(wantedShare, share);
    const loads = load.map((value) => value.toFixed(1)).join(' to ');
    return `| ${workers} | ${perSecond.toFixed(1)} | ${(perSecond / one).toFixed(2)} | ${measured} | ${inWords(reached)} | ${loads} |`;
  });
  return `# Queue mode: figures

Made by \`npm run bench:queue\` on ${new Date().toISOString().slice(0, 10)}, with n8n's main process, its workers, Postgres, Redis and
the sandbox service on one machine of ${cpus().length} cores. The load is that machine's load average, before and after: more than ${cpus().length} means that
processes waited for a core.

## Throughput

The example \`fan-out-over-workers.json\` screens a list of ${companies} companies in parts of ${companiesInAPart}, with a new register and batches of 100. The
service takes ${latencyMs} ms for each answer. Each worker runs ${executionsPerWorker} executions at once, each with the node's default concurrency of 5.
The time is that from the start by hand until the last execution has ended and every answer is stored.

| workers | companies a second | times one worker | share per worker | wanted: ${wantedShare} | load |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## A service that allows ${allowedPerSecond} requests a second

${limitedExecutions} executions of ${limitedCompaniesEach} companies each, started at once on two workers that run ${executionsPerWorker} at a time each, against a
service that refuses what is more than ${allowedPerSecond} requests a second (HTTP status 429).

| requests | refused | share refused | companies that failed | companies a second |
| --- | --- | --- | --- | --- |
| ${limited.requests} | ${limited.refused} | ${((limited.refused / limited.requests) * 100).toFixed(1)} % | ${limited.failed} | ${limited.perSecond.toFixed(1)} |
`;
}

runBench(main);
