// Runs the built package in n8n-core: the node and the credential are loaded from dist/ as n8n loads them, and
// n8n's own WorkflowExecute runs a workflow with them.
import path from 'node:path';

import {
  ExecutionLifecycleHooks,
  ExternalSecretsProxy,
  PackageDirectoryLoader,
  WorkflowExecute,
} from 'n8n-core';
import {
  createRunExecutionData,
  ICredentialsHelper,
  NodeConnectionTypes,
  Workflow,
  type ICredentialDataDecryptedObject,
  type ICredentialType,
  type IExecuteFunctions,
  type IDataObject,
  type IHttpRequestHelper,
  type IHttpRequestOptions,
  type INode,
  type INodeParameters,
  type INodeProperties,
  type INodeType,
  type INodeTypes,
  type IRun,
  type IWorkflowExecuteAdditionalData,
  type OnError,
  type WorkflowExecuteMode,
} from 'n8n-workflow';
import { CompanyScreeningApi } from '../../credentials/CompanyScreeningApi.credentials';
import { postForm } from '../../credentials/companyScreeningApi/postForm';
import type { Time } from '../../nodes/CompanyScreening/flowControl/time';
import { CompanyScreening, executeNode } from '../../nodes/CompanyScreening/CompanyScreening.node';
import { renewToken } from '../../credentials/companyScreeningApi/renewToken';
import type { Tables } from '../../nodes/CompanyScreening/register/port/tables';
import { CircuitBreakers } from '../../nodes/CompanyScreening/run/state/outage';
import { realTime } from '../support/realTime';
import { credentialType, nodeType } from '../support/workflows';

const START_TYPE = 'test.start';
// Only stands in the expressions that name n8n's own addresses.
const N8N_URL = 'http://localhost/';
const ADDRESSES = {
  restApiUrl: N8N_URL,
  instanceBaseUrl: N8N_URL,
  formBaseUrl: N8N_URL,
  formWaitingBaseUrl: N8N_URL,
  formTestBaseUrl: N8N_URL,
  webhookBaseUrl: N8N_URL,
  webhookWaitingBaseUrl: N8N_URL,
  webhookTestBaseUrl: N8N_URL,
  mcpBaseUrl: N8N_URL,
  mcpTestBaseUrl: N8N_URL,
};

export interface RunSetup {
  credential: ICredentialDataDecryptedObject;
  parameters?: INodeParameters;
  items: IDataObject[];
  onError?: OnError;
  /** How n8n started the execution; by hand unless told otherwise. */
  mode?: WorkflowExecuteMode;
  retryOnFail?: boolean;
  executeOnce?: boolean;
  /** Runs node and credential as they stand in the sources, in this time; without it, as they were built and in real time. */
  time?: Time;
  /** The tables of a register, by its name. With it, node and credential run as they stand in the sources. */
  register?: (name: string) => Promise<{ tables: Tables; isNew: boolean }>;
  /** What runs of one execution share, with the time. */
  breakers?: CircuitBreakers;
  executionId?: string;
}

export type NodeRun = ReturnType<typeof readRun>;

export async function runNode(setup: RunSetup): Promise<NodeRun> {
  return await startNode(setup).finished;
}

/** Starts a run that can be cancelled, as the Stop button does. */
export function startNode(setup: RunSetup): { finished: Promise<NodeRun>; cancel: () => void } {
  const store = { ...setup.credential };
  const time = timeOf(setup);
  const workflow = workflowOf(setup);
  const execution = new WorkflowExecute(
    additionalDataOf(
      workflow,
      new CredentialsInMemory(store, credentialTypeIn(time)),
      setup.executionId ?? String((executions += 1)),
    ),
    setup.mode ?? 'manual',
    createRunExecutionData({}),
  );
  const startNode = workflow.getNode('Start');
  if (!startNode) throw new Error('The test workflow has no start node.');
  const running = execution.run({
    workflow,
    startNode,
    pinData: { Start: setup.items.map((json) => ({ json })) },
  });
  return {
    finished: running.then((run) => readRun(run, store)),
    cancel: () => {
      running.cancel();
    },
  };
}

function readRun(run: IRun, stored: ICredentialDataDecryptedObject) {
  const [task] = run.data.resultData.runData['Screening'] ?? [];
  return {
    /** Items by output, as the node left them to n8n. */
    outputs: (task?.data?.[NodeConnectionTypes.Main] ?? []).map((items) => items ?? []),
    error: run.data.resultData.error,
    /** The lines that the editor shows above the output. */
    hints: (task?.hints ?? []).map(({ message }) => message),
    /** The custom data of the execution, by which n8n finds it. */
    customData: run.data.resultData.metadata ?? {},
    /** The credential as n8n would have stored it after the run. */
    stored,
  };
}

function workflowOf(setup: RunSetup): Workflow {
  const { parameters, onError, retryOnFail, executeOnce } = setup;
  const node = (name: string, type: string, more: Partial<INode>): INode => ({
    id: name,
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...more,
  });
  return new Workflow({
    id: 'test',
    active: false,
    nodeTypes: nodeTypesOf(setup),
    nodes: [
      node('Start', START_TYPE, {}),
      node('Screening', nodeType, {
        parameters: { operation: 'screenCompany', companyName: '={{ $json.company }}', ...parameters },
        credentials: { [credentialType]: { id: '1', name: 'Company Screening' } },
        ...(onError ? { onError } : {}),
        ...(executeOnce ? { executeOnce } : {}),
        ...(retryOnFail === undefined ? {} : { retryOnFail, waitBetweenTries: 1 }),
      }),
    ],
    connections: { Start: { main: [[{ node: 'Screening', type: NodeConnectionTypes.Main, index: 0 }]] } },
  });
}

