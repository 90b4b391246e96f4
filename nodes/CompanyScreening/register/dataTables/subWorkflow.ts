// Runs nodes of n8n's own as a sub-workflow inside the running node: the only way to data that n8n gives to its own nodes only.
import {
  NodeConnectionTypes,
  type IConnections,
  type IExecuteFunctions,
  type IExecuteWorkflowInfo,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';

/** A node of n8n's own. */
export type InnerNode = Pick<INode, 'alwaysOutputData' | 'parameters' | 'type' | 'typeVersion'>;

/** Nodes in a row; the first gets the items that the sub-workflow is given. Of several rows, one is done before the next begins. */
export type NodesInARow = readonly [InnerNode, ...InnerNode[]];

/**
 * Runs the rows of nodes and returns the items that the last node of each row gives, in the order of the rows. If there are several rows,
 * each has to give an item at least.
 * @throws what n8n gives for a node that failed; whatever was done before it remains done
 */
export async function runSubWorkflow(
  context: Pick<IExecuteFunctions, 'executeWorkflow'>,
  rows: readonly NodesInARow[],
  items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
  const { data } = await context.executeWorkflow(inlineWorkflow(rows), items);
  return data[0] ?? [];
}

/**
 * Starts the rows of nodes and returns when they have begun. n8n does so even where it refuses to wait for a sub-workflow, because the time
 * of the workflow is over.
 */
export async function startSubWorkflow(
  context: Pick<IExecuteFunctions, 'executeWorkflow'>,
  rows: readonly NodesInARow[],
  items: INodeExecutionData[],
): Promise<void> {
  await context.executeWorkflow(inlineWorkflow(rows), items, undefined, { doNotWaitToFinish: true });
}

/** The rows as n8n takes them. */
function inlineWorkflow(rows: readonly NodesInARow[]): IExecuteWorkflowInfo {
  const nodes: INode[] = [placed(start, 'Start', 0, 0)];
  const connections: IConnections = {};
  const connect = (from: string, to: string, index = 0): void => {
    const outputs = (connections[from] ??= { main: [[]] })['main']?.[0];
    outputs?.push({ node: to, type: NodeConnectionTypes.Main, index });
  };

  const joins = rows.length > 1;
  rows.forEach((row, rowIndex) => {
    let last = 'Start';
    row.forEach((node, column) => {
      const name = `Row ${rowIndex + 1}, node ${column + 1}`;
      // n8n runs the uppermost row first, and to its end.
      nodes.push(placed(node, name, column + 1, rowIndex));
      connect(last, name);
      last = name;
    });
    if (joins) connect(last, 'End', rowIndex);
  });
  if (joins)
    nodes.push(
      placed(mergeOf(rows.length), 'End', Math.max(...rows.map(({ length }) => length)) + 1, rows.length),
    );

  return { code: { ...frame, nodes, connections } };
}

const start: InnerNode = {
  type: 'n8n-nodes-base.executeWorkflowTrigger',
  typeVersion: 1.1,
  parameters: { inputSource: 'passthrough' },
};

const mergeOf = (inputs: number): InnerNode => ({
  type: 'n8n-nodes-base.merge',
  typeVersion: 3.2,
  parameters: { mode: 'append', numberInputs: inputs },
});

const placed = (node: InnerNode, name: string, column: number, row: number): INode => ({
  ...node,
  id: name,
  name,
  position: [column * 200, row * 200],
});

/** Fields that n8n asks of every workflow. Without an id, it is treated as the workflow that the node is in. */
const frame = {
  id: '',
  name: 'Company Screening',
  active: false,
  isArchived: false,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  activeVersionId: null,
  // All settings are given, since n8n would otherwise take those of the user's workflow, including its error workflow.
  settings: {
    executionOrder: 'v1',
    callerPolicy: 'any',
    executionTimeout: -1,
    saveDataSuccessExecution: 'none',
    saveDataErrorExecution: 'none',
    saveManualExecutions: false,
    saveExecutionProgress: false,
  },
} as const;
