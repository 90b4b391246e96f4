// An agent that uses the node as a tool. It sees one output only, and what belongs to people is nothing for it.
import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidItem } from '../names/invalidItem';
import type { Operation } from '../operations/shared/operation';

/**
 * n8n adds a node to an agent under a type of its own, which ends like this. What n8n says of the execution is not enough: an
 * agent of n8n 2 has its tools run as if they were other nodes.
 */
const TOOL_TYPE = /Tool$/;

export function isAgent(context: Pick<IExecuteFunctions, 'getNode' | 'isToolExecution'>): boolean {
  return (
    TOOL_TYPE.test(context.getNode().type) || ('isToolExecution' in context && context.isToolExecution())
  );
}

/** Before an operation begins. @throws InvalidItem if it is for people only, and an agent asks for it */
export function refuseAgents(
  context: IExecuteFunctions,
  { forPeopleOnly }: Pick<Operation, 'forPeopleOnly'>,
): void {
  if (forPeopleOnly && isAgent(context)) throw new InvalidItem(forPeopleOnly.message, forPeopleOnly.advice);
}
