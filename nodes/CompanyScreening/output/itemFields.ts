// Fields of an item beside those of its operation: those of the input, and the same columns in every item, in their order.
import { deepCopy, type IDataObject } from 'n8n-workflow';

import { ERROR_KEYS, ownKey } from '../names/itemKeys';
import { normalized } from '../names/plainText';
import type { ItemColumns } from '../operations/shared/operation';
import type { Subject } from '../operations/shared/requestTask';
import { shownAddress } from '../service/masking';

/**
 * An item with the fields of its input behind ours (option Include Input Fields), each under the key that `ownKey` gives it, in every item alike:
 * a column has one meaning.
 *
 * @param ourKeys every key that an item of this run may have
 */
export function withInputFields(
  json: IDataObject,
  input: IDataObject,
  ourKeys: ReadonlySet<string>,
): IDataObject {
  const behind = new Map<string, IDataObject[string]>();
  for (const [name, value] of copiesOf(input)) {
    let key = ownKey(name, ourKeys);
    // An item may have an undocumented field of the service.
    while (Object.hasOwn(json, key) || behind.has(key)) key = `input_${key}`;
    behind.set(key, value);
  }
  return { ...json, ...Object.fromEntries(behind) };
}

/** A raw item with the fields of its input, all of them in one field. */
export function withInput(json: IDataObject, input: IDataObject): IDataObject {
  return { ...json, input: Object.fromEntries(copiesOf(input)) };
}

/** n8n's deepCopy leaves out a column called constructor. */
const copiesOf = (input: IDataObject): [string, IDataObject[string]][] =>
  Object.entries(input).map(([name, value]: [string, IDataObject[string]]) => [name, deepCopy(value)]);

/** Columns that a person reads first. The columns of the input follow, then the rest. */
const FIRST = ['companyName', 'outcome', 'reason', 'explanation'];

/** Columns of an error that are there even if fields are chosen: what to do, and whether it may have been paid for. */
const OF_ANY_ERROR = ['description', 'mayBeCharged'];

/**
 * Items with the same fields in the same order (option Same Columns for All Items), so that a sheet has the same columns on every day. A missing
 * field is null. The error of an error item is its explanation. Fields of the input that only have the name of the company again, on every item,
 * are left out.
 */
export function inSameColumns(items: readonly IDataObject[], { keys, chosen }: ItemColumns): IDataObject[] {
  const ours = new Set([...FIRST, ...keys, ...ERROR_KEYS]);
  const wanted = chosen ? [...keys.filter((key) => chosen.has(key)), ...OF_ANY_ERROR] : ours;
  const ofInput = new Set(items.flatMap((item) => Object.keys(item).filter((key) => !ours.has(key))));
  const first = [...wanted].includes('companyKey') ? ['companyKey', ...FIRST] : FIRST;
  const columns = [...first, ...[...ofInput].filter((key) => !repeatsCompany(key, items)), ...wanted];
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
    ? normalized(String(value), 'NFC').replaceAll(/\s+/g, ' ').trim()
    : '';

/** Shows the field from which the subject was read like the subject, and an address in another one without its secrets. */
export function shownInput(subject: Subject | undefined, given: IDataObject): IDataObject {
  if (subject?.typed === undefined) return given;
  const shown = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string')
      return value.trim() === subject.typed ? subject.name : shownAddress(value, (text) => text);
    if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
    if (Array.isArray(value)) return value.map((one) => shown(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, depth + 1)]));
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, shown(value, 0) as IDataObject[string]]),
  );
}

/** Nobody keeps an address deeper. */
const DEEPEST = 100;
