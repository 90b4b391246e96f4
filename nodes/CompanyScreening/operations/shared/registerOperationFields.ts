// The operations on a register that send nothing: how one runs, and the parameters of those that change something or make a file.
import type { INodeProperties } from 'n8n-workflow';

import { plainText } from '../../names/plainText';
import { DEFAULT_READER, DEFAULT_REGISTER } from './keepInRegister';
import {
  localCounts,
  type LocalOperation,
  type LocalResult,
  type LocalTools,
  type ReadParameter,
} from './operation';
import { outputFileField, readRunOptions, textOutput } from './options';
import { textParameter, timeParameter, requiredTextParameter, noticeParameter } from './optionKinds';

/** Parameter of an operation on a register that is there. */
export const existingRegisterField: INodeProperties = {
  displayName: 'Register',
  name: 'register',
  type: 'string',
  required: true,
  default: DEFAULT_REGISTER,
  description: 'The name with which its data tables begin, as in Screen Company',
};

/**
 * Filters of records, all of which have a time and most of which have a company.
 *
 * @param said the descriptions of Before and From, and the conditions under which Company Key is shown
 */
export const filtersField = (
  said: { before: string; from: string; companyKey?: Pick<INodeProperties, 'displayOptions'> },
  others: readonly INodeProperties[] = [],
): INodeProperties => ({
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  options: [
    timeParameter({ displayName: 'Before', name: 'before', description: said.before }),
    textParameter({
      displayName: 'Company Key',
      name: 'companyKey',
      placeholder: 'e.g. P-1042',
      description: 'Only the company with this key. A company that was renamed comes out once for each name.',
      ...said.companyKey,
    }),
    timeParameter({ displayName: 'From', name: 'from', description: said.from }),
    ...others,
  ].sort((one, other) => one.displayName.localeCompare(other.displayName)),
});

export const MAX_REASON = 2_000;

/** The person who takes the responsibility for something that a register keeps. */
const personFields: INodeProperties[] = [
  requiredTextParameter({
    displayName: 'Decided By (ID)',
    name: 'decidedBy',
    description:
      'The ID of the person as n8n knows it, from a form that asks people to sign in. Never let people type it.',
  }),
  requiredTextParameter({
    displayName: 'Decided By (Address)',
    name: 'decidedByAddress',
    placeholder: 'e.g. {{ $json.user.email }}',
    description: 'The e-mail address of that person. Two accounts with one address are one person.',
  }),
];

const whenDeleting = { show: { dryRun: [false] } };

const dryRunField: INodeProperties = {
  displayName: 'Dry Run',
  name: 'dryRun',
  type: 'boolean',
  noDataExpression: true,
  default: true,
  description: 'Whether to say only what would be deleted, and to delete nothing',
};

/** The person who has something deleted, and the reason; asked for only where something is. */
const removalFields: INodeProperties[] = [
  noticeParameter(
    'deletingNotice',
    'Deleted data can be restored only from a backup. A sealed row of "… archive" says what was deleted, who decided it and why.',
    whenDeleting,
  ),
  requiredTextParameter({
    displayName: 'Reason',
    name: 'reason',
    displayOptions: whenDeleting,
    description: `Why, in at most ${MAX_REASON} characters. It stays in the register: name no customer.`,
  }),
  ...personFields.map((field) => ({ ...field, displayOptions: whenDeleting })),
];

export const pruneFields: INodeProperties[] = [
  existingRegisterField,
  {
    ...timeParameter({
      displayName: 'Before',
      name: 'before',
      description:
        'Only data from before this time is deleted, and only if no current verdict, open case or unreported change needs it',
    }),
    required: true,
  },
  dryRunField,
  ...removalFields,
  textParameter({
    displayName: 'Readers to Give Up',
    name: 'readersToGiveUp',
    placeholder: 'e.g. Slack, old mailbox',
    description:
      'Readers, by their names in Reported To, that are no longer told. Data that only they have not been told is deleted as well.',
  }),
];

