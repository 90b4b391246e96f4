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

/** The node that a person starts a workflow with. */
export function manualTrigger(name: string): WorkflowNode {
  return { name, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
}

/** The node with which a call of this path starts a workflow. The call is answered at once. */
export function webhookNode(name: string, path: string): WorkflowNode {
  return {
    name,
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    position: [0, 0],
    webhookId: path,
    parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
  };
}

export function screeningNode(
  credential: CredentialReference,
  parameters: Record<string, unknown>,
): WorkflowNode {
  return {
    name: nodeUnderTest,
    type: nodeType,
    typeVersion: 1,
    position: [200, 0],
    parameters,
    credentials: { [credentialType]: credential },
  };
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
