// The operations of the node, in the order of its Operation list.
import { annualReturnsStatusAndFiles } from './annualReturns/annualReturnsStatusAndFiles';
import { requestAnnualReturns } from './annualReturns/requestAnnualReturns';
import type { Operation } from './operation';
import { optionsField, runOptions } from './options';
import { screenCompany } from './screenCompany/screenCompany';

export const OPERATIONS: readonly Operation[] = [
  screenCompany,
  requestAnnualReturns,
  annualReturnsStatusAndFiles,
];

export const operationChoices = OPERATIONS.map(({ choice }) => choice);

export const operationFields = OPERATIONS.flatMap(({ choice, fields, options }) =>
  [...fields, optionsField([...options, runOptions])].map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { ...field.displayOptions?.show, operation: [choice.value] },
    },
  })),
);

/** The operation of that name, if there is one. */
export function findOperation(name: unknown): Operation | undefined {
  return OPERATIONS.find(({ choice }) => choice.value === name);
}
