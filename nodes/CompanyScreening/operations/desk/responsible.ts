// The person who takes the responsibility for what a register keeps, and the reason.
import * as z from 'zod/v4';

import { InvalidItem, SAID_ABOVE } from '../../names/invalidItem';
import type { Person } from '../../names/people';
import { plainText } from '../../names/plainText';
import type { ReadParameter } from '../shared/operation';
import { MAX_REASON } from '../shared/registerOperationFields';

export interface Responsible extends Person {
  reason: string;
}

/**
 * @param nothingDone the sentence behind the name of a parameter that cannot be used
 * @throws InvalidItem
 */
export function readResponsible(parameter: ReadParameter, nothingDone: string): Responsible {
  const invalid = (name: string, advice: string) =>
    new InvalidItem(`${name} has an invalid value. ${nothingDone}`, advice, SAID_ABOVE);
  const reason = plainText(parameter('reason'));
  if (!/[\p{Letter}\p{Number}]/u.test(reason)) throw invalid('Reason', 'Say in words why.');
  if (reason.length > MAX_REASON)
    throw invalid('Reason', `It has ${reason.length} characters, and may have ${MAX_REASON}.`);
  const decidedBy = z
    .string()
    .min(1)
    .max(200)
    .safeParse(plainText(parameter('decidedBy')));
  if (!decidedBy.success)
    throw invalid('Decided By (ID)', 'It must be the ID of a person, of at most 200 characters.');
  const address = z
    .email()
    .max(320)
    .safeParse(plainText(parameter('decidedByAddress')));
  if (!address.success) throw invalid('Decided By (Address)', 'It must be an e-mail address.');
  return { reason, decidedBy: decidedBy.data, decidedByAddress: address.data };
}
