// The registers that a workflow has had, in what n8n keeps with the workflow: kept when a trigger started the run, and not
// when a person did by hand.
import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

/** What n8n keeps with the workflow. */
export type WorkflowMemory = Pick<IExecuteFunctions, 'getWorkflowStaticData'>;

/** Whether the workflow has had a register of this name. */
export function hadRegister(context: WorkflowMemory, register: string): boolean {
  return known(context).includes(register);
}

/** Remembers that the workflow has a register of this name. */
export function rememberRegister(context: WorkflowMemory, register: string): void {
  const registers = known(context);
  if (!registers.includes(register)) memory(context)[KEY] = [...registers, register];
}

const KEY = 'companyScreeningRegisters';
const registersSchema = z.array(z.string()).catch([]);

const known = (context: WorkflowMemory): string[] => registersSchema.parse(memory(context)[KEY]);

// Not the node's own part, which n8n finds by the node's name: that changes when a person renames the node.
const memory = (context: WorkflowMemory) => context.getWorkflowStaticData('global');
