// Whose item it is in a run that keeps no answers.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
  companyNameIn,
  companyNumbers,
  keyBeside,
  type NamedCompany,
} from '../operations/shared/sameCompany';
import type { ItemState, RunResult } from './itemState';

/** Of a run that screens companies. The key is what the list says, as Read Company List gives it. */
export function companyOfItem(
  context: Pick<IExecuteFunctions, 'getInputData'>,
  items: readonly ItemState[],
): NonNullable<RunResult['companyOf']> {
  if (items.every(({ subject }) => subject?.screened === undefined)) return String;
  const input = context.getInputData();
  const numbers = companyNumbers(items.map(({ subject }, index) => companyOf(subject, input[index]?.json)));
  return (itemIndex) => String(numbers[itemIndex]);
}

function companyOf(subject: ItemState['subject'], given: IDataObject = {}): NamedCompany | undefined {
  const name = subject?.screened?.name ?? companyNameIn(subject?.name);
  if (name === undefined) return undefined;
  const key = given['companyKey'];
  return {
    name,
    key: key === undefined ? null : keyBeside(name, key),
    // All of a run have the same one.
    environment: '',
    option: subject?.screened?.option ?? null,
  };
}
