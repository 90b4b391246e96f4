// Results → the items of each output.
import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { ERROR_KEYS } from '../names/itemKeys';
import type { OutputItem } from '../operations/shared/requestTask';
import type { CompanyCounts } from '../operations/shared/companyCounts';
import type {
  AlertedItem,
  LocalResult,
  Operation,
  OutputFrame,
  SplitOutputs,
} from '../operations/shared/operation';
import { readCollection } from '../operations/shared/options';
import type { ItemState, RunResult } from '../run/state/itemState';
import { isAgent } from '../run/parameterChecks';
import { failsEveryItem } from '../run/state/runStop';
import { errorItem, notSentBecauseOf } from './errors';
import {
  inSameColumns,
  shownInput,
  withInput,
  withInputFields,
  safeFields,
  type Presentation,
} from './presentation';

/** The outputs that the items are split over, if any. An agent that uses the node as a tool sees the first one only. */
export function splitOf(
  context: Pick<IExecuteFunctions, 'getNode' | 'isToolExecution'>,
  { splitOutputs: split }: Operation,
): SplitOutputs | undefined {
  const { outputs } = readCollection(context.getNode().parameters['output']);
  // n8n 1.x does not say whether an agent runs the node, but hides the parameter from the agent anyway.
  return outputs === 'byOutcome' && !isAgent(context) ? split : undefined;
}

/** The way in which the items of a run are returned. */
export interface OutputPlan {
  split: SplitOutputs | undefined;
  presentation: Presentation;
  /** The summary items, from the first error item. */
  summarise?: (firstError: IDataObject | undefined) => IDataObject[];
  counts?: CompanyCounts;
}

/** The items of each output, in the order of the input items, each linked to its own; messages and the summary item come last. */
export function outputsOf(
  context: IExecuteFunctions,
  operation: Operation,
  run: RunResult<LocalResult>,
  { split, presentation, summarise, counts }: OutputPlan,
): INodeExecutionData[][] {
  const addInput = inputAdder(context, operation, run);
  const all = run.items.flatMap((itemState, itemIndex) =>
    outputItemsOf(context, operation, run, itemState, itemIndex).map((given) => {
      given.item.json = addInput(given.item.json, itemIndex);
      return { ...given, itemIndex };
    }),
  );
  const alerts =
    presentation.alertMessages && counts
      ? operation.presentation?.alertMessages(withInputs(context, all), { ...run, counts })
      : undefined;
  const page = presentation.summaryItem ? operation.presentation?.resultPage(withInputs(context, all)) : '';
  const firstError = all.find(({ outcome }) => outcome === 'error')?.item.json;
  const makeSafe = textMaker(context, operation, run.readIn);
  present(context, operation, presentation, all, makeSafe);

  const outputs: INodeExecutionData[][] = Array.from({ length: split?.length ?? 1 }, () => []);
  const isTogether = presentation.keysTogether && split;
  // Undefined for an item that could not be read: it is an error, and goes where errors go.
  const keyOf = (itemIndex: number) => run.items[itemIndex]?.subject?.companyKey ?? '';
  const routed = isTogether ? togetherByKey(all, keyOf) : all;
  // -1, the last output, for an outcome that none of them names.
  const indexFor = (outcome: string) =>
    split ? split.findIndex(({ outcomes }) => outcomes.includes(outcome)) : 0;
  for (const { outcome, item } of routed) outputs.at(indexFor(outcome))?.push(item);
  const pairedItem = run.items.map((_, item) => ({ item }));
  if (run.frame) return [framed(run.frame, outputs.flat(), pairedItem, makeSafe)];
  const summaries = presentation.summaryItem ? summarise?.(firstError) : undefined;
  // Messages and the page are safe already, each for where it is read.
  const safeSummaries = summaries?.map(({ subject, message, slackMessage, htmlMessage, ...facts }) => {
    const messages = message === undefined ? {} : { subject, message, slackMessage, htmlMessage };
    return { ...makeSafe(facts), ...messages, page };
  });
  const added = [alerts, safeSummaries].flatMap((jsons) =>
    jsons ? [jsons.map((json) => ({ json, pairedItem }))] : [],
  );
  return split ? [...outputs, ...added] : [[...(outputs[0] ?? []), ...added.flat()]];
}

/** The item of a dry run, in the output for items without a verdict, linked to every item of the input. */
export function dryRunOutputs(
  context: IExecuteFunctions,
  operation: Operation,
  { readIn, dryRun }: RunResult<LocalResult>,
  { split }: OutputPlan,
): INodeExecutionData[][] {
  const json = textMaker(context, operation, readIn)(dryRun ?? {});
  const item = { json, pairedItem: context.getInputData().map((_, index) => ({ item: index })) };
  const empty: INodeExecutionData[][] = (split ?? []).slice(1).map(() => []);
  return [...empty, [item]];
}

function withInputs(context: IExecuteFunctions, all: readonly OutgoingItem[]): AlertedItem[] {
  const input = context.getInputData();
  return all.map(({ item, itemIndex }) => ({ json: item.json, input: input[itemIndex]?.json ?? {} }));
}

