// A real n8n on SQLite or on Postgres, with a node in it that drives the register's tables.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, removeFolder } from '../../support/folders';
import type { Statement } from '../../../nodes/CompanyScreening/register/port/tables';
import { ensureN8n } from '../../support/n8n/install';
import { owner } from '../../support/n8n/owner';
import { prepareN8n } from '../../support/n8n/prepared';
import type { Workflow } from '../../support/n8n/rest';
import { startN8n, type RunningN8n } from '../../support/n8n/server';
import { n8nSettingsFor, startPostgres } from '../../support/queue/postgres';
import { buildDriver, driverType } from '../../support/registerDriver/build';
import { outcomesSchema, type Step } from '../../support/registerDriver/script';
import { reportTo } from '../../support/report';
import { untilFound } from '../../support/waiting';
import { callWebhook } from '../../support/webhook';
import { inARow, manualTrigger, ownNode, webhookNode } from '../../support/workflows';

/** A script as a test writes it. */
export type Script =
  | Exclude<Step, { statements: unknown }>
  | { do: 'run' | 'runWithoutWaiting'; statements: Statement[] }
  | { do: 'runUntil'; comes: 'failure' | 'answer'; statements: Statement[] };

export type DrivenN8n = Awaited<ReturnType<typeof startDrivenN8n>>;

export type DatabaseKind = 'sqlite' | 'postgres';

export async function startDrivenN8n(kind: DatabaseKind, settings: NodeJS.ProcessEnv = {}) {
  const folder = await newFolder('tables');
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

  /** Saves a workflow that runs the script, by hand or by its webhook. */
  const save = async (script: Script[], workflowSettings: Workflow['settings'] = {}) => {
    count += 1;
    const name = `Driver ${String(count)}`;
    const workflowId = await n8n.rest.saveWorkflow(workflowOf(name, script, workflowSettings));
    return {
      workflowId,
      byHand: async () => {
        const execution = await n8n.rest.run(workflowId, 'Start');
        const item = execution.output('Driver')[0];
        if (item === undefined)
          throw new Error(`The driver gave nothing: ${execution.error?.message ?? execution.status}`);
        return outcomesSchema.parse(item.json);
      },
      /** As a trigger does, once the workflow is published. */
      byWebhook: async () =>
        outcomesSchema.parse(
          await untilFound('the workflow was published', async () => {
            const reply = await callWebhook(n8n.url, pathOf(name), {});
            return reply.status === 404 ? undefined : reply.data;
          }),
        ),
    };
  };

  return {
    n8n: () => n8n,
    /** The database, where it is not SQLite. */
    postgres,
    /** Runs a script by hand, in a workflow of its own. */
    drive: async (...script: Script[]) => (await save(script)).byHand(),
    save,
    /** Ends n8n and starts it again with other settings. */
    restart: async (changes: NodeJS.ProcessEnv) => {
      Object.assign(env, changes);
      await n8n.stop();
      n8n = await start();
    },
    log: () => readFile(n8n.logFile, 'utf8'),
    stop: async () => {
      await n8n.stop();
      await postgres?.stop();
      await removeFolder(folder);
    },
  };
}

const pathOf = (name: string): string => name.toLowerCase().replace(' ', '-');

function workflowOf(name: string, script: Script[], settings: Workflow['settings']): Workflow {
  const driver = { ...ownNode({ script: JSON.stringify(script) }, 'Driver'), type: driverType };
  return {
    name,
    nodes: [manualTrigger('Start'), webhookNode('Hook', pathOf(name), 'lastNode'), driver],
    connections: { ...inARow('Start', 'Driver'), ...inARow('Hook', 'Driver') },
    settings: { executionOrder: 'v1', ...settings },
  };
}
