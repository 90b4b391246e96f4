// The parameters of "Screen Company".
import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from './options';

export const screenCompanyFields: INodeProperties[] = [
  {
    displayName: 'Company Name',
    name: 'companyName',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. Example Trading Ltd',
    description: 'Name of the company to screen, in any script',
  },
  {
    displayName: 'Screening Option',
    name: 'screeningOption',
    type: 'options',
    options: [
      {
        name: 'AML and PEP',
        value: 'Both',
        description: 'Anti-money-laundering lists and politically exposed persons',
      },
      { name: 'AML', value: 'Aml', description: 'Anti-money-laundering lists only' },
      { name: 'PEP', value: 'Pep', description: 'Politically exposed persons only' },
    ],
    default: 'Both',
    description: 'Which watchlists to screen against',
  },
  {
    displayName: 'Results',
    name: 'outputMode',
    type: 'options',
    options: [
      {
        name: 'In One Output',
        value: 'single',
        description: 'All items together; the field "outcome" tells them apart',
      },
      {
        name: 'In Three Outputs: Hits, Clear, Review',
        value: 'byOutcome',
        description: 'Errors that do not stop the workflow go to Review',
      },
    ],
    default: 'single',
    // An agent sees the first output only: a company that is clear would look like no answer at all.
    displayOptions: { hide: { '@tool': [true] } },
    description: 'How the items come out',
  },
  {
    displayName: 'Simplify',
    name: 'simplify',
    type: 'boolean',
    default: true,
    description: 'Whether to return a simplified version of the response instead of the raw data',
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: [
      {
        displayName: 'Reference ID',
        name: 'referenceId',
        type: 'string',
        default: '',
        placeholder: 'e.g. ONBOARDING4711',
        description:
          'Your own unique reference for this screening: letters and digits, or a UUID. When empty, one is made for each item and returned.',
      },
      {
        displayName: 'Requester ID',
        name: 'requesterId',
        type: 'string',
        default: '',
        placeholder: 'e.g. compliance-team',
        description: 'Unique ID of whoever asks for the screening',
      },
    ],
  },
  optionsField([
    {
      displayName: 'Screen Duplicates Once',
      name: 'screenDuplicatesOnce',
      type: 'boolean',
      default: false,
      description:
        'Whether a company that comes several times in one run is sent once, its result going to each of its items. Items with a Reference ID of their own are always sent.',
    },
    {
      displayName: 'When There Are No Hits',
      name: 'noHits',
      type: 'options',
      options: [
        { name: 'Return an Item That Says Clear', value: 'returnItem' },
        { name: 'Return Nothing', value: 'returnNothing' },
      ],
      default: 'returnItem',
      description: 'What comes out for a company that the service found clear',
    },
  ]),
];
