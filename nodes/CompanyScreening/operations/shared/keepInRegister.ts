// The switch Keep in Register, which several operations have: its parameters, and what they mean for a run.
import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { ONE_DAY_MS } from '../../flowControl/time';
import { InvalidItem } from '../../names/invalidItem';
import { betweenCommas, plainText } from '../../names/plainText';
import type { ScreenAgain } from '../../register/facts/dueness';
import { startedBy } from '../../register/rows/runRows';
import { failedRun } from '../../service/failure';
import type { ReadParameter } from './operation';
import { numberOption, textOption, wholeNumberOption, noticeParameter } from './optionKinds';
import { collectionField, type OptionSet } from './options';
import type { RegisterSettings } from './requestTask';

export const DEFAULT_REGISTER = 'Screening register';
const MAX_DAYS = 36_500;

export const whenInRegister = { show: { keepInRegister: [true] } };

export const switchField = (description: string): INodeProperties => ({
  displayName: 'Keep in Register',
  name: 'keepInRegister',
  type: 'boolean',
  // The switch is fixed, since the items have other columns then.
  noDataExpression: true,
  default: false,
  description,
});

/** The switch of an operation that pays for something, and notes on it. */
export function switchFields(description: string): INodeProperties[] {
  return [
    {
      ...switchField(description),
      builderHint: {
        propertyHint:
          'Switch it on wherever a workflow may run again with the same items (a schedule, a webhook, a retry): what was answered is then neither sent nor paid for again.',
      },
    },
    noticeParameter(
      'nothingKeptNotice',
      'While Keep in Register is off, nothing is kept: if this run is interrupted, or the same list is run again, everything is sent and paid for again.',
      { show: { keepInRegister: [false] } },
    ),
    noticeParameter(
      'registerNotice',
      'The register is in the data tables of the project that this workflow is in. Do not edit them; read the register with Get Many. Whoever can edit these tables can change what comes out.',
      whenInRegister,
    ),
  ];
}

/** The age that an answer may have, in days. */
export const againAfterOption = (text: { displayName: string; description: string }) =>
  numberOption({ ...text, hint: '0 means never' }, { min: 0, max: MAX_DAYS, initial: 0 });

/** A megabyte as n8n counts it. */
export const MEGABYTE = 1024 * 1024;

export type CommonRegisterSettings = Pick<
  RegisterSettings,
  'batchSize' | 'register' | 'runId' | 'screenAgain' | 'screenAgainAfterDays' | 'tablesLimit'
>;

/** Options of a whole run; the operation adds how old an answer may be. */
export const registerOptions = z.object({
  batchSize: wholeNumberOption(
    {
      displayName: 'Batch Size',
      description:
        'How many companies may be in progress before their answers are stored. If n8n crashes, at most this many have no known answer.',
    },
    { min: 10, max: 1000, initial: 100 },
  ),
  dataTablesLimitMb: wholeNumberOption(
    {
      displayName: 'Data Tables Limit (MB)',
      hint: '0 means that it is not checked',
      description:
        'How large all data tables of this n8n may become together. If a run would need more, it does not begin. Change this only if the administrator of n8n has changed its limit (N8N_DATA_TABLES_MAX_SIZE_BYTES).',
    },
    { min: 0, max: 1_000_000, initial: 200 },
  ),
  register: textOption({
    displayName: 'Register',
    placeholder: `e.g. ${DEFAULT_REGISTER}`,
    initial: DEFAULT_REGISTER,
    description:
      'The names of its data tables begin with this. The register is made when it is first used. Workflows of one project that name the same register share it.',
  }),
});

export const registerSettingsField = (sets: readonly OptionSet[]): INodeProperties =>
  collectionField(
    {
      displayName: 'Register Settings',
      name: 'registerSettings',
      placeholder: 'Add Setting',
      displayOptions: whenInRegister,
    },
    sets,
  );

/** True if the switch is on in the node as it is saved. */
export const usesRegister = ({ keepInRegister }: INodeParameters): boolean => keepInRegister === true;

/**
 * True if answers are kept.
 *
 * @throws OperationFailure if the switch is neither on nor off
 */
export function readSwitch(first: ReadParameter): boolean {
  const schema = z.boolean().default(false);
  return readFixed('Keep in Register', 'on or off', schema, first('keepInRegister'));
}

export function commonRegisterSettings(
  { batchSize, dataTablesLimitMb, register }: z.infer<typeof registerOptions>,
  againAfterDays: number,
): CommonRegisterSettings {
  return {
    runId: randomUUID(),
    register: plainText(register),
    batchSize,
    tablesLimit: dataTablesLimitMb === 0 ? null : dataTablesLimitMb * MEGABYTE,
    screenAgain: screenAgainAfter(againAfterDays),
    screenAgainAfterDays: againAfterDays,
  };
}

/** Whole days are calendar dates; fractions of a day are an age. */
function screenAgainAfter(days: number): ScreenAgain {
  if (days === 0) return null;
  return Number.isInteger(days) ? { is: 'dates', dates: days } : { is: 'age', ms: days * ONE_DAY_MS };
}

/**
 * The value of a parameter that holds for the run.
 *
 * @throws OperationFailure that names it
 */
export function readFixed<Schema extends z.ZodType>(
  name: string,
  values: string,
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value ?? undefined);
  if (result.success) return result.data;
  throw failedRun({
    message: `${name} has an invalid value.`,
    advice: `It must be ${values}. Correct it in this node.`,
  });
}

/** The reader who is told where only one is. */
export const DEFAULT_READER = 'default';

export const readersSchema = z.string().transform(betweenCommas).pipe(z.array(z.string()).min(1));

/** @throws InvalidItem if there is none */
export function requiredReaders(value: unknown): string[] {
  const readers = readersSchema.safeParse(value).data;
  if (readers) return readers;
  throw new InvalidItem(
    'Reported To is empty.',
    'Enter the name of the reader or channel in this node, as in Screen Company; several separated by commas.',
  );
}

export function startOf(context: IExecuteFunctions): string {
  const { name } = context.getWorkflow();
  return startedBy({
    workflow: name ?? 'A workflow',
    execution: context.getExecutionId(),
    mode: context.getMode(),
  });
}
