// The parameters of "Get Many".
import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_REGISTER } from '../keepInRegister';

const OUTCOMES = [
  { name: 'Clear', value: 'clear' },
  { name: 'Error', value: 'error' },
  { name: 'Hit', value: 'hit' },
  { name: 'Review', value: 'review' },
];

export const getFromRegisterFields: INodeProperties[] = [
  {
    displayName: 'Register',
    name: 'register',
    type: 'string',
    required: true,
    default: DEFAULT_REGISTER,
    description: 'The name with which its data tables begin, as in Screen Company',
  },
  {
    displayName: 'Get',
    name: 'records',
    type: 'options',
    noDataExpression: true,
    options: [
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
        name: 'Hits',
        value: 'hits',
        description: 'An item for each hit of the last screening of each company',
      },
      {
        name: 'Runs',
        value: 'runs',
        description: 'An item for each run: when, how many companies, with what result',
      },
    ],
    default: 'companies',
    description: 'What the items are. Everything that is there and passes the filters comes out.',
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    options: [
      {
        displayName: 'Before',
        name: 'before',
        type: 'dateTime',
        default: '',
        description: 'Only what was screened before this time, or runs that began before it',
      },
      {
        displayName: 'Company Key',
        name: 'companyKey',
        type: 'string',
        default: '',
        placeholder: 'e.g. P-1042',
        displayOptions: { hide: { '/records': ['runs'] } },
        description: 'Only the company with this key. A company that was renamed is several.',
      },
      {
        displayName: 'From',
        name: 'from',
        type: 'dateTime',
        default: '',
        description: 'Only what was screened at this time or later, or runs that began then or later',
      },
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
  },
];