const loader = new PackageDirectoryLoader(path.resolve(__dirname, '../..'));
const loaded = loader.loadAll();

/** Resolves when the package is loaded; every test file waits for it first. */
export async function packageLoaded(): Promise<void> {
  await loaded;
}

const start: INodeType = {
  description: {
    displayName: 'Start',
    name: 'start',
    group: ['trigger'],
    version: 1,
    description: '',
    defaults: {},
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    properties: [],
  },
};

// The node remembers an outage of an execution.
let executions = 0;

/** Undefined for the node as it was built. */
const timeOf = ({ time, register }: RunSetup): Time | undefined => time ?? (register ? realTime : undefined);

function nodeTypeOf(type: string, setup: RunSetup): INodeType {
  if (type === START_TYPE) return start;
  const time = timeOf(setup);
  if (time) {
    const { description } = new CompanyScreening();
    return {
      description,
      async execute() {
        const openRegister = (_: IExecuteFunctions, name: string) =>
          setup.register?.(name) ?? Promise.reject(new Error('No register is expected.'));
        const findRegister = async (context: IExecuteFunctions, name: string) =>
          (await openRegister(context, name)).tables;
        return await executeNode(this, {
          time,
          breakers: setup.breakers ?? new CircuitBreakers(time),
          openRegister,
          findRegister,
          lookForRegister: async (context, name) => {
            const { tables, isNew } = await openRegister(context, name);
            return isNew ? undefined : tables;
          },
        });
      },
    };
  }
  const { type: found } = loader.getNode(type.replace('n8n-nodes-company-screening.', ''));
  if (!('description' in found) || 'nodeVersions' in found) throw new Error(`${type} is not a plain node.`);
  return found;
}

function nodeTypesOf(setup: RunSetup): INodeTypes {
  const find = (type: string) => nodeTypeOf(type, setup);
  return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

const unused = async () => await Promise.reject(new Error('Not used in these tests.'));

/**
 * n8n keeps this class in its server, which n8n-core comes without; the end-to-end tests run with the real one.
 * Token and request pass through the credential in the order that n8n has.
 */
class CredentialsInMemory extends ICredentialsHelper {
  constructor(
    private readonly store: ICredentialDataDecryptedObject,
    private readonly type: ICredentialType,
  ) {
    super();
  }

  getParentTypes(): string[] {
    return [];
  }

  isCredentialUsableByNode(): boolean {
    return true;
  }

  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    _type: string,
    requestOptions: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    if (typeof this.type.authenticate !== 'function') throw new Error('authenticate is not a function.');
    return await this.type.authenticate(credentials, requestOptions);
  }

  async preAuthentication(
    helpers: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
    _type: string,
    _node: INode,
    expired: boolean,
  ): Promise<ICredentialDataDecryptedObject | undefined> {
    if (credentials['accessToken'] !== '' && !expired) return undefined;
    const token = await this.runPreAuthentication(helpers, credentials);
    // n8n reads and writes its database here, during which other requests come by.
    await new Promise((resolve) => setTimeout(resolve, 5));
    Object.assign(this.store, token);
    return Object.assign(credentials, token);
  }

  async runPreAuthentication(
    helpers: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
  ): Promise<ICredentialDataDecryptedObject> {
    const token = (await this.type.preAuthentication?.call(helpers, credentials)) ?? {};
    return Object.fromEntries(
      Object.entries(token).flatMap(([key, value]) =>
        typeof value === 'number' || typeof value === 'string' ? [[key, value]] : [],
      ),
    );
  }

  async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
    return await Promise.resolve({ ...this.store });
  }

  getCredentials = unused;
  updateCredentials = unused;
  updateCredentialsOauthTokenData = unused;

  getCredentialsProperties(): INodeProperties[] {
    return this.type.properties;
  }
}

function credentialTypeIn(time: Time | undefined): ICredentialType {
  if (!time) return loader.getCredential(credentialType).type;
  return Object.assign(new CompanyScreeningApi(), {
    async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
      return await renewToken(credentials, { postForm: postForm(this, time), now: time.epochMs });
    },
  });
}

function additionalDataOf(
  workflow: Workflow,
  credentialsHelper: ICredentialsHelper,
  executionId: string,
): IWorkflowExecuteAdditionalData {
  const workflowData = {
    id: 'test',
    name: 'Test',
    active: false,
    isArchived: false,
    activeVersionId: null,
    nodes: Object.values(workflow.nodes),
    connections: {},
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  return {
    credentialsHelper,
    hooks: new ExecutionLifecycleHooks('manual', '1', workflowData),
    executionId,
    currentNodeExecutionIndex: 0,
    executeWorkflow: unused,
    getRunExecutionData: unused,
    getRuntimeCredential: unused,
    startRunnerTask: unused,
    logAiEvent: () => undefined,
    variables: {},
    externalSecretsProxy: new ExternalSecretsProxy(),
    ...ADDRESSES,
  };
}
