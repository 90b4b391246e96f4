// The parameters, options and outputs of "Screen Company".
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { ScreeningOption } from '../../service/contract';
import type { SplitOutputs } from '../operation';
import { choiceOption, fixedSwitchOption, switchOption, textOption, wholeNumberOption } from '../options';
import { registerFields } from './keepInRegisterFields';
import {
  COMPANY_KEYS,
  COMPANY_MATCH_KEYS,
  COMPANY_NAME_KEYS,
  HIT_KEYS,
  KEYS_ALWAYS_SELECTED,
  MATCH_KEYS,
  NAME_KEYS,
  REGISTER_KEYS,
} from './keys';

/** How people know the screening options. */
const SCREENING_OPTION_NAMES: Record<ScreeningOption, string> = {
  Both: 'AML and PEP',
  Aml: 'AML',
  Pep: 'PEP',
};

export const screeningOutputs: SplitOutputs = [
  { name: 'Hits', outcomes: ['hit'] },
  { name: 'Clear', outcomes: ['clear'] },
  { name: 'Review', outcomes: ['review'] },
];

export const screeningOptionField: INodeProperties = {
  displayName: 'Screening Option',
  name: 'screeningOption',
  type: 'options',
  options: [
    {
      name: SCREENING_OPTION_NAMES.Both,
      value: 'Both',
      description: 'Anti-money-laundering lists and politically exposed persons',
    },
    { name: SCREENING_OPTION_NAMES.Aml, value: 'Aml', description: 'Anti-money-laundering lists only' },
    { name: SCREENING_OPTION_NAMES.Pep, value: 'Pep', description: 'Politically exposed persons only' },
  ],
  default: 'Both',
  description: 'Which watchlists to screen against',
};

export const screenCompanyFields: INodeProperties[] = [
  {
    displayName: 'Company Name',
    name: 'companyName',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. Example Trading Ltd',
    description:
      'Name of one company to screen, in any script. Never put several companies into one name: they would be screened as one.',
    builderHint: {
      propertyHint:
        'One company for each item: an expression that names a field, such as {{ $json.company }}. Never join several names, and never use the name of a person.',
    },
  },
  screeningOptionField,
  {
    displayName: 'Return',
    name: 'itemsPer',
    type: 'options',
    options: [
      {
        name: 'One Item per Hit',
        value: 'hit',
        description: 'Each hit is an item; a company without hits is one item too',
      },
      {
        name: 'One Item per Company',
        value: 'company',
        description: 'Every company is one item, with its hits together',
      },
    ],
    default: 'hit',
    description: 'How many items to return for each company',
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'Raw', value: 'raw', description: 'The hits and the screening as the service sent them' },
      {
        name: 'Selected Fields',
        value: 'selectedFields',
        description: 'Only the fields that you choose, and always the outcome',
      },
      { name: 'Simplified', value: 'simplified', description: 'Flat fields, ready for a spreadsheet' },
    ],
    default: 'simplified',
    description:
      'What each item contains. The field "outcome" is "clear" only if the service found nothing, "hit" if it found an entry on a watchlist, "review" if there is no verdict and a person must look (a review is not clear), and "error" if the screening failed (an error is not clear).',
  },
  {
    displayName: 'Fields',
    name: 'fields',
    type: 'multiOptions',
    options: [
      ...new Set<string>([
        ...HIT_KEYS,
        ...COMPANY_KEYS,
        ...NAME_KEYS,
        ...COMPANY_NAME_KEYS,
        ...MATCH_KEYS,
        ...COMPANY_MATCH_KEYS,
        ...REGISTER_KEYS,
      ]),
    ]
      .filter((key) => !KEYS_ALWAYS_SELECTED.has(key))
      .sort()
      .map((key) => ({ name: shownName(key), value: key })),
    default: [],
    displayOptions: { show: { output: ['selectedFields'] } },
    description:
      'Which fields to return in addition to outcome, reason, company name, total hits and screening ID. Company Key, Remembered and Screened At are there if answers are kept in the register, those that end with Match or Matches with Compare With, and Other Names, Screened Name and Screened Names with Other Names.',
  },
  ...registerFields,
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: [
      {
        displayName: 'Compare With',
        name: 'compareWith',
        type: 'fixedCollection',
        placeholder: 'Add Your Data',
        default: {},
        description:
          'Your own data of the company. Each hit then says whether its name, number, country and address are the same, different or unknown. No outcome depends on it.',
        options: [
          {
            displayName: 'Your Data',
            name: 'company',
            values: [
              {
                displayName: 'Registration Number',
                name: 'registrationNumber',
                type: 'string',
                default: '',
                placeholder: 'e.g. {{ $json.registrationNumber }}',
                description: 'The number under which the company is registered',
              },
              {
                displayName: 'Country',
                name: 'country',
                type: 'string',
                default: '',
                placeholder: 'e.g. {{ $json.country }}',
                description: 'Where the company is registered: a name, or a code of two or three letters',
              },
              {
                displayName: 'Address',
                name: 'address',
                type: 'string',
                default: '',
                placeholder: 'e.g. {{ $json.address }}',
                description: 'The address of the company in one line',
              },
            ],
          },
        ],
      },
      {
        displayName: 'Other Names',
        name: 'otherNames',
        type: 'string',
        default: '',
        placeholder: 'e.g. Example Trading; Example Holdings Ltd',
        description:
          'Trading, former and local names of the same company, separated by semicolons, or a list from an expression. Each is one more screening that is paid for. The company is clear only if it is clear under every name.',
      },
      {
        displayName: 'Reference ID',
        name: 'referenceId',
        type: 'string',
        default: '',
        placeholder: 'e.g. ONBOARDING4711',
        description:
          'Your own unique reference for this screening: letters and digits, or a UUID. If empty, one is created for each item and returned.',
      },
      {
        displayName: 'Requester ID',
        name: 'requesterId',
        type: 'string',
        default: '',
        placeholder: 'e.g. compliance-team',
        description: 'Unique ID of the person or team that requests the screening',
      },
    ],
  },
];

