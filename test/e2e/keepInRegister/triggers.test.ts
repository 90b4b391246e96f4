// Keep in Register in a workflow in production, which n8n starts by itself: by a schedule, and when n8n has started again.
import { z } from 'zod/v4';
import type { ExecutionSummary } from '../../support/n8n/rest';
import { until, untilFound } from '../../support/waiting';
import { inARow, nodeUnderTest, type WorkflowNode } from '../../support/workflows';
import { cameOut, longRunMs, manyNames, useKeptRuns, LIST, ONCE } from './keptRuns';

const kept = useKeptRuns('sqlite');
let workflowId = '';

afterEach(async () => {
  await send(`/workflows/${workflowId}/deactivate`);
});

test('by a Schedule Trigger every few seconds: each run returns every company, and only the first one pays', async () => {
  await publish(LIST, everyFewSeconds);
  await until('three runs have ended', async () => (await succeeded()).length >= 3);

  const [first, ...others] = await outcomes();
  expect(first?.map(({ remembered }) => remembered)).toEqual([false, false, false]);
  expect(others.length).toBeGreaterThanOrEqual(2);
  for (const other of others) {
    expect(other).toEqual(first?.map((one) => ({ ...one, remembered: true })));
  }
  expect(await kept().paid()).toEqual(ONCE);
});

test('moved to another project: nothing is sent, no other register is made, and the error says what to do', async () => {
  const { rest } = kept().harness.n8n();
  await publish(LIST, everyFewSeconds);
  await until('a run has ended', async () => (await succeeded()).length > 0);
  await moveToAnotherProject();
  // A run that was going on meanwhile fails in another way.
  const earlier = new Set((await rest.executionsOf(workflowId)).map(({ id }) => id));
  const failed = async () =>
    (await rest.executionsOf(workflowId)).find(({ id, status }) => status === 'error' && !earlier.has(id));
  const { id } = await untilFound('a run that began after the move has failed', failed);
  const { error } = await rest.untilEnded(id);

  expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toMatch(
    /has had the register ".*and does not find.*Nothing was sent.*If the workflow was moved to another project, move it back/s,
  );
  expect(await kept().paid()).toEqual(ONCE);
});

test('by "Instance Started": n8n is killed in mid-run and started again, and the run goes on by itself', async () => {
  const names = manyNames(400);
  const batchSize = 50;
  await publish(
    names,
    {
      name: 'When n8n has started',
      type: 'n8n-nodes-base.n8nTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: { events: ['init'] },
    },
    { batchSize },
  );
  await kept().harness.sandbox.settings({ latencyMs: 100 });
  await kept().harness.restartN8n();
  await until('it has begun', async () => (await kept().paid()).size > batchSize + 5, {
    everyMs: 5,
    withinMs: longRunMs,
  });
  await kept().harness.n8n().kill();
  await kept().harness.restartN8n();
  await until('a run has ended', async () => (await succeeded()).length > 0, { withinMs: longRunMs });

  const [said = []] = await outcomes();
  expect(said.map(({ name }) => name)).toEqual(names);
  expect(said.filter(({ remembered }) => remembered).length).toBeGreaterThanOrEqual(batchSize);
  expect(said.filter((one) => one.said === 'noAnswer').length).toBeLessThanOrEqual(batchSize);
  expect(new Set((await kept().paid()).values())).toEqual(new Set([1]));
}, 900_000);

const everyFewSeconds: WorkflowNode = {
  name: 'Every few seconds',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.2,
  position: [0, 0],
  parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } },
};

/** To the personal one of another user, together with the credential. */
async function moveToAnotherProject(): Promise<void> {
  const { rest } = kept().harness.n8n();
  const invitation = [{ email: 'colleague@example.com', role: 'global:member' }];
  await rest.send('invite somebody', 'post', '/invitations', z.unknown(), invitation);
  const ids = z.array(z.object({ id: z.string() }));
  const own = await rest.send(
    'show the own project',
    'get',
    '/projects/personal',
    z.object({ id: z.string() }),
  );
  const projects = await rest.send('list projects', 'get', '/projects', ids);
  const other = projects.find(({ id }) => id !== own.id);
  const credentials = await rest.send('list credentials', 'get', '/credentials', ids);
  await rest.send('move a workflow', 'put', `/workflows/${workflowId}/transfer`, z.unknown(), {
    destinationProjectId: other?.id,
    shareCredentials: credentials.map(({ id }) => id),
  });
}

/** Puts a workflow into production that screens these companies whenever the trigger starts it. */
async function publish(
  names: readonly string[],
  trigger: WorkflowNode,
  options: Record<string, unknown> = {},
): Promise<void> {
  workflowId = await kept().save(kept().newRegister(), [], {
    options,
    arrange: (node) => ({
      nodes: [trigger, listNode(names), splitOut, node],
      connections: inARow(trigger.name, 'List', 'Companies', nodeUnderTest),
    }),
  });
  await kept().harness.n8n().rest.activateWorkflow(workflowId);
}

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

async function succeeded(): Promise<ExecutionSummary[]> {
  const executions = await kept().harness.n8n().rest.executionsOf(workflowId);
  return executions.filter(({ status }) => status === 'success');
}

/** What came out of each run that has ended, in order. */
async function outcomes() {
  const { rest } = kept().harness.n8n();
  return Promise.all((await succeeded()).map(async ({ id }) => cameOut(await rest.untilEnded(id))));
}

async function send(path: string): Promise<void> {
  await kept().harness.n8n().rest.send('change a workflow', 'post', path, z.unknown());
}
