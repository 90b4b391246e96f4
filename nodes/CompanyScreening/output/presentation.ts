// The presentation of a run's items: the switches of the node that n8n reads before there are items.
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { safeText, type TextPlace } from '../names/plainText';
import type { Operation } from '../operations/shared/operation';
import { readCollection, type RunOutput } from '../operations/shared/options';
import { OperationFailure } from '../service/failure';

export interface Presentation {
  /** See `alertMessages` of the operation. */
  alertMessages: boolean;
  /** See `togetherByKey`. */
  keysTogether: boolean;
  /** See `inSameColumns`. */
  sameColumns: boolean;
  /** See `summaryOf`. */
  summaryItem: boolean;
}

/** No option is on. */
export const PLAIN: Presentation = {
  alertMessages: false,
  keysTogether: false,
  sameColumns: false,
  summaryItem: false,
};

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
  return new OperationFailure({
    state: 'unsendable',
    message: 'Alert Messages needs Content set to Simplified.',
    advice: 'Choose it in Output of this node, or switch Alert Messages off.',
    endsRun: true,
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
