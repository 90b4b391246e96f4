// Additional Fields that give the items more columns. A run has them for all its items, or for none.
import type { INodeParameters } from 'n8n-workflow';

import type { ReadParameter } from '../operation';
import { readCollection } from '../options';

type FieldWithColumns = 'compareWith' | 'otherNames';

/** Whether the field was added. */
export function isAdded(first: ReadParameter, field: FieldWithColumns): boolean {
  return field in readCollection(first('additionalFields'));
}

/** The same of the node as it is saved. An expression for all of Additional Fields, which only an imported file has, may add it. */
export function mayBeAdded({ additionalFields = {} }: INodeParameters, field: FieldWithColumns): boolean {
  return typeof additionalFields === 'string' || field in readCollection(additionalFields);
}
