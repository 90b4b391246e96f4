// One item through an operation of the register, over tables that a test has made.
import { NodeHelpers, type IExecuteFunctions, type INodeParameters } from 'n8n-workflow';

import { InvalidItem } from '../../../nodes/CompanyScreening/names/invalidItem';
import type {
  LocalOperation,
  LocalResult,
  LocalRun,
} from '../../../nodes/CompanyScreening/operations/shared/operation';
import { refuseAgents } from '../../../nodes/CompanyScreening/run/parameterChecks';
import { RegisterFailure, type Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { aNode } from '../builders';

interface World {
  tables: Tables;
  nowMs: number;
  context?: object;
  sleep?: (ms: number) => Promise<void>;
  /** The parameters of all items of the run, where an operation looks at them. */
  all?: ReadonlyArray<Record<string, unknown>>;
}

/** Performs any number of items of one run. @param options of its first item */
export function running(
  operation: LocalOperation,
  { tables, nowMs, context = {}, sleep = () => Promise.resolve(), all: ofAll = [] }: World,
  output: Record<string, unknown> = {},
): { run: LocalRun; perform: (parameters: Record<string, unknown>) => Promise<LocalResult> } {
  const findRegister = (name: string) =>
    name === 'Screening register' ? Promise.resolve(tables) : Promise.reject(new Error(`No "${name}".`));
  const inNode = { getNode: aNode, ...context };
  const n8n = { context: inNode as unknown as IExecuteFunctions, findRegister, now: () => nowMs, sleep };
  const run = operation.begin(
    n8n,
    (name) => (name === 'output' ? output : undefined),
    ofAll.map((parameters) => (name) => parameters[name]),
  );
  const perform = async (parameters: Record<string, unknown>) => {
    const all: Record<string, unknown> = { register: ' Screening register ', ...parameters };
    // As runLocally does.
    refuseAgents(n8n.context, operation);
    const read = (name: string): unknown => {
      if (!isShown(operation, name, all)) throw new Error(`Could not get parameter "${name}"`);
      return all[name];
    };
    return await run.prepare(read, 0).perform();
  };
  return { run, perform };
}

/** n8n refuses to give a parameter that is not shown. */
function isShown({ fields }: LocalOperation, name: string, all: Record<string, unknown>): boolean {
  const values = { ...Object.fromEntries(fields.map((field) => [field.name, field.default])), ...all };
  const known = fields.filter((field) => field.name === name);
  return (
    known.length === 0 ||
    known.some((field) => NodeHelpers.displayParameter(values as INodeParameters, field, null, null))
  );
}

/** What the node says of it: what happened, and what to do. */
export async function complaintOf(action: Promise<unknown>): Promise<[message: string, advice: string]> {
  try {
    await action;
  } catch (error) {
    if (error instanceof InvalidItem) return [error.message, error.advice];
    if (error instanceof RegisterFailure) return [error.message, error.description];
    throw error;
  }
  throw new Error('It was done.');
}
