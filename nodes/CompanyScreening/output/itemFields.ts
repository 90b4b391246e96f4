// Which fields an item has, and in what order, beside what its operation says: those of the input, and the same columns in every item.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import type { ItemColumns } from '../operations/operation';
import { ERROR_KEYS } from './errors';

/** In front of the name of a field of the input that we have as well. */
const PREFIX = 'input_';

/**
 * An item with the fields of its input behind ours (option Include Input Fields). A field whose name is one of ours gets a prefix in
 * every item, so that a column has one meaning.
 *
 * @param ourKeys every key that an item of this run may have
 */
export function withInputFields(
  json: IDataObject,
  input: IDataObject,
  ourKeys: ReadonlySet<string>,
): IDataObject {
  const behind: IDataObject = {};
  for (const [name, value] of Object.entries(deepCopy(input))) {
    let free = name;
    while (
      ourKeys.has(free) ||
      free in json ||
      free in behind ||
      (free !== name && Object.hasOwn(input, free))
    ) {
      free = PREFIX + free;
    }
    behind[free] = value;
  }
  return { ...json, ...behind };
}

/** A raw item with the fields of its input, all of them in one field. */
export function withInput(json: IDataObject, input: IDataObject): IDataObject {
  return { ...json, input: deepCopy(input) };
}

/** What a person reads first. The columns of the input follow, then the rest. */
const FIRST = ['outcome', 'reason', 'explanation', 'companyName'];

/** Of an error, beside its explanation, where fields are chosen: what to do, and whether it may have been paid for. */
const OF_ANY_ERROR = ['description', 'mayBeCharged'];

/**
 * Items with the same fields in the same order (option Same Columns for All Items), so that a sheet has the same columns on every day.
 * One that an item does not have is null. What went wrong with an error item is its explanation. Fields of the input that only have
 * the name of the company again, on every item, are left out.
 */
export function inSameColumns(items: readonly IDataObject[], { keys, chosen }: ItemColumns): IDataObject[] {
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
