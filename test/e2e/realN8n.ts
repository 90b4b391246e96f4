// One real n8n for all end-to-end tests, with the packed node in it and the sandbox service beside it.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplesFolder } from '../support/examples';
import type { Tarball } from '../support/n8n/pack';
import { prepareN8n } from '../support/n8n/prepared';
import { reportTo } from '../support/report';
import type { CredentialTestResult, Execution, Workflow } from '../support/n8n/rest';
import { owner } from '../support/n8n/owner';
import { startN8n, type RunningN8n } from '../support/n8n/server';
import {
  credentialType,
  inARow,
  manualTrigger,
  nodeUnderTest,
  pinned,
  screeningNode,
  type CredentialReference,
} from '../support/workflows';
import { startSandbox, type PaidScreening, type Sandbox, type SandboxCredential } from '../sandbox/client';

/** How the node is set up for a run; what is left out has the node's own default. */
export interface NodeSetup {
  parameters: Record<string, unknown>;
  /** The json of each input item; one empty item unless given. */
  input?: Record<string, unknown>[];
  onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
  /** Fields of the credential that differ from the sandbox's own. */
  credential?: Partial<SandboxCredential>;
}

/** What the tests use. */
export interface Harness {
  tarball: Tarball;
  /** The n8n that runs now. */
  n8n: () => RunningN8n;
  sandbox: Sandbox;
  /** The folder n8n installed the tarball in. */
  nodesFolder: string;
  /** Saves a credential with the sandbox's values, but for the changes. Returns its id. */
  saveCredential: (name: string, changes?: Partial<SandboxCredential>) => Promise<string>;
  /** Saves a workflow with the node in it. Returns its id. */
  saveWorkflow: (setup: NodeSetup) => Promise<string>;
  /** Saves such a workflow; what it gives runs that workflow, as often as it is called. */
  save: (setup: NodeSetup) => Promise<() => Promise<Execution>>;
  /** Saves such a workflow, runs it once, and returns what came out. */
  run: (setup: NodeSetup) => Promise<Execution>;
  /** Ends n8n and starts it again with all it has stored. */
  restartN8n: (env?: NodeJS.ProcessEnv) => Promise<void>;
  /** Saves a credential and tests it, as the credential's form does. */
  testCredential: (changes: Partial<SandboxCredential>) => Promise<CredentialTestResult>;
  stop: () => Promise<void>;
}

const inputNode = 'Input';

/** What a test needs n8n to be like, where it differs from the ordinary. */
export interface HarnessOptions {
  /** The folder n8n's file nodes may read and write; `examples/` unless given. */
  filesFolder?: string;
  /** Installs the node, where the usual way is not what a test wants. */
  installNode?: (userFolder: string) => Promise<void>;
  /** For a test that opens its editor in a browser, or a form that asks for signing in. */
  hasEditor?: boolean;
  /** Further settings of n8n. */
  env?: NodeJS.ProcessEnv;
  /** Where the sandbox service listens; any free port unless given. */
  sandboxPort?: number;
}

/** Starts an n8n from a copy of the prepared one, and the sandbox service beside it. The project must be built. */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const prepared = await prepareN8n(reportTo(process.stderr));
  const { install, tarball } = prepared;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-e2e-')));
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
  const saveCredential: Harness['saveCredential'] = (name, changes = {}) =>
    n8n.rest.saveCredential({ name, type: credentialType, data: { ...sandbox.credential, ...changes } });
  const saveWorkflow: Harness['saveWorkflow'] = async (setup) => {
    count += 1;
    const name = `Test ${String(count)}`;
    const id = await saveCredential(name, setup.credential);
    return n8n.rest.saveWorkflow(workflowFor(name, { id, name }, setup));
  };
  const save: Harness['save'] = async (setup) => {
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
    nodesFolder: join(userFolder, '.n8n', 'nodes'),
    restartN8n: async (changes = {}) => {
      Object.assign(env, changes);
      await n8n.stop();
      n8n = await start();
    },
    saveCredential,
    saveWorkflow,
    save,
    run: async (setup) => (await save(setup))(),
    testCredential: async (changes) => {
      const name = 'Credential test';
      const id = await saveCredential(name, changes);
      const data = { ...sandbox.credential, ...changes };
      return n8n.rest.testCredential(id, { name, type: credentialType, data });
    },
    stop: async () => {
      await n8n.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
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
  return {
    name,
    nodes: [
      manualTrigger(inputNode),
      { ...screeningNode(credential, setup.parameters), onError: setup.onError ?? 'stopWorkflow' },
    ],
    connections: inARow(inputNode, nodeUnderTest),
    pinData: pinned(inputNode, setup.input ?? [{}]),
  };
}
