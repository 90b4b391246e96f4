// The presentation of a run's items: the switches of the node that n8n reads before there are items, the fields of the input, and the same
// columns in every item, in their order.
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions, deepCopy } from 'n8n-workflow';

import { ERROR_KEYS, ownKey } from '../names/itemKeys';
import { normalized, plainText, safeText, type TextPlace } from '../names/plainText';
import type { Operation, ItemColumns } from '../operations/shared/operation';
import { readCollection, type RunOutput } from '../operations/shared/options';
import type { Subject } from '../operations/shared/requestTask';
import { failedRun, type OperationFailure } from '../service/failure';
import { shownAddress } from '../service/masking';

/** No option is on. */
export const PLAIN = {
  /** See `alertMessages` of the operation. */
  alertMessages: false,
  /** See `togetherByKey`. */
  keysTogether: false,
  /** See `inSameColumns`. */
  sameColumns: false,
  /** See `summaryOf`. */
  summaryItem: false,
};
export type Presentation = typeof PLAIN;

/**
 * Reads from the node as it is saved, as n8n reads its outputs: items that could not be sent are returned in the same way.
 *
 * @throws OperationFailure if they do not go together
 */
export function presentationOf(
  context: Pick<IExecuteFunctions, 'getNode'>,
  { presentation }: Operation,
): Presentation {
  if (!presentation) return PLAIN;
  const { content = 'simplified', ...output } = readCollection(context.getNode().parameters['output']);
  const isOn = (name: keyof Presentation) => output[name] === true;
  if (isOn('alertMessages') && content !== 'simplified') throw alertsNeedSimplified();
  return {
    alertMessages: isOn('alertMessages'),
    keysTogether: isOn('keysTogether'),
    sameColumns: isOn('sameColumns'),
    summaryItem: isOn('summaryItem'),
  };
}

/** Chosen fields may lack those that a message is made of. */
function alertsNeedSimplified(): OperationFailure {
  return failedRun({
    message: 'Alert Messages needs Content set to Simplified.',
    advice: 'Choose it in Output of this node, or switch Alert Messages off.',
  });
}

/** The fields with every text in them, and their names, safe for where they are read. */
export function safeFields(fields: IDataObject, readIn: RunOutput['readIn']): IDataObject {
  return readIn === 'asReceived' ? fields : mapFields(fields, readIn);
}

function mapFields(fields: object, place: TextPlace): IDataObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, JsonField]) => [
      safeText(name, place),
      mapTexts(value, place),
    ]),
  );
}

type JsonField = IDataObject[string];

function mapTexts(value: JsonField, place: TextPlace): JsonField {
  if (typeof value === 'string') return safeText(value, place);
  if (Array.isArray(value)) return value.map((entry: JsonField) => mapTexts(entry, place));
  return typeof value === 'object' && value !== null ? mapFields(value, place) : value;
}

const ONE_OUTPUT = [{ type: NodeConnectionTypes.Main }];

/**
 * The node's outputs as n8n's expression for them: one, or several for an operation that has them, if chosen. Messages and the summary item then
 * have outputs of their own, so that they never come where companies come.
 */
export function outputsExpression(operations: readonly Operation[]) {
  return `={{ $parameter["output"]?.["outputs"] === "byOutcome" && ${JSON.stringify(splitOutputs(operations))}[$parameter["operation"]]?.[($parameter["output"]["alertMessages"] === true ? 2 : 0) + ($parameter["output"]["summaryItem"] === true ? 1 : 0)] || ${JSON.stringify(ONE_OUTPUT)} }}` as const;
}

/** The outputs of each operation that has several: these alone, with a summary item, with messages, and with both. */
function splitOutputs(operations: readonly Operation[]) {
  const shown = (displayName: string) => ({ type: NodeConnectionTypes.Main, displayName });
  return Object.fromEntries(
    operations.flatMap(({ choice, splitOutputs: split }) => {
      if (!split) return [];
      const more = [[], ['Summary'], ['Messages'], ['Messages', 'Summary']];
      const outputs = more.map((added) => [...split.map(({ name }) => name), ...added].map(shown));
      return [[choice.value, outputs]];
    }),
  );
}

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
  normalized(plainText(value), 'NFC').replaceAll(/\s+/g, ' ');

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
