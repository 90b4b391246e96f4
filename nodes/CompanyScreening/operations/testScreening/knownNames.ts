// The known names of a test, each in the spellings in which it is screened.
import * as z from 'zod/v4';

import { alteredName, ALTERATIONS, type Alteration } from '../../names/alterations';
import { cleanText, readCompanyName } from '../../names/companyName';
import { InvalidItem } from '../../names/invalidItem';
import { readOtherNames } from '../../names/otherNames';
import type { ReadParameter } from '../shared/operation';
import { readCollection } from '../shared/options';

export type Spelling = Alteration | 'asItIs' | 'otherSpelling';

export interface KnownName {
  name: string;
  /** The list that it is on, in the user's words; empty if not given. */
  list: string;
  /** Of the hit that must be found; empty if any will do. */
  expectedId: string;
  spellings: readonly SpelledName[];
}

export interface SpelledName {
  spelling: Spelling;
  text: string;
}

/**
 * The known name of one item. An alteration that changes nothing is left out, since it would be paid for twice.
 *
 * @throws InvalidItem for what cannot be screened
 */
export function readKnownName(parameter: ReadParameter, alterations: readonly Alteration[]): KnownName {
  const name = readCompanyName(parameter('knownName'), 'Known Name');
  const more = readCollection(parameter('additionalFields'));
  const others = readOtherNames(more['otherSpellings'], name, 'Other Spellings');
  const altered = alterations.flatMap((spelling) => {
    const text = alteredName(name, spelling);
    return text === undefined ? [] : [{ spelling, text }];
  });
  return {
    name,
    list: textIn(more['list'], 'List'),
    expectedId: textIn(more['expectedId'], 'ID That Must Be Found'),
    spellings: [
      { spelling: 'asItIs', text: name },
      ...altered,
      ...others.map((one) => ({ spelling: 'otherSpelling', text: one.name }) as const),
    ],
  };
}

/** In the order of the parameter's choices. @throws InvalidItem for a value that is none */
export function readAlterations(value: unknown): Alteration[] {
  const chosen = z
    .array(z.enum(ALTERATIONS))
    .default([])
    .safeParse(value ?? undefined);
  if (chosen.success) return ALTERATIONS.filter((one) => chosen.data.includes(one));
  throw new InvalidItem(
    `Spellings is not a list of ${ALTERATIONS.join(', ')}.`,
    'Choose them in this node, or correct the expression in Spellings.',
  );
}

function textIn(value: unknown, field: string): string {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'number') {
    return cleanText(value);
  }
  throw new InvalidItem(
    `${field} is neither text nor a number.`,
    `Correct the expression in ${field}, or leave it empty.`,
  );
}
