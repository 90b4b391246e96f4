// Builds the workflows that tests, screenshots and bench run, and has the names by which n8n knows this package.
import type { Workflow } from './n8n/rest';

export const nodeType = 'n8n-nodes-company-screening.companyScreening';
/** The name of the node under test on the canvas, as n8n gives it. */
export const nodeUnderTest = 'Company Screening';
export const credentialType = 'companyScreeningApi';

export type WorkflowNode = Workflow['nodes'][number];

/** A credential as a workflow names it. */
export interface CredentialReference {
  id: string;
  name: string;
}

/** A node of n8n's own. */
export function n8nNode(
  name: string,
  type: string,
  typeVersion: number,
  parameters: Record<string, unknown> = {},
): WorkflowNode {
  return { name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters };
}

/** The node that a person starts a workflow with. */
export const manualTrigger = (name: string): WorkflowNode => n8nNode(name, 'manualTrigger', 1);

/** The node with which a call of this path starts a workflow. The call is answered at once, unless told otherwise. */
export const webhookNode = (name: string, path: string, responseMode = 'onReceived'): WorkflowNode => ({
  ...n8nNode(name, 'webhook', 2, { httpMethod: 'POST', path, responseMode, options: {} }),
  webhookId: path,
});

/** A list in one field of an item becomes an item for each company. */
export const splitOutNode = (name: string, field: string): WorkflowNode =>
  n8nNode(name, 'splitOut', 1, { fieldToSplitOut: field, options: { destinationFieldName: 'company' } });

/** The node under test, without a credential. */
export function ownNode(parameters: Record<string, unknown>, name = nodeUnderTest): WorkflowNode {
  return { name, type: nodeType, typeVersion: 1, position: [200, 0], parameters };
}

export function screeningNode(
  credential: CredentialReference,
  parameters: Record<string, unknown>,
): WorkflowNode {
  return { ...ownNode(parameters), credentials: { [credentialType]: credential } };
}

/** The end of a connection, at the first input of a node. */
export function to(node: string): { node: string; type: 'main'; index: 0 } {
  return { node, type: 'main', index: 0 };
}

/** Connects the first output of each node to the next one. */
export function inARow(...names: string[]): Workflow['connections'] {
  return Object.fromEntries(
    names.slice(1).map((name, index) => [names[index] ?? '', { main: [[to(name)]] }]),
  );
}

/** Items pinned on a node: what a user does to try a workflow with data of their own. */
export function pinned(node: string, items: Record<string, unknown>[]): NonNullable<Workflow['pinData']> {
  return { [node]: items.map((json) => ({ json })) };
}

/** A workflow in which a node gets these items. */
export function workflowWith(
  name: string,
  node: WorkflowNode,
  items: Record<string, unknown>[],
  start = 'Start',
): Workflow {
  const connections = inARow(start, node.name);
  return { name, nodes: [manualTrigger(start), node], connections, pinData: pinned(start, items) };
}
