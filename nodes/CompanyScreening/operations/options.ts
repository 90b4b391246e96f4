// The collection "Options": one definition of an option gives its field in the editor, its default and its schema.
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { InvalidItem } from '../names/invalidItem';
import { OperationFailure } from '../service/failure';

/** Some options by name: what an operation adds, or what all have. */
export type OptionSet = z.ZodObject<Record<string, z.core.$ZodType>>;

/** What the editor shows of an option. */
type OptionField = OptionText & {
  type: 'boolean' | 'number' | 'options' | 'string';
  default: boolean | number | string;
  noDataExpression?: boolean;
  options?: Array<Choice<string>>;
  placeholder?: string;
  typeOptions?: { minValue: number; maxValue: number; numberPrecision: number };
};
const optionFields = z.registry<OptionField>();

function option<Schema extends z.core.$ZodType>(schema: Schema, field: OptionField): Schema {
  optionFields.add(schema, field);
  return schema;
}

// Type aliases, since zod's registry takes no interface.
type OptionText = {
  displayName: string;
  description: string;
  hint?: string;
  /** When the editor shows it. */
  displayOptions?: IDisplayOptions;
};

/** A whole number from `min` to `max`. */
export function wholeNumberOption(
  text: OptionText,
  { min, max, initial }: { min: number; max: number; initial: number },
) {
  return option(z.int().min(min).max(max).default(initial), {
    ...text,
    type: 'number',
    typeOptions: { minValue: min, maxValue: max, numberPrecision: 0 },
    default: initial,
  });
}

/** A switch, off unless it is switched on. Its description begins with "Whether". */
export function switchOption(text: OptionText) {
  return option(z.boolean().default(false), { ...text, type: 'boolean', default: false });
}

/** The same, read before there are items: it cannot be an expression. */
export function fixedSwitchOption(text: OptionText) {
  const field = { ...text, type: 'boolean', noDataExpression: true, default: false } as const;
  return option(z.boolean().default(false), field);
}

/** A text. Where an empty text differs from no text, whoever reads it checks whether it is there at all. */
export function textOption({
  placeholder,
  initial = '',
  ...text
}: OptionText & { placeholder: string; initial?: string }) {
  return option(z.unknown().default(initial), { ...text, type: 'string', placeholder, default: initial });
}

/** One of several values; the first one is the default. */
export function choiceOption<const Value extends string>(
  text: OptionText,
  choices: readonly [Choice<Value>, ...Choice<Value>[]],
) {
  const [{ value: initial }] = choices;
  return option(z.enum(choices.map(({ value }) => value)).default(initial), {
    ...text,
    type: 'options',
    options: choices.map(({ name, value }) => ({ name, value })),
    default: initial,
  });
}
type Choice<Value extends string> = {
  name: string;
  value: Value;
};

/** A number that may have decimals, and for which 0 means no limit. */
function rateOption(text: OptionText, { min, max }: { min: number; max: number }) {
  const schema = z
    .number()
    .max(max)
    .refine((rate) => rate === 0 || rate >= min);
  return option(schema.default(0), {
    ...text,
    type: 'number',
    typeOptions: { minValue: 0, maxValue: max, numberPrecision: 2 },
    default: 0,
  });
}

const readIn = choiceOption(
  {
    displayName: 'Make Texts Safe For',
    description:
      'Where the texts of the items will be read. A name of your list or a field of a hit then starts no formula in a spreadsheet, no markup on Slack or in HTML, and no new line in an e-mail. Not with Output set to Raw.',
  },
  [
    { name: 'Nothing, Leave Them as They Are', value: 'asReceived' },
    { name: 'E-Mail', value: 'email' },
    { name: 'HTML', value: 'html' },
    { name: 'Slack', value: 'slack' },
    { name: 'Spreadsheet or CSV File', value: 'spreadsheet' },
  ],
);

/** For an operation that sends nothing, and whose texts come from the service or from people. */
export const textOptions = z.object({ readIn });

