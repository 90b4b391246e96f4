// Keep in Register for Screen Company: what its parameters mean for a run.
import * as z from 'zod/v4';

import { keepingOf, readFixed, readSwitch, type KeepingSettings, readersSchema } from '../shared/keeping';
import type { ReadParameter } from '../shared/operation';
import { readOptions } from '../shared/options';
import { DESK_NAME, screeningRegisterOptions } from './keepInRegisterFields';

// It becomes a link in messages.
const deskSchema = z.union([z.literal(''), z.string().regex(/^https?:\/\/[^\s<>"'`|\\]+$/i)]);

/** What a kept run does, beside what the rest of the node has to know. */
export interface RegisterSettings extends KeepingSettings {
  /** Whether a company that had its verdict before this run is left out. */
  onlyThisRun: boolean;
  /** Whether a list is screened that has lost its numbers. */
  screenWithoutNumbers: boolean;
  /** The readers who are to be told what they were not; empty if everything comes out. */
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
  if (!readSwitch(first)) return undefined;
  const settings = readOptions(screeningRegisterOptions, first('registerSettings'));
  const { companiesToReturn, deskAddress, reportedTo, screenAgainAfterDays, screenWithoutNumbers } = settings;
  return {
    ...keepingOf(settings, screenAgainAfterDays),
    screenWithoutNumbers,
    onlyThisRun: companiesToReturn === 'thisRun',
    readers: companiesToReturn === 'notReported' ? readReadersOfRun(reportedTo) : [],
    deskAddress: readFixed(
      DESK_NAME,
      'empty, or an address like https://n8n.example.com/form/review-desk',
      deskSchema,
      deskAddress,
    ),
  };
}

function readReadersOfRun(value: unknown): string[] {
  return readFixed('Reported To', 'one or several names, separated by commas', readersSchema, value);
}
