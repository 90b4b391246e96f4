// The context of a run, as n8n gives it: the parameters of each item, whether the node repeats, and the time zone of the workflow.
import {
  isExpression,
  type IExecuteFunctions,
  type INodeExecutionData,
  tryToParseDateTime,
} from 'n8n-workflow';

import type { ReadParameter, Operation } from '../../operations/shared/operation';
import { payAgainOptions, readRunOptions } from '../../operations/shared/options';
import { failedRun, type OperationFailure } from '../../service/failure';

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

/**
 * Refuses a run that n8n repeats, by Retry or Retry On Fail, unless the user wants to pay again.
 *
 * @throws OperationFailure before anything is sent
 */
export function refuseRepetition(
  context: Pick<IExecuteFunctions, 'getMode' | 'getNode'>,
  operation: Operation,
  options: unknown,
): void {
  if (!operation.options.includes(payAgainOptions)) return;
  if (readRunOptions(payAgainOptions, options).payAgainOnRetry) return;
  if (context.getMode() === 'retry') {
    throw repetition(
      "n8n's Retry started this run, so what an earlier run sent would be sent and paid for again.",
      'Start the workflow again with only the items that have no result yet: the failed run lists what was sent.',
    );
  }
  // The run is refused even while On Error is Continue: n8n repeats a node whose first item is an error.
  if (context.getNode().retryOnFail === true) {
    throw repetition(
      'Retry On Fail is on, so n8n would repeat the whole node and pay for every item again.',
      'Switch it off in the settings of this node: the node itself repeats a request that the service cannot have worked on, see Max Retries.',
    );
  }
}

function repetition(message: string, advice: string): OperationFailure {
  return failedRun({
    message,
    advice: `${advice} To send everything again, switch on Pay Again on Retry in the options.`,
  });
}

export interface Calendar {
  timeZone: string;
  /** The date of an instant (epoch milliseconds), as 2026-03-01. */
  dateOf: (epochMs: number) => string;
  /** The date with the time, as 2026-03-01 17:02. */
  timeOf: (epochMs: number) => string;
}

export function calendarOf(context: Pick<IExecuteFunctions, 'getTimezone'>): Calendar {
  const timeZone = context.getTimezone();
  const inZone = (epochMs: number, format: string) =>
    tryToParseDateTime(new Date(epochMs), timeZone).toFormat(format);
  // The answers of one night share the moment at which it began.
  const dates = new Map<number, string>();
  return {
    timeZone,
    dateOf(epochMs) {
      const date = dates.get(epochMs) ?? inZone(epochMs, 'yyyy-MM-dd');
      dates.set(epochMs, date);
      return date;
    },
    timeOf: (epochMs) => inZone(epochMs, 'yyyy-MM-dd HH:mm'),
  };
}
