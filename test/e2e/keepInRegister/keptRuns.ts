// What the tests of Keep in Register share: an n8n on SQLite, workflows with the switch on, and what they count.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';

import type { Execution, ExecutionSummary, Workflow } from '../../support/n8n/rest';
import { untilFound } from '../../support/waiting';
import { mountSmallDisk, type SmallDisk } from '../../support/n8n/smallDisk';
import {
  inARow,
  manualTrigger,
  nodeType,
  nodeUnderTest,
  pinned,
  screeningNode,
  type WorkflowNode,
} from '../../support/workflows';
import { screeningJson, startHarness, type Harness } from '../realN8n';
import { serviceMayGet } from '../whatTheServiceGot';

/** The trigger of every workflow here. */
export const START = 'Start';

/** A short list with one hit. */
export const HIT = 'Gloomharbour Shipping Ltd';
export const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];

export interface KeptRuns {
  harness: Harness;
  /** A register's name of the test's own. */
  newRegister: () => string;
  /** Saves a workflow that screens these companies with the switch on. Gives its id. */
  save: (register: string, names: readonly string[], more?: KeptSetup) => Promise<string>;
  /** Puts a workflow into production that screens these companies whenever the trigger starts it. Gives its id. */
  publish: (
    register: string,
    names: readonly string[],
    trigger: WorkflowNode,
    more?: Pick<KeptSetup, 'options' | 'parameters' | 'registerSettings'>,
  ) => Promise<string>;
  /** The executions that have succeeded, in order. */
  succeeded: (workflowId: string) => Promise<ExecutionSummary[]>;
  /** Waits until an execution has succeeded, and returns the first one that has. */
  firstSuccess: (workflowId: string) => Promise<Execution>;
  /** Takes a workflow out of production. */
  retire: (workflowId: string) => Promise<void>;
  /** Runs it by hand, and waits for it. */
  run: (workflowId: string) => Promise<Execution>;
  /** Runs an operation on a register. */
  inRegister: (operation: string, parameters: Record<string, unknown>) => Promise<Execution>;
  /** How often the service did, and was paid for, the screening of each company. */
  paid: () => Promise<Map<string, number>>;
  /** How many companies were screened. */
  screened: () => Promise<number>;
  stop: () => Promise<void>;
}

export interface KeptSetup {
  parameters?: Record<string, unknown>;
  options?: Record<string, unknown>;
  output?: Record<string, unknown>;
  registerSettings?: Record<string, unknown>;
  settings?: Workflow['settings'];
  onError?: string;
  /** Puts the node into a workflow; between trigger and end unless given. */
  arrange?: (node: WorkflowNode) => Pick<Workflow, 'connections' | 'nodes'>;
}

export const longRunMs = 8 * 60_000;

async function startKeptRuns(env: NodeJS.ProcessEnv): Promise<KeptRuns> {
  const harness = await startHarness({ env });
  const credential = { id: await harness.saveCredential('Kept'), name: 'Kept' };
  let count = 0;
  const save: KeptRuns['save'] = async (
    register,
    names,
    { parameters, options, output, registerSettings, settings = {}, onError, arrange = inBetween } = {},
  ) => {
    count += 1;
    const name = `Kept ${String(count)}`;
    const node = {
      ...screeningNode(credential, {
        companyName: '={{ $json.company }}',
        keepInRegister: true,
        ...parameters,
        registerSettings: { register, ...registerSettings },
        ...(output ? { output } : {}),
        options: { concurrency: 5, ...options },
      }),
      ...(onError ? { onError } : {}),
    };
    return harness.n8n().rest.saveWorkflow({
      name,
      ...arrange(node),
      settings: { executionOrder: 'v1', ...settings },
      pinData: pinned(
        START,
        names.map((company) => ({ company })),
      ),
    });
  };
  const succeeded: KeptRuns['succeeded'] = async (workflowId) => {
    const executions = await harness.n8n().rest.executionsOf(workflowId);
    return executions.filter(({ status }) => status === 'success');
  };
  return {
    harness,
    newRegister: () => `Register ${randomUUID()}`,
    save,
    publish: async (register, names, trigger, more = {}) => {
      const workflowId = await save(register, [], {
        ...more,
        arrange: (node) => ({
          nodes: [trigger, listNode(names), splitOut, node],
          connections: inARow(trigger.name, 'List', 'Companies', nodeUnderTest),
        }),
      });
      await harness.n8n().rest.activateWorkflow(workflowId);
      return workflowId;
    },
    succeeded,
    firstSuccess: async (workflowId) => {
      const first = async () => (await succeeded(workflowId))[0];
      const { id } = await untilFound('a run has succeeded', first, { withinMs: longRunMs });
      return harness.n8n().rest.untilEnded(id);
    },
    retire: async (workflowId) => {
      const path = `/workflows/${workflowId}/deactivate`;
      await harness.n8n().rest.send('end the production', 'post', path, z.unknown());
    },
    run: (workflowId) => harness.n8n().rest.run(workflowId, START, { withinMs: longRunMs }),
    inRegister: async (operation, parameters) => {
      const workflow = { name: operation, ...inBetween(registerNode(operation, parameters)) };
      const { rest } = harness.n8n();
      return rest.run(await rest.saveWorkflow(workflow), START, { withinMs: longRunMs });
    },
    paid: async () => {
      const { screenings } = await harness.sandbox.stats();
      return new Map(screenings.map(({ companyName, times }) => [companyName, times]));
    },
    screened: async () => (await harness.sandbox.summary()).companiesScreened,
    stop: () => harness.stop(),
  };
}

