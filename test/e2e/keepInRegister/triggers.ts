// Keep in Register in a workflow in production, which n8n starts by itself: by a schedule.
import { z } from 'zod/v4';
import type { N8nRest } from '../../support/n8n/rest';
import { until, untilFound } from '../../support/waiting';
import type { WorkflowNode } from '../../support/workflows';
import { cameOut, LIST, type KeptRuns } from './keptRuns';

const everyFewSeconds: WorkflowNode = {
  name: 'Every few seconds',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.2,
  position: [0, 0],
  parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } },
};

export function triggerTests(kept: () => KeptRuns): void {
  let workflowId = '';

  afterEach(async () => {
    const { rest } = kept().harness.n8n();
    await rest.send('end the production', 'post', `/workflows/${workflowId}/deactivate`, z.unknown());
  });

  test('by a Schedule Trigger every few seconds: each run returns every company, and only the first one pays', async () => {
    workflowId = await kept().publish(kept().newRegister(), LIST, everyFewSeconds);
    await until('three runs have ended', async () => (await kept().succeeded(workflowId)).length >= 3);

    const ended = await kept().succeeded(workflowId);
    const { rest } = kept().harness.n8n();
    const outcomes = await Promise.all(ended.map(async ({ id }) => cameOut(await rest.untilEnded(id))));
    const [first] = outcomes;
    expect(first?.map(({ name }) => name)).toEqual(LIST);
    const comparable = (said: typeof first) => said?.map((one) => ({ ...one, remembered: true }));
    for (const other of outcomes) expect(comparable(other)).toEqual(comparable(first));
    // On a busy machine they overlap, so that any of them may be the one that pays.
    for (const name of LIST) {
      const screened = outcomes.flat().filter((one) => one.name === name && !one.remembered);
      expect(screened.length).toBeLessThanOrEqual(1);
    }
  });

  test('moved to another project: nothing is sent, no other register is made, and the error says what to do', async () => {
    const { rest } = kept().harness.n8n();
    // n8n lists what the node starts of its own, too.
    const runs = async () => (await rest.executionsOf(workflowId)).filter(({ mode }) => mode === 'trigger');
    workflowId = await kept().publish(kept().newRegister(), LIST, everyFewSeconds);
    await until('a run has ended', async () => (await runs()).some(({ status }) => status === 'success'));
    // n8n keeps what a run knows of its register when the run has ended. One that began before does not know it, and n8n may list it later.
    const earlier = new Set((await runs()).map(({ id }) => id));
    await until('a run that began later has ended', async () =>
      (await runs()).some(({ id, status }) => !earlier.has(id) && status === 'success'),
    );
    const listed = new Set((await runs()).map(({ id }) => id));
    await until('all that were listed have ended', async () =>
      (await runs()).every(({ id, status }) => !listed.has(id) || status === 'success'),
    );
    await moveToAnotherProject(rest, workflowId);
    // A run that was going on meanwhile fails in another way.
    const meanwhile = new Set((await runs()).map(({ id }) => id));
    const failed = async () =>
      (await runs()).find(({ id, status }) => status === 'error' && !meanwhile.has(id));
    const { id } = await untilFound('a run that began after the move has failed', failed);
    const { error } = await rest.untilEnded(id);

    expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toMatch(
      /has had the register ".*and no longer finds.*Nothing was sent.*If the workflow was moved to another project, move it back/s,
    );
  });
}

/** To the personal one of another user, together with the credential. */
async function moveToAnotherProject(rest: N8nRest, workflowId: string): Promise<void> {
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
