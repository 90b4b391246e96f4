// Results → the items of each output.
import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { errorItem } from './errors';
import type { Operation } from './operations/operation';
import type { Outcome } from './service/outcome';
import type { Run } from './run';

const SPLIT_OUTPUTS = ['Hits', 'Clear', 'Review'];
const OUTPUT_OF: Record<Outcome | 'requested', number> = {
  hit: 0,
  requested: 0,
  clear: 1,
  review: 2,
  error: 2,
};

const ONE_OUTPUT = JSON.stringify([NodeConnectionTypes.Main]);
const THREE_OUTPUTS = JSON.stringify(
  SPLIT_OUTPUTS.map((displayName) => ({ type: NodeConnectionTypes.Main, displayName })),
);
/** The node's outputs as n8n's expression for them: one, or three for screenings where "Results" says so. */
export const outputsExpression =
  `={{ $parameter["operation"] === "screenCompany" && $parameter["outputMode"] === "byOutcome" ? ${THREE_OUTPUTS} : ${ONE_OUTPUT} }}` as const;

/** Whether the items go to three outputs. An agent that uses the node as a tool sees the first one only. */
export function isSplit(context: IExecuteFunctions, operation: Operation): boolean {
  return (
    operation.choice.value === 'screenCompany' &&
    context.getNodeParameter('outputMode', 0, 'single') === 'byOutcome' &&
    // n8n 1.x does not say whether an agent runs the node; it hides the parameter from the agent all the same.
    !('isToolExecution' in context && context.isToolExecution())
  );
}

/** The items of each output, in the order of the input items, each linked to its own. */
export function outputsOf(
  context: IExecuteFunctions,
  operation: Operation,
  { outcomes, stoppedBy }: Run,
  split: boolean,
): INodeExecutionData[][] {
  const outputs: INodeExecutionData[][] = split ? SPLIT_OUTPUTS.map(() => []) : [[]];
  const add = (outcome: Outcome | 'requested', item: INodeExecutionData) =>
    outputs[split ? OUTPUT_OF[outcome] : 0]?.push(item);

  outcomes.forEach((itemOutcome, itemIndex) => {
    const pairedItem = { item: itemIndex };
    if (itemOutcome.state === 'done') {
      // Items of duplicates share a result, and the nodes that follow may write into an item.
      for (const { outcome, json, binary } of itemOutcome.result.items) {
        add(outcome, { json: { ...json }, ...(binary ? { binary } : {}), pairedItem });
      }
      return;
    }
    const error = itemOutcome.state === 'failed' ? itemOutcome.error : stoppedBy?.error;
    const failed = { node: context.getNode(), itemIndex, subject: itemOutcome.subject };
    add('error', errorItem(error, failed, operation.subjectKey));
  });
  return outputs;
}
