// What n8n is asked to run inside the running node, and what is read from it.
import type { IDataObject, IExecuteFunctions, IWorkflowBase } from 'n8n-workflow';
import { lookForRegister } from '../../nodes/CompanyScreening/register/dataTables/openRegister';
import {
  runSubWorkflow,
  startSubWorkflow,
  type NodesInARow,
} from '../../nodes/CompanyScreening/register/dataTables/subWorkflow';
import { COLUMNS } from '../../nodes/CompanyScreening/register/rows/columns';

type Call = Parameters<IExecuteFunctions['executeWorkflow']>;

/** Takes what would go to n8n, and answers with these items. */
function n8nThatGives(json: IDataObject[]) {
  const calls: Call[] = [];
  const executeWorkflow: IExecuteFunctions['executeWorkflow'] = (...call) => {
    calls.push(call);
    return Promise.resolve({ executionId: '1', data: [json.map((one) => ({ json: one }))] });
  };
  return { executeWorkflow, calls };
}

const node = (type: string): NodesInARow[number] => ({ type, typeVersion: 1, parameters: {} });

async function workflowOf(rows: NodesInARow[]): Promise<IWorkflowBase> {
  const n8n = n8nThatGives([]);
  await runSubWorkflow(n8n, rows, []);
  const workflow = n8n.calls[0]?.[0].code;
  if (workflow === undefined) throw new Error('n8n was not given a workflow.');
  return workflow;
}

test('one row runs from the start to its end, and its last node gives the items', async () => {
  const n8n = n8nThatGives([{ a: '1' }]);
  const items = [{ json: { in: 'put' } }];

  expect(await runSubWorkflow(n8n, [[node('read'), node('change')]], items)).toEqual([{ json: { a: '1' } }]);

  expect(n8n.calls[0]?.[1]).toBe(items);
  expect(n8n.calls[0]?.[3]?.doNotWaitToFinish).toBeUndefined();
  const workflow = await workflowOf([[node('read'), node('change')]]);
  expect(workflow.nodes.map(({ type }) => type)).toEqual([
    'n8n-nodes-base.executeWorkflowTrigger',
    'read',
    'change',
  ]);
  expect(workflow.connections).toEqual({
    Start: { main: [[{ node: 'Row 1, node 1', type: 'main', index: 0 }]] },
    'Row 1, node 1': { main: [[{ node: 'Row 1, node 2', type: 'main', index: 0 }]] },
  });
});

test('several rows lie below each other, and their items are joined in their order', async () => {
  const { nodes, connections } = await workflowOf([[node('first')], [node('second'), node('third')]]);

  const y = (name: string) => nodes.find((one) => one.name === name)?.position[1];
  expect(y('Row 1, node 1')).toBeLessThan(y('Row 2, node 1') ?? 0);
  expect(connections['Row 1, node 1']).toEqual({ main: [[{ node: 'End', type: 'main', index: 0 }]] });
  expect(connections['Row 2, node 2']).toEqual({ main: [[{ node: 'End', type: 'main', index: 1 }]] });
  expect(nodes.at(-1)?.parameters).toEqual({ mode: 'append', numberInputs: 2 });
});

test("nothing of the user's workflow holds for the sub-workflow: no error workflow, no saved data, no time limit", async () => {
  const { id, settings } = await workflowOf([[node('read')]]);

  // Without an id, n8n gives it the one of the workflow around it, and with that its project.
  expect(id).toBe('');
  expect(settings).toMatchObject({
    executionTimeout: -1,
    saveDataErrorExecution: 'none',
    saveDataSuccessExecution: 'none',
  });
  expect(settings).not.toHaveProperty('errorWorkflow');
});

test('what is only started is not waited for', async () => {
  const n8n = n8nThatGives([]);
  await startSubWorkflow(n8n, [[node('write')]], []);
  expect(n8n.calls[0]?.[3]).toEqual({ doNotWaitToFinish: true });
});

test('a register that the workflow has had is missed by each of its nodes, also by one that was renamed', async () => {
  const ofWorkflow = { companyScreeningRegisters: ['Mine'] };
  const getWorkflowStaticData = (of: string): IDataObject => (of === 'global' ? ofWorkflow : {});
  const n8n = { ...n8nThatGives([{ rows: [{}] }]), getWorkflowStaticData };
  await expect(lookForRegister(n8n, 'Mine', COLUMNS)).rejects.toThrow('has had the register "Mine"');
  expect(await lookForRegister(n8n, 'Another', COLUMNS)).toBeUndefined();
});