/** The options that every operation that sends requests has. They are read once for a run, from its first item. */
export const runOptions = z.object({
  concurrency: wholeNumberOption(
    {
      displayName: 'Concurrency',
      description:
        'Maximum number of requests in progress at once in one run of this node. Ten executions at the same time send ten times as many. The order of the items is kept.',
    },
    { min: 1, max: 50, initial: 5 },
  ),
  countsInExecution: switchOption({
    displayName: 'Save Counts with the Execution',
    description:
      'Whether to save how many items of each outcome there were as custom data of the execution, so that people can find it by them. No names are saved.',
  }),
  includeInputFields: switchOption({
    displayName: 'Include Input Fields',
    description:
      'Whether to add the fields of the input item after those of this node. A field whose name this node uses itself gets the prefix "input_".',
  }),
  maxRetries: wholeNumberOption(
    {
      displayName: 'Max Retries',
      description:
        'How many times to send a request again when the service cannot have done the work: there was no connection, or the service asked to try again later (HTTP status 429 or 503)',
    },
    { min: 0, max: 10, initial: 3 },
  ),
  readIn,
  requestsPerSecond: rateOption(
    {
      displayName: 'Requests per Second',
      hint: '0 means no limit',
      description:
        'Maximum number of requests that start per second in one run of this node. Ten executions at the same time start ten times as many.',
    },
    { min: 0.01, max: 1000 },
  ),
  retryUncertain: switchOption({
    displayName: 'Retry When Uncertain',
    description:
      'Whether to also send a request again after a timeout, a broken connection or HTTP status 500, 502 or 504. The service may already have done the work, so you may pay for it twice.',
  }),
  timeout: wholeNumberOption(
    {
      displayName: 'Timeout (Milliseconds)',
      description: 'How long a request may take, from its start to the last byte of the response',
    },
    { min: 1, max: 600_000, initial: 30_000 },
  ),
});

/** Those of an operation that tests the service. Its counts are in the register, and not those of companies. */
export const testRunOptions = runOptions.omit({ countsInExecution: true });

/** For operations whose requests are paid for; read once for a run. */
export const payingOptions = z.object({
  payAgainOnRetry: switchOption({
    displayName: 'Pay Again on Retry',
    description:
      "Whether a run that n8n's Retry started, or a node with Retry On Fail, may send everything again. n8n hands the node every item again, those too that were sent and paid for before.",
  }),
});
export type RunOptions = z.infer<typeof runOptions>;

/** The field of the collection: the options of these sets, by shown name. */
export function optionsField(sets: readonly OptionSet[]): INodeProperties {
  const options = sets.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, schema]): INodeProperties[] => {
      const field = optionFields.get(schema);
      return field ? [{ ...field, name }] : [];
    }),
  );
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
  };
}

/**
 * Reads the options of a set that hold for the whole run; those that are not in the collection have their defaults.
 *
 * @throws OperationFailure that names the option whose value cannot be used
 */
export function readOptions<Set extends OptionSet>(set: Set, collection: unknown): z.infer<Set> {
  return parseOptions(
    set,
    withoutSilence(collection),
    (message, advice) =>
      new OperationFailure({
        state: 'unsendable',
        endsRun: true,
        message,
        advice,
      }),
  );
}

/**
 * Reads the options of a set that may differ from item to item.
 *
 * @throws InvalidItem that names the option whose value cannot be used
 */
export function readItemOptions<Set extends OptionSet>(set: Set, collection: unknown): z.infer<Set> {
  return parseOptions(set, collection, (message, advice) => new InvalidItem(message, advice));
}

/** What a collection has, by the names of its fields; nothing if it is none. */
export function readCollection(collection: unknown): Record<string, unknown> {
  return collectionSchema.parse(collection);
}

/** An option that is there without a value is an expression that gives nothing: no limit may go without a word. */
function withoutSilence(collection: unknown): unknown {
  if (typeof collection !== 'object' || collection === null) return collection;
  const options: [string, unknown][] = Object.entries(collection);
  return Object.fromEntries(options.map(([name, value]) => [name, value === undefined ? null : value]));
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
  const field = schema && optionFields.get(schema);
  const { minValue, maxValue } = field?.typeOptions ?? {};
  const values = field?.options?.map(({ value }) => value) ?? [];
  throw failure(
    `The option ${field?.displayName ?? 'Options'} has an invalid value.`,
    [
      'Correct it in the options of this node.',
      maxValue === undefined ? '' : `It must be a number from ${minValue ?? 0} to ${maxValue}.`,
      values.length === 0 ? '' : `It must be ${values.join(' or ')}.`,
      field?.description ? `${field.description.replace(/\.$/, '')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
}
