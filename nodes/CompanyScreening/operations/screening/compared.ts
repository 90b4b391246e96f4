// Compare With: what the user knows of a company, and beside each hit what is the same, different or unknown. No outcome depends on it.
import type { IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

import { compareWith, type HitMatches, type OwnData } from '../../comparison/compare';
import { sameName } from '../../comparison/matches';
import type { COMPANY_MATCH_KEYS } from '../../names/itemKeys';
import { plainText } from '../../names/plainText';
import { readCollection } from '../shared/options';
import type { ItemFinding, ScreeningFacts } from './verdict';

/** What the user knows, as it was given. */
export type GivenData = Omit<OwnData, 'names'>;

/** Of an item that is no hit. */
export const NOT_COMPARED = { nameMatch: null, numberMatch: null, countryMatch: null, addressMatch: null };

/** For an item of one finding: null where it is no hit. Undefined if nothing is compared. */
export function hitMatches(
  finding: ItemFinding,
  { own }: ScreeningFacts,
): HitMatches | typeof NOT_COMPARED | undefined {
  if (!own) return undefined;
  return finding.outcome === 'hit' ? compareWith(own, finding.hit) : NOT_COMPARED;
}

/** For an item of a whole company: one word for each hit, in their order; as lists in raw items. */
export function companyMatches(
  hits: readonly unknown[],
  { own }: ScreeningFacts,
  isRaw: boolean,
): Record<(typeof COMPANY_MATCH_KEYS)[number], string[] | string | null> | undefined {
  if (!own) return undefined;
  const all = hits.map((hit) => compareWith(own, hit));
  const together = (key: keyof HitMatches) => {
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

/** The alias of a hit, as its simplified item has it, that is the name of the company. Undefined where the name of the hit itself is. */
export function sameAlias({ name, aliasNames, companyName, screenedName }: IDataObject): string | undefined {
  const listed = (names: unknown) => plainText(names).split('; ');
  const ours = [screenedName, companyName, ...listed(companyName)];
  const isOurs = (theirs: unknown) => ours.some((our) => sameName(our, theirs) === 'same');
  return isOurs(name) ? undefined : listed(aliasNames).find(isOurs);
}

/** What an item has in Additional Fields to compare with; nothing of it is needed. */
export function readGivenData(collection: unknown): GivenData {
  return givenSchema.parse(readCollection(collection)['compareWith']);
}

/** What of it the register keeps beside the answer: a person who looks at the hits on another day may not have it. */
export function storedData({
  registrationNumber,
  country,
  address,
}: GivenData): Record<string, number | string> {
  const given = Object.entries({ registrationNumber, country, address });
  return Object.fromEntries(given.flatMap(([name, value]) => (isStoredValue(value) ? [[name, value]] : [])));
}

/** The data as it was kept; what was not kept is not known. */
export function givenBack(ownData: Readonly<Record<string, number | string>> = {}): GivenData {
  const { registrationNumber, country, address } = ownData;
  return { registrationNumber, country, address };
}

const MAX_KEPT_LENGTH = 1_000;

function isStoredValue(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_KEPT_LENGTH;
}

const givenSchema = z
  .object({
    company: z.object({
      registrationNumber: z.unknown(),
      country: z.unknown(),
      address: z.unknown(),
    }),
  })
  .transform(({ company }): GivenData => company)
  .catch(givenBack());
