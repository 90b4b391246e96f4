// An expression that gives nothing is not an empty parameter: a column that was renamed must not make every company a new one, or take
// away a limit, without a word.
import { isExpression, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { InvalidItem } from '../names/invalidItem';
import type { LocalOperation, RequestOperation, ReadParameter } from '../operations/shared/operation';
import { optionsField } from '../operations/shared/options';
import { OperationFailure } from '../service/failure';

/**
 * @param all reads the parameters of each item
 * @throws OperationFailure that names a parameter of the run whose expression gives nothing, or one that gives nothing for any of several
 * items. Null, and an empty text, are what a list has for a cell that is empty.
 */
export function refuseEmptyExpressions(
  context: Pick<IExecuteFunctions, 'getNode'>,
  {
    fields,
    readOnce,
    readForEach,
    mayBeSilent = [],
  }: Pick<RequestOperation, 'fields' | 'mayBeSilent' | 'readForEach' | 'readOnce'>,
  all: readonly ReadParameter[],
): void {
  const { parameters } = context.getNode();
  const [first] = all;
  if (!first) return;
  const shown = (name: string, path: readonly string[]) => shownName(fields, name, path);
  for (const name of readOnce(parameters)) {
    for (const path of expressionsIn(parameters[name])) {
      if (isNothing(valueAt(first(name), path))) throw givesNothing(shown(name, path), 'the first item');
    }
  }
  if (all.length < 2) return;
  for (const name of readForEach(parameters)) {
    for (const path of expressionsIn(parameters[name])) {
      if (path.some((part) => mayBeSilent.includes(part))) continue;
      const isSilent = all.every((parameter) => valueAt(parameter(name), path) === undefined);
      if (isSilent) throw givesNothing(shown(name, path), 'any item');
    }
  }
}

/**
 * @param name of the parameters that are read for an item of an operation that sends nothing
 * @throws InvalidItem that names one whose expression gives nothing: an empty filter lets everything through, and an empty list of people
 * everybody. Null, and an empty text, are what a form has for a field that nobody filled in.
 */
export function refuseSilence(
  context: Pick<IExecuteFunctions, 'getNode'>,
  { fields, options, neverSilent }: Pick<LocalOperation, 'fields' | 'neverSilent' | 'options'>,
  parameter: ReadParameter,
): void {
  const { parameters } = context.getNode();
  for (const name of neverSilent?.(parameters) ?? []) {
    const silent = expressionsIn(parameters[name]).find(
      (path) => valueAt(parameter(name), path) === undefined,
    );
    if (!silent) continue;
    const shown = shownName([...fields, optionsField(options)], name, silent);
    throw new InvalidItem(
      `The expression in ${shown} gives nothing, so nothing was done.`,
      `${CAUSE} Correct the expression in this node. If ${shown} is to be empty, remove the expression.`,
    );
  }
}

const CAUSE = 'A column may have been renamed, or the items may come from another node than before.';

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Where in a parameter its expressions are. */
function expressionsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (isExpression(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => expressionsIn(one, [...path, name]));
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? valueAt(Object.entries(value).find(([key]) => key === name)?.[1], rest)
    : undefined;
}

/** The name of a parameter, or of a part of a collection, as the node shows it. */
export function shownName(fields: readonly INodeProperties[], name: string, path: readonly string[]): string {
  const field = fields.find((one) => one.name === name);
  const part = path.at(-1);
  if (part === undefined) return field?.displayName ?? name;
  const option = field?.options?.find((one) => one.name === part);
  return option && 'displayName' in option ? option.displayName : spelledOut(part);
}

/** "otherNames" as "Other Names". */
const spelledOut = (name: string): string =>
  name.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());

function givesNothing(name: string, where: string): OperationFailure {
  return new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message: `The expression in ${name} gives nothing for ${where}, so nothing was sent.`,
    explanation: CAUSE,
    advice: `Correct the expression in this node. If ${name} is to be empty, remove the expression.`,
  });
}
