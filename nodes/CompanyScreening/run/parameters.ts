// Reads the node's parameters cheaply: most runs read the same ones for thousands of items.
import { isExpression, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { ReadParameter } from '../operations/shared/operation';

/**
 * Returns a reader of parameters for each item. A value without an expression is the same for every item, and is read once per run. An expression
 * that only names a field is read from the item; n8n evaluates everything else.
 */
export function parameterReader(context: IExecuteFunctions): (itemIndex: number) => ReadParameter {
  const items = context.getInputData();
  const readers = new Map<string, (itemIndex: number) => unknown>();

  const createReader = (name: string) => {
    const stored = context.getNode().parameters[name];
    const evaluate = (itemIndex: number) => context.getNodeParameter(name, itemIndex, undefined);
    if (!holdsExpression(stored)) {
      const fixed = evaluate(0);
      return () => fixed;
    }
    const field = fieldNamedBy(stored);
    if (field === undefined) return evaluate;
    return (itemIndex: number) => plainField(items[itemIndex], field) ?? evaluate(itemIndex);
  };

  return (itemIndex) => (name) => {
    const reader = readers.get(name) ?? createReader(name);
    readers.set(name, reader);
    return reader(itemIndex);
  };
}

function holdsExpression(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsExpression);
  return isExpression(value);
}

// A field as the editor writes it when a column is dragged onto a parameter. n8n's expression engine takes about a millisecond for it, as long as
// all the rest of a request (see the bench).
const FIELD_OF_ITEM = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(?:"([^"\\]+)"|'([^'\\]+)')\])\s*\}\}$/;

function fieldNamedBy(expression: unknown): string | undefined {
  const match = typeof expression === 'string' ? FIELD_OF_ITEM.exec(expression) : null;
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** The field of the item if it is plain text or a number; n8n evaluates anything else. */
function plainField(item: INodeExecutionData | undefined, field: string): number | string | undefined {
  if (item === undefined || !Object.hasOwn(item.json, field)) return undefined;
  const value = item.json[field];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
