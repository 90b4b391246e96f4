// What the options of every run may be, by hand, and what is said of a value that they cannot have.
import * as z from 'zod/v4';

import { textOption } from '../../nodes/CompanyScreening/operations/shared/optionKinds';
import {
  optionsField,
  outputField,
  payAgainOptions,
  readItemOptions,
  readRunOptions,
  runOptions,
  runOutput,
  textOutput,
  type OptionSet,
} from '../../nodes/CompanyScreening/operations/shared/options';
import { complaintOf, failureOf } from './builders';

const field = optionsField([runOptions, payAgainOptions]);
const shown = [field, outputField([runOutput])]
  .flatMap(({ options = [] }) => options)
  .map((option) => ({ ...option }));
const choice = (name: string, value: string) => ({ name, value });
const whole = (minValue: number, maxValue: number) => ({ minValue, maxValue, numberPrecision: 0 });

test('the options are a collection', () => {
  expect(field).toMatchObject({
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
  });
});

test.each<[string, object]>([
  ['concurrency', { displayName: 'Concurrency', type: 'number', default: 5, typeOptions: whole(1, 50) }],
  ['includeInputFields', { displayName: 'Include Input Fields', type: 'boolean', default: true }],
  ['maxRetries', { displayName: 'Max Retries', type: 'number', default: 3, typeOptions: whole(0, 10) }],
  [
    'readIn',
    {
      displayName: 'Make Texts Safe For',
      type: 'options',
      default: 'asReceived',
      options: [
        choice('E-Mail', 'email'),
        choice('HTML', 'html'),
        choice('Nothing, Leave Them as They Are', 'asReceived'),
        choice('Slack', 'slack'),
        choice('Spreadsheet or CSV File', 'spreadsheet'),
      ],
    },
  ],
  [
    'requestsPerSecond',
    {
      displayName: 'Requests per Second',
      type: 'number',
      default: 0,
      hint: '0 means no limit',
      typeOptions: { minValue: 0, maxValue: 1000, numberPrecision: 2 },
    },
  ],
  ['retryUncertain', { displayName: 'Retry When Uncertain', type: 'boolean', default: false }],
  [
    'timeout',
    {
      displayName: 'Timeout (Milliseconds)',
      type: 'number',
      default: 30_000,
      typeOptions: whole(1, 600_000),
    },
  ],
  ['payAgainOnRetry', { displayName: 'Pay Again on Retry', type: 'boolean', default: false }],
])('%s is shown', (name, expected) => {
  const option = shown.find((one) => one.name === name);
  expect(option).toMatchObject(expected);
  expect(option).toHaveProperty('description', expect.stringMatching(/^[A-Z].{30}/));
});

test('a text is shown as one, and what is no option is not shown', () => {
  const note = textOption({ displayName: 'Note', description: 'What it says', placeholder: 'e.g. Hello' });
  expect(optionsField([z.object({ note, other: z.string() })]).options).toEqual([
    {
      ...{ name: 'note', displayName: 'Note', description: 'What it says', placeholder: 'e.g. Hello' },
      ...{ type: 'string', default: '' },
    },
  ]);
});

test('an operation that sends nothing may make its texts safe as well, and leaves them as they are by default', () => {
  expect(readRunOptions(textOutput, {})).toEqual({ readIn: 'asReceived' });
  expect(readRunOptions(textOutput, { readIn: 'html' })).toEqual({ readIn: 'html' });
});

test.each([
  ['requestsPerSecond', [0, 0.01, 1000], [0.009, 1001, -1, '5']],
  ['concurrency', [1, 50], [0, 51, 1.5, '5']],
  ['maxRetries', [0, 10], [-1, 11]],
  ['timeout', [1, 600_000], [0, 600_001]],
  ['readIn', ['asReceived', 'email', 'html', 'slack', 'spreadsheet'], ['pdf', '', null]],
  ['retryUncertain', [true, false], ['true', 1]],
])('%s may have these values and no others', (name, right, wrong) => {
  const set = name in runOutput.shape ? runOutput : runOptions;
  for (const value of right) expect(readRunOptions(set, { [name]: value })).toMatchObject({ [name]: value });
  for (const value of wrong)
    expect(failureOf(() => readRunOptions(set, { [name]: value }))).toMatchObject({
      state: 'unsendable',
    });
});

test.each<[OptionSet, object, string, string]>([
  [
    runOptions,
    { maxRetries: 11 },
    'Max Retries has an invalid value.',
    'Correct it in this node. It must be a number from 0 to 10. How many times to send a request again when the service cannot have done the work: there was no connection, or the service asked to try again later (HTTP status 429 or 503).',
  ],
  [
    runOutput,
    { readIn: 'pdf' },
    'Make Texts Safe For has an invalid value.',
    'Correct it in this node. It must be email or html or asReceived or slack or spreadsheet. Where the texts of the items will be read. A name in your list or a field of a hit then cannot start a formula in a spreadsheet, markup on Slack or in HTML, or a new line in an e-mail. Not with Content set to Raw.',
  ],
  [
    runOptions,
    { retryUncertain: 'yes' },
    'Retry When Uncertain has an invalid value.',
    'Correct it in this node. Whether to also send a request again after a timeout, a broken connection or HTTP status 500, 502 or 504. The service may already have done the work, so you may pay for it twice.',
  ],
])('what cannot be used is explained: %#', (set, options, message, advice) => {
  expect(failureOf(() => readRunOptions(set, options))).toMatchObject({
    state: 'unsendable',
    failsEveryItem: true,
    message,
    advice,
  });
  expect(complaintOf(() => readItemOptions(set, options))).toMatchObject({
    message,
    description: `Nothing was sent for this item. ${advice}`,
  });
});

test('options that are no collection are not used', () => {
  expect(failureOf(() => readRunOptions(runOptions, 'x'))).toMatchObject({
    message: 'A collection of this node has an invalid value.',
    advice: 'Correct it in this node.',
  });
});
