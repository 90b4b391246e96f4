// The options of both operations: their fields, and their values, read once per run.
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { ScreeningFailure } from '../service/failure';

/** The collection `options`. What an operation adds of its own has a default, so that one schema serves all. */
const optionsSchema = z.object({
  concurrency: z.int().min(1).max(50).default(5),
  requestsPerSecond: z.number().min(0).default(0),
  timeout: z.int().min(1).default(30_000),
  maxRetries: z.int().min(0).max(10).default(3),
  retryUncertain: z.boolean().default(false),
  screenDuplicatesOnce: z.boolean().default(false),
  noHits: z.enum(['returnItem', 'returnNothing']).default('returnItem'),
  restoreLeadingZeros: z.boolean().default(false),
  waitForCompletion: z.boolean().default(false),
  pollIntervalSeconds: z.number().min(1).default(10),
  maxWaitSeconds: z.number().min(0).default(300),
});
export type RunOptions = z.infer<typeof optionsSchema>;

/**
 * Reads the collection.
 *
 * @throws ScreeningFailure that names the option whose value cannot be used
 */
export function readOptions(value: unknown): RunOptions {
  const options = optionsSchema.safeParse(value ?? {});
  if (options.success) return options.data;
  const name = options.error.issues[0]?.path[0];
  const field = SHARED_OPTIONS.find((option) => option.name === name);
  throw new ScreeningFailure({
    message: `The option ${field?.displayName ?? `"${String(name)}"`} has a value that cannot be used.`,
    description:
      `Nothing was sent. Correct it in the options of this node. ${field?.description ?? ''}`.trim(),
    beforeRequest: true,
    fatal: true,
  });
}

/** The collection for one operation: its own options and those that all operations have, by shown name. */
export function optionsField(ownOptions: INodeProperties[]): INodeProperties {
  return {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [...ownOptions, ...SHARED_OPTIONS].sort((one, other) =>
      one.displayName.localeCompare(other.displayName),
    ),
  };
}

const SHARED_OPTIONS: INodeProperties[] = [
  {
    displayName: 'Concurrency',
    name: 'concurrency',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
    default: 5,
    description: 'How many requests may be under way at once. The order of the items is kept.',
  },
  {
    displayName: 'Max Retries',
    name: 'maxRetries',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 0 },
    default: 3,
    description:
      'How often a request is sent again when the service cannot have done the work: no connection, or the service asked to come back later (HTTP status 429 or 503)',
  },
  {
    displayName: 'Requests per Second',
    name: 'requestsPerSecond',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    hint: '0 means no limit',
    description: 'How many requests may start in a second',
  },
  {
    displayName: 'Retry When Uncertain',
    name: 'retryUncertain',
    type: 'boolean',
    default: false,
    description:
      'Whether to also send again after a timeout, a broken connection or HTTP status 500, 502 or 504. The service may have done the work already, so this may pay for it twice.',
  },
  {
    displayName: 'Timeout (Milliseconds)',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1, numberPrecision: 0 },
    default: 30_000,
    description: 'How long to wait for each answer of the service',
  },
];
