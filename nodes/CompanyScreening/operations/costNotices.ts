// Notices below the options of an operation: what is paid for because of something that was added or switched on there.
import type { DisplayCondition, INodeProperties, NodeParameterValue } from 'n8n-workflow';

/** Those of an operation that has these collections. */
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
