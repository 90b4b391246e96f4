// Keep in Register for Screen Company: its parameters, and what they mean for a run.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  daysField,
  readFixed,
  readKeeping,
  registerField,
  switchFields,
  whenKept,
  type KeepingAsSet,
} from '../keepInRegister';
import { DEFAULT_READER, readersSchema } from '../readers';
import type { ReadParameter } from '../operation';
import { readOptions, textOption } from '../options';

const againAfter = daysField({
  displayName: 'Screen Again After (Days)',
  name: 'screenAgainAfterDays',
  description:
    'How old an answer may be. A company with an older one is screened, and paid for, again. For a list that is screened every night, enter 1: an answer is due a tenth of the time early, at most six hours. Fractions of a day are allowed.',
});

export const registerFields: INodeProperties[] = [
  ...switchFields(
    "Whether to keep every answer in n8n's data tables. A company that has an answer there comes from the register: it is not sent again, and not paid for again. So a run that was interrupted is simply run again.",
  ),
  {
    displayName: 'Company Key',
    name: 'companyKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.customerNumber }}',
    displayOptions: whenKept,
    description:
      'Your own number of the company, such as the customer number. The register knows a company by this key and its name. If empty, by its name alone.',
  },
  registerField,
  againAfter,
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
      {
        name: 'Only What Is Not Yet Reported',
        value: 'notReported',
        description:
          'First verdicts, other verdicts, and hits that are new, changed, listed again or gone, until Mark as Reported says that they were told. What has no verdict always comes out.',
      },
    ],
    default: 'all',
    displayOptions: whenKept,
    description:
      'Which companies come out. After a run that was interrupted, choose All Companies. Otherwise what that run had screened would be missing.',
  },
  {
    displayName: 'Reported To',
    name: 'reportedTo',
    type: 'string',
    default: DEFAULT_READER,
    displayOptions: { show: { ...whenKept.show, companiesToReturn: ['notReported'] } },
    description:
      'Who is told: one name for each reader or channel, separated by commas. Something comes out until Mark as Reported has been run for each of them.',
  },
];

const DESK_NAME = 'Review Desk Address';
// It becomes a link in messages.
const deskSchema = z.union([z.literal(''), z.string().regex(/^https?:\/\/[^\s<>"'`|\\]+$/i)]);

/** Read once for a run. */
export const deskOptions = z.object({
  deskAddress: textOption({
    displayName: DESK_NAME,
    placeholder: 'e.g. https://n8n.example.com/form/review-desk',
    description:
      'Where people decide, such as the form of the example Review Desk. The messages of the Summary Item end with it if there is something to look at.',
    displayOptions: { show: { '/keepInRegister': [true] } },
  }),
});

/** What a kept run does, beside what the rest of the node has to know. */
export interface RegisterSettings extends KeepingAsSet {
  /** Whether a company that had its verdict before this run is left out. */
  onlyThisRun: boolean;
  /** Those who are to be told what they were not; nobody if everything comes out. */
  readers: readonly string[];
  /** Where people decide about what is found; empty if nobody said. */
  deskAddress: string;
}

/**
 * Reads the switch and what belongs to it; undefined if it is off.
 *
 * @throws OperationFailure that names the parameter whose value cannot be used
 */
export function readRegisterSettings(first: ReadParameter): RegisterSettings | undefined {
  const keeping = readKeeping(first, againAfter);
  if (!keeping) return undefined;
  const returned = z.enum(['all', 'notReported', 'thisRun']).default('all');
  const given = readFixed(
    'Companies to Return',
    'all, thisRun or notReported',
    returned,
    first('companiesToReturn'),
  );
  const readers = given === 'notReported' ? readReaders(first('reportedTo')) : [];
  const { deskAddress } = readOptions(deskOptions, first('options'));
  return {
    ...keeping,
    onlyThisRun: given === 'thisRun',
    readers,
    deskAddress: readFixed(
      DESK_NAME,
      'empty, or an address like https://n8n.example.com/form/review-desk',
      deskSchema,
      deskAddress,
    ),
  };
}

function readReaders(value: unknown): string[] {
  return readFixed(
    'Reported To',
    'one or several names, separated by commas',
    readersSchema.default([DEFAULT_READER]),
    value,
  );
}
