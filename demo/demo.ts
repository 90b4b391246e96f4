// `npm run demo`: a spreadsheet of companies goes through the node in a real n8n, against the sandbox service.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { type Sandbox, type SandboxCredential, startSandbox } from '../test/sandbox/client';
import {
  companiesFile,
  credentialName,
  examplesFolder,
  exampleWorkflow,
  nodes,
  readRows,
  screenedItems,
} from '../test/support/examples';
import { checkOwnNode, ensureN8n, projectFolder, type N8nInstall } from '../test/support/n8n/install';
import { owner } from '../test/support/n8n/owner';
import { packProject, type Tarball } from '../test/support/n8n/pack';
import { credentialType } from '../test/support/workflows';
import { runNpm } from '../test/support/npm';
import { requireFreePort } from '../test/support/ports';
import { duration, PlainError, reportTo } from '../test/support/report';
import { runNights } from './nights';
import {
  attention,
  byCompany,
  explained,
  hitsCsv,
  missing,
  type CompanyOutcome,
  resultTable,
  totals,
} from './results';
import { N8nError, type Execution } from '../test/support/n8n/rest';
import { startN8n, type RunningN8n } from '../test/support/n8n/server';
import { helpIfAsked } from '../test/support/help';

const usage = `npm run demo                    screens examples/companies.csv, then keeps n8n open until Ctrl-C
npm run demo -- --port 5699     with n8n on another port than 5678
npm run demo -- --nights        three nights of a list that is watched, while a made-up watchlist changes
npm run demo -- --once          ends after the table; exit status 0 only when every company came out`;

const portAdvice =
  'It may be this demo in another terminal, or an n8n of yours. End it, or choose another port: npm run demo -- --port 5699';

const hitsFile = join(examplesFolder, 'hits.csv');
const screenWithinMs = 600_000;

const report = reportTo(process.stdout);
const interrupted = new AbortController();
const { signal } = interrupted;

/** Runs the whole demo, and gives the exit status. */
async function main(): Promise<number> {
  helpIfAsked(usage);
  const startedAt = Date.now();
  checkOwnNode();
  const { once, nights, port } = readRunOptions();
  if (port !== undefined) await requireFreePort(port, portAdvice);

  const install = await ensureN8n(report, signal);
  const cleanUp: (() => Promise<unknown>)[] = [];
  try {
    const workFolder = await mkdtemp(join(tmpdir(), 'company-screening-demo-'));
    cleanUp.unshift(() => rm(workFolder, { recursive: true, force: true }));
    await report.step('Building the node and the sandbox service', () => build(workFolder));
    const tarball = await report.step('Packing the node', () => packProject(workFolder, signal));
    const sandbox = await report.step('Starting the sandbox service', () => startSandbox());
    cleanUp.unshift(sandbox.stop);

    const userFolder = port === undefined ? join(workFolder, 'n8n') : await keptFolder(install, port);
    const n8n = await report.step(`Starting n8n ${install.version} with the node installed in it`, () =>
      startSignedIn(install, tarball, userFolder, port),
    );
    cleanUp.unshift(n8n.stop);
    const { shown, isComplete } = nights
      ? await watch(n8n, sandbox)
      : await screenOnce(n8n, sandbox.credential);
    report.line(`\nThe demo took ${duration(Date.now() - startedAt)}.`);
    if (!once) await stayOpen(n8n, shown, sandbox.credential);
    return isComplete ? 0 : 1;
  } finally {
    for (const end of cleanUp) await end();
  }
}

// No script before the demo's own does it: `.npmrc` switches such scripts off.
async function build(workFolder: string): Promise<void> {
  await runNpm(['run', 'build'], { cwd: projectFolder, logFile: join(workFolder, 'build.log'), signal });
}

/** The workflow, and an execution of it, that the person looks at. */
interface Shown {
  workflow: SavedWorkflow;
  executionId: string;
}

