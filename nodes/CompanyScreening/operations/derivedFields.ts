// The fields that follow from what an operation has: Results, and notices of what is paid for because of an option.
import type { DisplayCondition, INodeProperties, NodeParameterValue } from 'n8n-workflow';

import type { SplitOutputs } from './operation';

const OUTPUT_COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

/** The parameter Results, of an operation whose items can be split over these outputs. */
export function resultsField(split: SplitOutputs): INodeProperties {
  const names = split.map(({ name }) => name);
  return {
    displayName: 'Results',
    name: 'outputMode',
    type: 'options',
    // n8n draws the outputs before it knows the items, so an expression would lose some.
    noDataExpression: true,
    options: [
      {
        name: 'In One Output',
        value: 'single',
        description: 'All items together; the field "outcome" tells them apart',
      },
      {
        name: `In ${OUTPUT_COUNTS[names.length] ?? names.length} Outputs: ${names.join(', ')}`,
        value: 'byOutcome',
        description: `Errors that do not stop the workflow go to ${names.at(-1)}. Connect all of them: n8n drops the items of an output that is not connected.`,
      },
    ],
    default: 'single',
    // An agent only sees the first output: an item of another one would look like no answer at all.
    displayOptions: { hide: { '@tool': [true] } },
    description: 'How to return the items',
    builderHint: {
      propertyHint: `byOutcome gives the outputs ${names.join(', ')} with the indexes 0 to ${names.length - 1}. Connect all of them: n8n drops the items of an output that is not connected. An AI agent sees the first output only: leave it at single in a tool.`,
    },
  };
}

/** The notices of an operation that has these collections, for the options that cost more. */
export function costNotices(collections: readonly INodeProperties[]): INodeProperties[] {
  const has = ({ collection, name }: Cost) =>
    collections.some((field) => field.name === collection && field.options?.some((one) => one.name === name));
  return COSTS.filter(has).map(({ collection, name, when, text }) => ({
    displayName: text,
    name: `${name}Notice`,
    type: 'notice',
    default: '',
    displayOptions: { show: { [`/${collection}.${name}`]: [when] } },
  }));
}

interface Cost {
  collection: 'additionalFields' | 'options';
  /** The name of the field in the collection. */
  name: string;
  when: DisplayCondition | NodeParameterValue;
  text: string;
}

const isFilledIn: DisplayCondition = { _cnd: { exists: true } };

const COSTS: readonly Cost[] = [
  {
    collection: 'additionalFields',
    name: 'otherNames',
    when: isFilledIn,
    text: 'Other Names: each of them is one screening more for its company, and each screening is paid for.',
  },
  {
    collection: 'options',
    name: 'controlName',
    when: isFilledIn,
    text: 'Control Name: it is one screening more in each run, and is paid for.',
  },
  {
    collection: 'options',
    name: 'payAgainOnRetry',
    when: true,
    text: 'Pay Again on Retry is on: if a run is started again by Retry, every item is sent and paid for again.',
  },
  {
    collection: 'options',
    name: 'retryUncertain',
    when: true,
    text: 'Retry When Uncertain is on: a request whose response was lost is sent again, and may be paid for twice.',
  },
];
