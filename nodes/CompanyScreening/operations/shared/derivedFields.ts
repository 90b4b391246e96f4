// Fields that follow from an operation: all that the node shows of it, the setting Outputs, and notices of options that cost more.
import type { INodeProperties } from 'n8n-workflow';

import type { Operation, SplitOutputs } from './operation';
import { choiceOption, noticeParameter } from './optionKinds';
import { optionsField, outputField, runOptions, runOutput } from './options';

/** The fields of an operation as the node shows them: its own, then collections with Output and Options last, then notices of costs. */
export function fieldsOfOperation({ kind, fields, output, options }: Operation): INodeProperties[] {
  const shaping = kind === 'local' ? output : [...output, runOutput];
  const others = kind === 'local' ? options : [...options, runOptions];
  const collections = [
    ...fields.filter(({ type }) => type === 'collection'),
    ...(shaping.length > 0 ? [outputField(shaping)] : []),
    ...(others.length > 0 ? [optionsField(others)] : []),
  ];
  return [...fields.filter(({ type }) => type !== 'collection'), ...collections, ...costNotices(collections)];
}

const OUTPUT_COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

/** The setting Outputs, of an operation whose items can be split over these outputs. */
export function outputsOption(split: SplitOutputs) {
  const names = split.map(({ name }) => name);
  return choiceOption(
    {
      displayName: 'Outputs',
      noDataExpression: true,
      // An agent only sees the first output: an item of another one would look like no answer at all.
      displayOptions: { hide: { '@tool': [true] } },
      description: 'How many outputs the node has',
      builderHint: {
        propertyHint: `byOutcome gives the outputs ${names.join(', ')} with the indexes 0 to ${names.length - 1}. Connect all of them: n8n drops the items of an output that is not connected. An AI agent sees the first output only: leave it at single in a tool.`,
      },
    },
    [
      {
        name: 'One',
        value: 'single',
        description: 'All items together; the field "outcome" tells them apart',
      },
      {
        name: `${OUTPUT_COUNTS[names.length] ?? names.length}: ${names.join(', ')}`,
        value: 'byOutcome',
        description: `Errors that do not stop the workflow go to ${names.at(-1)}. Connect all of them: n8n drops the items of an output that is not connected.`,
      },
    ],
  );
}

/** The notices of an operation that has these collections, for the options that cost more. */
function costNotices(collections: readonly INodeProperties[]): INodeProperties[] {
  const has = ({ collection, name }: (typeof COSTS)[number]) =>
    collections.some((field) => field.name === collection && field.options?.some((one) => one.name === name));
  return COSTS.filter(has).map(({ collection, name, when, text }) =>
    noticeParameter(`${name}Notice`, text, { show: { [`/${collection}.${name}`]: [when] } }),
  );
}

const isFilledIn = { _cnd: { exists: true } } as const;

const COSTS = [
  {
    collection: 'additionalFields',
    name: 'otherNames',
    when: isFilledIn,
    text: 'Other Names: each of them is one more screening for its company, and each screening is paid for.',
  },
  {
    collection: 'options',
    name: 'controlName',
    when: isFilledIn,
    text: 'Control Name: it is one more screening in each run, and is paid for.',
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
    text: 'Retry When Uncertain is on: a request whose reply was lost is sent again, and may be paid for twice.',
  },
] as const;
