// The parameters and options of the two annual-returns operations.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  againAfterOption,
  registerOptions,
  registerSettingsField,
  switchField,
  switchFields,
} from '../shared/keepInRegister';
import {
  switchOption,
  wholeNumberOption,
  requiredTextParameter,
  noticeParameter,
} from '../shared/optionKinds';

/** Options of a whole run. */
export const requestRegisterOptions = registerOptions.extend({
  requestAgainAfterDays: againAfterOption({
    displayName: 'Request Again After (Days)',
    description:
      'How old a request may be. A number with an older one is requested again, which is paid for. Fractions of a day are allowed.',
  }),
});

export const requestAnnualReturnsFields: INodeProperties[] = [
  requiredTextParameter({
    displayName: 'Registration Number',
    name: 'registrationNumber',
    placeholder: 'e.g. 01234567890123',
    description:
      'Company registration number: 14 digits. Spaces, hyphens, slashes and full stops are removed.',
  }),
  // Not a hint: n8n shows the value of an expression instead of it, and a number from a spreadsheet is an expression.
  noticeParameter(
    'registrationNumberNotice',
    'From a spreadsheet? Numbers lose their leading zeros there. Format the column as text, or add the option Restore Leading Zeros below and switch it on.',
  ),
  ...switchFields(
    "Whether to keep every accepted request in n8n's data tables. A number that has one there comes from the register, with its ID and request URI: it is not requested again, and not paid for again. So a run that was interrupted is simply run again.",
  ),
  registerSettingsField([requestRegisterOptions]),
];

/** Options of a whole run. */
export const maxRequestsOptions = z.object({
  maxRequests: wholeNumberOption(
    {
      displayName: 'Max Requests per Run',
      hint: '0 means no limit',
      description:
        'If there are more registration numbers to request than this, the run stops before anything is sent, so that nobody pays for a list by mistake',
    },
    { min: 0, max: 1_000_000, initial: 0 },
  ),
});

/** Options of each item. */
export const registrationNumberOptions = z.object({
  restoreLeadingZeros: switchOption({
    displayName: 'Restore Leading Zeros',
    description:
      'Whether to add up to four zeros in front of a number of 10 to 13 digits, since spreadsheets drop leading zeros',
  }),
});

/** Options of a whole run. */
export const followUpRegisterOptions = registerOptions.pick({ register: true });

export const getAnnualReturnsFields: INodeProperties[] = [
  requiredTextParameter({
    displayName: 'Request URI',
    name: 'requestUri',
    placeholder: 'e.g. {{ $json.requestUri }}',
    description:
      'The requestUri that "Request Annual Returns" returned. It must be on the same host as the Base URL in the credential.',
  }),
  noticeParameter(
    'undocumentedNotice',
    'The service does not document its reply here. A file is returned as binary data, anything else as received.',
  ),
  switchField(
    'Whether a request that failed becomes an open case in the register in which Request Annual Returns has kept it. Its number is requested again only by the decision sendAgain.',
  ),
  registerSettingsField([followUpRegisterOptions]),
];

/** Options of each item. */
export const waitingOptions = z.object({
  maxFileMb: wholeNumberOption(
    {
      displayName: 'Max File Size (MB)',
      description:
        'Maximum size of a file. A larger one is not downloaded completely, and its item is an error. Each file passes through the memory of n8n.',
    },
    { min: 1, max: 1000, initial: 64 },
  ),
  maxWaitSeconds: wholeNumberOption(
    {
      displayName: 'Max Wait (Seconds)',
      description:
        'How long to keep asking about a request that is Pending. After that the item is returned as Pending, with timedOut set to true.',
    },
    { min: 0, max: 86_400, initial: 300 },
  ),
  pollIntervalSeconds: wholeNumberOption(
    {
      displayName: 'Poll Interval (Seconds)',
      description: 'How long to wait before asking again. The interval grows to up to a minute.',
    },
    { min: 1, max: 3600, initial: 10 },
  ),
  waitForCompletion: switchOption({
    displayName: 'Wait for Completion',
    description: 'Whether to ask again until the request is no longer Pending',
  }),
});
