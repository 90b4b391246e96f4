// The option Same Columns for All Items: a sheet has the same columns on every day, whatever came out.
import type { IDataObject } from 'n8n-workflow';

import { ERROR_KEYS } from './errors';

/** What a person reads first. The columns of the input follow, then the rest. */
const FIRST = ['outcome', 'reason', 'explanation', 'companyName'];

/**
 * Gives every item the same fields in the same order; one that an item does not have is null. What went wrong with an error
 * item is its explanation. Fields of the input that only have the name of the company again, on every item, are left out.
 *
 * @param itemKeys the keys of an item that is no error, in their order
 */
export function inSameColumns(items: readonly IDataObject[], itemKeys: readonly string[]): IDataObject[] {
  const last = [...itemKeys, ...ERROR_KEYS].filter((key) => !FIRST.includes(key));
  const ours = new Set([...FIRST, ...last]);
  const ofInput = new Set(items.flatMap((item) => Object.keys(item).filter((key) => !ours.has(key))));
  const columns = [...FIRST, ...[...ofInput].filter((key) => !repeatsCompany(key, items)), ...last];
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