export const recordDecisionFields: INodeProperties[] = [
  existingRegisterField,
  requiredTextParameter({
    displayName: 'Case ID',
    name: 'caseId',
    placeholder: 'e.g. {{ $json.caseId }}',
    description:
      'What the decision is about: the field caseId of an item of Get Many or Screen Company. If that has changed since, nothing is recorded.',
  }),
  {
    displayName: 'Decision',
    name: 'decision',
    type: 'options',
    options: [
      {
        name: 'Checked',
        value: 'checked',
        description: 'A remark of somebody else on a decision of a sample; it changes nothing',
      },
      {
        name: 'Close',
        value: 'close',
        description: 'Take back a proposal or a false positive, or end a true match that is no longer listed',
      },
      { name: 'Confirm', value: 'confirm', description: 'A second person: it is a false positive' },
      {
        name: 'False Positive',
        value: 'falsePositive',
        description: 'Propose it; it counts when a second, different person confirms it',
      },
      { name: 'Reject', value: 'reject', description: 'Do not confirm what somebody proposed' },
      {
        name: 'Send Again',
        value: 'sendAgain',
        description: 'A company without a verdict: the next run sends it, which may be paid for twice',
      },
      { name: 'True Match', value: 'trueMatch', description: 'It counts at once' },
    ],
    default: 'falsePositive',
    description: 'What was decided',
  },
  requiredTextParameter({
    displayName: 'Reason',
    name: 'reason',
    typeOptions: { rows: 3 },
    description: `Why, in at most ${MAX_REASON} characters`,
  }),
  ...personFields,
];

export const forgetCompanyFields: INodeProperties[] = [
  existingRegisterField,
  requiredTextParameter({
    displayName: 'Company Key',
    name: 'companyKey',
    placeholder: 'e.g. P-1042',
    description:
      'The key of the customer, as in Screen Company. Every name that it has had is forgotten. If no key was used, enter the name.',
  }),
  dryRunField,
  ...removalFields,
  {
    displayName: 'Even With Open Cases',
    name: 'evenIfOpen',
    type: 'boolean',
    default: false,
    displayOptions: whenDeleting,
    description:
      'Whether to forget the company even though it has an open hit, a true match or no verdict. How many there were stays in the register.',
  },
];

export const markAsReportedFields: INodeProperties[] = [
  existingRegisterField,
  {
    displayName: 'Report ID',
    name: 'reportId',
    type: 'string',
    required: true,
    default: '={{ $json.reportId }}',
    description:
      'The field "reportId" of the items that were told. Several items with the same one count once.',
  },
  {
    displayName: 'Reported To',
    name: 'reportedTo',
    type: 'string',
    required: true,
    default: DEFAULT_READER,
    description:
      'Who was told: the reader or channel, named as in Screen Company; several separated by commas',
  },
];

export const createReportFields: INodeProperties[] = [
  existingRegisterField,
  outputFileField('report'),
  {
    displayName: 'Include History',
    name: 'includeHistory',
    type: 'boolean',
    default: false,
    description:
      'Whether to list every screening, including those in the archive. Add the filter Company Key, or From and Before: a register may have millions.',
  },
  filtersField({
    before: 'Only what was screened, decided or begun before this time',
    from: 'Only what was screened, decided or begun at this time or later',
  }),
];

type RegisterOperationFacts = Pick<LocalOperation, 'choice' | 'fields' | 'nouns'> &
  Partial<Pick<LocalOperation, 'forPeopleOnly' | 'neverSilent' | 'options' | 'output'>>;

/**
 * An operation on the register that an item names.
 *
 * @param begin begins a run, and gives what is done for each item
 */
export function registerOperation(
  facts: RegisterOperationFacts,
  begin: (
    tools: LocalTools,
    first: ReadParameter,
  ) => (register: string, parameter: ReadParameter) => Promise<LocalResult>,
): LocalOperation {
  return {
    ...{ kind: 'local', resource: 'register', subjectKey: 'register', options: [], output: [] },
    ...facts,
    summarise: localCounts,
    begin(tools, first) {
      const perform = begin(tools, first);
      return {
        ...(facts.output?.includes(textOutput) === true ? readRunOptions(textOutput, first('output')) : {}),
        prepare(parameter) {
          const register = plainText(parameter('register'));
          return {
            subject: { name: register, referenceId: null },
            perform: () => perform(register, parameter),
          };
        },
      };
    },
  };
}
