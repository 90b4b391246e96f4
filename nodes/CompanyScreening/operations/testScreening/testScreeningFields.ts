// The parameters and options of "Test Screening".
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { ALTERATIONS, type Alteration } from '../../names/alterations';
import { screeningOptionField } from '../screening/screenCompanyFields';
import {
  textOption,
  wholeNumberOption,
  noticeParameter,
  requiredTextParameter,
  textParameter,
} from '../shared/optionKinds';
import { existingRegisterField } from '../shared/registerOperationFields';

/** Names of the alterations for people. The guide has what each makes of "Gloomharbour Shipping Ltd". */
export const ALTERATION_NAMES: Readonly<Record<Alteration, string>> = {
  capitals: 'In Capitals',
  wordOrder: 'Words in Another Order',
  withoutLegalForm: 'Without Its Legal Form',
  withoutPunctuation: 'Without Punctuation and Spaces',
  letterLeftOut: 'One Letter Left Out',
  lettersSwapped: 'Two Letters Swapped',
  withoutDiacritics: 'Without Diacritics',
};

/** A name without a word of any known language, so that no entry is like it. */
const MADE_UP_NAME = 'Zqyvantrel Oxmiprudel Kwefthundra';

export const testScreeningFields: INodeProperties[] = [
  noticeParameter(
    'testNotice',
    'Each known name, and each other spelling of it, is one screening that is paid for, and so is one made-up name. The test says what the service found for these names on this day, and nothing about others.',
  ),
  requiredTextParameter({
    displayName: 'Known Name',
    name: 'knownName',
    placeholder: 'e.g. {{ $json.companyName }}',
    description:
      'A name that you know to be listed, from a list of your own. Each item is one name. This node brings no list.',
  }),
  screeningOptionField,
  {
    displayName: 'Keep Test in Register',
    name: 'keepTest',
    type: 'boolean',
    default: true,
    description:
      'Whether to keep the results in a register, so that the next test is compared with them, and What Is Wrong can tell when a test is due. No company is added to the register.',
  },
  { ...existingRegisterField, displayOptions: { show: { keepTest: [true] } } },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: [
      textParameter({
        displayName: 'ID That Must Be Found',
        name: 'expectedId',
        placeholder: 'e.g. {{ $json.listID }}',
        description:
          'A company number or the fingerprint of the hit that must be among those found, or the source ID of its list: then its name must agree as well. If empty, any hit will do.',
      }),
      textParameter({
        displayName: 'List',
        name: 'list',
        placeholder: 'e.g. {{ $json.list }}',
        description: 'The list that the name is on, in your words. The summary has counts for each list.',
      }),
      textParameter({
        displayName: 'Other Spellings',
        name: 'otherSpellings',
        placeholder: 'e.g. {{ $json.spellings }}',
        description:
          'Spellings and transliterations of the name from a column of your list, separated by semicolons. Each is one more screening.',
      }),
      {
        displayName: 'Spellings',
        name: 'spellings',
        type: 'multiOptions',
        options: ALTERATIONS.map((value) => ({ name: ALTERATION_NAMES[value], value })).sort((one, other) =>
          one.name.localeCompare(other.name),
        ),
        default: [],
        description:
          'Other spellings in which to test each name, in addition to the name as it is. Each is one more screening for each name. They follow fixed rules, so the same list is the same test next year.',
      },
    ],
  },
];

/** Options of a whole run. */
export const testOptions = z.object({
  madeUpName: textOption({
    displayName: 'Made-Up Name',
    placeholder: MADE_UP_NAME,
    initial: MADE_UP_NAME,
    description:
      'A name that exists nowhere, which is screened as well. If it is found, the service may find any name, and the test proves nothing.',
  }),
  maxScreenings: wholeNumberOption(
    {
      displayName: 'Max Screenings per Test',
      hint: '0 means no limit',
      description:
        'If the test would be more screenings than this, it stops before anything is sent, so that nobody pays for a list by mistake',
    },
    { min: 0, max: 1_000_000, initial: 0 },
  ),
  requesterId: textOption({
    displayName: 'Requester ID',
    placeholder: 'e.g. compliance-team',
    description: 'Unique ID of the person or team that requests the screenings',
  }),
});
