// Runs one case of the bench and gives its figures.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { N8nInstall } from '../support/n8n/install';
import { owner } from '../support/n8n/owner';
import type { Tarball } from '../support/n8n/pack';
import { startN8n, type RunningN8n } from '../support/n8n/server';
import { credentialType } from '../support/workflows';
import type { Sandbox } from '../sandbox/client';
import { findingSchema, type Order } from './axiosLoop';
import { companyNames, expectedItems } from './companies';
import { Executions } from './executions';
import type { Case, Contender } from './plan';
import { checkPaid } from './paidFor';
import { measureProcess } from './processUsage';
import { companyScreening, httpRequest, oAuth2Fields, triggerNode, type Contestant } from './workflows';

/** What one case gave. Memory in megabytes, of the process that sends. */
export interface Figures {
  measured: Case;
  /** Time of the node that sends the requests, for each company. */
  msPerCompany: number;
  /** The same with the nodes behind it that are needed for the same items. */
  msPerCompanyInAll: number;
  cpuMsPerCompany: number;
  /** Processor time of the sandbox service, which runs on the same machine. */
  serviceCpuMsPerCompany: number;
  startMb: number;
  peakMb: number;
  totalMs: number;
  maxInFlight: number;
  connections: number;
  tokenExchanges: number;
  /** What the register added to n8n's tables; 0 without it, and where everything came from it. */
  tablesBytes: number;
}

/** What measuring needs. */
export interface Ground {
  install: N8nInstall;
  tarball: Tarball;
  /** The service with https and without. */
  sandboxes: { tls: Sandbox; plain: Sandbox };
  userFolder: string;
  signal: AbortSignal;
  /** Options for the Node that runs n8n, such as those of a profiler. */
  nodeOptions?: string | undefined;
  /** Where n8n keeps files; its own default unless given. */
  binaryDataMode?: BinaryDataMode;
  /** Settings of n8n, such as those of its database. */
  settings?: NodeJS.ProcessEnv;
}

/** In its storage folder, or with the items in memory and in its database. */
export type BinaryDataMode = 'filesystem' | 'default';

/** Runs one case against the sandbox: n8n is started again for it, and warmed up. */
export async function measure(measured: Case, { sandboxes, ...others }: Ground): Promise<Figures> {
  const sandbox = measured.tls ? sandboxes.tls : sandboxes.plain;
  const ground = { ...others, sandbox };
  await sandbox.settings({ latencyMs: 0, tokenLifeSeconds: measured.tokenLifeSeconds });
  await sandbox.reset();
  const run = isAxios(measured.contender)
    ? await runAxios(measured, ground)
    : await runInN8n(measured, ground);
  const { operations, tokens } = await sandbox.summary();
  const { totalMs, inAllMs, items, cpuMs, serviceCpuMs, startMb, peakMb, tablesBytes } = run;
  const expected = measured.small ? measured.companies : expectedItems(measured.companies);
  if (items !== expected)
    throw new Error(`${measured.contender}: ${items} items came out instead of ${expected}.`);
  return {
    measured,
    msPerCompany: totalMs / measured.companies,
    msPerCompanyInAll: inAllMs / measured.companies,
    cpuMsPerCompany: cpuMs / measured.companies,
    serviceCpuMsPerCompany: serviceCpuMs / measured.companies,
    startMb,
    peakMb,
    totalMs,
    maxInFlight: operations.screening.maxInFlight,
    connections: operations.screening.connections,
    tokenExchanges: tokens.issued + tokens.failed,
    tablesBytes,
  };
}

interface Run {
  totalMs: number;
  inAllMs: number;
  items: number;
  cpuMs: number;
  serviceCpuMs: number;
  startMb: number;
  peakMb: number;
  tablesBytes: number;
}

/** The ground of one case: with the service that it is measured against. */
type CaseGround = Omit<Ground, 'sandboxes'> & { sandbox: Sandbox };

const warmUpCompanies = 300;

const isAxios = (contender: Contender) => contender === 'axios' || contender === 'axiosNewConnections';

// What makes Node trust the service's certificate.
const trusting = ({ caFile }: Sandbox): NodeJS.ProcessEnv =>
  caFile === null ? {} : { NODE_EXTRA_CA_CERTS: caFile };

