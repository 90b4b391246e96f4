// What the tests of Keep in Register share: an n8n on SQLite, workflows with the switch on, and what they count.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';

import type { Execution, Workflow } from '../../support/n8n/rest';
import { untilFound } from '../../support/waiting';
import { mountSmallDisk, type SmallDisk } from '../../support/n8n/smallDisk';
import {
  inARow,
  manualTrigger,
  n8nNode,
  nodeUnderTest,
  ownNode,
  pinned,
  screeningNode,
  splitOutNode,
  type WorkflowNode,
} from '../../support/workflows';
import { screeningJson, startHarness } from '../realN8n';
import { serviceMayGet, timesPaid } from '../whatTheServiceGot';

export const START = 'Start';

/** A short list with one hit. */
export const HIT = 'Gloomharbour Shipping Ltd';
export const LIST = [HIT, 'Honest Bakery', 'Quiet Mill'];

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

export type KeptRuns = Awaited<ReturnType<typeof startKeptRuns>>;

async function startKeptRuns(env: NodeJS.ProcessEnv) {
  const harness = await startHarness({ env });
  const credential = { id: await harness.saveCredential('Kept'), name: 'Kept' };
  let count = 0;
  /** Saves a workflow that screens these companies with the switch on. Gives its id. */
  const save = async (register: string, names: readonly string[], setup: KeptSetup = {}) => {
    const { parameters, options, output, registerSettings, settings, onError, arrange = inBetween } = setup;
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
    const listed = names.map((company) => ({ company }));
    const more = { settings: { executionOrder: 'v1', ...settings }, pinData: pinned(START, listed) };
    return harness.n8n().rest.saveWorkflow({ name, ...arrange(node), ...more });
  };
  const succeeded = async (workflowId: string) => {
    const executions = await harness.n8n().rest.executionsOf(workflowId);
    return executions.filter(({ status }) => status === 'success');
  };
  return {
    harness,
    newRegister: () => `Register ${randomUUID()}`,
    save,
    /** Puts a workflow into production that screens these companies whenever the trigger starts it. Gives its id. */
    publish: async (
      register: string,
      names: readonly string[],
      trigger: WorkflowNode,
      more: Pick<KeptSetup, 'options' | 'parameters' | 'registerSettings'> = {},
    ) => {
      const workflowId = await save(register, [], {
        ...more,
        arrange: (node) => ({
          nodes: [trigger, listNode(names), splitOutNode('Companies', 'companies'), node],
          connections: inARow(trigger.name, 'List', 'Companies', nodeUnderTest),
        }),
      });
      await harness.n8n().rest.activateWorkflow(workflowId);
      return workflowId;
    },
    succeeded,
    /** Waits until an execution has succeeded, and returns the first one that has. */
    firstSuccess: async (workflowId: string) => {
      const first = async () => (await succeeded(workflowId))[0];
      const { id } = await untilFound('a run has succeeded', first, { withinMs: longRunMs });
      return harness.n8n().rest.untilEnded(id);
    },
    retire: async (workflowId: string) => {
      const path = `/workflows/${workflowId}/deactivate`;
      await harness.n8n().rest.send('end the production', 'post', path, z.unknown());
    },
    /** Runs it by hand, and waits for it. */
    run: (workflowId: string) => harness.n8n().rest.run(workflowId, START, { withinMs: longRunMs }),
    inRegister: async (operation: string, parameters: Record<string, unknown>) => {
      const node = ownNode({ resource: 'register', operation, ...parameters });
      const workflow = { name: operation, ...inBetween(node) };
      const { rest } = harness.n8n();
      return rest.run(await rest.saveWorkflow(workflow), START, { withinMs: longRunMs });
    },
    /** How often the service did, and was paid for, the screening of each company. */
    paid: () => timesPaid(harness),
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

/** Starts a workflow whenever n8n does. */
export const whenN8nHasStarted = n8nNode('When n8n has started', 'n8nTrigger', 1, { events: ['init'] });

const listNode = (names: readonly string[]): WorkflowNode =>
  n8nNode('List', 'set', 3.4, {
    ...{ mode: 'raw', jsonOutput: JSON.stringify({ companies: names }), options: {} },
  });

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
