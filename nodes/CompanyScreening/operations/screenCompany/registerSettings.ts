// Keep in Register for Screen Company: what its parameters mean for a run.
import * as z from 'zod/v4';

import { readFixed, readKeeping, type KeepingSettings, DEFAULT_READER, readersSchema } from '../keeping';
import type { ReadParameter } from '../operation';
import { readOptions, textOption } from '../options';
import { againAfter } from './keepInRegisterFields';

const DESK_NAME = 'Review Desk Address';
// It becomes a link in messages.
const deskSchema = z.union([z.literal(''), z.string().regex(/^https?:\/\/[^\s<>"'`|\\]+$/i)]);

/** Read once for a run. */
export const deskOptions = z.object({
  deskAddress: textOption({
    displayName: DESK_NAME,
    placeholder: 'e.g. https://n8n.example.com/form/review-desk',
    description:
      'Where people decide, such as the form of the example Review Desk. The messages of the Summary Item end with it if there is something to look at.',
    displayOptions: { show: { '/keepInRegister': [true] } },
  }),
});

/** What a kept run does, beside what the rest of the node has to know. */
export interface RegisterSettings extends KeepingSettings {
  /** Whether a company that had its verdict before this run is left out. */
  onlyThisRun: boolean;
  /** Those who are to be told what they were not; nobody if everything comes out. */
  readers: readonly string[];
  /** Where people decide about what is found; empty if nobody said. */
  deskAddress: string;
}

/**
 * Reads the switch and what belongs to it; undefined if it is off.
 *
 * @throws OperationFailure that names the parameter whose value cannot be used
 */
export function readRegisterSettings(first: ReadParameter): RegisterSettings | undefined {
  const keeping = readKeeping(first, againAfter);
  if (!keeping) return undefined;
  const returned = z.enum(['all', 'notReported', 'thisRun']).default('all');
  const given = readFixed(
    'Companies to Return',
    'all, thisRun or notReported',
    returned,
    first('companiesToReturn'),
  );
  const readers = given === 'notReported' ? readReadersOfRun(first('reportedTo')) : [];
  const { deskAddress } = readOptions(deskOptions, first('options'));
  return {
    ...keeping,
    onlyThisRun: given === 'thisRun',
    readers,
    deskAddress: readFixed(
      DESK_NAME,
      'empty, or an address like https://n8n.example.com/form/review-desk',
      deskSchema,
      deskAddress,
    ),
  };
}

function readReadersOfRun(value: unknown): string[] {
  return readFixed(
    'Reported To',
    'one or several names, separated by commas',
    readersSchema.default([DEFAULT_READER]),
    value,
  );
}
