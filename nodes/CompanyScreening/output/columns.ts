// The option Same Columns for All Items: a sheet has the same columns on every day, whatever came out.
import type { IDataObject } from 'n8n-workflow';

import type { Columns } from '../operations/operation';
import { ERROR_KEYS } from './errors';

/** What a person reads first. The columns of the input follow, then the rest. */
const FIRST = ['outcome', 'reason', 'explanation', 'companyName'];

/** Of an error, beside its explanation, where fields are chosen: what to do, and whether it may have been paid for. */
const OF_ANY_ERROR = ['description', 'mayBeCharged'];

/**
 * Gives every item the same fields in the same order; one that an item does not have is null. What went wrong with an error
 * item is its explanation. Fields of the input that only have the name of the company again, on every item, are left out.
 */
export function inSameColumns(items: readonly IDataObject[], { keys, chosen }: Columns): IDataObject[] {
  const ours = new Set([...FIRST, ...keys, ...ERROR_KEYS]);
  const wanted = chosen ? [...keys.filter((key) => chosen.has(key)), ...OF_ANY_ERROR] : ours;
  const ofInput = new Set(items.flatMap((item) => Object.keys(item).filter((key) => !ours.has(key))));
  const columns = [...FIRST, ...[...ofInput].filter((key) => !repeatsCompany(key, items)), ...wanted];
  return items.map((item) => {
    const explained = { ...item, explanation: item['explanation'] ?? item['error'] };
    const fields = new Map(Object.entries<IDataObject[string]>(explained));
    return Object.fromEntries([...new Set(columns)].map((column) => [column, fields.get(column) ?? null]));
  });
}

const repeatsCompany = (key: string, items: readonly IDataObject[]): boolean =>
  items.every((item) => asName(item[key]) === asName(item['companyName']));

/** White space and the form of the letters do not make another name. */
const asName = (value: IDataObject[string]): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
    : '';
