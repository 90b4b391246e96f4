// The register with something changed that is no setting, so that a test need not wait, or can act in between.
import { z } from 'zod/v4';
import type { Workflow } from '../../support/n8n/rest';
import { inARow } from '../../support/workflows';

const triesSchema = z.looseObject({
  conditions: z.looseObject({ conditions: z.tuple([z.looseObject({ rightValue: z.number() })]) }),
});

/** As the example, but for the seconds that it waits for another run. */
export function waitingForSeconds(seconds: number): (workflow: Workflow) => void {
  return (workflow) => {
    workflow.name = 'Another register, in a hurry';
    const node = workflow.nodes.find(({ name }) => name === 'Try again?');
    const parameters = triesSchema.parse(node?.parameters);
    const [tries] = parameters.conditions.conditions;
    expect(tries.rightValue).toBe(120);
    tries.rightValue = seconds;
    if (node) node.parameters = parameters;
  };
}

/** As the example, but that it stands still, longer than another run takes, when it knows what the register has. */
export function stalling(workflow: Workflow): void {
  workflow.name = 'Another register, standing still';
  const [stall, known] = ['Stall', 'Those the register has'];
  const wait = { amount: 30, unit: 'seconds' };
  const node = {
    name: stall,
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    position: [0, 0],
    parameters: wait,
  };
  workflow.nodes.push({ ...node, webhookId: 'stall' });
  const next = workflow.connections[known];
  workflow.connections = { ...workflow.connections, ...inARow(known, stall), [stall]: next };
}