async function runAxios(measured: Case, { sandbox, install }: CaseGround): Promise<Run> {
  const { concurrency, latencyMs, contender } = measured;
  await sandbox.settings({ latencyMs });
  const order: Order = {
    service: sandbox.credential,
    warmUp: companyNames(latencyMs === 0 ? warmUpCompanies : concurrency),
    companies: companyNames(measured.companies),
    concurrency,
    keepAlive: contender === 'axios',
  };
  // The same Node as n8n's.
  const child = spawn(install.node, ['--import', 'tsx', require.resolve('./axiosLoop.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...trusting(sandbox) },
  });
  const serviceUsed = await measureProcess(sandbox.pid ?? 0);
  child.stdin.end(JSON.stringify(order));
  const finding = findingSchema.parse(JSON.parse(await text(child.stdout)));
  // The service's part in the warming up is measured along, and taken out by its share.
  const share = order.companies.length / (order.companies.length + order.warmUp.length);
  const serviceCpuMs = (await serviceUsed()).cpuMs * share;
  return { ...finding, inAllMs: finding.totalMs, serviceCpuMs, tablesBytes: 0 };
}

async function runInN8n(measured: Case, ground: CaseGround): Promise<Run> {
  const { install, tarball, userFolder, signal, nodeOptions, binaryDataMode, settings, sandbox } = ground;
  const env = {
    ...trusting(sandbox),
    ...settings,
    ...(nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions }),
    ...(binaryDataMode === undefined ? {} : { N8N_DEFAULT_BINARY_DATA_MODE: binaryDataMode }),
  };
  const n8n = await startN8n({ install, tarball, userFolder, signal, env });
  try {
    await n8n.rest.signIn(owner);
    const executions = await Executions.signIn(n8n.url, owner);
    const warmUp = await prepare(
      { ...measured, latencyMs: 0, companies: warmUpCompanies },
      'Warm up',
      n8n,
      ground,
    );
    await executions.run(warmUp.workflowId, triggerNode, signal);

    const { length: paidBefore } = measured.kept ? await sandbox.paid(0) : [];
    const contestant = await prepare(measured, 'Measured', n8n, ground);
    if (measured.kept?.again) await executions.run(contestant.workflowId, triggerNode, signal);
    await sandbox.settings({ latencyMs: measured.latencyMs });
    await sandbox.reset();
    const tablesBefore = measured.kept ? await executions.tablesBytes() : 0;
    const serviceUsed = await measureProcess(sandbox.pid ?? 0);
    const used = await measureProcess(n8n.pid ?? 0);
    const id = await executions.run(contestant.workflowId, triggerNode, signal);
    const usage = await used();
    const { cpuMs: serviceCpuMs } = await serviceUsed();
    const tablesBytes = measured.kept ? (await executions.tablesBytes()) - tablesBefore : 0;
    if (measured.kept) {
      // However often the list is run, it is paid for once.
      const { companies } = measured;
      const expected = {
        listed: companyNames(companies),
        times: 1,
        between: [companies, companies],
      } as const;
      checkPaid(await sandbox.paid(paidBefore), expected);
    }
    return { ...usage, serviceCpuMs, tablesBytes, ...resultOf(contestant, await executions.timings(id)) };
  } finally {
    await n8n.stop();
  }
}

const builders = { node: companyScreening, httpRequest };

/** Saves the workflow of a case with a credential of its own, which holds no token yet. */
async function prepare(
  { contender, ...setup }: Case,
  name: string,
  { rest }: RunningN8n,
  { sandbox }: CaseGround,
): Promise<Contestant & { workflowId: string }> {
  if (contender !== 'node' && contender !== 'httpRequest')
    throw new Error('The axios loop runs outside of n8n.');
  const service = sandbox.credential;
  const credential = { ...credentialOf(contender, sandbox), name: `${name} ${contender}` };
  const id = await rest.saveCredential(credential);
  const contestant = builders[contender]({
    ...setup,
    name,
    service,
    credential: { id, name: credential.name },
  });
  return { ...contestant, workflowId: await rest.saveWorkflow(contestant.workflow) };
}

function credentialOf(
  contender: Contender,
  { credential }: Sandbox,
): { type: string; data: Record<string, unknown> } {
  return contender === 'node'
    ? { type: credentialType, data: { ...credential } }
    : { type: 'oAuth2Api', data: oAuth2Fields(credential) };
}

function resultOf(
  { nodes, ends }: Contestant,
  timings: Awaited<ReturnType<Executions['timings']>>,
): Pick<Run, 'totalMs' | 'inAllMs' | 'items'> {
  const times = nodes.map((node) => timings.get(node)?.executionTimeMs ?? NaN);
  return {
    totalMs: times[0] ?? NaN,
    inAllMs: times.reduce((sum, ms) => sum + ms, 0),
    items: ends.reduce((sum, { node, output }) => sum + (timings.get(node)?.items[output] ?? 0), 0),
  };
}
