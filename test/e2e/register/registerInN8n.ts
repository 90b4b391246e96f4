// The screening register in an n8n of its own, which can be killed, and what its tests count.
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod/v4';
import { credentialName, readRows } from '../../support/examples';
import { readTable, removeTables } from '../../support/n8n/dataTables';
import type { Execution, N8nRest } from '../../support/n8n/rest';
import {
  publishRegister,
  readRegister,
  tables,
  textColumn,
  type Company,
  type RegisterSettings,
} from '../../support/register';
import { credentialType, type CredentialReference } from '../../support/workflows';
import { until, untilFound } from '../../support/waiting';
import { startHarness, type Harness } from '../realN8n';

/** The node that a person starts the register with. */
const start = 'Start';
const longRunMs = 5 * 60_000;

/** The hits as their table has them. */
export const hitsSchema = z.array(z.looseObject({ key: textColumn, referenceId: textColumn }));
/** A row of the hits. */
type StoredHit = z.infer<typeof hitsSchema>[number];

/** The example of a register, and where it keeps its rows. */
export interface RegisterKind<Row> {
  /** Saves and publishes it with these settings. Gives its id. */
  publish: (
    rest: N8nRest,
    credential: CredentialReference,
    settings: RegisterSettings & { File: string },
  ) => Promise<string>;
  companies: (rest: N8nRest) => Promise<Row[]>;
  hits: (rest: N8nRest) => Promise<StoredHit[]>;
  /** Removes the tables; the next run makes them again. */
  clear: (rest: N8nRest) => Promise<void>;
}

/** What the tests of the register use. */
export interface Register<Row = Company> {
  harness: Harness;
  /** The file of the list. */
  list: string;
  credential: CredentialReference;
  /** Writes the list of companies: the names by their keys. */
  writeList: (companies: Record<string, string>) => Promise<void>;
  /** Saves and publishes the workflow with these settings; what is left out is as in the example. */
  save: (settings?: RegisterSettings & { File?: string }) => Promise<void>;
  /** Starts it as a person does, and waits until the run has ended. */
  run: () => Promise<Execution>;
  /** Starts it as a person does, and does not wait. Gives the id of the execution. */
  begin: () => Promise<string>;
  /** `kill -9`, with everything that n8n started. */
  kill: () => Promise<void>;
  /** Starts n8n again, with these settings added to its own; the register then goes on by itself. */
  restart: (env?: NodeJS.ProcessEnv) => Promise<void>;
  /** Removes the files that the last run wrote. */
  forgetFiles: () => Promise<void>;
  /** Waits until a run has written its last file, and gives the summary. The files of earlier runs do not count. */
  ended: () => Promise<Record<string, string>>;
  /** Waits until the run that began by itself after the last restart has ended, and gives it. */
  runAfterRestart: () => Promise<Execution>;
  /** The list "A person decides" as the run wrote it. */
  personDecides: () => Promise<Record<string, string>[]>;
  companies: () => Promise<Row[]>;
  hits: () => Promise<StoredHit[]>;
  /** As it was at the start: no tables, an ordinary service, the settings of the example. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
}

const inDataTables: RegisterKind<Company> = {
  publish: publishRegister,
  companies: readRegister,
  hits: async (rest) => hitsSchema.parse(await readTable(rest, tables.hits)),
  clear: removeTables,
};

/** Starts n8n, with these settings, and the sandbox service. The project must be built. */
export function startRegister(env: NodeJS.ProcessEnv = {}): Promise<Register> {
  return startRegisterOf(inDataTables, env);
}

/** The same with a register of this kind. */
export async function startRegisterOf<Row>(
  kind: RegisterKind<Row>,
  env: NodeJS.ProcessEnv = {},
): Promise<Register<Row>> {
  const filesFolder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-register-')));
  const harness = await startHarness({ filesFolder, env });
  const list = join(filesFolder, 'companies.csv');
  const summary = join(filesFolder, 'companies-summary.csv');
  const lastFile = join(filesFolder, 'companies-a-person-decides.csv');
  const credential = {
    id: await harness.saveCredential(credentialName(credentialType)),
    name: credentialName(credentialType),
  };
  let workflowId = '';
  let restartedAt = new Date();
  const forgetFiles = async (): Promise<void> => {
    for (const file of [summary, lastFile]) await rm(file, { force: true });
  };
  const begin = async (): Promise<string> => {
    await forgetFiles();
    return harness.n8n().rest.start(workflowId, start);
  };
  const save: Register['save'] = async (settings = {}) => {
    workflowId = await kind.publish(harness.n8n().rest, credential, { File: list, ...settings });
  };
  return {
    harness,
    list,
    credential,
    writeList: async (companies) => {
      const rows = Object.entries(companies).map(([key, name]) => ({ 'Customer No': key, Company: name }));
      await writeFile(list, stringify(rows, { header: true }));
    },
    save,
    run: async () => harness.n8n().rest.untilEnded(await begin()),
    begin,
    forgetFiles,
    kill: async () => {
      const { pid, exited, stop } = harness.n8n();
      process.kill(pid ?? NaN, 'SIGKILL');
      await exited;
      // What n8n had started itself.
      await stop();
    },
    restart: async (env) => {
      await forgetFiles();
      restartedAt = new Date();
      await harness.restartN8n(env);
    },
    runAfterRestart: async () => {
      const { rest } = harness.n8n();
      // The calls of its parts are executions too, of another mode.
      const look = async () =>
        (await rest.executionsOf(workflowId)).find(
          ({ mode, createdAt }) => mode === 'trigger' && createdAt > restartedAt,
        );
      const { id } = await untilFound('the register had begun by itself', look);
      return rest.untilEnded(id, { withinMs: longRunMs });
    },
    ended: async () => {
      const isWritten = async () => (await readRows(lastFile).catch(() => [])).length > 0;
      await until('the register had written its last file', isWritten, { withinMs: longRunMs });
      const [row = {}] = await readRows(summary);
      return row;
    },
    personDecides: async () => (await readRows(lastFile)).filter((row) => row['Reference ID'] !== ''),
    companies: () => kind.companies(harness.n8n().rest),
    hits: () => kind.hits(harness.n8n().rest),
    reset: async () => {
      await kind.clear(harness.n8n().rest);
      await harness.sandbox.reset({ settings: true });
      await harness.saveCredential(credential.name);
      await forgetFiles();
      await save();
    },
    stop: async () => {
      await harness.stop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}