interface DemoOptions {
  once: boolean;
  nights: boolean;
  /** Undefined for any free port, and a folder that is removed afterwards. */
  port: number | undefined;
}

function readRunOptions(): DemoOptions {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: 'boolean' },
        nights: { type: 'boolean' },
        port: { type: 'string' },
      },
    });
    const { once = false, nights = false } = values;
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error(`${values.port ?? ''} is not a port number.`);
    return { once, nights, port: port ?? (once ? undefined : 5678) };
  } catch (error) {
    throw new PlainError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

// Data that n8n keeps from run to run, so that a second start takes seconds. One folder for each port, since two n8n must not share one; made
// again when n8n's version changes.
async function keptFolder({ version }: N8nInstall, port: number): Promise<string> {
  const folder = join(projectFolder, '.demo', `n8n-${String(port)}`);
  const stamp = join(folder, 'n8n-version.txt');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== version)
    await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(stamp, version);
  return folder;
}

async function startSignedIn(
  install: N8nInstall,
  tarball: Tarball,
  userFolder: string,
  port: number | undefined,
): Promise<RunningN8n> {
  await mkdir(userFolder, { recursive: true });
  const filesFolder = await realpath(examplesFolder);
  const start = (): Promise<RunningN8n> =>
    startN8n({ install, tarball, userFolder, port, filesFolder, signal });
  const n8n = await start();
  try {
    await n8n.rest.signIn(owner);
    return n8n;
  } catch (error) {
    await n8n.stop();
    if (!(error instanceof N8nError)) throw error;
  }
  // Somebody changed the login of the kept n8n: begin again.
  await rm(join(userFolder, '.n8n'), { recursive: true, force: true });
  const fresh = await start();
  await fresh.rest.signIn(owner).catch(async (error: unknown) => {
    await fresh.stop();
    throw error;
  });
  return fresh;
}

interface Screened {
  execution: Execution;
  workflow: SavedWorkflow;
}

async function screenOnce(n8n: RunningN8n, credential: SandboxCredential) {
  const { execution, workflow } = await report.step('Screening examples/companies.csv', () =>
    screen(n8n, credential),
  );
  return { shown: { workflow, executionId: execution.id }, isComplete: await show(execution) };
}

async function watch({ rest }: RunningN8n, sandbox: Sandbox) {
  const name = credentialName(credentialType);
  const data = { ...sandbox.credential };
  const id = await rest.saveCredential({ name, type: credentialType, data });
  const { workflowId, register, runs, executionId, ...workflow } = await report.step(
    'Screening one list on three nights',
    () => runNights({ rest, sandbox, signal }, { id, name }),
  );
  for (const { title, message } of runs) report.line(`\n${title}\n\n${message}`);
  report.line(
    `\nEach text is the message of a night, as the node writes it. In n8n, look at the executions of the workflow, and at its data tables: "${register} hits", "… runs" and "… reports".`,
  );
  return { shown: { workflow: { id: workflowId, ...workflow }, executionId }, isComplete: true };
}

interface SavedWorkflow {
  id: string;
  name: string;
}

async function screen({ rest }: RunningN8n, data: SandboxCredential): Promise<Screened> {
  const name = credentialName(credentialType);
  const credential = { name, type: credentialType, data: { ...data } };
  const id = await rest.saveCredential(credential);
  const test = await rest.testCredential(id, credential);
  if (test.status !== 'OK')
    throw new PlainError(`The credential test failed: ${test.message ?? 'no reason given'}`);
  const workflow = await exampleWorkflow({ id, name }, await realpath(companiesFile));
  const workflowId = await rest.saveWorkflow(workflow);
  const execution = await rest.run(workflowId, nodes.start, { withinMs: screenWithinMs, signal });
  return { execution, workflow: { id: workflowId, name: workflow.name } };
}

