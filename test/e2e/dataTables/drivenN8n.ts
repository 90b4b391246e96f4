// A real n8n on SQLite or on Postgres, with a node in it that drives the register's tables.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import type { Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import { ensureN8n } from '../../support/n8n/install';
import { owner } from '../../support/n8n/owner';
import { prepareN8n } from '../../support/n8n/prepared';
import type { Workflow } from '../../support/n8n/rest';
import { startN8n, type RunningN8n } from '../../support/n8n/server';
import { n8nSettingsFor, startPostgres, type RunningPostgres } from '../../support/queue/postgres';
import { buildDriver, driverType } from '../../support/registerDriver/build';
import { outcomesSchema, type Outcome, type Step } from '../../support/registerDriver/script';
import { reportTo } from '../../support/report';
import { untilFound } from '../../support/waiting';
import { inARow, manualTrigger } from '../../support/workflows';

/** A script as a test writes it. */
export type Script =
  | Exclude<Step, { statements: unknown }>
  | { do: 'run' | 'runWithoutWaiting'; statements: Statement[] }
  | { do: 'runUntil'; comes: 'failure' | 'answer'; statements: Statement[] };

export interface DrivenN8n {
  n8n: () => RunningN8n;
  /** The database, where it is not SQLite. */
  postgres: RunningPostgres | undefined;
  /** Runs a script by hand, in a workflow of its own. */
  drive: (...script: Script[]) => Promise<Outcome[]>;
  /** Saves a workflow that runs the script, by hand or by its webhook. */
  save: (script: Script[], settings?: Workflow['settings']) => Promise<SavedScript>;
  /** Ends n8n and starts it again with other settings. */
  restart: (env: NodeJS.ProcessEnv) => Promise<void>;
  /** What n8n has logged. */
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

interface SavedScript {
  workflowId: string;
  byHand: () => Promise<Outcome[]>;
  /** As a trigger does, once the workflow is published. */
  byWebhook: () => Promise<Outcome[]>;
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** Starts it. */
export async function startDrivenN8n(
  kind: DatabaseKind,
  settings: NodeJS.ProcessEnv = {},
): Promise<DrivenN8n> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-tables-')));
  const userFolder = join(folder, 'n8n');
  const prepared = await prepareN8n(reportTo(process.stderr));
  await prepared.copyTo(userFolder, kind === 'sqlite' ? ['database'] : []);
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  const env = {
    ...prepared.env,
    ...(await buildDriver(join(folder, 'driver'))),
    ...(postgres ? n8nSettingsFor(postgres) : {}),
    ...settings,
  };
  const install = await ensureN8n(reportTo(process.stderr));
  const start = async (): Promise<RunningN8n> => {
    const started = await startN8n({ install, userFolder, env, isBare: true });
    await started.rest.signIn(owner);
    return started;
  };
  let n8n = await start();
  let count = 0;

  const save: DrivenN8n['save'] = async (script, workflowSettings = {}) => {
    count += 1;
    const name = `Driver ${String(count)}`;
    const workflow = workflowOf(name, script, workflowSettings);
    const workflowId = await n8n.rest.saveWorkflow(workflow);
    return {
      workflowId,
      byHand: async () => {
        const execution = await n8n.rest.run(workflowId, 'Start');
        const item = execution.output('Driver')[0];
        if (item === undefined)
          throw new Error(`The driver gave nothing: ${execution.error?.message ?? execution.status}`);
        return outcomesSchema.parse(item.json);
      },
      byWebhook: async () =>
        outcomesSchema.parse(
          await untilFound('the workflow was published', async () => {
            const url = `${n8n.url}/webhook/${pathOf(name)}`;
            const reply = await axios.post<unknown>(url, {}, { proxy: false, validateStatus: () => true });
            return reply.status === 404 ? undefined : reply.data;
          }),
        ),
    };
  };

  return {
    n8n: () => n8n,
    postgres,
    drive: async (...script) => (await save(script)).byHand(),
    save,
    restart: async (changes) => {
      Object.assign(env, changes);
      await n8n.stop();
      n8n = await start();
    },
    log: () => readFile(n8n.logFile, 'utf8'),
    stop: async () => {
      await n8n.stop();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const pathOf = (name: string): string => name.toLowerCase().replace(' ', '-');

function workflowOf(name: string, script: Script[], settings: Workflow['settings']): Workflow {
  return {
    name,
    nodes: [
      manualTrigger('Start'),
      {
        name: 'Hook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        position: [0, 200],
        parameters: { httpMethod: 'POST', path: pathOf(name), responseMode: 'lastNode' },
        webhookId: pathOf(name),
      },
      {
        name: 'Driver',
        type: driverType,
        typeVersion: 1,
        position: [200, 0],
        parameters: { script: JSON.stringify(script) },
      },
    ],
    connections: { ...inARow('Start', 'Driver'), ...inARow('Hook', 'Driver') },
    settings: { executionOrder: 'v1', ...settings },
  };
}
