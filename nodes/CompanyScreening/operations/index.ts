// The operations of the node, in the order of its Operation list.
import { getAnnualReturnsRequest } from './getAnnualReturnsRequest.operation';
import type { Operation } from './operation';
import { requestAnnualReturns } from './requestAnnualReturns.operation';
import { screenCompany } from './screenCompany.operation';

const OPERATIONS: readonly Operation[] = [screenCompany, requestAnnualReturns, getAnnualReturnsRequest];

export const operationChoices = OPERATIONS.map(({ choice }) => choice);

export const operationFields = OPERATIONS.flatMap(({ choice, fields }) =>
  fields.map((field) => ({
    ...field,
    displayOptions: { ...field.displayOptions, show: { operation: [choice.value] } },
  })),
);

/** The operation of that name, if there is one. */
export function findOperation(name: unknown): Operation | undefined {
  return OPERATIONS.find(({ choice }) => choice.value === name);
}