/** Prints what came out and writes hits.csv; true when every company came out and reached a branch. */
async function show(execution: Execution): Promise<boolean> {
  const rows = await readRows(companiesFile);
  const items = screenedItems(execution);
  const results = byCompany(rows, items);
  report.line(`\n${resultTable(results, paint)}\n`);
  report.line(totals(results));
  report.line(explained(results));
  const toLookAt = attention(results);
  if (toLookAt.length > 0)
    report.line(`\nThese need a person:\n${toLookAt.map((line) => `  ${line}`).join('\n')}`);
  await writeFile(hitsFile, hitsCsv(rows, results));
  report.line(`\nThe hits are in ${relative(process.cwd(), hitsFile)}.`);

  const problems = [...lost(results), ...unfinished(execution, items.length)];
  for (const problem of problems) report.line(problem);
  return problems.length === 0;
}

function lost(results: ReturnType<typeof byCompany>): string[] {
  const names = missing(results).map(({ company }) => `  ${company}`);
  return names.length === 0 ? [] : [`Nothing came out for:\n${names.join('\n')}`];
}

function unfinished({ status, error, output }: Execution, screened: number): string[] {
  if (status !== 'success')
    return [`The workflow ended with status ${status}: ${error?.message ?? 'no reason given'}`];
  const routed = nodes.ends.flatMap((node) => output(node)).length;
  return routed === screened
    ? []
    : [
        `${String(screened)} items came out of the node, but ${String(routed)} reached the end of the workflow.`,
      ];
}

const colours = new Map([
  ['hit', 'red'],
  ['clear', 'green'],
  ['review', 'yellow'],
  ['error', 'magenta'],
] as const);

function paint(outcome: CompanyOutcome): string {
  const colour = colours.get(outcome);
  const canShow = process.stdout.isTTY && process.stdout.hasColors();
  return canShow && colour !== undefined ? styleText(colour, outcome) : outcome;
}

async function stayOpen(
  n8n: RunningN8n,
  { workflow, executionId }: Shown,
  credential: SandboxCredential,
): Promise<void> {
  const path = `/workflow/${workflow.id}/executions/${executionId}`;
  report.line(`
n8n is open. This address shows the result on the canvas of "${workflow.name}":
  ${n8n.url}/signin?redirect=${encodeURIComponent(path)}
  e-mail    ${owner.email}
  password  ${owner.password}
Double-click Company Screening there to see its items. To run it yourself, click Editor at the top.

To make a workbook from a list of your own, import examples/form-for-colleagues.json into a new workflow
(⋯ > Import > From file), click Execute workflow, and upload the list. It goes to the made-up service only.

n8n has a credential for that service. To add another one, enter these values:
  Environment                Sandbox
  Base URL                   ${credential.baseUrl}
  Authorization Server URL   ${credential.authUrl}
  Realm                      ${credential.realm}
  Client ID                  ${credential.clientId}
  Client Secret              ${credential.clientSecret}
  Subscription Key           ${credential.subscriptionKey}

Ctrl-C ends it.`);
  const asked = new Promise<'asked'>((resolve) => {
    const end = (): void => {
      resolve('asked');
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });
  const why = await Promise.race([asked, n8n.exited.then(() => 'ended' as const)]);
  if (why === 'ended') throw new PlainError(`n8n ended by itself. Its log is ${n8n.logFile}.`);
  report.line('\nEnding n8n and the sandbox service…');
}

/** Windows ends the programs of a console together, and has no `ps`. */
function parentOf(pid: number): number[] {
  const { stdout, status } = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? [Number(stdout)] : [];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    interrupted.abort();
  });
// npm starts a shell, and the shell the demo. When npm is killed, the shell waits for the demo, which nobody ends.
const starters = [process.ppid, ...parentOf(process.ppid)];
setInterval(() => {
  if (!starters.every(isRunning)) interrupted.abort();
}, 500).unref();

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = signal.aborted ? 130 : 1;
    if (signal.aborted) report.line('\nInterrupted; everything that was started has been ended.');
    else if (error instanceof PlainError) console.error(`\n${error.message}`);
    else console.error('\nThe demo failed unexpectedly:\n', error);
  },
);
