// Results → the items of each output.
import {
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { ERROR_KEYS, errorItem, notSentBecauseOf } from './errors';
import { withInput, withInputFields } from './inputFields';
import { safeFields } from './safeText';
import { OPERATIONS } from '../operations';
import type { Operation, SplitOutputs } from '../operations/operation';
import type { LocalResult } from '../operations/operation';
import type { ItemState, Run } from '../run/run';
import { OperationFailure } from '../service/failure';

const ONE_OUTPUT = [{ type: NodeConnectionTypes.Main }];

/** The node's outputs as n8n's expression for them: one, or several for an operation that has them, if chosen. */
export const outputsExpression =
  `={{ $parameter["outputMode"] === "byOutcome" && ${JSON.stringify(splitOutputs())}[$parameter["operation"]] || ${JSON.stringify(ONE_OUTPUT)} }}` as const;

function splitOutputs() {
  return Object.fromEntries(
    OPERATIONS.flatMap(({ choice, splitOutputs: split }) =>
      split
        ? [
            [
              choice.value,
              split.map(({ name: displayName }) => ({ type: NodeConnectionTypes.Main, displayName })),
            ],
          ]
        : [],
    ),
  );
}

/**
 * The outputs that the items are split over, if any. An agent that uses the node as a tool sees the first one only.
 *
 * Results must not be an expression, which an imported file may contain: n8n reads the outputs before the items, and
 * drops those of an output that it does not know.
 *
 * @throws OperationFailure if it is one
 */
export function splitOf(
  context: IExecuteFunctions,
  { splitOutputs: split }: Operation,
): SplitOutputs | undefined {
  if (!split) return undefined;
  const mode = context.getNode().parameters['outputMode'] ?? 'single';
  if (mode !== 'single' && mode !== 'byOutcome') throw resultsNotChosen();
  // n8n 1.x does not say whether an agent runs the node, but hides the parameter from the agent anyway.
  const isTool = 'isToolExecution' in context && context.isToolExecution();
  return mode === 'byOutcome' && !isTool ? split : undefined;
}

function resultsNotChosen(): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    message: 'Results cannot be an expression.',
    description: 'Nothing was sent: n8n would lose items. Choose one of the values of Results in this node.',
    endsRun: true,
  });
}

/** The items of each output, in the order of the input items, each linked to its own. */
export function outputsOf(
  context: IExecuteFunctions,
  operation: Operation,
  run: Run<LocalResult>,
  split: SplitOutputs | undefined,
): INodeExecutionData[][] {
  const outputs: INodeExecutionData[][] = Array.from({ length: split?.length ?? 1 }, () => []);
  const addInput = inputAdder(context, operation, run);
  const readIn = nestsInput(context, operation) ? 'asReceived' : run.readIn;
  run.items.forEach((itemState, itemIndex) => {
    for (const { outcome, item } of outputItemsOf(context, operation, run, itemState, itemIndex)) {
      item.json = safeFields(addInput(item.json, itemIndex), readIn);
      outputs.at(split ? indexFor(outcome, split) : 0)?.push(item);
    }
  });
  return outputs;
}

/** The output for an outcome; -1, the last one, for what none of them names. */
function indexFor(outcome: string, split: SplitOutputs): number {
  return split.findIndex(({ outcomes }) => outcomes.includes(outcome));
}

function outputItemsOf(
  context: IExecuteFunctions,
  operation: Operation,
  { stoppedBy, environment }: Run<LocalResult>,
  itemState: ItemState<LocalResult>,
  itemIndex: number,
): Array<{ outcome: string; item: INodeExecutionData }> {
  const pairedItem = { item: itemIndex };
  const { subject } = itemState;
  if (itemState.state === 'done') {
    const { result, binary } = itemState;
    const more = Object.keys(binary).length === 0 ? {} : { binary };
    return result.items.map(({ outcome, json, problem }) => {
      if (!problem) return { outcome, item: { json, pairedItem, ...more } };
      const node = context.getNode();
      const item = errorItem(problem, { node, itemIndex, subject, sent: false }, operation, environment);
      item.json = withInputFields(item.json, json, new Set(ERROR_KEYS));
      return { outcome, item };
    });
  }
  const { error, sent } =
    itemState.state === 'failed' ? itemState : { error: notSentBecauseOf(stoppedBy?.error), sent: false };
  const failed = { node: context.getNode(), itemIndex, subject, sent };
  const item = errorItem(error, failed, operation, environment);
  if (itemState.state === 'failed' && Object.keys(itemState.binary).length > 0)
    item.binary = itemState.binary;
  return [{ outcome: 'error', item }];
}

function nestsInput(context: IExecuteFunctions, operation: Operation): boolean {
  return operation.nestsInput?.(context.getNode().parameters) ?? false;
}

type AddInput = (json: IDataObject, itemIndex: number) => IDataObject;

function inputAdder(context: IExecuteFunctions, operation: Operation, run: Run<LocalResult>): AddInput {
  if (!run.includeInputFields) return (json) => json;
  const input = context.getInputData();
  const receiptKeys = operation.kind === 'request' ? [operation.receiptKey] : [];
  const ourKeys = new Set([operation.subjectKey, ...receiptKeys, ...operation.itemKeys, ...ERROR_KEYS]);
  const isNested = nestsInput(context, operation);
  return (json, itemIndex) => {
    const given = input[itemIndex]?.json ?? {};
    return isNested ? withInput(json, given) : withInputFields(json, given, ourKeys);
  };
}
