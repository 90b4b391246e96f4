// The user's own columns: under their own headings, each once.
import type { IDataObject } from 'n8n-workflow';

import { ERROR_KEYS } from '../../output/errors';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  COMPANY_NAME_KEYS,
  HIT_KEYS,
  MATCH_KEYS,
  NAME_KEYS,
  REGISTER_KEYS,
} from '../screenCompany/keys';
import type { VerdictItem } from './givenItems';

interface OwnColumn {
  heading: string;
  /** Whether it is a name or a number of the company, and stays a text. */
  isIdentity: boolean;
  valueOf: (item: VerdictItem) => IDataObject[string];
}

export interface OwnColumns {
  columns: readonly OwnColumn[];
  /** Whether one of them has the company, or its key, in every item: ours is not shown beside it. */
  hasCompany: boolean;
  hasKey: boolean;
  /** Whether they have every other name under which a company was screened. */
  hasOtherNames: boolean;
  /** What Read Company List adds to each row. */
  keyOf: (item: VerdictItem) => IDataObject[string];
  rowOf: (item: VerdictItem) => IDataObject[string];
  listOf: (item: VerdictItem) => IDataObject[string];
}

const ALWAYS_OURS = [...HIT_KEYS, ...COMPANY_KEYS, ...ERROR_KEYS];
const ALERT_KEYS = ['urgency', 'message', 'slackMessage'];
/** Ours where an option adds them, and the user's own otherwise; the first of them tells. */
const SOMETIMES_OURS = [
  ['remembered', ...REGISTER_KEYS],
  ['screenedName', ...NAME_KEYS],
  ['screenedNames', ...COMPANY_NAME_KEYS],
  ['nameMatch', ...MATCH_KEYS],
  ['nameMatches', ...COMPANY_MATCH_KEYS],
  ['slackMessage', ...ALERT_KEYS],
];
/** Fields that Read Company List adds to each row, beside its columns; with the heading that they have where they are no repetition. */
const OF_READER: Readonly<Record<string, string>> = {
  otherNames: 'Other Names',
  registrationNumber: 'Registration Number',
  country: 'Country',
  address: 'Address',
};

export function ownColumnsOf(items: readonly VerdictItem[]): OwnColumns {
  const ours = ourKeys(items);
  const named = new Map<string, string>();
  for (const { own } of items) {
    for (const key of Object.keys(own.fields)) {
      if (own.are === 'beside' && ours.has(key)) continue;
      const name = own.are === 'beside' ? withoutPrefix(key, ours) : key;
      if (!named.has(name)) named.set(name, key);
    }
  }
  const valueIn = (name: string) => (item: VerdictItem) => {
    const key = item.own.are === 'nested' ? name : (named.get(name) ?? name);
    return item.own.fields[key];
  };
  const keyOf = (item: VerdictItem) => item.fields['companyKey'] ?? valueIn('companyKey')(item);
  const nameOf = (item: VerdictItem) => item.fields['companyName'];

  const all = [...named.keys()]
    .filter((name) => !['companyName', 'companyKey', 'row', 'listFile'].includes(name))
    .map((name) => ({ name, valueOf: valueIn(name) }));
  const repeated = repetitions(items, all, nameOf);
  const keys = repetitions(items, all, keyOf);
  const columns = all
    .filter(({ name, valueOf }) => !(name in OF_READER) || !repeatsAnother(items, name, valueOf, all))
    .map(({ name, valueOf }) => ({
      heading: OF_READER[name] ?? name,
      isIdentity: repeated.has(name) || keys.has(name),
      valueOf,
    }));
  return {
    columns,
    hasCompany: repeated.size > 0,
    hasKey: keys.size > 0,
    hasOtherNames: items.every((item) => hasOthers(item, all)),
    keyOf,
    rowOf: valueIn('row'),
    listOf: valueIn('listFile'),
  };
}

/** Every key that is not the user's own in these items. */
function ourKeys(items: readonly VerdictItem[]): Set<string> {
  const isThere = ([telling = '']: readonly string[]) => items.some(({ fields }) => telling in fields);
  return new Set<string>([...ALWAYS_OURS, ...SOMETIMES_OURS.filter(isThere).flat()]);
}

/** Include Input Fields puts it in front of a name that is ours. */
function withoutPrefix(key: string, ours: ReadonlySet<string>): string {
  const name = key.replace(/^(?:input_)+/, '');
  return name !== key && (ours.has(name) || name === 'companyKey' || name === 'otherNames') ? name : key;
}

function hasOthers(item: VerdictItem, columns: readonly NamedColumn[]): boolean {
  const others = item.fields['otherNames'];
  const wanted = (Array.isArray(others) ? others : [others]).flatMap(namesIn);
  if (wanted.length === 0) return true;
  const own = columns.filter(({ name }) => !(name in OF_READER));
  const found = new Set(own.flatMap(({ valueOf }) => namesIn(valueOf(item))));
  return wanted.every((name) => found.has(name));
}

const namesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(/[;\n\r]/)
        .map(asName)
        .filter((name) => name !== '')
    : [];

interface NamedColumn {
  name: string;
  valueOf: (item: VerdictItem) => IDataObject[string];
}

/** The columns that repeat another field in every item that has them. */
function repetitions(
  items: readonly VerdictItem[],
  columns: readonly NamedColumn[],
  of: NamedColumn['valueOf'],
): Set<string> {
  const found = columns.filter(({ name, valueOf }) => !(name in OF_READER) && isRepeated(items, valueOf, of));
  return new Set(found.map(({ name }) => name));
}

function repeatsAnother(
  items: readonly VerdictItem[],
  name: string,
  valueOf: NamedColumn['valueOf'],
  all: readonly NamedColumn[],
): boolean {
  return all.some((other) => other.name !== name && isRepeated(items, other.valueOf, valueOf));
}

/** Whether nothing is lost where `other` is not shown beside `one`. */
function isRepeated(
  items: readonly VerdictItem[],
  one: NamedColumn['valueOf'],
  other: NamedColumn['valueOf'],
): boolean {
  let isThere = false;
  for (const item of items) {
    const text = asName(other(item));
    if (text === '') continue;
    if (text !== asName(one(item))) return false;
    isThere = true;
  }
  return isThere;
}

/** White space and the form of the letters do not make another name. */
const asName = (value: IDataObject[string]): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
    : '';
