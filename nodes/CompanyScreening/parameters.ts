// Reads the node's parameters: what holds no expression is the same for every item, and is read once per run.
import { isExpression, type IExecuteFunctions } from 'n8n-workflow';

import type { ReadParameter } from './operations/operation';

/** Gives a reader of parameters for each item. */
export function parameterReader(context: IExecuteFunctions): (itemIndex: number) => ReadParameter {
  const stored = context.getNode().parameters;
  const fixed = new Map<string, unknown>();

  return (itemIndex) => (name) => {
    if (holdsExpression(stored[name])) return context.getNodeParameter(name, itemIndex, undefined);
    if (!fixed.has(name)) fixed.set(name, context.getNodeParameter(name, 0, undefined));
    return fixed.get(name);
  };
}

function holdsExpression(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsExpression);
  return isExpression(value);
}