/** The items between those that belong to all of them. */
function framed(
  { first, last }: OutputFrame,
  items: readonly INodeExecutionData[],
  pairedItem: IPairedItemData[],
  makeSafe: FieldCleaner,
): INodeExecutionData[] {
  const ofAll = ({ json }: OutputItem): INodeExecutionData => ({ json: makeSafe(json), pairedItem });
  return [...first.map(ofAll), ...items, ...last.map(ofAll)];
}

interface OutgoingItem extends MadeItem {
  itemIndex: number;
}

interface MadeItem {
  outcome: string;
  item: INodeExecutionData;
}

type FieldCleaner = (json: IDataObject) => IDataObject;

function textMaker(
  context: IExecuteFunctions,
  operation: Operation,
  readIn: RunResult['readIn'],
): FieldCleaner {
  const asRead = nestsInput(context, operation) ? 'asReceived' : readIn;
  return (json) => safeFields(json, asRead);
}

/** Adds and arranges the fields of the items, and makes their texts safe. The item objects stay the same: n8n knows them. */
function present(
  context: IExecuteFunctions,
  { presentation }: Operation,
  { sameColumns }: Presentation,
  all: readonly OutgoingItem[],
  makeSafe: FieldCleaner,
): void {
  const columns = presentation?.columns(context.getNode().parameters);
  const before = all.map(({ item }) => item.json);
  const arranged = sameColumns && columns ? inSameColumns(before, columns) : before;
  all.forEach(({ item }, index) => {
    item.json = makeSafe(arranged[index] ?? item.json);
  });
}

/** The strictest outcome first. Any other outcome, such as an error, is as strict as a review. */
const STRICTEST = ['hit', 'review', 'clear'];

/** Puts each item under the strictest outcome of its key, so that a key never has one item that is clear and another that is not. */
export function togetherByKey<Item extends { outcome: string; itemIndex: number }>(
  all: readonly Item[],
  keyOf: (itemIndex: number) => string,
): Item[] {
  const strictest = new Map<string, string>();
  for (const { outcome, itemIndex } of all) {
    const key = keyOf(itemIndex);
    const other = strictest.get(key) ?? outcome;
    strictest.set(key, strictness(outcome) < strictness(other) ? outcome : other);
  }
  return all.map((item) => {
    const key = keyOf(item.itemIndex);
    return key === '' ? item : { ...item, outcome: strictest.get(key) ?? item.outcome };
  });
}

const strictness = (outcome: string): number =>
  STRICTEST.includes(outcome) ? STRICTEST.indexOf(outcome) : STRICTEST.indexOf('review');

function outputItemsOf(
  context: IExecuteFunctions,
  operation: Operation,
  { stoppedBy, environment }: RunResult<LocalResult>,
  itemState: ItemState<LocalResult>,
  itemIndex: number,
): MadeItem[] {
  const pairedItem =
    operation.takesEveryItem === 'together'
      ? context.getInputData().map((_, item) => ({ item }))
      : { item: itemIndex };
  const about = { node: context.getNode(), itemIndex, subject: itemState.subject };
  if (itemState.state === 'done') {
    const { result, binary } = itemState;
    const more = Object.keys(binary).length === 0 ? {} : { binary };
    return result.items.map(({ outcome, json, problem }) => {
      if (!problem) return { outcome, item: { json, pairedItem, ...more } };
      const failed = { ...about, sent: false, scope: 'item' } as const;
      const item = errorItem(problem, failed, operation, environment);
      item.json = withInputFields(item.json, json, new Set([operation.subjectKey, ...ERROR_KEYS]));
      return { outcome, item };
    });
  }
  if (itemState.state === 'notSent') {
    const failed = { ...about, sent: false, scope: 'run' } as const;
    return [
      {
        outcome: 'error',
        item: errorItem(notSentBecauseOf(stoppedBy?.error), failed, operation, environment),
      },
    ];
  }
  const { error, sent, binary, partialResult } = itemState;
  const files = Object.keys(binary).length > 0 ? { binary } : {};
  const item = errorItem(
    error,
    { ...about, sent, scope: failsEveryItem(error) ? 'run' : 'item' },
    operation,
    environment,
  );
  const hits = (partialResult?.items ?? []).map(({ outcome, json }) => ({
    outcome,
    item: { json, pairedItem, ...files },
  }));
  return [...hits, { outcome: 'error', item: Object.assign(item, files) }];
}

function nestsInput(context: IExecuteFunctions, operation: Operation): boolean {
  return operation.nestsInput?.(context.getNode().parameters) ?? false;
}

function inputAdder(
  context: IExecuteFunctions,
  operation: Operation,
  run: RunResult<LocalResult>,
): (json: IDataObject, itemIndex: number) => IDataObject {
  if (!run.includeInputFields) return (json) => json;
  const input = context.getInputData();
  const receiptKeys = operation.kind === 'request' ? [operation.receiptKey] : [];
  const itemKeys = operation.kind === 'local' ? [] : operation.itemKeys(context.getNode().parameters);
  const ourKeys = new Set([operation.subjectKey, ...receiptKeys, ...itemKeys, ...ERROR_KEYS]);
  const isNested = nestsInput(context, operation);
  return (json, itemIndex) => {
    const given = shownInput(run.items[itemIndex]?.subject, input[itemIndex]?.json ?? {});
    return isNested ? withInput(json, given) : withInputFields(json, given, ourKeys);
  };
}
