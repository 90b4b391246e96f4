// The screening register in a fleet of n8n, and the workflow that spreads its batches over the workers.
import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { readExample, readRows, setFields, type Row } from '../examples';
import type { Execution, ExecutionSummary, Workflow } from '../n8n/rest';
import { publishRegister, readRegister, type Company, type RegisterSettings } from '../register';
import { until } from '../waiting';
import { isEnded, startScreeningFleet, type ScreeningFleet } from './screeningFleet';
import type { FleetOptions } from './fleet';

/** A fleet with both workflows in production. */
export interface RegisterFleet extends ScreeningFleet {
  /** Writes the list of companies: the names by their keys. */
  writeList: (companies: Record<string, string>) => Promise<void>;
  /** Saves and publishes the register; settings that are left out are as in the example. */
  saveRegister: (settings?: RegisterSettings) => Promise<void>;
  /** Starts the register as a person does. Gives the id of the execution. */
  startRegister: () => Promise<string>;
  /** Saves and publishes "Fan out over workers". */
  publishFanOut: (executionsAtOnce: number, companiesInABatch: number) => Promise<void>;
  /** Starts it as a person does, and waits until it has called for its executions. */
  fanOut: () => Promise<Execution>;
  /** The executions that were started so, and what started them. */
  fanOutExecutions: () => Promise<ExecutionSummary[]>;
  /** Waits until all of them have ended. */
  fanOutEnded: () => Promise<ExecutionSummary[]>;
  companies: () => Promise<Company[]>;
  /** The list "A person decides", as the last run of the register wrote it. */
  personDecides: () => Promise<Row[]>;
}

/** Starts the fleet and the sandbox service. The project must be built. */
export async function startRegisterFleet(options: FleetOptions): Promise<RegisterFleet> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-register-')));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const env = { ...options.env, N8N_RESTRICT_FILE_ACCESS_TO: folder };
  const fleet = await startScreeningFleet({ ...options, env }).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const list = join(folder, 'companies.csv');
  // The main process may be another one by now.
  const rest = () => fleet.main().rest;
  const key = await saveKey(fleet);
  let registerId = '';
  let fanOutId = '';
  const saveRegister = async (settings: RegisterSettings = {}): Promise<void> => {
    registerId = await publishRegister(rest(), fleet.credential, { File: list, ...settings });
  };
  const fanOutExecutions = () => rest().executionsOf(fanOutId);

  return {
    ...fleet,
    writeList: async (companies) => {
      const rows = Object.entries(companies).map(([number, name]) => ({
        'Customer No': number,
        Company: name,
      }));
      await writeFile(list, stringify(rows, { header: true }));
    },
    saveRegister,
    startRegister: () => rest().start(registerId, start),
    publishFanOut: async (executionsAtOnce, companiesInABatch) => {
      const workflow = await readExample('fan-out-over-workers.json');
      setFields(workflow, 'Settings', {
        'Address of n8n': fleet.main().url,
        'Executions at once': executionsAtOnce,
        'Companies in a batch': companiesInABatch,
      });
      choose(workflow, key, registerId);
      fanOutId = await rest().saveWorkflow(workflow);
      await rest().activateWorkflow(fanOutId);
      await until('the webhook was there', () => fleet.isRegistered(fanOutPath));
    },
    fanOut: () => rest().run(fanOutId, start),
    fanOutExecutions,
    fanOutEnded: async () => {
      await until('the executions had ended', async () => (await fanOutExecutions()).every(isEnded), {
        withinMs: 300_000,
      });
      return fanOutExecutions();
    },
    companies: () => readRegister(rest()),
    personDecides: async () => {
      const rows = await readRows(join(folder, 'companies-a-person-decides.csv'));
      return rows.filter((row) => row['Reference ID'] !== '');
    },
    stop: async () => {
      await fleet.stop();
      await removeFolder();
    },
  };
}

/** The path of the webhook that begins an execution. */
export const fanOutPath = 'screen-the-register';
/** The node that a person starts either workflow with. */
const start = 'Start';
const keyType = 'httpHeaderAuth';

async function saveKey(fleet: ScreeningFleet): Promise<{ id: string; name: string }> {
  const name = 'Fan-out webhook key';
  const data = { name: 'X-Fan-Out-Key', value: randomBytes(16).toString('hex') };
  return { name, id: await fleet.main().rest.saveCredential({ name, type: keyType, data }) };
}

/** Chooses the credential and the register, as the notes of the workflow ask for. */
function choose(workflow: Workflow, key: { id: string; name: string }, registerId: string): void {
  for (const node of workflow.nodes) {
    if (node.credentials !== undefined) node.credentials = { [keyType]: key };
    if (node.name === 'Screen one batch')
      node.parameters['workflowId'] = { __rl: true, mode: 'list', value: registerId };
  }
}
