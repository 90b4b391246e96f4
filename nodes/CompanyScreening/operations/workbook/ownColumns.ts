// The user's own columns: under their own headings, each once.
import type { IDataObject } from 'n8n-workflow';

import { cleanText } from '../../names/companyName';
import { MORE_ROW_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { keyUnlessName } from '../shared/sameCompany';
import type { VerdictItem } from './ownFields';

interface OwnColumn {
  heading: string;
  /** True for a name or a number of the company, which stays a text. */
  isIdentity: boolean;
  valueOf: (item: VerdictItem) => IDataObject[string];
}

export interface OwnColumns {
  columns: readonly OwnColumn[];
  /** True if one of them has the company, or its key, in every item: ours is not shown beside it. */
  hasCompany: boolean;
  hasKey: boolean;
  /** True if they have every other name under which a company was screened. */
  hasOtherNames: boolean;
}

export function ownColumnsOf(items: readonly VerdictItem[]): OwnColumns {
  const names = new Set<string>();
  for (const { own } of items) {
    for (const key of Object.keys(own.in)) {
      const name = own.form.nameOf(key);
      if (name !== null) names.add(name);
    }
  }
  const all = [...names].map((name): NamedColumn => ({ name, valueOf: (item) => ownValue(item, name) }));
  const repeated = repetitions(items, all, ({ fields }) => fields['companyName']);
  const keys = repetitions(items, all, keyOf);
  const added = addedByReader(items, all);
  const ofList = all.filter(({ name }) => !added.has(name));
  return {
    columns: ofList.map(({ name, valueOf }) => ({
      heading: withoutPrefix(name, added),
      isIdentity: repeated.has(name) || keys.has(name),
      valueOf,
    })),
    hasCompany: repeated.size > 0,
    hasKey: keys.size > 0,
    hasOtherNames: items.every((item) => hasOthers(item, ofList)),
  };
}

function ownValue({ own }: VerdictItem, name: string): IDataObject[string] {
  const key = own.form.keyOf(name);
  return key !== undefined && Object.hasOwn(own.in, key) ? own.in[key] : undefined;
}

/** The user's own number of the company; empty if it has none. Undefined if the item does not say. */
export function keyOf({ fields, own }: VerdictItem): string | undefined {
  const [given] = [fields['companyKey'], own.in['companyKey'], own.in['input_companyKey']].filter(
    (one) => one !== undefined,
  );
  if (given === undefined) return undefined;
  return keyUnlessName(cleanText(fields['companyName']), given);
}

/** The line of the list, and the list, if Read Company List read it. */
export const rowInList = ({ own }: VerdictItem) => (own.form.isRow ? own.in['row'] : undefined);
export const listFileOf = ({ own }: VerdictItem): string =>
  own.form.isRow ? plainText(own.in['listFile']) : '';

/** Finds the columns that Read Company List put in front of those of the list, such as the country: each repeats one of these columns. */
function addedByReader(items: readonly VerdictItem[], all: readonly NamedColumn[]): ReadonlySet<string> {
  const isOfReader = ({ name }: NamedColumn) => MORE_ROW_KEYS.some((key) => key === name);
  const ofReader = all
    .slice(
      0,
      all.findIndex((one) => !isOfReader(one)),
    )
    .filter(isOfReader);
  if (items.some(({ own }) => !own.form.isRow)) return new Set();
  const added = ofReader.filter(({ valueOf }) =>
    all.some((other) => !ofReader.includes(other) && isRepeated(items, other.valueOf, valueOf)),
  );
  return new Set(added.map(({ name }) => name));
}

/** Gives the bare name of a column of the list that is called like one that the reader adds. */
function withoutPrefix(name: string, added: ReadonlySet<string>): string {
  const [, bare = name] = /^input_(.*)$/.exec(name) ?? [];
  return added.has(bare) ? bare : name;
}

function hasOthers(item: VerdictItem, columns: readonly NamedColumn[]): boolean {
  const others = item.fields['otherNames'];
  const wanted = (Array.isArray(others) ? others : [others]).flatMap(namesIn);
  if (wanted.length === 0) return true;
  const found = new Set(columns.flatMap(({ valueOf }) => namesIn(valueOf(item))));
  return wanted.every((name) => found.has(name));
}

const namesIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/[;\n\r]/).flatMap((name) => cleanText(name) || []) : [];

interface NamedColumn {
  name: string;
  valueOf: (item: VerdictItem) => IDataObject[string];
}

/** The columns that repeat another field in every item that has them. */
function repetitions(
  items: readonly VerdictItem[],
  columns: readonly NamedColumn[],
  valueOfOther: NamedColumn['valueOf'],
): Set<string> {
  const found = columns.filter(({ valueOf }) => isRepeated(items, valueOf, valueOfOther));
  return new Set(found.map(({ name }) => name));
}

/** True if nothing is lost when `other` is not shown beside `one`. White space and unseen signs make no other name. */
function isRepeated(
  items: readonly VerdictItem[],
  one: NamedColumn['valueOf'],
  other: NamedColumn['valueOf'],
): boolean {
  let isThere = false;
  for (const item of items) {
    const text = cleanText(other(item));
    if (text === '') continue;
    if (text !== cleanText(one(item))) return false;
    isThere = true;
  }
  return isThere;
}
