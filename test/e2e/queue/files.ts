// A workflow that makes files on one worker, waits, and reads them on another one.
import axios from 'axios';
import { z } from 'zod/v4';
import { inARow, n8nNode, nodeUnderTest, screeningNode, to, webhookNode } from '../../support/workflows';
import type { ScreeningFleet } from '../../support/queue/screeningFleet';
import { untilFound } from '../../support/waiting';

/** A file of the node: its binary property, and how the node makes it for a company or an address. */
interface FileSetup {
  property: 'evidence' | 'data';
  parameters: Record<string, unknown>;
  subject: string;
}

/**
 * Has a worker make the file, ends that worker, and has the other one read the file in the same execution. Both workers
 * run again afterwards. Gives what the file said there, its place in n8n's storage, and its bytes as the main process gives them.
 */
export async function readOnAnotherWorker(fleet: ScreeningFleet, setup: FileSetup) {
  const { rest, url } = fleet.main();
  const path = `files-${setup.property}`;
  const workflow = await rest.saveWorkflow({
    name: `Files ${setup.property}`,
    nodes: [
      webhookNode('Webhook', path, 'responseNode'),
      screeningNode(fleet.credential, setup.parameters),
      n8nNode('Answer', 'respondToWebhook', 1.1, {
        respondWith: 'text',
        responseBody: '={{ $execution.resumeUrl }}',
      }),
      { ...n8nNode('Wait', 'wait', 1.1, { resume: 'webhook' }), webhookId: 'wait' },
      // What comes out of the wait is the call that ended it.
      n8nNode('Both', 'merge', 3, {
        mode: 'chooseBranch',
        chooseBranchMode: 'waitForAll',
        output: 'specifiedInput',
        useDataOfInput: '1',
      }),
      n8nNode('Read', 'extractFromFile', 1, { operation: 'text', binaryPropertyName: setup.property }),
    ],
    connections: {
      ...inARow('Webhook', nodeUnderTest),
      [nodeUnderTest]: { main: [[to('Answer'), to('Both')]] },
      ...inARow('Answer', 'Wait'),
      Wait: { main: [[{ ...to('Both'), index: 1 }]] },
      ...inARow('Both', 'Read'),
    },
  });
  await rest.activateWorkflow(workflow);

  const subject = { subject: setup.subject };
  const { data } = await axios.post<unknown>(`${url}/webhook/${path}`, subject, { proxy: false });
  const resume = new URL(z.string().parse(data));
  const waiting = async () => (await rest.executionsOf(workflow)).find(({ status }) => status === 'waiting');
  const { id } = await untilFound('the execution waits', waiting);

  const [first = NaN] = await takenBy(fleet, id);
  await fleet.workers[first]?.stop();
  // The worker knows itself by another address than the main process has.
  await axios.get(`${url}${resume.pathname}${resume.search}`, { proxy: false });
  const execution = await rest.untilEnded(id);
  expect(await takenBy(fleet, id)).toEqual([0, 1]);
  await fleet.workers[first]?.start();
  expect(execution).toMatchObject({ status: 'success', error: undefined });
  const fileId = execution.output(nodeUnderTest)[0]?.binary?.[setup.property]?.id ?? '';
  const fromMain = (await rest.binaryData(fileId)).toString();
  return { id: fileId, text: execution.output('Read')[0]?.json['data'], fromMain };
}

/** The workers that have taken the execution, by their places in the fleet. */
async function takenBy(fleet: ScreeningFleet, id: string): Promise<number[]> {
  const taken = await Promise.all(fleet.workers.map((worker) => worker.executions()));
  return [...taken.keys()].filter((worker) => taken[worker]?.includes(id));
}
