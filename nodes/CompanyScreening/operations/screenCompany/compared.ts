// Compare With: what the user knows of a company, and beside each hit what is the same, different or unknown. No outcome depends on it.
import * as z from 'zod/v4';

import { compareWith, type Matches, type OwnData } from '../../comparison/compare';
import { readCollection } from './additionalFields';
import type { COMPANY_MATCH_KEYS } from './keys';
import type { ItemFinding, ScreeningFacts } from './verdict';

/** What the user knows, as it was given. */
export type GivenData = Omit<OwnData, 'names'>;

/** For an item of one finding: null where it is no hit. Undefined if nothing is compared. */
export function hitMatches(finding: ItemFinding, { own }: ScreeningFacts): Matches | typeof NONE | undefined {
  if (!own) return undefined;
  return finding.outcome === 'hit' ? compareWith(own, finding.hit) : NONE;
}

/** For an item of a whole company: one word for each hit, in their order; as lists in raw items. */
export function companyMatches(
  hits: readonly unknown[],
  { own }: ScreeningFacts,
  isRaw: boolean,
): Record<(typeof COMPANY_MATCH_KEYS)[number], string[] | string | null> | undefined {
  if (!own) return undefined;
  const all = hits.map((hit) => compareWith(own, hit));
  const together = (key: keyof Matches) => {
    const words = all.map((matches) => matches[key]);
    return isRaw ? words : words.join('; ') || null;
  };
  return {
    nameMatches: together('nameMatch'),
    numberMatches: together('numberMatch'),
    countryMatches: together('countryMatch'),
    addressMatches: together('addressMatch'),
  };
}

/** What an item has in Additional Fields to compare with; nothing of it is needed. */
export function readGivenData(collection: unknown): GivenData {
  return givenSchema.parse(readCollection(collection)['compareWith']);
}

const NONE = { nameMatch: null, numberMatch: null, countryMatch: null, addressMatch: null };

const givenSchema = z
  .object({
    company: z.object({
      registrationNumber: z.unknown(),
      country: z.unknown(),
      address: z.unknown(),
    }),
  })
  .transform(({ company }): GivenData => company)
  .catch({ registrationNumber: undefined, country: undefined, address: undefined });
