// Refuses parameters that would screen the wrong company: the subject of an item must come from that item. A name that is the same for all items
// is sent, and paid for, once for each of them, and every row is clear although its company was never screened. Also refuses an expression that
// gives nothing, and an agent that may not decide.
import { isExpression, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { InvalidItem } from '../names/invalidItem';
import { fieldsOfOperation } from '../operations/shared/derivedFields';
import type {
  LocalOperation,
  Operation,
  ReadParameter,
  RequestOperation,
} from '../operations/shared/operation';
import { givesNothing, nothingGiven } from '../operations/shared/options';
import { failedRun } from '../service/failure';

type Items = Pick<IExecuteFunctions, 'getInputData' | 'getNode' | 'isToolExecution'>;

/**
 * Looks at the parameters as they are saved, never at the values of the items: two customers may have one name.
 *
 * @throws OperationFailure or InvalidItem before anything is done
 */
export function refuseLostItems(context: Items, operation: Operation): void {
  refuseSameForAll(context, operation);
  // Each call of an agent has one item.
  if (!isAgent(context)) refuseExecuteOnce(context, operation);
}

/** Refuses a parameter that is the same for several items. */
function refuseSameForAll(context: Items, operation: Operation): void {
  const count = context.getInputData().length;
  if (count < 2) return;
  const same = ownParameters(context, operation).find(
    ({ value }) => !isBlank(value) && !takesCurrentItem(value),
  );
  if (!same) return;
  const { one, several } = operation.nouns;
  throw failedRun({
    message: `${same.shown} is the same for all ${count} items: ${asSaved(same.value)} uses nothing from the current item.`,
    explanation: same.isKey
      ? `One key would stand for ${count} ${several}.`
      : `All of them would be the same ${one}, and no other would be sent.`,
    advice: same.isKey
      ? `Drag the column with your numbers from the input onto ${same.shown}, so that it is an expression such as {{ $json.customerNo }}, or leave it empty: the name is then the key.`
      : `Drag the column from the input onto ${same.shown}, so that it is an expression such as {{ $json.company }}. If only one ${one} is meant, switch on Execute Once in the settings of this node.`,
  });
}

function refuseExecuteOnce(context: Items, operation: Operation): void {
  if (context.getNode().executeOnce !== true) return;
  const varying = ownParameters(context, operation).find(({ value }) => takesCurrentItem(value));
  if (!varying && !operation.takesEveryItem) return;
  const message =
    'Execute Once is on, so n8n hands over the first item only: every other item would be lost.';
  const advice = 'Switch off Execute Once in the settings of this node.';
  if (!varying) throw new InvalidItem(message, advice, { notDone: 'Nothing was done.' });
  throw failedRun({
    message,
    explanation: `${varying.shown} takes the current item.`,
    advice: `${advice} If only one ${operation.nouns.one} is meant, take it from a node by its name, such as {{ $('Form').first().json.company }}: then Execute Once is right.`,
  });
}

interface OwnParameter {
  shown: string;
  value: unknown;
  isKey: boolean;
}

function ownParameters(context: Items, operation: Operation): OwnParameter[] {
  const { parameters } = context.getNode();
  return (operation.ofItem?.(parameters) ?? []).map(([name, ...path]) => ({
    shown: shownName(operation.fields, name, path),
    value: valueAt(parameters[name], path),
    isKey: name === 'companyKey',
  }));
}

/**
 * True if a parameter, as it is saved, may differ from item to item. WorkflowDataProxy in n8n-workflow says what an expression can name,
 * and what depends on the item there.
 */
export function takesCurrentItem(saved: unknown): boolean {
  if (typeof saved !== 'string' || !isExpression(saved) || !saved.includes('{{')) return false;
  // n8n evaluates an expression that is not closed as well.
  const isClosed = saved.lastIndexOf('}}') > saved.lastIndexOf('{{');
  const code = saved.slice(saved.indexOf('{{'), isClosed ? saved.lastIndexOf('}}') : undefined);
  return (code.replaceAll(FIXED_ITEMS, '').match(NAMES) ?? []).some((name) => !SAME_FOR_ALL.has(name));
}

// $('List').first(), $input.all(): the same items whichever is the current one. A name of a node with a $ may be put together.
const FIXED_ITEMS =
  /\$(?:input|\(\s*(['"`])(?:\\.|(?!\1)[^\\$])*\1\s*(?:,\s*\w+\s*)?\))\s*(?:\?\.|\.)\s*(?:first|last|all)\s*\(/gsu;
// $json, $node, and $( of a node that is not followed by one of those.
const NAMES = /\$(?:[\w$]+|\()/gu;
// Others are $json, $binary, $data, $item, $itemIndex, $position, $thisItem, $thisItemIndex, $node, $getPairedItem, $fromAI, $tool,
// $evaluateExpression, and $parameter, which evaluates another parameter.
const SAME_FOR_ALL: ReadonlySet<string> = new Set(
  (
    '$now $today $vars $env $secrets $mode $workflow $prevNode $runIndex $thisRunIndex $execution $executionId ' +
    '$evaluation $resumeWebhookUrl $webhookId $nodeId $nodeVersion ' +
    '$agentInfo $items $jmesPath $jmespath $if $ifEmpty $min $max $average $not'
  ).split(' '),
);

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const MAX_SHOWN = 100;

function asSaved(value: unknown): string {
  const text = String(value);
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return isExpression(value) ? `its expression ${shown.slice(1)}` : `the text "${shown}"`;
}

/**
 * Refuses expressions in fixed parameters before anything is read: n8n reads some parameters before there are items, and the columns follow from
 * others. Only an imported file can have an expression there, which n8n hands over as a text.
 *
 * @throws OperationFailure that names such a parameter
 */
export function refuseFixedExpressions(
  context: Pick<IExecuteFunctions, 'getNode'>,
  operation: Operation,
): void {
  const { parameters } = context.getNode();
  for (const field of fieldsOfOperation(operation)) {
    const saved = parameters[field.name];
    const path = isUnfixed(field, saved) ? [] : partOf(field, saved);
    if (!path) continue;
    const shown = shownName([field], field.name, path);
    throw failedRun({
      message: `${shown} has an invalid value: it cannot be an expression.`,
      advice: `Set ${shown} in this node.`,
    });
  }
}

function partOf({ options = [] }: INodeProperties, saved: unknown): [string] | undefined {
  const part = options.find((one) => 'type' in one && isUnfixed(one, valueAt(saved, [one.name])));
  return part && [part.name];
}

/** True for a value that the editor cannot have set. */
function isUnfixed({ type, noDataExpression, options = [] }: INodeProperties, saved: unknown): boolean {
  if (saved === undefined) return false;
  if (type === 'collection') return typeof saved !== 'object';
  if (noDataExpression !== true) return false;
  if (type === 'boolean') return typeof saved !== 'boolean';
  return !options.some((one) => 'value' in one && one.value === saved);
}

/**
 * Refuses silent parameters of a run that sends requests for several items.
 *
 * @param all reads the parameters of each item
 * @throws OperationFailure that names a parameter whose expression gives nothing for any of them
 */
export function refuseSilence(
  context: Pick<IExecuteFunctions, 'getNode'>,
  operation: RequestOperation,
  all: readonly ReadParameter[],
): void {
  if (all.length < 2) return;
  const silent = silentParameter(context, operation, all);
  if (silent !== undefined) throw givesNothing(silent, 'any item');
}

/** Refuses a silent parameter of an operation that sends nothing. @throws InvalidItem that names a parameter whose expression gives nothing */
export function refuseSilentItem(
  context: Pick<IExecuteFunctions, 'getNode'>,
  operation: LocalOperation,
  parameter: ReadParameter,
): void {
  const silent = silentParameter(context, operation, [parameter]);
  if (silent === undefined) return;
  const { message, explanation, advice } = nothingGiven(silent);
  throw new InvalidItem(message, `${explanation} ${advice}`);
}

function silentParameter(
  context: Pick<IExecuteFunctions, 'getNode'>,
  operation: Operation,
  all: readonly ReadParameter[],
): string | undefined {
  const { parameters } = context.getNode();
  const { mayBeSilent = [] } = operation;
  for (const name of operation.neverSilent?.(parameters) ?? []) {
    const silent = expressionsIn(parameters[name]).find(
      (path) =>
        !path.some((part) => mayBeSilent.includes(part)) &&
        all.every((parameter) => valueAt(parameter(name), path) === undefined),
    );
    if (silent) return shownName(fieldsOfOperation(operation), name, silent);
  }
  return undefined;
}

function expressionsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (isExpression(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => expressionsIn(one, [...path, name]));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? valueAt(Object.entries(value).find(([key]) => key === name)?.[1], rest)
    : undefined;
}

/** The name of a parameter, or of a part of a collection, as the node shows it. */
function shownName(fields: readonly INodeProperties[], name: string, path: readonly string[]): string {
  const field = fields.find((one) => one.name === name);
  const part = path.at(-1);
  if (part === undefined) return field?.displayName ?? name;
  const option = field?.options?.find((one) => one.name === part);
  return option && 'displayName' in option ? option.displayName : spelledOut(part);
}

/** Gives "Other Names" for "otherNames", for example. */
const spelledOut = (name: string): string =>
  name.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());

/**
 * The end of the type of a tool: n8n adds a node to an agent under a type of its own. n8n's word on the execution is not enough: an agent of n8n
 * 2 has its tools run as if they were other nodes.
 */
const TOOL_TYPE = /Tool$/;

export function isAgent(context: Pick<IExecuteFunctions, 'getNode' | 'isToolExecution'>): boolean {
  return (
    TOOL_TYPE.test(context.getNode().type) || ('isToolExecution' in context && context.isToolExecution())
  );
}

/**
 * True in a workflow that an agent calls as its tool, if n8n hands over what listens to the agent (`getParentCallbackManager`). An agent that runs its
 * tools as nodes has nothing to hand over.
 */
const isCalledByAgent = (context: IExecuteFunctions): boolean =>
  'getParentCallbackManager' in context && context.getParentCallbackManager() !== undefined;

/** Refuses an agent before an operation for people only begins. @throws InvalidItem */
export function refuseAgents(
  context: IExecuteFunctions,
  { forPeopleOnly }: Pick<Operation, 'forPeopleOnly'>,
): void {
  if (forPeopleOnly && (isAgent(context) || isCalledByAgent(context)))
    throw new InvalidItem(forPeopleOnly.message, forPeopleOnly.advice);
}
