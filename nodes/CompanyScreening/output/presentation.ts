// How the items of a run are returned, as opposed to what they say: the switches of the node that n8n reads before there are items.
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { safeText, type TextPlace } from '../names/plainText';
import type { Operation } from '../operations/shared/operation';
import type { RunOutput } from '../operations/shared/options';
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

/** Without any of these options. */
export const PLAIN: Presentation = {
  alertMessages: false,
  keysTogether: false,
  sameColumns: false,
  summaryItem: false,
};
const NAMES: Record<keyof Presentation, string> = {
  alertMessages: 'Alert Messages',
  keysTogether: 'Companies of One Key Together',
  sameColumns: 'Same Columns for All Items',
  summaryItem: 'Summary Item',
};

const flag = z.boolean().default(false);
const schema = z.object({
  output: z
    .object({
      alertMessages: flag,
      keysTogether: flag,
      sameColumns: flag,
      summaryItem: flag,
    } satisfies Record<keyof Presentation, typeof flag>)
    .extend({ content: z.string().default('simplified') })
    .default({ ...PLAIN, content: 'simplified' }),
});

/**
 * Read from the node as it is saved, since items that could not be sent are returned in the same way.
 *
 * @throws OperationFailure if one is an expression, which an imported file may contain
 */
export function presentationOf(context: IExecuteFunctions, { presentation }: Operation): Presentation {
  if (!presentation) return PLAIN;
  const given = schema.safeParse(context.getNode().parameters);
  if (given.success) {
    const { content, ...chosen } = given.data.output;
    if (chosen.alertMessages && content !== 'simplified') throw alertsNeedSimplified();
    return chosen;
  }
  const [wrong] = Object.entries(NAMES).filter(([name]) => given.error.issues[0]?.path.includes(name));
  throw new OperationFailure({
    state: 'unsendable',
    message: `${wrong?.[1] ?? 'Output'} cannot be an expression.`,
    advice: 'Switch it on or off in Output of this node.',
    endsRun: true,
  });
}

/** Of chosen fields, those that a message is made of may not be there. */
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
 * The node's outputs as n8n's expression for them: one, or several for an operation that has them, if chosen. Messages and the summary
 * item then have outputs of their own, so that they never come where companies come.
 */
export function outputsExpression(operations: readonly Operation[]) {
  return `={{ $parameter["output"]?.["outputs"] === "byOutcome" && ${JSON.stringify(splitOutputs(operations))}[$parameter["operation"]]?.[($parameter["output"]["alertMessages"] === true ? 2 : 0) + ($parameter["output"]["summaryItem"] === true ? 1 : 0)] || ${JSON.stringify(ONE_OUTPUT)} }}` as const;
}

/** For each operation with several outputs: these alone, with a summary item, with messages, and with both. */
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
