// The example workflows in a real n8n: as they are in the folder, with what only a user can fill in filled in.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { newFolder, removeFolder } from '../../support/folders';
import { credentialName, readExample } from '../../support/examples';
import type { Workflow } from '../../support/n8n/rest';
import { credentialType, type CredentialReference, type WorkflowNode } from '../../support/workflows';
import { startOutgoing } from '../outgoing';
import type { SandboxCredential } from '../../sandbox/client';
import { startHarness, type HarnessOptions } from '../realN8n';

/** The timezone of the n8n that runs the examples: far from UTC, so that its days begin at another hour. */
export const timezone = 'Pacific/Auckland';

type Credentials = Record<string, CredentialReference>;
export type Examples = Awaited<ReturnType<typeof startExamples>>;

/** Starts n8n and the sandbox service. The project must be built. */
export async function startExamples(options: Pick<HarnessOptions, 'env' | 'hasEditor'> = {}) {
  const filesFolder = await newFolder('files');
  const outgoing = await startOutgoing();
  const harness = await startHarness({
    ...options,
    filesFolder,
    env: {
      GENERIC_TIMEZONE: timezone,
      // n8n 1 asks for it before an agent may use a community node; n8n 2 no longer does.
      N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
      ...outgoing.env,
      ...options.env,
    },
  });
  const { rest, url } = harness.n8n();
  const saved: Credentials = {};
  /** Saves a credential under the name that the examples know it by. */
  const saveCredential = async (type: string, data: Record<string, unknown>) => {
    const name = credentialName(type);
    saved[type] = { id: await rest.saveCredential({ name, type, data }), name };
  };
  /** Saves the credential of the service, with these changes. */
  const connect = (changes: Partial<SandboxCredential> = {}) =>
    saveCredential(credentialType, { ...harness.sandbox.credential, ...changes });
  await connect();
  await saveCredential('smtp', outgoing.smtpCredential);
  await saveCredential('slackApi', outgoing.slackCredential);
  return {
    rest,
    url,
    /** What takes the messages of Slack and e-mail nodes. */
    outgoing,
    sandbox: harness.sandbox,
    /** The folder that n8n's file nodes may read and write. */
    filesFolder,
    saveCredential,
    connect,
    /** Writes a CSV file with a row for each company; returns its path. */
    writeCompanies: async (rows: Record<string, string>[]) => {
      const path = join(filesFolder, 'companies.csv');
      await writeFile(path, stringify(rows, { header: true }));
      return path;
    },
    /** Saves an example with its credentials chosen. `edit` makes the changes that a test needs. */
    save: async (file: string, edit: (workflow: Workflow) => void) => {
      const workflow = await readExample(file);
      edit(workflow);
      chooseCredentials(workflow, saved);
      return rest.saveWorkflow(workflow);
    },
    /** Kills n8n, and starts it again with all that it has stored, at the same address. */
    killN8n: async () => {
      await harness.n8n().kill();
      await harness.restartN8n();
    },
    stop: async () => {
      await harness.stop();
      await outgoing.stop();
      await removeFolder(filesFolder);
    },
  };
}

/**
 * The hooks of a test file: one n8n and one sandbox service for all of its tests, and before each test the service as it was, and its
 * credential. The project must be built.
 */
export function useExamples(options?: Parameters<typeof startExamples>[0]): () => Examples {
  let examples: Examples;

  beforeAll(async () => {
    examples = await startExamples(options);
  });

  beforeEach(async () => {
    await examples.sandbox.reset({ settings: true });
    await examples.connect();
  });

  afterAll(() => examples.stop());

  return () => examples;
}

const collection = z.record(z.string(), z.unknown()).default({});

/** Changes some of what a parameter holds that is a collection of options. */
export function change(node: WorkflowNode, parameter: string, changes: Record<string, unknown>): void {
  node.parameters[parameter] = { ...collection.parse(node.parameters[parameter]), ...changes };
}

/** Gives every node that keeps a register a new one, so that a test finds nothing of another. */
export function useNewRegister(workflow: Workflow): void {
  const register = `Register ${randomUUID()}`;
  for (const node of workflow.nodes)
    if (node.parameters['keepInRegister'] === true) change(node, 'registerSettings', { register });
}

/** Every company is due in every run. */
export function screenEveryTime(workflow: Workflow): void {
  change(nodeOf(workflow, 'Company Screening'), 'registerSettings', { screenAgainAfterDays: 0.000_000_1 });
}

/** Where messages go. The examples leave it empty, so that n8n does not publish an alarm that goes to nobody. */
export function enterAddresses(workflow: Workflow): void {
  for (const { type, parameters } of workflow.nodes) {
    if (type === 'n8n-nodes-base.emailSend')
      Object.assign(parameters, { fromEmail: 'screening@example.com', toEmail: 'compliance@example.com' });
    if (type === 'n8n-nodes-base.slack')
      parameters['channelId'] = { __rl: true, mode: 'name', value: '#compliance' };
  }
}

/** Puts nodes that do nothing in the place of those that send something out. What they get, they give. */
export function replaceOutgoing(workflow: Workflow, ...names: string[]): void {
  for (const name of names) {
    const node = nodeOf(workflow, name);
    node.type = 'n8n-nodes-base.noOp';
    node.typeVersion = 1;
    node.parameters = {};
    delete node.credentials;
  }
}

/** Sets some parameters of a node. */
export function setParameters(workflow: Workflow, name: string, parameters: Record<string, unknown>): void {
  const node = nodeOf(workflow, name);
  node.parameters = { ...node.parameters, ...parameters };
}

/** The node of a workflow with this name. @throws when there is none */
export function nodeOf(workflow: Workflow, name: string): WorkflowNode {
  const node = workflow.nodes.find((candidate) => candidate.name === name);
  if (node === undefined) throw new Error(`The workflow has no node "${name}".`);
  return node;
}

// The examples know credentials by their names only; n8n's editor asks the user to choose one.
function chooseCredentials(workflow: Workflow, saved: Credentials): void {
  for (const node of workflow.nodes) {
    for (const [type, { name }] of Object.entries(node.credentials ?? {})) {
      const credential = saved[type];
      if (credential?.name !== name)
        throw new Error(`The test saved no credential "${name}" of type ${type}.`);
      node.credentials = { ...node.credentials, [type]: credential };
    }
  }
}
