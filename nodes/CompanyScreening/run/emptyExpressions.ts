// An expression that gives nothing is not an empty parameter: a column that was renamed must not make every company a new one, or take
// away a limit, without a word.
import { isExpression, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import type { RequestOperation, ReadParameter } from '../operations/operation';
import { OperationFailure } from '../service/failure';

/**
 * @param all reads the parameters of each item
 * @throws OperationFailure that names a parameter of the run whose expression gives nothing, or one that gives nothing for any of several
 * items. Null, and an empty text, are what a list has for a cell that is empty.
 */
export function refuseEmptyExpressions(
  context: Pick<IExecuteFunctions, 'getNode'>,
  { fields, readOnce, readForEach }: Pick<RequestOperation, 'fields' | 'readForEach' | 'readOnce'>,
  all: readonly ReadParameter[],
): void {
  const { parameters } = context.getNode();
  const [first] = all;
  if (!first) return;
  const shown = (name: string, part?: string) => shownName(fields, name, part);
  for (const name of readOnce(parameters)) {
    for (const path of expressionsIn(parameters[name])) {
      if (isNothing(valueAt(first(name), path)))
        throw givesNothing(shown(name, path.at(-1)), 'the first item');
    }
  }
  if (all.length < 2) return;
  for (const name of readForEach(parameters)) {
    for (const path of expressionsIn(parameters[name])) {
      const isSilent = all.every((parameter) => valueAt(parameter(name), path) === undefined);
      if (isSilent) throw givesNothing(shown(name, path.at(-1)), 'any item');
    }
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Where in a parameter its expressions are. */
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

/** Of a parameter, or of a part of a collection. */
function shownName(fields: readonly INodeProperties[], name: string, part?: string): string {
  const field = fields.find((one) => one.name === name);
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
    explanation: 'A column may have been renamed, or the items may come from another node than before.',
    advice: `Correct the expression in this node. If ${name} is to be empty, remove the expression.`,
  });
}