/**
 * Those of a test file, or of a part of it: started before its tests, and with a service that has done nothing before each. In each of them,
 * no company may be paid for twice.
 * `settings` gives further settings of n8n.
 */
export function useKeptRuns(settings: () => NodeJS.ProcessEnv = () => ({})): () => KeptRuns {
  let kept: KeptRuns | undefined;
  const started = () => {
    if (!kept) throw new Error('Nothing has been started.');
    return kept;
  };
  beforeAll(async () => {
    kept = await startKeptRuns(settings());
  }, 300_000);
  beforeEach(async () => {
    serviceMayGet({ timesPaid: 1 });
    await started().harness.sandbox.reset({ settings: true });
  });
  afterAll(() => kept?.stop());
  return started;
}

/** Those whose database is on a disk of its own, which can be filled and locked. */
export function useKeptRunsOnSmallDisk(): { kept: () => KeptRuns; smallDisk: () => SmallDisk } {
  let disk: SmallDisk | undefined;
  const smallDisk = (): SmallDisk => {
    if (!disk) throw new Error('No disk has been mounted.');
    return disk;
  };
  // In this order: n8n is started on the disk, and has ended when the disk goes.
  beforeAll(async () => {
    disk = await mountSmallDisk();
  });
  const kept = useKeptRuns(() => smallDisk().env);
  afterAll(() => disk?.remove());
  return { kept, smallDisk };
}

const inBetween = (node: WorkflowNode): Pick<Workflow, 'connections' | 'nodes'> => ({
  nodes: [manualTrigger(START), node],
  connections: inARow(START, nodeUnderTest),
});

const registerNode = (operation: string, parameters: Record<string, unknown>): WorkflowNode => ({
  name: nodeUnderTest,
  type: nodeType,
  typeVersion: 1,
  position: [200, 0],
  parameters: { resource: 'register', operation, ...parameters },
});

/** Starts a workflow whenever n8n does. */
export const whenN8nHasStarted: WorkflowNode = {
  name: 'When n8n has started',
  type: 'n8n-nodes-base.n8nTrigger',
  typeVersion: 1,
  position: [0, 0],
  parameters: { events: ['init'] },
};

const listNode = (names: readonly string[]): WorkflowNode => ({
  name: 'List',
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  position: [100, 0],
  parameters: { mode: 'raw', jsonOutput: JSON.stringify({ companies: names }), options: {} },
});

const splitOut: WorkflowNode = {
  name: 'Companies',
  type: 'n8n-nodes-base.splitOut',
  typeVersion: 1,
  position: [150, 0],
  parameters: { fieldToSplitOut: 'companies', options: { destinationFieldName: 'company' } },
};

/** The companies that came out, each with its outcome, or the reason why there is no verdict, and whether it was remembered. */
export function cameOut(execution: Execution): { name: string; said: string; remembered: boolean }[] {
  return screeningJson(execution).map((json) => {
    const { companyName, outcome, reason, remembered } = itemSchema.parse(json);
    return { name: companyName, said: reason ?? outcome, remembered };
  });
}

const itemSchema = z.object({
  companyName: z.string(),
  outcome: z.string(),
  reason: z.string().nullish(),
  remembered: z.boolean().default(false),
});

export const manyNames = (count: number, word = 'Company'): string[] =>
  Array.from({ length: count }, (_, number) => `${word} ${String(number)}`);

/** Begins an execution again, as the button in the list of executions does. Gives what came out. */
export async function retry(harness: Harness, workflowId: string, execution: Execution): Promise<Execution> {
  const { rest } = harness.n8n();
  await rest.send('retry an execution', 'post', `/executions/${execution.id}/retry`, z.unknown(), {
    loadWorkflow: true,
  });
  const last = (await rest.executionsOf(workflowId)).at(-1);
  if (last === undefined || last.id === execution.id) throw new Error('Nothing was started again.');
  return rest.untilEnded(last.id);
}
