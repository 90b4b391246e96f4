// The example workflows in a real n8n: as they are in the folder, with what only a user can fill in filled in.
import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { credentialName, readExample } from '../../support/examples';
import type { N8nRest, Workflow } from '../../support/n8n/rest';
import { credentialType, type CredentialReference, type WorkflowNode } from '../../support/workflows';
import { startOutgoing, type Outgoing } from '../outgoing';
import { startHarness, type HarnessOptions } from '../realN8n';
import type { Sandbox } from '../../sandbox/client';

/** The timezone of the n8n that runs the examples: far from UTC, so that its days begin at another hour. */
export const timezone = 'Pacific/Auckland';

/** What the tests of the examples use. */
export interface Examples {
  rest: N8nRest;
  /** The address of n8n. */
  url: string;
  sandbox: Sandbox;
  /** What takes the messages of Slack and e-mail nodes. */
  outgoing: Outgoing;
  /** The folder that n8n's file nodes may read and write. */
  filesFolder: string;
  /** Saves a credential under the name that the examples know it by. */
  saveCredential: (type: string, data: Record<string, unknown>) => Promise<void>;
  /** Writes a CSV file with a row for each company; returns its path. */
  writeCompanies: (rows: Record<string, string>[]) => Promise<string>;
  /** Saves an example with its credentials chosen. `edit` makes the changes that a test needs. */
  save: (file: string, edit: (workflow: Workflow) => void) => Promise<string>;
  /** Kills n8n, and starts it again with all that it has stored, at the same address. */
  killN8n: () => Promise<void>;
  stop: () => Promise<void>;
}

type Credentials = Record<string, CredentialReference>;

/** Starts n8n and the sandbox service. The project must be built. */
export async function startExamples(
  options: Pick<HarnessOptions, 'env' | 'hasEditor'> = {},
): Promise<Examples> {
  const filesFolder = await realpath(await mkdtemp(join(tmpdir(), 'company-screening-files-')));
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
  const saveCredential: Examples['saveCredential'] = async (type, data) => {
    const name = credentialName(type);
    saved[type] = { id: await rest.saveCredential({ name, type, data }), name };
  };
  await saveCredential('smtp', outgoing.smtpCredential);
  await saveCredential('slackApi', outgoing.slackCredential);
  return {
    rest,
    url,
    outgoing,
    sandbox: harness.sandbox,
    filesFolder,
    saveCredential,
    writeCompanies: async (rows) => {
      const path = join(filesFolder, 'companies.csv');
      await writeFile(path, stringify(rows, { header: true }));
      return path;
    },
    save: async (file, edit) => {
      const workflow = await readExample(file);
      edit(workflow);
      chooseCredentials(workflow, saved);
      return rest.saveWorkflow(workflow);
    },
    killN8n: async () => {
      await harness.n8n().kill();
      await harness.restartN8n();
    },
    stop: async () => {
      await harness.stop();
      await outgoing.stop();
      await rm(filesFolder, { recursive: true, force: true });
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
    await examples.saveCredential(credentialType, examples.sandbox.credential);
  });

  afterAll(async () => {
    await examples.stop();
  });

  return () => examples;
}

const collection = z.record(z.string(), z.unknown()).default({});

/** Gives every node that keeps a register a new one, so that a test finds nothing of another. */
export function useNewRegister(workflow: Workflow): void {
  const register = `Register ${randomUUID()}`;
  for (const { parameters } of workflow.nodes)
    if (parameters['keepInRegister'] === true)
      parameters['registerSettings'] = { ...collection.parse(parameters['registerSettings']), register };
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
