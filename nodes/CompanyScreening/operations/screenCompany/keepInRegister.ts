// The switch Keep in Register: its parameters, and what they mean for a run.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { plainText } from '../../names/plainText';
import { OperationFailure } from '../../service/failure';
import type { Keeping, ReadParameter } from '../operation';
import { readOptions, wholeNumberOption } from '../options';

export const DEFAULT_REGISTER = 'Screening register';
const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;

const whenKept = { show: { keepInRegister: [true] } };

export const registerFields: INodeProperties[] = [
  {
    displayName: 'Keep in Register',
    name: 'keepInRegister',
    type: 'boolean',
    // The items have other columns then.
    noDataExpression: true,
    default: false,
    description:
      "Whether to keep every answer in n8n's data tables. A company that has an answer there comes from the register: it is not sent again, and not paid for again. So a run that was interrupted is simply run again.",
  },
  {
    displayName:
      'The register is in the data tables of the project that this workflow is in: "… companies" and "… hits" are for people to read; leave the others as they are. Whoever may edit these tables may change what comes out.',
    name: 'registerNotice',
    type: 'notice',
    default: '',
    displayOptions: whenKept,
  },
  {
    displayName: 'Company Key',
    name: 'companyKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.customerNumber }}',
    displayOptions: whenKept,
    description:
      'Your own number of the company, by which the register knows it together with its name. If empty, the name alone.',
  },
  {
    displayName: 'Register',
    name: 'register',
    type: 'string',
    default: DEFAULT_REGISTER,
    displayOptions: whenKept,
    description:
      'The name with which its data tables begin. It is made when it is first used. Workflows of one project that name the same register share it.',
  },
  {
    displayName: 'Screen Again After (Days)',
    name: 'screenAgainAfterDays',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: MAX_DAYS },
    default: 0,
    hint: '0 means never',
    displayOptions: whenKept,
    description:
      'How old an answer may be. A company with an older one is screened again, which is paid for. Fractions of a day are allowed.',
  },
  {
    displayName: 'Companies to Return',
    name: 'companiesToReturn',
    type: 'options',
    options: [
      { name: 'All Companies', value: 'all', description: 'Every company of the input' },
      {
        name: 'Only Those of This Run',
        value: 'thisRun',
        description: 'Without those that had their verdict before. What has no verdict always comes out.',
      },
    ],
    default: 'all',
    displayOptions: whenKept,
    description:
      'Which companies come out. After a run that was interrupted, choose All Companies: what that run had screened would be missing otherwise.',
  },
];

/** Read once for a run. */
export const registerOptions = z.object({
  batchSize: wholeNumberOption(
    {
      displayName: 'Batch Size',
      description:
        'How many companies to send before their answers are stored. If n8n crashes, at most so many are left without a known answer.',
      displayOptions: { show: { '/keepInRegister': [true] } },
    },
    { min: 10, max: 1000, initial: 100 },
  ),
});

/** What a kept run does, beside what the rest of the node has to know. */
export interface RegisterSettings extends Omit<Keeping, 'allow' | 'controlHolds'> {
  /** Whether a company that had its verdict before this run is left out. */
  onlyThisRun: boolean;
}

/**
 * Reads the switch and what belongs to it; undefined if it is off.
 *
 * @throws OperationFailure that names the parameter whose value cannot be used
 */
export function readRegisterSettings(first: ReadParameter): RegisterSettings | undefined {
  const isKept = parsed('Keep in Register', 'on or off', z.boolean().default(false), first('keepInRegister'));
  if (!isKept) return undefined;
  const days = z.number().min(0).max(MAX_DAYS).default(0);
  const returned = z.enum(['all', 'thisRun']).default('all');
  const screenAgainAfterDays = parsed(
    'Screen Again After (Days)',
    `a number from 0 to ${MAX_DAYS}`,
    days,
    first('screenAgainAfterDays'),
  );
  return {
    register: plainText(first('register') ?? DEFAULT_REGISTER),
    batchSize: readOptions(registerOptions, first('options')).batchSize,
    screenAgainAfterMs: screenAgainAfterDays === 0 ? null : screenAgainAfterDays * DAY_MS,
    onlyThisRun:
      parsed('Companies to Return', 'all or thisRun', returned, first('companiesToReturn')) === 'thisRun',
  };
}

function parsed<Schema extends z.ZodType>(
  name: string,
  values: string,
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value ?? undefined);
  if (result.success) return result.data;
  throw new OperationFailure({
    state: 'unsendable',
    endsRun: true,
    message: `${name} has an invalid value.`,
    advice: `It must be ${values}. Correct it in this node.`,
  });
}
