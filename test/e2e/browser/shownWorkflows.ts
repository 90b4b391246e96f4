// The workflows that the pictures of docs/screenshots show.
import type { Workflow } from '../../support/n8n/rest';
import {
  credentialType,
  n8nNode,
  nodeUnderTest,
  screeningNode,
  to,
  workflowWith,
} from '../../support/workflows';
import { readExample } from '../../support/examples';

/** The name of the credential in them. */
export const credentialName = 'Company Screening account';
const companies = [
  'Willowbrook Bakery Ltd',
  'Quillhaven Group',
  'Pending Partners',
  'Gloomharbour Shipping Ltd',
];
export const failing = ['Willowbrook Bakery Ltd', 'Failing Foundry', 'Quillhaven Group'];
const start = 'Companies';
const ends = ['Alert the team', 'Append to the sheet', 'Ask a colleague'];

export const oneBranch = (
  credentialId: string,
  name: string,
  names: string[],
  outputs = 'single',
): Workflow =>
  workflowWith(
    name,
    screening(credentialId, outputs),
    names.map((company) => ({ company })),
    start,
  );

export function threeBranches(credentialId: string): Workflow {
  const branch = oneBranch(credentialId, 'Screen and act', companies, 'byOutcome');
  const nodes = ends.map((name, index) => ({
    ...n8nNode(name, 'noOp', 1),
    position: [520, (index - 1) * 160],
  }));
  return {
    ...branch,
    nodes: [...branch.nodes, ...nodes],
    connections: { ...branch.connections, [nodeUnderTest]: { main: ends.map((end) => [to(end)]) } },
  };
}

const screening = (id: string, outputMode: string): Workflow['nodes'][number] => ({
  ...screeningNode(
    { id, name: credentialName },
    { companyName: '={{ $json.company }}', output: { outputs: outputMode } },
  ),
  position: [220, 0],
});

/** One item for each company, with some fields of one's own choice. */
export function selectedFields(credentialId: string, fields: string[]): Workflow {
  const workflow = oneBranch(credentialId, 'Some fields of each company', companies);
  for (const { parameters, name } of workflow.nodes) {
    if (name !== nodeUnderTest) continue;
    parameters['output'] = { itemsPer: 'company', content: 'selectedFields', fields };
  }
  return workflow;
}

/** The example of an agent, with the credential chosen. */
export async function agentExample(id: string): Promise<Workflow> {
  const workflow = await readExample('agent-with-screening-tool.json');
  for (const node of workflow.nodes) {
    if (node.credentials?.[credentialType])
      node.credentials = { [credentialType]: { id, name: credentialName } };
  }
  return workflow;
}
