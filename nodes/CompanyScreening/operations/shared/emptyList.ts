// A list without a row: n8n's Always Output Data makes one item without any field of it, so that the run can say so.
import type { INodeExecutionData } from 'n8n-workflow';

import { InvalidItem } from '../../names/invalidItem';

export class EmptyList extends InvalidItem {
  /** @param from the node that gave it; undefined if that is not known */
  constructor(from: string | undefined) {
    const where = from === undefined ? 'The list is empty' : `The list is empty: "${from}" gave nothing`;
    super(`${where}, so nothing was screened.`, 'See where the list comes from, and who changed it.');
  }
}

/** Whether these items are such a list, if the only one cannot be used. */
export function mayBeEmptyList(items: readonly INodeExecutionData[]): boolean {
  const [item, ...others] = items;
  return item !== undefined && others.length === 0 && Object.keys(item.json).length === 0 && !item.binary;
}
