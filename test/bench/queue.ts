// `npm run bench:queue`: one, two and three workers of n8n's queue mode screen the same companies at the sandbox service, and
// two of them share a service that allows 20 requests a second. What they did is printed and written to QUEUE.md.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { PlainError, duration, reportTo } from '../support/report';
import {
  companyLists,
  startScreeningFleet,
  type PublishedWorkflow,
  type ScreeningFleet,
} from '../support/queue/screeningFleet';

const report = reportTo(process.stdout);

const latencyMs = 300;
const executionsPerWorker = 5;
const executions = 60;
const companiesEach = 100;
const wantedShare = 0.85;

const allowedPerSecond = 20;
const limitedExecutions = 10;
const limitedCompaniesEach = 200;

interface Throughput {
  workers: number;
  perSecond: number;
}

interface Limited {
  requests: number;
  refused: number;
  failed: number;
  perSecond: number;
}

async function main(): Promise<void> {
  const [load = 0] = loadavg();
  const fleet = await startScreeningFleet({ workers: 3, executionsPerWorker });
  try {
    const throughputs: Throughput[] = [];
    for (const workers of [3, 2, 1]) {
      // Those that have ended take nothing; the limit is measured with two of them.
      for (const worker of fleet.workers.slice(workers)) await worker.stop();
      throughputs.unshift(await measureThroughput(fleet, workers));
      report.line(`${workers} workers: ${throughputs[0]?.perSecond.toFixed(1) ?? ''} companies a second`);
    }
    await fleet.workers[1]?.start();
    const limited = await measureLimit(fleet);
    const text = markdown(throughputs, limited, load);
    report.line(`\n${text}`);
    const path = join(__dirname, 'QUEUE.md');
    await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
  } finally {
    await fleet.stop();
  }
}

async function measureThroughput(fleet: ScreeningFleet, workers: number): Promise<Throughput> {
  // n8n lists a hundred executions of a workflow: each measurement has one of its own.
  const workflow = await fleet.publish({});
  await fleet.sandbox.reset({ settings: true });
  await runAll(workflow, companyLists(`Warm Up ${workers}`, workers * executionsPerWorker, 50));
  await fleet.sandbox.settings({ latencyMs });
  const ms = await runAll(workflow, companyLists(`Measured ${workers}`, executions, companiesEach));
  return { workers, perSecond: (executions * companiesEach * 1_000) / ms };
}

async function measureLimit(fleet: ScreeningFleet): Promise<Limited> {
  const workflow = await fleet.publish({ onError: 'continueRegularOutput' });
  await fleet.sandbox.reset({ settings: true });
  await fleet.sandbox.settings({ latencyMs: 50, requestsPerSecond: allowedPerSecond });
  const ms = await runAll(workflow, companyLists('Limited', limitedExecutions, limitedCompaniesEach));
  const { operations, rateLimited, screeningsDone } = await fleet.sandbox.stats();
  return {
    requests: operations.screening.requests,
    refused: rateLimited,
    failed: limitedExecutions * limitedCompaniesEach - screeningsDone,
    perSecond: (screeningsDone * 1_000) / ms,
  };
}

/** Starts an execution for each list, and gives the milliseconds until all have ended. */
async function runAll(workflow: PublishedWorkflow, lists: string[][]): Promise<number> {
  const before = (await workflow.executions()).length;
  const startedAt = performance.now();
  await workflow.start(lists);
  const ended = await workflow.allEnded(before + lists.length);
  const ms = performance.now() - startedAt;
  const failed = ended.slice(before).filter(({ status }) => status !== 'success');
  if (failed.length > 0) throw new PlainError(`${failed.length} executions did not end with success.`);
  report.line(`  ${lists.length} executions: ${duration(ms)}`);
  return ms;
}

function markdown(throughputs: Throughput[], limited: Limited, load: number): string {
  const one = throughputs[0]?.perSecond ?? NaN;
  const rows = throughputs.map(({ workers, perSecond }) => {
    const share = perSecond / (workers * one);
    const verdict = share >= wantedShare ? 'reached' : '**not reached**';
    return `| ${workers} | ${perSecond.toFixed(1)} | ${(perSecond / one).toFixed(2)} | ${share.toFixed(2)} | ${verdict} |`;
  });
  return `# Queue mode: results of the bench

Made by \`npm run bench:queue\` on ${new Date().toISOString().slice(0, 10)}, with n8n's main process, its workers, Postgres, Redis and
the sandbox service on one machine of ${cpus().length} cores, whose load was ${load.toFixed(1)} when the bench began.

## Throughput

${executions} executions of ${companiesEach} companies each, all started at once through a webhook; the service takes ${latencyMs} ms for each answer.
Each worker runs ${executionsPerWorker} executions at once, each with the node's default concurrency of 5.

| workers | companies a second | times one worker | share per worker | wanted: ${wantedShare} |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## A service that allows ${allowedPerSecond} requests a second

${limitedExecutions} executions of ${limitedCompaniesEach} companies each on two workers, all started at once, against a service that refuses what is more than
${allowedPerSecond} requests a second (HTTP status 429).

| requests | refused | share refused | companies that failed | companies a second |
| --- | --- | --- | --- | --- |
| ${limited.requests} | ${limited.refused} | ${((limited.refused / limited.requests) * 100).toFixed(1)} % | ${limited.failed} | ${limited.perSecond.toFixed(1)} |
`;
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof PlainError ? error.message : error);
});
