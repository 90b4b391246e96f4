// comparison/: what the user knows of a company beside what a hit says of its entity. No outcome and no rule depends on it, and whatever is
// in doubt is unknown.
//
// Nothing is guessed. A comparison helps a person to see what to look at first.
import * as z from 'zod/v4';

import { sameCountry } from './country';
import { sameName, sameNumber, sameAddress, type Match } from './matches';

/** Data that the user knows. A value that is no text or number, or cannot be read, counts as missing. */
export interface OwnData {
  /** The names under which the company is screened. */
  names: readonly string[];
  registrationNumber: unknown;
  country: unknown;
  address: unknown;
}

/** The comparisons of one hit. */
export type HitMatches = Record<'addressMatch' | 'countryMatch' | 'nameMatch' | 'numberMatch', Match>;

/** Compares the user's data with a hit. Never throws, whatever the hit holds (docs/design/service.md, Detail object). */
export function compareWith(own: OwnData, hit: unknown): HitMatches {
  const { name, aliasNames, companyNumber, jurisdiction, address } = entitySchema.parse(hit);
  return {
    nameMatch: best(own.names, [name, ...aliasNames], sameName),
    numberMatch: best([own.registrationNumber], companyNumber, sameNumber),
    countryMatch: best([own.country], jurisdiction, sameCountry),
    addressMatch: best([own.address], address, sameAddress),
  };
}

/** Gives `same` if any pair is, `different` only if every pair is. */
function best(
  ours: readonly unknown[],
  theirs: readonly unknown[],
  compare: (ours: unknown, theirs: unknown) => Match,
): Match {
  const matches = ours.flatMap((our) => theirs.map((their) => compare(our, their)));
  if (matches.includes('same')) return 'same';
  return matches.length > 0 && matches.every((match) => match === 'different') ? 'different' : 'unknown';
}

/** Reads a list of an odd type as one entry of which nothing is known. */
const list = z
  .array(z.unknown())
  .nullish()
  .transform((entries) => entries ?? [])
  .catch([undefined]);
const fieldsSchema = z.object({
  name: z.unknown(),
  aliasNames: list,
  companyNumber: list,
  jurisdiction: list,
  address: list,
});
const entitySchema = fieldsSchema.catch(fieldsSchema.parse({}));
