// The collections of the node, such as "Options" and "Output": the options that all operations have, and how a collection is read.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { InvalidItem } from '../../names/invalidItem';
import { plainText, sentences } from '../../names/plainText';
import { failedRun, type OperationFailure } from '../../service/failure';
import {
  choiceOption,
  optionField,
  payingSwitchOption,
  rateOption,
  switchOption,
  wholeNumberOption,
} from './optionKinds';

/** Options by name: those of an operation, or those that all have. */
export type OptionSet = z.ZodObject<Record<string, z.core.$ZodType>>;

export const outputFileField = (initial: string): INodeProperties => ({
  displayName: 'Put Output File in Field',
  name: 'binaryPropertyName',
  type: 'string',
  required: true,
  default: initial,
  hint: 'The name of the output binary field to put the file in',
});

/**
 * The value of that parameter.
 *
 * @param example as in "Enter a name for the field, data for example."
 * @throws InvalidItem if it is empty
 */
export function readOutputField(value: unknown, example: string): string {
  const field = plainText(value);
  if (field !== '') return field;
  throw new InvalidItem(
    'Put Output File in Field is empty.',
    `Enter a name for the field, ${example} for example.`,
  );
}

const readIn = choiceOption(
  {
    displayName: 'Make Texts Safe For',
    initial: 'asReceived',
    description:
      'Where the texts of the items will be read. A name in your list or a field of a hit then cannot start a formula in a spreadsheet, markup on Slack or in HTML, or a new line in an e-mail. Not with Content set to Raw.',
  },
  [
    { name: 'E-Mail', value: 'email' },
    { name: 'HTML', value: 'html' },
    { name: 'Nothing, Leave Them as They Are', value: 'asReceived' },
    { name: 'Slack', value: 'slack' },
    { name: 'Spreadsheet or CSV File', value: 'spreadsheet' },
  ],
);

/** Output of an operation that sends nothing, and whose texts come from the service or from people. Read once for a run. */
export const textOutput = z.object({ readIn });

/** Output of every operation that sends requests. Read once for a run, from its first item. */
export const runOutput = z.object({
  includeInputFields: switchOption({
    displayName: 'Include Input Fields',
    description:
      'Whether to add the fields of the input item after those of this node. A field whose name this node uses itself gets the prefix "input_".',
  }),
  readIn,
});
export type RunOutput = z.infer<typeof runOutput>;

/** Options of every operation that sends requests. Read once for a run, from its first item. */
export const runOptions = z.object({
  concurrency: wholeNumberOption(
    {
      displayName: 'Concurrency',
      description:
        'Maximum number of requests in progress at once in one run of this node. Ten executions at the same time send ten times as many. The order of the items is kept.',
    },
    { min: 1, max: 50, initial: 5 },
  ),
  maxRetries: wholeNumberOption(
    {
      displayName: 'Max Retries',
      description:
        'How many times to send a request again when the service cannot have done the work: there was no connection, or the service asked to try again later (HTTP status 429 or 503)',
    },
    { min: 0, max: 10, initial: 3 },
  ),
  requestsPerSecond: rateOption(
    {
      displayName: 'Requests per Second',
      hint: '0 means no limit',
      description:
        'Maximum number of requests that start per second in one run of this node. Ten executions at the same time start ten times as many.',
    },
    { min: 0.01, max: 1000 },
  ),
  retryUncertain: payingSwitchOption({
    displayName: 'Retry When Uncertain',
    description:
      'Whether to also send a request again after a timeout, a broken connection or HTTP status 500, 502 or 504. The service may already have done the work, so you may pay for it twice.',
  }),
  timeout: wholeNumberOption(
    {
      displayName: 'Timeout (Milliseconds)',
      description: 'How long a request may take, from its start to the last byte of the reply',
    },
    { min: 1, max: 600_000, initial: 30_000 },
  ),
});

