// An item as a workbook takes it, and the user's own fields in it: as columns under their own headings, each once.
import type { IDataObject } from 'n8n-workflow';

import {
  ERROR_KEYS,
  OUR_KEYS,
  ownKey,
  ownName,
  RAW_KEYS,
  ROW_KEYS,
  MORE_ROW_KEYS,
} from '../../names/itemKeys';
import { plainText, withoutTags } from '../../names/plainText';
import { cleanText } from '../../names/companyName';
import { keyUnlessName } from '../shared/sameCompany';

export const VERDICTS = ['clear', 'error', 'gone', 'hit', 'review'] as const;

export interface VerdictItem {
  outcome: (typeof VERDICTS)[number];
  /** Tells whether there is one for each hit or for each company; `either` if its fields do not say. */
  per: 'company' | 'either' | 'hit';
  /** Our fields, flat. */
  fields: IDataObject;
  own: OwnFields;
}

/** The place of the user's fields in an item, and their names there. */
export interface OwnFields {
  in: IDataObject;
  form: OwnForm;
}

/** The keys of items that were made alike. */
class OwnForm {
  private readonly names = new Map<string, string | null>();
  private readonly keys = new Map<string, string>();

  /**
   * @param steps from a key to the name behind it, or undefined for what that node added: one for each node, the last one first
   * @param isRow whether Read Company List made the input
   */
  constructor(
    private readonly steps: ReadonlyArray<(key: string) => string | undefined>,
    readonly isRow: boolean,
  ) {}

  /** The name of a field in the user's list; null for one of ours. */
  nameOf(key: string): string | null {
    const known = this.names.get(key);
    if (known !== undefined) return known;
    let name: string | undefined = key;
    for (const step of this.steps) name = name === undefined ? undefined : step(name);
    // Somebody may have added a field under the name of another one.
    while (name !== undefined && this.keys.has(name)) name = `input_${name}`;
    this.names.set(key, name ?? null);
    if (name !== undefined) this.keys.set(name, key);
    return name ?? null;
  }

  /** Undefined if no item of this form had such a field so far. */
  keyOf(name: string): string | undefined {
    return this.keys.get(name);
  }
}

export const isObject = (value: unknown): value is IDataObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A flat item has its screening id in a field of its own, whatever else somebody called `screening`. Somebody may have put the id of a raw one
 * beside its record.
 */
export function isRaw(json: IDataObject): boolean {
  const { screening } = json;
  if (!('screening' in json) || isUnusableRow(json)) return false;
  const hasRecord = isObject(screening) && 'id' in screening && ('hit' in json || 'hits' in json);
  return hasRecord || !('screeningId' in json);
}

/** True for a row that Read Company List gives as an error: it names its file once more. Behind Screen Company, it is the input of one. */
export function isUnusableRow(json: IDataObject): boolean {
  if (!isError(json, (name) => name) || isError(json, keyOfInput) || !isRowOfList(json)) return false;
  const fileName = withoutTags(plainText(json['fileName']));
  return fileName !== '' && plainText(json['listFile']).startsWith(fileName);
}

const isError = (fields: IDataObject, keyIn: (name: string) => string): boolean =>
  fields[keyIn('outcome')] === 'error' && keyIn('scope') in fields;

const keyOfInput = (name: string): string => ownKey(name, OUR_KEYS);

/** Our fields in it. Any other field with the name of one of ours is a column of the list. */
export const ofUnusableRow = (json: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => OF_UNUSABLE_ROW.has(key) || OF_ROW.has(key)));

const isRowOfList = (fields: IDataObject): boolean =>
  Number.isInteger(fields['row']) && LIST_FILE.test(plainText(fields['listFile']));

const RAW: ReadonlySet<string> = new Set(RAW_KEYS);
/** Leaves the keys of raw items alone: in a flat one, they are no fields of ours. */
const inFlatItem = (key: string) => (RAW.has(key) ? key : ownName(key, OUR_KEYS));
const OF_ROW: ReadonlySet<string> = new Set([...ROW_KEYS, '__proto__']);
const inRow = (key: string) => ownName(key, OF_ROW);
/** Keys of the error item that Read Company List makes of an unusable row. */
const OF_UNUSABLE_ROW: ReadonlySet<string> = new Set(['fileName', ...ERROR_KEYS]);
const inUnusableRow = (key: string) => ownName(key, OF_UNUSABLE_ROW);

/** Reads the items of one workbook: all that were made alike share their form. */
export function ownFieldsReader(): (json: IDataObject) => OwnFields {
  const forms = new Map<string, OwnForm>();
  return (json) => {
    const isNested = isRaw(json) || isErrorOfRaw(json);
    const isUnusable = isUnusableRow(json);
    const fields = isNested ? inputOf(json) : json;
    const isRow = isRowOfList(fields);
    const wasUnusable = isRow && isError(fields, isNested ? (name) => name : keyOfInput);
    const id = [isNested, isUnusable, isRow, wasUnusable].join();
    const form =
      forms.get(id) ??
      new OwnForm(
        [
          ...(isNested || isUnusable ? [] : [inFlatItem]),
          ...(isUnusable || wasUnusable ? [inUnusableRow] : []),
          ...(isRow ? [inRow] : []),
        ],
        isRow,
      );
    forms.set(id, form);
    return { in: fields, form };
  };
}

/** The end of Read Company List's `listFile`, which says how many companies the file has. */
const LIST_FILE = /; \d+ compan(?:y|ies)$/;

/** True for an error with Content set to Raw, which has the fields of its input in one. */
const isErrorOfRaw = (json: IDataObject): boolean =>
  json['outcome'] === 'error' && isObject(json['input']) && !isUnusableRow(json);

/** The input, and the fields that were added behind the screening. */
function inputOf(json: IDataObject): IDataObject {
  const { input } = json;
  const given = isObject(input) ? input : {};
  const added = Object.keys(json).filter((key) => !OUR_KEYS.has(key));
  if (added.length === 0) return given;
  const all = new Map(Object.entries(given));
  for (const key of added) {
    let free = key;
    while (all.has(free)) free = `input_${free}`;
    all.set(free, json[key]);
  }
  return Object.fromEntries(all);
}

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
