// The parameters and options of Get Many.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  numberOption,
  switchOption,
  textOption,
  wholeNumberOption,
  textParameter,
} from '../shared/optionKinds';
import { existingRegisterField, filtersField } from '../shared/registerOperationFields';

const OUTCOMES = [
  { name: 'Clear', value: 'clear' },
  { name: 'Error', value: 'error' },
  { name: 'Hit', value: 'hit' },
  { name: 'Review', value: 'review' },
];

const ofProblems = { displayOptions: { show: { '/records': ['problems'] } } };
const MAX_HOURS = 10_000;
const MAX_TEST_DAYS = 3_650;
const MAX_SAMPLE = 1_000;

/** Options of What Is Wrong; Figures also have the time within which a night must end. Read for each item. */
export const problemOptions = z.object({
  controlExpected: switchOption({
    ...ofProblems,
    displayName: 'Control Expected',
    initial: true,
    description: 'Whether a run within that time must have found its Control Name',
  }),
  expectedWithinHours: numberOption(
    {
      displayOptions: { show: { '/records': ['figures', 'problems'] } },
      displayName: 'Expected Within (Hours)',
      description:
        'How long ago the last run may have ended. For a nightly run, enter 26: a day, and time for the run.',
    },
    { min: 1, max: MAX_HOURS, initial: 26 },
  ),
  openCasesOlderThanDays: numberOption(
    {
      ...ofProblems,
      displayName: 'Open Cases Older Than (Days)',
      hint: '0 means that they are not watched',
      description: 'How long a hit, or a company without a verdict, may wait for a decision',
    },
    { min: 0, max: MAX_HOURS, initial: 5 },
  ),
  readersToBeTold: textOption({
    ...ofProblems,
    displayName: 'Readers to Be Told',
    placeholder: 'e.g. Slack, e-mail',
    description:
      'Who must have been told of a run within that time: names as in Reported To of Screen Company, separated by commas. If empty, nobody.',
  }),
  testExpectedWithinDays: numberOption(
    {
      ...ofProblems,
      displayName: 'Test Expected Within (Days)',
      hint: '0 means that no test is expected',
      description:
        'How long ago the last Test Screening may have been. A name that is missed although an earlier test found it is a problem as well.',
    },
    { min: 0, max: MAX_TEST_DAYS, initial: 365 },
  ),
  workflowsToWatch: textOption({
    ...ofProblems,
    displayName: 'Workflows to Watch',
    placeholder: 'e.g. Nightly re-screening',
    description:
      'The workflows whose runs must have ended in time: names or IDs, separated by commas. If empty, every node that has run automatically, for example from a schedule.',
  }),
});

const ofSample = { displayOptions: { show: { '/records': ['sample'] } } };

/** Options of Sample of Decisions; read for each item. */
export const sampleOptions = z.object({
  sampleSize: wholeNumberOption(
    {
      ...ofSample,
      displayName: 'Sample Size',
      description: 'How many dismissed hits to draw; all of them if there are fewer',
    },
    { min: 1, max: MAX_SAMPLE, initial: 25 },
  ),
  seed: textOption({
    ...ofSample,
    displayName: 'Seed',
    placeholder: 'e.g. 2f0c7a52-7c1e-4f0e-9b57-0d6a4c1f6a11',
    description:
      'To draw an earlier sample again, enter its field "seed" here, and its field "before" as the filter Before. If empty, a new seed is made, and each item has it.',
  }),
});

/** Options of Worklist; read for each item. */
export const worklistOptions = z.object({
  notice: textOption({
    displayName: 'Notice',
    placeholder: 'e.g. Your decision was recorded',
    displayOptions: { show: { '/records': ['worklist'] } },
    description: 'A sentence above the list, for example what was recorded just now',
  }),
});

export const RECORD_CHOICES = [
  {
    name: 'Annual Returns Requests',
    value: 'annualReturns',
    description: 'An item for each request that was accepted, with its request URI',
  },
  {
    name: 'Companies',
    value: 'companies',
    description: 'An item for each company, with what its last screening said',
  },
  {
    name: 'Decisions',
    value: 'decisions',
    description:
      'An item for each decision, in their order, and one for each row that was changed or is missing',
  },
  {
    name: 'Figures',
    value: 'figures',
    description:
      'An item for each month: nights, screenings, hits, decisions and how long they took, open cases, tests',
  },
  {
    name: 'History',
    value: 'history',
    description:
      'An item for each screening of a company or of a period, the oldest first, including those in the archive',
  },
  {
    name: 'Hits',
    value: 'hits',
    description: 'An item for each hit of the last screening of each company',
  },
  {
    name: 'Open Cases',
    value: 'openCases',
    description:
      'An item for each hit or company that waits for a person, the oldest first, with the page of a form for it',
  },
  {
    name: 'Runs',
    value: 'runs',
    description: 'An item for each run: when, how many companies, with what result',
  },
  {
    name: 'Sample of Decisions',
    value: 'sample',
    description: 'A sample of hits that two people dismissed, drawn by a seed, with what they saw',
  },
  {
    name: 'What Is Wrong',
    value: 'problems',
    description:
      'An item for each problem of a list that is screened again and again, none when all is well: no run in time, a list that shrank, nobody told',
  },
  {
    name: 'Worklist',
    value: 'worklist',
    description: 'One item with all open cases as the page of a form to choose from',
  },
] as const;

export const getFromRegisterFields: INodeProperties[] = [
  existingRegisterField,
  {
    displayName: 'Get',
    name: 'records',
    type: 'options',
    noDataExpression: true,
    options: [...RECORD_CHOICES],
    default: 'companies',
    description: 'What the items are. Everything that passes the filters comes out.',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: { show: { records: ['openCases', 'worklist'] } },
    description: 'Max number of results to return',
  },
  filtersField(
    {
      before:
        'Only what was screened before this time, or runs that began before it. Of a sample, only what was confirmed before it; if empty, before this month. The same seed draws the same sample only with the same Before.',
      from: 'Only what was screened at this time or later, or runs that began then or later',
      companyKey: { displayOptions: { hide: { '/records': ['figures', 'runs'] } } },
    },
    [
      textParameter({
        displayName: 'Case',
        name: 'case',
        displayOptions: { show: { '/records': ['openCases'] } },
        description:
          'Only this case: its caseId, or its line that a person chose on a form. Nothing if somebody has decided about it since.',
      }),
      textParameter({
        displayName: 'Not Proposed By',
        name: 'notProposedBy',
        displayOptions: { show: { '/records': ['openCases', 'worklist'] } },
        description:
          'The ID or e-mail address of a person. What they proposed, and somebody else has to confirm, is left out or cannot be chosen.',
      }),
      {
        displayName: 'Outcome',
        name: 'outcome',
        type: 'multiOptions',
        options: OUTCOMES,
        default: [],
        displayOptions: { show: { '/records': ['companies'] } },
        description: 'Only companies with one of these outcomes. If none is chosen, all of them.',
      },
    ],
  ),
];
