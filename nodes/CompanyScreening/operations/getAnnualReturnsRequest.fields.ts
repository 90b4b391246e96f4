// The parameters of "Get Annual Returns Request".
import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from './options';

export const getAnnualReturnsRequestFields: INodeProperties[] = [
  {
    displayName: 'Request URI',
    name: 'requestUri',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. {{ $json.requestUri }}',
    description:
      'The address that "Request Annual Returns" gave as requestUri. It must be on the host of the Base URL in the credential.',
  },
  {
    displayName:
      'The service does not document what it answers here: a file comes out as binary data, anything else as it came.',
    name: 'undocumentedNotice',
    type: 'notice',
    default: '',
  },
  optionsField([
    {
      displayName: 'Max Wait (Seconds)',
      name: 'maxWaitSeconds',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 300,
      description:
        'How long to keep asking about a request that is Pending. After that the item comes out as Pending, with timedOut set to true.',
    },
    {
      displayName: 'Poll Interval (Seconds)',
      name: 'pollIntervalSeconds',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 10,
      description: 'How long to wait before asking again. The interval grows, up to a minute.',
    },
    {
      displayName: 'Wait for Completion',
      name: 'waitForCompletion',
      type: 'boolean',
      default: false,
      description: 'Whether to ask again until the request is no longer Pending',
    },
  ]),
];
