// operations/: the list of operations; each family has a folder. Whatever the node shows of an operation follows from this list.
//
// The subtitle is a literal, which a test compares with it.
import type { INodeProperties } from 'n8n-workflow';

import { getAnnualReturnsRequest } from './annualReturns/getAnnualReturnsRequest';
import { requestAnnualReturns } from './annualReturns/requestAnnualReturns';
import { recordDecision } from './desk/recordDecision';
import { readCompanyList } from './lists/readCompanyList';
import { createReport } from './reports/createReport';
import { getFromRegister } from './reports/getFromRegister';
import { screenCompany } from './screening/screenCompany';
import { fieldsOfOperation } from './shared/derivedFields';
import type { Operation, Resource } from './shared/operation';
import { testScreening } from './testScreening/testScreening';
import { forgetCompany } from './upkeep/forgetCompany';
import { markAsReported } from './upkeep/markAsReported';
import { pruneRegister } from './upkeep/pruneRegister';
import { createWorkbook } from './workbook/createWorkbook';

export const OPERATIONS: readonly Operation[] = [
  getAnnualReturnsRequest,
  requestAnnualReturns,
  createWorkbook,
  readCompanyList,
  screenCompany,
  testScreening,
  createReport,
  forgetCompany,
  getFromRegister,
  markAsReported,
  pruneRegister,
  recordDecision,
];

const RESOURCES: ReadonlyArray<{ name: string; value: Resource; usual: Operation }> = [
  { name: 'Annual Returns', value: 'annualReturns', usual: requestAnnualReturns },
  { name: 'Company', value: 'company', usual: screenCompany },
  { name: 'Register', value: 'register', usual: getFromRegister },
];

/** The parameters that choose an operation: the resource, then the operation. */
export const choiceFields: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: RESOURCES.map(({ name, value }) => ({ name, value })),
    default: 'company',
  },
  ...RESOURCES.map(operationField),
];

export const operationFields = OPERATIONS.flatMap((operation) =>
  fieldsOfOperation(operation).map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { ...field.displayOptions?.show, ...shownFor([operation]) },
    },
  })),
);

function operationField({ value: resource, usual }: (typeof RESOURCES)[number]): INodeProperties {
  const options = OPERATIONS.filter((one) => one.resource === resource)
    .map(({ choice }) => choice)
    .sort((one, other) => one.name.localeCompare(other.name));
  const field: INodeProperties = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: 'screenCompany',
  };
  return { ...field, default: usual.choice.value };
}

/**
 * The operations for which n8n does not ask for the credential. Not as `show`: n8n's editor hides every parameter that a credential's `show`
 * names, so nobody could choose an operation.
 */
export const hiddenForLocal = shownFor(OPERATIONS.filter(({ kind }) => kind === 'local'));

export function findOperation(name: unknown): Operation | undefined {
  return OPERATIONS.find(({ choice }) => choice.value === name);
}

/** Names of operations suffice: no two resources share one. */
function shownFor(operations: readonly Operation[]) {
  return { operation: operations.map(({ choice }) => choice.value) };
}
