// An agent that uses the node as a tool. It sees one output only, and what belongs to people is nothing for it.
import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidItem } from '../names/invalidItem';
import type { Operation } from '../operations/operation';

/** n8n 1.x does not say so, and counts as no agent. */
export function isAgent(context: IExecuteFunctions): boolean {
  return 'isToolExecution' in context && context.isToolExecution();
}

/** Before an operation begins. @throws InvalidItem if it is for people only, and an agent asks for it */
export function refuseAgents(
  context: IExecuteFunctions,
  { forPeopleOnly }: Pick<Operation, 'forPeopleOnly'>,
): void {
  if (forPeopleOnly && isAgent(context)) throw new InvalidItem(forPeopleOnly.message, forPeopleOnly.advice);
}
