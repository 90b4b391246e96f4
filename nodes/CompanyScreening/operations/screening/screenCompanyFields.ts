// The parameters and options of "Screen Company". Those that shape its output are in screeningOutput.ts.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { ScreeningOption } from '../../service/contract';
import {
  switchOption,
  textOption,
  wholeNumberOption,
  requiredTextParameter,
  textParameter,
} from '../shared/optionKinds';
import { registerFields } from './registerSettings';

const SCREENING_OPTION_NAMES: Record<ScreeningOption, string> = {
  Both: 'AML and PEP',
  Aml: 'AML',
  Pep: 'PEP',
};

/** @param option as an item has it; anything else stays as it is */
export const screeningOptionWords = (option: unknown): unknown =>
  new Map<unknown, string>(Object.entries(SCREENING_OPTION_NAMES)).get(option) ?? option;

export const screeningOptionField: INodeProperties = {
  displayName: 'Screening Option',
  name: 'screeningOption',
  type: 'options',
  options: [
    { name: SCREENING_OPTION_NAMES.Aml, value: 'Aml', description: 'Anti-money-laundering lists only' },
    {
      name: SCREENING_OPTION_NAMES.Both,
      value: 'Both',
      description: 'Anti-money-laundering lists and politically exposed persons',
    },
    { name: SCREENING_OPTION_NAMES.Pep, value: 'Pep', description: 'Politically exposed persons only' },
  ],
  default: 'Both',
  description: 'Which watchlists to screen against',
};

export const screenCompanyFields: INodeProperties[] = [
  requiredTextParameter({
    displayName: 'Company Name',
    name: 'companyName',
    placeholder: 'e.g. Example Trading Ltd',
    description:
      'Name of one company to screen, in any script. Never put several companies into one name: they would be screened as one.',
    builderHint: {
      propertyHint:
        'One company for each item: an expression that names a field, such as {{ $json.company }}. Never join several names, and never use the name of a person.',
    },
  }),
  screeningOptionField,
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
          'Your own data of the company. Each hit then says whether its name, number and country are the same, different or unknown. No outcome depends on it.',
        options: [
          {
            displayName: 'Your Data',
            name: 'company',
            values: [
              textParameter({
                displayName: 'Registration Number',
                name: 'registrationNumber',
                placeholder: 'e.g. {{ $json.registrationNumber }}',
                description: 'The number under which the company is registered',
              }),
              textParameter({
                displayName: 'Country',
                name: 'country',
                placeholder: 'e.g. {{ $json.country }}',
                description: 'Where the company is registered: a name, or a code of two or three letters',
              }),
            ],
          },
        ],
      },
      textParameter({
        displayName: 'Other Names',
        name: 'otherNames',
        placeholder: 'e.g. Example Trading; Example Holdings Ltd',
        description:
          'Trading, former and local names of the same company, separated by semicolons, or a list from an expression. Each is one more screening that is paid for. The company is clear only if it is clear under every name.',
      }),
      textParameter({
        displayName: 'Reference ID',
        name: 'referenceId',
        placeholder: 'e.g. ONBOARDING4711',
        description:
          'Your own unique reference for this screening: letters and digits, or a UUID. If empty, one is created for each item and returned.',
      }),
      textParameter({
        displayName: 'Requester ID',
        name: 'requesterId',
        placeholder: 'e.g. compliance-team',
        description: 'Unique ID of the person or team that requests the screening',
      }),
    ],
  },
];

/** Options of a whole run. */
export const screeningRunOptions = z.object({
  alsoScreenLatinReading: switchOption({
    displayName: 'Also Screen the Latin Reading',
    noDataExpression: true,
    description:
      'Whether a name of Cyrillic or Greek letters that all look Latin (АСМЕ) is also screened as it is read (ACME). Each such name is one more screening that is paid for, and the company is clear only if it is clear under both. Without this, it is for review, with the reason mixedScripts.',
  }),
  controlName: textOption({
    displayName: 'Control Name',
    placeholder: 'e.g. a company on a sanctions list',
    description:
      'A name that you know to be listed. It is screened before the companies, which is one more screening. Unless it is a hit, no company that the run screens is clear: they are for review, with the reason controlFailed, and are paid for all the same.',
  }),
  dryRun: switchOption({
    displayName: 'Dry Run',
    description:
      'Whether to send nothing, and to return one item that says what would be sent: how many companies, how many are known and from when, how many cannot be screened and why, and how many another run is screening, or has left without an answer. Nothing is claimed or stored.',
  }),
  maxCompanies: wholeNumberOption(
    {
      displayName: 'Max Companies per Run',
      hint: '0 means no limit',
      description:
        'If there are more input items than this, the run stops before anything is sent, so that nobody pays for a list by mistake. Equal items that are sent once count once. Each of the Other Names counts as well.',
    },
    { min: 0, max: 1_000_000, initial: 0 },
  ),
  screenDuplicatesOnce: switchOption({
    displayName: 'Screen Duplicates Once',
    description:
      'Whether to send a company that occurs several times in one run only once, and give its result to each of its items. Items with a Reference ID of their own are always sent.',
  }),
});
