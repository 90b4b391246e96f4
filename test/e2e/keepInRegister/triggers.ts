// Keep in Register in a workflow in production: n8n starts it, by a schedule or a call.
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import type { N8nRest } from '../../support/n8n/rest';
import { until, untilFound } from '../../support/waiting';
import { callWebhook } from '../../support/webhook';
import { n8nNode, webhookNode } from '../../support/workflows';
import { cameOut, LIST, type KeptRuns } from './keptRuns';

const everyFewSeconds = n8nNode('Every few seconds', 'scheduleTrigger', 1.2, {
  rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] },
});

export function triggerTests(kept: () => KeptRuns): void {
  let workflowId = '';

  afterEach(() => kept().retire(workflowId));

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
    const { rest, url } = kept().harness.n8n();
    const path = randomUUID();
    workflowId = await kept().publish(kept().newRegister(), LIST, webhookNode('When called', path));
    // n8n lists what the node starts of its own, too.
    const runs = async () => (await rest.executionsOf(workflowId)).filter(({ mode }) => mode === 'webhook');
    const call = async () => {
      const { length } = await runs();
      await until('the call was taken', async () => (await callWebhook(url, path, {})).status === 200);
      const { id } = await untilFound('a run had begun', async () => (await runs()).at(length));
      return rest.untilEnded(id);
    };
    expect((await call()).error).toBeUndefined();
    await moveToAnotherProject(rest, workflowId);
    const { error } = await call();

    expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toMatch(
      /has had the register ".*and no longer finds.*Nothing was sent.*If the workflow was moved to another project, move it back/s,
    );
  });
}

/** To the personal one of another user, together with the credential. */
async function moveToAnotherProject(rest: N8nRest, workflowId: string): Promise<void> {
  const invitation = [{ email: 'colleague@example.com', role: 'global:member' }];
  await rest.send('invite somebody', 'post', '/invitations', z.unknown(), invitation);
  const project = z.object({ id: z.string() });
  const ids = z.array(project);
  const own = await rest.send('show the own project', 'get', '/projects/personal', project);
  const projects = await rest.send('list projects', 'get', '/projects', ids);
  const other = projects.find(({ id }) => id !== own.id);
  const credentials = await rest.send('list credentials', 'get', '/credentials', ids);
  await rest.send('move a workflow', 'put', `/workflows/${workflowId}/transfer`, z.unknown(), {
    destinationProjectId: other?.id,
    shareCredentials: credentials.map(({ id }) => id),
  });
}
