// One real n8n for all end-to-end tests, with the packed node in it and the sandbox service beside it.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, removeFolder } from '../support/folders';
import { examplesFolder } from '../support/examples';
import { prepareN8n } from '../support/n8n/prepared';
import { reportTo } from '../support/report';
import type { Execution, Workflow } from '../support/n8n/rest';
import { owner } from '../support/n8n/owner';
import { startN8n, type RunningN8n } from '../support/n8n/server';
import {
  credentialType,
  nodeUnderTest,
  screeningNode,
  workflowWith,
  type CredentialReference,
} from '../support/workflows';
import { startSandbox, type PaidScreening, type SandboxCredential } from '../sandbox/client';

/** How the node is set up for a run; what is left out has the node's own default. */
export interface NodeSetup {
  parameters: Record<string, unknown>;
  /** The json of each input item; one empty item unless given. */
  input?: Record<string, unknown>[];
  onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
  /** Fields of the credential that differ from the sandbox's own. */
  credential?: Partial<SandboxCredential>;
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

const inputNode = 'Input';

/** What a test needs n8n to be like, where it differs from the ordinary. */
export interface HarnessOptions {
  /** The folder n8n's file nodes may read and write; `examples/` unless given. */
  filesFolder?: string;
  /** Installs the node, where the usual way is not what a test wants. */
  installNode?: (userFolder: string) => Promise<void>;
  /** For a test that opens its editor in a browser, or a form that asks for signing in. */
  hasEditor?: boolean;
  env?: NodeJS.ProcessEnv;
  /** Where the sandbox service listens; any free port unless given. */
  sandboxPort?: number;
}

/** Starts an n8n from a copy of the prepared one, and the sandbox service beside it. The project must be built. */
export async function startHarness(options: HarnessOptions = {}) {
  const prepared = await prepareN8n(reportTo(process.stderr));
  const { install, tarball } = prepared;
  const folder = await newFolder('e2e');
  const { sandboxPort = 0, installNode, hasEditor = false } = options;
  const isBare = !hasEditor;
  const env = { ...prepared.env, ...options.env };
  const userFolder = join(folder, 'n8n');
  await prepared.copyTo(userFolder, installNode ? ['database'] : ['database', 'package']);
  await installNode?.(userFolder);
  const sandbox = await startSandbox({ port: sandboxPort });
  const filesFolder = await realpath(options.filesFolder ?? examplesFolder);
  // Started again, it is where it was.
  let port: number | undefined;
  const start = async (): Promise<RunningN8n> => {
    const started = await startN8n({ install, userFolder, filesFolder, env, port, isBare });
    port = Number(new URL(started.url).port);
    await started.rest.signIn(owner);
    return started;
  };
  let n8n = await start().catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  let count = 0;
  /** Saves a credential with the sandbox's values, but for the changes. Returns its id. */
  const saveCredential = (name: string, changes: Partial<SandboxCredential> = {}) =>
    n8n.rest.saveCredential({ name, type: credentialType, data: { ...sandbox.credential, ...changes } });
  /** Saves a workflow with the node in it. Returns its id. */
  const saveWorkflow = async (setup: NodeSetup) => {
    count += 1;
    const name = `Test ${String(count)}`;
    const id = await saveCredential(name, setup.credential);
    return n8n.rest.saveWorkflow(workflowFor(name, { id, name }, setup));
  };
  /** Saves such a workflow; what it gives runs that workflow, as often as it is called. */
  const save = async (setup: NodeSetup) => {
    const workflowId = await saveWorkflow(setup);
    return async () => {
      const { length } = await sandbox.paid(0);
      const execution = await n8n.rest.run(workflowId, inputNode);
      if (execution.status === 'success') expectAllCameOut(execution, await sandbox.paid(length));
      return execution;
    };
  };

  return {
    tarball,
    n8n: () => n8n,
    sandbox,
    /** The folder n8n installed the tarball in. */
    nodesFolder: join(userFolder, '.n8n', 'nodes'),
    /** Ends n8n and starts it again with all it has stored. */
    restartN8n: async (changes: NodeJS.ProcessEnv = {}) => {
      Object.assign(env, changes);
      await n8n.stop();
      n8n = await start();
    },
    saveCredential,
    saveWorkflow,
    save,
    run: async (setup: NodeSetup) => (await save(setup))(),
    /** Saves a credential and tests it, as the credential's form does. */
    testCredential: async (changes: Partial<SandboxCredential>) => {
      const name = 'Credential test';
      const id = await saveCredential(name, changes);
      const data = { ...sandbox.credential, ...changes };
      return n8n.rest.testCredential(id, { name, type: credentialType, data });
    },
    stop: async () => {
      await n8n.stop();
      await sandbox.stop();
      await removeFolder(folder);
    },
  };
}

/** The json of items, which is what most tests look at. */
export function screeningJson(execution: Execution, output = 0): Record<string, unknown>[] {
  return execution.output(nodeUnderTest, output).map(({ json }) => json);
}

/** Nothing that was paid for is missing from the output. What came out and was not paid for, every test is checked for. */
function expectAllCameOut(execution: Execution, paid: PaidScreening[]): void {
  const cameOut = [0, 1, 2, 3].flatMap((output) => screeningJson(execution, output));
  const referenceIds = new Set(cameOut.map(({ referenceId }) => referenceId));
  expect(paid.filter(({ referenceId }) => !referenceIds.has(referenceId))).toEqual([]);
}

// The input is pinned on the trigger: what a user does to try a node with data of their own.
function workflowFor(name: string, credential: CredentialReference, setup: NodeSetup): Workflow {
  const { parameters, input = [{}], onError = 'stopWorkflow' } = setup;
  return workflowWith(name, { ...screeningNode(credential, parameters), onError }, input, inputNode);
}
