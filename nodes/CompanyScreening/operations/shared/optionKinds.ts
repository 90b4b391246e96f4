// Kinds of parameters and options. One definition of an option gives its field in the editor, its default and its schema.
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

type OptionField = OptionText & {
  type: 'boolean' | 'multiOptions' | 'number' | 'options' | 'string';
  default: boolean | number | string | string[];
  options?: Array<Choice<string>>;
  placeholder?: string;
  typeOptions?: { minValue: number; maxValue: number; numberPrecision?: number };
};
const optionFields = z.registry<OptionField>();

/** The field of an option; undefined for a schema that is none. */
export const optionField = (schema: z.core.$ZodType): OptionField | undefined => optionFields.get(schema);

function option<Schema extends z.core.$ZodType>(schema: Schema, field: OptionField): Schema {
  optionFields.add(schema, field);
  return schema;
}

// Type aliases, since zod's registry takes no interface.
type OptionText = {
  displayName: string;
  description: string;
  hint?: string;
  /** True for what is read before there are items: it cannot be an expression. */
  noDataExpression?: true;
  displayOptions?: IDisplayOptions;
  builderHint?: NonNullable<INodeProperties['builderHint']>;
};

interface NumberRange {
  min: number;
  max: number;
  initial: number;
}

export const numberOption = (text: OptionText, range: NumberRange) => numberIn(z.number(), text, range);

export const wholeNumberOption = (text: OptionText, range: NumberRange) =>
  numberIn(z.int(), text, range, { numberPrecision: 0 });

function numberIn(
  schema: z.ZodNumber,
  text: OptionText,
  { min, max, initial }: NumberRange,
  precision: { numberPrecision?: number } = {},
) {
  return option(schema.min(min).max(max).default(initial), {
    ...text,
    type: 'number',
    typeOptions: { minValue: min, maxValue: max, ...precision },
    default: initial,
  });
}

/**
 * A switch. It is off where nobody added it, unless it is to be on. Whoever adds it to a collection wants it on. Its description begins with
 * "Whether".
 */
export function switchOption({ initial = false, ...text }: OptionText & { initial?: boolean }) {
  return option(z.boolean().default(initial), { ...text, type: 'boolean', default: !initial });
}

/** A switch that may pay twice: whoever adds it has to switch it on as well. */
export function payingSwitchOption(text: OptionText) {
  return option(z.boolean().default(false), { ...text, type: 'boolean', default: false });
}

/** A text. Where an empty text differs from no text, whoever reads it checks whether it is there at all. */
export function textOption({
  placeholder,
  initial = '',
  ...text
}: OptionText & { placeholder: string; initial?: string }) {
  return option(z.unknown().default(initial), { ...text, type: 'string', placeholder, default: initial });
}

/** One of several values, in the order of their names; the first one is the default, unless another one is. */
export function choiceOption<const Value extends string>(
  { initial: wanted, ...text }: OptionText & { initial?: NoInfer<Value> },
  choices: readonly [Choice<Value>, ...Choice<Value>[]],
) {
  const initial = wanted ?? choices[0].value;
  return option(z.enum(choices.map(({ value }) => value)).default(initial), {
    ...text,
    type: 'options',
    options: [...choices],
    default: initial,
  });
}
type Choice<Value extends string> = {
  name: string;
  value: Value;
  description?: string;
};

/** Any number of values; none unless some are chosen. */
export function choicesOption(text: OptionText, choices: readonly Choice<string>[]) {
  return option(z.array(z.string()).default([]), {
    ...text,
    type: 'multiOptions',
    options: [...choices],
    default: [],
  });
}

/** A number that may have decimals, and for which 0 means no limit. */
export function rateOption(text: OptionText, { min, max }: { min: number; max: number }) {
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

type FieldFacts = Omit<INodeProperties, 'default' | 'required' | 'type'>;

/** A parameter that is a text, which is empty at first. */
export const textParameter = (field: FieldFacts): INodeProperties => ({
  ...field,
  type: 'string',
  default: '',
});

export const requiredTextParameter = (field: FieldFacts): INodeProperties => ({
  ...textParameter(field),
  required: true,
});

/** A parameter that is a day or a time, which is empty at first. */
export const timeParameter = (field: FieldFacts): INodeProperties => ({
  ...field,
  type: 'dateTime',
  default: '',
});

/** A sentence among the parameters. */
export const noticeParameter = (
  name: string,
  displayName: string,
  displayOptions?: IDisplayOptions,
): INodeProperties => ({
  ...{ displayName, name, type: 'notice', default: '' },
  ...(displayOptions ? { displayOptions } : {}),
});