/** Options of operations whose requests are paid for; read once for a run. */
export const payAgainOptions = z.object({
  payAgainOnRetry: payingSwitchOption({
    displayName: 'Pay Again on Retry',
    description:
      "Whether a run that n8n's Retry started, or a node with Retry On Fail, may send everything again. n8n hands the node every item again, also those that were sent and paid for before.",
  }),
});
export type RunOptions = z.infer<typeof runOptions>;

export function collectionField(
  text: Pick<INodeProperties, 'displayName' | 'displayOptions' | 'name' | 'placeholder'>,
  sets: readonly OptionSet[],
): INodeProperties {
  const options = sets.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, schema]): INodeProperties[] => {
      const field = optionField(schema);
      return field ? [{ ...field, name }] : [];
    }),
  );
  return {
    ...text,
    type: 'collection',
    default: {},
    options: options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
  };
}

/** The collection of settings that shape the output: one for every operation that has any. */
export const outputField = (sets: readonly OptionSet[]): INodeProperties =>
  collectionField({ displayName: 'Output', name: 'output', placeholder: 'Add Output Setting' }, sets);

export const optionsField = (sets: readonly OptionSet[]): INodeProperties =>
  collectionField({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, sets);

/**
 * Reads the options of a set that hold for the whole run; those that are not in the collection have their defaults.
 *
 * @throws OperationFailure that names the option whose value cannot be used
 */
export function readRunOptions<Set extends OptionSet>(set: Set, collection: unknown): z.infer<Set> {
  const given = readCollection(collection);
  const silent = Object.keys(set.shape).find((name) => name in given && (given[name] ?? null) === null);
  const schema = silent === undefined ? undefined : set.shape[silent];
  if (silent !== undefined)
    throw givesNothing((schema && optionField(schema)?.displayName) ?? silent, 'the first item');
  return parseOptions(set, collection, (message, advice) => failedRun({ message, advice }));
}

/** An expression that gives nothing: no limit, and nothing that a person chose, may go without a word. */
export function givesNothing(name: string, where: string): OperationFailure {
  return failedRun(nothingGiven(name, ` for ${where}`));
}

export const nothingGiven = (name: string, where = '') => ({
  message: `The expression in ${name} returns nothing${where}, so nothing was done.`,
  explanation: 'A column may have been renamed, or the items may come from another node than before.',
  advice: `Correct the expression in this node. If ${name} should be empty, remove the expression.`,
});

/**
 * Reads the options of a set that may differ from item to item.
 *
 * @throws InvalidItem that names the option whose value cannot be used
 */
export function readItemOptions<Set extends OptionSet>(set: Set, collection: unknown): z.infer<Set> {
  return parseOptions(set, collection, (message, advice) => new InvalidItem(message, advice));
}

/** The fields of a collection, by their names; none if it is no collection. */
export function readCollection(collection: unknown): Record<string, unknown> {
  return collectionSchema.parse(collection);
}

const collectionSchema = z.record(z.string(), z.unknown()).catch({});

function parseOptions<Set extends OptionSet>(
  set: Set,
  collection: unknown,
  failure: (message: string, advice: string) => Error,
): z.infer<Set> {
  const options = set.safeParse(collection ?? {});
  if (options.success) return options.data;
  const schema = set.shape[String(options.error.issues[0]?.path[0])];
  const field = schema && optionField(schema);
  const { minValue, maxValue } = field?.typeOptions ?? {};
  const values = field?.options?.map(({ value }) => value) ?? [];
  throw failure(
    `${field?.displayName ?? 'A collection of this node'} has an invalid value.`,
    sentences(
      'Correct it in this node.',
      maxValue !== undefined && `It must be a number from ${minValue ?? 0} to ${maxValue}.`,
      values.length > 0 && `It must be ${values.join(' or ')}.`,
      field?.description && `${field.description.replace(/\.$/, '')}.`,
    ),
  );
}
