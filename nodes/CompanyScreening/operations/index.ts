// The operations of the node, in the order of its Operation list. Whatever the node shows of them follows from this list; the
// subtitle is a literal, which a test compares with it.
import type { INodeProperties } from 'n8n-workflow';

import { annualReturnsStatusAndFiles } from './annualReturns/annualReturnsStatusAndFiles';
import { requestAnnualReturns } from './annualReturns/requestAnnualReturns';
import type { Operation } from './operation';
import { optionsField, runOptions } from './options';
import { resultsField } from './resultsField';
import { screenCompany } from './screenCompany/screenCompany';

export const OPERATIONS: readonly Operation[] = [
  screenCompany,
  requestAnnualReturns,
  annualReturnsStatusAndFiles,
];

export const operationChoices = OPERATIONS.map(({ choice }) => choice);

export const operationFields = OPERATIONS.flatMap((operation) =>
  fieldsOf(operation).map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { ...field.displayOptions?.show, ...shownFor([operation]) },
    },
  })),
);

/** When n8n asks for the credential. */
export const shownForRequests = shownFor(OPERATIONS.filter(({ kind }) => kind === 'request'));

/** The operation of that name, if there is one. */
export function findOperation(name: unknown): Operation | undefined {
  return OPERATIONS.find(({ choice }) => choice.value === name);
}

/** The parameters that choose an operation. Another one, such as a resource, belongs here and into `findOperation`. */
function shownFor(operations: readonly Operation[]) {
  return { operation: operations.map(({ choice }) => choice.value) };
}

/** Its own fields, then those that follow from what it is: Results in front of its collections, and Options at the end. */
function fieldsOf({ kind, fields, options, splitOutputs }: Operation): INodeProperties[] {
  const collections = fields.filter(({ type }) => type === 'collection');
  const sets = kind === 'request' ? [...options, runOptions] : options;
  return [
    ...fields.filter(({ type }) => type !== 'collection'),
    ...(splitOutputs ? [resultsField(splitOutputs)] : []),
    ...collections,
    ...(sets.length > 0 ? [optionsField(sets)] : []),
  ];
}
