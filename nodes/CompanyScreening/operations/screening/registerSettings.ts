// Keep in Register for Screen Company: its parameters, and what they mean for a run.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  againAfterOption,
  DEFAULT_READER,
  commonRegisterSettings,
  readersSchema,
  readFixed,
  readSwitch,
  registerOptions,
  registerSettingsField,
  switchFields,
  whenInRegister,
} from '../shared/keepInRegister';
import type { ReadParameter } from '../shared/operation';
import { choiceOption, payingSwitchOption, textOption, textParameter } from '../shared/optionKinds';
import { readRunOptions } from '../shared/options';

// The address becomes a link in messages.
const deskSchema = z.union([z.literal(''), z.string().regex(/^https?:\/\/[^\s<>"'`|\\]+$/i)]);

/**
 * Reads the switch and its settings; undefined if it is off. Without readers, everything comes out.
 *
 * @throws OperationFailure that names the parameter whose value cannot be used
 */
export function readRegisterSettings(first: ReadParameter) {
  if (!readSwitch(first)) return undefined;
  const settings = readRunOptions(screeningRegisterOptions, first('registerSettings'));
  const { companiesToReturn, deskAddress, reportedTo, screenAgainAfterDays, acceptOtherNumbers } = settings;
  return {
    ...commonRegisterSettings(settings, screenAgainAfterDays),
    acceptOtherNumbers,
    onlyThisRun: companiesToReturn === 'thisRun',
    readers:
      companiesToReturn === 'notReported'
        ? readFixed('Reported To', 'one or several names, separated by commas', readersSchema, reportedTo)
        : [],
    deskAddress: readFixed(
      DESK_NAME,
      'empty, or an address like https://n8n.example.com/form/review-desk',
      deskSchema,
      deskAddress,
    ),
  };
}

const DESK_NAME = 'Review Desk Address';

/** Options of a whole run. */
const screeningRegisterOptions = registerOptions.extend({
  companiesToReturn: choiceOption(
    {
      displayName: 'Companies to Return',
      description:
        'Which companies come out. After a run that was interrupted, choose All Companies. Otherwise the companies that it screened would be missing.',
    },
    [
      { name: 'All Companies', value: 'all', description: 'Every company of the input' },
      {
        name: 'Only Those of This Run',
        value: 'thisRun',
        description:
          'Without those that had their verdict before. Companies without a verdict always come out.',
      },
      {
        name: 'Only What Is Not Yet Reported',
        value: 'notReported',
        description:
          'First verdicts, other verdicts, and hits that are new, changed, listed again or gone, until Mark as Reported has marked them. Companies without a verdict always come out.',
      },
    ],
  ),
  deskAddress: textOption({
    displayName: DESK_NAME,
    placeholder: 'e.g. https://n8n.example.com/form/review-desk',
    description:
      'Where people decide, such as the form of the example Review Desk. The messages of the Summary Item end with it if there is something to look at.',
  }),
  reportedTo: textOption({
    displayName: 'Reported To',
    placeholder: 'e.g. Slack, e-mail',
    initial: DEFAULT_READER,
    displayOptions: { show: { companiesToReturn: ['notReported'] } },
    description:
      'Who is told: one name for each reader or channel, separated by commas. Something comes out until Mark as Reported has been run for each of them.',
  }),
  screenAgainAfterDays: againAfterOption({
    displayName: 'Screen Again After (Days)',
    description:
      'After how many days a company is screened, and paid for, again. For a list that is screened every night, enter 1. Whole days count calendar dates in the time zone of the workflow: with 1, an answer from a run on Monday is due in a run that begins on Tuesday, at any hour, but not within three hours of the answer; in a run that begins 23 hours after that one, it is due in any case. Fractions of a day count from the answer.',
  }),
  acceptOtherNumbers: payingSwitchOption({
    displayName: 'Accept Other Numbers',
    description:
      'Whether to go on with a list of Read Company List if this register knows at least ten of its companies, and half of the list, under customer numbers that the list does not have. They are then screened, and paid for, again.',
  }),
});

export const registerFields: INodeProperties[] = [
  ...switchFields(
    "Whether to keep every answer in n8n's data tables. A company that has an answer there comes from the register: it is not sent again, and not paid for again. So a run that was interrupted is simply run again.",
  ),
  textParameter({
    displayName: 'Company Key',
    name: 'companyKey',
    placeholder: 'e.g. {{ $json.customerNumber }}',
    displayOptions: whenInRegister,
    description:
      'Your own number of the company, such as the customer number. The register knows a company by this key and its name. If empty, by its name alone.',
  }),
  registerSettingsField([screeningRegisterOptions]),
];