/** Read once for a run. */
export const screeningRunOptions = z.object({
  alertFields: fixedSwitchOption({
    displayName: 'Alert Fields',
    description:
      'Whether to add fields for alerts: "urgency" (urgent, normal, review or none), "message" (a few lines about the company for an e-mail) and "slackMessage". Only with Output set to Simplified.',
  }),
  controlName: textOption({
    displayName: 'Control Name',
    placeholder: 'e.g. a company on a sanctions list',
    description:
      'A name that you know to be listed. It is screened before the companies, which is one screening more. Unless it is a hit, no company of this run is clear: they are for review, with the reason controlFailed.',
  }),
  maxCompanies: wholeNumberOption(
    {
      displayName: 'Max Companies per Run',
      hint: '0 means no limit',
      description:
        'If there are more input items than this, the run stops before anything is sent, so that nobody pays for a list by mistake. Each of the Other Names counts as well.',
    },
    { min: 0, max: 1_000_000, initial: 0 },
  ),
  sameColumns: fixedSwitchOption({
    displayName: 'Same Columns for All Items',
    description:
      'Whether every item, errors too, has the same fields in the same order, for a sheet: the outcome, why, the company, the fields of the input, then the rest. A field of the input that only has the company again is left out. With Output set to Selected Fields, only those, and of an error what went wrong, what to do, and whether it may have been charged. Not with Raw.',
  }),
  screenDuplicatesOnce: switchOption({
    displayName: 'Screen Duplicates Once',
    description:
      'Whether to send a company that occurs several times in one run only once, and give its result to each of its items. Items with a Reference ID of their own are always sent.',
  }),
  summaryItem: fixedSwitchOption({
    displayName: 'Summary Item',
    description:
      'Whether to add a last item, with the outcome "summary" and how many companies had hits, were clear or are to review. With three outputs it goes to a fourth one, "Summary".',
  }),
});

/** Read for each item. */
export const screeningItemOptions = z.object({
  evidence: switchOption({
    displayName: 'Evidence File',
    description:
      'Whether to add a file to each item (binary data "evidence") with what was asked and when, what the service answered, and the SHA-256 of the answer',
  }),
  noHits: choiceOption(
    {
      displayName: 'When There Are No Hits',
      description: 'What to return for a company that is clear',
    },
    [
      { name: 'Return an Item That Says Clear', value: 'returnItem' },
      { name: 'Return Nothing', value: 'returnNothing' },
    ],
  ),
});

/** A key as a person reads it: "screeningId" as "Screening ID". */
function shownName(key: string): string {
  const words = key
    .replaceAll(/([A-Z])/g, ' $1')
    .replace(/\bId\b/, 'ID')
    .replace(/\btl\b/, 'TL')
    .replace(/\bpep\b/, 'PEP');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
